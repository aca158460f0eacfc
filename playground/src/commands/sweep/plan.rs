//! Options of `playground sweep`.

use std::ops::Range;
use std::path::{Path, PathBuf, is_separator};

use anyhow::{Context as _, bail};
use noise_playground::capture::Manifest;
use noise_playground::field::files::Format;
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::subject::sweep::{Axis, Sweep};
use noise_playground::subject::view_setting::{SettingError, ViewSetting};
use noise_playground::view::shading::ValueRange;
use noise_playground::view::space::camera::CameraSetting;
use noise_playground::{RenderSettings, Subject};

use super::measures::MeasureList;
use super::{SweepArgs, axes};
use crate::commands::fit_camera;
use crate::commands::options::{
    check_data, data_settings, in_proportion, initial_settings, reject, settings,
};
use crate::commands::seeds::seed_control;
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use noise_playground::render::{DataSettings, precision_note};

pub(super) struct SweepPlan {
    /// Shared by all variants, which change it.
    pub(super) subject: Subject,
    /// `--vary` as typed, for the manifest.
    pub(super) vary: Vec<String>,
    pub(super) sweep: Sweep,
    /// All cameras of a sweep that varies them; else empty.
    cameras: Vec<CameraSetting>,
    pub(super) data: DataSettings,
    pub(super) output: SweepOutput,
}

pub(super) enum SweepOutput {
    /// A PNG with all variants on one sheet.
    Sheet(PathBuf),
    /// One file for each variant.
    Folder(FolderOutput),
}

pub(super) struct FolderOutput {
    pub(super) dir: PathBuf,
    pub(super) format: Format,
    /// Without the dot.
    pub(super) extension: &'static str,
    /// `[I, N]` for the I-th of N equal parts, counted from 1, so that several machines can share a sweep.
    pub(super) shard: Option<[usize; 2]>,
    /// `None` without `--measure`.
    pub(super) measures: Option<MeasureList>,
    /// Number of seeds to measure; `None` to measure the seed as it is set.
    pub(super) seeds: Option<u32>,
}

impl SweepPlan {
    pub(super) fn new(arguments: &SweepArgs, opened: Opened) -> anyhow::Result<Self> {
        let generator = &opened.subject.generator;
        let sweep = axes::sweep(arguments, generator)?;
        let output = output(arguments, sweep.axes().len())?;
        check_seeds(arguments, &sweep, generator)?;
        let initial = initial_settings(&opened, &arguments.picture);
        let settings = settings(&arguments.picture, generator, initial)?;
        let mut settings = in_proportion(settings, &opened, &arguments.picture);
        let manifest = opened.captured();
        let captured = Format::of_capture(Path::new(&arguments.generator.named.generator));
        let captured = (captured.filter(|_| manifest.is_some()), manifest);
        let mut output = output;
        let data = data(arguments, generator, &mut settings, &mut output, captured)?;
        Ok(Self {
            output,
            data,
            vary: arguments.vary.iter().map(|(text, _)| text.clone()).collect(),
            cameras: cameras(&sweep, &settings)?,
            subject: Subject { settings: measurable(arguments, settings)?, ..opened.subject },
            sweep,
        })
    }

    /// Returns a variant. Variants of one ground that only the camera distinguishes have a common distance.
    pub(super) fn variant(
        &self,
        index: usize,
        gpu: &Gpu,
        pipeline: &EvaluatePipeline,
    ) -> Result<Subject, CommandError> {
        let mut subject = self.sweep.subject(index, &self.subject);
        if subject.settings.shows_scene(self.output.format()) {
            fit_camera(gpu, pipeline, &mut subject, &self.cameras)?;
        }
        Ok(subject)
    }

    /// Warns if positions of a variant are finer than single precision.
    pub(super) fn warn_of_precision(&self) {
        let Subject { generator, settings, .. } = &self.subject;
        if settings.shading.mode.info().scene.is_some() {
            return;
        }
        let mut grids =
            (0..self.sweep.count()).map(|index| self.sweep.settings(index, settings).grid);
        if let Some(fine) = grids.find(|grid| precision_note(generator, grid).is_some()) {
            crate::commands::warn_of_precision(generator, &fine);
        }
    }

    /// Index and axis values: `0007_warp=0.2_gain=0.5.png`.
    pub(super) fn file_name(&self, index: usize, extension: &str) -> String {
        let digits = (self.sweep.count() - 1).to_string().len().max(4);
        format!("{index:0digits$}_{}.{extension}", self.sweep.file_stem(index))
    }
}

impl SweepOutput {
    fn format(&self) -> Format {
        match self {
            Self::Sheet(_) => Format::Png,
            Self::Folder(folder) => folder.format,
        }
    }
}

impl FolderOutput {
    /// Returns the indices in this shard of `count` variants.
    pub(super) fn variants(&self, count: usize) -> Range<usize> {
        let [part, parts] = self.shard.unwrap_or([1, 1]);
        // The product can exceed 64 bits, since N has no limit.
        let start = |part: usize| (count as u128 * part as u128 / parts as u128) as usize;
        start(part - 1)..start(part)
    }

    /// `sweep.jsonl`, or `sweep.I-of-N.jsonl` for a shard.
    pub(super) fn list(&self) -> PathBuf {
        self.dir.join(match self.shard {
            Some([part, parts]) => format!("sweep.{part}-of-{parts}.jsonl"),
            None => "sweep.jsonl".to_owned(),
        })
    }
}

