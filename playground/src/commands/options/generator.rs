//! Opens the generator that the user names on the command line: by its address, by a capture that shows it, or by a
//! data file.

use std::path::Path;
use std::sync::Arc;

use noise_playground::capture::{Manifest, RenderSettings};
use noise_playground::control::Values;
use noise_playground::generator::Generator;
use noise_playground::grid::SampleGrid;
use noise_playground::shading::ViewMode;

use super::features::{check_features, features, set_features, with_values};
use super::{at_stage, default_settings, values};
use crate::args::{FeatureArgs, FolderArg, GeneratorArg, Picture, ValueArgs};
use crate::commands::captured;
use crate::commands::data_file::{DataFile, is_data_file};
use crate::compiler::folder::find_generator;
use crate::documents::builtin;
use crate::process::error::CommandError;

/// A generator opened from the command line, with its initial control values and settings: those of a capture, or the
/// defaults.
pub(in crate::commands) struct NamedGenerator {
    pub(in crate::commands) generator: Arc<Generator>,
    /// Initial control values: those of the capture or the data file; the defaults if the generator was named by its
    /// address.
    pub(in crate::commands) values: Values,
    /// Grid of a data file's samples; `None` if the generator was not named by a data file.
    pub(in crate::commands) data_grid: Option<SampleGrid>,
    /// Manifest of the capture that named the generator; `None` if it was named by its address or by a data file.
    pub(in crate::commands) captured: Option<Manifest>,
}

impl NamedGenerator {
    /// Compiles the generator that the arguments of a subcommand name, by its address, by a capture or by a data file.
    ///
    /// # Errors
    /// There is no such generator, or its file has errors; the capture cannot be read or has no valid manifest.
    pub(in crate::commands) fn open(argument: &GeneratorArg) -> Result<Self, CommandError> {
        let named = Self::open_in(&argument.generator, &argument.root)?;
        Ok(Self {
            generator: at_stage(named.generator, &argument.stage)?,
            ..named
        })
    }

    /// Compiles the generator that `name` refers to: an address in a folder, or the path of a capture or a data file.
    ///
    /// # Errors
    /// Fails like [`Self::open`].
    pub(in crate::commands) fn open_in(name: &str, root: &FolderArg) -> Result<Self, CommandError> {
        let path = Path::new(name);
        if is_data_file(path) {
            return Self::of_data_file(path);
        }
        if captured::has_extension(path) {
            return Self::of_capture(path, &root.features);
        }
        Ok(Self {
            generator: find_generator_in(name, root)?,
            values: Values::default(),
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
        let manifest = captured::read(path)?;
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
        let mode = picture.view.view.as_deref().and_then(ViewMode::from_name);
        let is_from_above = mode.is_none_or(|mode| mode.info().scene.is_none());
        if let Some(grid) = self.data_grid
            && is_from_above
            && picture.placement.size.is_none()
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

/// Compiles the generator at an address in a shader folder, with the features on the command line.
///
/// # Errors
/// There is no such generator or feature, or the file has errors.
pub(in crate::commands) fn find_generator_in(
    address: &str,
    root: &FolderArg,
) -> Result<Arc<Generator>, CommandError> {
    let features = features(&root.features)?;
    let generator = find_generator(address, root.folder.as_deref(), &features)?;
    check_features(&features, &generator)?;
    Ok(generator)
}
