//! Tests of the options of `playground analyze` for further measures.

use std::fs;

use serde_json::Value;

use crate::analyze::{FBM, number};
use crate::calls::{expect, expect_json, folder, names, text};
use crate::formats::python_output;

/// Runs `playground analyze --json` on a small view of fBm and returns the JSON that it prints.
fn analyze(arguments: &[&str]) -> Value {
    let placed = ["analyze", "--json", FBM, "--size", "64", "--span", "4"];
    expect_json(&[&placed[..], arguments].concat())
}

#[test]
fn further_measures_are_made_on_request() {
    let plain = analyze(&[]);
    for member in [
        "autocorrelation", "blue_noise", "drainage", "replicates", "surrogates", "volume",
        "coherence",
    ] {
        assert!(plain.get(member).is_none(), "{member}");
    }
    assert_eq!(plain["spectrum"]["angular"].as_array().unwrap().len(), 36);
    assert_eq!(plain["view"]["detrend"], "mean");
    // Eight samples of 1/16.
    assert_eq!(plain["view"]["geomorphon_radius"], 0.5);
    let asked = [
        "--measure",
        "autocorrelation,blue-noise,drainage",
        "--surrogates",
        "39",
        "--replicates",
        "39",
    ];
    let more = analyze(&asked);
    assert!(number(&more["autocorrelation"]["length"]) > 0.1);
    let blue = &more["blue_noise"];
    assert!(number(&blue["principal_frequency"]) < 1.0);
    assert!(blue["effective_nyquist"].is_null() && more["notes"]["effective_nyquist"].is_string());
    assert!(number(&more["drainage"]["largest_area"]) > 0.1);
    let surrogates = &more["surrogates"];
    assert_eq!(surrogates["count"], 39);
    assert!(surrogates["measures"]["skewness"]["p"].is_number(), "{surrogates}");
    let replicates = &more["replicates"];
    assert_eq!(replicates["count"], 39);
    let [low, high] = [0, 1].map(|end| number(&replicates["intervals"]["mean_deg"][end]));
    let mean = number(&more["slopes"]["mean_deg"]);
    assert!(low < mean && mean < high, "{low} {mean} {high}");
    let lags = |points: &Value| -> Vec<f64> {
        points.as_array().unwrap().iter().map(|point| number(&point[0])).collect()
    };
    let quarter = lags(&more["variogram"]).into_iter().filter(|lag| *lag <= 1.0);
    assert_eq!(lags(&replicates["variogram"]), quarter.collect::<Vec<_>>());
    assert_eq!(more["statistics"], plain["statistics"]);
    assert_eq!(more, analyze(&asked), "the seeds of the surrogates are fixed");
    let (stdout, _) = expect(0, &[&["analyze", FBM, "--size", "64"], &asked[..]].concat());
    for part in
        ["\ncorrelation  ", "\nblue noise  ", "\ndrainage  ", "\nsurrogates  ", "\nintervals  "]
    {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
}

#[test]
fn spectrum_has_tapers_and_trends_and_landforms_their_sight() {
    let tapers = analyze(&["--tapers", "4", "--detrend", "plane"]);
    let view = &tapers["view"];
    assert_eq!((&view["window"], &view["tapers"]), (&"sine".into(), &4.into()));
    assert_eq!(view["detrend"], "plane");
    let band = |json: &Value| {
        let [low, high] = [1, 2].map(|index| number(&json["spectrum"]["bands"][10][index]));
        high / low
    };
    assert!(band(&tapers) < band(&analyze(&[])));
    let sight = ["--geomorphon-radius", "1", "--geomorphon-flatness", "3"];
    let far = analyze(&sight);
    assert_ne!(far["geomorphons"], tapers["geomorphons"]);
    assert_eq!(
        (&far["view"]["geomorphon_radius"], &far["view"]["geomorphon_flatness_deg"]),
        (&1.0.into(), &3.0.into())
    );
}

#[test]
fn several_fields_are_compared_each_with_its_span() {
    let perlin = "builtin:noise/perlin.wgsl";
    let two = analyze(&["--against", perlin, "--against", FBM, "--against-span", "2,8"]);
    let spans = two["against"].as_array().unwrap().iter().map(|one| number(&one["span"]));
    assert_eq!(spans.collect::<Vec<_>>(), [2.0, 8.0]);
    let arguments = ["--against", FBM, "--against-set", "seed=7", "--measure", "coherence"];
    let other = analyze(&arguments);
    let other = &other["against"];
    assert_eq!(other["values"]["seed"], serde_json::json!(7));
    let rings = other["coherence"].as_array().unwrap();
    let mean =
        rings.iter().map(|ring| number(&ring["coherence"])).sum::<f64>() / rings.len() as f64;
    assert!(mean < 0.4, "{mean}");
    let same = analyze(&["--against", FBM, "--measure", "coherence"]);
    for ring in same["against"]["coherence"].as_array().unwrap() {
        assert!((number(&ring["coherence"]) - 1.0).abs() < 1e-9);
    }
    let wider = analyze(&["--against", FBM, "--against-span", "8", "--measure", "coherence"]);
    assert!(wider["against"]["coherence"].is_null());
    let reason = wider["against"]["notes"]["coherence"].as_str().unwrap();
    assert!(reason.contains("differ in size"), "{reason}");
}

#[test]
fn curves_and_images_are_files() {
    let folder = folder(&[]);
    let [curves, spectrum, image, lags, image_of_lags] =
        ["curves.csv", "spectrum.npy", "spectrum.exr", "lags.npy", "lags.exr"]
            .map(|name| folder.path().join(name));
    let files = ["-o", text(&curves), "-o", text(&spectrum), "-o", text(&image)];
    let measured = analyze(&[&files[..], &["--measure", "drainage"]].concat());
    let table = fs::read_to_string(&curves).unwrap();
    assert!(table.starts_with("plot,name,x,y\n"), "{table}");
    for plot in ["radial power", "variogram", "anisotropy", "angular power", "slope by area"] {
        assert!(table.contains(&format!("\n{plot},\"generators/fbm.wgsl::height\",")), "{plot}");
    }
    let files = ["-o", text(&lags), "-o", text(&image_of_lags)];
    analyze(&[&files[..], &["--image", "autocorrelation"]].concat());
    let script = "import sys, numpy as np, OpenEXR
power, lags = [np.load(path) for path in sys.argv[1:3]]
for image, path in zip([power, lags], sys.argv[3:]):
    channels = OpenEXR.File(path).channels()
    assert list(channels) == ['Y'] and np.array_equal(channels['Y'].pixels, image.astype(np.float32))
assert power.shape == lags.shape == (64, 64) and power.dtype == np.float64
assert lags[32, 32] == 1 and lags.max() == 1
print(power.sum() * .25 ** 2, power[32, 32])";
    let files = [&spectrum, &lags, &image, &image_of_lags].map(|path| text(path));
    let printed = python_output(folder.path(), &[&["-c", script], &files[..]].concat());
    let variance: f64 = printed.split(' ').next().unwrap().parse().unwrap();
    let std = number(&measured["statistics"]["std"]);
    assert!((0.3..3.0).contains(&(variance / std.powi(2))), "{variance} {std}");
    assert_eq!(
        names(folder.path()),
        ["curves.csv", "lags.exr", "lags.npy", "spectrum.exr", "spectrum.npy"]
    );
}

#[test]
fn volume_has_a_spectrum_of_its_own() {
    let folder = folder(&[
        ("wave.wgsl", "fn wave(p: vec3f) -> f32 { return 2.0 * cos(6.2831853 * 2.0 * p.z); }"),
        ("flat.wgsl", "fn flat(p: vec2f) -> f32 { return p.x; }"),
    ]);
    let [wave, flat] = ["wave.wgsl", "flat.wgsl"].map(|name| folder.path().join(name));
    let options = ["--json", "--size", "16", "--span", "2", "--window", "none", "--volume", "16"];
    let json = expect_json(&[&["analyze", text(&wave)], &options[..]].concat());
    let volume = &json["volume"];
    assert!((number(&volume["variance"]) - 2.0).abs() < 1e-4, "{volume}");
    let rings = volume["radial"].as_array().unwrap();
    let most = rings.iter().max_by(|one, other| number(&one[1]).total_cmp(&number(&other[1])));
    assert_eq!(most.unwrap()[0], 2.0);
    let (_, stderr) = expect(2, &["analyze", text(&flat), "--volume", "16"]);
    assert!(stderr.contains("--volume: flat.wgsl::flat has no z"), "{stderr}");
}

#[test]
fn options_without_effect_are_named() {
    for (options, message) in [
        (&["--measure", "drain"][..], "--measure"),
        (&["--measure", "coherence"], "--against"),
        (&["--against-set", "seed=1"], "--against-set has no effect without --against"),
        (&["--against", FBM, "--against-span", "1,2"], "2 numbers for 1 --against"),
        (&["--against", FBM, "--against-span", "-1"], "above 0"),
        (&["--image", "drainage"], "--image has no effect"),
        (&["--channel-area", "3"], "--channel-area has no effect"),
        (&["--tapers", "0"], "from 1 to 16"),
        (&["--tapers", "2", "--window", "none"], "--window"),
        (&["--geomorphon-flatness", "90"], "below 90"),
        (&["--detrend", "line"], "--detrend"),
        (&["-o", "a.csv", "-o", "a.csv"], "given twice"),
    ] {
        let (_, stderr) = expect(2, &[&["analyze", FBM, "--size", "16"], options].concat());
        assert!(stderr.contains(message), "{options:?}: {stderr}");
    }
}

#[test]
fn missing_samples_of_a_data_file_are_filled_for_its_spectrum() {
    let folder = folder(&[]);
    let [few, many] = ["few.npy", "many.npy"].map(|name| folder.path().join(name));
    let script = "import sys, numpy as np
z = np.add.outer(np.sin(np.arange(64) / 5), np.cos(np.arange(64) / 3)).astype('<f4')
for path, step in zip(sys.argv[1:], (31, 2)):
    z.ravel()[::step] = np.nan
    np.save(path, z)";
    python_output(folder.path(), &["-c", script, text(&few), text(&many)]);
    let measure = |arguments: &[&str]| expect_json(&[&["analyze", "--json"], arguments].concat());
    let plain = measure(&[text(&few)]);
    assert!(plain["spectrum"]["radial"].as_array().unwrap().is_empty());
    let filled = measure(&[text(&few), "--fill", "smooth", "--measure", "autocorrelation"]);
    assert_eq!(filled["statistics"], plain["statistics"]);
    assert_eq!(filled["view"]["fill"], "smooth");
    assert_eq!(filled["notes"]["filled"], "133 values are filled for the spectrum: smooth");
    assert!(number(&filled["autocorrelation"]["length"]) > 2.0);
    let refused = measure(&[text(&many), "--fill", "smooth", "--surrogates", "3"]);
    let reason = refused["notes"]["spectrum"].as_str().unwrap();
    assert!(reason.contains("more than 40 %"), "{reason}");
    assert!(refused["surrogates"].is_null() && refused["notes"]["surrogates"].is_string());
}
