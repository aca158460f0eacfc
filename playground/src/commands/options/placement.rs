//! Where the samples lie: `--size --center --span`.

use anyhow::bail;
use noise_playground::grid::SampleGrid;

use super::{number, pair, parse_or};
use crate::args::Placement;

/// The most samples across or down that a picture may have.
const MAX_SIDE: u32 = 1 << 20;

/// The samples that a call asks for; where it says nothing, `before`.
pub(in crate::commands) fn grid(
    arguments: &Placement,
    before: SampleGrid,
) -> anyhow::Result<SampleGrid> {
    let span = parse_or(
        arguments.span.as_ref(),
        |text| number("--span", text),
        before.span,
    )?;
    if span as f32 <= 0.0 {
        bail!("--span {span} is not above 0");
    }
    Ok(SampleGrid {
        center: parse_or(
            arguments.center.as_ref(),
            |text| pair("--center", text),
            before.center,
        )?,
        span,
        size: parse_or(arguments.size.as_ref(), size, before.size).and_then(possible)?,
    })
}

fn size(text: &str) -> anyhow::Result<[u32; 2]> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => Ok([width, height]),
        _ => bail!("--size {text:?} is not W or WxH with whole numbers from 1 to {MAX_SIDE}"),
    }
}

fn possible(size: [u32; 2]) -> anyhow::Result<[u32; 2]> {
    let [width, height] = size;
    if !size.iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        bail!("--size {width}x{height}: each side is a whole number from 1 to {MAX_SIDE}");
    }
    // Samples are counted in 32 bits on the GPU.
    if width.checked_mul(height).is_none() {
        bail!("--size {width}x{height} is more than 4,294,967,295 samples");
    }
    Ok(size)
}
