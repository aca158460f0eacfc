//! Tests of `playground analyze`: its results for generators, captures and data files, its options, its output.

use std::fs;

use serde_json::Value;

use crate::calls::{expect, expect_json, folder, json, names, read_png, run, text};
use crate::formats::script_output;

pub(crate) const FBM: &str = "builtin:generators/fbm.wgsl";

/// Runs `playground analyze --json` and returns the JSON that it prints.
fn analyze(arguments: &[&str]) -> Value {
    expect_json(&[&["analyze", "--json"], arguments].concat())
}

pub(crate) fn number(json: &Value) -> f64 {
    json.as_f64().unwrap_or_else(|| panic!("{json}"))
}

#[test]
fn report_has_every_member_and_the_slope_that_theory_expects() {
    let report = analyze(&[FBM, "--span", "4", "--size", "256", "--seeds", "3", "--fit", "1.5,12"]);
    for member in [
        "address", "size", "span", "seeds", "statistics", "histogram", "spectrum", "variogram",
        "anisotropy_db", "slopes", "hypsometric_integral", "local_minima_share", "geomorphons",
        "gradient", "precision", "digits_left", "period", "seam", "over_seeds", "notes",
    ] {
        assert!(report.get(member).is_some(), "{member}");
        if report[member].is_null() {
            assert!(report["notes"][member].is_string(), "{member} is null without a reason");
        }
    }
    assert_eq!((&report["size"], &report["seeds"]), (&256.into(), &3.into()));
    let spectrum = &report["spectrum"];
    assert_eq!(spectrum["fit"], serde_json::json!([1.5, 12.0]));
    let (slope, expected) = (number(&spectrum["slope"]), number(&spectrum["expected_slope"]));
    assert!((slope - expected).abs() < 0.25, "{slope} {expected}");
    if slope < -4.0 {
        assert!(spectrum["hurst"].is_null() && report["notes"]["hurst"].is_string());
    } else {
        assert!((number(&spectrum["hurst"]) + slope / 2.0 + 1.0).abs() < 1e-9);
    }
    let spread = &report["over_seeds"]["std"];
    assert!(number(&spread["std"]) > 0.0 && number(&spread["mean"]) > 0.05, "{spread}");
    assert!(report["precision"].as_array().unwrap().len() >= 9);
    assert!(number(&report["digits_left"]) > 3.0, "{}", report["digits_left"]);
    assert!(number(&report["seam"]["x"]) > 1.0, "{}", report["seam"]);
    let shares: f64 = report["geomorphons"].as_array().unwrap().iter().map(number).sum();
    assert!((shares - 1.0).abs() < 1e-9);
}

