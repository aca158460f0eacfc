//! `playground trace`: prints all taps that a generator computes for one sample, in order.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use noise_playground::control::Plain;
use noise_playground::generator::{Generator, PassSelection, Tap};
use noise_playground::gpu::{Gpu, PassExecution};
use noise_playground::measure::{SampleSteps, SampleTracer, Step};
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
adapter supports it. An empty line separates iterations of a loop. In JSON,
`iteration` counts these groups from 1.
Of a grid program, the values are those of the invocation that writes the sample
nearest to X,Y in one execution of a pass. A heading names both; in JSON they are
`pass`, `execution`, `executions` and `sample` (column and row).";

/// For a grid program, prints one execution of a pass.
pub(crate) fn trace(arguments: &TraceArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let opened = open(&arguments.generator, &arguments.values.set)?;
    let mut subject = opened.with_values(&arguments.values)?.subject;
    let generator = &subject.generator;
    let at = arguments.at;
    if arguments.pass.is_some() && generator.program.is_none() {
        let address = &generator.address;
        let reason = anyhow!("--pass: {address} is a function of a position, not a grid program");
        return Err(reason.into());
    }
    let selection = arguments.pass.clone().unwrap_or_default();
    let PositionArgs { z, time } = arguments.rest;
    reject_z_and_time([z.is_some(), time.is_some()], &[generator])?;
    subject.settings.z = z.unwrap_or(subject.settings.z);
    subject.settings.time = time.unwrap_or(subject.settings.time);
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let inputs = subject.inputs(subject.settings.grid)?;
    let tracer = SampleTracer::new(&gpu, generator, arguments.calls)?;
    let trace = tracer.trace(&gpu, &inputs, inputs.position(at), &selection)?;
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
        print_json(&trace_json(generator, at, &trace, &steps))?;
    } else {
        let heading = trace.execution.as_ref().map(heading);
        let table = table(&steps);
        print(&heading.into_iter().chain([table]).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(ExitCode::SUCCESS)
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
    steps: &[(&Tap, &Step)],
) -> Value {
    let rows: Vec<Value> = steps.iter().copied().map(step_json).collect();
    let mut json = json!({
        "address": generator.address.to_string(), "at": at.map(Plain), "rows": rows,
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

fn step_json((tap, step): (&Tap, &Step)) -> Value {
    let numbers = |value: &[f64]| match value {
        [number] => json!(number),
        numbers => json!(numbers),
    };
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

/// An empty line precedes each further iteration of a loop.
fn table(steps: &[(&Tap, &Step)]) -> String {
    let values = steps.iter().map(|(tap, step)| text(tap, &step.value, 7));
    let values: Vec<String> = values.collect();
    let names = steps.iter().map(|(tap, _)| tap.name.chars().count());
    let name_width = names.max().unwrap_or_default();
    let value_width = values.iter().map(String::len).max().unwrap_or_default();
    let mut lines = Vec::new();
    let mut iteration = 1;
    for ((tap, step), value) in steps.iter().zip(values) {
        if step.iteration != iteration {
            iteration = step.iteration;
            lines.push(String::new());
        }
        let double = step.double.as_deref();
        let double = double.map(|numbers| text(tap, numbers, 15));
        let line = format!(
            "{:6}  {:name_width$}  {:>3}  {value:value_width$}  {}",
            tap.line(),
            tap.name,
            step.run,
            double.unwrap_or_default()
        );
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// Separates components by commas; floats have `digits` decimals.
fn text(tap: &Tap, numbers: &[f64], digits: usize) -> String {
    let digits = if tap.is_float() { digits } else { 0 };
    let numbers = numbers.iter().map(|number| format!("{number:.digits$}"));
    numbers.collect::<Vec<_>>().join(", ")
}
