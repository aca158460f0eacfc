//! A figure on a canvas, with antialiasing.

use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::kurbo::{self, Affine, BezPath, Cap, Join};
use vello_cpu::{Pixmap, RenderContext, Resources};

use super::{Anchor, Color, Figure, Mark, Picture, Stroke, Text};
use crate::sheets::canvas::{Canvas, SizedFont};

/// Height of a line of Inter, relative to the font size.
const LINE_HEIGHT: f32 = 1.21;

/// Height of Inter's tallest letters, relative to the font size.
const ASCENT: f32 = 0.969;

impl Figure {
    /// `scale` is in pixels per point.
    pub(crate) fn to_canvas(&self, scale: f32) -> anyhow::Result<Canvas> {
        let size = self.size.map(|points| (points * scale).round() as u32);
        let mut canvas = Canvas::filled(size, [255; 3]);
        for mark in &self.marks {
            if let Mark::Picture(picture) = mark {
                draw_picture(&mut canvas, picture, scale);
            }
        }
        blend(&mut canvas, &self.paths(size, scale));
        for mark in &self.marks {
            if let Mark::Text(text) = mark {
                write(&mut canvas, text, scale)?;
            }
        }
        Ok(canvas)
    }

    /// Returns lines and areas on a transparent background.
    fn paths(&self, [width, height]: [u32; 2], scale: f32) -> Pixmap {
        let [width, height] = [width, height].map(|side| side.min(u16::MAX.into()) as u16);
        let mut context = RenderContext::new(width, height);
        context.set_transform(Affine::scale(scale.into()));
        for mark in &self.marks {
            match mark {
                Mark::Area { points, color } => {
                    context.set_paint(paint(*color));
                    let mut outline = path(points);
                    outline.close_path();
                    context.fill_path(&outline);
                }
                Mark::Line { points, stroke } => {
                    context.set_paint(paint(stroke.color));
                    context.set_stroke(kurbo_stroke(stroke));
                    context.stroke_path(&path(points));
                }
                Mark::Picture(_) | Mark::Text(_) => {}
            }
        }
        let mut pixmap = Pixmap::new(width, height);
        context.flush();
        context.render(&mut pixmap, &mut Resources::new());
        pixmap
    }
}

fn path(points: &[[f32; 2]]) -> BezPath {
    let mut path = BezPath::new();
    for (index, [x, y]) in points.iter().enumerate() {
        let point = (f64::from(*x), f64::from(*y));
        if index == 0 {
            path.move_to(point);
        } else {
            path.line_to(point);
        }
    }
    path
}

fn paint(Color([red, green, blue, opacity]): Color) -> AlphaColor<Srgb> {
    AlphaColor::from_rgba8(red, green, blue, opacity)
}

fn kurbo_stroke(stroke: &Stroke) -> kurbo::Stroke {
    let line = kurbo::Stroke::new(stroke.width.into()).with_join(Join::Round).with_caps(Cap::Butt);
    if stroke.is_dashed { line.with_dashes(0.0, [4.0, 3.0]) } else { line }
}

/// Does not interpolate between samples.
fn draw_picture(canvas: &mut Canvas, picture: &Picture, scale: f32) {
    let [left, top, width, height] = picture.rect.map(|points| (points * scale).round() as u32);
    let mut row = Vec::with_capacity(4 * width as usize);
    for y in 0..height {
        row.clear();
        let source_y = u64::from(y) * u64::from(picture.size[1]) / u64::from(height);
        for x in 0..width {
            let source_x = u64::from(x) * u64::from(picture.size[0]) / u64::from(width);
            let at = 4 * (source_y * u64::from(picture.size[0]) + source_x) as usize;
            row.extend_from_slice(&picture.pixels[at..at + 4]);
        }
        canvas.draw([left, top + y], width, &row);
    }
}

/// The alpha of `paths` is premultiplied.
fn blend(canvas: &mut Canvas, paths: &Pixmap) {
    let over = paths.data_as_u8_slice().as_chunks::<4>().0;
    for (below, above) in canvas.pixels.as_chunks_mut::<4>().0.iter_mut().zip(over) {
        let transparency = u32::from(255 - above[3]);
        for (byte, added) in below.iter_mut().zip(above).take(3) {
            let kept = (u32::from(*byte) * transparency + 127) / 255;
            *byte = (kept + u32::from(*added)).min(255) as u8;
        }
    }
}

impl Text {
    /// `scale` is in pixels per point.
    pub(super) fn font(&self, scale: f32) -> anyhow::Result<SizedFont> {
        let line = self.size * scale * LINE_HEIGHT;
        if self.is_bold { SizedFont::medium(line) } else { SizedFont::regular(line) }
    }

    /// Width of the text before its position, in pixels of the font.
    pub(super) fn before(&self, font: &SizedFont) -> f32 {
        match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => font.width(&self.text) / 2.0,
            Anchor::End => font.width(&self.text),
        }
    }
}

fn write(canvas: &mut Canvas, text: &Text, scale: f32) -> anyhow::Result<()> {
    let font = text.font(scale)?;
    let at = [text.at[0] * scale - text.before(&font), (text.at[1] - ASCENT * text.size) * scale];
    let Color([red, green, blue, _]) = text.color;
    font.write(canvas, at, &text.text, [red, green, blue]);
    Ok(())
}
