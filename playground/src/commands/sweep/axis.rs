//! `--vary NAME=FROM:TO:COUNT`: the values that a control goes through.

use anyhow::{Context as _, anyhow, bail};
use noise_playground::control::{Control, Values};
use noise_playground::generator::Generator;

use crate::commands::options::{controls_named, number};

/// The most pictures that a sweep may have.
pub(crate) const MAX_VARIANTS: usize = 100_000;

/// Digits of a value, counted from the first of the larger end: more than an `f32` holds, fewer than rounding
/// errors reach.
const DIGITS: i32 = 10;

/// Digits of a label, unless neighbours need more to differ.
const LABEL_DIGITS: i32 = 4;

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
        let stops: Vec<String> = (0..count)
            .map(|index| stop(ends, index, count, is_integer).to_string())
            .collect();
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

/// One of `count` values at equal distances, the ends among them.
fn stop([from, to]: [f64; 2], index: usize, count: usize, is_integer: bool) -> f64 {
    let steps = count.saturating_sub(1).max(1) as f64;
    let share = index as f64 / steps;
    let exact = from * (1.0 - share) + to * share;
    if is_integer {
        return exact.round() + 0.0;
    }
    rounded(exact, [from, to], DIGITS)
}

/// A number with so many digits of what the larger end has.
fn rounded(number: f64, [from, to]: [f64; 2], digits: i32) -> f64 {
    // What is smaller is 0 as an `f32`.
    let magnitude = from.abs().max(to.abs()).log10().floor().max(-45.0);
    let decimals = (digits - 1 - magnitude as i32).max(0) as usize;
    let rounded = format!("{number:.decimals$}").parse().unwrap_or(number);
    // A negative zero becomes a plain one.
    rounded + 0.0
}

fn title(control: &Control) -> String {
    match &control.unit {
        Some(unit) => format!("{} ({unit})", control.label),
        None => control.label.clone(),
    }
}

/// The values as people read them, as short as they differ.
fn labels(control: &Control, ends: [f64; 2], stops: &[String]) -> Vec<String> {
    if control.ty.is_integer() {
        let values = stops.iter().filter_map(|stop| control.parse(stop).ok());
        return values.map(|value| control.write(&value)).collect();
    }
    let numbers: Vec<f64> = stops.iter().filter_map(|stop| stop.parse().ok()).collect();
    let with = |digits: i32| -> Vec<f64> {
        let rounded = |number: &f64| rounded(*number, ends, digits);
        numbers.iter().map(rounded).collect()
    };
    let differ = |numbers: &[f64]| numbers.windows(2).all(|pair| pair[0] != pair[1]);
    let mut all = (LABEL_DIGITS..DIGITS).map(with);
    let fewest = all.find(|labels| differ(labels)).unwrap_or(numbers.clone());
    fewest.iter().map(f64::to_string).collect()
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::compile;
    use noise_playground::source::{ModulePath, SourceTree};

    use super::*;

    #[test]
    fn values_lie_at_equal_distances_and_read_well() {
        let check = |ends: [f64; 2], count: usize, is_integer: bool, expected: &[&str]| {
            let stops: Vec<String> = (0..count)
                .map(|index| stop(ends, index, count, is_integer).to_string())
                .collect();
            assert_eq!(stops, expected);
        };
        check([0.0, 1.0], 1, false, &["0"]);
        check([0.1, 0.5], 5, false, &["0.1", "0.2", "0.3", "0.4", "0.5"]);
        check(
            [1.0, 0.0],
            4,
            false,
            &["1", "0.666666667", "0.333333333", "0"],
        );
        check([-0.1, 0.3], 5, false, &["-0.1", "0", "0.1", "0.2", "0.3"]);
        check([-0.4, 0.4], 2, true, &["0", "0"]);
        check([1.0, 8.0], 4, true, &["1", "3", "6", "8"]);
        check([0.0, 4_294_967_295.0], 2, true, &["0", "4294967295"]);
        check(
            [3e30, 3e30],
            2,
            false,
            &["3000000000000000000000000000000"; 2],
        );
        check([0.0, 0.0], 2, false, &["0", "0"]);
        check([0.0, 1e-300], 2, false, &["0", "0"]);
        check([0.0, 3e-20], 2, false, &["0", "0.00000000000000000003"]);
    }

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
