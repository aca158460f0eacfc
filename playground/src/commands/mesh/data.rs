//! Samples of a generator, and the mesh that is built from them.

use std::f64::consts::FRAC_PI_2;

use anyhow::Context as _;
use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::{Precision, Schedule};
use noise_playground::gpu::{EvaluatePipeline, Gpu, PointPipeline};
use noise_playground::view::space::mesh::{
    Mesh, MeshError, MeshFormat, PlanetGrid, SolidMesh, TerrainMesh,
};
use noise_playground::{Field, RenderSettings, Subject};

use super::plan::{MeshPlan, Planet, Solid, Terrain};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use noise_playground::render::{
    BatchRenderer, DataSettings, RenderJob, RequestedOutputs, TILE_SAMPLES,
};

pub(super) struct MeshSource<'a> {
    pub(super) gpu: &'a Gpu,
    pub(super) pipeline: &'a EvaluatePipeline,
    pub(super) plan: &'a MeshPlan,
}

impl MeshSource<'_> {
    /// For the format STL, or if a base height is given, the mesh is closed by walls and an underside.
    pub(super) fn terrain(
        &self,
        terrain: &Terrain,
        format: MeshFormat,
        progress: &mut Progress,
    ) -> Result<Mesh, CommandError> {
        let Subject { generator, values, .. } = &self.plan.subject;
        let schedule = Schedule::new(generator, values)?;
        let own = schedule.map(|schedule| schedule.grid(generator));
        let grid = own.unwrap_or(terrain.grid);
        let (raster, field) = match &self.plan.file_samples {
            Some(samples) => (samples.raster, samples.field()),
            None => (grid.into(), self.field(grid, progress)?),
        };
        let mesh = TerrainMesh {
            raster,
            field: &field,
            channel: self.channel(),
            exaggeration: terrain.exaggeration,
        };
        let surface = mesh.surface(terrain.detail)?;
        if format == MeshFormat::Stl || terrain.base.is_some() {
            Ok(mesh.closed(surface, terrain.base).context("--base")?)
        } else {
            Ok(surface)
        }
    }

    fn field(&self, grid: SampleGrid, progress: &mut Progress) -> Result<Field, CommandError> {
        let subject = self.placed(grid, 0.0);
        let job = RenderJob {
            gpu: self.gpu,
            pipeline: self.pipeline,
            inputs: &subject.inputs(grid)?,
            settings: &subject.settings,
            data: &DataSettings::default(),
            manifest: &subject.manifest(&self.gpu.name()),
            tile_samples: TILE_SAMPLES,
        };
        Ok(job.field(&mut |fraction| {
            progress.show(fraction);
            Ok(())
        })?)
    }

    /// Evaluates the volume layer by layer.
    pub(super) fn solid(
        &self,
        solid: &Solid,
        progress: &mut Progress,
    ) -> Result<Mesh, CommandError> {
        let side = solid.grid.size[0];
        let outputs = RequestedOutputs { samples: true, pixels: false, range: false };
        let mut batch = BatchRenderer::new(self.gpu, self.pipeline, solid.grid.into(), outputs);
        let layers = (0..side).map(|layer| {
            let from_center = f64::from(layer) + 0.5 - f64::from(side) / 2.0;
            let z = solid.z + from_center * solid.grid.spacing();
            let inputs = self.placed(solid.grid, z).inputs(solid.grid);
            Ok::<_, CommandError>((layer, inputs?))
        });
        let mut densities = Vec::with_capacity((side as usize).pow(3));
        batch.render(layers, |layer, picture| {
            self.add_layer(&mut densities, picture?.rows.samples, side);
            progress.show(f64::from(layer + 1) / f64::from(side));
            Ok(std::ops::ControlFlow::Continue(()))
        })?;
        let [x, y] = solid.grid.center;
        let mesh = SolidMesh {
            center: [x, y, solid.z],
            span: solid.grid.span,
            side: side as usize,
            densities,
            threshold: solid.threshold,
            clip: solid.clip,
        };
        Ok(mesh.surface()?)
    }

    /// Reverses the order of rows: those of the layer go from north to south, those of the volume from south to north.
    fn add_layer(&self, densities: &mut Vec<f32>, samples: Vec<f32>, side: u32) {
        let channels = self.pipeline.generator.channels() as usize;
        for row in samples.chunks_exact(side as usize * channels).rev() {
            let values = row.chunks_exact(channels);
            densities.extend(values.map(|sample| self.channel().of(sample)));
        }
    }

    /// Evaluates grid points of the unit sphere.
    pub(super) fn planet(&self, planet: &Planet) -> Result<Mesh, CommandError> {
        let grid = PlanetGrid::new(planet.side)?;
        let generator = &self.pipeline.generator;
        let points = PointPipeline::new(self.gpu, generator, Precision::Single)?;
        let time = self.plan.subject.settings.time;
        let positions = grid.positions().iter().map(|[x, y, z]| [*x, *y, *z, time]);
        let positions: Vec<[f64; 4]> = positions.collect();
        // Octaves fade by the distance of samples, which is that of neighboring grid points on the unit sphere.
        let spaced = SampleGrid { center: [0.0, 0.0], span: FRAC_PI_2, size: [planet.side; 2] };
        let inputs = self.placed(spaced, 0.0).inputs(spaced)?;
        let values = points.evaluate(self.gpu, &inputs, &positions)?;
        let radius = |sample: &[f64; 4]| {
            let sample = sample.map(|number| number as f32);
            let value = self.channel().of(&sample[..generator.channels() as usize]);
            let value = f64::from(value);
            let level = planet.sea.map_or(value, |sea| if value < sea { sea } else { value });
            1.0 + planet.exaggeration * level
        };
        let radii: Vec<f64> = values.iter().map(radius).collect();
        let surface = grid.surface(&radii);
        Ok(surface.map_err(|error: MeshError| anyhow::Error::from(error))?)
    }

    fn channel(&self) -> Channel {
        self.plan.subject.settings.shading.channel
    }

    /// Returns the subject as a plane seen from above.
    fn placed(&self, grid: SampleGrid, z: f64) -> Subject {
        let subject = self.plan.subject.clone();
        let settings = RenderSettings { z, time: subject.settings.time, ..grid.into() };
        Subject { settings, ..subject }
    }
}
