//! `playground trace`: prints all taps that a generator computes for one sample, in order.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use noise_playground::generator::control::Plain;
use noise_playground::generator::{Domain, Generator, PassSelection, Tap};
use noise_playground::gpu::PassExecution;
use noise_playground::gpu::measure::{SampleSteps, SampleTracer, Step, TraceOptions};
use serde_json::{Value, json};

use super::options::{open, reject_z_and_time};
use super::stages::warn_of_omitted;
use super::{print, print_json};
use crate::args::parse::pair;
use crate::args::{Global, NamedArg, OutputArgs, PositionArgs, ValueArgs};
use crate::process::error::CommandError;

#[derive(Debug, Args)]
#[command(after_help = TRACE_HELP)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) generator: NamedArg,

    /// World position of the sample.
    #[arg(long, value_name = "X,Y", required = true, allow_hyphen_values = true, value_parser = pair)]
    pub(crate) at: [f64; 2],

    /// Also print the values inside of the functions that the generator calls.
    #[arg(long)]
    pub(crate) calls: bool,

    /// Also print the exact derivatives of each value by x and y, and by z for a volume.
    #[arg(long)]
    pub(crate) gradient: bool,

    /// Pass of a grid program and its N-th execution (default: the last that writes the sample).
    #[arg(long, value_name = "NAME[@N]")]
    pub(crate) pass: Option<PassSelection>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    #[command(flatten)]
    pub(crate) rest: PositionArgs,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `trace --help`.
const TRACE_HELP: &str = "\
A line for each value in the order of its computation: line, name, n (the n-th
time that this place runs), value, and the value in double precision if the
adapter supports it. The first line is the position, rounded to single precision
and as asked; double precision starts at the latter. An empty line separates
iterations of a loop. In JSON, `iteration` counts these groups from 1.
With --gradient, a line ends with the derivatives, of each component of a vector,
in single precision. In JSON they are `gradient` and, in double precision,
`gradient_f64`: a value for each axis, null for integers.
Of a grid program, the values are those of the invocation that writes the sample
nearest to X,Y in one execution of a pass. A heading names both; in JSON they are
`pass`, `execution`, `executions` and `sample` (column and row).";

