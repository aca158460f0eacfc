//! What option texts mean, for the commands that share them.

mod placement;
mod values;

use anyhow::{anyhow, bail};

pub(super) use placement::grid;
pub(super) use values::values;

/// A finite number, in single precision too.
pub(super) fn number(option: &str, text: &str) -> anyhow::Result<f64> {
    let number = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite() && (*number as f32).is_finite());
    number.ok_or_else(|| anyhow!("{option}: {text:?} is not a finite number"))
}

/// Two of them.
pub(super) fn pair(option: &str, text: &str) -> anyhow::Result<[f64; 2]> {
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok([number(option, first)?, number(option, second)?]),
        _ => bail!("{option}: {text:?} is not two numbers with a comma between them"),
    }
}

/// What an option's text stands for, or what it was before where it is not given.
pub(super) fn or_else<T>(
    text: Option<&String>,
    read: impl FnOnce(&str) -> anyhow::Result<T>,
    before: T,
) -> anyhow::Result<T> {
    text.map_or(Ok(before), |text| read(text))
}
