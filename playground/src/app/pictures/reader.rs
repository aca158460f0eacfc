//! Readback of all samples of a picture's field, at a limited rate.

use std::time::{Duration, Instant};

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::{
    EvaluateInputs, FieldTexture, Gpu, GpuError, PendingTexels, request_field,
};
use noise_playground::view::space::planet::PlanetLayout;

use crate::workbench::placed_field::PlacedField;

#[derive(Default)]
pub(super) struct FieldReader {
    pending: Option<Pending>,
    /// Number of the evaluation that was requested last, and the time of the request.
    requested: Option<(u64, Instant)>,
}

struct Pending {
    texels: PendingTexels,
    channels: u32,
    grid: SampleGrid,
    planet: Option<PlanetLayout>,
    volume: Option<u32>,
    evaluation: u64,
}

const MIN_REQUEST_INTERVAL: Duration = Duration::from_millis(200);

impl FieldReader {
    /// Requests samples that are new, unless a readback is pending or the last is too recent. Fails without memory.
    pub(super) fn request(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        inputs: &EvaluateInputs,
        evaluation: u64,
    ) -> Result<(), GpuError> {
        let is_recent = |(_, at): (_, Instant)| at.elapsed() < MIN_REQUEST_INTERVAL;
        if !self.is_stale(Some(evaluation))
            || self.pending.is_some()
            || self.requested.is_some_and(is_recent)
        {
            return Ok(());
        }
        self.requested = Some((evaluation, Instant::now()));
        let grid = inputs.grid;
        let texels = request_field(gpu, encoder, field, grid.region())?;
        self.pending = Some(Pending {
            texels,
            channels: field.channels,
            grid,
            planet: inputs.planet().cloned(),
            volume: inputs.volume(),
            evaluation,
        });
        Ok(())
    }

    /// Returns true if this evaluation was not yet requested; `None` is an unfinished one.
    pub(super) fn is_stale(&self, evaluation: Option<u64>) -> bool {
        self.requested.is_none_or(|(requested, _)| Some(requested) != evaluation)
    }

    pub(super) fn is_reading(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns `None` while the readback is pending or if the device was lost.
    pub(super) fn try_take(&mut self, gpu: &Gpu) -> Option<PlacedField> {
        let samples = self.pending.as_ref()?.texels.try_take(gpu)?;
        let pending = self.pending.take()?;
        let field =
            Field { size: pending.grid.size, channels: pending.channels, samples: samples? };
        let mut placed = PlacedField::new(field, pending.grid, pending.evaluation);
        (placed.planet, placed.volume) = (pending.planet, pending.volume);
        Some(placed)
    }
}
