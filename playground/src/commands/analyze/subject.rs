//! What `playground analyze` measures: a generator with values and placement, or a data file.

use std::path::Path;
use std::thread;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::Subject;
use noise_playground::analysis::{
    Analysis, AnalysisSettings, HeightGrid, SpectrumWindow, VolumeSpectrum, analyze_grids,
};
use noise_playground::capture::Manifest;
use noise_playground::field::files::{FieldFile, GeoTags};
use noise_playground::field::{Channel, Field};
use noise_playground::generator::{Generator, Schedule};
use noise_playground::gpu::Gpu;
use noise_playground::gpu::measure::{GeneratorMeter, Reference};
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::ViewMode;
use serde_json::{Value, json};

use super::AnalyzeArgs;
use super::options::{AnalyzeOptions, TRENDS};
use super::volume::measure_volume;
use crate::STACK_BYTES;
use crate::args::ValueArgs;
use crate::commands::options::{
    Given, given_folder, given_placement, grid, reject, reject_placement, reject_z_and_time,
};
use crate::commands::seeds::{evaluate, seed_control, with_seeds};
use crate::commands::{build_pipeline, warn_of_precision};
use crate::documents::captured::{self, FileContent};
use crate::documents::opened::Opened;
use crate::documents::values::set_values;
use crate::process::error::CommandError;
use crate::sheets::PageSubject;
use noise_playground::source::builtin;

/// Default width and height of the field in samples.
const SIDE: u32 = 512;

/// Default length of the lines of sight of landforms, in samples.
const DEFAULT_SIGHT: f64 = 8.0;

pub(super) enum Analyzed {
    Generator(Box<Subject>),
    Data(DataSubject),
}

/// A field that another program wrote.
pub(super) struct DataSubject {
    name: String,
    /// Width and height, if the format does not state them.
    size: Option<[u32; 2]>,
    file: FieldFile,
}

/// The measurements with their fields.
pub(super) struct Measured {
    pub(super) analysis: Analysis,
    /// The first of several seeds.
    field: Field,
    /// The measured channel of each seed.
    pub(super) grids: Vec<HeightGrid>,
    pub(super) channel: Channel,
    /// With its values and view; `None` for a data file.
    subject: Option<Subject>,
    /// Width and height of a data file whose format does not state them.
    size: Option<[u32; 2]>,
    pub(super) settings: AnalysisSettings,
    /// Spectrum of a cube, if one is measured; that is `None` if a value is not finite.
    pub(super) volume: Option<Option<VolumeSpectrum>>,
}

impl Measured {
    /// Returns the measurements, and from what and how they were made.
    pub(super) fn json(&self) -> anyhow::Result<Value> {
        let mut json = serde_json::to_value(&self.analysis)?;
        let unit = &self.analysis.unit;
        json["version"] = concat!("playground ", env!("CARGO_PKG_VERSION")).into();
        json["units"] = json!({
            "position": unit, "frequency": format!("cycles per {unit}"),
            "power": format!("squared values times squared {unit}"),
            "anisotropy": "dB", "angle": "degrees", "value": self.analysis.value_unit,
        });
        let trend = TRENDS.into_iter().find(|(_, trend)| *trend == self.settings.trend);
        json["view"] = json!({
            "channel": self.channel.name(),
            "window": match self.settings.window {
                SpectrumWindow::Hann => "hann",
                SpectrumWindow::None => "none",
                SpectrumWindow::Sine(_) => "sine",
            },
            "tapers": match self.settings.window {
                SpectrumWindow::Sine(tapers) => json!(tapers),
                _ => Value::Null,
            },
            "detrend": trend.map(|(name, _)| name),
            "fill": self.settings.fill,
            "geomorphon_radius": self.geomorphon_radius(),
            "geomorphon_flatness_deg": self.settings.geomorphons.flatness_degrees,
        });
        if let Some(Subject { generator, values, settings }) = &self.subject {
            json["values"] = serde_json::to_value(values.settings(generator.controls()))?;
            let seed = generator.seed_control().filter(|_| self.analysis.seeds == 1);
            json["seed"] = json!(seed.map(|control| values.get(control).first()));
            let grid = settings.grid;
            json["view"]["center"] = json!(grid.center);
            json["view"]["span"] = json!(grid.span);
            json["view"]["z"] = json!(settings.z);
            json["view"]["time"] = json!(settings.time);
            json["view"]["precision"] = json!(generator.precision());
        }
        Ok(json)
    }

    /// In world units, along x.
    fn geomorphon_radius(&self) -> f64 {
        let settings = &self.settings;
        settings.geomorphons.radius.unwrap_or(DEFAULT_SIGHT * settings.spacing[0])
    }

    /// Of the generator as it was measured, or of the data file as a generator. `adapter` is empty if none was used.
    pub(super) fn manifest(&self, adapter: &str) -> anyhow::Result<Manifest> {
        Ok(match &self.subject {
            Some(subject) => subject.manifest(adapter),
            None => {
                let path = Path::new(&self.analysis.address);
                Subject::of_data_file(path, self.size, &builtin::tree())?.manifest(adapter)
            }
        })
    }

