//! Horizons of a height field: the fractions of the sky and of the sun's disk that are visible from each sample.
//!
//! One [`HorizonRun`] sweeps the field in sixteen compass directions for the sky, and toward the sun for shadows, in
//! chunks of lines that fit a frame or a submission. A dispatch measures up to four chunks, also of several directions.

use std::sync::{Arc, Mutex};

use super::host_uniforms::SweepUniform;
use crate::field::Channel;
use crate::gpu::device::binding::{
    Binding, BindingCache, create_buffer, lock, storage, storage_texture, texture, uniform,
};
use crate::gpu::device::compute::{HostStages, dispatch, workgroups};
use crate::gpu::device::texture::create;
use crate::gpu::{FieldTexture, Gpu, GpuError, TimestampQuery};
use crate::view::shading::Shading;

const DIRECTIONS: u32 = 16;

/// Chunks of lines that a GPU measures at once: the length of `sweeps` in `host/horizon.wgsl`.
const MAX_CHUNKS: usize = 4;

/// Most points of the chunks of a dispatch: four times those of all lines along an axis of 4096 × 4096 samples.
const MAX_POINTS: u64 = 4 * 4096 * 4100;

const POINT_BYTES: u64 = 8;

const GROUP_LINES: u32 = 64;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg32Float;

/// Measures which fractions of the sky and of the sun's disk are visible from each sample.
#[derive(Debug)]
pub struct HorizonPipelines {
    stages: HostStages,
    /// Points of the chunks of one dispatch, shared by all fields; `None` before the first one.
    points: Mutex<Option<wgpu::Buffer>>,
}

impl HorizonPipelines {
    /// Builds no pipeline yet.
    pub fn new(gpu: &Gpu) -> Self {
        let bindings = [
            (0, uniform()),
            (1, texture(false)),
            (2, storage(false)),
            (3, texture(false)),
            (4, storage_texture(FORMAT)),
            (5, uniform()),
        ];
        let stages = HostStages::new(gpu, "horizon.wgsl", &bindings, &[]);
        Self { stages, points: Mutex::default() }
    }

    fn points(&self, gpu: &Gpu, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
        let mut points = lock(&self.points);
        if let Some(points) = points.as_ref().filter(|points| points.size() >= bytes) {
            return Ok(points.clone());
        }
        let usage = wgpu::BufferUsages::STORAGE;
        let new = gpu.with_error_scope("HorizonPipelines::points", || {
            create_buffer(gpu, "HorizonPipelines::points", bytes, usage)
        })?;
        Ok(points.insert(new).clone())
    }
}

/// Settings on which horizons depend. They are measured again only if the settings or the field change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HorizonInputs {
    channel: Channel,
    /// Vertical scale, divided by the distance between samples in world units.
    steepness: f64,
    has_sky: bool,
    /// Azimuth and altitude in degrees, for shadows; `None` if no shadows are shown.
    sun: Option<[f64; 2]>,
}

impl HorizonInputs {
    /// `spacing` is the distance between samples in world units. Returns `None` if the shading needs no horizons.
    pub fn new(shading: &Shading, spacing: f64) -> Option<Self> {
        let sun = [shading.light.azimuth, shading.light.altitude];
        let is_flat = shading.mode.info().scene.is_none();
        shading.needs_horizons().then_some(Self {
            channel: shading.channel,
            steepness: shading.vertical_scale() / spacing,
            has_sky: shading.needs_sky(),
            sun: (is_flat && shading.casts_shadows()).then_some(sun),
        })
    }

    /// Returns the number of points on the lines of all directions, in a field of `size` samples.
    pub fn point_count(&self, size: [u32; 2]) -> u64 {
        let directions = self.directions().into_iter();
        directions.map(|direction| point_count(&direction.sweep((size, 1), self, 1))).sum()
    }

    fn directions(&self) -> Vec<Direction> {
        let sun = self.sun.map(Direction::Sun);
        let sky = if self.has_sky { DIRECTIONS } else { 0 };
        sun.into_iter().chain((0..sky).map(Direction::Sky)).collect()
    }
}

/// Measured along parallel lines that cover the field.
#[derive(Clone, Copy, Debug)]
enum Direction {
    /// A direction of the visible sky by index: 0 is north, the others follow clockwise.
    Sky(u32),
    /// Azimuth and altitude in degrees.
    Sun([f64; 2]),
}

impl Direction {
    /// In degrees, clockwise from north.
    fn azimuth(self) -> f64 {
        match self {
            Self::Sky(index) => f64::from(index) * 360.0 / f64::from(DIRECTIONS),
            Self::Sun([azimuth, _]) => azimuth,
        }
    }

