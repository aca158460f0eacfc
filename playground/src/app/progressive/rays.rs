//! Pictures of three-dimensional views, traced as far as the frame's time budget allows.
//!
//! The rays hit the field of a [`ProgressivePicture`]. They come in levels: the first has so few rays that they fit a
//! frame, the next has one for each pixel, the last has several. A level is shown once all of its rays are shaded. New
//! inputs start with the first level again, unless only light or colors change and the hits of a finer one stay valid.

mod frame_inputs;
mod level;

use noise_playground::RenderSettings;
use noise_playground::field::Returns;
use noise_playground::generator::Generator;
use noise_playground::gpu::{
    BoundsBuffer, BoundsInputs, DataShape, DifferenceField, Gpu, GpuError, PendingReadback,
    PictureTexture, RayInputs, SampleCost, SceneData, ShadeInputs, SunInputs,
};
use noise_playground::view::space::settings::SceneSettings;

use super::cost::CostTracker;
use super::{EvaluationTimer, Prepared, ProgressivePicture, SharedPipelines};
use frame_inputs::Inputs;
use level::{Density, RayLevel};

/// Pixels between the rays of the coarsest level: the smallest that fits the frame's time budget is used.
const STRIDES: [u32; 8] = [1, 2, 3, 4, 6, 8, 10, 12];

/// Traced in a frame even if they exceed its budget: the cost of fewer is mostly submission, and they show too little.
const MIN_RAYS: u64 = 6_000;

/// Factor on a frame's budget on a software adapter once the coarsest rays are shown: presenting a frame takes about as
/// long as the usual budget. New input waits up to that much longer.
const REST_FACTOR: u64 = 6;

/// Fraction of the budget for rays on a software adapter, where the same processor then shades and presents the frame.
const SOFTWARE_PART: f64 = 0.75;

/// Used if none of [`STRIDES`] fits the budget.
const MAX_STRIDE: u32 = 16;

pub(crate) struct RayPicture {
    pub(crate) picture: PictureTexture,
    is_filled: bool,
    /// Bounds by which rays skip empty space, with the field version and inputs that they belong to.
    bounds: Option<(BoundsBuffer, (u64, BoundsInputs))>,
    /// A level is created when it is first needed.
    levels: Vec<RayLevel>,
    /// Everything from which the visible pixels were computed.
    shown: Option<Shown>,
    /// Cost of a ray and its shadow.
    cost: CostTracker,
    /// Cost of shading a ray; [`SampleCost::FREE`] where it is not measured.
    shade_cost: SampleCost,
    is_complete: bool,
    /// Field version and rays of the picture whose rays at the step limit were last counted; `rays_at_limit` is the
    /// pending readback.
    counted: Option<(u64, RayInputs)>,
    rays_at_limit: Option<PendingReadback>,
}

/// Equal values mean equal pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    density: Density,
    /// Version of the field.
    version: u64,
    rays: RayInputs,
    sun: Option<SunInputs>,
    shade: ShadeInputs,
    /// Version of the horizons.
    horizon_count: u64,
    /// Version of the difference of two cells that colors the ground; 0 for the usual colors.
    difference_count: u64,
}

impl RayPicture {
    /// Takes over the overlapping pixels of a previous picture.
    pub(crate) fn new(
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        size: [u32; 2],
        previous: Option<&PictureTexture>,
    ) -> Result<Self, GpuError> {
        let picture = PictureTexture::new(gpu, size)?;
        if let Some(previous) = previous {
            picture.copy_overlap(encoder, previous);
        }
        Ok(Self {
            picture,
            is_filled: previous.is_some(),
            bounds: None,
            levels: Vec::new(),
            shown: None,
            cost: CostTracker::default(),
            shade_cost: SampleCost::FREE,
            is_complete: false,
            counted: None,
            rays_at_limit: None,
        })
    }

    /// Returns `None` before there are visible pixels.
    pub(crate) fn texture(&self) -> Option<&PictureTexture> {
        self.is_filled.then_some(&self.picture)
    }

    pub(crate) fn has_albedo_at_hits(&self) -> bool {
        self.levels.iter().any(RayLevel::has_albedo)
    }

    /// Returns true once the finest level of rays is shown.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns true while there are fewer rays than pixels, as when the camera moves.
    pub(crate) fn is_coarse(&self) -> bool {
        let shown = self.shown.map(|shown| shown.density);
        shown.is_some_and(|density| matches!(density, Density::Sparse(_)))
    }

