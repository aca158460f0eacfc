//! A picture in memory, and anti-aliased text on it in the bundled typeface Inter.

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _, point};
use anyhow::Context as _;

/// Colors of the background and of text, as sRGB bytes.
pub(crate) const BACKGROUND: [u8; 3] = [255; 3];
pub(crate) const TEXT_COLOR: [u8; 3] = [38; 3];

/// Largest number of pixels of a picture that is composed in memory.
pub(crate) const MAX_PIXELS: u64 = 1 << 27;

/// An sRGB picture in memory: rows from the top, red, green, blue and alpha bytes.
pub(crate) struct Canvas {
    pub(crate) size: [u32; 2],
    pub(crate) pixels: Vec<u8>,
}

impl Canvas {
    /// Creates a canvas of one color.
    pub(crate) fn filled(size: [u32; 2], [red, green, blue]: [u8; 3]) -> Self {
        let count = size.map(|side| side as usize).iter().product();
        Self {
            size,
            pixels: [red, green, blue, 255].repeat(count),
        }
    }

    /// Copies a picture of `across` pixels width to the canvas, inside which it must be.
    pub(crate) fn put(&mut self, [left, top]: [u32; 2], across: u32, pixels: &[u8]) {
        let row_bytes = 4 * across as usize;
        for (row, pixels) in pixels.chunks_exact(row_bytes).enumerate() {
            let start = 4 * ((top as usize + row) * self.size[0] as usize + left as usize);
            self.pixels[start..start + row_bytes].copy_from_slice(pixels);
        }
    }

    /// Blends a pixel with a color by a fraction of 0 to 1. Blends encoded bytes, which gives text its usual weight.
    fn blend(&mut self, [x, y]: [i64; 2], color: [u8; 3], share: f32) {
        let [width, height] = self.size.map(i64::from);
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return;
        }
        let start = 4 * (y * width + x) as usize;
        for (byte, goal) in self.pixels[start..].iter_mut().zip(color) {
            let toward = share.clamp(0.0, 1.0) * (f32::from(goal) - f32::from(*byte));
            *byte = (f32::from(*byte) + toward).round() as u8;
        }
    }
}

/// A font in one size.
pub(crate) struct SizedFont {
    font: FontRef<'static>,
    /// Line height, in pixels.
    pub(crate) line: f32,
}

impl SizedFont {
    /// Loads the weight for text.
    pub(crate) fn regular(line: f32) -> anyhow::Result<Self> {
        Self::new(include_bytes!("../../assets/Inter-Regular.ttf"), line)
    }

    /// Loads the weight for titles.
    pub(crate) fn medium(line: f32) -> anyhow::Result<Self> {
        Self::new(include_bytes!("../../assets/Inter-Medium.ttf"), line)
    }

    fn new(file: &'static [u8], line: f32) -> anyhow::Result<Self> {
        let font = FontRef::try_from_slice(file).context("the bundled font is broken")?;
        Ok(Self { font, line })
    }

    /// Returns the width of a line, in pixels.
    pub(crate) fn width(&self, text: &str) -> f32 {
        self.glyphs(text).last().map_or(0.0, |(_, _, end)| end)
    }

    /// Shortens a text to a width in pixels, with an ellipsis in place of what is missing.
    pub(crate) fn elided(&self, text: &str, room: f32) -> String {
        if self.width(text) <= room {
            return text.to_owned();
        }
        let room = room - self.width("\u{2026}");
        let fitting = self.glyphs(text).take_while(|(_, _, end)| *end <= room);
        let mut short: String = text.chars().take(fitting.count()).collect();
        if room >= 0.0 {
            short.push('\u{2026}');
        }
        short
    }

    /// Draws a line of text whose upper left corner is at `at`, in pixels. Cuts it off at the edges of the canvas.
    pub(crate) fn write(&self, canvas: &mut Canvas, at: [f32; 2], text: &str, color: [u8; 3]) {
        let ascent = self.font.as_scaled(self.scale()).ascent();
        for (id, start, _) in self.glyphs(text) {
            let place = point(at[0] + start, (at[1] + ascent).round());
            let glyph = id.with_scale_and_position(self.scale(), place);
            let Some(outline) = self.font.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            let corner = [corner.x as i64, corner.y as i64];
            outline.draw(|x, y, share| {
                canvas.blend(
                    [corner[0] + i64::from(x), corner[1] + i64::from(y)],
                    color,
                    share,
                );
            });
        }
    }

    /// Returns the glyphs of a line, each with its start and end in pixels.
    fn glyphs(&self, text: &str) -> impl Iterator<Item = (ab_glyph::GlyphId, f32, f32)> {
        let scaled = self.font.as_scaled(self.scale());
        let mut before = None;
        let mut end = 0.0;
        text.chars().map(move |character| {
            let id = scaled.glyph_id(character);
            let start = end + before.map_or(0.0, |before| scaled.kern(before, id));
            end = start + scaled.h_advance(id);
            before = Some(id);
            (id, start, end)
        })
    }

    fn scale(&self) -> PxScale {
        PxScale::from(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_ends_with_an_ellipsis() {
        let lettering = SizedFont::regular(20.0).unwrap();
        let text = "gain 0.50 to 0.72";
        assert_eq!(lettering.elided(text, 400.0), text);
        let short = lettering.elided(text, 80.0);
        assert!(short.ends_with('\u{2026}') && short.len() > 4, "{short}");
        assert!(lettering.width(&short) <= 80.0);
        assert_eq!(lettering.elided(text, 2.0), "");
    }

    #[test]
    fn text_is_inside_its_rectangle_and_anti_aliased() {
        let lettering = SizedFont::regular(20.0).unwrap();
        assert!(lettering.width("0.25") > 1.5 * lettering.width("0."));
        let mut canvas = Canvas::filled([60, 40], [255; 3]);
        lettering.write(&mut canvas, [10.0, 10.0], "H", [0; 3]);
        let dark = |limit: u8| {
            let pixels = canvas.pixels.chunks_exact(4).enumerate();
            let inked = pixels.filter(move |(_, pixel)| pixel[0] < limit);
            inked
                .map(|(index, _)| [index % 60, index / 60])
                .collect::<Vec<_>>()
        };
        let (inked, black) = (dark(255), dark(16));
        assert!(!black.is_empty() && black.len() < inked.len());
        let right = 10 + lettering.width("H").ceil() as usize;
        let inside = |&[x, y]: &[usize; 2]| (10..=right).contains(&x) && (10..30).contains(&y);
        assert!(inked.iter().all(inside), "{inked:?}");
        // Text beyond the edges does not panic.
        lettering.write(&mut canvas, [-5.0, 35.0], "Wide as a house", [0; 3]);
    }
}
