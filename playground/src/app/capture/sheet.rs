//! The cells of a comparison on one picture, as they are arranged in the window, each with its caption.

use anyhow::bail;
use noise_playground::capture::Output;
use noise_playground::gpu::Gpu;

use super::Subject;
use crate::failure::Failure;
use crate::lettering::{Canvas, INK, Lettering, MAX_PIXELS, PAPER};

/// A cell with the words below it.
pub(in crate::app) struct Captioned {
    pub(super) subject: Subject,
    /// What it is called.
    pub(super) name: String,
    /// In what it differs from the first.
    pub(super) words: String,
}

/// Words that matter less.
const PALE: [u8; 3] = [110; 3];

/// Where everything stands. Lengths are in pixels.
struct Layout {
    /// Of a picture.
    cell: [u32; 2],
    columns: usize,
    /// Height of a line of words; the margin too.
    line: f32,
    size: [u32; 2],
}

/// Makes all pictures and writes the sheet, which is to be published then. All have the first one's size.
pub(super) fn write(
    gpu: &Gpu,
    cells: Vec<Captioned>,
    columns: usize,
    output: &mut Output,
    tell: &mut dyn FnMut(f64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let layout = Layout::new(cells[0].subject.size, cells.len(), columns)?;
    let (name, words) = (
        Lettering::medium(layout.line)?,
        Lettering::regular(layout.line)?,
    );
    let mut canvas = Canvas::filled(layout.size, PAPER);
    let mut manifests = Vec::new();
    let count = cells.len() as f64;
    for (index, cell) in cells.into_iter().enumerate() {
        let corner = layout.corner(index);
        let subject = cell.subject.apart(gpu)?;
        let mut tell_all = |share: f64| tell((index as f64 + share) / count);
        let pixels = subject.pixels(gpu, &mut tell_all)?;
        canvas.put(corner, layout.cell[0], &pixels);
        manifests.push(subject.manifest(gpu));
        layout.caption(
            &mut canvas,
            corner,
            [(&name, &cell.name, INK), (&words, &cell.words, PALE)],
        );
    }
    let mut manifest = manifests.remove(0);
    manifest.cells = manifests;
    let written = output.write_picture(layout.size, canvas.pixels, &manifest);
    Ok(written.map_err(anyhow::Error::from)?)
}

impl Layout {
    fn new(cell: [u32; 2], count: usize, columns: usize) -> anyhow::Result<Self> {
        // Read at the size of the cells, but never too small to read.
        let line = (cell[0].min(cell[1]) as f32 / 24.0)
            .clamp(16.0, 64.0)
            .round();
        let counts = [columns, count.div_ceil(columns)];
        let below = [0, 2 * line as u64];
        let sides = [0, 1].map(|axis| {
            let pitch = u64::from(cell[axis]) + below[axis] + line as u64;
            counts[axis] as u64 * pitch + line as u64
        });
        if sides[0].saturating_mul(sides[1]) > MAX_PIXELS {
            bail!(
                "the comparison would have {} \u{d7} {} pixels, more than {MAX_PIXELS} in all; choose a smaller size",
                sides[0],
                sides[1]
            );
        }
        Ok(Self {
            cell,
            columns,
            line,
            size: sides.map(|side| side as u32),
        })
    }

    /// The upper left corner of a picture.
    fn corner(&self, index: usize) -> [u32; 2] {
        let line = self.line as u32;
        let at = [index % self.columns, index / self.columns].map(|at| at as u32);
        [
            line + at[0] * (self.cell[0] + line),
            line + at[1] * (self.cell[1] + 3 * line),
        ]
    }

    /// Writes words below a picture, as far as they fit.
    fn caption(
        &self,
        canvas: &mut Canvas,
        corner: [u32; 2],
        words: [(&Lettering, &String, [u8; 3]); 2],
    ) {
        let top = (corner[1] + self.cell[1]) as f32 + self.line / 2.0;
        let end = (corner[0] + self.cell[0]) as f32;
        let mut left = corner[0] as f32;
        for (lettering, text, color) in words {
            let text = lettering.shortened(text, end - left);
            lettering.write(canvas, [left, top], &text, color);
            left += lettering.width(&text) + self.line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_in_rows_with_room_for_words() {
        let layout = Layout::new([400, 300], 5, 2).unwrap();
        assert_eq!(layout.line, 16.0);
        let corners: Vec<[u32; 2]> = (0..5).map(|index| layout.corner(index)).collect();
        assert_eq!(corners[..3], [[16, 16], [432, 16], [16, 364]]);
        assert_eq!(layout.size, [848, 3 * 348 + 16]);
        assert!(Layout::new([65_536; 2], 16, 4).is_err());
    }
}
