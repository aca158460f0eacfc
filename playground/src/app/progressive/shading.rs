//! Albedo, value range and shading of a picture's evaluated field.

use noise_playground::generator::{Generator, Returns};
use noise_playground::gpu::{Chunks, Gpu, GpuError, HorizonInputs, ShadeInputs};
use noise_playground::shading::{Channel, Shading};

use super::cost::TimedWork;
use super::{ProgressivePicture, SharedPipelines, UpdateResult, sample_count};

/// Maximum number of chunks: nothing is visible before the albedo is complete.
const MAX_ALBEDO_CHUNKS: u64 = 128;

impl ProgressivePicture {
    /// Shades the state of a running grid program, or prepares it for rays, without light from the sky. The result
    /// reports only the shading, since the rest is not that of the finished field.
    pub(super) fn shade_preview(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        shading: &Shading,
    ) -> Result<UpdateResult, GpuError> {
        let shaded = self.shade(gpu, shared, encoder, shading)?.shaded;
        if shaded || self.is_prepared {
            self.preview.is_pending = false;
            self.restart_shading();
        }
        Ok(UpdateResult { shaded, ..UpdateResult::default() })
    }

    /// The field has changed.
    pub(super) fn restart_shading(&mut self) {
        self.has_albedo = false;
        self.remaining_albedo = None;
        self.measured = None;
        self.shaded_inputs = None;
    }

    /// Updates albedo, value range, horizons and pixels, as far as the frame's time budget allows.
    pub(super) fn shade(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        shading: &Shading,
    ) -> Result<UpdateResult, GpuError> {
        let mut work = UpdateResult::default();
        self.is_prepared = false;
        let Some((pipeline, inputs)) = &self.inputs else {
            return Ok(work);
        };
        let generator = &pipeline.generator;
        let is_color = generator.returns == Returns::Color;
        let shade = ShadeInputs::new(shading, inputs.grid.spacing(), is_color);
        let shade = shade.with_deviation(self.deviation);
        // The albedo of a solid is evaluated where rays hit it.
        let has_albedo = inputs.volume().is_none() && !self.is_unlit;
        let uses_albedo = generator.uses_surface(shading) && has_albedo;
        let needs_range = self.needs_range(generator, shading);
        let horizons = HorizonInputs::new(shading, inputs.grid.spacing());
        if !uses_albedo {
            self.remaining_albedo = None;
        } else if !self.has_albedo {
            self.evaluate_albedo(gpu, shared, encoder);
            if !self.has_albedo {
                return Ok(work);
            }
            work.albedo = true;
        }
        work.measured = needs_range && self.measure_range(gpu, shared, encoder, shading);
        let field = &self.targets.field;
        // Coarse fields and states of a grid program are replaced before their light from the sky is measured.
        let horizons = horizons.filter(|_| !self.is_coarse_data && !self.preview.is_pending);
        // The horizons of a field that is temporarily subtracted are kept.
        let is_deferred = self.has_deferred_horizons && horizons.is_some();
        let has_new_horizons = !self.is_unlit
            && !is_deferred
            && self.horizons.update(gpu, shared, encoder, field, horizons)?;
        if self.is_data {
            self.finish_data(shared);
            return Ok(work);
        }
        let is_known = !shading.mode.info().needs_sky || self.horizons.finished().is_some();
        let is_stale =
            work.albedo || work.measured || has_new_horizons || self.shaded_inputs != Some(shade);
        if is_known && is_stale {
            let host = &mut shared.host;
            let ground = self.targets.ground(uses_albedo, self.horizons.finished());
            self.targets.shade(gpu, encoder, host, &shade, ground);
            self.shaded_inputs = Some(shade);
            work.shaded = true;
        }
        Ok(work)
    }

    /// Returns true if this call measured the range.
    fn measure_range(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        shading: &Shading,
    ) -> bool {
        let rule = shading.value_range.rule().unwrap_or_default();
        let measured = Some((shading.channel, rule));
        if self.measured == measured {
            return false;
        }
        let host = &mut shared.host;
        self.targets.measure_range(gpu, encoder, host, shading);
        self.measured = measured;
        true
    }

    /// Gives the complete field a version number.
    fn finish_data(&mut self, shared: &mut SharedPipelines) {
        self.is_prepared = true;
        if self.version == 0 {
            shared.versions += 1;
            self.version = shared.versions;
        }
    }

    /// Returns the channel whose value range was measured.
    pub(crate) fn measured_channel(&self) -> Option<Channel> {
        self.measured.map(|(channel, _)| channel)
    }

    /// Returns true if the shading needs the value range, or non-finite values are counted.
    fn needs_range(&self, generator: &Generator, shading: &Shading) -> bool {
        let is_measured = self.counts_non_finite || shading.value_range.is_measured();
        is_measured && generator.uses_value_range(shading)
    }

    /// Evaluates as much of the albedo as fits the frame's time budget.
    fn evaluate_albedo(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let Some(((pipeline, inputs), albedo)) =
            self.inputs.as_ref().zip(self.targets.albedo.as_ref())
        else {
            return;
        };
        let region = inputs.grid.region();
        let remaining = self.remaining_albedo.get_or_insert(Chunks::new(region.size));
        // On a busy machine a submission takes longer than the budget, however few its samples are.
        let min = sample_count(region.size).div_ceil(MAX_ALBEDO_CHUNKS);
        let count = self.albedo_cost.next_count(shared.budget_ms).max(min);
        let is_known = self.albedo_cost.is_known();
        let Some(chunk) = is_known.then(|| remaining.next_chunk(count)).flatten() else {
            return;
        };
        let targets = (&self.targets.field, albedo);
        let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
            let placed = (region, chunk);
            pipeline.evaluate_surface_chunk(gpu, encoder, inputs, placed, targets, timestamps);
            sample_count(chunk.size)
        });
        let work = TimedWork::of_chunk(chunk, region.size);
        self.albedo_cost.request(time, samples, work);
        self.has_albedo = remaining.is_done();
        if self.has_albedo {
            self.remaining_albedo = None;
        }
    }
}
