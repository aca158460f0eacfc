//! Opens the generator that the user names on the command line: by its address, by a capture that shows it, or by a
//! data file.

use std::path::Path;
use std::sync::Arc;

use noise_playground::RenderSettings;
use noise_playground::capture::Manifest;
use noise_playground::control::{Values, Widget};
use noise_playground::generator::Generator;
use noise_playground::grid::SampleGrid;
use noise_playground::shading::ViewMode;
use noise_playground::source::FieldSources;
use noise_playground::view_setting::ViewSetting;

use super::features::{check_features, features, set_features, with_values};
use super::values::sources;
use super::{at_stage, default_settings, given_folder, reject, values};
use crate::args::{FeatureArgs, FolderArg, GeneratorArg, Picture, StageArg, ValueArgs};
use crate::commands::captured;
use crate::commands::data_file::{DataFile, is_data_file};
use crate::documents::builtin;
use crate::documents::folder::find_address;
use crate::process::error::CommandError;

/// A generator opened from the command line, with its initial control values and settings: those of a capture, or the
/// defaults.
pub(in crate::commands) struct NamedGenerator {
    pub(in crate::commands) generator: Arc<Generator>,
    /// Initial control values: those of the capture or the data file; those of [`find_generator_in`] if the generator
    /// was named by its address.
    pub(in crate::commands) values: Values,
    /// Grid of a data file's samples; `None` if the generator was not named by a data file.
    pub(in crate::commands) data_grid: Option<SampleGrid>,
    /// Manifest of the capture that named the generator; `None` if it was named by its address or by a data file.
    pub(in crate::commands) captured: Option<Manifest>,
}

impl NamedGenerator {
    /// Compiles the generator that the arguments of a subcommand name, by its address, by a capture or by a data file.
    /// `set` are the assignments of `--set`.
    ///
    /// # Errors
    /// There is no such generator, or its file has errors; the capture cannot be read or has no valid manifest.
    pub(in crate::commands) fn open(
        argument: &GeneratorArg,
        set: &[String],
    ) -> Result<Self, CommandError> {
        let named = Self::open_in(&argument.generator, &argument.root, set)?;
        let [folder, feature] = given_folder(&argument.root);
        let unused = match (&named.data_grid, &named.captured) {
            (Some(_), _) => &[folder, feature][..],
            (None, Some(_)) => &[folder],
            (None, None) => &[],
        };
        reject(unused, |option| {
            format!(
                "{option} applies to a shader file; {:?} is none",
                argument.generator
            )
        })?;
        named.at_stage(&argument.stage)
    }

    /// Returns the generator compiled to return the inner value that `--stage` selects; unchanged without the option.
    ///
    /// # Errors
    /// There is no such value.
    pub(in crate::commands) fn at_stage(self, argument: &StageArg) -> Result<Self, CommandError> {
        Ok(Self {
            generator: at_stage(self.generator, argument)?,
            ..self
        })
    }

    /// Compiles the generator that `name` refers to: an address in a folder, or the path of a capture or a data file.
    /// `set` are the assignments of `--set`.
    ///
    /// # Errors
    /// Fails like [`Self::open`].
    pub(in crate::commands) fn open_in(
        name: &str,
        root: &FolderArg,
        set: &[String],
    ) -> Result<Self, CommandError> {
        let path = Path::new(name);
        if is_data_file(path) {
            let named = Self::of_data_file(path)?;
            check_features(&features(&root.features)?, &named.generator)?;
            return Ok(named);
        }
        if captured::has_extension(path) {
            return Self::of_capture(path, &root.features);
        }
        let (generator, values) = find_generator_in(name, root, set)?;
        Ok(Self {
            generator,
            values,
            data_grid: None,
            captured: None,
        })
    }

    /// Compiles the generator that returns the samples of a data file.
    fn of_data_file(path: &Path) -> Result<Self, CommandError> {
        let file = DataFile::open(path, &builtin::tree())?;
        Ok(Self {
            generator: file.generator,
            values: file.values,
            data_grid: Some(file.grid),
            captured: None,
        })
    }

    /// Compiles the generator of a capture from the source text in the capture. Features on the command line take
    /// precedence over those of the capture.
    ///
    /// # Errors
    /// The capture cannot be read or has no valid manifest.
    pub(in crate::commands) fn of_capture(
        path: &Path,
        arguments: &FeatureArgs,
    ) -> Result<Self, CommandError> {
        Self::of_manifest(captured::read(path)?, arguments)
    }

    /// Compiles the generator of a capture with this manifest, as [`Self::of_capture`] does.
    ///
    /// # Errors
    /// The manifest is not valid.
    pub(in crate::commands) fn of_manifest(
        manifest: Manifest,
        arguments: &FeatureArgs,
    ) -> Result<Self, CommandError> {
        let generator = captured::generator(&manifest)?;
        let features = features(arguments)?;
        check_features(&features, &generator)?;
        let mut values = captured::values(&manifest, &generator)?;
        set_features(&features, &generator, &mut values);
        Ok(Self {
            values,
            generator,
            data_grid: None,
            captured: Some(manifest),
        })
    }

    /// Compiles the generator again with the features and the sources of field inputs that the arguments select, so
    /// that the controls of these sources are known. `self.values` stay unchanged.
    ///
    /// # Errors
    /// An argument is invalid, or the generator does not compile with the features and sources.
    pub(in crate::commands) fn filled(self, arguments: &ValueArgs) -> Result<Self, CommandError> {
        let values = values(arguments, &self.generator, self.values.clone())?;
        Ok(Self {
            generator: with_values(&self.generator, &values)?,
            ..self
        })
    }

    /// Returns the initial render settings of a picture, to which command-line options are then applied: those of
    /// [`Self::placed`], except that a picture of a data file from above covers all samples of the file unless its size
    /// is given.
    pub(in crate::commands) fn settings(&self, picture: &Picture) -> RenderSettings {
        let mut settings = self.placed();
        let mode = picture.view.text(ViewSetting::Mode);
        let mode = mode.and_then(ViewMode::from_name);
        let is_from_above = mode.is_none_or(|mode| mode.info().scene.is_none());
        if let Some(grid) = self.data_grid
            && is_from_above
            && !picture.grid.has(ViewSetting::Size)
        {
            settings.grid = grid;
        }
        settings
    }

    /// Returns the initial render settings: those of the capture, or the defaults in the tags of the generator's file.
    /// The default view of a data file covers all samples if it has no coordinates, otherwise the largest square inside
    /// it.
    pub(in crate::commands) fn placed(&self) -> RenderSettings {
        let captured = self.captured.as_ref().map(Manifest::settings);
        captured.unwrap_or_else(|| default_settings(&self.generator))
    }
}

/// Compiles the generator at an address in a shader folder, with the features on the command line. Returns it with its
/// initial control values: the defaults. If it does not compile with the sources that its field inputs have by default,
/// such as a missing file, it gets those of the assignments `set` of `--set`, which the values then contain.
///
/// # Errors
/// There is no such generator or feature, or the file has errors.
pub(in crate::commands) fn find_generator_in(
    address: &str,
    root: &FolderArg,
    set: &[String],
) -> Result<(Arc<Generator>, Values), CommandError> {
    let features = features(&root.features)?;
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
    Ok((generator, values))
}

fn set_sources(sources: &FieldSources, generator: &Generator, values: &mut Values) {
    let controls = generator.controls.iter();
    for control in controls.filter(|control| control.widget == Widget::Field) {
        if let Some(source) = sources.get(&control.name) {
            values.set(control, source.clone().into());
        }
    }
}