/// For a grid program, prints one execution of a pass.
pub(crate) fn trace(arguments: &TraceArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let opened = open(&arguments.generator, &arguments.values.set)?;
    let mut subject = opened.with_values(&arguments.values)?.subject;
    let generator = &subject.generator;
    let at = arguments.at;
    if arguments.pass.is_some() && generator.program().is_none() {
        let address = generator.address();
        let reason = anyhow!("--pass: {address} is a function of a position, not a grid program");
        return Err(reason.into());
    }
    if arguments.gradient && generator.program().is_some() {
        return Err(anyhow!("--gradient: a grid program has no derivatives").into());
    }
    let selection = arguments.pass.clone().unwrap_or_default();
    let PositionArgs { z, time } = arguments.rest;
    reject_z_and_time([z.is_some(), time.is_some()], &[generator])?;
    subject.settings.z = z.unwrap_or(subject.settings.z);
    subject.settings.time = time.unwrap_or(subject.settings.time);
    let gpu = global.open_gpu()?;
    let inputs = subject.inputs(subject.settings.grid)?;
    let TraceArgs { calls: with_callees, gradient: with_gradients, .. } = *arguments;
    let options = TraceOptions { with_callees, with_gradients };
    let tracer = SampleTracer::new(&gpu, generator, options)?;
    let position = inputs.position(at);
    let trace = tracer.trace(&gpu, &inputs, position, &selection)?;
    let position = Position::new(generator, &position, &trace);
    if let Some(reason) = &trace.no_double {
        tracing::info!("no double precision: {reason}");
    }
    warn_of_omitted(generator)?;
    if trace.omitted > 0 {
        tracing::warn!("{} further values are left out", trace.omitted);
    }
    let steps = trace.steps.iter();
    let steps: Vec<(&Tap, &Step)> = steps.map(|step| (&tracer.taps()[step.tap], step)).collect();
    if arguments.results.json {
        let mut json = trace_json(generator, at, &trace, (position.as_ref(), &steps));
        if arguments.gradient {
            let axes = position.as_ref().map_or(0, Position::axes);
            add_gradients(&mut json, axes, &steps);
        }
        print_json(&json)?;
    } else {
        let heading = trace.execution.as_ref().map(heading);
        let table = table(position.as_ref(), &steps);
        print(&heading.into_iter().chain([table]).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Input of a function of a position: the coordinates that it has.
struct Position {
    single: Vec<f32>,
    /// As asked; `None` without double precision.
    double: Option<Vec<f64>>,
}

impl Position {
    /// `None` for a grid program.
    fn new(generator: &Generator, position: &[f64; 4], trace: &SampleSteps) -> Option<Self> {
        let count = match generator.domain() {
            Domain::Plane => 2,
            Domain::Volume => 3,
            Domain::VolumeTime => 4,
            Domain::Grid => return None,
        };
        let asked = &position[..count];
        Some(Self {
            single: asked.iter().map(|number| *number as f32).collect(),
            double: trace.no_double.is_none().then(|| asked.to_vec()),
        })
    }

    /// Number of axes by which values are differentiated: all but the time.
    fn axes(&self) -> usize {
        self.single.len().min(AXES.len())
    }

    fn json(&self, generator: &Generator) -> Value {
        json!({
            "function": generator.address().function, "line": null, "name": "position",
            "type": format!("vec{}f", self.single.len()), "n": 1, "iteration": 1,
            "value": self.single.iter().copied().map(f64::from).collect::<Vec<_>>(),
            "f64": self.double,
        })
    }

    /// With all digits, so that the rounding shows.
    fn row(&self, name_width: usize, value_width: usize) -> String {
        let single: Vec<String> =
            self.single.iter().map(|number| f64::from(*number).to_string()).collect();
        let double: Vec<String> = self.double.iter().flatten().map(ToString::to_string).collect();
        let [single, double] = [single, double].map(|numbers| numbers.join(", "));
        let row = format!(
            "{:6}  {:name_width$}  {:>3}  {single:value_width$}  {double}",
            "", "position", ""
        );
        row.trim_end().to_owned()
    }
}

/// Names pass, execution, and column and row of the sample.
fn heading(execution: &PassExecution) -> String {
    let PassExecution { pass, execution, executions, sample: [column, row] } = execution;
    format!("{pass}, execution {execution} of {executions}: column {column}, row {row}")
}

fn trace_json(
    generator: &Generator,
    at: [f64; 2],
    trace: &SampleSteps,
    (position, steps): (Option<&Position>, &[(&Tap, &Step)]),
) -> Value {
    let first = position.map(|position| position.json(generator));
    let rows: Vec<Value> = first.into_iter().chain(steps.iter().copied().map(step_json)).collect();
    let mut json = json!({
        "address": generator.address().to_string(), "at": at.map(Plain), "rows": rows,
        "omitted": trace.omitted,
    });
    if let Some(execution) = &trace.execution {
        json["pass"] = json!(execution.pass);
        json["execution"] = json!(execution.execution);
        json["executions"] = json!(execution.executions);
        json["sample"] = json!(execution.sample);
    }
    json
}

/// Adds the derivatives to the rows: first that of the position, which are 1 for its own axis.
fn add_gradients(json: &mut Value, axes: usize, steps: &[(&Tap, &Step)]) {
    let all = |gradient: &[Vec<f64>]| {
        let gradient = gradient.iter().map(|by_axis| numbers(by_axis));
        Some(gradient.collect::<Vec<_>>()).filter(|gradient| !gradient.is_empty())
    };
    let components = json["rows"][0]["value"].as_array().map_or(0, Vec::len);
    let unit = |axis| (0..components).map(move |at| f64::from(u8::from(at == axis))).collect();
    let units: Vec<Vec<f64>> = (0..axes).map(unit).collect();
    let of_steps = steps.iter().map(|(_, step)| [&step.gradient, &step.double_gradient]);
    let gradients = [[&units, &units]].into_iter().chain(of_steps);
    let rows = json["rows"].as_array_mut().into_iter().flatten();
    for (row, [single, double]) in rows.zip(gradients) {
        row["gradient"] = json!(all(single));
        row["gradient_f64"] = json!(all(double));
    }
}

/// One number, or several in an array.
fn numbers(value: &[f64]) -> Value {
    match value {
        [number] => json!(number),
        numbers => json!(numbers),
    }
}

fn step_json((tap, step): (&Tap, &Step)) -> Value {
    json!({
        "function": tap.function.to_string(),
        "line": tap.line(),
        "name": tap.name,
        "type": tap.ty,
        "n": step.run,
        "iteration": step.iteration,
        "value": numbers(&step.value),
        "f64": step.double.as_deref().map(numbers),
    })
}

/// The position is the first row. An empty line precedes each further iteration of a loop.
fn table(position: Option<&Position>, steps: &[(&Tap, &Step)]) -> String {
    let values = steps.iter().map(|(tap, step)| text(tap, &step.value, 7));
    let values: Vec<String> = values.collect();
    let names = steps.iter().map(|(tap, _)| tap.name.chars().count());
    let name_width = names.max().unwrap_or_default();
    let value_width = values.iter().map(String::len).max().unwrap_or_default();
    let doubles = steps.iter().filter_map(|(tap, step)| Some(text(tap, step.double.as_ref()?, 15)));
    let double_width = doubles.map(|text| text.len()).max().unwrap_or_default();
    let mut lines: Vec<String> =
        position.map(|position| position.row(name_width, value_width)).into_iter().collect();
    let mut iteration = 1;
    for ((tap, step), value) in steps.iter().zip(values) {
        if step.iteration != iteration {
            iteration = step.iteration;
            lines.push(String::new());
        }
        let double = step.double.as_deref();
        let double = double.map(|numbers| text(tap, numbers, 15));
        let line = format!(
            "{:6}  {:name_width$}  {:>3}  {value:value_width$}  {:double_width$}  {}",
            tap.line(),
            tap.name,
            step.run,
            double.unwrap_or_default(),
            slopes(tap, step)
        );
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// `d/dx 1.0000000  d/dy 0.0000000`; empty without a gradient.
fn slopes(tap: &Tap, step: &Step) -> String {
    let slopes = step.gradient.iter().zip(AXES);
    let slopes = slopes.map(|(by_axis, axis)| format!("d/d{axis} {}", text(tap, by_axis, 7)));
    slopes.collect::<Vec<_>>().join("  ")
}

/// Separates components by commas; floats have `digits` decimals.
fn text(tap: &Tap, numbers: &[f64], digits: usize) -> String {
    let digits = if tap.is_float() { digits } else { 0 };
    let numbers = numbers.iter().map(|number| format!("{number:.digits$}"));
    numbers.collect::<Vec<_>>().join(", ")
}