    /// `size` counts the texels, each for a square of `stride` × `stride` samples of the field.
    fn sweep(
        self,
        ([width, height], stride): ([u32; 2], u32),
        inputs: &HorizonInputs,
        channels: u32,
    ) -> SweepUniform {
        let (east, north) = self.azimuth().to_radians().sin_cos();
        let along_x = east.abs() >= north.abs();
        // Rows count to the south. The steps of a line lead away from the compass direction.
        let (toward, across) = if along_x { (east, -north) } else { (-north, east) };
        let (length, breadth) = if along_x { (width, height) } else { (height, width) };
        // This makes the shift exact for multiples of 45 degrees.
        let shift = (-across / toward.abs() * 1e12).round() / 1e12;
        let shifted = shift * f64::from(length - 1);
        let first = shifted.max(0.0).ceil() as i32;
        let (weight, altitude) = match self {
            Self::Sky(_) => (1.0 / DIRECTIONS as f32, 0.0),
            Self::Sun([_, altitude]) => (0.0, altitude.to_radians() as f32),
        };
        SweepUniform {
            axis: u32::from(!along_x),
            is_reversed: u32::from(toward > 0.0),
            length: length as i32,
            breadth: breadth as i32,
            shift: shift as f32,
            steepness: (inputs.steepness / (1.0 + shift * shift).sqrt() / f64::from(stride)) as f32,
            first_line: -first - 1,
            // One more line at each end because the shift is rounded, and one to interpolate.
            lines: (breadth + shifted.abs().ceil() as u32 + 3) as i32,
            channel: inputs.channel as u32,
            channels,
            weight,
            altitude,
            is_first: 0,
            first_point: 0,
            stride: stride as i32,
            padding: 0,
        }
    }
}

/// The last line only serves to interpolate.
fn point_count(sweep: &SweepUniform) -> u64 {
    sweep.length as u64 * (sweep.lines as u64 - 1)
}

/// Visible fractions of the sky (x) and of the sun's disk (y), 0 to 1. Clones share the memory.
#[derive(Clone, Debug)]
pub struct HorizonTexture {
    /// Each direction reads one and writes the other. After an even number of directions, the first has the result.
    views: [wgpu::TextureView; 2],
    size: [u32; 2],
    stride: u32,
    completed: usize,
    points: wgpu::Buffer,
    max_points: u32,
    bindings: Arc<BindingCache>,
}

impl HorizonTexture {
    /// Creates the texture for a field of `size` samples; one is measured in each square of `stride` × `stride`.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn new(
        gpu: &Gpu,
        pipelines: &HorizonPipelines,
        size: [u32; 2],
        stride: u32,
    ) -> Result<Self, GpuError> {
        let size = size.map(|samples| samples.div_ceil(stride));
        let usage = wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING;
        let view = || -> Result<wgpu::TextureView, GpuError> {
            let texture = create(gpu, "HorizonTexture", size, FORMAT, usage)?;
            Ok(texture.create_view(&wgpu::TextureViewDescriptor::default()))
        };
        let chunks = if gpu.is_software() { 1 } else { MAX_CHUNKS as u64 };
        let limit = gpu.device.limits().max_storage_buffer_binding_size;
        let max_points = max_points(size, chunks, limit);
        Ok(Self {
            views: [view()?, view()?],
            size,
            stride,
            completed: 0,
            points: pipelines.points(gpu, u64::from(max_points) * POINT_BYTES)?,
            max_points,
            bindings: Arc::default(),
        })
    }

    /// Returns the samples of the field along a side of each texel.
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// Returns true if the texture was created for a field of `size` samples.
    pub fn fits(&self, size: [u32; 2]) -> bool {
        self.size == size.map(|samples| samples.div_ceil(self.stride))
    }

    fn texels(&self) -> ([u32; 2], u32) {
        (self.size, self.stride)
    }

    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.views[self.completed % 2]
    }
}

/// Points in `chunks` chunks of all lines of a field, or as many as `limit` bytes hold, but at least two lines.
fn max_points(size: [u32; 2], chunks: u64, limit: u64) -> u32 {
    let [short, long] = [size[0].min(size[1]), size[0].max(size[1])].map(u64::from);
    let fitting = MAX_POINTS.min(limit / POINT_BYTES);
    (chunks * (short + long + 4) * long).min(fitting.max(2 * long)) as u32
}

/// A measurement in progress, recorded in chunks of lines.
#[derive(Debug)]
pub struct HorizonRun {
    inputs: HorizonInputs,
    directions: Vec<Direction>,
    target: HorizonTexture,
    lines: u32,
}

impl HorizonRun {
    /// Prepares to measure the field that `target` was created for.
    pub fn new(inputs: HorizonInputs, mut target: HorizonTexture) -> Self {
        target.completed = 0;
        Self { directions: inputs.directions(), inputs, target, lines: 0 }
    }

    /// Returns the settings of the measurement.
    pub fn inputs(&self) -> &HorizonInputs {
        &self.inputs
    }

