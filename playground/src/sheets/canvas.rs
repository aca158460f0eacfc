//! A canvas in memory for pictures and antialiased text in the bundled font Inter, and in a font of the system for the
//! letters that Inter lacks.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use ab_glyph::{Font as _, FontRef, OutlineCurve, PxScale, ScaleFont as _, point};
use anyhow::Context as _;

use crate::process::fonts;

/// sRGB-encoded red, green, blue and alpha bytes, row by row from the top.
pub(crate) struct Canvas {
    pub(crate) size: [u32; 2],
    pub(crate) pixels: Vec<u8>,
}

impl Canvas {
    pub(crate) fn filled(size: [u32; 2], [red, green, blue]: [u8; 3]) -> Self {
        let count = size.map(|side| side as usize).iter().product();
        Self { size, pixels: [red, green, blue, 255].repeat(count) }
    }

    /// Adds rows at the bottom up to a height.
    pub(super) fn extend_to(&mut self, height: u32, [red, green, blue]: [u8; 3]) {
        let count = (self.size[0] * (height - self.size[1])) as usize;
        self.pixels.extend([red, green, blue, 255].repeat(count));
        self.size[1] = height;
    }

    /// Returns the pixels of the first `rows` rows, and keeps the others.
    pub(super) fn split_off_top(&mut self, rows: u32) -> Vec<u8> {
        let below = self.pixels.split_off((4 * self.size[0] * rows) as usize);
        self.size[1] -= rows;
        std::mem::replace(&mut self.pixels, below)
    }

    /// `width` is that of the RGBA `pixels`. The picture must be inside the canvas.
    pub(crate) fn draw(&mut self, corner: [u32; 2], width: u32, pixels: &[u8]) {
        self.draw_from_column(corner, width, 0, pixels);
    }

    /// Like [`draw`](Self::draw), without the columns to the left of `first_column`.
    pub(crate) fn draw_from_column(
        &mut self,
        [left, top]: [u32; 2],
        width: u32,
        first_column: u32,
        pixels: &[u8],
    ) {
        let [canvas_width, _] = self.size.map(|side| side as usize);
        let first_column = first_column as usize;
        for (row, pixels) in pixels.chunks_exact(4 * width as usize).enumerate() {
            let start = (top as usize + row) * canvas_width + left as usize + first_column;
            let pixels = &pixels[4 * first_column..];
            self.pixels[4 * start..][..pixels.len()].copy_from_slice(pixels);
        }
    }

    /// `fraction` is from 0 to 1. Pixels outside are ignored. sRGB bytes are mixed, not linear light, so that text has
    /// the weight that it usually has on screens.
    fn blend(&mut self, [x, y]: [i64; 2], color: [u8; 3], fraction: f32) {
        let [width, height] = self.size.map(i64::from);
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return;
        }
        let start = 4 * (y * width + x) as usize;
        for (byte, target) in self.pixels[start..].iter_mut().zip(color) {
            let change = fraction.clamp(0.0, 1.0) * (f32::from(target) - f32::from(*byte));
            *byte = (f32::from(*byte) + change).round() as u8;
        }
    }
}

pub(super) const REGULAR_FONT: &[u8] = include_bytes!("../../assets/Inter-Regular.ttf");

/// For titles.
pub(super) const MEDIUM_FONT: &[u8] = include_bytes!("../../assets/Inter-Medium.ttf");

/// Contents of the font of the system; `None` if none is installed. Read once a text needs it.
pub(super) static FALLBACK_FONT: LazyLock<Option<Vec<u8>>> = LazyLock::new(fonts::read_cjk);

static FALLBACK: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FALLBACK_FONT.as_deref()?).ok());

/// Texts whose missing letters were reported.
static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A character of a text.
#[derive(Clone, Copy)]
pub(super) struct Glyph {
    pub(super) id: ab_glyph::GlyphId,
    /// True if the glyph is one of [`FALLBACK_FONT`].
    pub(super) is_fallback: bool,
    /// Left and right edge in pixels from the start of the text.
    pub(super) start: f32,
    pub(super) end: f32,
}

/// A bundled font in one size.
pub(super) struct SizedFont {
    font: FontRef<'static>,
    /// Height of a line in pixels.
    line: f32,
}

impl SizedFont {
    /// `line` is the height of a line in pixels.
    pub(super) fn regular(line: f32) -> anyhow::Result<Self> {
        Self::new(REGULAR_FONT, line)
    }

    pub(super) fn medium(line: f32) -> anyhow::Result<Self> {
        Self::new(MEDIUM_FONT, line)
    }

    fn new(file: &'static [u8], line: f32) -> anyhow::Result<Self> {
        let font = FontRef::try_from_slice(file).context("the bundled font is invalid")?;
        Ok(Self { font, line })
    }

    /// In pixels.
    pub(super) fn width(&self, text: &str) -> f32 {
        self.glyphs(text).last().map_or(0.0, |glyph| glyph.end)
    }

