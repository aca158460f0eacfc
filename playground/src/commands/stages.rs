//! `playground stages`: lists the taps of a generator.

use std::process::ExitCode;

use clap::Args;
use noise_playground::generator::{Generator, OmittedValue, Tap, omission_note, omitted_values};
use noise_playground::gpu::TapCounter;
use noise_playground::{RenderSettings, Subject};
use serde_json::{Value, json};

use super::options::{given_placement, grid, open, reject_placement};
use super::{print, print_json};
use crate::args::{Global, GridSettings, NamedArg, OutputArgs, SettingArgs, ValueArgs};
use crate::process::error::CommandError;

#[derive(Debug, Args)]
#[command(after_help = STAGES_HELP)]
pub(crate) struct StagesArgs {
    #[command(flatten)]
    pub(crate) generator: NamedArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    #[command(flatten)]
    pub(crate) grid: SettingArgs<GridSettings>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `stages --help`.
const STAGES_HELP: &str = "\
A line for each place where a value gets a name: parameters, let, var after
each assignment, results of calls (name() if they have no name of their own) and
return. Matrices are listed by column, arrays by element, structs by member.
Runs is how often the place is computed at most in a sample, of 64 x 64 samples
of the view: N in --stage NAME@N is from 1 to that number.
In the passes of a grid program, a store to a buffer is a value by the name of
the buffer, the sample is the one that the pass writes, and runs are those of one
execution of a pass, counted in the first and the last one. The last execution
that writes a sample is shown.";

/// Width and height of the grid at which runs are counted.
const COUNTED: u32 = 64;

/// Also prints how often each tap is computed for one sample.
pub(crate) fn stages(arguments: &StagesArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let opened = open(&arguments.generator, &arguments.values.set)?;
    let subject = opened.with_values(&arguments.values)?.subject;
    let generator = &subject.generator;
    reject_placement(&given_placement(&arguments.grid), &[generator])?;
    let grid = grid(&arguments.grid, subject.settings.grid)?;
    let gpu = global.open_gpu()?;
    let counter = TapCounter::new(&gpu, generator)?;
    let RenderSettings { z, time, .. } = subject.settings;
    let settings = RenderSettings { z, time, ..grid.into() };
    let inputs = Subject { settings, ..subject.clone() }.inputs(grid)?;
    let samples = (0..COUNTED * COUNTED).map(|index| [index % COUNTED, index / COUNTED]);
    let positions = samples.map(|sample| {
        let spread = |axis: usize| {
            (f64::from(sample[axis]) + 0.5) / f64::from(COUNTED) * f64::from(grid.size[axis]) - 0.5
        };
        inputs.position(grid.world_from_sample([spread(0), spread(1)]))
    });
    let counts = counter.count(&gpu, &inputs, &positions.collect::<Vec<_>>())?;
    let rows: Vec<(&Tap, u32)> = counter.taps.iter().zip(counts).collect();
    let omitted = warn_of_omitted(generator)?;
    if arguments.results.json {
        let stages: Vec<Value> = rows.into_iter().map(stage_json).collect();
        let omitted = omitted.into_iter().map(|value| {
            json!({ "function": value.function.to_string(), "name": value.name, "parts": value.taps })
        });
        print_json(&json!({
            "address": generator.address().to_string(), "stages": stages,
            "omitted": omitted.collect::<Vec<_>>(),
        }))?;
    } else {
        print(&table(&rows))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Warns about taps that are left out because there are too many.
pub(super) fn warn_of_omitted(generator: &Generator) -> Result<Vec<OmittedValue>, CommandError> {
    let omitted = omitted_values(generator).map_err(|error| CommandError::Shader(vec![*error]))?;
    if let Some(note) = omission_note(&omitted) {
        tracing::warn!("{note}");
    }
    Ok(omitted)
}

fn stage_json((tap, runs): (&Tap, u32)) -> Value {
    json!({
        "function": tap.function.to_string(),
        "line": tap.line(),
        "name": tap.name,
        "type": tap.ty,
        "runs": runs,
    })
}

/// A heading for each function, and a line for each tap.
fn table(rows: &[(&Tap, u32)]) -> String {
    let widths = rows.iter().map(|(tap, _)| tap.name.chars().count());
    let width = widths.max().unwrap_or_default();
    let mut lines = Vec::new();
    let mut function = None;
    for (tap, runs) in rows {
        if function != Some(&tap.function) {
            function = Some(&tap.function);
            lines.push(tap.function.to_string());
        }
        let runs = match runs {
            1 => "1 run".to_owned(),
            runs => format!("{runs} runs"),
        };
        lines.push(format!("{:6}  {:width$}  {:<6}  {runs}", tap.line(), tap.name, tap.ty));
    }
    lines.join("\n")
}
