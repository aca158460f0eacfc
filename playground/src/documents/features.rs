//! The option `--feature`.

use std::collections::BTreeSet;

use anyhow::bail;
use noise_playground::Subject;
use noise_playground::generator::Generator;
use noise_playground::source::Features;
use noise_playground::wgsl::suggest::closest;

use crate::args::FeatureArgs;

/// True if the feature is on. The last option for a name applies.
pub(crate) fn features(arguments: &FeatureArgs) -> Features {
    arguments.feature.iter().cloned().collect()
}

/// Fails if a feature is no condition in the source text; the message suggests a similar name or lists the known ones.
pub(super) fn check_features(features: &Features, generator: &Generator) -> anyhow::Result<()> {
    let used = generator.linked().features.keys();
    let known = used.map(String::as_str).collect();
    require_features(features, &known, &generator.address().to_string())
}

/// `owner` has the features. Fails if one is unknown; the message suggests a similar name or lists the known ones.
pub(crate) fn require_features(
    features: &Features,
    known: &BTreeSet<&str>,
    owner: &str,
) -> anyhow::Result<()> {
    let is_unknown = |name: &&String| !known.contains(name.as_str());
    let Some(unknown) = features.keys().find(is_unknown) else {
        return Ok(());
    };
    let names: Vec<&str> = known.iter().copied().collect();
    let hint = match closest(unknown, names.iter().copied()) {
        Some(similar) => format!("did you mean {similar}?"),
        None if names.is_empty() => "it has none".to_owned(),
        None => format!("it has {}", names.join(", ")),
    };
    bail!("{owner} has no feature {unknown:?}; {hint}")
}

pub(super) fn set_features(features: &Features, subject: &mut Subject) {
    let controls = subject.generator.controls().iter();
    for control in controls.filter(|control| control.is_feature()) {
        if let Some(on) = features.get(&control.name) {
            subject.values.set(control, f64::from(u8::from(*on)).into());
        }
    }
}
