//! What the user names, opened: a generator at an address, a capture, a preset beside its shader, or a data file.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use noise_playground::capture::Manifest;
use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{Values, Widget};
use noise_playground::generator::{Derivative, DeriveError, Domain, Generator, TapError, derive};
use noise_playground::source::FieldSources;
use noise_playground::subject::preset::PRESET_SUFFIX;
use noise_playground::{RenderSettings, Subject};

use super::captured::{self, FileContent};
use super::features::{check_features, features, set_features};
use super::folder::find_address;
use super::values::{preset_file, set_preset, set_values, sources};
use crate::args::{ALL_CONTROLS, FeatureArgs, FolderArg, PrecisionArg, StageArg, ValueArgs};
use crate::process::error::CommandError;
use noise_playground::render::FileSamples;
use noise_playground::source::builtin;

/// Width and height of a picture in pixels unless the user or a capture chooses another.
pub(crate) const DEFAULT_SIDE: u32 = 1024;

/// Values and settings are those of a capture, or the defaults of the file.
#[derive(Clone)]
pub(crate) struct Opened {
    pub(crate) subject: Subject,
    pub(crate) origin: Origin,
}

/// What the user named, with what only this file knows.
#[derive(Clone)]
pub(crate) enum Origin {
    /// An address or a preset.
    Shader,
    Capture(Box<Manifest>),
    /// Holds the grid of the samples.
    DataFile(SampleGrid),
}

impl Opened {
    /// `name` is an address in a folder, or the path of a capture or a data file. `set` are the assignments of `--set`.
    /// Fails without such a generator, for errors in its file, or for a capture without a valid manifest.
    pub(crate) fn open(name: &str, root: &FolderArg, set: &[String]) -> Result<Self, CommandError> {
        let path = Path::new(name);
        if !captured::has_extension(path) {
            return Self::shader(name, root, set);
        }
        match captured::content(path)? {
            FileContent::Capture(manifest) => {
                Self::of_manifest(captured::single(path, *manifest)?, &root.features)
            }
            FileContent::Data(size) => {
                let opened = Self::data_file(path, size)?;
                check_features(&features(&root.features), &opened.subject.generator)?;
                Ok(opened)
            }
        }
    }

    /// Compiles with the features on the command line. If the generator does not compile with its default sources, such
    /// as a missing file, it gets those of the assignments `set` of `--set`. Fails if there is no such generator or
    /// feature, or the file has errors.
    pub(crate) fn shader(
        address: &str,
        root: &FolderArg,
        set: &[String],
    ) -> Result<Self, CommandError> {
        let features = features(&root.features);
        let mut found = find_address(address, root.folder.as_deref())?;
        found.tree.features.clone_from(&features);
        let mut values = Values::default();
        let generator = match found.compile() {
            Err(CommandError::Shader(errors)) => {
                found.tree.field_sources = sources(set, &found.tree)?;
                if found.tree.field_sources.is_empty() {
                    return Err(CommandError::Shader(errors));
                }
                let generator = found.compile()?;
                set_sources(&found.tree.field_sources, &generator, &mut values);
                generator
            }
            compiled => compiled?,
        };
        check_features(&features, &generator)?;
        Ok(Self { subject: Subject { values, ..default(&generator) }, origin: Origin::Shader })
    }

    /// Compiles the source text in a capture; features on the command line win. Fails without a valid manifest.
    pub(crate) fn capture(path: &Path, arguments: &FeatureArgs) -> Result<Self, CommandError> {
        Self::of_manifest(captured::read(path)?, arguments)
    }

    /// Like [`Self::capture`]. Fails if the manifest is not valid.
    pub(crate) fn of_manifest(
        manifest: Manifest,
        arguments: &FeatureArgs,
    ) -> Result<Self, CommandError> {
        let mut subject = captured::subject(&manifest)?;
        let features = features(arguments);
        check_features(&features, &subject.generator)?;
        set_features(&features, &mut subject);
        let subject = subject.compiled().map_err(CommandError::Shader)?;
        Ok(Self { subject, origin: Origin::Capture(manifest.into()) })
    }

    /// Opens the shader beside a preset file, with the named preset or the first. Fails if either is missing or wrong.
    pub(crate) fn preset(file: &Path, name: Option<&str>) -> Result<Self, CommandError> {
        let presets = preset_file(file)?;
        let missing = || anyhow!("{file:?} has no such preset; there are: {}", presets.names());
        let preset = presets.named(name).ok_or_else(missing)?;
        let mut address = shader_of(file)?;
        if let Some(function) = &preset.generator {
            address += &format!("::{function}");
        }
        let mut subject = default(&find_address(&address, None)?.compile()?);
        set_preset(&mut subject, &preset.values).with_context(|| format!("{file:?}"))?;
        Ok(Self { subject, origin: Origin::Shader }.with_defaults())
    }

