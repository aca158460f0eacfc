//! Rendering without a window: evaluation → value range → albedo → shading → readback of a picture, or of one tile.

mod batch;
#[cfg(test)]
mod tests;
mod tile;

use std::time::Duration;

use super::pending_picture::PictureReadback;
use crate::RenderSettings;
use crate::field::grid::Region;
use crate::gpu::{
    DeriveInput, DerivePipeline, EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError,
    HostPipelines, PendingPicture, PictureTargets, RayInputs, SceneData, TimeSlicer,
    ValueRangeBuffer, ValueRangePipeline,
};
use crate::subject::derived::Derived;
use crate::view::space::camera::Scene;
use crate::view::space::settings::Pass;
pub use tile::{PictureTile, TileFields};

/// Limit of one submission. A slower shader is rejected with [`GpuError::TooSlow`].
const TIMEOUT: Duration = Duration::from_secs(60);

/// What is computed and read back of each picture.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// Samples, or a property of the hits of a three-dimensional view.
    pub samples: bool,
    /// Shaded pixels.
    pub pixels: bool,
    /// True to measure the value range from each picture. All tiles of a picture have the range of
    /// [`Renderer::value_range`], which is measured before.
    pub range: bool,
    /// Read back in place of the samples.
    pub derived: Option<Derived>,
}

/// Renders pictures of one generator. The next picture or tile reuses the textures of the previous one if they fit, and
/// the ground of a three-dimensional view if only the camera has moved.
#[derive(Debug)]
pub struct Renderer<'a> {
    gpu: &'a Gpu,
    pipeline: &'a EvaluatePipeline,
    settings: RenderSettings,
    inputs: EvaluateInputs,
    outputs: Outputs,
    derive: Option<DerivePipeline>,
    slicer: TimeSlicer<'a>,
    host: HostPipelines,
    /// One for each picture of a batch.
    lanes: Vec<Lane>,
    lane: usize,
    /// Ground of a three-dimensional view, with the inputs that it was evaluated with.
    ground: Option<(SceneData, EvaluateInputs)>,
}

/// Buffers and textures of one picture, reused by the picture at the same place of the next batch, or by the next tile.
#[derive(Debug)]
struct Lane {
    value_range: ValueRangeBuffer,
    fields: Option<TileFields>,
    targets: Option<PictureTargets>,
}

impl Lane {
    fn new(gpu: &Gpu) -> Self {
        Self { value_range: ValueRangeBuffer::new(gpu), fields: None, targets: None }
    }
}

impl<'a> Renderer<'a> {
    /// Calibrates the pipeline.
    ///
    /// # Errors
    /// Fails if a submission takes longer than a minute, or if a grid program's buffers exceed the adapter's memory.
    pub fn new(
        gpu: &'a Gpu,
        pipeline: &'a EvaluatePipeline,
        settings: &RenderSettings,
        inputs: &EvaluateInputs,
        outputs: Outputs,
    ) -> Result<Self, GpuError> {
        let channels = pipeline.generator.channels;
        let derive = |derived| DerivePipeline::new(gpu, derived, &settings.shading, channels);
        Ok(Self {
            gpu,
            pipeline,
            settings: *settings,
            inputs: inputs.clone(),
            derive: outputs.derived.as_ref().map(derive),
            outputs,
            slicer: TimeSlicer::new(gpu, pipeline, inputs, TIMEOUT)?,
            host: HostPipelines::new(gpu),
            lanes: vec![Lane::new(gpu)],
            lane: 0,
            ground: None,
        })
    }

    /// Selects the next picture, whose shading must be the same. Fails like [`Self::new`].
    fn set_picture(
        &mut self,
        settings: &RenderSettings,
        inputs: &EvaluateInputs,
    ) -> Result<(), GpuError> {
        self.settings = *settings;
        if self.inputs != *inputs {
            self.slicer.set_inputs(inputs)?;
            self.inputs = inputs.clone();
        }
        Ok(())
    }

    /// Returns false for a view from above, and if only its samples are read back.
    pub fn is_scene(&self) -> bool {
        self.scene().is_some()
    }

    /// Returns where the range of the next tiles is measured, unless it is measured from each picture.
    pub fn value_range(&mut self) -> (&ValueRangePipeline, &ValueRangeBuffer) {
        (self.host.value_range(self.gpu), &self.lanes[self.lane].value_range)
    }

