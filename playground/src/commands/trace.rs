//! `playground trace`: prints the values that are computed for one sample, step by step.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use noise_playground::RenderSettings;
use noise_playground::control::{Plain, Values};
use noise_playground::generator::{Generator, Precision, Tap};
use noise_playground::gpu::{EvaluateInputs, Gpu, TapTracer, Trace};
use serde_json::{Value, json};

use super::options::{find_generator_in, number, pair, parse_or, values, with_values};
use super::{inputs, print, print_json};
use crate::args::{Global, TraceArgs};
use crate::process::error::CommandError;

/// Width and height of the view whose sample is traced, in samples: the default of `render`.
const SIDE: u32 = 1024;

/// A computed value, with its place.
struct Step<'a> {
    tap: &'a Tap,
    run: u32,
    /// Group of steps without a repeated place, from 1: the iteration of a loop.
    turn: usize,
    value: Vec<f64>,
    /// The value in double precision; `None` without a twin, or if the twin has taken another branch.
    double: Option<Vec<f64>>,
}

/// Prints all values of one sample.
pub(crate) fn trace(arguments: &TraceArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let generator = find_generator_in(&arguments.generator, &arguments.root)?;
    let values = values(&arguments.values, &generator, Values::default())?;
    let generator = with_values(&generator, &values)?;
    let at = pair("--at", &arguments.at)?;
    let option =
        |name, text: &Option<String>| parse_or(text.as_ref(), |text| number(name, text), 0.0);
    let settings = RenderSettings {
        z: option("--z", &arguments.z)?,
        time: option("--time", &arguments.time)?,
        ..RenderSettings::new(&generator, SIDE)
    };
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let inputs = inputs(&generator, &values, settings.grid, &settings)?;
    let tracer = TapTracer::new(&gpu, &generator, Precision::Single, arguments.calls)?;
    let trace = tracer.trace(&gpu, &inputs, inputs.position(at))?;
    let double = double_trace(&gpu, &generator, &inputs, at, arguments.calls);
    if let Err(reason) = &double {
        tracing::info!("no double precision: {reason}");
    }
    if trace.omitted > 0 {
        tracing::warn!("{} further values are left out", trace.omitted);
    }
    let steps = steps(&tracer.taps, &trace, double.ok().as_ref());
    if arguments.results.json {
        let rows: Vec<Value> = steps.iter().map(step_json).collect();
        print_json(&json!({
            "address": generator.address.to_string(), "at": at.map(Plain), "rows": rows,
            "omitted": trace.omitted,
        }))?;
    } else {
        print(&table(&steps))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the trace of the twin, or the reason why there is none.
fn double_trace(
    gpu: &Gpu,
    generator: &Generator,
    inputs: &EvaluateInputs,
    at: [f64; 2],
    with_callees: bool,
) -> Result<Trace, String> {
    if !gpu.supports_f64() {
        return Err("this adapter has none".to_owned());
    }
    let tracer = TapTracer::new(gpu, generator, Precision::Double, with_callees);
    let tracer = tracer.map_err(|error| error.to_string())?;
    // The rounded position, so that only the arithmetic differs.
    let at = at.map(|coordinate| f64::from(coordinate as f32));
    let trace = tracer.trace(gpu, inputs, inputs.position(at));
    trace.map_err(|error| error.to_string())
}

fn steps<'a>(taps: &'a [Tap], trace: &Trace, double: Option<&Trace>) -> Vec<Step<'a>> {
    let doubles: BTreeMap<(usize, u32), [f64; 4]> = double
        .into_iter()
        .flat_map(|trace| &trace.rows)
        .map(|row| ((row.tap, row.run), row.value))
        .collect();
    let mut seen = BTreeSet::new();
    let mut turn = 1;
    let steps = trace.rows.iter().map(|row| {
        if !seen.insert(row.tap) {
            turn += 1;
            seen = BTreeSet::from([row.tap]);
        }
        let tap = &taps[row.tap];
        let numbers = |value: &[f64; 4]| value[..tap.channels as usize].to_vec();
        Step {
            tap,
            run: row.run,
            turn,
            value: numbers(&row.value),
            double: doubles.get(&(row.tap, row.run)).map(numbers),
        }
    });
    steps.collect()
}

fn step_json(step: &Step<'_>) -> Value {
    let numbers = |value: &[f64]| match value {
        [number] => json!(number),
        numbers => json!(numbers),
    };
    json!({
        "function": step.tap.function.to_string(),
        "line": step.tap.line(),
        "name": step.tap.name,
        "type": step.tap.ty,
        "n": step.run,
        "turn": step.turn,
        "value": numbers(&step.value),
        "f64": step.double.as_deref().map(numbers),
    })
}

/// Returns a line for each step, and an empty line before each further turn.
fn table(steps: &[Step<'_>]) -> String {
    let values = steps.iter().map(|step| text(step.tap, &step.value, 7));
    let values: Vec<String> = values.collect();
    let names = steps.iter().map(|step| step.tap.name.chars().count());
    let name_width = names.max().unwrap_or_default();
    let value_width = values.iter().map(String::len).max().unwrap_or_default();
    let mut lines = Vec::new();
    let mut turn = 1;
    for (step, value) in steps.iter().zip(values) {
        if step.turn != turn {
            turn = step.turn;
            lines.push(String::new());
        }
        let double = step.double.as_deref();
        let double = double.map(|numbers| text(step.tap, numbers, 15));
        let line = format!(
            "{:6}  {:name_width$}  {:>3}  {value:value_width$}  {}",
            step.tap.line(),
            step.tap.name,
            step.run,
            double.unwrap_or_default()
        );
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// Returns numbers with commas between them; floats with `digits` decimals.
fn text(tap: &Tap, numbers: &[f64], digits: usize) -> String {
    let digits = if tap.ty.ends_with('f') || tap.ty == "f32" {
        digits
    } else {
        0
    };
    let numbers = numbers.iter().map(|number| format!("{number:.digits$}"));
    numbers.collect::<Vec<_>>().join(", ")
}
