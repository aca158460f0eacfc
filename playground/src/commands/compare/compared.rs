//! One of the pictures of `playground compare`: a capture, or a preset beside its shader.

use std::mem;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::RenderSettings;
use noise_playground::capture::{Format, Manifest};
use noise_playground::comparison::FieldComparison;
use noise_playground::control::Values;
use noise_playground::field::Field;
use noise_playground::generator::Generator;
use noise_playground::gpu::Gpu;
use noise_playground::preset::PRESET_SUFFIX;
use noise_playground::scene::Projection;
use noise_playground::shading::ValueRange;

use crate::args::StageArg;
use crate::commands::options::{
    at_stage, default_settings, file_and_name, preset_file, set_preset,
};
use crate::commands::{build_pipeline, captured, inputs};
use crate::documents::folder::find_address;
use crate::process::error::CommandError;
use crate::render::batch::{BatchRenderer, RenderedPicture, RequestedOutputs};
use crate::render::{
    DataSettings, DifferencePixels, RenderJob, SecondField, TILE_SAMPLES, data_grid,
};

pub(super) struct ComparedPicture {
    pub(super) generator: Arc<Generator>,
    pub(super) values: Values,
    pub(super) settings: RenderSettings,
}

/// The samples of `picture` were moved to `field`.
pub(super) struct RenderedField {
    pub(super) picture: RenderedPicture,
    pub(super) field: Field,
}

impl ComparedPicture {
    /// Reads a capture, or a preset `FILE[#NAME]`. `--stage` selects a tap.
    pub(super) fn read(text: &str, stage: &StageArg) -> Result<Self, CommandError> {
        let picture = Self::find(text)?;
        Ok(Self { generator: at_stage(picture.generator, stage)?, ..picture })
    }

    fn find(text: &str) -> Result<Self, CommandError> {
        let (file, name) = file_and_name(text);
        let extension = file.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case("toml") {
            return Self::from_preset(file, name);
        }
        let manifest = captured::read(file)?;
        captured::warn_of_derived(file, &manifest, "compared");
        let generator = captured::generator(&manifest)?;
        Ok(Self {
            values: captured::values(&manifest, &generator)?,
            settings: comparable(file, manifest.settings())?,
            generator,
        })
    }

    fn from_preset(file: &Path, name: Option<&str>) -> Result<Self, CommandError> {
        let presets = preset_file(file)?;
        let missing = || anyhow!("{file:?} has no such preset; there are: {}", presets.names());
        let preset = presets.named(name).ok_or_else(missing)?;
        let mut address = shader_of(file)?;
        if let Some(function) = &preset.generator {
            address += &format!("::{function}");
        }
        let generator = find_address(&address, None)?.compile()?;
        let mut values = Values::default();
        let generator = set_preset(&mut values, &generator, &preset.values)
            .with_context(|| format!("{file:?}"))?;
        Ok(Self { values, settings: default_settings(&generator), generator })
    }

    /// `settings` are those of the reference.
    pub(super) fn manifest(&self, gpu: &Gpu, settings: &RenderSettings) -> Manifest {
        Manifest::new(&gpu.name(), &self.generator, &self.values, settings)
    }

    /// Renders the three-dimensional view of the reference (this picture), colored by the difference; `None` for a view
    /// from above.
    pub(super) fn difference(
        &self,
        gpu: &Gpu,
        second: &Self,
        comparison: &FieldComparison,
    ) -> Result<Option<DifferencePixels>, CommandError> {
        let mut settings = self.settings;
        if settings.shading.mode.info().scene.is_none() {
            return Ok(None);
        }
        let channels = comparison.channels;
        settings.shading = settings.shading.of_difference();
        let inputs_of = |picture: &Self| {
            let (generator, values) = (&picture.generator, &picture.values);
            let grid = data_grid(generator, values, Format::Png, &settings)?;
            inputs(generator, values, grid, &settings)
        };
        let [reference, of_second] = [inputs_of(self)?, inputs_of(second)?];
        let pipelines =
            [build_pipeline(gpu, &self.generator)?, build_pipeline(gpu, &second.generator)?];
        let job = RenderJob {
            gpu,
            pipeline: &pipelines[0],
            inputs: &reference,
            settings: &settings,
            data: &DataSettings::new(None, ValueRange::Auto),
            manifest: &self.manifest(gpu, &settings),
            tile_samples: TILE_SAMPLES,
        };
        let second = SecondField { pipeline: &pipelines[1], inputs: &of_second, channels };
        let drawn = job.difference(&second, &mut |_| Ok(()))?;
        Ok(Some(drawn))
    }

    /// `settings` are those of the reference.
    pub(super) fn render(
        &self,
        gpu: &Gpu,
        settings: &RenderSettings,
        outputs: RequestedOutputs,
    ) -> Result<RenderedField, CommandError> {
        let pipeline = build_pipeline(gpu, &self.generator)?;
        pipeline.prepare(gpu, settings.shading.mode)?;
        let render = |settings: &RenderSettings, outputs| {
            let grid = match outputs {
                RequestedOutputs { samples: true, .. } => settings.grid,
                _ => data_grid(&self.generator, &self.values, Format::Png, settings)?,
            };
            let inputs = inputs(&self.generator, &self.values, grid, settings)?;
            BatchRenderer::new(gpu, &pipeline, *settings, outputs).render_one(&inputs)
        };
        let is_scene = settings.shading.mode.info().scene.is_some();
        let mut picture = if is_scene {
            let flat = settings.seen_from_above();
            let samples = RequestedOutputs { pixels: false, ..outputs };
            let mut picture = render(&flat, samples)?;
            if outputs.pixels {
                let pixels = RequestedOutputs { samples: false, range: false, ..outputs };
                picture.rows.pixels = render(settings, pixels)?.rows.pixels;
            }
            picture
        } else {
            render(settings, outputs)?
        };
        let field = Field {
            size: settings.grid.size,
            channels: self.generator.channels,
            samples: mem::take(&mut picture.rows.samples),
        };
        Ok(RenderedField { picture, field })
    }
}

/// Fails if the capture is one layer of a cube map.
fn comparable(file: &Path, settings: RenderSettings) -> anyhow::Result<RenderSettings> {
    if settings.scene.projection == Some(Projection::Cube) {
        bail!("{file:?} is a layer of a cube; maps of --projection equirect can be compared");
    }
    Ok(settings.projected().unwrap_or(settings))
}

/// Returns `swiss.wgsl`, or `swiss.wesl` if only that file exists.
fn shader_of(presets: &Path) -> anyhow::Result<String> {
    let path = presets.to_string_lossy();
    let stem = path.strip_suffix(PRESET_SUFFIX).with_context(|| {
        format!("{presets:?} is not named after its shader: FILE{PRESET_SUFFIX}")
    })?;
    let [wgsl, wesl] = ["wgsl", "wesl"].map(|extension| format!("{stem}.{extension}"));
    let is_wesl = !Path::new(&wgsl).exists() && Path::new(&wesl).exists();
    Ok(if is_wesl { wesl } else { wgsl })
}
