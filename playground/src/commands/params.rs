//! `playground params`: prints the controls of a generator.

use std::process::ExitCode;

use clap::Args;
use noise_playground::generator::control::{Control, Widget};
use serde_json::{Value, json};

use super::options::open_stage;
use super::{print, print_json};
use crate::args::{GeneratorArg, OutputArgs};
use crate::process::error::CommandError;

#[derive(Debug, Args)]
pub(crate) struct ParamsArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,
}

/// Omits hidden controls.
pub(crate) fn params(arguments: &ParamsArgs) -> Result<ExitCode, CommandError> {
    let generator = open_stage(&arguments.generator, &[])?.subject.generator;
    let controls = generator.controls().iter().filter(|control| !control.hidden);
    if arguments.results.json {
        let controls: Vec<Value> = controls.map(Control::json).collect();
        print_json(&json!({ "address": generator.address().to_string(), "controls": controls }))?;
    } else {
        for control in controls {
            print(&line(control))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn line(control: &Control) -> String {
    let unit = control.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
    let text = format!(
        "{} = {}{unit}  ({}{})  {}",
        control.name,
        control.option(&control.default).map_or_else(|| control.default.to_string(), str::to_owned),
        control.ty,
        options_or_range(control),
        control.doc
    );
    text.trim_end().to_owned()
}

/// After a separator; empty for other widgets.
fn options_or_range(control: &Control) -> String {
    let range = &control.range;
    match &control.widget {
        Widget::Enum(options) => format!(": {}", options.join(", ")),
        widget if widget.has_slider() => format!(", {} to {}", range.min, range.max),
        _ => String::new(),
    }
}
