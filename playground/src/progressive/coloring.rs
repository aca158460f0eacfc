//! Samples → colours: what of them depends on a changed input.

use std::sync::Arc;

use noise_playground::chunks::Chunks;
use noise_playground::generator::Returns;
use noise_playground::gpu::{Gpu, ShadeInputs};
use noise_playground::shading::{Shading, ValueRange};

use super::cost::TimedWork;
use super::{Coarse, ProgressivePicture, SharedPipelines, UpdateResult, count};

impl ProgressivePicture {
    /// Shows the coarse picture in the place of the whole one.
    pub(super) fn color_coarse(
        &mut self,
        gpu: &Gpu,
        stages: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        view: &Shading,
    ) -> UpdateResult {
        let Some(Coarse { step, tile }) = &mut self.coarse else {
            return UpdateResult::default();
        };
        let work = tile.color(gpu, stages, encoder, view);
        if work.shaded {
            let coarse = (&tile.picture, &tile.field);
            stages
                .magnify
                .magnify(gpu, encoder, coarse, *step, &self.picture);
        }
        work
    }

    /// Paints as much of a complete field as the frame has time for.
    pub(super) fn paint_part(
        &mut self,
        gpu: &Gpu,
        stages: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let Some(((pipeline, inputs), tints)) = self.inputs.as_ref().zip(self.albedo.as_ref())
        else {
            return;
        };
        let region = inputs.grid.region();
        let left = self.unpainted.get_or_insert(Chunks::new(region.size));
        let room = self.painting.pace.samples_within(stages.share_ms);
        let is_known = self.painting.is_known();
        let Some(part) = is_known.then(|| left.next_chunk(room)).flatten() else {
            return;
        };
        let (time, samples) = stages.clock.time(gpu, encoder, |encoder, stopwatch| {
            let into = (&self.field, tints);
            pipeline.paint_part(gpu, encoder, inputs, (region, part), into, stopwatch);
            count(part.size)
        });
        let is_whole = part.size == region.size;
        let of = if is_whole {
            TimedWork::Spread
        } else {
            TimedWork::Part
        };
        self.painting.ask(time, samples, of);
        self.painted = left.is_done();
        if self.painted {
            self.unpainted = None;
        }
    }

    /// Makes colours of a field that is complete.
    pub(super) fn color(
        &mut self,
        gpu: &Gpu,
        stages: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        view: &Shading,
    ) -> UpdateResult {
        let mut work = UpdateResult::default();
        let Some((pipeline, inputs)) = &self.inputs else {
            return work;
        };
        let generator = Arc::clone(&pipeline.generator);
        let is_color = generator.returns == Returns::Color;
        let shade = ShadeInputs::new(view, inputs.grid.spacing(), is_color);
        let is_painted = generator.uses_surface(view);
        if is_painted && !self.painted {
            self.paint_part(gpu, stages, encoder);
            if !self.painted {
                return work;
            }
            self.shaded = None;
            work.painted = true;
        } else {
            self.unpainted = None;
        }
        let tints = self.albedo.as_ref().filter(|_| is_painted);
        let measured = Shading {
            value_range: if self.is_counted {
                ValueRange::Auto
            } else {
                view.value_range
            },
            ..*view
        };
        if generator.needs_percentiles(&measured) && self.ranged != Some(view.channel) {
            stages
                .range
                .run(gpu, encoder, &self.field, view.channel, &self.range);
            self.ranged = Some(view.channel);
            self.shaded = None;
            work.ranged = true;
        }
        if self.shaded != Some(shade) {
            stages.shade.shade(
                gpu,
                encoder,
                &shade,
                (&self.field, tints),
                &self.range,
                &self.picture,
            );
            self.shaded = Some(shade);
            work.shaded = true;
        }
        work
    }
}