    pub(super) fn page(&self) -> PageSubject<'_> {
        PageSubject { analysis: &self.analysis, field: &self.field, channel: self.channel }
    }
}

impl Analyzed {
    /// Opens the generator, capture or data file, with the values and placement in the arguments.
    pub(super) fn open(
        arguments: &AnalyzeArgs,
        options: &AnalyzeOptions,
    ) -> Result<Self, CommandError> {
        let set = &arguments.values.set;
        let mut analyzed = Self::find(&arguments.generator.named.generator, arguments, set)?;
        match &mut analyzed {
            Self::Generator(subject) => {
                set_values(subject, &arguments.values)?;
                subject.settings.grid = grid(&arguments.grid, subject.settings.grid)?;
                if options.seeds.is_some() {
                    seed_control(&subject.generator)?;
                }
            }
            Self::Data(data) => data.reject_options(arguments)?,
        }
        Ok(analyzed)
    }

    /// Opens the field of an `--against`, by its index. A second generator is measured with the placement of the first,
    /// and the span and values that are given for it.
    pub(super) fn other(
        &self,
        index: usize,
        arguments: &AnalyzeArgs,
    ) -> Result<Self, CommandError> {
        let (name, set) = (&arguments.against[index], &arguments.against_set);
        let mut other = Self::find(name, arguments, set).map_err(|error| match error {
            CommandError::Usage(error) => CommandError::Usage(error.context("--against")),
            shader @ CommandError::Shader(_) => shader,
        })?;
        match &mut other {
            Self::Generator(other) => {
                if let Self::Generator(first) = self {
                    other.settings.grid = first.settings.grid;
                }
                if let Some(span) = arguments.against_span.get(index) {
                    other.settings.grid.span = *span;
                }
                if !set.is_empty() {
                    let values = ValueArgs { set: set.clone(), preset: None, fill: None };
                    set_values(other, &values).context("--against-set")?;
                }
            }
            Self::Data(data) => {
                let given = [
                    ("--against-set", !set.is_empty()),
                    ("--against-span", !arguments.against_span.is_empty()),
                ];
                data.reject(&given)?;
            }
        }
        Ok(other)
    }

    /// Opens an address, or the path of a capture or data file. `set` are the assignments of `--set`.
    fn find(name: &str, arguments: &AnalyzeArgs, set: &[String]) -> Result<Self, CommandError> {
        let path = Path::new(name);
        if !captured::has_extension(path) {
            return Self::of(
                Opened::shader(name, &arguments.generator.named.root, set)?,
                arguments,
            );
        }
        match captured::content(path)? {
            FileContent::Capture(manifest) => {
                let manifest = captured::single(path, *manifest)?;
                captured::warn_of_derived(path, &manifest, "analyzed");
                let opened =
                    Opened::of_manifest(manifest, &arguments.generator.named.root.features)?;
                Self::of(opened, arguments)
            }
            FileContent::Data(size) => {
                let file = FieldFile::read_sized(path, size)?;
                Ok(Self::Data(DataSubject { name: name.to_owned(), size, file }))
            }
        }
    }

    fn of(opened: Opened, arguments: &AnalyzeArgs) -> Result<Self, CommandError> {
        let opened = opened.at_stage(&arguments.generator.stage)?;
        let mut subject = opened.in_precision(&arguments.precision)?.subject;
        subject.settings.grid.size = [SIDE; 2];
        Ok(Self::Generator(subject.into()))
    }

    /// `gpu` must not be `None` for a generator.
    pub(super) fn measure(
        &self,
        gpu: Option<&Gpu>,
        options: &AnalyzeOptions,
    ) -> Result<Measured, CommandError> {
        match self {
            Self::Generator(subject) => {
                let gpu = gpu.context("no graphics device is open")?;
                measure_generator(subject, gpu, options)
            }
            Self::Data(data) => data.measure(options),
        }
    }
}

/// Fails if no measured generator uses an option.
pub(super) fn check_used(subjects: &[&Analyzed], arguments: &AnalyzeArgs) -> anyhow::Result<()> {
    let first = &arguments.generator.named.generator;
    let mut names = std::iter::once(first).chain(&arguments.against);
    if names.all(|name| captured::has_extension(Path::new(name))) {
        let [folder, _] = given_folder(&arguments.generator.named.root);
        reject(&[folder], |option| {
            format!(
                "{option} applies to a shader file; {:?} is none",
                arguments.generator.named.generator
            )
        })?;
    }
    let generators = subjects.iter().filter_map(|subject| match subject {
        Analyzed::Generator(subject) => Some(&*subject.generator),
        Analyzed::Data(_) => None,
    });
    let generators: Vec<&Generator> = generators.collect();
    reject_placement(&given_placement(&arguments.grid), &generators)?;
    reject_z_and_time(
        [ViewSetting::Z, ViewSetting::Time].map(|setting| arguments.view.has(setting)),
        &generators,
    )
}

