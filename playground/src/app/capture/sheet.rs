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
    placing: Placing,
    /// Height of a line of words; the margin too.
    line: f32,
    size: [u32; 2],
}

/// How the cells share the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum Placing {
    /// Row by row, so many in each.
    Columns(usize),
    /// Two over each other: the first to the left of a line, which stands at this share of the width.
    Wiped(f32),
}

/// Makes all pictures and writes the sheet, which is to be published then. All have the first one's size.
pub(super) fn write(
    gpu: &Gpu,
    cells: Vec<Captioned>,
    placing: Placing,
    output: &mut Output,
    tell: &mut dyn FnMut(f64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let layout = Layout::new(cells[0].subject.size, cells.len(), placing)?;
    let (name, words) = (
        Lettering::medium(layout.line)?,
        Lettering::regular(layout.line)?,
    );
    let mut canvas = Canvas::filled(layout.size, PAPER);
    let mut manifests = Vec::new();
    let count = cells.len() as f64;
    for (index, cell) in cells.into_iter().enumerate() {
        let subject = cell.subject.apart(gpu)?;
        let mut tell_all = |share: f64| tell((index as f64 + share) / count);
        let pixels = subject.pixels(gpu, &mut tell_all)?;
        layout.put(&mut canvas, index, pixels);
        manifests.push(subject.manifest(gpu));
        layout.caption(
            &mut canvas,
            index,
            [(&name, &cell.name, INK), (&words, &cell.words, PALE)],
        );
    }
    let mut manifest = manifests.remove(0);
    manifest.cells = manifests;
    let written = output.write_picture(layout.size, canvas.pixels, &manifest);
    Ok(written.map_err(anyhow::Error::from)?)
}

impl Layout {
    fn new(cell: [u32; 2], count: usize, placing: Placing) -> anyhow::Result<Self> {
        // Read at the size of the cells, but never too small to read.
        let line = (cell[0].min(cell[1]) as f32 / 40.0)
            .clamp(16.0, 64.0)
            .round();
        let counts = match placing {
            Placing::Columns(columns) => [columns, count.div_ceil(columns)],
            Placing::Wiped(_) => [1, 1],
        };
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
            placing,
            line,
            size: sides.map(|side| side as u32),
        })
    }

    /// The upper left corner of a picture.
    fn corner(&self, index: usize) -> [u32; 2] {
        let line = self.line as u32;
        let at = match self.placing {
            Placing::Columns(columns) => [index % columns, index / columns],
            Placing::Wiped(_) => [0, 0],
        };
        let [column, row] = at.map(|at| at as u32);
        [
            line + column * (self.cell[0] + line),
            line + row * (self.cell[1] + 3 * line),
        ]
    }

    /// Puts a picture in its place. Of one that is wiped over another it is what lies to the right of the line.
    fn put(&self, canvas: &mut Canvas, index: usize, pixels: Vec<u8>) {
        let [left, top] = self.corner(index);
        let across = self.cell[0];
        match self.placing {
            Placing::Wiped(share) if index > 0 => {
                let split = ((share * across as f32).round() as u32).min(across);
                if split == across {
                    return;
                }
                let row_bytes = 4 * across as usize;
                let rows = pixels.chunks_exact(row_bytes);
                let right = rows.flat_map(|row| row[4 * split as usize..].iter().copied());
                let mut right: Vec<u8> = right.collect();
                for pixel in right.chunks_exact_mut(4).step_by((across - split) as usize) {
                    pixel[..3].copy_from_slice(&PAPER);
                }
                canvas.put([left + split, top], across - split, &right);
            }
            _ => canvas.put([left, top], across, &pixels),
        }
    }

    /// Writes words below a picture, as far as they fit: two that lie over each other share the room.
    fn caption(
        &self,
        canvas: &mut Canvas,
        index: usize,
        words: [(&Lettering, &String, [u8; 3]); 2],
    ) {
        let corner = self.corner(index).map(|at| at as f32);
        let [across, down] = self.cell.map(|side| side as f32);
        let (start, room) = match self.placing {
            Placing::Columns(_) => (corner[0], across),
            Placing::Wiped(_) => (corner[0] + index as f32 * across / 2.0, across / 2.0),
        };
        let top = corner[1] + down + self.line / 2.0;
        let mut left = start;
        for (lettering, text, color) in words {
            let text = lettering.shortened(text, start + room - left);
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
        let layout = Layout::new([400, 300], 5, Placing::Columns(2)).unwrap();
        assert_eq!(layout.line, 16.0);
        let corners: Vec<[u32; 2]> = (0..5).map(|index| layout.corner(index)).collect();
        assert_eq!(corners[..3], [[16, 16], [432, 16], [16, 364]]);
        assert_eq!(layout.size, [848, 3 * 348 + 16]);
        assert!(Layout::new([65_536; 2], 16, Placing::Columns(4)).is_err());
    }

    #[test]
    fn one_picture_is_wiped_over_another() {
        let layout = Layout::new([4, 2], 2, Placing::Wiped(0.5)).unwrap();
        let mut canvas = Canvas::filled(layout.size, PAPER);
        layout.put(&mut canvas, 0, [1, 1, 1, 255].repeat(8));
        layout.put(&mut canvas, 1, [2, 2, 2, 255].repeat(8));
        let row = |y: usize| {
            let start = 4 * ((16 + y) * layout.size[0] as usize + 16);
            let pixels = canvas.pixels[start..start + 20].chunks_exact(4);
            pixels.map(|pixel| pixel[0]).collect::<Vec<_>>()
        };
        assert_eq!([row(0), row(1)], [[1, 1, 255, 2, 255]; 2]);
        let covered = Layout::new([4, 2], 2, Placing::Wiped(1.0)).unwrap();
        let mut canvas = Canvas::filled(covered.size, PAPER);
        covered.put(&mut canvas, 1, vec![2; 32]);
        assert!(canvas.pixels.iter().all(|byte| *byte == 255));
    }
}
