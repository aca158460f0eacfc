//! The silhouette of a three-dimensional view, for a camera whose distance fits: from a coarse evaluation of its data.

use std::time::Duration;

use super::time_slices::TimeSlicer;
use crate::RenderSettings;
use crate::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, read_field};
use crate::view::space::camera::{CameraSetting, Ground, Scene, Silhouette};

/// Fewest samples along each side of coarse data, unless the data have fewer.
const fn coarse_samples(scene: Scene, detail: SilhouetteDetail) -> u32 {
    match (scene, detail) {
        (Scene::Terrain, SilhouetteDetail::Fine) => 128,
        (Scene::Planet, SilhouetteDetail::Fine) => 64,
        (Scene::Solid, SilhouetteDetail::Fine) | (Scene::Terrain, SilhouetteDetail::Rough) => 32,
        (Scene::Planet | Scene::Solid, SilhouetteDetail::Rough) => 16,
    }
}

/// Number of samples from which the silhouette of a three-dimensional view is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SilhouetteDetail {
    /// For pictures that are written.
    Fine,
    /// A quarter to a half as many along each side, for slow generators.
    Rough,
}

const TIMEOUT: Duration = Duration::from_secs(60);

impl EvaluatePipeline {
    /// Returns the settings with a [fitting](RenderSettings::fitted) camera distance. `inputs` are those of the data.
    ///
    /// # Errors
    /// Fails if the generator is too slow, or if its buffers exceed the adapter's memory.
    pub fn fitted(
        &self,
        gpu: &Gpu,
        settings: &RenderSettings,
        inputs: &EvaluateInputs,
        cameras: &[CameraSetting],
    ) -> Result<RenderSettings, GpuError> {
        let detail = SilhouetteDetail::Fine;
        Ok(match settings.scene_to_fit() {
            Some(_) => settings.fitted(&self.silhouette(gpu, settings, inputs, detail)?, cameras),
            None => *settings,
        })
    }

    /// Measures what a three-dimensional view draws, with coarse data. Leaves a grid run for the next evaluation.
    ///
    /// # Errors
    /// Fails like [`Self::fitted`].
    pub fn silhouette(
        &self,
        gpu: &Gpu,
        settings: &RenderSettings,
        inputs: &EvaluateInputs,
        detail: SilhouetteDetail,
    ) -> Result<Silhouette, GpuError> {
        let scene = settings.shading.mode.info().scene.unwrap_or(Scene::Terrain);
        let samples = inputs.data_samples().unwrap_or(inputs.grid.size[0]);
        let coarse = &inputs.coarse((samples / coarse_samples(scene, detail)).max(1));
        let grid = coarse.grid;
        let field = gpu.with_error_scope("the framing", || {
            let field = FieldTexture::of_generator(gpu, grid.size, &self.generator)?;
            let mut slicer = TimeSlicer::new(gpu, self, coarse, TIMEOUT)?;
            let mut encoder = gpu.encoder();
            slicer.evaluate(&mut encoder, coarse, grid.region(), &field)?;
            gpu.queue.submit([encoder.finish()]);
            self.keep_run(slicer.into_run());
            read_field(gpu, &field)
        })??;
        let (channel, exaggeration) = (settings.shading.channel, settings.shading.vertical_scale());
        Ok(match scene {
            Scene::Planet => {
                let values = Ground::extremes(&field, channel).unwrap_or([0.0; 2]);
                Silhouette::of_planet(values, exaggeration, settings.scene.sea)
            }
            Scene::Solid => {
                let side = coarse.volume().unwrap_or(1);
                Silhouette::of_solid(&field, side, &settings.body_shape())
            }
            Scene::Terrain => {
                Silhouette::of_terrain(&field, grid, inputs.grid, channel, exaggeration)
            }
        })
    }
}
