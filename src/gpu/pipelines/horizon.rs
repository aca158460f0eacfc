//! Horizons of a height field: the fractions of the sky and of the sun's disk that are visible from each sample.
//!
//! One [`HorizonRun`] sweeps the field in sixteen directions of the compass for the sky, and in the direction of the
//! sun for shadows, in chunks of lines that fit a frame or a submission.

use std::sync::Arc;

use super::host_uniforms::SweepUniform;
use crate::gpu::device::binding::{
    Binding, BindingCache, create_buffer, layout, storage, storage_texture, texture, uniform,
};
use crate::gpu::device::compute::{dispatch, stage, workgroups};
use crate::gpu::device::texture::create;
use crate::gpu::{FieldTexture, Gpu, GpuError, TimestampQuery};
use crate::host_shaders;
use crate::shading::{Channel, Shading};

const DIRECTIONS: u32 = 16;

/// Points of the chunks that are measured side by side. A direction of 4096 x 4096 samples has 2^25 at most.
const MAX_POINTS: u64 = 1 << 26;

const POINT_BYTES: u64 = 8;

const GROUP_LINES: u32 = 64;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg32Float;

/// Measures which fractions of the sky and of the sun's disk are visible from each sample.
#[derive(Debug)]
pub struct HorizonPipelines {
    find: wgpu::ComputePipeline,
    gather: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

impl HorizonPipelines {
    /// Builds the pipelines.
    pub fn new(gpu: &Gpu) -> Self {
        let bindings = [
            (0, uniform()),
            (1, texture(false)),
            (2, storage(false)),
            (3, texture(false)),
            (4, storage_texture(FORMAT)),
        ];
        let layout = layout(gpu, "HorizonPipelines::layout", &bindings);
        let source = host_shaders::linked("horizon.wgsl");
        Self {
            find: stage(gpu, &source, "find_horizons", &layout, &[]),
            gather: stage(gpu, &source, "gather", &layout, &[]),
            layout,
        }
    }
}

/// Settings on which horizons depend. They are measured again only if the settings or the field change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HorizonInputs {
    channel: Channel,
    /// Vertical exaggeration, divided by the distance between samples in world units.
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
            steepness: shading.exaggeration / spacing,
            has_sky: shading.needs_sky(),
            sun: (is_flat && shading.casts_shadows()).then_some(sun),
        })
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

    fn sweep(
        self,
        [width, height]: [u32; 2],
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
            steepness: (inputs.steepness / (1.0 + shift * shift).sqrt()) as f32,
            first_line: -first - 1,
            // One more line at each end because the shift is rounded, and one to interpolate.
            lines: (breadth + shifted.abs().ceil() as u32 + 3) as i32,
            channel: inputs.channel as u32,
            channels,
            weight,
            altitude,
            is_first: 0,
        }
    }
}

/// Visible fractions of the sky (x) and of the sun's disk (y), 0 to 1. Clones share the memory.
#[derive(Clone, Debug)]
pub struct HorizonTexture {
    /// Each direction reads one and writes the other. After an even number of directions, the first has the result.
    views: [wgpu::TextureView; 2],
    size: [u32; 2],
    completed: usize,
    /// One buffer for each of the chunks that are measured side by side.
    points: Vec<wgpu::Buffer>,
    /// In one buffer.
    max_points: u32,
    bindings: Arc<BindingCache>,
}

impl HorizonTexture {
    /// Creates the texture for a field of `size` samples, and the memory to measure `chunks` chunks side by side.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn new(gpu: &Gpu, size: [u32; 2], chunks: usize) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING;
        let view = || -> Result<wgpu::TextureView, GpuError> {
            let texture = create(gpu, "HorizonTexture", size, FORMAT, usage)?;
            Ok(texture.create_view(&wgpu::TextureViewDescriptor::default()))
        };
        let limit = gpu.device.limits().max_storage_buffer_binding_size / POINT_BYTES;
        let max_points = max_points(size, limit.min(MAX_POINTS / chunks as u64));
        let usage = wgpu::BufferUsages::STORAGE;
        let buffer =
            |_| create_buffer(gpu, "HorizonTexture", u64::from(max_points) * POINT_BYTES, usage);
        let points =
            gpu.with_error_scope("HorizonTexture", || (0..chunks).map(buffer).collect())?;
        Ok(Self {
            views: [view()?, view()?],
            size,
            completed: 0,
            points,
            max_points,
            bindings: Arc::default(),
        })
    }

    /// Returns width and height of the field in samples.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.views[self.completed % 2]
    }
}

