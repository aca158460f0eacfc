//! Parses and checks the options of `render`.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use noise_playground::capture::{EXTENSIONS, Format, Manifest, RenderSettings};
use noise_playground::control::Values;
use noise_playground::generator::Generator;

use crate::args::RenderArgs;
use crate::commands::captured;
use crate::commands::options::{default_settings, is_sixteen_bits, settings, values};

/// Checked options of `render`.
pub(super) struct RenderPlan {
    pub(super) values: Values,
    pub(super) settings: RenderSettings,
    pub(super) outputs: Vec<(PathBuf, Format)>,
}

impl RenderPlan {
    /// Checks the options. They take precedence over the capture, and the capture over the tags of the file.
    pub(super) fn new(
        arguments: &RenderArgs,
        generator: &Generator,
        captured: Option<&Manifest>,
    ) -> anyhow::Result<Self> {
        let defaults = captured.map_or_else(|| default_settings(generator), Manifest::settings);
        let captured_values = match captured {
            Some(manifest) => captured::values(manifest, generator)?,
            None => Values::default(),
        };
        Ok(Self {
            outputs: outputs(arguments)?,
            values: values(&arguments.picture.values, generator, captured_values)?,
            settings: settings(
                &arguments.picture.placement,
                &arguments.picture.view,
                generator,
                defaults,
            )?,
        })
    }
}

fn outputs(arguments: &RenderArgs) -> anyhow::Result<Vec<(PathBuf, Format)>> {
    let sixteen_bits = is_sixteen_bits(arguments.depth.as_deref())?;
    let mut outputs: Vec<(PathBuf, Format)> = Vec::new();
    for path in &arguments.output {
        if outputs.iter().any(|(other, _)| other == path) {
            bail!("-o {path:?} is given twice");
        }
        let format = Format::of(path, sixteen_bits)
            .ok_or_else(|| anyhow!("-o {path:?}: the extension is none of {EXTENSIONS}"))?;
        outputs.push((path.clone(), format));
    }
    if arguments.depth.is_some() && !outputs.iter().any(|(_, format)| format.is_png()) {
        bail!("--depth needs a .png file");
    }
    Ok(outputs)
}
