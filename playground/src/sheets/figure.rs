//! Figures: vector drawings of lines, areas, pictures and text, which are written as SVG or drawn on a canvas.
//!
//! Coordinates are points from the upper left corner; y increases downward.

pub(super) mod axes;
mod raster;
mod svg;

/// Color of primary text and of axes in a figure.
pub(super) const INK: Color = Color([38, 38, 38, 255]);

/// Color of secondary text, and of the frame of a plot, in a figure.
pub(super) const PALE: Color = Color([110, 110, 110, 255]);

/// A color in a figure: sRGB-encoded red, green and blue, and opacity, each 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) [u8; 4]);

impl Color {
    /// Returns this color with another opacity, 0 to 255.
    pub(super) fn with_opacity(self, opacity: u8) -> Self {
        let Self([red, green, blue, _]) = self;
        Self([red, green, blue, opacity])
    }
}

/// A vector drawing, which consists of pictures, lines, areas and text. Pictures are drawn first and text last.
pub(crate) struct Figure {
    /// Width and height of the figure in points.
    pub(crate) size: [f32; 2],
    marks: Vec<Mark>,
}

/// One element of a figure: a picture, an area, a line or a text.
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

/// A picture in a figure, which shows each sample as a rectangle of one color.
pub(crate) struct Picture {
    /// Left, top, width and height of the picture in the figure, in points.
    pub(crate) rect: [f32; 4],
    /// Width and height of the picture in samples.
    pub(crate) size: [u32; 2],
    /// Colors of the samples: red, green, blue and alpha bytes, row by row from the top.
    pub(crate) pixels: Vec<u8>,
}

/// Style of a line in a figure: its color, width and dashes.
#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) color: Color,
    /// Width of the line in points.
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

/// Horizontal alignment of a line of text: its start, middle or end is at its position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text in a figure, with its position and style.
pub(crate) struct Text {
    /// Position of the text in points: of its start, middle or end on the baseline, as the alignment selects.
    pub(crate) at: [f32; 2],
    pub(crate) text: String,
    /// Font size of the text in points.
    pub(crate) size: f32,
    pub(crate) color: Color,
    pub(crate) anchor: Anchor,
    pub(crate) is_bold: bool,
}

impl Figure {
    /// Returns an empty figure with a white background. `size` is its width and height in points.
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

    /// Adds a line of text to the figure, in regular weight and the color of secondary text.
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