/// Returns the number of points of all lines of a field, or `limit` if they are more, but at least that of two lines.
fn max_points(size: [u32; 2], limit: u64) -> u32 {
    let [short, long] = [size[0].min(size[1]), size[0].max(size[1])].map(u64::from);
    ((short + long + 4) * long).min(limit.max(2 * long)) as u32
}

/// A measurement in progress, recorded direction by direction in chunks of lines.
#[derive(Debug)]
pub struct HorizonRun {
    inputs: HorizonInputs,
    directions: Vec<Direction>,
    target: HorizonTexture,
    /// Recorded lines in the current direction.
    lines: u32,
}

impl HorizonRun {
    /// Prepares to measure a field that has the size of `target`.
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
            let sweep = direction.sweep(self.target.size, &self.inputs, 1);
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

    /// Records the next chunks of lines, side by side, with about `count` samples together. Returns the number of
    /// samples, or 0 if all directions are recorded. The commands must be submitted before the next call. `timestamps`
    /// are those of the last chunk.
    pub fn advance(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipelines: &HorizonPipelines,
        field: &FieldTexture,
        count: u64,
        timestamps: Option<&TimestampQuery>,
    ) -> u64 {
        let (mut recorded, mut chunks) = (0, Vec::new());
        for (part, points) in (0..).zip(&self.target.points.clone()) {
            let is_odd = self.target.completed % 2;
            let remaining = count.saturating_sub(recorded);
            let Some(sweep) = self.next_chunk(field.channels, remaining, part == 0) else {
                break;
            };
            recorded += (sweep.lines as u64 - 1) * sweep.length as u64;
            let bindings = [
                Binding::Uniform(bytemuck::bytes_of(&sweep)),
                Binding::Texture(&field.view),
                Binding::Buffer(points),
                Binding::Texture(&self.target.views[is_odd]),
                Binding::Texture(&self.target.views[1 - is_odd]),
            ];
            let label = ["even directions", "odd directions"][is_odd];
            let bound = &self.target.bindings;
            let group = bound.bind_part(gpu, label, part, &pipelines.layout, &bindings);
            chunks.push((sweep, group));
        }
        let (find, gather) = (&pipelines.find, &pipelines.gather);
        for (sweep, group) in &chunks {
            let groups = [(sweep.lines as u32).div_ceil(GROUP_LINES), 1];
            dispatch(encoder, find, "horizons", &[group], groups, timestamps);
        }
        for (sweep, group) in &chunks {
            let groups = workgroups([sweep.length, sweep.lines - 1].map(|count| count as u32));
            dispatch(encoder, gather, "gather", &[group], groups, None);
        }
        recorded
    }

    /// Returns the next lines of the current direction, with at most `count` samples but at least one line; `None` if
    /// all directions are recorded, or if `count` is too few for a line and `is_first` is false.
    fn next_chunk(&mut self, channels: u32, count: u64, is_first: bool) -> Option<SweepUniform> {
        let target = &mut self.target;
        let direction = self.directions.get(target.completed)?;
        let mut sweep = direction.sweep(target.size, &self.inputs, channels);
        let length = sweep.length as u32;
        if count < u64::from(length) && !is_first {
            return None;
        }
        // The last line only serves to interpolate.
        let remaining = sweep.lines as u32 - 1 - self.lines;
        let fitting =
            (count / u64::from(length)).clamp(1, u64::from(target.max_points / length - 1));
        let lines = remaining.min(fitting as u32);
        sweep.first_line += self.lines as i32;
        sweep.lines = lines as i32 + 1;
        sweep.is_first = u32::from(target.completed == 0);
        self.lines += lines;
        if lines == remaining {
            self.lines = 0;
            target.completed += 1;
        }
        Some(sweep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fit_the_buffers_of_the_adapter() {
        for (limit, size) in [(1 << 27, [3840, 2160]), (1 << 27, [64, 48]), (1 << 31, [8192; 2])] {
            let points = max_points(size, limit / POINT_BYTES);
            assert!(u64::from(points) * POINT_BYTES <= limit && points >= 2 * size[0]);
        }
        assert_eq!(max_points([64, 48], 1 << 24), 64 * (64 + 48 + 4));
    }
}
