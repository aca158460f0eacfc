//! What `playground analyze` measures: a generator with values and placement, or a data file.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::RenderSettings;
use noise_playground::analysis::{Analysis, AnalysisSettings, analyze_seeds};
use noise_playground::capture::{Manifest, ManifestError};
use noise_playground::control::{Control, Values};
use noise_playground::field::Field;
use noise_playground::field_file::{FieldFile, WorldUnit};
use noise_playground::generator::{Generator, Schedule};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::grid::SampleGrid;
use noise_playground::measure::{Reference, measure};
use noise_playground::shading::{Channel, Shading, ViewMode};
use noise_playground::view_setting::ViewSetting;

use super::AnalyzeArgs;
use super::options::AnalyzeOptions;
use crate::commands::options::{
    NamedGenerator, at_stage, find_generator_in, given_folder, given_placement, grid, reject,
    reject_placement, reject_z_and_time, values, with_values,
};
use crate::commands::{build_pipeline, captured, inputs};
use crate::process::error::CommandError;
use crate::render::batch::{BatchRenderer, RequestedOutputs};
use crate::sheets::PageSubject;

/// Default width and height of the field in samples.
const SIDE: u32 = 512;

pub(super) enum Subject {
    Generator(Box<GeneratorSubject>),
    Data(DataSubject),
}

pub(super) struct GeneratorSubject {
    generator: Arc<Generator>,
    values: Values,
    settings: RenderSettings,
}

/// A field that another program wrote.
pub(super) struct DataSubject {
    name: String,
    file: FieldFile,
}

/// The measurements with their field; with several seeds, that of the first.
pub(super) struct Measured {
    pub(super) analysis: Analysis,
    pub(super) field: Field,
    pub(super) channel: Channel,
}

impl Measured {
    pub(super) fn page(&self) -> PageSubject<'_> {
        PageSubject { analysis: &self.analysis, field: &self.field, channel: self.channel }
    }
}

impl Subject {
    /// Opens the generator, capture or data file, with the values and placement in the arguments.
    pub(super) fn open(
        arguments: &AnalyzeArgs,
        options: &AnalyzeOptions,
    ) -> Result<Self, CommandError> {
        let set = &arguments.values.set;
        let mut subject = Self::find(&arguments.generator, arguments, set)?;
        match &mut subject {
            Self::Generator(subject) => {
                let defaults = std::mem::take(&mut subject.values);
                subject.values = values(&arguments.values, &subject.generator, defaults)?;
                subject.generator = with_values(&subject.generator, &subject.values)?;
                subject.settings.grid = grid(&arguments.grid, subject.settings.grid)?;
                if options.seeds.is_some() {
                    seed_control(&subject.generator)?;
                }
            }
            Self::Data(data) => data.reject_options(arguments)?,
        }
        Ok(subject)
    }

    /// Opens the file of `--against`. A second generator is measured with the placement of the first.
    pub(super) fn other(&self, name: &str, arguments: &AnalyzeArgs) -> Result<Self, CommandError> {
        let mut other = Self::find(name, arguments, &[]).map_err(|error| match error {
            CommandError::Usage(error) => CommandError::Usage(error.context("--against")),
            shader @ CommandError::Shader(_) => shader,
        })?;
        if let (Self::Generator(first), Self::Generator(other)) = (self, &mut other) {
            other.settings.grid = first.settings.grid;
        }
        Ok(other)
    }

    /// Opens an address, or the path of a capture or data file. `set` are the assignments of `--set`.
    fn find(name: &str, arguments: &AnalyzeArgs, set: &[String]) -> Result<Self, CommandError> {
        let path = Path::new(name);
        if !captured::has_extension(path) {
            let (generator, values) = find_generator_in(name, &arguments.root, set)?;
            let generator = at_stage(generator, &arguments.stage)?;
            return Ok(Self::generator(generator, values, None));
        }
        match captured::read(path) {
            Ok(manifest) => {
                captured::warn_of_derived(path, &manifest, "analyzed");
                let named = NamedGenerator::of_manifest(manifest, &arguments.root.features)?;
                let generator = with_values(&named.generator, &named.values)?;
                let generator = at_stage(generator, &arguments.stage)?;
                Ok(Self::generator(generator, named.values, named.captured.as_ref()))
            }
            Err(error) if !FieldFile::is_supported(path) || is_capture(&error) => Err(error.into()),
            Err(_) => Ok(Self::Data(DataSubject {
                name: name.to_owned(),
                file: FieldFile::read(path).map_err(anyhow::Error::from)?,
            })),
        }
    }

    fn generator(generator: Arc<Generator>, values: Values, captured: Option<&Manifest>) -> Self {
        let mut settings = match captured {
            Some(manifest) => manifest.settings(),
            None => RenderSettings::new(&generator, SIDE),
        };
        settings.grid.size = [SIDE; 2];
        Self::Generator(Box::new(GeneratorSubject { generator, values, settings }))
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
                subject.measure(gpu, options)
            }
            Self::Data(data) => data.measure(options),
        }
    }
}

/// Returns true if the file has a manifest that is damaged, or shows several pictures. Other errors mean that it may be
/// a plain data file.
fn is_capture(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<ManifestError>();
    error.is_none_or(|error| !error.is_missing())
}

