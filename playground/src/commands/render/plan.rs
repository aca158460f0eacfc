//! What a call of `render` means: every option read and checked.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use noise_playground::capture::{EXTENSIONS, Format, Manifest, RenderSettings};
use noise_playground::control::Values;
use noise_playground::generator::Generator;

use crate::args::Render;
use crate::commands::captured;
use crate::commands::options::{hinted_scene, is_sixteen_bits, scene, values};

/// A call of `render` as meant.
pub(super) struct RenderPlan {
    pub(super) values: Values,
    pub(super) scene: RenderSettings,
    pub(super) outputs: Vec<(PathBuf, Format)>,
}

impl RenderPlan {
    /// Options win over what was captured, and that over what the file asks for.
    pub(super) fn new(
        arguments: &Render,
        generator: &Generator,
        captured: Option<&Manifest>,
    ) -> anyhow::Result<Self> {
        let before = captured.map_or_else(|| hinted_scene(generator), Manifest::scene);
        let captured_values = match captured {
            Some(manifest) => captured::values(manifest, generator)?,
            None => Values::default(),
        };
        Ok(Self {
            outputs: outputs(arguments)?,
            values: values(&arguments.picture.setting, generator, captured_values)?,
            scene: scene(
                &arguments.picture.placement,
                &arguments.picture.look,
                generator,
                before,
            )?,
        })
    }
}

fn outputs(arguments: &Render) -> anyhow::Result<Vec<(PathBuf, Format)>> {
    let sixteen_bits = is_sixteen_bits(arguments.depth.as_deref())?;
    let mut outputs: Vec<(PathBuf, Format)> = Vec::new();
    for path in &arguments.output {
        if outputs.iter().any(|(other, _)| other == path) {
            bail!("-o {path:?} is given twice");
        }
        let format = Format::of(path, sixteen_bits)
            .ok_or_else(|| anyhow!("-o {path:?}: its ending is none of {EXTENSIONS}"))?;
        outputs.push((path.clone(), format));
    }
    if arguments.depth.is_some() && !outputs.iter().any(|(_, format)| format.is_png()) {
        bail!("--depth is for .png files, and there is none");
    }
    Ok(outputs)
}
