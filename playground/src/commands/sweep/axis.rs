//! `--vary NAME=FROM:TO:COUNT`: the values that a control goes through.

use anyhow::{Context as _, anyhow, bail};
use noise_playground::control::{Control, Values, Widget};
use noise_playground::generator::Generator;

use crate::commands::options::{controls_named, number};

/// The most pictures that a sweep may have.
pub(super) const MAX_VARIANTS: usize = 100_000;

/// Digits of a value, counted from the first of the larger end: more than an `f32` holds, fewer than rounding
/// errors reach.
const DIGITS: i32 = 9;

/// A control that a sweep varies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    /// The control's name.
    pub(super) name: String,
    /// What to call it on a sheet: its label, and what its numbers count.
    pub(super) title: String,
    /// Its values in turn, as `--set` takes them. At least one.
    pub(super) stops: Vec<String>,
    /// The same as people read them: an option's name for its index.
    pub(super) labels: Vec<String>,
}

impl Axis {
    /// Reads what a person typed.
    pub(super) fn parse(text: &str, generator: &Generator) -> anyhow::Result<Self> {
        Self::read(text, generator).with_context(|| format!("--vary {text:?}"))
    }

    fn read(text: &str, generator: &Generator) -> anyhow::Result<Self> {
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
            name: name.to_owned(),
            title: title(controls[0]),
            labels: stops.iter().map(|stop| label(controls[0], stop)).collect(),
            stops,
        })
    }

    /// Sets the control to one of its values.
    pub(super) fn set(
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
    let magnitude = from.abs().max(to.abs()).log10().floor();
    let decimals = (DIGITS - magnitude.max(-300.0) as i32).max(0) as usize;
    let rounded = format!("{exact:.decimals$}").parse().unwrap_or(exact);
    // A negative zero becomes a plain one.
    rounded + 0.0
}

fn title(control: &Control) -> String {
    match &control.unit {
        Some(unit) => format!("{} ({unit})", control.label),
        None => control.label.clone(),
    }
}

fn label(control: &Control, stop: &str) -> String {
    match &control.widget {
        Widget::Enum(options) => {
            let option = stop
                .parse()
                .ok()
                .and_then(|index: usize| options.get(index));
            option.cloned().unwrap_or_else(|| stop.to_owned())
        }
        _ => stop.to_owned(),
    }
}

#[cfg(test)]
mod tests {
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
        check([0.0, 3e-20], 2, false, &["0", "0.00000000000000000003"]);
    }
}