#[test]
fn text_names_the_numbers_and_the_reasons() {
    let (stdout, _) = expect(0, &["analyze", FBM, "--size", "64"]);
    for part in [
        "fbm.wgsl::height  64 × 64 samples",
        "values  ",
        "slope −",
        "landforms",
        "gradient: the generator returns none",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    assert_eq!(stdout, expect(0, &["analyze", FBM, "--size", "64"]).0);
}

#[test]
fn capture_is_measured_like_the_generator_that_it_shows() {
    let folder = folder(&[]);
    let capture = folder.path().join("a.png");
    let placed = ["--size", "64", "--set", "gain=0.7", "--span", "3"];
    expect(0, &[&["render", FBM, "-o", text(&capture)], &placed[..]].concat());
    let of_capture = analyze(&[text(&capture), "--size", "64"]);
    assert_eq!(of_capture, analyze(&[&[FBM], &placed[..]].concat()));
    let against = analyze(&[FBM, "--size", "64", "--against", text(&capture)]);
    assert_eq!(against["address"], against["against"]["address"]);
    assert_ne!(against["statistics"], against["against"]["statistics"]);
    // The second generator is measured with the placement of the first one.
    assert_eq!(against["span"], against["against"]["span"]);
}

#[test]
fn features_apply_to_captures_and_to_nothing_without_them() {
    let wgsl = "fn f(p: vec2f) -> f32 { @if(steep) return 9.0 * p.x; @else return p.x; }";
    let folder = folder(&[("a.wgsl", wgsl)]);
    let [shader, capture, data] = ["a.wgsl", "a.png", "a.npy"].map(|name| folder.path().join(name));
    let [shader, capture, data] = [&shader, &capture, &data].map(|path| text(path));
    expect(0, &["render", shader, "--size", "64", "-o", capture]);
    let steep = analyze(&[shader, "--size", "64", "--feature", "steep"]);
    let of_capture = analyze(&[capture, "--size", "64", "--feature", "steep"]);
    assert_eq!(steep["statistics"], of_capture["statistics"]);
    let (_, stderr) = expect(2, &["analyze", capture, "--feature", "typo"]);
    assert!(stderr.contains("has no feature \"typo\"; it has steep"), "{stderr}");
    expect(0, &["render", shader, "--size", "8", "-o", data]);
    std::fs::remove_file(folder.path().join("a.npy.json")).unwrap();
    let (_, stderr) = expect(2, &["analyze", data, "--feature", "steep"]);
    assert!(stderr.contains("--feature applies to a generator"), "{stderr}");
}

#[test]
fn data_files_of_other_programs_are_measured() {
    let folder = folder(&[]);
    script_output(folder.path(), "write_fields.py", &["."]);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();

    let double = analyze(&[&path("double.npy")]);
    assert_eq!(double["size"], serde_json::json!([24, 16]));
    assert_eq!(double["statistics"]["max"], 46.0);
    assert!(
        (number(&double["slopes"]["mean_deg"]) - 4.25f64.sqrt().atan().to_degrees()).abs() < 1e-9
    );
    for same in ["fortran.npy", "channels.npy", "half.exr"] {
        let found = analyze(&[&path(same)]);
        assert_eq!(
            (&found["statistics"], &found["variogram"]),
            (&double["statistics"], &double["variogram"]),
            "{same}"
        );
    }
    for doubled in ["big_endian.npy", "lzw.tif"] {
        assert_eq!(analyze(&[&path(doubled)])["statistics"]["max"], 92.0, "{doubled}");
    }
    let second = analyze(&[&path("channels.npy"), "--channel", "y"]);
    assert_eq!(second["statistics"]["min"], -46.0);
    let gray = analyze(&[&path("gray.png")]);
    assert!((number(&gray["statistics"]["max"]) - 5400.0 / 65535.0).abs() < 1e-7);

    // The data file has pixels of 30 m and one missing sample.
    let tiles = analyze(&[&path("tiles.tif")]);
    assert_eq!((&tiles["span"], &tiles["statistics"]["nan"]), (&720.0.into(), &1.into()));
    assert!(tiles["spectrum"]["slope"].is_null() && tiles["notes"]["spectrum"].is_string());
    assert!(
        (number(&tiles["slopes"]["mean_deg"]) - (4.25f64.sqrt() / 30.0).atan().to_degrees()).abs()
            < 1e-9
    );

    let fails = |name: &str, more: &[&str], message: &str| {
        let (_, stderr) = expect(2, &[&["analyze", &path(name)], more].concat());
        assert!(stderr.contains(message), "{stderr}");
    };
    fails("damaged.tif", &[], "damaged.tif");
    fails("complex.npy", &[], "numbers of type");
    fails("line.npy", &[], "an array of shape [24]");
    fails("missing.npy", &[], "missing.npy");
    fails("double.npy", &["--set", "gain=1"], "--set applies to a generator");
    fails("double.npy", &["--channel", "z"], "has 1 number(s) per sample");
}

#[test]
fn invalid_options_are_named() {
    let folder = folder(&[
        ("plain.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }"),
        ("wrong.wgsl", "fn height(p: vec2f) -> f32 { return q; }"),
    ]);
    let plain = folder.path().join("plain.wgsl");
    for (arguments, message) in [
        (&["--seeds", "2"][..], "has no control with @seed"),
        (&["--seeds", "0"], "--seeds \"0\" is not an integer"),
        (&["--fit", "4,2"], "--fit \"4,2\""),
        (&["--window", "box"], "--window \"box\" is none of hann, none"),
        (&["--channel", "q"], "--channel"),
        (&["--channel", "y"], "has 1 number(s) per sample"),
        (&["--set", "gain=1"], "has no control \"gain\""),
        (&["--against", "nothing.wgsl"], "nothing.wgsl"),
    ] {
        let (_, stderr) = expect(2, &[&["analyze", text(&plain)], arguments].concat());
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
    run(1, folder.path(), "analyze wrong.wgsl");
    let program = ["analyze", "builtin:generators/diamond_square.wgsl"];
    for option in [["--size", "64"], ["--center", "1,2"], ["--span", "3"], ["--z", "1"]] {
        let (_, stderr) = expect(2, &[program, option].concat());
        let expected = format!("{} has no effect", option[0]);
        assert!(stderr.contains(&expected), "{stderr}");
    }
}

#[test]
fn page_is_a_picture_or_a_drawing_with_words() {
    let folder = folder(&[]);
    let [png, svg] = ["page.png", "page.svg"].map(|name| folder.path().join(name));
    let outputs = ["-o", text(&png), "-o", text(&svg), "--size", "64"];
    expect(
        0,
        &[&["analyze", FBM, "--against", "builtin:noise/perlin.wgsl"], &outputs[..]].concat(),
    );
    let (width, height, pixels) = read_png(&png);
    assert_eq!((width, height), (1920, 1400));
    let colors: std::collections::BTreeSet<&[u8]> = pixels.chunks_exact(4).collect();
    assert!(colors.len() > 100, "{} colors", colors.len());
    let drawing = fs::read_to_string(&svg).unwrap();
    for part in [
        "<svg ",
        ">generators/fbm.wgsl::height<",
        ">noise/perlin.wgsl::perlin<",
        ">Slopes<",
        ">solid: fit × 2.5   dashed: expected ÷ 2.5<",
        "data:image/png;base64,",
        "</svg>",
    ] {
        assert!(drawing.contains(part), "{part}");
    }
    // A page of a volume's slice has no slopes; one of a constant has no curve, and is drawn nevertheless.
    let flat = folder.path().join("flat.wgsl");
    fs::write(&flat, "fn flat(p: vec3f) -> f32 { return 1.0; }").unwrap();
    expect(0, &[&["analyze", text(&flat)], &outputs[..]].concat());
    assert!(fs::read_to_string(&svg).unwrap().contains(">Variogram<"));
    let (_, stderr) = expect(2, &["analyze", FBM, "-o", "page.txt"]);
    assert!(stderr.contains("none of .png .svg .pdf .csv .npy .exr"), "{stderr}");
    assert_eq!(names(folder.path()), ["flat.wgsl", "page.png", "page.svg"]);
}

#[test]
fn pages_open_like_captures() {
    let folder = folder(&[(
        "a.wgsl",
        "/// @param gain @range(0, 4)\nfn height(p: vec2f, gain: f32) -> f32 { return gain * sin(5.0 * p.x) + p.y; }",
    )]);
    let path = folder.path();
    let place = "--set gain=2.5 --center 3,1 --span 7 --size 32";
    run(0, path, &format!("analyze a.wgsl {place} -o page.png -o page.svg -o page.pdf"));
    run(0, path, &format!("render a.wgsl {place} -o direct.npy"));
    for page in ["page.png", "page.svg", "page.pdf"] {
        run(0, path, &format!("render --from {page} -o again.npy"));
        let [again, direct] = ["again.npy", "direct.npy"].map(|name| fs::read(path.join(name)));
        assert_eq!(again.unwrap(), direct.unwrap(), "{page}");
        let report = json(path, &format!("analyze {page} --size 32 --json"));
        assert_eq!(report["values"]["gain"], 2.5, "{page}");
        assert_eq!(report["view"]["span"], 7.0, "{page}");
    }
    // The page of a data file too.
    run(0, path, "render a.wgsl --size 32 -o own.npy");
    fs::rename(path.join("own.npy"), path.join("data.npy")).unwrap();
    run(0, path, "analyze data.npy -o data.svg");
    run(0, path, "render --from data.svg -o same.npy");
    run(0, path, "render data.npy -o file.npy");
    let [same, file] = ["same.npy", "file.npy"].map(|name| fs::read(path.join(name)).unwrap());
    assert_eq!(same, file);
}
