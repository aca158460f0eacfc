//! Readback of a picture or tile that was submitted to the GPU.

use crate::gpu::{EvaluatePipeline, Gpu, GpuError, MeasuredRange, PendingReadback, PendingTexels};
use crate::wgsl::diagnostic::Diagnostic;

/// A submitted picture or tile, whose samples or pixels are being read back.
#[derive(Debug)]
pub struct PendingPicture {
    pub(crate) submission: wgpu::SubmissionIndex,
    pub(crate) readback: PictureReadback,
}

#[derive(Debug)]
pub(crate) struct PictureReadback {
    pub(crate) report: PendingReadback,
    /// `None` for views from above.
    pub(crate) gave_up: Option<PendingReadback>,
    pub(crate) samples: Option<PendingTexels>,
    pub(crate) pixels: Option<PendingTexels>,
}

/// Samples or pixels that were read back.
#[derive(Debug)]
pub struct ReadPicture {
    /// A loop exceeded its budget; there are neither samples nor pixels then.
    pub runaway: Option<Diagnostic>,
    /// Measured value range; all numbers are 0 if it was not measured.
    pub value_range: MeasuredRange,
    /// Rays that reached the step limit before they hit or left the data; 0 for views from above.
    pub gave_up: u32,
    /// Rows of the field from the top, with the channels of each sample together.
    pub samples: Vec<f32>,
    /// Red, green, blue and alpha bytes, in rows from the top.
    pub pixels: Vec<u8>,
}

impl PendingPicture {
    /// Waits for the picture, which `pipeline` evaluated.
    ///
    /// # Errors
    /// Fails if the device was lost.
    pub fn wait(self, gpu: &Gpu, pipeline: &EvaluatePipeline) -> Result<ReadPicture, GpuError> {
        let Self { submission, readback } = self;
        let report = readback.report.wait(gpu, submission.clone())?;
        let lost = || GpuError::Device("the value range was not read back".to_owned());
        let value_range = report.get(4..).and_then(MeasuredRange::read);
        let mut picture = ReadPicture {
            runaway: pipeline.runaway(&report),
            value_range: value_range.ok_or_else(lost)?,
            gave_up: match readback.gave_up {
                Some(count) => u32_from_bytes(&count.wait(gpu, submission.clone())?),
                None => 0,
            },
            samples: Vec::new(),
            pixels: Vec::new(),
        };
        if picture.runaway.is_none() {
            if let Some(samples) = readback.samples {
                picture.samples = samples.wait(gpu, submission.clone())?;
            }
            if let Some(pixels) = readback.pixels {
                picture.pixels = pixels.wait(gpu, submission)?;
            }
        }
        Ok(picture)
    }
}

fn u32_from_bytes(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default())
}
