//! Tests of `playground compare`: its metrics equal those of scikit-image, and its pictures those of `render`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::calls::{folder, json, manifest, names, read_png, run};
use crate::formats::{python_output, read_by_python, script_output};

const SHADER: &str = "
fn height(p: vec2f, gain: f32) -> f32 { return sin(p.x * 2.0) * cos(p.y) + gain * sin(p.x * 9.0 + p.y * 5.0); }
fn pair(p: vec2f, gain: f32) -> vec2f { return vec2f(p.x * p.y, sin(p.x) + gain * p.y * p.y); }
// @color
fn color(p: vec2f, gain: f32) -> vec3f { return vec3f(0.5 + 0.5 * sin(p), gain); }
";

const PRESETS: &str = "
version = 1
[[preset]]
name = \"Plain\"
values = { gain = 0.25 }
[[preset]]
name = \"Pair\"
generator = \"pair\"
values = { gain = 2 }
";

/// Checks the metrics that `compare` prints for `a.png` and `b.png` against scikit-image. `channels` are channel
/// indices with spaces between them. Returns the printed JSON, and the 0.1 and 99.9 percentiles of the reference.
fn check(folder: &Path, channels: &str) -> (Value, Vec<f64>) {
    let (json, _) = run(0, folder, "compare a.png b.png --json");
    fs::write(folder.join("numbers.json"), &json).unwrap();
    let channels: Vec<&str> = channels.split(' ').collect();
    let printed = script_output(folder, "compare_fields.py", &channels);
    let ends = printed.split_whitespace().map(|end| end.parse().unwrap());
    (serde_json::from_str(&json).unwrap(), ends.collect())
}

#[test]
fn metrics_equal_those_of_scikit_image() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let placement = "--size 90x64 --center 0.3,-1 --span 7";
    let pictures = |generator: &str, first: &str, second: &str| {
        for (name, options) in [("a", first), ("b", second)] {
            let files = format!("-o {name}.png -o {name}.npy");
            let line = format!("render a.wgsl::{generator} {files} {placement} {options}");
            run(0, folder.path(), &line);
        }
    };
    pictures("height", "--set gain=0.1", "--set gain=0.3");
    let (found, percentiles) = check(folder.path(), "0");
    for (end, expected) in percentiles.iter().enumerate() {
        let end = found["value_range"][end].as_f64().unwrap();
        // Implementations differ in which of two neighboring samples is the percentile.
        assert!((end - expected).abs() < 0.01, "{end} {expected}");
    }
    // The peak is the width of the value range of the reference; its channel is compared.
    let view = "--channel y --value-range -2,3";
    pictures("pair", &format!("{view} --set gain=1"), "--set gain=0.7");
    let (found, _) = check(folder.path(), "1");
    assert_eq!(found["value_range"], serde_json::json!([-2.0, 3.0]));
    // Colors are compared in all channels, with a peak of 1.
    pictures("color", "--set gain=0.1", "--set gain=0.4");
    let (found, _) = check(folder.path(), "0 1 2");
    assert_eq!(found["value_range"], serde_json::json!([0.0, 1.0]));
}

#[test]
fn second_picture_has_the_view_and_size_of_the_reference() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let render = |options: &str| {
        run(0, folder.path(), &format!("render a.wgsl {options}"));
    };
    render("-o a.png -o a.npy -o a.exr -o a.tif --size 60x40 --set gain=0.2 --center 1,1 --span 5");
    render("-o b.png --size 31 --set gain=0.6 --span 90 --view slope --palette magma");
    // Every format has the source text in its manifest, so that the edited file is not used.
    fs::write(folder.path().join("a.wgsl"), "broken").unwrap();
    for same in ["a.png", "a.npy", "a.exr", "a.tif"] {
        let (text, _) = run(0, folder.path(), &format!("compare a.png {same}"));
        assert_eq!(text, "RMSE 0\nmax 0\nPSNR inf\nSSIM 1\n");
    }
    let draw = |mode: &str| {
        let line = format!("compare a.png b.png -o {mode}.png --mode {mode}");
        let (text, _) = run(0, folder.path(), &line);
        assert!(text.starts_with("RMSE 0."), "{text}");
        read_png(&folder.path().join(format!("{mode}.png")))
    };
    let range = json(folder.path(), "compare a.png b.png --json")["value_range"].clone();
    let line = format!(
        "render --from b.png -o b_as_a.png -o b.npy --size 60x40 --center 1,1 --span 5 --view relief \
         --palette terrain --value-range {},{}",
        range[0], range[1]
    );
    run(0, folder.path(), &line);
    let (_, _, first) = read_png(&folder.path().join("a.png"));
    let (_, _, second) = read_png(&folder.path().join("b_as_a.png"));
    let row = |pixels: &[u8], y: usize| pixels[y * 180..(y + 1) * 180].to_vec();

    let (width, height, side) = draw("side");
    assert_eq!((width, height), (120, 40));
    let (_, _, wipe) = draw("wipe");
    for y in 0..40 {
        assert!(side[y * 360..][..360] == [row(&first, y), row(&second, y)].concat());
        assert!(wipe[y * 180..][..180] == [&row(&first, y)[..90], &row(&second, y)[90..]].concat());
    }
    let (_, _, difference) = draw("difference");
    let samples = |name: &str| {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        let samples = bytes[bytes.len() - 60 * 40 * 4..].chunks_exact(4);
        let samples = samples.map(|number| f32::from_le_bytes(number.try_into().unwrap()));
        samples.collect::<Vec<f32>>()
    };
    let (reference, other) = (samples("a.npy"), samples("b.npy"));
    // Blue where the second is lower, red where it is higher.
    let pixels = reference.iter().zip(&other).zip(difference.chunks_exact(3));
    let distinct = pixels.filter(|((first, second), _)| (*first - *second).abs() > 0.2);
    let mut signs = [0, 0];
    for ((first, second), pixel) in distinct {
        assert_eq!(pixel[0] > pixel[2], second > first, "{first} {second} {pixel:?}");
        signs[usize::from(second > first)] += 1;
    }
    assert!(signs.iter().all(|count| *count > 50), "{signs:?}");

    // The picture has the manifests of both, and cannot be rendered again as one picture.
    let manifest = manifest(&folder.path().join("side.png"));
    assert_eq!(manifest["values"]["gain"], 0.2);
    assert_eq!(manifest["compared_with"]["values"]["gain"], 0.6);
    let (_, stderr) = run(2, folder.path(), "render --from side.png -o x.png");
    assert!(stderr.contains("two pictures"), "{stderr}");
}

