//! Parses the option `--feature`, which switches conditional source text, and compiles generators with these features.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use noise_playground::control::Values;
use noise_playground::generator::Generator;
use noise_playground::source::Features;

use crate::args::FeatureArgs;
use crate::process::error::CommandError;

/// Returns the features that `--feature` switches, each with true if it is on.
pub(in crate::commands) fn features(arguments: &FeatureArgs) -> anyhow::Result<Features> {
    let state = |text: &String| {
        let (name, state) = text.split_once('=').unwrap_or((text, "on"));
        match state {
            "on" => Ok((name.to_owned(), true)),
            "off" => Ok((name.to_owned(), false)),
            _ => bail!("--feature {text:?} is neither NAME nor NAME=off"),
        }
    };
    arguments.feature.iter().map(state).collect()
}

/// Checks that each feature on the command line occurs as a condition in the source text of the generator.
///
/// # Errors
/// A feature is unknown; the message lists the known ones.
pub(super) fn check_features(features: &Features, generator: &Generator) -> anyhow::Result<()> {
    let used = &generator.linked.features;
    let Some(unknown) = features.keys().find(|name| !used.contains_key(*name)) else {
        return Ok(());
    };
    let names: Vec<&str> = used.keys().map(String::as_str).collect();
    let hint = match names.is_empty() {
        true => "it has none".to_owned(),
        false => format!("it has {}", names.join(", ")),
    };
    Err(anyhow!(
        "{} has no feature {unknown:?}; {hint}",
        generator.address
    ))
}

/// Stores features in control values: sets the control of each feature to on or off.
pub(super) fn set_features(features: &Features, generator: &Generator, values: &mut Values) {
    let controls = generator.controls.iter();
    for control in controls.filter(|control| control.is_feature()) {
        if let Some(on) = features.get(&control.name) {
            values.set(control, f64::from(u8::from(*on)).into());
        }
    }
}

/// Compiles the generator with the features and the sources of field inputs that control values contain.
///
/// # Errors
/// The generator does not compile with these values.
pub(in crate::commands) fn with_values(
    generator: &Arc<Generator>,
    values: &Values,
) -> Result<Arc<Generator>, CommandError> {
    generator.with_values(values).map_err(CommandError::Shader)
}