impl DataSubject {
    /// Fails if an option is valid for generators only.
    fn reject_options(&self, arguments: &AnalyzeArgs) -> anyhow::Result<()> {
        let (grid, view, values) = (&arguments.grid, &arguments.view, &arguments.values);
        let given = [
            ("--set", !values.set.is_empty()),
            ("--preset", values.preset.is_some()),
            ("--seeds", arguments.seeds.is_some()),
            ("--volume", arguments.further.volume.is_some()),
            ("--precision", arguments.precision.precision.is_some()),
            ("--stage", arguments.generator.stage.stage.is_some()),
            ("--sensitivity", arguments.generator.stage.sensitivity.is_some()),
            ("--feature", !arguments.generator.named.root.features.feature.is_empty()),
            ("--z", view.has(ViewSetting::Z)),
            ("--time", view.has(ViewSetting::Time)),
        ];
        self.reject(&[&given_placement(grid), &given[..]].concat())
    }

    fn reject(&self, given: &[Given]) -> anyhow::Result<()> {
        reject(given, |option| {
            format!("{option} applies to a generator; {:?} is a data file", self.name)
        })
    }

    fn measure(&self, options: &AnalyzeOptions) -> Result<Measured, CommandError> {
        let channel = available_channel(options, Channel::X, self.file.field.channels, &self.name)?;
        let settings = options.applied_to(AnalysisSettings {
            channel,
            z_factor: self.file.z_factor(),
            ..AnalysisSettings::from(self.file.spacing)
        });
        let field = self.file.field.clone();
        let grids = vec![settings.heights(&field)];
        let mut analysis = analyze_grids(&grids, settings);
        analysis.address.clone_from(&self.name);
        let tags = self.file.tags.as_deref();
        if let Some(unit) = tags.and_then(GeoTags::world_unit) {
            analysis.unit = unit.to_owned();
        }
        analysis.value_unit = tags.and_then(GeoTags::value_unit).map(str::to_owned);
        analysis.note("expected_slope", "a data file has no gain and no lacunarity");
        let size = self.size;
        Ok(Measured {
            analysis,
            field,
            grids,
            channel,
            subject: None,
            size,
            settings,
            volume: None,
        })
    }
}

/// Measures a plane seen from above, on the grid of the subject or a grid program's own.
fn measure_generator(
    subject: &Subject,
    gpu: &Gpu,
    options: &AnalyzeOptions,
) -> Result<Measured, CommandError> {
    let mut subject = subject.clone();
    let Subject { generator, values, settings } = &mut subject;
    let name = generator.address().to_string();
    let default = settings.shading.channel;
    settings.shading.channel = available_channel(options, default, generator.channels(), &name)?;
    let mode = std::mem::replace(&mut settings.shading.mode, ViewMode::Texture);
    settings.z = options.z.unwrap_or(settings.z);
    settings.time = options.time.unwrap_or(settings.time);
    let pipeline = build_pipeline(gpu, generator)?;
    if let Some(schedule) = Schedule::new(generator, values)? {
        settings.grid = schedule.grid(generator);
    }
    warn_of_precision(generator, &settings.grid);
    let variants = match options.seeds {
        Some(count) => with_seeds(&subject, count)?,
        None => vec![subject.clone()],
    };
    let settings = options.applied_to(AnalysisSettings::of_subject(&subject));
    let analyzed = || {
        let mut first = None;
        let grids = evaluate(gpu, &pipeline, &variants, |field| {
            let grid = settings.heights(&field);
            first.get_or_insert(field);
            grid
        })?;
        let analysis = analyze_grids(&grids, settings);
        let field = first.context("there is no seed")?;
        Ok::<_, CommandError>((field, grids, analysis))
    };
    let measure = || GeneratorMeter::new(gpu, &subject, Reference::Best)?.measure(gpu, &subject);
    let (analyzed, measures) = beside(analyzed, measure)?;
    let (field, grids, mut analysis) = analyzed?;
    analysis.describe(&subject);
    measures?.add_to(&mut analysis);
    let volume =
        options.volume.map(|side| measure_volume(gpu, &pipeline, &subject, side, &settings));
    let volume = volume.transpose()?;
    let channel = settings.channel;
    subject.settings.shading.mode = mode;
    let (subject, size) = (Some(subject), None);
    Ok(Measured { analysis, field, grids, channel, subject, size, settings, volume })
}

/// Calls `other` on another thread, whose stack is large enough for shaders, while `first` runs.
fn beside<T, U: Send>(
    first: impl FnOnce() -> T,
    other: impl FnOnce() -> U + Send,
) -> anyhow::Result<(T, U)> {
    thread::scope(|scope| {
        let other = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, other)?;
        let first = first();
        let other = other.join().map_err(|_| anyhow!("internal error"))?;
        Ok((first, other))
    })
}

/// Fails if the samples do not have the channel.
fn available_channel(
    options: &AnalyzeOptions,
    default: Channel,
    channels: u32,
    name: &str,
) -> anyhow::Result<Channel> {
    let channel = options.channel.unwrap_or(default);
    if channel.is_available(channels) {
        return Ok(channel);
    }
    bail!("--channel {}: {name} has {channels} number(s) per sample", channel.name())
}