    fn data_file(path: &Path, size: Option<[u32; 2]>) -> Result<Self, CommandError> {
        let subject = Subject::of_data_file(path, size, &builtin::tree())?;
        let origin = Origin::DataFile(subject.settings.grid);
        Ok(Self { subject, origin }.with_defaults())
    }

    /// Returns the manifest of the capture that the user named.
    pub(crate) fn captured(&self) -> Option<&Manifest> {
        match &self.origin {
            Origin::Capture(manifest) => Some(manifest),
            Origin::Shader | Origin::DataFile(_) => None,
        }
    }

    /// Returns the samples of the named data file, or of one that a capture shows, on their raster; else `None`.
    pub(crate) fn file_samples(&self) -> Option<FileSamples> {
        let generator = &self.subject.generator;
        if generator.tap().is_some() || generator.domain() == Domain::Grid {
            return None;
        }
        match &self.origin {
            Origin::DataFile(_) => FileSamples::of(&self.subject.generator),
            Origin::Capture(manifest) => {
                let raster = manifest.raster?;
                Some(FileSamples::of(&self.subject.generator)?.on(raster))
            }
            Origin::Shader => None,
        }
    }

    /// Selects the tap of `--stage` and the derivative of `--sensitivity`. Fails if there is no such value or control.
    pub(crate) fn at_stage(mut self, argument: &StageArg) -> Result<Self, CommandError> {
        let generator = &mut self.subject.generator;
        *generator = at_stage(generator, argument)?;
        Ok(self.with_defaults())
    }

    /// Selects a derivative, which `option` requests. Fails if the generator has none.
    pub(crate) fn derived(
        mut self,
        derivative: &Derivative,
        option: &str,
    ) -> Result<Self, CommandError> {
        let generator = &mut self.subject.generator;
        *generator = derived(generator, derivative, option)?;
        Ok(self.with_defaults())
    }

    /// Selects the precision of the evaluation. Fails if the generator has no version in it.
    pub(crate) fn in_precision(mut self, argument: &PrecisionArg) -> Result<Self, CommandError> {
        let generator = &mut self.subject.generator;
        if let Some(precision) = argument.precision.filter(|asked| *asked != generator.precision())
        {
            let precise = generator.with_precision(precision);
            *generator = Arc::new(precise.map_err(|error| CommandError::Shader(vec![*error]))?);
        }
        Ok(self)
    }

    /// Sets the values in the arguments. Fails if one is invalid, or if the generator does not compile with them.
    pub(crate) fn with_values(mut self, arguments: &ValueArgs) -> anyhow::Result<Self> {
        set_values(&mut self.subject, arguments)?;
        Ok(self.with_defaults())
    }

    /// Resets the settings to those of the changed generator, unless a capture has them.
    fn with_defaults(mut self) -> Self {
        if self.captured().is_none() {
            self.subject.settings = default(&self.subject.generator).settings;
        }
        self
    }
}

fn default(generator: &Arc<Generator>) -> Subject {
    Subject::new(generator, RenderSettings::new(generator, DEFAULT_SIDE))
}

/// Returns the generator unchanged without the options.
pub(crate) fn at_stage(
    generator: &Arc<Generator>,
    argument: &StageArg,
) -> Result<Arc<Generator>, CommandError> {
    let tapped = match argument.stage.as_ref().map(|address| generator.at_tap(address)) {
        None => Arc::clone(generator),
        Some(Ok(tapped)) => Arc::new(tapped),
        Some(Err(TapError::Shader(diagnostic))) => {
            return Err(CommandError::Shader(vec![*diagnostic]));
        }
        Some(Err(error)) => return Err(anyhow!("--stage: {error}").into()),
    };
    match &argument.sensitivity {
        Some(name) if name == ALL_CONTROLS => {
            let names = tapped.sensitivities().join(", ");
            Err(anyhow!("--sensitivity needs the name of a control: {names}").into())
        }
        Some(name) => derived(&tapped, &Derivative::by_control(name, &tapped), "--sensitivity"),
        None => Ok(tapped),
    }
}

/// `option` requests the derivative.
fn derived(
    generator: &Generator,
    derivative: &Derivative,
    option: &str,
) -> Result<Arc<Generator>, CommandError> {
    match derive(generator, derivative, Channel::X) {
        Ok(derived) => Ok(Arc::new(derived)),
        Err(DeriveError::Shader(diagnostic)) => Err(CommandError::Shader(vec![*diagnostic])),
        Err(error) => Err(anyhow!("{option}: {error}").into()),
    }
}

fn set_sources(sources: &FieldSources, generator: &Generator, values: &mut Values) {
    let controls = generator.controls().iter();
    for control in controls.filter(|control| control.widget == Widget::Field) {
        if let Some(source) = sources.get(&control.name) {
            values.set(control, source.clone().into());
        }
    }
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
