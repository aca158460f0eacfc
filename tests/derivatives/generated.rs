//! Values, gradients and second derivatives of functions at random, in double precision against differences.
//! An interpreter runs the derived functions; a driver runs a few of them.
//!
//! The test is a short run. To run longer, or to repeat functions by the number of the first one in a failure:
//!
//! ```sh
//! DERIVATIVES_FUNCTIONS=100000 cargo test --test derivatives generated -- --nocapture
//! DERIVATIVES_FIRST=4711 DERIVATIVES_FUNCTIONS=1 cargo test --test derivatives generated
//! ```

#[path = "generated/arithmetic.rs"]
mod arithmetic;
#[path = "generated/functions.rs"]
mod functions;
#[path = "generated/grammar.rs"]
mod grammar;
#[path = "generated/interpreter.rs"]
mod interpreter;

use std::sync::Arc;

use noise_playground::generator::{Generator, Modules, Precision};
use rayon::prelude::*;

use crate::random::Random;
use crate::romberg::Limit;
use crate::support::{evaluate_points, main_generator};
use crate::{Tally, limits};
use interpreter::{Interpreter, Value};

/// Of each function.
const POINTS: usize = 2;

const STEPS: [f64; 1] = [1.0 / 512.0];

/// Where the first steps find a fault. Differences across many jumps may converge too.
const MORE_STEPS: [f64; 4] = [1.0 / 512.0, 1.0 / 8192.0, 1.0 / 131_072.0, 1.0 / 2_097_152.0];

/// A value that is unlike those at this distance on both sides lies on a jump, which central differences do not see.
const NEAR: f64 = 1.0 / 1_073_741_824.0;

/// Evaluations with another rounding.
const ROUNDINGS: u64 = 8;

/// Relative to the typical magnitude.
const TOLERANCE: f64 = 1e-7;

/// Between two messages of a long run.
const CHUNK: usize = 500;

#[test]
fn derivatives_of_generated_functions_are_limits_of_differences() {
    let number = |name: &str, otherwise| match std::env::var(name) {
        Ok(text) => text.parse().unwrap(),
        Err(_) => otherwise,
    };
    let first = number("DERIVATIVES_FIRST", 0);
    let end = first + number("DERIVATIVES_FUNCTIONS", 100);
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    for start in (first..end).step_by(CHUNK) {
        let numbers = start..(start + CHUNK).min(end);
        let compared = numbers.into_par_iter().map(|number| {
            let sample = Sample::new(number);
            match sample.compared(&STEPS, false) {
                (_, Some(_)) => sample.compared(&MORE_STEPS, true),
                right => right,
            }
        });
        for (own, fault) in compared.collect::<Vec<_>>() {
            tally.merge(own);
            if let Some(fault) = fault {
                println!("{fault}");
                faults.push(fault);
            }
        }
        let (functions, points) = ((start + CHUNK).min(end) - first, POINTS);
        println!("{functions} functions at {points} points: {tally:?}, {} faults", faults.len());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tally.kinks < tally.compared / 10, "{tally:?}");
}

#[test]
fn drivers_compute_generated_derivatives_as_the_interpreter() {
    for sample in [0, 1].map(Sample::new) {
        let expected = sample.evaluate(0, [0.0; 2]);
        let positions = sample.positions(0, [0.0; 2]);
        let found = evaluate_points(&sample.generator, Precision::Double, &positions);
        for (found, expected) in found.as_flattened().iter().zip(expected.as_flattened()) {
            let error = (found - expected).abs() / expected.abs().max(1.0);
            assert!(error < 1e-11, "{found:?}, not {expected:?}");
        }
    }
}

#[test]
fn poles_that_only_rounding_meets_are_undecided() {
    for (body, expected) in [
        ("acosh(1.0 + exp(-40.0 - p.x))", true),
        ("asin(min(length(normalize(p)), 1.0))", true),
        ("p.x * p.y + sin(p.x)", false),
        ("p.x / (floor(p.y) - floor(p.x))", false),
        ("sqrt(max(p.y - 1.0, 0.0))", false),
    ] {
        let text = format!("fn f(p: vec2f) -> f32 {{ return {body}; }}");
        let sample = Sample::of(0, text, [[0.7, 0.3], [0.6, 0.9]]);
        assert_eq!(sample.undecided(0)[0][1], expected, "{body}");
    }
}

/// A function, and where it is compared.
struct Sample {
    number: usize,
    text: String,
    points: [[f64; 2]; POINTS],
    generator: Arc<Generator>,
    module: naga::Module,
}

impl Sample {
    fn new(number: usize) -> Self {
        let mut random = Random::new(number as u64);
        let text = functions::function(&mut random);
        // Sums with steps are exact.
        let mut coordinate = || random.below(1 << 24) as f64 / f64::from(1 << 22) - 2.0;
        let points = [(); POINTS].map(|()| [coordinate(), coordinate()]);
        Self::of(number, text, points)
    }

    fn of(number: usize, text: String, points: [[f64; 2]; POINTS]) -> Self {
        let others = format!("{SLOPES}{}{text}", grammar::SHARED);
        let others = others.replace("\nfn ", "\n/// @hidden\nfn ");
        let generator = main_generator(&format!("{MAIN}{others}"));
        let module = Modules::at_points(&generator, Precision::Single).unwrap().evaluate;
        Self { number, text, points, generator, module }
    }