#[test]
fn presets_beside_their_shader_are_compared() {
    for file in ["a.wgsl", "a.wesl"] {
        let folder = folder(&[(file, SHADER), ("a.presets.toml", PRESETS)]);
        run(0, folder.path(), &format!("render {file} -o a.png --set gain=0.25"));
        let (text, _) = run(0, folder.path(), "compare a.png a.presets.toml");
        assert!(text.starts_with("RMSE 0\n"), "{text}");
        let (text, _) = run(0, folder.path(), "compare a.presets.toml#Plain a.presets.toml#Pair");
        assert!(!text.starts_with("RMSE 0\n"), "{text}");
    }
}

#[test]
fn color_scale_of_a_difference_ignores_few_outliers() {
    let shader = "fn height(p: vec2f, gain: f32) -> f32 {
        return gain * select(0.5, 1000.0, dot(p, p) < 0.01);
    }";
    let folder = folder(&[("a.wgsl", shader)]);
    for gain in 0..2 {
        let line = format!("render a.wgsl -o {gain}.png --size 100 --set gain={gain}");
        run(0, folder.path(), &line);
    }
    let line = "compare 0.png 1.png -o difference.png --mode difference";
    run(0, folder.path(), line);
    let (_, _, pixels) = read_png(&folder.path().join("difference.png"));
    // Only 4 of 10,000 samples differ by 1000. The 99.9 percentile is 0.5, which has the reddest color of the palette.
    assert!(pixels[0] > pixels[2] + 40, "{:?}", &pixels[..3]);
}

#[test]
fn difference_of_terrains_is_drawn_in_the_view_of_the_first() {
    let shader = "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * cos(p.y); }";
    let folder = folder(&[("a.wgsl", shader)]);
    let path = folder.path();
    for (name, gain, view) in [
        ("a", 0.5, "terrain --samples 64 --camera 180,35,1.5"),
        ("b", 0.9, "terrain --camera 10,20,3"),
        ("flat_a", 0.5, "relief"),
        ("flat_b", 0.9, "relief"),
    ] {
        let line =
            format!("render a.wgsl -o {name}.png --size 80x60 --set gain={gain} --view {view}");
        run(0, path, &line);
    }
    let (numbers, _) = run(0, path, "compare a.png b.png -o d.png --mode difference");
    run(0, path, "compare a.png b.png -o again.png --mode difference");
    let (flat, _) = run(0, path, "compare flat_a.png flat_b.png");
    assert_eq!(numbers, flat, "metrics are those seen from above");
    let read = |name: &str| read_png(&path.join(name)).2;
    let (first, difference) = (read("a.png"), read("d.png"));
    assert_eq!(difference, read("again.png"));
    let stride = first.len() / (80 * 60);
    let pixel = |pixels: &[u8], x: usize, y: usize| pixels[stride * (80 * y + x)..][..3].to_vec();
    assert_eq!(pixel(&first, 2, 2), pixel(&difference, 2, 2), "the sky");
    // The ground east of the middle is higher in the second, the ground west of it lower.
    let [west, east] = [30, 50].map(|x| pixel(&difference, x, 32));
    assert!(west[2] > west[0] + 20 && east[0] > east[2] + 20, "{west:?} {east:?}");
}

