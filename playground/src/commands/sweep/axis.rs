//! `--vary NAME=FROM:TO:COUNT`: the values that a control goes through.

use anyhow::{Context as _, anyhow, bail};
use noise_playground::control::{Control, Values};
use noise_playground::generator::Generator;

use crate::axis::{labels, stops};
use crate::commands::options::{controls_named, number};

/// The most pictures that a sweep may have.
pub(crate) const MAX_VARIANTS: usize = 100_000;

/// A control that a sweep varies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    /// As a person typed it.
    pub(crate) text: String,
    /// The control's name.
    pub(crate) name: String,
    /// What to call it on a sheet: its label, and what its numbers count.
    pub(crate) title: String,
    /// Its values in turn, as `--set` takes them. At least one.
    pub(crate) stops: Vec<String>,
    /// The same as people read them: an option's name for its index, fewer digits.
    pub(crate) labels: Vec<String>,
}

impl Axis {
    /// Reads what a person typed.
    pub(crate) fn parse(text: &str, generator: &Generator) -> anyhow::Result<Self> {
        Self::read(text, generator).with_context(|| format!("--vary {text:?}"))
    }

    /// The same, with errors that do not name the option.
    pub(crate) fn read(text: &str, generator: &Generator) -> anyhow::Result<Self> {
        let not_a_range = || anyhow!("it is not NAME=FROM:TO:COUNT");
        let (name, range) = text.split_once('=').ok_or_else(not_a_range)?;
        let controls = controls_named(name, generator)?;
        let [from, to, count] = range.split(':').collect::<Vec<_>>()[..] else {
            return Err(not_a_range());
        };
        let ends = [number("FROM", from)?, number("TO", to)?];
        let count = self::count(count)?;
        let is_integer = controls.iter().any(|control| control.ty.is_integer());
        let stops = stops(ends, count, is_integer, false);
        for control in &controls {
            if control.ty.components() > 1 {
                let ty = control.ty.with_article();
                bail!("{name} is {ty}, and only single numbers are varied");
            }
            for stop in &stops {
                control.parse(stop)?;
            }
        }
        Ok(Self {
            text: text.to_owned(),
            name: name.to_owned(),
            title: title(controls[0]),
            labels: labels(controls[0], ends, &stops),
            stops,
        })
    }

    /// Sets the control to one of its values.
    pub(crate) fn set(
        &self,
        index: usize,
        values: &mut Values,
        generator: &Generator,
    ) -> anyhow::Result<()> {
        for control in controls_named(&self.name, generator)? {
            values.set(control, control.parse(&self.stops[index])?);
        }
        Ok(())
    }
}

fn count(text: &str) -> anyhow::Result<usize> {
    let count = text.trim().parse::<usize>().ok();
    let possible = count.filter(|count| (1..=MAX_VARIANTS).contains(count));
    possible.ok_or_else(|| anyhow!("COUNT {text:?} is no whole number from 1 to {MAX_VARIANTS}"))
}

fn title(control: &Control) -> String {
    match &control.unit {
        Some(unit) => format!("{} ({unit})", control.label),
        None => control.label.clone(),
    }
}

/// The values as people read them, as short as they differ.
#[cfg(test)]
mod tests {
    use noise_playground::generator::compile;
    use noise_playground::source::{ModulePath, SourceTree};

    use super::*;

    #[test]
    fn labels_are_short_but_differ() {
        let text = "fn height(p: vec2f, gain: f32) -> f32 { return gain; }";
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let compiled = compile(&tree, tree.get(&ModulePath::new("a.wgsl")).unwrap());
        let labels = |text: &str| Axis::parse(text, compiled.main().unwrap()).unwrap().labels;
        assert_eq!(labels("gain=0:0.1:4"), ["0", "0.0333", "0.0667", "0.1"]);
        assert_eq!(labels("gain=1:1.0002:3"), ["1", "1.0001", "1.0002"]);
        assert_eq!(labels("gain=2:2:2"), ["2", "2"]);
    }
}