    /// Part 0 is the gradient, which begins and ends with the value; part 1 has the derivatives of both slopes.
    fn positions(&self, part: usize, [x, y]: [f64; 2]) -> [[f64; 4]; POINTS] {
        self.points.map(|point| [point[0] + x, point[1] + y, part as f64, 0.0])
    }

    fn evaluate(&self, part: usize, offset: [f64; 2]) -> [[f64; 4]; POINTS] {
        self.evaluate_rounded(part, offset, None)
    }

    fn evaluate_rounded(
        &self,
        part: usize,
        offset: [f64; 2],
        rounding: Option<Random>,
    ) -> [[f64; 4]; POINTS] {
        let mut interpreter = Interpreter::new(&self.module, rounding);
        self.positions(part, offset).map(|position| {
            let position = Value::Parts(position[..3].iter().copied().map(Value::Float).collect());
            let result = interpreter.run("sampled", vec![position]);
            std::array::from_fn(|channel| result.parts()[channel].float())
        })
    }

    /// Limits of the differences along an axis, for each number that part 0 returns.
    fn limits(&self, axis: usize, steps: &[f64]) -> Vec<Limit> {
        let value = |offset| {
            let mut moved = [0.0; 2];
            moved[axis] = offset;
            self.evaluate(0, moved).as_flattened().to_vec()
        };
        let mut limits = limits(steps, value);
        let [below, center, above] = [-NEAR, 0.0, NEAR].map(value);
        for (index, limit) in limits.iter_mut().enumerate() {
            let between = f64::midpoint(below[index], above[index]);
            if (center[index] - between).abs() > 1e-6 * between.abs().max(1.0) {
                limit.error = f64::INFINITY;
            }
        }
        limits
    }

    /// True for each number of a part that depends on how its operations are rounded: a pole that only rounding meets.
    fn undecided(&self, part: usize) -> [[bool; 4]; POINTS] {
        let found = self.evaluate(part, [0.0; 2]);
        let others = (0..ROUNDINGS).map(|seed| {
            let rounding = Random::new(self.number as u64 ^ (seed << 32));
            self.evaluate_rounded(part, [0.0; 2], Some(rounding))
        });
        let others: Vec<_> = others.collect();
        std::array::from_fn(|point| {
            std::array::from_fn(|channel| {
                let found = found[point][channel];
                let mut others = others.iter().map(|other| other[point][channel]);
                if found.is_finite() {
                    let tolerance = TOLERANCE * found.abs();
                    others.any(|other| other.is_nan() || (other - found).abs() > tolerance)
                } else {
                    others.any(f64::is_finite)
                }
            })
        })
    }

    /// Also returns what is wrong, if anything. If `has_undecided`, what rounding decides is not compared.
    fn compared(&self, steps: &[f64], has_undecided: bool) -> (Tally, Option<String>) {
        let [first, second] = [0, 1].map(|part| self.evaluate(part, [0.0; 2]));
        let by_axis = [0, 1].map(|axis| self.limits(axis, steps));
        let undecided = [0, 1].map(|part| has_undecided.then(|| self.undecided(part)));
        let limit = |point: usize, of, axis: usize| {
            let [part, channel] = place(of, axis);
            match undecided[part] {
                Some(undecided) if undecided[point][channel] => Limit::UNKNOWN,
                _ => by_axis[axis][4 * point + of],
            }
        };
        let (tally, faults) = compared(&first, &second, limit);
        let fault = (!faults.is_empty()).then(|| {
            let Self { number, text, points, .. } = self;
            format!("function {number} at {points:?}:\n{}\n{text}", faults.join("\n"))
        });
        (tally, fault)
    }
}

/// The part and channel of the derivative of the value, or of a slope, along an axis.
fn place(of: usize, axis: usize) -> [usize; 2] {
    match of {
        0 => [0, 1 + axis],
        slope => [1, 2 * (slope - 1) + axis],
    }
}

/// `limit` is that of the differences of the value, or of a slope, along an axis at a point.
fn compared(
    first: &[[f64; 4]],
    second: &[[f64; 4]],
    limit: impl Fn(usize, usize, usize) -> Limit,
) -> (Tally, Vec<String>) {
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    for [value, .., plain] in first {
        let scale = plain.abs().max(1.0);
        if !(value.is_nan() && plain.is_nan()) && (value - plain).abs() > 1e-12 * scale {
            faults.push(format!("value {value:e}, not {plain:e}"));
        }
    }
    for (of, axis) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)] {
        let [part, channel] = place(of, axis);
        let exact = [first, second][part].iter().map(|found| found[channel]);
        let exact: Vec<f64> = exact.collect();
        let limits: Vec<Limit> = (0..POINTS).map(|point| limit(point, of, axis)).collect();
        let mut own = Tally::default();
        let name = format!("derivative of {} by {axis}", ["value", "slope x", "slope y"][of]);
        own.add(&exact, &limits, &name);
        if own.worst > TOLERANCE || own.not_finite > 0 {
            faults.push(format!("{name}: {own:?}, {exact:?}, {limits:?}"));
        }
        tally.merge(own);
    }
    (tally, faults)
}

/// Generator whose z selects the part: above 0 the second derivatives, else the slopes and the value.
const MAIN: &str = "
fn sampled(q: vec3f) -> vec4f {
    let p = q.xy;
    if q.z > 0.0 { return vec4f(x_deriv(p).yz, y_deriv(p).yz); }
    return vec4f(f_deriv(p), f(p));
}
";

const SLOPES: &str = "
fn x(p: vec2f) -> f32 { return f_deriv(p).y; }
fn y(p: vec2f) -> f32 { return f_deriv(p).z; }
";
