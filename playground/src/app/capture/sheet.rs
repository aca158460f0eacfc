//! The cells of a comparison on one picture, as they are arranged in the window, each with its caption.

mod difference;

use anyhow::bail;
use noise_playground::capture::CaptureFile;
use noise_playground::comparison::FieldComparison;
use noise_playground::gpu::Gpu;

use super::{CaptureSource, merged_manifest};
use crate::process::error::CommandError;
use crate::render::canvas::{BACKGROUND, Canvas, MAX_PIXELS, SizedFont, TEXT_COLOR};
use crate::workbench::View;
use crate::workbench::document::Arrangement;

/// Cells that are captured together.
pub(in crate::app) struct ComparisonSheet {
    /// At least one. All pictures have the first one's size.
    pub(super) cells: Vec<CaptionedCell>,
    pub(super) placing: SheetArrangement,
    /// Of the cells in the window.
    pub(super) arrangement: Arrangement,
}

/// A cell with the words below it.
pub(in crate::app) struct CaptionedCell {
    pub(super) subject: CaptureSource,
    /// How the cell is seen by itself: beside another it may have that one's place and colours.
    pub(super) own_view: View,
    /// What it is called.
    pub(super) name: String,
    /// In what it differs from the first.
    pub(super) words: String,
}

/// Words that matter less.
const PALE: [u8; 3] = [110; 3];

/// Where everything stands. Lengths are in pixels.
struct SheetLayout {
    /// Of a picture.
    cell: [u32; 2],
    placing: SheetArrangement,
    /// Height of a line of words; the margin too.
    line: f32,
    /// Between a picture and its caption.
    below: u32,
    size: [u32; 2],
}

/// How the cells share the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum SheetArrangement {
    /// Row by row, so many in each.
    Columns(usize),
    /// Two over each other: the first to the left of a line, which stands at this share of the width.
    Wiped(f32),
    /// The second of two less the first.
    Subtracted(FieldComparison),
}

impl ComparisonSheet {
    /// Makes all pictures and writes the sheet, which is to be published then.
    pub(super) fn write(
        self,
        gpu: &Gpu,
        output: &mut CaptureFile,
        tell: &mut dyn FnMut(f64) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let count = self.cells.len();
        let layout = SheetLayout::new(self.cells[0].subject.size, count, self.placing)?;
        let lettering = [
            SizedFont::medium(layout.line)?,
            SizedFont::regular(layout.line)?,
        ];
        let mut canvas = Canvas::filled(layout.size, BACKGROUND);
        let mut manifests = Vec::new();
        let mut fields = Vec::new();
        for (index, cell) in self.cells.into_iter().enumerate() {
            let subject = cell.subject;
            let mut tell_all = |share: f64| tell((index as f64 + share) / count as f64);
            match self.placing {
                SheetArrangement::Subtracted(_) => fields.push(subject.field(gpu, &mut tell_all)?),
                SheetArrangement::Columns(_) | SheetArrangement::Wiped(_) => {
                    layout.put(&mut canvas, index, subject.pixels(gpu, &mut tell_all)?);
                }
            }
            layout.caption(&mut canvas, index, &lettering, [&cell.name, &cell.words]);
            let view = cell.own_view;
            manifests.push(CaptureSource { view, ..subject }.manifest(gpu));
        }
        if let (SheetArrangement::Subtracted(comparison), [first, second]) =
            (self.placing, fields.as_slice())
        {
            let metrics = comparison.metrics([first, second]).ok();
            let difference = comparison.difference([first, second]);
            difference::draw(&difference, metrics, &mut canvas, &layout, &lettering);
        }
        let manifest = merged_manifest(manifests, self.arrangement);
        let written = output.write_picture(layout.size, canvas.pixels, &manifest);
        Ok(written.map_err(anyhow::Error::from)?)
    }
}

