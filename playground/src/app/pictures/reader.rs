//! Readback of all samples of a picture after it changes, at a limited rate.

use std::time::{Duration, Instant};

use noise_playground::field::Field;
use noise_playground::gpu::{
    FieldTexture, Gpu, GpuError, PendingTexels, f32s_from_bytes, request_field,
};
use noise_playground::grid::SampleGrid;

use crate::workbench::comparison::PlacedField;

/// Reads the field of a picture.
#[derive(Default)]
pub(super) struct FieldReader {
    pending: Option<Pending>,
    /// The last requested evaluation, and the time of the request.
    requested: Option<(u64, Instant)>,
}

struct Pending {
    texels: PendingTexels,
    channels: u32,
    grid: SampleGrid,
    evaluation: u64,
}

/// Shortest time between two requests.
const PAUSE: Duration = Duration::from_millis(200);

impl FieldReader {
    /// Requests the samples of an evaluation, unless they are known or the last request is too recent.
    ///
    /// # Errors
    /// The copy exceeds the adapter's memory.
    pub(super) fn ask(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        (grid, evaluation): (SampleGrid, u64),
    ) -> Result<(), GpuError> {
        let is_recent = |(_, at): (_, Instant)| at.elapsed() < PAUSE;
        if !self.is_behind(evaluation)
            || self.pending.is_some()
            || self.requested.is_some_and(is_recent)
        {
            return Ok(());
        }
        self.requested = Some((evaluation, Instant::now()));
        let texels = request_field(gpu, encoder, field, grid.region())?;
        self.pending = Some(Pending {
            texels,
            channels: field.channels,
            grid,
            evaluation,
        });
        Ok(())
    }

    /// Returns true if the samples of this evaluation were not requested yet.
    pub(super) fn is_behind(&self, evaluation: u64) -> bool {
        self.requested.is_none_or(|(asked, _)| asked != evaluation)
    }

    pub(super) fn is_reading(&self) -> bool {
        self.pending.is_some()
    }

    /// Starts mapping the samples that were submitted.
    pub(super) fn submitted(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.texels.start_mapping();
        }
    }

    /// Returns the samples, once they were read back.
    pub(super) fn take(&mut self, gpu: &Gpu) -> Option<PlacedField> {
        let bytes = self.pending.as_ref()?.texels.try_take(gpu)?;
        let pending = self.pending.take()?;
        Some(PlacedField {
            field: Field {
                size: pending.grid.size,
                channels: pending.channels,
                samples: f32s_from_bytes(&bytes?),
            },
            grid: pending.grid,
            evaluation: pending.evaluation,
        })
    }
}