#[test]
fn incomparable_pictures_are_rejected_and_no_file_is_written() {
    let folder = folder(&[
        ("a.wgsl", SHADER),
        ("a.presets.toml", PRESETS),
        ("loose.toml", PRESETS),
        ("broken.wgsl", "fn height(p: vec2f) -> f32 { return foo; }"),
        ("broken.presets.toml", PRESETS),
    ]);
    run(0, folder.path(), "render a.wgsl -o a.png --size 20");
    run(0, folder.path(), "render a.wgsl::pair -o y.png --size 20 --channel y");
    run(0, folder.path(), "render a.wgsl::color -o color.png --size 20");
    let before = names(folder.path());
    let check = |code: i32, line: &str, message: &str| {
        let (stdout, stderr) = run(code, folder.path(), &format!("compare {line}"));
        assert!(stderr.contains(message), "{line}: {stderr}");
        assert_eq!((stdout.as_str(), names(folder.path())), ("", before.clone()));
    };
    check(2, "a.png", "<SECOND>");
    check(2, "a.png missing.png", "cannot read \"missing.png\"");
    check(2, "a.png a.wgsl", "\"a.wgsl\" is no capture");
    check(2, "a.png missing.presets.toml", "missing.presets.toml");
    check(2, "a.png loose.toml", "FILE.presets.toml");
    check(2, "a.png a.presets.toml#Missing", "there are: \"Plain\", \"Pair\"");
    check(1, "a.png broken.presets.toml", "broken.wgsl:1:37: error");
    check(2, "a.png color.png", "a.wgsl::color returns colors");
    check(2, "y.png a.png", "a.wgsl::height has no channel y");
    check(2, "a.png y.png -o x.exr", "-o \"x.exr\"");
    check(2, "a.png y.png -o missing/x.png", "the folder does not exist");
    check(2, "a.png y.png -o x.png --mode both", "--mode \"both\" is none of");
    check(2, "a.png y.png --mode side", "--output");
    check(2, "a.png y.png -o x.png --adapter nosuch", "nosuch");
}

#[test]
fn data_of_other_programs_is_compared_without_a_manifest() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let placement = "--size 40x30 --span 6 --set gain=0.2";
    let line = format!("render a.wgsl::height -o a.png -o a.tif -o a.npy {placement}");
    run(0, folder.path(), &line);
    let script = "import numpy, tifffile; a = numpy.load('a.npy'); numpy.save('same.npy', a); \
        tifffile.imwrite('described.tif', a, description='{\"shape\": [30, 40]}', metadata=None); \
        numpy.save('double.npy', a.astype(float) + 0.5); numpy.save('small.npy', a[1:]); \
        numpy.save('pair.npy', numpy.stack([a, a], -1))";
    python_output(folder.path(), &["-c", script]);
    let compare = |first: &str, second: &str| {
        json(folder.path(), &format!("compare {first} {second} --json"))
    };
    for reference in ["a.png", "a.tif", "a.npy", "same.npy"] {
        assert_eq!(compare(reference, "same.npy")["max"], 0.0, "{reference}");
        let shifted = compare(reference, "double.npy");
        let rmse = shifted["RMSE"].as_f64().unwrap();
        assert!((rmse - 0.5).abs() < 1e-6, "{reference}: {shifted}");
    }
    // The description of a TIFF is not a manifest, although it is JSON.
    assert_eq!(compare("same.npy", "described.tif")["max"], 0.0);
    let refused = |line: &str, expected: &str| {
        let (_, error) = run(2, folder.path(), line);
        assert!(error.contains(expected), "{line}: {error}");
    };
    refused("compare same.npy described.tif --stage gain", "--stage applies to a generator");
    refused("compare a.png small.npy", "\"small.npy\" has 40 x 29 x 1");
    refused("compare a.png pair.npy", "\"pair.npy\" has 40 x 30 x 2");
    refused("compare a.png same.npy -o o.png", "\"same.npy\" has no manifest");
    // Quantities are compared as they are.
    for (file, options) in [("s.npy", "slope"), ("e.npy", "slope --exact"), ("h.npy", "aspect")] {
        run(0, folder.path(), &format!("render --from a.png --quantity {options} -o {file}"));
    }
    assert_eq!(compare("s.npy", "s.npy")["max"], 0.0);
    let script = "import json, numpy; \
        d = numpy.load('s.npy').astype(float) - numpy.load('e.npy'); print(json.dumps((d * d).mean() ** .5))";
    let rmse = read_by_python(folder.path(), script, &[]).as_f64().unwrap();
    let found = compare("s.npy", "e.npy")["RMSE"].as_f64().unwrap();
    assert!((found - rmse).abs() < 1e-6 * rmse && rmse > 0.0, "{found} {rmse}");
    refused("compare s.npy h.npy", "\"s.npy\" holds slope, but \"h.npy\" aspect");
    refused("compare a.npy s.npy", "\"a.npy\" holds the values of its generator");
    fs::write(folder.path().join("torn.npy"), "\u{93}NUMPY").unwrap();
    refused("compare a.png torn.npy", "cannot read \"torn.npy\"");
}