/// Fails for `--seeds` if the generator has no seed, or the sweep varies it.
fn check_seeds(arguments: &SweepArgs, sweep: &Sweep, generator: &Generator) -> anyhow::Result<()> {
    if arguments.seeds.is_none() {
        return Ok(());
    }
    let seed = &seed_control(generator)?.name;
    if sweep.axes().iter().any(|axis| axis.name() == seed) {
        bail!("--seeds sets {seed} from 1 on; --vary {seed} needs fields of one seed each");
    }
    Ok(())
}

pub(super) fn output(arguments: &SweepArgs, axes: usize) -> anyhow::Result<SweepOutput> {
    let path = &arguments.output;
    if is_folder(path) {
        let (format, extension) = arguments.format.unwrap_or((Format::Png, "png"));
        if arguments.depth.is_some() && !format.is_png() {
            bail!("--depth needs .png files; --format is {extension}");
        }
        return Ok(SweepOutput::Folder(FolderOutput {
            dir: path.clone(),
            format: format.with_depth(arguments.depth == Some(16)),
            extension,
            shard: arguments.shard,
            measures: arguments.measure.clone(),
            seeds: arguments.seeds,
        }));
    }
    if Format::of(path, false) != Some(Format::Png) {
        bail!("-o {path:?}: a sheet ends in .png, a folder in /");
    }
    let for_folders = [
        ("--format", arguments.format.is_some()),
        ("--depth", arguments.depth.is_some()),
        ("--quantity", arguments.data.quantity.is_some()),
        ("--mask", arguments.data.mask.is_some()),
        ("--shard", arguments.shard.is_some()),
        ("--measure", arguments.measure.is_some()),
        ("--random", arguments.random.is_some()),
    ];
    reject(&for_folders, |option| {
        format!("{option} needs a folder, -o DIR/; {path:?} is a sheet")
    })?;
    if axes > 2 {
        bail!("more than two --vary need a folder, -o DIR/; {path:?} is a sheet");
    }
    Ok(SweepOutput::Sheet(path.clone()))
}

/// Changes the format of a folder's files to one that can hold the numbers.
fn data(
    arguments: &SweepArgs,
    generator: &Generator,
    settings: &mut RenderSettings,
    output: &mut SweepOutput,
    captured: (Option<Format>, Option<&Manifest>),
) -> anyhow::Result<DataSettings> {
    let SweepOutput::Folder(folder) = output else {
        return Ok(DataSettings::default());
    };
    let view = &arguments.picture.view;
    let data = data_settings(&arguments.data, view, settings, captured.0, captured.1)?;
    let has_channel = view.has(ViewSetting::Channel) || captured.0 == Some(Format::Png16);
    folder.format = data.format(folder.format, generator, has_channel);
    check_data(&arguments.data, &[folder.format], settings, &data, captured.0)?;
    let is_of_samples = data.derived.is_some() || folder.format == Format::PngVector;
    if is_of_samples && data.value_range == ValueRange::Auto {
        bail!(
            "--value-range auto: percentiles of these data are not measured; choose full or MIN,MAX"
        );
    }
    if arguments.measure.is_some() && data.derived.is_some() {
        bail!("--measure measures the field, not a quantity or a mask");
    }
    if folder.format.is_scaled() {
        settings.shading.value_range = data.value_range;
    }
    Ok(data)
}

/// Fails if the view is a map of a planet, or the variants are to be measured but show a three-dimensional view.
fn measurable(arguments: &SweepArgs, settings: RenderSettings) -> anyhow::Result<RenderSettings> {
    let mode = settings.shading.mode;
    if settings.scene.projection.is_some() {
        bail!("--projection is an option of render; a sweep shows the planet");
    }
    if arguments.measure.is_some() && mode.info().scene.is_some() {
        bail!("--measure measures fields; choose another --view than {}", mode.name());
    }
    Ok(settings)
}

/// Returns the cameras of all variants; none if the camera does not vary. Fails if it varies, but the view is from above,
/// or a camera is not valid for the view.
fn cameras(sweep: &Sweep, settings: &RenderSettings) -> anyhow::Result<Vec<CameraSetting>> {
    if !sweep.axes().iter().any(Axis::varies_camera) {
        return Ok(Vec::new());
    }
    let mode = settings.shading.mode;
    let Some(scene) = mode.info().scene else {
        bail!(
            "--vary camera…: the view {} has no camera; choose a three-dimensional one, as --view terrain",
            mode.name()
        );
    };
    let camera = |variant| {
        let camera = sweep.settings(variant, settings).scene.camera(scene);
        scene.check(&camera).context("--vary camera…")?;
        Ok(camera)
    };
    (0..sweep.count()).map(camera).collect()
}

pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(is_separator)
}

/// Parses `--shard`.
pub(super) fn shard(text: &str) -> Result<[usize; 2], SettingError> {
    let parse = || {
        let (part, parts) = text.split_once('/')?;
        let [part, parts] = [part.trim().parse().ok()?, parts.trim().parse().ok()?];
        (1..=parts).contains(&part).then_some([part, parts])
    };
    parse().ok_or_else(|| SettingError::of_text(text, "is not I/N with I from 1 to N"))
}
