//! Rates of the units of a chip, measured by kernels of one operation each: eight independent chains in a loop.

use std::fmt::Write as _;

use super::graph::{UNITS, Unit};

/// Turns of the loop, and steps of each chain in a turn.
const TURNS: u32 = 64;
const CHAINS: u32 = 8;
const STEPS: u32 = 4;

/// Type of the chains of a unit's kernel, a step of the chain `a`, and the number of operations in it.
fn step(unit: Unit) -> (&'static str, &'static str, u32) {
    match unit {
        Unit::Float => ("f32", "a * params.c + params.d", 1),
        Unit::Multiply => ("u32", "a * params.m + 7u", 1),
        Unit::Integer => ("u32", "max(a ^ params.m, 7u)", 2),
        Unit::Special => ("f32", "sqrt(a )", 1),
        Unit::Load => ("u32", "params.table[a & 63u].x", 1),
    }
}

/// Operations of a unit's kernel in one sample.
pub(crate) fn operations(unit: Unit) -> f64 {
    f64::from(TURNS * CHAINS * STEPS * step(unit).2)
}

/// WGSL file with a generator `rate_0`, `rate_1`, … for each unit.
pub(crate) fn kernels() -> String {
    let mut text = String::from(
        "struct Params {
            /// @range(0, 100) @default(0.999)
            c: f32,
            /// @range(0, 100) @default(0.001)
            d: f32,
            /// @range(0, 1000000000, 1, 1664525)
            m: u32,
            table: array<vec4u, 64>,
        }
        @group(0) @binding(0) var<uniform> params: Params;\n",
    );
    for (index, unit) in UNITS.into_iter().enumerate() {
        let (ty, step, _) = step(unit);
        let start = if ty == "f32" { "p.x + {n}.0" } else { "bitcast<u32>(p.x) + {n}u" };
        let names = (0..CHAINS).map(|chain| format!("a{chain}")).collect::<Vec<_>>();
        let _ = writeln!(text, "fn rate_{index}(p: vec2f) -> f32 {{");
        for (number, name) in names.iter().enumerate() {
            let start = start.replace("{n}", &number.to_string());
            let _ = writeln!(text, "    var {name} = {start};");
        }
        let _ = writeln!(text, "    for (var i = 0; i < {TURNS}; i++) {{");
        for name in (0..STEPS).flat_map(|_| &names) {
            let step = step.replace("a ", &format!("{name} "));
            let _ = writeln!(text, "        {name} = {step};");
        }
        let _ = writeln!(text, "    }}\n    return f32({});\n}}", names.join(" + "));
    }
    text
}
