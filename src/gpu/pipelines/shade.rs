//! Shading: GPU pipelines that turn the samples of a field into the pixels of a picture.

mod hits;

use std::collections::BTreeMap;

use super::host_uniforms::ShadingUniform;
use super::value_range::ValueRangeBuffer;
use crate::field::Channel;
use crate::generator::host_shaders;
use crate::gpu::device::binding::{Binding, layout, storage, storage_texture, texture, uniform};
use crate::gpu::device::compute::{dispatch, stage};
use crate::gpu::device::texture::for_pictures;
use crate::gpu::{FieldTexture, Gpu, HorizonTexture, PictureTexture};
use crate::view::palette;
use crate::view::shading::{Palette, Shading, ValueRange, ViewMode};
pub(crate) use hits::HitSources;
use hits::{HitPermutation, HitShading};

/// Width and height in pixels of what a workgroup of `host/shade.wgsl` shades.
const SHADED: [u32; 2] = [32, 64];

/// One pipeline for each combination of view mode and other properties, built when it is first used.
#[derive(Debug)]
pub struct ShadePipeline {
    pipelines: BTreeMap<ShadePermutation, wgpu::ComputePipeline>,
    layout: wgpu::BindGroupLayout,
    hit_layout: wgpu::BindGroupLayout,
    palettes: wgpu::TextureView,
    /// One texel, bound where no horizons are measured: all of the sky and of the sun is visible.
    no_horizons: wgpu::TextureView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ShadePermutation {
    mode: ViewMode,
    channel: Channel,
    channels: u32,
    is_color: bool,
    /// True if the relief is colored by the albedo, not by the palette.
    has_albedo: bool,
    /// Component of the texels where the exact gradient begins; 0 for slopes of neighboring samples.
    gradient_at: u32,
    /// True if the ground casts shadows on itself, in a view from above.
    has_shadow: bool,
    /// `None` for views from above.
    hits: Option<HitPermutation>,
}

/// What shading reads besides the samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ground<'a> {
    /// Replaces the palette in relief; `None` for the palette.
    pub albedo: Option<&'a PictureTexture>,
    /// Visible fractions of the sky and of the sun; `None` if all of them are visible.
    pub horizons: Option<&'a HorizonTexture>,
    /// Colors the ground of a three-dimensional view in place of the field; `None` for other views.
    pub difference: Option<&'a FieldTexture>,
}

/// Everything except the field that a picture depends on. Equal inputs and fields yield equal pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShadeInputs {
    /// Mode from above that determines the colors, also in three-dimensional views.
    mode: ViewMode,
    channel: Channel,
    is_color: bool,
    has_exact_normals: bool,
    has_shadow: bool,
    pub(crate) uniform: ShadingUniform,
    /// `None` for views from above.
    pub(crate) hits: Option<HitShading>,
}

impl ShadeInputs {
    /// `spacing` is the distance between samples along x and y, in world units. `is_color` is true if samples are colors.
    pub fn new(shading: &Shading, spacing: [f64; 2], is_color: bool) -> Self {
        let sine_and_cosine = |degrees: f64| {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            [sine as f32, cosine as f32]
        };
        let (range, is_fixed) = match shading.value_range {
            ValueRange::Fixed(min, max) => ([min as f32, max as f32], 1),
            ValueRange::Auto | ValueRange::Full => ([0.0; 2], 0),
        };
        let uniform = ShadingUniform {
            palette: shading.palette() as u32,
            range,
            is_fixed,
            steepness: spacing.map(|spacing| (shading.vertical_scale() / spacing) as f32),
            spacing: spacing.map(|spacing| spacing as f32),
            altitude: sine_and_cosine(shading.light.altitude),
            azimuth: sine_and_cosine(shading.light.azimuth),
            first_x: 0,
            first_y: 0,
            deviation: 1.0,
            padding: 0,
        };
        Self {
            mode: shading.color_mode(),
            channel: shading.channel,
            is_color,
            has_exact_normals: shading.has_exact_normals(),
            has_shadow: shading.casts_shadows(),
            uniform,
            hits: HitShading::new(shading),
        }
    }

    /// For rounding errors, which are shown relative to `deviation`, the standard deviation of the values.
    #[must_use]
    pub fn with_deviation(mut self, deviation: f32) -> Self {
        self.uniform.deviation = deviation;
        self
    }

    /// For a tile whose upper left pixel shows the sample `texel` of the field, which also has the samples around it.
    #[must_use]
    pub(crate) fn with_origin(mut self, texel: [u32; 2]) -> Self {
        [self.uniform.first_x, self.uniform.first_y] = texel;
        self
    }
}

impl ShadePipeline {
    /// Uploads the palettes. Each pipeline is built when it is first used.
    pub fn new(gpu: &Gpu) -> Self {
        let bindings = [
            (0, uniform()),
            (1, texture(false)),
            (2, texture(true)),
            (3, storage(true)),
            (4, storage_texture(gpu.picture_format())),
            (5, texture(true)),
            (6, storage(true)),
            (7, texture(false)),
            (8, texture(false)),
        ];
        let layout = layout(gpu, "ShadePipeline::layout", &bindings);
        Self {
            pipelines: BTreeMap::new(),
            layout,
            hit_layout: hits::hit_layout(gpu),
            palettes: upload_palettes(gpu),
            no_horizons: all_visible(gpu),
        }
    }

