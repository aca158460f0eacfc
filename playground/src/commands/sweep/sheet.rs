//! A sweep as one picture: cells in rows and columns, with their values beside them.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use noise_playground::capture::{CaptureFile, Format};
use noise_playground::sweep::Axis;

use super::SweepRun;
use super::plan::SweepPlan;
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::render::batch::{BatchRenderer, RequestedOutputs};
use crate::render::canvas::{BACKGROUND, Canvas, MAX_PIXELS, SizedFont, TEXT_COLOR};

/// Where everything stands on a sheet. Lengths are in pixels.
pub(super) struct Sheet<'a> {
    heading: &'a str,
    columns: &'a Axis,
    rows: Option<&'a Axis>,
    text: SizedFont,
    title: SizedFont,
    /// Of a picture, and of the place that it stands in the middle of: a label may be wider.
    cell: [u32; 2],
    place: [u32; 2],
    /// The first place's upper left corner.
    first: [u32; 2],
    gap: f32,
    size: [u32; 2],
    output: CaptureFile,
}

impl<'a> Sheet<'a> {
    /// Lays a sheet out, and begins its file. Fails where it would be too large.
    pub(super) fn new(plan: &'a SweepPlan, heading: &'a str, path: &Path) -> anyhow::Result<Self> {
        let [columns, rest @ ..] = plan.sweep.axes() else {
            bail!("--vary: nothing is varied");
        };
        let rows = rest.first();
        let cell = plan.scene.grid.size;
        // Read at the size of the cells, but never too small to read.
        let line = (cell[0].min(cell[1]) as f32 / 14.0)
            .clamp(16.0, 64.0)
            .round();
        let gap = (line / 2.0).round();
        let (text, title) = (SizedFont::regular(line)?, SizedFont::medium(line)?);
        let widest = |axis: &Axis| {
            let widths = axis.labels().iter().map(|label| text.width(label));
            widths.fold(0.0, f32::max).ceil()
        };
        let beside = rows.map_or(0.0, |rows| {
            widest(rows).max(title.width(&down(rows)).ceil()) + gap
        });
        let place = [
            cell[0].max(widest(columns) as u32),
            cell[1].max(line as u32),
        ];
        // Above the cells: the heading, the title of the columns, their labels.
        let first = [line + beside, 4.0 * line + 1.5 * gap].map(|at| at as u32);
        let counts = [
            columns.values().len(),
            rows.map_or(1, |rows| rows.values().len()),
        ];
        let pitch = place.map(|side| u64::from(side) + gap as u64);
        let cells = [0, 1].map(|axis| counts[axis] as u64 * pitch[axis] - gap as u64);
        let words = title
            .width(&across(columns))
            .max(title.width(heading) - beside);
        let size = [
            u64::from(first[0]) + cells[0].max(words.ceil() as u64) + line as u64,
            u64::from(first[1]) + cells[1] + line as u64,
        ];
        if size[0].saturating_mul(size[1]) > MAX_PIXELS {
            bail!(
                "-o: the sheet would have {}x{} pixels, more than {MAX_PIXELS} in all; \
                 make --size smaller, or give a folder, -o DIR/",
                size[0],
                size[1]
            );
        }
        Ok(Self {
            heading,
            columns,
            rows,
            text,
            title,
            cell,
            place,
            first,
            gap,
            size: size.map(|side| side as u32),
            output: CaptureFile::create(path, Format::Png)?,
        })
    }

    /// Makes all cells and writes the sheet.
    pub(super) fn write(
        mut self,
        sweeping: &SweepRun<'_>,
        progress: &mut Progress,
    ) -> Result<(), CommandError> {
        let plan = sweeping.plan;
        let generator = &sweeping.pipeline.generator;
        let mut canvas = self.canvas();
        let wants = RequestedOutputs::of(Format::Png);
        let mut cells = BatchRenderer::new(sweeping.gpu, sweeping.pipeline, plan.scene.view, wants);
        let inputs = (0..plan.sweep.count()).map(|index| {
            let values = plan.variant(index, generator);
            Ok((index, sweeping.inputs(&values, plan.scene.grid)?))
        });
        cells.render(inputs, |index, cell| {
            canvas.put(self.corner(index), self.cell[0], &cell?.rows.pixels);
            progress.show((index + 1) as f64 / plan.sweep.count() as f64);
            Ok(ControlFlow::Continue(()))
        })?;
        let mut manifest = sweeping.manifest.clone();
        manifest.vary.clone_from(&plan.vary);
        let written = self
            .output
            .write_picture(self.size, canvas.pixels, &manifest);
        let published = written.and_then(|()| self.output.commit());
        Ok(published.map_err(anyhow::Error::from)?)
    }

    /// The sheet with its words, before there are cells.
    fn canvas(&self) -> Canvas {
        let mut canvas = Canvas::filled(self.size, BACKGROUND);
        let Self { text, title, .. } = self;
        let line = text.line;
        let [left, top] = self.first.map(|at| at as f32);
        let labels = top - self.gap / 2.0 - line;
        title.write(&mut canvas, [line; 2], self.heading, TEXT_COLOR);
        title.write(
            &mut canvas,
            [left, labels - line],
            &across(self.columns),
            TEXT_COLOR,
        );
        for (index, label) in self.columns.labels().iter().enumerate() {
            let start = self.middle(index, 0) - text.width(label) / 2.0;
            text.write(&mut canvas, [start, labels], label, TEXT_COLOR);
        }
        if let Some(rows) = self.rows {
            let before = |width: f32| left - self.gap - width;
            let words = down(rows);
            let start = before(title.width(&words));
            title.write(&mut canvas, [start, labels], &words, TEXT_COLOR);
            for (index, label) in rows.labels().iter().enumerate() {
                let at = [
                    before(text.width(label)),
                    self.middle(index, 1) - line / 2.0,
                ];
                text.write(&mut canvas, at, label, TEXT_COLOR);
            }
        }
        canvas
    }

    /// The middle of a column, or of a row.
    fn middle(&self, index: usize, axis: usize) -> f32 {
        let pitch = self.place[axis] as f32 + self.gap;
        self.first[axis] as f32 + index as f32 * pitch + self.place[axis] as f32 / 2.0
    }

    /// The upper left corner of a cell.
    fn corner(&self, index: usize) -> [u32; 2] {
        let columns = self.columns.values().len();
        let at = [index % columns, index / columns];
        [0, 1].map(|axis| self.middle(at[axis], axis) as u32 - self.cell[axis] / 2)
    }
}

fn across(axis: &Axis) -> String {
    format!("{} →", axis.title())
}

fn down(axis: &Axis) -> String {
    format!("{} ↓", axis.title())
}
