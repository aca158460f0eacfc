//! The generator that the user names: an address, a capture that shows it, or a data file.

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

/// Initial values and settings are those of a capture, or the defaults.
pub(in crate::commands) struct NamedGenerator {
    pub(in crate::commands) generator: Arc<Generator>,
    /// Values of the capture or data file; else the defaults that [`find_generator_in`] returns.
    pub(in crate::commands) values: Values,
    /// Grid of a data file's samples.
    pub(in crate::commands) data_grid: Option<SampleGrid>,
    /// Manifest of the capture that named the generator.
    pub(in crate::commands) captured: Option<Manifest>,
}

impl NamedGenerator {
    /// `set` are the assignments of `--set`. Fails if there is no such generator, or its file has errors; the capture
    /// cannot be read or has no valid manifest.
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
            format!("{option} applies to a shader file; {:?} is none", argument.generator)
        })?;
        named.at_stage(&argument.stage)
    }

    /// Selects the tap of `--stage`. Fails if there is no such value.
    pub(in crate::commands) fn at_stage(self, argument: &StageArg) -> Result<Self, CommandError> {
        Ok(Self { generator: at_stage(self.generator, argument)?, ..self })
    }

    /// `name` is an address in a folder, or the path of a capture or a data file. `set` are the assignments of `--set`.
    /// Fails like [`Self::open`].
    pub(in crate::commands) fn open_in(
        name: &str,
        root: &FolderArg,
        set: &[String],
    ) -> Result<Self, CommandError> {
        let path = Path::new(name);
        if is_data_file(path) {
            let named = Self::of_data_file(path)?;
            check_features(&features(&root.features), &named.generator)?;
            return Ok(named);
        }
        if captured::has_extension(path) {
            return Self::of_capture(path, &root.features);
        }
        let (generator, values) = find_generator_in(name, root, set)?;
        Ok(Self { generator, values, data_grid: None, captured: None })
    }

    fn of_data_file(path: &Path) -> Result<Self, CommandError> {
        let file = DataFile::open(path, &builtin::tree())?;
        Ok(Self {
            generator: file.generator,
            values: file.values,
            data_grid: Some(file.grid),
            captured: None,
        })
    }

    /// Compiles the source text in the capture. Features on the command line take precedence. Fails if the capture
    /// cannot be read or has no valid manifest.
    pub(in crate::commands) fn of_capture(
        path: &Path,
        arguments: &FeatureArgs,
    ) -> Result<Self, CommandError> {
        Self::of_manifest(captured::read(path)?, arguments)
    }

    /// Like [`Self::of_capture`]. Fails if the manifest is not valid.
    pub(in crate::commands) fn of_manifest(
        manifest: Manifest,
        arguments: &FeatureArgs,
    ) -> Result<Self, CommandError> {
        let generator = captured::generator(&manifest)?;
        let features = features(arguments);
        check_features(&features, &generator)?;
        let mut values = captured::values(&manifest, &generator)?;
        set_features(&features, &generator, &mut values);
        Ok(Self { values, generator, data_grid: None, captured: Some(manifest) })
    }

    /// Compiles again with the features and sources in the arguments, so that the controls of these sources are known.
    /// `self.values` stay unchanged. Fails if an argument is invalid, or the generator does not compile with the
    /// features and sources.
    pub(in crate::commands) fn filled(self, arguments: &ValueArgs) -> Result<Self, CommandError> {
        let values = values(arguments, &self.generator, self.values.clone())?;
        Ok(Self { generator: with_values(&self.generator, &values)?, ..self })
    }

    /// Returns the settings to which options are applied: those of [`Self::placed`], except that a picture of a data
    /// file from above covers all samples unless its size is given.
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

    /// Returns the settings of the capture, or the defaults of the file. The default view of a data file covers all
    /// samples if it has no coordinates, otherwise the largest square inside it.
    pub(in crate::commands) fn placed(&self) -> RenderSettings {
        let captured = self.captured.as_ref().map(Manifest::settings);
        captured.unwrap_or_else(|| default_settings(&self.generator))
    }
}

/// Compiles with the features on the command line. Returns default values. If the generator does not compile with its
/// default sources, such as a missing file, it gets those of the assignments `set` of `--set`. Fails if there is no
/// such generator or feature, or the file has errors.
pub(in crate::commands) fn find_generator_in(
    address: &str,
    root: &FolderArg,
    set: &[String],
) -> Result<(Arc<Generator>, Values), CommandError> {
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
