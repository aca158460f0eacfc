//! Parses the options of the sample grid: `--size`, `--center` and `--span`.

use anyhow::bail;
use noise_playground::grid::{MAX_SIDE, SampleGrid, check_size};

use super::{number, pair, parse_or};
use crate::args::Placement;

/// Returns the sample grid `defaults`, changed by the options for its size, center and span.
pub(in crate::commands) fn grid(
    arguments: &Placement,
    defaults: SampleGrid,
) -> anyhow::Result<SampleGrid> {
    let span = parse_or(
        arguments.span.as_ref(),
        |text| number("--span", text),
        defaults.span,
    )?;
    if span as f32 <= 0.0 {
        bail!("--span {span} is not above 0");
    }
    Ok(SampleGrid {
        center: parse_or(
            arguments.center.as_ref(),
            |text| pair("--center", text),
            defaults.center,
        )?,
        span,
        size: parse_or(arguments.size.as_ref(), size, defaults.size).and_then(checked_size)?,
    })
}

fn size(text: &str) -> anyhow::Result<[u32; 2]> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => Ok([width, height]),
        _ => bail!("--size {text:?} is not W or WxH with integers from 1 to {MAX_SIDE}"),
    }
}

fn checked_size(size: [u32; 2]) -> anyhow::Result<[u32; 2]> {
    check_size(size)?;
    Ok(size)
}