    /// Records the evaluation of a tile of a view from above, for [`Self::submit`].
    ///
    /// # Errors
    /// Fails if the textures exceed the adapter's memory, or if a submission takes too long.
    pub fn evaluate(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        tile: PictureTile,
    ) -> Result<TileFields, GpuError> {
        let fields = self.new_fields(tile)?;
        self.evaluate_into(encoder, tile, &fields)?;
        Ok(fields)
    }

    /// Submits the evaluation of a three-dimensional view's ground unless inputs are equal; `None` from above.
    ///
    /// # Errors
    /// Fails like [`Self::evaluate`].
    pub fn ground(&mut self) -> Result<Option<&mut SceneData>, GpuError> {
        let Some(scene) = self.scene() else {
            return Ok(None);
        };
        let mut encoder = self.gpu.encoder();
        self.evaluate_ground(&mut encoder, &self.rays(scene))?;
        self.gpu.queue.submit([encoder.finish()]);
        Ok(self.ground.as_mut().map(|(ground, _)| ground))
    }

    /// Records and submits all stages of a tile and its readback. `evaluated` are fields that were evaluated before.
    ///
    /// # Errors
    /// Fails like [`Self::evaluate`].
    pub fn submit(
        &mut self,
        tile: PictureTile,
        evaluated: Option<TileFields>,
    ) -> Result<PendingPicture, GpuError> {
        let mut encoder = self.gpu.encoder();
        let written = self.record(&mut encoder, tile, evaluated)?;
        let readback = self.read_back(&mut encoder, written)?;
        Ok(PendingPicture { submission: self.gpu.queue.submit([encoder.finish()]), readback })
    }