    /// `width` is in pixels. Returns an empty text if not even the ellipsis fits.
    pub(super) fn elided(&self, text: &str, width: f32) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let width = width - self.width("\u{2026}");
        let fitting = self.glyphs(text).take_while(|glyph| glyph.end <= width);
        let mut short: String = text.chars().take(fitting.count()).collect();
        if width >= 0.0 {
            short.push('\u{2026}');
        }
        short
    }

    /// `at` is the upper left corner in pixels. Text outside the canvas is clipped.
    pub(super) fn write(&self, canvas: &mut Canvas, at: [f32; 2], text: &str, color: [u8; 3]) {
        self.report_missing(text);
        let ascent = self.font.as_scaled(self.scale(false)).ascent();
        for Glyph { id, is_fallback, start, .. } in self.glyphs(text) {
            let position = point(at[0] + start, (at[1] + ascent).round());
            let glyph = id.with_scale_and_position(self.scale(is_fallback), position);
            let Some(outline) = self.font_of(is_fallback).outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            let corner = [corner.x as i64, corner.y as i64];
            outline.draw(|x, y, coverage| {
                canvas.blend([corner[0] + i64::from(x), corner[1] + i64::from(y)], color, coverage);
            });
        }
    }

    /// Returns the outlines of the letters as the path of an SVG. `at` is the start of the baseline in pixels.
    pub(super) fn outline(&self, at: [f32; 2], text: &str) -> String {
        self.report_missing(text);
        let mut path = String::new();
        for Glyph { id, is_fallback, start, .. } in self.glyphs(text) {
            let font = self.font_of(is_fallback);
            let scale = font.as_scaled(self.scale(is_fallback)).scale_factor();
            let Some(outline) = font.outline(id) else { continue };
            let place = |point: ab_glyph::Point| {
                let (x, y) =
                    (at[0] + start + point.x * scale.horizontal, at[1] - point.y * scale.vertical);
                format!("{x:.3} {y:.3}")
            };
            let mut end = None;
            for curve in outline.curves {
                let (first, rest, last) = match curve {
                    OutlineCurve::Line(a, b) => (a, format!("L{}", place(b)), b),
                    OutlineCurve::Quad(a, b, c) => (a, format!("Q{} {}", place(b), place(c)), c),
                    OutlineCurve::Cubic(a, b, c, d) => {
                        (a, format!("C{} {} {}", place(b), place(c), place(d)), d)
                    }
                };
                if end != Some(first) {
                    path.push('M');
                    path.push_str(&place(first));
                }
                path.push_str(&rest);
                end = Some(last);
            }
        }
        path
    }

    /// One per character.
    pub(super) fn glyphs(&self, text: &str) -> impl Iterator<Item = Glyph> {
        let mut previous: Option<Glyph> = None;
        text.chars().map(move |character| {
            let is_fallback = !self.has(character) && fallback_has(character);
            let font = self.font_of(is_fallback).as_scaled(self.scale(is_fallback));
            let id = font.glyph_id(character);
            let before = previous.filter(|before| before.is_fallback == is_fallback);
            let kerning = before.map_or(0.0, |before| font.kern(before.id, id));
            let start = previous.map_or(0.0, |before| before.end) + kerning;
            let glyph = Glyph { id, is_fallback, start, end: start + font.h_advance(id) };
            previous = Some(glyph);
            glyph
        })
    }

    fn has(&self, character: char) -> bool {
        self.font.glyph_id(character).0 != 0
    }

    fn font_of(&self, is_fallback: bool) -> &FontRef<'static> {
        FALLBACK.as_ref().filter(|_| is_fallback).unwrap_or(&self.font)
    }

    /// Warns once of the letters of a text that no font has.
    pub(super) fn report_missing(&self, text: &str) {
        let is_missing =
            |letter: &char| !letter.is_whitespace() && !self.has(*letter) && !fallback_has(*letter);
        let missing: BTreeSet<char> = text.chars().filter(is_missing).collect();
        let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
        if !missing.is_empty() && reported.insert(text.to_owned()) {
            let letters: String = missing.into_iter().collect();
            tracing::warn!(
                "no font has the letters {letters:?} of {text:?}, which are left out; install Noto Sans CJK or Unifont"
            );
        }
    }

    /// The em square of both fonts is equally high.
    fn scale(&self, is_fallback: bool) -> PxScale {
        let height = |font: &FontRef<'static>| {
            font.height_unscaled() / font.units_per_em().unwrap_or(font.height_unscaled())
        };
        PxScale::from(self.line * height(self.font_of(is_fallback)) / height(&self.font))
    }
}

fn fallback_has(character: char) -> bool {
    FALLBACK.as_ref().is_some_and(|font| font.glyph_id(character).0 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_does_not_fit_ends_in_an_ellipsis() {
        let font = SizedFont::regular(20.0).unwrap();
        let text = "gain 0.50 to 0.72";
        assert_eq!(font.elided(text, 400.0), text);
        let short = font.elided(text, 80.0);
        assert!(short.ends_with('\u{2026}') && short.len() > 4, "{short}");
        assert!(font.width(&short) <= 80.0);
        assert_eq!(font.elided(text, 2.0), "");
    }

    #[test]
    fn text_is_antialiased_inside_its_bounds() {
        let font = SizedFont::regular(20.0).unwrap();
        assert!(font.width("0.25") > 1.5 * font.width("0."));
        let mut canvas = Canvas::filled([60, 40], [255; 3]);
        font.write(&mut canvas, [10.0, 10.0], "H", [0; 3]);
        let darker_than = |limit: u8| {
            let pixels = canvas.pixels.chunks_exact(4).enumerate();
            let dark = pixels.filter(move |(_, pixel)| pixel[0] < limit);
            dark.map(|(index, _)| [index % 60, index / 60]).collect::<Vec<_>>()
        };
        let (text, black) = (darker_than(255), darker_than(16));
        assert!(!black.is_empty() && black.len() < text.len());
        let right = 10 + font.width("H").ceil() as usize;
        let inside = |&[x, y]: &[usize; 2]| (10..=right).contains(&x) && (10..30).contains(&y);
        assert!(text.iter().all(inside), "{text:?}");
        // Text beyond the edge is cut off.
        font.write(&mut canvas, [-5.0, 35.0], "Wide as a house", [0; 3]);
    }
}
