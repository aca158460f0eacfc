//! All samples of a picture on their way back, whenever it changed, but not each frame.

use std::time::{Duration, Instant};

use noise_playground::field::Field;
use noise_playground::gpu::{
    FieldTexture, Gpu, GpuError, PendingTexels, f32s_from_bytes, request_field,
};
use noise_playground::grid::SampleGrid;

use crate::workbench::comparison::PlacedField;

/// Reads a picture's field.
#[derive(Default)]
pub(super) struct FieldReader {
    pending: Option<Pending>,
    /// The evaluation that was last asked for, and when.
    requested: Option<(u64, Instant)>,
}

struct Pending {
    texels: PendingTexels,
    channels: u32,
    grid: SampleGrid,
    evaluation: u64,
}

/// While a picture changes it is read this often.
const PAUSE: Duration = Duration::from_millis(200);

impl FieldReader {
    /// Copies out what an evaluation made, unless that is known, or the last copy is too recent.
    ///
    /// # Errors
    /// There is no memory for the copy.
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

    /// Whether this evaluation's samples were not asked for yet.
    pub(super) fn is_behind(&self, evaluation: u64) -> bool {
        self.requested.is_none_or(|(asked, _)| asked != evaluation)
    }

    pub(super) fn is_reading(&self) -> bool {
        self.pending.is_some()
    }

    /// Asks for the samples whose copy was submitted.
    pub(super) fn submitted(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.texels.start_mapping();
        }
    }

    /// The samples, once they are here.
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
