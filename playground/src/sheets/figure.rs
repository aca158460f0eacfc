//! Figures: vector drawings, which are written as SVG or PDF, or drawn on a canvas.
//!
//! Coordinates are points from the upper left corner; y increases downward.

pub(super) mod axes;
mod pdf;
mod raster;
mod svg;

/// Primary text and axes.
pub(super) const INK: Color = Color([38, 38, 38, 255]);

/// Secondary text, and the frame of a plot.
pub(super) const PALE: Color = Color([110, 110, 110, 255]);

/// sRGB-encoded red, green and blue, and opacity, each 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) [u8; 4]);

impl Color {
    /// 0 to 255.
    pub(super) fn with_opacity(self, opacity: u8) -> Self {
        let Self([red, green, blue, _]) = self;
        Self([red, green, blue, opacity])
    }
}

/// Pictures are drawn first and text last.
pub(crate) struct Figure {
    /// In points.
    pub(crate) size: [f32; 2],
    /// True if the letters of an SVG or PDF are outlines, which look the same everywhere, instead of text.
    pub(crate) has_outlines: bool,
    marks: Vec<Mark>,
}

enum Mark {
    Picture(Picture),
    Area { points: Vec<[f32; 2]>, color: Color },
    Line { points: Vec<[f32; 2]>, stroke: Stroke },
    Text(Text),
}

/// Each sample is a rectangle of one color.
pub(crate) struct Picture {
    /// Left, top, width and height in points.
    pub(crate) rect: [f32; 4],
    /// In samples.
    pub(crate) size: [u32; 2],
    /// Red, green, blue and alpha bytes, row by row from the top.
    pub(crate) pixels: Vec<u8>,
}

#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) color: Color,
    /// In points.
    pub(crate) width: f32,
    pub(crate) is_dashed: bool,
}

impl Stroke {
    pub(super) fn solid(color: Color, width: f32) -> Self {
        Self { color, width, is_dashed: false }
    }
}

/// What of a line of text is at its position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

pub(crate) struct Text {
    /// On the baseline, in points.
    pub(crate) at: [f32; 2],
    pub(crate) text: String,
    /// In points.
    pub(crate) size: f32,
    pub(crate) color: Color,
    pub(crate) anchor: Anchor,
    pub(crate) is_bold: bool,
}

impl Figure {
    /// White background; `size` is in points.
    pub(crate) fn new(size: [f32; 2]) -> Self {
        Self { size, has_outlines: false, marks: Vec::new() }
    }

    pub(super) fn picture(&mut self, picture: Picture) {
        self.marks.push(Mark::Picture(picture));
    }

    pub(super) fn area(&mut self, points: Vec<[f32; 2]>, color: Color) {
        self.marks.push(Mark::Area { points, color });
    }

    pub(super) fn line(&mut self, points: Vec<[f32; 2]>, stroke: Stroke) {
        self.marks.push(Mark::Line { points, stroke });
    }

    pub(super) fn rectangle(&mut self, [left, top, width, height]: [f32; 4], stroke: Stroke) {
        let (right, bottom) = (left + width, top + height);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
        self.line(corners.to_vec(), stroke);
    }

    pub(super) fn text(&mut self, text: Text) {
        self.marks.push(Mark::Text(text));
    }

    /// Regular weight, in the color of secondary text.
    pub(super) fn label(
        &mut self,
        at: [f32; 2],
        anchor: Anchor,
        size: f32,
        text: impl Into<String>,
    ) {
        self.text(Text { at, text: text.into(), size, color: PALE, anchor, is_bold: false });
    }

    /// Pictures first, text last.
    fn ordered(&self) -> impl Iterator<Item = &Mark> {
        let layer = |wanted: u8| {
            self.marks.iter().filter(move |mark| {
                wanted
                    == match mark {
                        Mark::Picture(_) => 0,
                        Mark::Area { .. } | Mark::Line { .. } => 1,
                        Mark::Text(_) => 2,
                    }
            })
        };
        layer(0).chain(layer(1)).chain(layer(2))
    }
}
