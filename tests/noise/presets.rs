//! Tests of the built-in presets: each generator has some; each preset sets existing controls within their slider
//! ranges, and changes the picture.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use noise_playground::generator::control::{Control, Values};
use noise_playground::generator::{CompiledFile, Domain, Generator};
use noise_playground::subject::preset::{Preset, PresetFile};

use crate::control_limits::{Bench, PICTURE};
use crate::probe::{report, shipped_files};
use crate::support;

#[test]
fn every_generator_has_three_valid_presets() {
    let mut failures = Vec::new();
    for (source, compiled) in support::shipped().iter().zip(shipped_files()) {
        let file = source.path.as_str();
        if file.starts_with("generators/") {
            let wrong = wrong_presets(file, compiled);
            failures.extend(wrong.into_iter().map(|wrong| format!("{file}: {wrong}")));
        }
    }
    report(&failures);
}

fn wrong_presets(file: &str, compiled: &CompiledFile) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let text = fs::read_to_string(folder.join(file).with_extension("presets.toml"));
    let presets = match text.map(|text| (names(&text), PresetFile::parse(&text))) {
        Ok((names, Ok(presets))) => names.into_iter().map(move |name| (presets.clone(), name)),
        Ok((_, Err(error))) => return vec![error.to_string()],
        Err(error) => return vec![format!("no presets: {error}")],
    };
    let few = (presets.len() < 3).then(|| format!("only {} presets", presets.len()));
    let wrong = presets.filter_map(|(presets, name)| {
        let fitting = |generator: &&Arc<Generator>| presets.find(Some(&name), generator).is_ok();
        let Some(generator) = compiled.generators.iter().find(fitting) else {
            return Some(format!("{name:?} belongs to no generator"));
        };
        let preset = presets.find(Some(&name), generator).ok()?;
        wrong_preset(preset, generator).map(|wrong| format!("{name:?}: {wrong}"))
    });
    few.into_iter().chain(wrong).collect()
}

/// Returns the names of all presets in the text of a preset file.
fn names(text: &str) -> Vec<String> {
    let file: toml::Table = text.parse().unwrap();
    let presets = file["preset"].as_array().unwrap();
    let name = |preset: &toml::Value| preset["name"].as_str().unwrap().to_owned();
    presets.iter().map(name).collect()
}

fn wrong_preset(preset: &Preset, generator: &Arc<Generator>) -> Option<String> {
    let mut values = Values::default();
    let errors = values.apply(generator.controls(), &preset.values);
    if let Some(error) = errors.first() {
        return Some(error.to_string());
    }
    let beyond = |control: &&Control| {
        let ends = control.range.min..=control.range.max;
        control.ty.components() == 1 && !ends.contains(&values.get(control).0[0])
    };
    if let Some(control) = generator.controls().iter().find(beyond) {
        return Some(format!("{} is outside its slider range", control.name));
    }
    if generator.domain() == Domain::Grid {
        // Evaluating grid programs takes too long: only their values are compared.
        let is_default = |control: &Control| values.get(control) == Values::default().get(control);
        let says_nothing = generator.controls().iter().all(is_default);
        return says_nothing.then(|| "is the defaults".to_owned());
    }
    let bench = Bench::new(generator);
    let samples = bench.samples(&values, PICTURE).samples;
    if !samples.iter().all(|number| number.is_finite()) {
        return Some("some samples are not finite".to_owned());
    }
    let is_default = samples == bench.samples(&Values::default(), PICTURE).samples;
    is_default.then(|| "equals the defaults".to_owned())
}