impl SheetLayout {
    fn new(cell: [u32; 2], count: usize, placing: SheetArrangement) -> anyhow::Result<Self> {
        // Read at the size of the cells, but never too small to read.
        let line = (cell[0].min(cell[1]) as f32 / 40.0)
            .clamp(16.0, 64.0)
            .round();
        let (counts, below) = match placing {
            SheetArrangement::Columns(columns) => ([columns, count.div_ceil(columns)], 0),
            SheetArrangement::Wiped(_) => ([1, 1], 0),
            SheetArrangement::Subtracted(_) => ([1, 1], difference::height(cell[0], line)),
        };
        let pitches = [cell[0], cell[1] + below + 2 * line as u32];
        let sides = [0, 1].map(|axis| {
            let pitch = u64::from(pitches[axis]) + line as u64;
            counts[axis] as u64 * pitch + line as u64
        });
        let most = match placing {
            SheetArrangement::Columns(_) | SheetArrangement::Wiped(_) => MAX_PIXELS,
            SheetArrangement::Subtracted(_) => difference::MAX_PIXELS,
        };
        if sides[0].saturating_mul(sides[1]) > most {
            bail!(
                "the comparison would have {} \u{d7} {} pixels, more than {most} in all; choose a smaller size",
                sides[0],
                sides[1]
            );
        }
        Ok(Self {
            cell,
            placing,
            line,
            below,
            size: sides.map(|side| side as u32),
        })
    }

    /// The upper left corner of a picture.
    fn corner(&self, index: usize) -> [u32; 2] {
        let line = self.line as u32;
        let at = match self.placing {
            SheetArrangement::Columns(columns) => [index % columns, index / columns],
            SheetArrangement::Wiped(_) | SheetArrangement::Subtracted(_) => [0, 0],
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
            SheetArrangement::Wiped(share) if index > 0 => {
                let split = ((share * across as f32).round() as u32).min(across);
                if split == across {
                    return;
                }
                let row_bytes = 4 * across as usize;
                let rows = pixels.chunks_exact(row_bytes);
                let right = rows.flat_map(|row| row[4 * split as usize..].iter().copied());
                let mut right: Vec<u8> = right.collect();
                for pixel in right.chunks_exact_mut(4).step_by((across - split) as usize) {
                    pixel[..3].copy_from_slice(&BACKGROUND);
                }
                canvas.put([left + split, top], across - split, &right);
            }
            _ => canvas.put([left, top], across, &pixels),
        }
    }

    /// Writes words below a picture, as far as they fit: two that share a picture share the room.
    fn caption(
        &self,
        canvas: &mut Canvas,
        index: usize,
        lettering: &[SizedFont; 2],
        words: [&str; 2],
    ) {
        let corner = self.corner(index).map(|at| at as f32);
        let [across, down] = [self.cell[0], self.cell[1] + self.below].map(|side| side as f32);
        let (start, room) = match self.placing {
            SheetArrangement::Columns(_) => (corner[0], across),
            SheetArrangement::Wiped(_) | SheetArrangement::Subtracted(_) => {
                (corner[0] + index as f32 * across / 2.0, across / 2.0)
            }
        };
        let top = corner[1] + down + self.line / 2.0;
        let mut left = start;
        for ((lettering, text), color) in lettering.iter().zip(words).zip([TEXT_COLOR, PALE]) {
            let text = lettering.elided(text, start + room - left);
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
        let layout = SheetLayout::new([400, 300], 5, SheetArrangement::Columns(2)).unwrap();
        assert_eq!(layout.line, 16.0);
        let corners: Vec<[u32; 2]> = (0..5).map(|index| layout.corner(index)).collect();
        assert_eq!(corners[..3], [[16, 16], [432, 16], [16, 364]]);
        assert_eq!(layout.size, [848, 3 * 348 + 16]);
        assert!(SheetLayout::new([65_536; 2], 16, SheetArrangement::Columns(4)).is_err());
    }

    #[test]
    fn one_picture_is_wiped_over_another() {
        let layout = SheetLayout::new([4, 2], 2, SheetArrangement::Wiped(0.5)).unwrap();
        let mut canvas = Canvas::filled(layout.size, BACKGROUND);
        layout.put(&mut canvas, 0, [1, 1, 1, 255].repeat(8));
        layout.put(&mut canvas, 1, [2, 2, 2, 255].repeat(8));
        let row = |y: usize| {
            let start = 4 * ((16 + y) * layout.size[0] as usize + 16);
            let pixels = canvas.pixels[start..start + 20].chunks_exact(4);
            pixels.map(|pixel| pixel[0]).collect::<Vec<_>>()
        };
        assert_eq!([row(0), row(1)], [[1, 1, 255, 2, 255]; 2]);
        let covered = SheetLayout::new([4, 2], 2, SheetArrangement::Wiped(1.0)).unwrap();
        let mut canvas = Canvas::filled(covered.size, BACKGROUND);
        covered.put(&mut canvas, 1, vec![2; 32]);
        assert!(canvas.pixels.iter().all(|byte| *byte == 255));
    }
}
