//! `playground params`: prints the controls of a generator.

use std::process::ExitCode;

use clap::Args;
use noise_playground::generator::control::{Control, ControlSource, Plain, Setting, Widget};
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
        let controls: Vec<Value> = controls.map(control_json).collect();
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

fn control_json(control: &Control) -> Value {
    let options = match &control.widget {
        Widget::Enum(options) => json!(options),
        _ => Value::Null,
    };
    // The value of a field input is a source, not a number.
    let end = |number| (control.widget != Widget::Field).then_some(Plain(number));
    json!({
        "name": control.name,
        "source": match control.source {
            ControlSource::Uniform => "uniform",
            ControlSource::Argument => "argument",
            ControlSource::Feature => "feature",
            ControlSource::Field => "field",
        },
        "type": control.ty.to_string(),
        "widget": control.widget.name(),
        "min": end(control.range.min),
        "max": end(control.range.max),
        "step": control.range.step.map(Plain),
        "log": control.range.log,
        "default": default_json(control),
        "options": options,
        "group": control.group,
        "label": control.label,
        "unit": control.unit,
        "doc": control.doc,
    })
}

/// The index of an option.
fn default_json(control: &Control) -> Setting {
    match control.widget {
        Widget::Enum(_) => Setting::Number(Plain(control.default.first())),
        _ => control.setting(&control.default),
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::compile;
    use noise_playground::source::SourceTree;

    use super::*;

    #[test]
    fn field_input_has_no_range() {
        let text = "/// @field(\"x.r32\", 2, 2)
@group(0) @binding(1) var ground: texture_2d<f32>;
fn height(p: vec2f, gain: f32) -> f32 { return gain * textureLoad(ground, vec2i(p), 0).x; }";
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x.r32"), [0; 16]).unwrap();
        std::fs::write(folder.path().join("a.wgsl"), text).unwrap();
        let tree = SourceTree::open(folder.path()).unwrap();
        let generator = &compile(tree).unwrap()[0];
        let json: Vec<Value> = generator.controls().iter().map(control_json).collect();
        let ends = |name: &str| {
            let control = json.iter().find(|control| control["name"] == name).unwrap();
            (control["min"].as_f64(), control["max"].as_f64())
        };
        assert_eq!(ends("ground"), (None, None));
        assert_eq!(ends("gain"), (Some(0.0), Some(1.0)));
    }
}
