//! The generator that the user named: by its address, or by a capture that shows it.

use std::path::Path;
use std::sync::Arc;

use noise_playground::capture::{Manifest, RenderSettings};
use noise_playground::control::Values;
use noise_playground::generator::Generator;

use super::features::{check_features, features, set_features, with_values};
use super::{at_stage, default_settings, values};
use crate::args::{FeatureArgs, FolderArg, GeneratorArg, ValueArgs};
use crate::commands::captured;
use crate::compiler::folder::find_generator;
use crate::process::error::CommandError;

/// A generator with the values and settings that it starts from: those of a capture, or the defaults.
pub(in crate::commands) struct NamedGenerator {
    pub(in crate::commands) generator: Arc<Generator>,
    /// Values of the capture; the defaults if the generator was named by its address.
    pub(in crate::commands) values: Values,
    /// Manifest of the capture; `None` if the generator was named by its address.
    pub(in crate::commands) captured: Option<Manifest>,
}

impl NamedGenerator {
    /// Compiles the generator that the arguments name, by its address or by a capture.
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

    /// Compiles the generator that `name` names in a folder, by its address or by a capture.
    ///
    /// # Errors
    /// Fails like [`Self::open`].
    pub(in crate::commands) fn open_in(name: &str, root: &FolderArg) -> Result<Self, CommandError> {
        let path = Path::new(name);
        if captured::has_extension(path) {
            return Self::of_capture(path, &root.features);
        }
        Ok(Self {
            generator: find_generator_in(name, root)?,
            values: Values::default(),
            captured: None,
        })
    }

    /// Compiles the generator of a capture from the source text in the capture. Features in the arguments take
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
            captured: Some(manifest),
        })
    }

    /// Returns the generator with the field-input sources and features that the arguments select, so that the controls
    /// of the sources are known. `self.values` stay as they are.
    ///
    /// # Errors
    /// A value is wrong, or the generator does not compile with them.
    pub(in crate::commands) fn filled(self, arguments: &ValueArgs) -> Result<Self, CommandError> {
        let values = values(arguments, &self.generator, self.values.clone())?;
        Ok(Self {
            generator: with_values(&self.generator, &values)?,
            ..self
        })
    }

    /// Returns the settings of the capture, or those that the generator's file requests.
    pub(in crate::commands) fn settings(&self) -> RenderSettings {
        let captured = self.captured.as_ref().map(Manifest::settings);
        captured.unwrap_or_else(|| default_settings(&self.generator))
    }
}

/// Compiles the generator at an address, with the features in the arguments.
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
