//! The sheet of a comparison: all pictures in one file, arranged as in the window, each with a caption.

use noise_playground::field::metrics::DifferenceMetrics;
use noise_playground::subject::comparison::FieldComparison;

use noise_playground::render::DifferencePixels;

use super::{BACKGROUND, Canvas, Fonts, PALE_TEXT_COLOR, TEXT_COLOR, difference, new_canvas};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SheetArrangement {
    /// One picture per cell, row by row.
    Columns(usize),
    /// The left part of the first cell and the right part of the second, divided at this fraction of the width.
    Wipe(f32),
    /// The second field minus that of the reference.
    Difference(FieldComparison),
}

/// Lengths are in pixels.
pub(crate) struct ComparisonSheet {
    pub(crate) canvas: Canvas,
    arrangement: SheetArrangement,
    /// Width and height of each picture, in pixels.
    picture: [u32; 2],
    fonts: Fonts,
    /// Between a difference and its caption; 0 without a legend.
    legend_height: u32,
}

impl ComparisonSheet {
    /// `picture` is the size of each of `count` pictures in pixels. Fails if the sheet would have too many pixels, or a
    /// bundled font is invalid.
    pub(crate) fn new(
        picture: [u32; 2],
        count: usize,
        arrangement: SheetArrangement,
    ) -> anyhow::Result<Self> {
        let fonts = Fonts::new(picture, 40.0)?;
        let line = fonts.line;
        let (counts, legend_height, max) = match arrangement {
            SheetArrangement::Columns(columns) => {
                ([columns, count.div_ceil(columns)], 0, super::MAX_PIXELS)
            }
            SheetArrangement::Wipe(_) => ([1, 1], 0, super::MAX_PIXELS),
            SheetArrangement::Difference(_) => {
                let legend_height = difference::height(picture[0], line);
                ([1, 1], legend_height, difference::MAX_PIXELS)
            }
        };
        let pitches = [picture[0], picture[1] + legend_height + 2 * line as u32];
        let size = [0, 1].map(|axis| {
            let pitch = u64::from(pitches[axis]) + line as u64;
            counts[axis] as u64 * pitch + line as u64
        });
        Ok(Self { canvas: new_canvas(size, max)?, arrangement, picture, fonts, legend_height })
    }

    /// Upper left corner of a cell's picture, in pixels.
    fn corner(&self, index: usize) -> [u32; 2] {
        let line = self.fonts.line as u32;
        let at = match self.arrangement {
            SheetArrangement::Columns(columns) => [index % columns, index / columns],
            SheetArrangement::Wipe(_) | SheetArrangement::Difference(_) => [0, 0],
        };
        let [column, row] = at.map(|at| at as u32);
        [line + column * (self.picture[0] + line), line + row * (self.picture[1] + 3 * line)]
    }

    /// Red, green, blue and alpha bytes, row by row from the top.
    pub(crate) fn draw(&mut self, index: usize, pixels: &[u8]) {
        let corner = self.corner(index);
        let [width, height] = self.picture;
        match self.arrangement {
            SheetArrangement::Wipe(fraction) if index > 0 => {
                let split = ((fraction * width as f32).round() as u32).min(width);
                self.canvas.draw_from_column(corner, width, split, pixels);
                if split < width {
                    let [red, green, blue] = BACKGROUND;
                    let line = [red, green, blue, 255].repeat(height as usize);
                    self.canvas.draw([corner[0] + split, corner[1]], 1, &line);
                }
            }
            _ => self.canvas.draw(corner, width, pixels),
        }
    }

    /// With color scale and metrics below. Without metrics, ellipses replace their values.
    pub(crate) fn draw_difference(
        &mut self,
        difference: &DifferencePixels,
        metrics: Option<&DifferenceMetrics>,
    ) {
        self.draw(0, &difference.pixels);
        let [left, top] = self.corner(0);
        let corner = [left, top + self.picture[1]].map(|at| at as f32);
        let width = self.picture[0];
        let fonts = &self.fonts;
        difference::draw_legend(&mut self.canvas, corner, width, fonts, difference.limit, metrics);
    }

    /// Name and details, as far as they fit. Two cells that share a picture have half its width each.
    pub(crate) fn draw_caption(&mut self, index: usize, [name, details]: [&str; 2]) {
        let [left, top] = self.corner(index).map(|at| at as f32);
        let width = self.picture[0] as f32;
        let (start, width) = match self.arrangement {
            SheetArrangement::Columns(_) => (left, width),
            SheetArrangement::Wipe(_) | SheetArrangement::Difference(_) => {
                (left + index as f32 * width / 2.0, width / 2.0)
            }
        };
        let Fonts { regular, medium, line } = &self.fonts;
        let top = top + (self.picture[1] + self.legend_height) as f32 + line / 2.0;
        let mut left = start;
        for (font, text, color) in [(medium, name, TEXT_COLOR), (regular, details, PALE_TEXT_COLOR)]
        {
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
    fn wipe_shows_the_second_picture_to_the_right_of_a_line() {
        let mut sheet = ComparisonSheet::new([4, 2], 2, SheetArrangement::Wipe(0.5)).unwrap();
        sheet.draw(0, &[1, 1, 1, 255].repeat(8));
        sheet.draw(1, &[2, 2, 2, 255].repeat(8));
        let row = |y: usize| {
            let start = 4 * ((16 + y) * sheet.canvas.size[0] as usize + 16);
            let pixels = sheet.canvas.pixels[start..start + 20].chunks_exact(4);
            pixels.map(|pixel| pixel[0]).collect::<Vec<_>>()
        };
        assert_eq!([row(0), row(1)], [[1, 1, 255, 2, 255]; 2]);
        let mut covered = ComparisonSheet::new([4, 2], 2, SheetArrangement::Wipe(1.0)).unwrap();
        covered.draw(1, &[2; 32]);
        assert!(covered.canvas.pixels.iter().all(|byte| *byte == 255));
    }
}
