//! One of the two that are compared: a captured picture, or a preset beside its shader.

use std::mem;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{Format, Manifest, RenderSettings};
use noise_playground::control::{HostInputs, Values};
use noise_playground::field::Field;
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::preset::PRESET_ENDING;
use noise_playground::shading::Shading;

use crate::commands::captured;
use crate::commands::options::{apply, file_and_name, hinted_scene, preset_file};
use crate::compiler::folder::find_generator;
use crate::process::error::CommandError;
use crate::render::batch::{BatchRenderer, RenderedPicture, RequestedOutputs};

/// A picture that was rendered again.
pub(super) struct RenderedSide {
    /// Pixels and measurements; the samples are in `field`.
    pub(super) cell: RenderedPicture,
    pub(super) field: Field,
}

/// A generator with values, and how it was seen.
pub(super) struct ComparedPicture {
    pub(super) generator: Arc<Generator>,
    pub(super) values: Values,
    pub(super) scene: RenderSettings,
}

impl ComparedPicture {
    /// Reads a captured picture, or a preset `FILE[#NAME]`.
    pub(super) fn read(text: &str) -> Result<Self, CommandError> {
        let (file, name) = file_and_name(text);
        let ending = file.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
            return Self::of_preset(file, name);
        }
        let format = Format::of(file, false).unwrap_or(Format::Png);
        let manifest = captured::read(file, format)?;
        let generator = captured::generator(&manifest)?;
        Ok(Self {
            values: captured::values(&manifest, &generator)?,
            scene: manifest.scene(),
            generator,
        })
    }

    fn of_preset(file: &Path, name: Option<&str>) -> Result<Self, CommandError> {
        let presets = preset_file(file)?;
        let missing = || {
            anyhow!(
                "{file:?} has no such preset; there are: {}",
                presets.names()
            )
        };
        let preset = presets.named(name).ok_or_else(missing)?;
        let mut address = shader_of(file)?;
        if let Some(function) = &preset.generator {
            address += &format!("::{function}");
        }
        let generator = find_generator(&address, None)?;
        let mut values = Values::default();
        apply(&mut values, &generator, &preset.values).with_context(|| format!("{file:?}"))?;
        Ok(Self {
            values,
            scene: hinted_scene(&generator),
            generator,
        })
    }

    /// What its picture would carry in another's scene.
    pub(super) fn manifest(&self, gpu: &Gpu, scene: &RenderSettings) -> Manifest {
        Manifest::new(&gpu.name(), &self.generator, &self.values, scene)
    }

    /// Makes its picture where and when `scene` says, coloured by `view`.
    pub(super) fn make(
        &self,
        gpu: &Gpu,
        scene: &RenderSettings,
        view: Shading,
        wants: RequestedOutputs,
    ) -> Result<RenderedSide, CommandError> {
        let pipeline = EvaluatePipeline::new(gpu, &self.generator)?;
        if let Some(warning) = &pipeline.warning {
            crate::process::log::print_stderr(&warning.human());
        }
        let host = HostInputs {
            time: scene.time,
            ..HostInputs::default()
        };
        let inputs =
            EvaluateInputs::new(&self.generator, &self.values, scene.grid, scene.z, &host)?;
        let mut cell = BatchRenderer::new(gpu, &pipeline, view, wants).render_one(&inputs)?;
        let field = Field {
            size: scene.grid.size,
            channels: self.generator.channels,
            samples: mem::take(&mut cell.rows.samples),
        };
        Ok(RenderedSide { cell, field })
    }
}

/// Returns the path of the shader file beside a preset file: `swiss.wgsl`, or `swiss.wesl` if only that exists.
fn shader_of(presets: &Path) -> anyhow::Result<String> {
    let path = presets.to_string_lossy();
    let stem = path.strip_suffix(PRESET_ENDING).with_context(|| {
        format!("{presets:?} is not named FILE{PRESET_ENDING}, after its shader")
    })?;
    let [wgsl, wesl] = ["wgsl", "wesl"].map(|extension| format!("{stem}.{extension}"));
    let is_wesl = !Path::new(&wgsl).exists() && Path::new(&wesl).exists();
    Ok(if is_wesl { wesl } else { wgsl })
}