/// Fails if no measured generator uses an option.
pub(super) fn check_used(
    subjects: [Option<&Subject>; 2],
    arguments: &AnalyzeArgs,
) -> anyhow::Result<()> {
    let names = [Some(&arguments.generator), arguments.against.as_ref()];
    let mut names = names.into_iter().flatten();
    if names.all(|name| captured::has_extension(Path::new(name))) {
        let [folder, _] = given_folder(&arguments.root);
        reject(&[folder], |option| {
            format!("{option} applies to a shader file; {:?} is none", arguments.generator)
        })?;
    }
    let generators = subjects.into_iter().flatten().filter_map(|subject| match subject {
        Subject::Generator(subject) => Some(&*subject.generator),
        Subject::Data(_) => None,
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
            ("--stage", arguments.stage.stage.is_some()),
            ("--feature", !arguments.root.features.feature.is_empty()),
            ("--z", view.has(ViewSetting::Z)),
            ("--time", view.has(ViewSetting::Time)),
        ];
        reject(&[&given_placement(grid), &given[..]].concat(), |option| {
            format!("{option} applies to a generator; {:?} is a data file", self.name)
        })
    }

    fn measure(&self, options: &AnalyzeOptions) -> Result<Measured, CommandError> {
        let channel = available_channel(options, Channel::X, self.file.field.channels, &self.name)?;
        let settings = AnalysisSettings {
            channel,
            window: options.window,
            fit: options.fit,
            ..self.file.spacing.into()
        };
        let mut analysis = analyze_seeds(std::slice::from_ref(&self.file.field), settings);
        analysis.address.clone_from(&self.name);
        if self.file.unit == WorldUnit::LocalMeters {
            analysis.unit = "m";
        }
        analysis.note("expected_slope", "a data file has no gain and no lacunarity");
        Ok(Measured { analysis, field: self.file.field.clone(), channel })
    }
}

impl GeneratorSubject {
    fn measure(&self, gpu: &Gpu, options: &AnalyzeOptions) -> Result<Measured, CommandError> {
        let default = self.settings.shading.channel;
        let name = self.generator.address.to_string();
        let channel = available_channel(options, default, self.generator.channels, &name)?;
        let pipeline = build_pipeline(gpu, &self.generator)?;
        let (grid, fields) = self.evaluate(gpu, &pipeline, options)?;
        let settings = AnalysisSettings {
            window: options.window,
            fit: options.fit,
            ..AnalysisSettings::of_generator(&self.generator, &self.values, grid, channel)
        };
        let mut analysis = analyze_seeds(&fields, settings);
        analysis.describe(&self.generator, &self.values);
        let mut settings = self.settings(options);
        settings.grid = grid;
        settings.shading.channel = channel;
        let subject = (&self.generator, &self.values);
        measure(gpu, subject, &settings, Reference::Best, &mut analysis)?;
        let field = fields.into_iter().next().context("there is no field")?;
        Ok(Measured { analysis, field, channel })
    }

    /// Evaluates one field per seed. A grid program has a sample grid of its own.
    fn evaluate(
        &self,
        gpu: &Gpu,
        pipeline: &EvaluatePipeline,
        options: &AnalyzeOptions,
    ) -> Result<(SampleGrid, Vec<Field>), CommandError> {
        let grid = match Schedule::new(&self.generator, &self.values)? {
            Some(schedule) => schedule.grid(&self.generator),
            None => self.settings.grid,
        };
        let outputs = RequestedOutputs { samples: true, pixels: false, range: false };
        let mut batch = BatchRenderer::new(gpu, pipeline, grid.into(), outputs);
        let (variants, settings) = (self.variants(options)?, self.settings(options));
        let fields = variants.iter().map(|values| {
            let picture = batch.render_one(&inputs(&self.generator, values, grid, &settings)?)?;
            Ok(Field {
                size: grid.size,
                channels: self.generator.channels,
                samples: picture.rows.samples,
            })
        });
        Ok((grid, fields.collect::<Result<_, CommandError>>()?))
    }

    /// Returns one set of values per seed, or the values as they are set.
    fn variants(&self, options: &AnalyzeOptions) -> anyhow::Result<Vec<Values>> {
        let Some(count) = options.seeds else {
            return Ok(vec![self.values.clone()]);
        };
        let control = seed_control(&self.generator)?;
        let with_seed = |seed: u32| {
            let mut values = self.values.clone();
            values.set(control, f64::from(seed).into());
            values
        };
        Ok((1..=count).map(with_seed).collect())
    }

    /// Returns settings for a plane seen from above.
    fn settings(&self, options: &AnalyzeOptions) -> RenderSettings {
        let mode = ViewMode::Texture;
        RenderSettings {
            shading: Shading { mode, ..self.settings.shading },
            z: options.z.unwrap_or(self.settings.z),
            time: options.time.unwrap_or(self.settings.time),
            ..self.settings
        }
    }
}

/// Returns the control with the tag `@seed`.
fn seed_control(generator: &Generator) -> anyhow::Result<&Control> {
    generator
        .seed_control()
        .ok_or_else(|| anyhow!("--seeds: {} has no control with @seed", generator.address))
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
