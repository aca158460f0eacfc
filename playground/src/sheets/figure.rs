//! Figures: drawings of lines, areas, pictures and text, written as SVG or drawn on a canvas.
//!
//! Coordinates are points from the upper left corner; y grows downward.

pub(super) mod axes;
mod raster;
mod svg;

/// Color of primary text and of axes.
pub(super) const INK: Color = Color([38, 38, 38, 255]);

/// Color of secondary text, and of the frame of a plot.
pub(super) const PALE: Color = Color([110, 110, 110, 255]);

/// A color: sRGB-encoded red, green and blue, and opacity, each 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) [u8; 4]);

impl Color {
    /// Returns the same color with another opacity, 0 to 255.
    pub(super) fn with_opacity(self, opacity: u8) -> Self {
        let Self([red, green, blue, _]) = self;
        Self([red, green, blue, opacity])
    }
}

/// A vector drawing. Pictures are below lines and areas, text is above everything.
pub(crate) struct Figure {
    /// Width and height in points.
    pub(crate) size: [f32; 2],
    marks: Vec<Mark>,
}

/// One element of a figure.
enum Mark {
    Picture(Picture),
    Area {
        points: Vec<[f32; 2]>,
        color: Color,
    },
    Line {
        points: Vec<[f32; 2]>,
        stroke: Stroke,
    },
    Text(Text),
}

/// An element that shows samples, each as a rectangle of one color.
pub(crate) struct Picture {
    /// Left, top, width and height in the figure, in points.
    pub(crate) rect: [f32; 4],
    /// Width and height in samples.
    pub(crate) size: [u32; 2],
    /// Red, green, blue and alpha bytes, row by row from the top.
    pub(crate) pixels: Vec<u8>,
}

/// Color, width and dashes of a line.
#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) color: Color,
    /// Width in points.
    pub(crate) width: f32,
    pub(crate) is_dashed: bool,
}

impl Stroke {
    pub(super) fn solid(color: Color, width: f32) -> Self {
        Self {
            color,
            width,
            is_dashed: false,
        }
    }

    pub(super) fn dashed(color: Color, width: f32) -> Self {
        Self {
            color,
            width,
            is_dashed: true,
        }
    }
}

/// The part of a line of text that is at its position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text of a figure: the words and their place.
pub(crate) struct Text {
    /// Position of the anchor on the baseline, in points.
    pub(crate) at: [f32; 2],
    pub(crate) text: String,
    /// Size of the font in points.
    pub(crate) size: f32,
    pub(crate) color: Color,
    pub(crate) anchor: Anchor,
    pub(crate) is_bold: bool,
}

impl Figure {
    /// Returns an empty figure of this width and height in points. Its background is white.
    pub(crate) fn new(size: [f32; 2]) -> Self {
        Self {
            size,
            marks: Vec::new(),
        }
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
        let corners = [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
            [left, top],
        ];
        self.line(corners.to_vec(), stroke);
    }

    pub(super) fn text(&mut self, text: Text) {
        self.marks.push(Mark::Text(text));
    }

    /// Adds a line of regular text in the color of secondary text.
    pub(super) fn label(
        &mut self,
        at: [f32; 2],
        anchor: Anchor,
        size: f32,
        text: impl Into<String>,
    ) {
        self.text(Text {
            at,
            text: text.into(),
            size,
            color: PALE,
            anchor,
            is_bold: false,
        });
    }
}
