//! Sheet of compared cells: as they are arranged in the window, each with its caption below.

use noise_playground::comparison::{Difference, FieldComparison};
use noise_playground::metrics::DifferenceMetrics;

use super::{BACKGROUND, Canvas, Fonts, PALE_TEXT_COLOR, TEXT_COLOR, difference, new_canvas};

/// How the cells share a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SheetArrangement {
    /// Row by row, with this number of columns.
    Columns(usize),
    /// The second picture over the first, to the right of a line at this fraction of the width.
    Wiped(f32),
    /// One picture: the second field minus the reference.
    Subtracted(FieldComparison),
}

/// A sheet that is being drawn. Lengths are in pixels.
pub(crate) struct ComparisonSheet {
    pub(crate) canvas: Canvas,
    arrangement: SheetArrangement,
    /// Size of a picture.
    picture: [u32; 2],
    fonts: Fonts,
    /// Height between a picture and its caption.
    below: u32,
}

impl ComparisonSheet {
    /// Lays out `count` cells, whose pictures have the same size.
    ///
    /// # Errors
    /// The sheet would have too many pixels.
    pub(crate) fn new(
        picture: [u32; 2],
        count: usize,
        arrangement: SheetArrangement,
    ) -> anyhow::Result<Self> {
        let fonts = Fonts::new(picture, 40.0)?;
        let line = fonts.line;
        let (counts, below, max) = match arrangement {
            SheetArrangement::Columns(columns) => {
                ([columns, count.div_ceil(columns)], 0, super::MAX_PIXELS)
            }
            SheetArrangement::Wiped(_) => ([1, 1], 0, super::MAX_PIXELS),
            SheetArrangement::Subtracted(_) => {
                let below = difference::height(picture[0], line);
                ([1, 1], below, difference::MAX_PIXELS)
            }
        };
        let pitches = [picture[0], picture[1] + below + 2 * line as u32];
        let size = [0, 1].map(|axis| {
            let pitch = u64::from(pitches[axis]) + line as u64;
            counts[axis] as u64 * pitch + line as u64
        });
        Ok(Self {
            canvas: new_canvas(size, max)?,
            arrangement,
            picture,
            fonts,
            below,
        })
    }

    /// Returns the upper left corner of a picture.
    fn corner(&self, index: usize) -> [u32; 2] {
        let line = self.fonts.line as u32;
        let at = match self.arrangement {
            SheetArrangement::Columns(columns) => [index % columns, index / columns],
            SheetArrangement::Wiped(_) | SheetArrangement::Subtracted(_) => [0, 0],
        };
        let [column, row] = at.map(|at| at as u32);
        [
            line + column * (self.picture[0] + line),
            line + row * (self.picture[1] + 3 * line),
        ]
    }

    /// Draws a cell's picture: red, green, blue and alpha bytes, row by row from the top.
    pub(crate) fn put(&mut self, index: usize, pixels: &[u8]) {
        let corner = self.corner(index);
        let [width, height] = self.picture;
        match self.arrangement {
            SheetArrangement::Wiped(fraction) if index > 0 => {
                let split = ((fraction * width as f32).round() as u32).min(width);
                self.canvas.put_from(corner, width, split, pixels);
                if split < width {
                    let [red, green, blue] = BACKGROUND;
                    let line = [red, green, blue, 255].repeat(height as usize);
                    self.canvas.put([corner[0] + split, corner[1]], 1, &line);
                }
            }
            _ => self.canvas.put(corner, width, pixels),
        }
    }

    /// Draws the difference of two cells, and below it the color scale and the metrics, if there are any.
    pub(crate) fn put_difference(
        &mut self,
        difference: &Difference,
        metrics: Option<&DifferenceMetrics>,
    ) {
        self.put(0, &difference.pixels());
        let [left, top] = self.corner(0);
        let corner = [left, top + self.picture[1]].map(|at| at as f32);
        let width = self.picture[0];
        let fonts = &self.fonts;
        difference::draw_legend(
            &mut self.canvas,
            corner,
            width,
            fonts,
            difference.limit,
            metrics,
        );
    }

    /// Writes a cell's name, and after it what else there is to say, as far as they fit below the picture. Two cells
    /// with one picture have half its width each.
    pub(crate) fn caption(&mut self, index: usize, [name, details]: [&str; 2]) {
        let [left, top] = self.corner(index).map(|at| at as f32);
        let width = self.picture[0] as f32;
        let (start, width) = match self.arrangement {
            SheetArrangement::Columns(_) => (left, width),
            SheetArrangement::Wiped(_) | SheetArrangement::Subtracted(_) => {
                (left + index as f32 * width / 2.0, width / 2.0)
            }
        };
        let Fonts {
            regular,
            medium,
            line,
        } = &self.fonts;
        let top = top + (self.picture[1] + self.below) as f32 + line / 2.0;
        let mut left = start;
        for (font, text, color) in [
            (medium, name, TEXT_COLOR),
            (regular, details, PALE_TEXT_COLOR),
        ] {
            let text = font.elided(text, start + width - left);
            font.write(&mut self.canvas, [left, top], &text, color);
            left += font.width(&text) + line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_in_rows_with_captions_between() {
        let sheet = ComparisonSheet::new([400, 300], 5, SheetArrangement::Columns(2)).unwrap();
        assert_eq!(sheet.fonts.line, 16.0);
        let corners: Vec<[u32; 2]> = (0..5).map(|index| sheet.corner(index)).collect();
        assert_eq!(corners[..3], [[16, 16], [432, 16], [16, 364]]);
        assert_eq!(sheet.canvas.size, [848, 3 * 348 + 16]);
        assert!(ComparisonSheet::new([65_536; 2], 16, SheetArrangement::Columns(4)).is_err());
    }

    #[test]
    fn wipe_shows_the_second_picture_right_of_a_line() {
        let mut sheet = ComparisonSheet::new([4, 2], 2, SheetArrangement::Wiped(0.5)).unwrap();
        sheet.put(0, &[1, 1, 1, 255].repeat(8));
        sheet.put(1, &[2, 2, 2, 255].repeat(8));
        let row = |y: usize| {
            let start = 4 * ((16 + y) * sheet.canvas.size[0] as usize + 16);
            let pixels = sheet.canvas.pixels[start..start + 20].chunks_exact(4);
            pixels.map(|pixel| pixel[0]).collect::<Vec<_>>()
        };
        assert_eq!([row(0), row(1)], [[1, 1, 255, 2, 255]; 2]);
        let mut covered = ComparisonSheet::new([4, 2], 2, SheetArrangement::Wiped(1.0)).unwrap();
        covered.put(1, &[2; 32]);
        assert!(covered.canvas.pixels.iter().all(|byte| *byte == 255));
    }
}
