//! Capture of a comparison: all visible cells side by side with captions, in one picture with the manifests of all.

use noise_playground::RenderSettings;
use noise_playground::capture::CaptureFile;
use noise_playground::gpu::Gpu;

use super::merged_manifest;
use super::source::CaptureSource;
use crate::process::error::CommandError;
use crate::sheets::{ComparisonSheet, SheetArrangement};
use crate::workbench::document::Arrangement;
use noise_playground::render::{DifferencePixels, ProgressFn};

pub(in crate::app) struct ComparisonCapture {
    /// At least one. All pictures get the size of the first.
    pub(super) cells: Vec<CaptionedCell>,
    pub(super) sheet_arrangement: SheetArrangement,
    /// Arrangement in the window, which the manifest records.
    pub(super) arrangement: Arrangement,
}

pub(in crate::app) struct CaptionedCell {
    pub(super) source: CaptureSource,
    /// For the manifest. The picture may have the placement and value range of the reference instead.
    pub(super) own_settings: RenderSettings,
    pub(super) name: String,
    /// How the cell differs from the reference.
    pub(super) details: String,
}

impl ComparisonCapture {
    /// Renders a three-dimensional view of the difference; `None` for other arrangements and for views from above.
    fn difference(
        &self,
        gpu: &Gpu,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<DifferencePixels>, CommandError> {
        match (self.sheet_arrangement, self.cells.as_slice()) {
            (SheetArrangement::Difference(_), [first, second]) => {
                Ok(first.source.difference(gpu, &second.source, progress)?)
            }
            _ => Ok(None),
        }
    }

    /// Renders into the temporary file `output`, which the caller commits.
    pub(super) fn write(
        self,
        gpu: &Gpu,
        output: &mut CaptureFile,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), CommandError> {
        let count = self.cells.len();
        let size = self.cells[0].source.size();
        let mut sheet = ComparisonSheet::new(size, count, self.sheet_arrangement)?;
        let difference = self.difference(gpu, progress)?;
        let mut manifests = Vec::new();
        let mut fields = Vec::new();
        for (index, cell) in self.cells.into_iter().enumerate() {
            let mut source = cell.source;
            let mut progress = |fraction: f64| progress((index as f64 + fraction) / count as f64);
            match self.sheet_arrangement {
                SheetArrangement::Difference(_) => fields.push(source.field(gpu, &mut progress)?),
                SheetArrangement::Columns(_) | SheetArrangement::Wipe(_) => {
                    sheet.draw(index, &source.pixels(gpu, &mut progress)?);
                }
            }
            sheet.draw_caption(index, [&cell.name, &cell.details]);
            source.subject.settings = cell.own_settings;
            manifests.push(source.manifest(gpu));
        }
        if let (SheetArrangement::Difference(comparison), [first, second]) =
            (self.sheet_arrangement, fields.as_slice())
        {
            let metrics = comparison.metrics([first, second]).ok();
            let drawn = match difference {
                Some(in_scene) => in_scene,
                None => DifferencePixels::from(&comparison.difference([first, second])?),
            };
            sheet.draw_difference(&drawn, metrics.as_ref());
        }
        let manifest = merged_manifest(manifests, self.arrangement);
        let written = output.write_picture(sheet.canvas.size, sheet.canvas.pixels, &manifest);
        Ok(written?)
    }
}
