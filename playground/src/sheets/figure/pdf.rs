//! A figure as PDF. Its text remains text in the embedded fonts, unless outlines are requested.

use anyhow::{Context as _, anyhow};
use krilla::Document;
use krilla::color::rgb;
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::geom::{Path, PathBuilder, Point, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{self, Fill, LineJoin, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::{Color, Figure, Mark, Picture, Stroke, Text};
use crate::sheets::canvas::{FALLBACK_FONT, Glyph, MEDIUM_FONT, REGULAR_FONT};

impl Figure {
    /// `manifest` is JSON, which is attached as a file.
    pub(crate) fn to_pdf(&self, title: &str, manifest: &str) -> anyhow::Result<Vec<u8>> {
        let mut document = Document::new();
        let [width, height] = self.size;
        let page = PageSettings::from_wh(width, height).context("the figure is empty")?;
        let mut page = document.start_page_with(page);
        let mut pen = Pen {
            surface: page.surface(),
            fonts: [REGULAR_FONT, MEDIUM_FONT].map(|file| Font::new(file.into(), 0)),
            fallback: None,
            has_outlines: self.has_outlines,
        };
        let drawn = self.ordered().try_for_each(|mark| pen.draw(mark));
        // The page is written by the destructors.
        drop(pen);
        drop(page);
        drawn?;
        document.set_metadata(
            Metadata::new().title(title.to_owned()).creator(env!("CARGO_PKG_NAME").to_owned()),
        );
        document.embed_file(attachment(manifest));
        document.finish().map_err(|error| anyhow!("cannot write a PDF: {error:?}"))
    }
}

/// Not compressed, so that its text can be found without a reader of PDF.
fn attachment(manifest: &str) -> EmbeddedFile {
    EmbeddedFile {
        path: "manifest.json".to_owned(),
        mime_type: MimeType::new("application/json"),
        description: Some("Shaders, values and view of the figure".to_owned()),
        association_kind: AssociationKind::Source,
        data: manifest.as_bytes().to_vec().into(),
        modification_date: None,
        compress: Some(false),
        location: None,
    }
}

struct Pen<'a> {
    surface: Surface<'a>,
    /// Regular and medium.
    fonts: [Option<Font>; 2],
    /// `None` until a text needs it.
    fallback: Option<Font>,
    has_outlines: bool,
}

impl Pen<'_> {
    fn draw(&mut self, mark: &Mark) -> anyhow::Result<()> {
        match mark {
            Mark::Picture(picture) => self.draw_picture(picture),
            Mark::Area { points, color } => {
                self.surface.set_fill(Some(fill(*color)));
                self.surface.set_stroke(None);
                if let Some(path) = path(points, true) {
                    self.surface.draw_path(&path);
                }
            }
            Mark::Line { points, stroke } => {
                self.surface.set_fill(None);
                self.surface.set_stroke(Some(pdf_stroke(stroke)));
                if let Some(path) = path(points, false) {
                    self.surface.draw_path(&path);
                }
            }
            Mark::Text(text) => self.write(text)?,
        }
        Ok(())
    }

    /// Does not interpolate between samples.
    fn draw_picture(&mut self, picture: &Picture) {
        let [left, top, width, height] = picture.rect;
        let Some(size) = Size::from_wh(width, height) else { return };
        let [columns, rows] = picture.size;
        self.surface.push_transform(&Transform::from_translate(left, top));
        self.surface.draw_image(Image::from_rgba8(picture.pixels.clone(), columns, rows), size);
        self.surface.pop();
    }

    /// A figure has one script and no ligatures: each character is a glyph.
    fn write(&mut self, text: &Text) -> anyhow::Result<()> {
        let font = text.font(1.0)?;
        font.report_missing(&text.text);
        let ends = text.text.char_indices().map(|(start, letter)| start..start + letter.len_utf8());
        let placed: Vec<Glyph> = font.glyphs(&text.text).collect();
        let starts = placed.iter().skip(1).map(|glyph| glyph.start);
        let next = starts.chain(placed.last().map(|glyph| glyph.end));
        let glyphs: Vec<KrillaGlyph> = placed
            .iter()
            .zip(next)
            .zip(ends)
            .map(|((glyph, next), range)| {
                let (id, advance) = (glyph.id.0.into(), (next - glyph.start) / text.size);
                KrillaGlyph::new(GlyphId::new(id), advance, 0.0, 0.0, 0.0, range, None)
            })
            .collect();
        let [x, y] = text.at;
        let left = x - text.before(&font);
        self.surface.set_fill(Some(fill(text.color)));
        self.surface.set_stroke(None);
        let is_outlined = self.has_outlines;
        let mut first = 0;
        for run in placed.chunk_by(|one, next| one.is_fallback == next.is_fallback) {
            let at = Point::from_xy(left + run[0].start, y);
            let embedded = self.font(text.is_bold, run[0].is_fallback)?;
            let glyphs = &glyphs[first..][..run.len()];
            self.surface.draw_glyphs(at, glyphs, embedded, &text.text, text.size, is_outlined);
            first += run.len();
        }
        Ok(())
    }

    fn font(&mut self, is_bold: bool, is_fallback: bool) -> anyhow::Result<Font> {
        if !is_fallback {
            let bundled = self.fonts[usize::from(is_bold)].clone();
            return bundled.context("the bundled font is invalid");
        }
        if self.fallback.is_none() {
            let file = FALLBACK_FONT.clone().unwrap_or_default();
            self.fallback = Font::new(file.into(), 0);
        }
        self.fallback.clone().context("the font of the system is invalid")
    }
}

fn path(points: &[[f32; 2]], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, [x, y]) in points.iter().enumerate() {
        if index == 0 {
            path.move_to(*x, *y);
        } else {
            path.line_to(*x, *y);
        }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

fn fill(color: Color) -> Fill {
    let (paint, opacity) = paint(color);
    Fill { paint, opacity, ..Fill::default() }
}

fn pdf_stroke(stroke: &Stroke) -> paint::Stroke {
    let (paint, opacity) = paint(stroke.color);
    let dash = StrokeDash { array: vec![4.0, 3.0], offset: 0.0 };
    paint::Stroke {
        paint,
        opacity,
        width: stroke.width,
        line_join: LineJoin::Round,
        dash: stroke.is_dashed.then_some(dash),
        ..paint::Stroke::default()
    }
}

fn paint(Color([red, green, blue, opacity]): Color) -> (paint::Paint, NormalizedF32) {
    let opacity = NormalizedF32::new(f32::from(opacity) / 255.0);
    (rgb::Color::new(red, green, blue).into(), opacity.unwrap_or(NormalizedF32::ONE))
}
