//! One of the two that are compared: a captured picture, or a preset beside its shader.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{Format, Manifest, Scene};
use noise_playground::control::{HostInputs, Values};
use noise_playground::generator::Returns;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use noise_playground::view::View;

use crate::cell::{Cell, Cells, Wants};
use crate::commands::captured;
use crate::commands::options::{file_and_name, hinted_scene, preset_file};
use crate::compiler::folder::{Found, find_generator};
use crate::process::error::Failure;

/// How a preset file's name ends, beside `swiss.wgsl`: `swiss.presets.toml`.
const PRESETS: &str = ".presets.toml";

/// A generator with values, and how it was seen.
pub(super) struct Side {
    pub(super) found: Found,
    pub(super) values: Values,
    pub(super) scene: Scene,
}

impl Side {
    /// Reads a captured picture, or a preset `FILE[#NAME]`.
    pub(super) fn read(text: &str) -> Result<Self, Failure> {
        let (file, name) = file_and_name(text);
        let ending = file.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
            return Self::of_preset(file, name);
        }
        let format = Format::of(file, false).unwrap_or(Format::Png);
        let manifest = captured::read(file, format)?;
        let found = captured::generator(&manifest)?;
        Ok(Self {
            values: captured::values(&manifest, &found.generator)?,
            scene: manifest.scene(),
            found,
        })
    }

    fn of_preset(file: &Path, name: Option<&str>) -> Result<Self, Failure> {
        let presets = preset_file(file)?;
        let missing = || {
            anyhow!(
                "{file:?} has no such preset; there are: {}",
                presets.names()
            )
        };
        let preset = presets.named(name).ok_or_else(missing)?;
        let path = file.to_string_lossy();
        let stem = path
            .strip_suffix(PRESETS)
            .with_context(|| format!("{file:?} is not named like a shader: FILE{PRESETS}"))?;
        let mut address = format!("{stem}.wgsl");
        if let Some(function) = &preset.generator {
            address += &format!("::{function}");
        }
        let found = find_generator(&address, None)?;
        let mut values = Values::default();
        let controls = &found.generator.controls;
        let unknown = values
            .apply(controls, &preset.values)
            .map_err(|(control, error)| anyhow!("{file:?}: {control}: {error}"))?;
        for control in unknown {
            tracing::warn!(
                "{file:?}: {} has no control {control:?}",
                found.generator.address
            );
        }
        Ok(Self {
            values,
            scene: hinted_scene(&found.generator),
            found,
        })
    }

    pub(super) fn is_color(&self) -> bool {
        self.found.generator.returns == Returns::Color
    }

    /// What its picture would carry in another's scene.
    pub(super) fn manifest(&self, gpu: &Gpu, scene: &Scene) -> Manifest {
        let Found { generator, linked } = &self.found;
        Manifest::new(&gpu.name(), generator, linked, &self.values, scene)
    }

    /// Makes its picture where and when `scene` says, coloured by `view`.
    pub(super) fn make(
        &self,
        gpu: &Gpu,
        scene: &Scene,
        view: View,
        wants: Wants,
    ) -> Result<Cell, Failure> {
        let Found { generator, linked } = &self.found;
        let pipeline = EvaluatePipeline::new(gpu, linked, generator)?;
        if let Some(warning) = &pipeline.warning {
            crate::process::log::say(&warning.human());
        }
        let host = HostInputs {
            time: scene.time,
            ..HostInputs::default()
        };
        let inputs = EvaluateInputs::new(generator, &self.values, scene.grid, scene.z, &host)?;
        Cells::new(gpu, &pipeline, view, wants).one(&inputs)
    }
}
