//! Options that several subcommands share.

mod data;
mod generator;
mod settings;
mod unused;
mod view_checks;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::mesh::Clip;
use noise_playground::suggest::closest;

pub(super) use data::{check_data, data_settings};
pub(super) use generator::open;
pub(super) use settings::{channel, check_channel, grid, initial_settings, scaled_range, settings};
pub(super) use unused::{
    given_folder, given_placement, reject, reject_placement, reject_z_and_time,
};

/// The number must be finite as an `f32`. The error names `option`.
pub(super) fn number(option: &str, text: &str) -> anyhow::Result<f64> {
    let number = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite() && (*number as f32).is_finite());
    number.ok_or_else(|| anyhow!("{option}: {text:?} is not a finite number"))
}

/// Two numbers separated by a comma. The error names `option`.
pub(super) fn pair(option: &str, text: &str) -> anyhow::Result<[f64; 2]> {
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok([number(option, first)?, number(option, second)?]),
        _ => bail!("{option}: {text:?} is not two numbers with a comma between them"),
    }
}

pub(super) fn parse_or<T>(
    text: Option<&String>,
    parse: impl FnOnce(&str) -> anyhow::Result<T>,
    default: T,
) -> anyhow::Result<T> {
    text.map_or(Ok(default), |text| parse(text))
}

/// Parses `--depth`, 8 or 16. Returns true for 16.
pub(super) fn is_sixteen_bits(depth: Option<&str>) -> anyhow::Result<bool> {
    match depth {
        None | Some("8") => Ok(false),
        Some("16") => Ok(true),
        Some(other) => bail!("--depth {other:?} is neither 8 nor 16"),
    }
}

/// Lists the valid `names` and suggests the most similar one.
pub(super) fn unknown_name<'n>(
    option: &str,
    name: &str,
    names: impl AsRef<[&'n str]>,
) -> anyhow::Error {
    let names = names.as_ref();
    let similar = closest(name, names.iter().copied());
    let hint = similar.map_or_else(String::new, |similar| format!("; did you mean {similar}?"));
    anyhow!("{option} {name:?} is none of {}{hint}", names.join(", "))
}

/// `x=VALUE`, `y=VALUE` or `z=VALUE`.
pub(super) fn clip(text: &str) -> anyhow::Result<Clip> {
    let parsed = text.split_once('=').and_then(|(axis, limit)| {
        let axis = ["x", "y", "z"].iter().position(|name| *name == axis)?;
        let limit = number("--clip", limit).ok()?;
        Some(Clip { axis, limit })
    });
    parsed.with_context(|| format!("--clip {text:?} is not x=VALUE, y=VALUE or z=VALUE"))
}
