//! Maps of a planet: one by longitude and latitude, or the six layers of a cube map.

use std::path::Path;

use noise_playground::field::files::Format;
use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::EvaluateInputs;
use noise_playground::view::shading::ValueRange;
use noise_playground::{RenderSettings, Subject};

use super::RenderRun;
use super::cube_layers::paths;
use super::files::{OpenCapture, OpenFiles};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use noise_playground::render::{DataSettings, RenderJob, TILE_SAMPLES};

impl RenderRun<'_> {
    /// `map` has the settings of one layer.
    pub(super) fn write_map(
        &self,
        map: &RenderSettings,
        files: OpenFiles,
    ) -> Result<(), CommandError> {
        let mut progress = Progress::new("rendering", self.is_quiet);
        let count = paths(Path::new(""), map.scene.projection).len();
        let OpenFiles { captures, texts } = files;
        let formats: Vec<Format> = captures.iter().map(|(file, _)| file.format()).collect();
        let (map, data) = self.with_shared_range(*map, count, &formats)?;
        let mut layers: Vec<Vec<OpenCapture>> = Vec::new();
        layers.resize_with(count, Vec::new);
        for (index, file) in captures.into_iter().enumerate() {
            layers[index % count].push(file);
        }
        let mut scaled = None;
        for (layer, files) in (0..).zip(&mut layers) {
            let inputs = self.map(&map).inputs(map.grid)?.with_cube_layer(layer);
            let job = self.map_job(&inputs, &map, &data);
            let outputs = files.iter_mut().map(|(file, tile)| (file, *tile));
            let ends = job.write(outputs.collect(), &mut |fraction| {
                progress.show((f64::from(layer) + fraction) / count as f64);
                Ok(())
            })?;
            scaled = ends.scaled.or(scaled);
        }
        self.print_range(scaled);
        let captures = layers.into_iter().flatten().collect();
        let files = OpenFiles { captures, texts };
        Ok(files.commit(self.plan, scaled)?)
    }

    /// Fixes value ranges over all layers, so that equal values have equal colors. A map with one layer is unchanged.
    fn with_shared_range(
        &self,
        mut map: RenderSettings,
        count: usize,
        formats: &[Format],
    ) -> Result<(RenderSettings, DataSettings), CommandError> {
        let mut data = self.plan.data.clone();
        if count > 1 {
            let all = SampleGrid {
                size: [map.grid.size[0], map.grid.size[1] * count as u32],
                ..map.grid
            };
            let inputs = self.map(&map).inputs(all)?;
            let ends = self.map_job(&inputs, &map, &data).range_ends(formats)?;
            // The ends of a constant field are equal, but a fixed range must not be empty.
            let fixed = |[low, high]: [f64; 2]| {
                ValueRange::Fixed(low, if low < high { high } else { low + 1.0 })
            };
            map.shading.value_range = ends.picture.map_or(map.shading.value_range, fixed);
            data.value_range = ends.scaled.map_or(data.value_range, fixed);
        }
        Ok((map, data))
    }

    fn map(&self, settings: &RenderSettings) -> Subject {
        Subject { settings: *settings, ..self.plan.subject.clone() }
    }

    fn map_job<'a>(
        &'a self,
        inputs: &'a EvaluateInputs,
        settings: &'a RenderSettings,
        data: &'a DataSettings,
    ) -> RenderJob<'a> {
        RenderJob {
            gpu: self.gpu,
            pipeline: self.pipeline,
            inputs,
            settings,
            data,
            manifest: self.manifest,
            tile_samples: TILE_SAMPLES,
        }
    }
}