    /// Records all stages of a tile. Returns the rectangle of its numbers to be read back.
    fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        tile: PictureTile,
        evaluated: Option<TileFields>,
    ) -> Result<Region, GpuError> {
        let (targets, written) = match self.scene() {
            Some(scene) => self.trace(encoder, scene, tile.inner)?,
            None => self.shade(encoder, tile, evaluated)?,
        };
        self.lanes[self.lane].targets = Some(targets);
        Ok(written)
    }

    fn read_back(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        written: Region,
    ) -> Result<PictureReadback, GpuError> {
        let samples = self.outputs.samples.then_some(written);
        let targets = self.lanes[self.lane].targets.as_ref();
        let targets = targets.expect("`record` has stored the targets");
        targets.read_back(self.gpu, encoder, samples, self.outputs.pixels)
    }

    fn scene(&self) -> Option<Scene> {
        let is_shown = self.outputs.pixels || self.settings.scene.pass != Pass::Color;
        self.settings.shading.mode.info().scene.filter(|_| is_shown)
    }

    fn rays(&self, scene: Scene) -> RayInputs {
        RayInputs::new(&self.settings, scene, self.inputs.grid).of_planet(self.inputs.planet())
    }

    /// Records a tile of a view from above. Returns the rectangle of the field to be read back.
    fn shade(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        tile: PictureTile,
        evaluated: Option<TileFields>,
    ) -> Result<(PictureTargets, Region), GpuError> {
        let fields = match evaluated {
            Some(evaluated) => evaluated,
            None => self.evaluate_reusing(encoder, tile)?,
        };
        let written = fields.written(tile).1;
        let targets = self.targets(tile, fields)?;
        let (host, shading) = (&mut self.host, &self.settings.shading);
        if self.outputs.range {
            targets.measure_range(self.gpu, encoder, host, shading);
        }
        if self.outputs.pixels {
            let placed = (tile.outer, tile.inner_in_outer().origin);
            self.slicer.shade(encoder, host, &self.inputs, placed, shading, &targets)?;
        }
        Ok((targets, written))
    }

    fn evaluate_reusing(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        tile: PictureTile,
    ) -> Result<TileFields, GpuError> {
        let previous = self.lanes[self.lane].fields.take().filter(|fields| {
            fields.field.size() == tile.outer.size && fields.written(tile).1.size == tile.inner.size
        });
        let fields = previous.map_or_else(|| self.new_fields(tile), Ok)?;
        self.evaluate_into(encoder, tile, &fields)?;
        Ok(self.lanes[self.lane].fields.insert(fields).clone())
    }

    fn new_fields(&self, tile: PictureTile) -> Result<TileFields, GpuError> {
        let derived = self
            .derive
            .as_ref()
            .map(|derive| FieldTexture::new(self.gpu, tile.inner.size, derive.channels()));
        let generator = &self.pipeline.generator;
        let field = FieldTexture::of_generator(self.gpu, tile.outer.size, generator)?;
        Ok(TileFields { field, derived: derived.transpose()? })
    }

    fn evaluate_into(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        tile: PictureTile,
        fields: &TileFields,
    ) -> Result<(), GpuError> {
        self.slicer.evaluate(encoder, &self.inputs, tile.outer, &fields.field)?;
        let Some((derive, derived)) = self.derive.as_ref().zip(fields.derived.as_ref()) else {
            return Ok(());
        };
        let input = DeriveInput {
            field: &fields.field,
            raster: self.inputs.grid.into(),
            region: tile.outer,
            origin: tile.inner_in_outer().origin,
            base: 0.0,
        };
        derive.run(self.gpu, encoder, &mut self.host, input, derived)
    }

    /// Reuses the textures of the previous tile if the sizes are equal.
    fn targets(
        &mut self,
        tile: PictureTile,
        TileFields { field, derived }: TileFields,
    ) -> Result<PictureTargets, GpuError> {
        let lane = &mut self.lanes[self.lane];
        let previous = lane.targets.take().filter(|previous| {
            previous.picture.size() == tile.inner.size && previous.field.size() == field.size()
        });
        if let Some(previous) = previous {
            return Ok(PictureTargets { field, derived, ..previous });
        }
        let uses_surface = self.pipeline.generator.uses_surface(&self.settings.shading);
        let has_albedo = self.outputs.pixels && uses_surface;
        let (range, size) = (lane.value_range.clone(), tile.inner.size);
        let targets = PictureTargets::of_field(self.gpu, field, range, size, has_albedo)?;
        Ok(PictureTargets { derived, ..targets })
    }

    /// Records a tile of a three-dimensional view. Returns the rectangle of its output to be read back.
    fn trace(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        scene: Scene,
        tile: Region,
    ) -> Result<(PictureTargets, Region), GpuError> {
        let rays = self.rays(scene);
        let ground = self.evaluate_ground(encoder, &rays)?.clone();
        let previous = self.lanes[self.lane].targets.take().filter(|targets| {
            targets.picture.size() == tile.size && targets.field.texture == ground.field.texture
        });
        let (count, pass) = (rays.rays_per_side(), self.settings.scene.pass);
        let mut targets = match previous {
            Some(previous) => previous,
            None => PictureTargets::of_scene(self.gpu, &ground, tile.size, count, pass)?,
        };
        if let Some(scene) = &mut targets.scene {
            scene.horizons = ground.horizons;
        }
        let view = (&rays, &self.settings.shading, tile.origin);
        self.slicer.trace(encoder, &mut self.host, &self.inputs, view, &targets)?;
        Ok((targets, tile.at_origin()))
    }

    fn evaluate_ground(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        rays: &RayInputs,
    ) -> Result<&SceneData, GpuError> {
        let ground = match self.ground.take() {
            Some(ground) if ground.1 == self.inputs => ground,
            previous => (self.new_ground(encoder, rays, previous)?, self.inputs.clone()),
        };
        Ok(&self.ground.insert(ground).0)
    }

    /// Reuses the textures of the previous ground if it has the same shape.
    fn new_ground(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        rays: &RayInputs,
        previous: Option<(SceneData, EvaluateInputs)>,
    ) -> Result<SceneData, GpuError> {
        let (shading, size) = (&self.settings.shading, self.inputs.grid.size);
        let fits =
            |ground: &SceneData| ground.field.size() == size && ground.bounds.data() == rays.data();
        let mut ground = match previous.map(|(ground, _)| ground).filter(fits) {
            Some(ground) => ground,
            None => {
                let generator = &self.pipeline.generator;
                let is_picture = self.settings.scene.pass == Pass::Color;
                let has_albedo = is_picture && generator.uses_surface(shading);
                SceneData::new(self.gpu, size, generator, rays, has_albedo)?
            }
        };
        let view = (rays, shading);
        self.slicer.evaluate_scene(encoder, &mut self.host, &self.inputs, view, &mut ground)?;
        Ok(ground)
    }
}
