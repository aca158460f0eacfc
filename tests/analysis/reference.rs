//! Further measures against numpy.

use std::fs;

use noise_playground::analysis::{
    AnalysisSettings, Autocorrelation, Drainage, HeightGrid, SpectrumWindow, Trend, analyze_seeds,
    coherence,
};
use noise_playground::field::Field;
use serde_json::json;

use crate::fields::normal;
use crate::support;

/// A walk along rows plus white noise: a red field that is no tile, with many pits.
fn field(size: [usize; 2], spacing: [f64; 2], seed: u64) -> HeightGrid {
    let mut state = seed << 40;
    let mut height = 0.0;
    let values = (0..size[0] * size[1]).map(|_| {
        height = 0.9 * height + normal(&mut state);
        (height + normal(&mut state)) as f32
    });
    HeightGrid { size, spacing, z_factor: 1.0, values: values.collect() }
}

#[test]
fn further_measures_agree_with_numpy() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [("square", [48, 48], [1.0, 1.0], 3), ("wide", [51, 34], [0.75, 1.0], 1)];
    let paths = cases.map(|(name, size, spacing, tapers)| {
        let [one, other] = [1, 2].map(|seed| field(size, spacing, seed));
        let other = HeightGrid {
            values: one.values.iter().zip(&other.values).map(|(one, other)| one + other).collect(),
            ..other
        };
        let window = SpectrumWindow::Sine(tapers);
        let fit = [0.1, 0.3];
        let settings = AnalysisSettings { window, fit: Some(fit), ..spacing.into() };
        let samples = one.values.clone();
        let field = Field { size: size.map(|side| side as u32), channels: 1, samples };
        let analysis = serde_json::to_value(analyze_seeds(&[field], settings)).unwrap();
        let angular = analysis["spectrum"]["angular"].as_array().unwrap();
        let angular: Vec<_> = angular.iter().map(|direction| direction[1].clone()).collect();
        let grids = std::slice::from_ref(&one);
        let json = json!({
            "size": size, "spacing": spacing, "tapers": tapers, "fit": fit,
            "radial": analysis["spectrum"]["radial"], "angular": angular,
            "autocorrelation": Autocorrelation::of(grids, Trend::Mean).unwrap().image,
            "coherence": coherence(grids, std::slice::from_ref(&other), window, Trend::Mean),
            "area": Drainage::of(&one).area,
        });
        let path = folder.path().join(name).with_extension("json");
        fs::write(&path, json.to_string()).unwrap();
        let bytes: Vec<u8> =
            one.values.iter().chain(&other.values).flat_map(|value| value.to_le_bytes()).collect();
        fs::write(path.with_extension("r32"), bytes).unwrap();
        path.into_os_string()
    });
    support::compare_with_reference("further.py", paths);
}
