//! Sheets of several pictures with captions or labels, and figures for papers.
//!
//! Nothing here evaluates shaders or writes files: the callers render pictures, draw them on a sheet and write its
//! pixels.

mod analysis;
mod canvas;
mod comparison;
mod difference;
mod figure;
mod picture;
mod sweep;

use anyhow::bail;

pub(crate) use analysis::{PAGE_SCALE, PageSubject, analysis_page};
pub(crate) use canvas::Canvas;
use canvas::SizedFont;
pub(crate) use comparison::{ComparisonSheet, SheetArrangement};
pub(crate) use figure::Figure;
pub(crate) use picture::{ColorBar, FigureContent, picture_figure, with_unit};
pub(crate) use sweep::SweepSheet;

/// sRGB-encoded.
const TEXT_COLOR: [u8; 3] = [38; 3];

/// Secondary text, sRGB-encoded.
const PALE_TEXT_COLOR: [u8; 3] = [110; 3];

/// sRGB-encoded.
const BACKGROUND: [u8; 3] = [255; 3];

/// Limit of a sheet of 4 bytes a pixel; all but those of sweeps are in memory as a whole.
const MAX_PIXELS: u64 = 1 << 27;

/// All in one size.
struct Fonts {
    regular: SizedFont,
    medium: SizedFont,
    /// Height of a line in pixels.
    line: f32,
}

impl Fonts {
    /// The shorter side of a picture is as long as `lines` lines are high; but a line has at least 16 and at most 64
    /// pixels.
    fn new(picture: [u32; 2], lines: f32) -> anyhow::Result<Self> {
        let shorter = picture[0].min(picture[1]) as f32;
        let line = (shorter / lines).clamp(16.0, 64.0).round();
        Ok(Self { regular: SizedFont::regular(line)?, medium: SizedFont::medium(line)?, line })
    }
}

/// Fails if the canvas would have more than `max` pixels.
fn new_canvas(size: [u64; 2], max: u64) -> anyhow::Result<Canvas> {
    Ok(Canvas::filled(checked_size(size, max)?, BACKGROUND))
}

/// Fails if a sheet would have more than `max` pixels.
fn checked_size([width, height]: [u64; 2], max: u64) -> anyhow::Result<[u32; 2]> {
    if width.saturating_mul(height) > max {
        bail!("the sheet would have {width} \u{d7} {height} pixels, more than {max}");
    }
    Ok([width, height].map(|side| side as u32))
}
