//! The pictures of `playground compare`: captures, or presets beside their shaders.

use std::mem;
use std::path::Path;

use anyhow::bail;
use noise_playground::capture::Manifest;
use noise_playground::field::Field;
use noise_playground::field::files::Format;
use noise_playground::gpu::Gpu;
use noise_playground::subject::comparison::FieldComparison;
use noise_playground::view::shading::ValueRange;
use noise_playground::view::space::settings::Projection;
use noise_playground::{RenderSettings, Subject};

use crate::args::StageArg;
use crate::commands::{self, build_picture_pipeline};
use crate::documents::captured;
use crate::documents::opened::{Opened, at_stage};
use crate::documents::values::file_and_name;
use crate::process::error::CommandError;
use noise_playground::render::{
    BatchRenderer, DataSettings, DifferencePixels, RenderJob, RenderedPicture, RequestedOutputs,
    SecondField, TILE_SAMPLES,
};

/// The samples of `picture` were moved to `field`.
pub(super) struct RenderedField {
    pub(super) picture: RenderedPicture,
    pub(super) field: Field,
}

/// Opens a capture, whose manifest may have been read, or a preset `FILE[#NAME]`. `--stage` selects a tap.
pub(super) fn open(
    text: &str,
    manifest: Option<&Manifest>,
    stage: &StageArg,
) -> Result<Subject, CommandError> {
    let (file, name) = file_and_name(text);
    let extension = file.extension().unwrap_or_default();
    let subject = if extension.eq_ignore_ascii_case("toml") {
        Opened::preset(file, name)?.subject
    } else {
        captured_subject(file, manifest)?
    };
    Ok(Subject { generator: at_stage(&subject.generator, stage)?, ..subject })
}

fn captured_subject(file: &Path, manifest: Option<&Manifest>) -> Result<Subject, CommandError> {
    let manifest = match manifest {
        Some(manifest) => captured::single(file, manifest.clone())?,
        None => captured::read(file)?,
    };
    captured::warn_of_derived(file, &manifest, "compared");
    let subject = captured::subject(&manifest)?;
    Ok(Subject { settings: comparable(file, subject.settings)?, ..subject })
}

/// Both are seen by the camera that fits the reference.
pub(super) fn fit_camera(gpu: &Gpu, compared: &mut [Subject; 2]) -> Result<(), CommandError> {
    if compared[0].settings.scene_to_fit().is_some() {
        let pipeline = build_picture_pipeline(gpu, &compared[0])?;
        commands::fit_camera(gpu, &pipeline, &mut compared[0], &[])?;
        compared[1].settings = compared[0].settings;
    }
    Ok(())
}

/// Renders the three-dimensional view of the reference, colored by the difference; `None` for a view from above. Both
/// have the settings of the reference.
pub(super) fn difference(
    gpu: &Gpu,
    compared: &[Subject; 2],
    comparison: &FieldComparison,
) -> Result<Option<DifferencePixels>, CommandError> {
    let mut settings = compared[0].settings;
    if settings.shading.mode.info().scene.is_none() {
        return Ok(None);
    }
    settings.shading = settings.shading.of_difference();
    let [reference, second] =
        compared.each_ref().map(|subject| Subject { settings, ..subject.clone() });
    let inputs = |subject: &Subject| subject.inputs(subject.data_grid(Format::Png)?);
    let job = RenderJob {
        gpu,
        pipeline: &build_picture_pipeline(gpu, &reference)?,
        inputs: &inputs(&reference)?,
        settings: &settings,
        data: &DataSettings::new(None, ValueRange::Auto),
        manifest: &reference.manifest(&gpu.name()),
        tile_samples: TILE_SAMPLES,
    };
    let second = SecondField {
        pipeline: &build_picture_pipeline(gpu, &second)?,
        inputs: &inputs(&second)?,
        channels: comparison.channels,
    };
    Ok(Some(job.difference(&second, &mut |_| Ok(()))?))
}

pub(super) fn render(
    gpu: &Gpu,
    subject: &Subject,
    outputs: RequestedOutputs,
) -> Result<RenderedField, CommandError> {
    let Subject { generator, settings, .. } = subject;
    let pipeline = build_picture_pipeline(gpu, subject)?;
    pipeline.prepare(gpu, settings.shading.mode)?;
    let render = |subject: &Subject, outputs| {
        let grid = match outputs {
            RequestedOutputs { samples: true, .. } => subject.settings.grid,
            _ => subject.data_grid(Format::Png)?,
        };
        let mut batch = BatchRenderer::new(gpu, &pipeline, subject.settings, outputs);
        batch.render_one(&subject.inputs(grid)?)
    };
    let is_scene = settings.shading.mode.info().scene.is_some();
    let mut picture = if is_scene {
        let flat = Subject { settings: settings.seen_from_above(), ..subject.clone() };
        let samples = RequestedOutputs { pixels: false, ..outputs };
        let mut picture = render(&flat, samples)?;
        if outputs.pixels {
            let pixels = RequestedOutputs { samples: false, range: false, ..outputs };
            picture.rows.pixels = render(subject, pixels)?.rows.pixels;
        }
        picture
    } else {
        render(subject, outputs)?
    };
    let field = Field {
        size: settings.grid.size,
        channels: generator.channels(),
        samples: mem::take(&mut picture.rows.samples),
    };
    Ok(RenderedField { picture, field })
}

/// Fails if the capture is one layer of a cube map.
fn comparable(file: &Path, settings: RenderSettings) -> anyhow::Result<RenderSettings> {
    if settings.scene.projection == Some(Projection::Cube) {
        bail!("{file:?} is a layer of a cube; maps of --projection equirect can be compared");
    }
    Ok(settings.projected().unwrap_or(settings))
}