    /// Returns true once all directions are recorded.
    pub fn is_done(&self) -> bool {
        self.target.completed == self.directions.len()
    }

    /// Returns the recorded fraction, 0 to 1.
    pub fn progress(&self) -> f32 {
        let part = |direction: &Direction| {
            let sweep = direction.sweep(self.target.texels(), &self.inputs, 1);
            self.lines as f32 / sweep.lines as f32
        };
        let completed = self.target.completed;
        let part = self.directions.get(completed).map_or(0.0, part);
        (completed as f32 + part) / self.directions.len() as f32
    }

    /// Returns the measured horizons.
    pub fn into_target(self) -> HorizonTexture {
        self.target
    }

    /// Records the next chunks of lines, which have about `count` samples together. Returns the number of samples, or 0
    /// if all directions are recorded. The commands must be submitted before the next call.
    pub fn advance(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipelines: &HorizonPipelines,
        field: &FieldTexture,
        count: u64,
        timestamps: Option<&TimestampQuery>,
    ) -> u64 {
        let chunks = self.next_chunks(field.channels, count);
        let mut sweeps = [SweepUniform::default(); MAX_CHUNKS];
        sweeps.iter_mut().zip(&chunks).for_each(|(sweep, (_, chunk))| *sweep = *chunk);
        let target = &self.target;
        let group = |(part, (completed, sweep)): (u32, &(usize, SweepUniform))| {
            let is_odd = completed % 2;
            let bindings = [
                Binding::Uniform(bytemuck::bytes_of(&sweeps)),
                Binding::Texture(&field.view),
                Binding::Buffer(&target.points),
                Binding::Texture(&target.views[is_odd]),
                Binding::Texture(&target.views[1 - is_odd]),
                Binding::Uniform(bytemuck::bytes_of(sweep)),
            ];
            let label = ["even directions", "odd directions"][is_odd];
            target.bindings.bind_part(gpu, label, part, &pipelines.stages.layout, &bindings)
        };
        let groups: Vec<wgpu::BindGroup> = (0..).zip(&chunks).map(group).collect();
        let Some(first) = groups.first() else {
            return 0;
        };
        let lines = chunks.iter().map(|(_, sweep)| sweep.lines as u32).max().unwrap_or_default();
        let size = [lines.div_ceil(GROUP_LINES), chunks.len() as u32];
        let find = pipelines.stages.get(gpu, "find_horizons");
        dispatch(encoder, &find, "horizons", &[first], size, timestamps);
        let gather = pipelines.stages.get(gpu, "gather");
        for (group, (_, sweep)) in groups.iter().zip(&chunks) {
            let size = workgroups([sweep.length, sweep.lines - 1].map(|count| count as u32));
            dispatch(encoder, &gather, "gather", &[group], size, None);
        }
        chunks.iter().map(|(_, sweep)| point_count(sweep)).sum()
    }

    /// Next chunks of as many lines as have `count` samples, but at least one, each with the directions before it.
    fn next_chunks(&mut self, channels: u32, count: u64) -> Vec<(usize, SweepUniform)> {
        let mut chunks = Vec::new();
        let mut remaining_count = count;
        let mut first_point = 0;
        while let Some(direction) = self.directions.get(self.target.completed)
            && chunks.len() < MAX_CHUNKS
        {
            let mut sweep = direction.sweep(self.target.texels(), &self.inputs, channels);
            let length = sweep.length as u32;
            let remaining = sweep.lines as u32 - 1 - self.lines;
            let wanted = remaining_count / u64::from(length);
            let wanted = if chunks.is_empty() { wanted.max(1) } else { wanted };
            let room = u64::from((self.target.max_points - first_point) / length);
            let lines = wanted.min(u64::from(remaining)).min(room.saturating_sub(1)) as u32;
            if lines == 0 {
                break;
            }
            sweep.first_line += self.lines as i32;
            sweep.lines = lines as i32 + 1;
            sweep.is_first = u32::from(self.target.completed == 0);
            sweep.first_point = first_point as i32;
            chunks.push((self.target.completed, sweep));
            first_point += (lines + 1) * length;
            remaining_count -= (u64::from(lines) * u64::from(length)).min(remaining_count);
            self.lines += lines;
            if lines == remaining {
                self.lines = 0;
                self.target.completed += 1;
            }
        }
        chunks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fit_the_buffers_of_the_adapter() {
        for (limit, size) in [(1 << 27, [3840, 2160]), (1 << 27, [64, 48]), (1 << 31, [8192; 2])] {
            for chunks in [1, MAX_CHUNKS as u64] {
                let points = max_points(size, chunks, limit);
                assert!(u64::from(points) * POINT_BYTES <= limit && points >= 2 * size[0]);
                assert!(points <= i32::MAX as u32);
            }
        }
        assert_eq!(max_points([64, 48], 1, 1 << 27), 64 * (64 + 48 + 4));
    }
}