    /// Updates the measured cost. Returns the rays of a complete picture that reached the step limit, once read.
    pub(crate) fn receive(&mut self, gpu: &Gpu, timer: &EvaluationTimer) -> Option<u32> {
        self.cost.receive(gpu, timer, u64::MAX, false);
        let bytes = self.rays_at_limit.as_ref()?.try_take(gpu)?;
        self.rays_at_limit = None;
        bytes.and_then(|bytes| Some(u32::from_le_bytes(*bytes.first_chunk()?)))
    }

    pub(crate) fn is_reading(&self) -> bool {
        self.rays_at_limit.is_some()
    }

    /// Requests the number of rays that reached the step limit, once for each complete picture.
    fn count(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &Inputs<'_>,
        finest: Density,
    ) {
        let counted = inputs.rays(finest).map(|rays| (inputs.version, rays));
        let level = self.levels.iter().find(|level| level.density == finest);
        if let Some(level) =
            level.filter(|_| self.rays_at_limit.is_none() && self.counted != counted)
        {
            self.rays_at_limit = level.targets.request_gave_up(gpu, encoder);
            self.counted = counted;
        }
    }

    /// Traces and shades further rays within the frame's time budget; true if pixels changed. `difference` colors the
    /// ground, with a version above 0. Fails if the textures of hits or the bounds exceed the adapter's memory.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        (data, generator): (&ProgressivePicture, &Generator),
        settings: &RenderSettings,
        difference: Option<(&DifferenceField, u64)>,
    ) -> Result<bool, GpuError> {
        let Some(prepared) = data.prepared() else {
            self.is_complete = false;
            return Ok(false);
        };
        let Prepared { targets, pipeline, inputs: evaluated, version, .. } = prepared;
        let Some(scene) = settings.shading.mode.info().scene else {
            return Ok(false);
        };
        let grid = evaluated.grid;
        // A coarse volume or planet has fewer samples.
        let settings = &RenderSettings {
            scene: SceneSettings {
                samples: evaluated.data_samples().or(settings.scene.samples),
                ..settings.scene
            },
            ..*settings
        };
        let rays = RayInputs::new(settings, scene, grid).of_planet(evaluated.planet());
        let uses_albedo = generator.uses_surface(&settings.shading);
        let (bounds, is_new) = self.bounds(gpu, (version, rays.bounds()), rays.data())?;
        let data = SceneData {
            field: targets.field.clone(),
            value_range: targets.value_range.clone(),
            albedo: targets.albedo.clone(),
            has_albedo_at_hits: uses_albedo && evaluated.volume().is_some(),
            bounds,
            horizons: prepared.horizons.cloned(),
            difference: difference.map(|(field, _)| field.clone()),
        };
        if is_new {
            data.compute_bounds(gpu, encoder, &mut shared.host, &rays);
        }
        let inputs = Inputs {
            data,
            horizon_count: prepared.horizon_count,
            difference_count: difference.map_or(0, |(_, version)| version),
            version,
            grid,
            settings,
            is_color: generator.returns() == Returns::Color,
            uses_albedo,
            pipeline,
            evaluated,
        };
        self.refine(gpu, shared, encoder, &inputs)
    }

    /// The bool is true if the contents of the buffer must be computed.
    fn bounds(
        &mut self,
        gpu: &Gpu,
        inputs: (u64, BoundsInputs),
        data: DataShape,
    ) -> Result<(BoundsBuffer, bool), GpuError> {
        if let Some((bounds, present)) = &mut self.bounds
            && bounds.data() == data
        {
            let is_new = std::mem::replace(present, inputs) != inputs;
            return Ok((bounds.clone(), is_new));
        }
        let bounds = BoundsBuffer::new(gpu, data)?;
        self.bounds = Some((bounds.clone(), inputs));
        Ok((bounds, true))
    }

    /// Traces the next finer level, after those whose hits are valid.
    fn refine(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &Inputs<'_>,
    ) -> Result<bool, GpuError> {
        let densities = self.densities(shared, inputs);
        self.levels.retain(|level| densities.contains(&level.density));
        let mut is_changed = false;
        self.is_complete = false;
        let finest_valid = |levels: &[RayLevel]| {
            densities.iter().rposition(|density| {
                let level = levels.iter().find(|level| level.density == *density);
                level.is_some_and(|level| level.is_valid(inputs))
            })
        };
        let valid = finest_valid(&self.levels);
        let first = valid.unwrap_or(0);
        let mut budget = self.frame_rays(shared, valid.is_some());
        for (index, density) in densities.iter().enumerate().skip(first) {
            let level = self.find_or_create_level(gpu, inputs, *density)?;
            let mut level = self.levels.swap_remove(level);
            let is_first = index == first;
            let count = if is_first { u64::MAX } else { budget };
            let traced = if count > 0 && (is_first || self.cost.is_known()) {
                level.trace(gpu, shared, encoder, inputs, count, &mut self.cost)
            } else {
                0
            };
            budget = budget.saturating_sub(traced);
            let is_valid = level.is_valid(inputs);
            if is_valid {
                is_changed |= self.shade(gpu, shared, encoder, &mut level, inputs)?;
                self.is_filled = true;
            }
            self.levels.push(level);
            self.is_complete = is_valid && index + 1 == densities.len();
            // After waiting for the rays of the first level, its pixels are shown without waiting for further ones.
            if !is_valid || (is_first && traced > 0 && shared.timer.needs_waiting()) {
                break;
            }
        }
        if let Some(finest) = densities.last().filter(|_| self.is_complete) {
            self.count(gpu, encoder, inputs, *finest);
        }
        Ok(is_changed)
    }

    /// Shades a complete level if its inputs have changed. Returns true if pixels changed.
    fn shade(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        level: &mut RayLevel,
        inputs: &Inputs<'_>,
    ) -> Result<bool, GpuError> {
        let Some(rays) = inputs.rays(level.density) else {
            return Ok(false);
        };
        let shown = Shown {
            density: level.density,
            version: inputs.version,
            rays,
            sun: inputs.sun(),
            shade: inputs.shade(&rays),
            horizon_count: inputs.horizon_count,
            difference_count: inputs.difference_count,
        };
        if self.shown.replace(shown) == Some(shown) {
            return Ok(false);
        }
        level.set_colors(&inputs.data);
        let inputs = (&shown.rays, &shown.shade, inputs.uses_albedo);
        if let Some(cost) = level.shade(gpu, shared, encoder, inputs, &self.picture)? {
            self.shade_cost = self.shade_cost.updated_with(cost);
        }
        tracing::trace!("shaded hits of {:?}", level.density);
        Ok(true)
    }

    fn frame_rays(&self, shared: &SharedPipelines, is_first_shown: bool) -> u64 {
        let factor = if is_first_shown && shared.timer.needs_waiting() { REST_FACTOR } else { 1 };
        self.budget(shared) * factor
    }

    fn budget(&self, shared: &SharedPipelines) -> u64 {
        let part = if shared.timer.needs_waiting() { SOFTWARE_PART } else { 1.0 };
        let cost = self.cost.sample.with(self.shade_cost);
        let affordable = cost.samples_within(part * shared.budget_ms);
        affordable.max(MIN_RAYS)
    }

    /// Returns all densities, the coarsest first. The first level fits the frame's budget; a complete one stays the
    /// first, although the measured cost varies.
    fn densities(&self, shared: &SharedPipelines, inputs: &Inputs<'_>) -> Vec<Density> {
        let size = self.picture.size();
        let budget = self.budget(shared);
        let fits = |stride: &u32| {
            let rays = size.map(|pixels| u64::from(pixels.div_ceil(*stride)));
            rays[0] * rays[1] <= budget
        };
        let stride = STRIDES.into_iter().find(fits).unwrap_or(MAX_STRIDE);
        let is_sparse = |level: &&RayLevel| matches!(level.density, Density::Sparse(_));
        let mut sparse = self.levels.iter().filter(is_sparse);
        let complete = sparse.find(|level| level.is_valid(inputs));
        let coarse = complete.map(|level| level.density);
        let coarse = coarse.or((stride > 1).then_some(Density::Sparse(stride)));
        let rays = inputs.settings.scene.rays_per_side();
        let fine = (rays > 1).then_some(Density::Dense(rays));
        let levels = coarse.into_iter().chain([Density::Dense(1)]).chain(fine);
        levels.collect()
    }

    /// Returns the index in `levels`.
    fn find_or_create_level(
        &mut self,
        gpu: &Gpu,
        inputs: &Inputs<'_>,
        density: Density,
    ) -> Result<usize, GpuError> {
        // A level's textures are created with or without an albedo at hits, which cannot change.
        let has_albedo = inputs.data.has_albedo_at_hits;
        self.levels.retain(|level| level.density != density || level.has_albedo() == has_albedo);
        let found = self.levels.iter().position(|level| level.density == density);
        if let Some(index) = found {
            return Ok(index);
        }
        let level = RayLevel::new(gpu, &inputs.data, density, &self.picture)?;
        self.levels.push(level);
        Ok(self.levels.len() - 1)
    }
}