    /// Records the shading, with `range` unless it is fixed. A runaway loop leaves the picture unchanged.
    pub fn shade(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &ShadeInputs,
        (field, ground): (&FieldTexture, Ground<'_>),
        range: &ValueRangeBuffer,
        picture: &PictureTexture,
    ) {
        let group = self.group(gpu, inputs, field, ground, range, picture);
        let layout = &self.layout;
        let permutation = permutation(inputs, field, ground);
        let pipeline =
            self.pipelines.entry(permutation).or_insert_with(|| build(gpu, layout, permutation));
        let [width, height] = picture.size();
        let groups = [width.div_ceil(SHADED[0]), height.div_ceil(SHADED[1])];
        dispatch(encoder, pipeline, "shade", &[&group], groups, None);
    }

    fn group(
        &self,
        gpu: &Gpu,
        inputs: &ShadeInputs,
        field: &FieldTexture,
        ground: Ground<'_>,
        range: &ValueRangeBuffer,
        picture: &PictureTexture,
    ) -> wgpu::BindGroup {
        // The bindings need some texture, which is not read without albedo, horizons or difference.
        let albedo = ground.albedo.map_or(&self.palettes, |albedo| &albedo.view);
        let horizons = ground.horizons.map_or(&self.no_horizons, HorizonTexture::view);
        let difference = ground.difference.unwrap_or(field);
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&inputs.uniform)),
            Binding::Texture(&field.view),
            Binding::Texture(&self.palettes),
            Binding::Buffer(&range.buffer),
            Binding::Texture(&picture.view),
            Binding::Texture(albedo),
            Binding::Buffer(&field.runaway),
            Binding::Texture(horizons),
            Binding::Texture(&difference.view),
        ];
        let cache = &picture.bindings;
        cache.bind(gpu, "ShadePipeline::group", &self.layout, &bindings)
    }
}

fn permutation(inputs: &ShadeInputs, field: &FieldTexture, ground: Ground<'_>) -> ShadePermutation {
    ShadePermutation {
        mode: inputs.mode,
        channel: inputs.channel,
        channels: field.channels,
        is_color: inputs.is_color,
        has_albedo: ground.albedo.is_some(),
        gradient_at: field.normals_at.filter(|_| inputs.has_exact_normals).unwrap_or_default(),
        has_shadow: inputs.has_shadow && ground.horizons.is_some(),
        hits: None,
    }
}

fn build(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    permutation: ShadePermutation,
) -> wgpu::ComputePipeline {
    let mode = permutation.mode.info();
    let shows_colors = permutation.is_color && mode.shows_colors;
    let mut constants = vec![
        ("SHOWS_COLORS", f64::from(shows_colors)),
        ("NEEDS_SLOPE", f64::from(mode.needs_slope)),
        ("shading__CHANNEL", f64::from(permutation.channel as u32)),
        ("shading__CHANNELS", f64::from(permutation.channels)),
    ];
    // The linker drops the constant if no function reads it, and wgpu rejects values of unknown constants.
    if mode.shows_surface {
        constants.push(("shading__HAS_ALBEDO", f64::from(permutation.has_albedo)));
    }
    if mode.has_normals {
        constants.push(("shading__GRADIENT_AT", f64::from(permutation.gradient_at)));
    }
    if mode.shadow.is_some() {
        constants.push(("shading__HAS_SHADOW", f64::from(permutation.has_shadow)));
    }
    stage(
        gpu,
        &for_pictures(gpu, &host_shaders::shade(permutation.mode)),
        "shade",
        layout,
        &constants,
    )
}

/// One row of 256 colors for each palette.
fn upload_palettes(gpu: &Gpu) -> wgpu::TextureView {
    let texels: Vec<u8> = Palette::ALL
        .into_iter()
        .flat_map(|palette| {
            palette::colors(palette)
                .iter()
                .flat_map(|&[r, g, b]| [r, g, b, 255])
                .collect::<Vec<u8>>()
        })
        .collect();
    let size = [256, Palette::ALL.len() as u32];
    upload(gpu, wgpu::TextureFormat::Rgba8Unorm, size, &texels)
}

pub(crate) fn all_visible(gpu: &Gpu) -> wgpu::TextureView {
    let texel = bytemuck::bytes_of(&[1.0_f32; 2]);
    upload(gpu, wgpu::TextureFormat::Rg32Float, [1, 1], texel)
}

fn upload(
    gpu: &Gpu,
    format: wgpu::TextureFormat,
    [width, height]: [u32; 2],
    texels: &[u8],
) -> wgpu::TextureView {
    use wgpu::util::DeviceExt as _;
    let texture = gpu.device.create_texture_with_data(
        &gpu.queue,
        &wgpu::TextureDescriptor {
            label: Some("ShadePipeline"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        },
        wgpu::util::TextureDataOrder::LayerMajor,
        texels,
    );
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
