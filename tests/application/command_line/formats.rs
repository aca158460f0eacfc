//! Tests of the file formats that `render` writes, with independent readers: numpy, tifffile, OpenEXR, Pillow, GDAL.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::calls::{folder, read_png, root, run, text};

/// WGSL of a field with values that file formats may not preserve: NaN, infinities, a negative zero, a denormal; and
/// with non-ASCII text.
const SPECIAL: &str = "
// Größe — μ, 𝜋.
fn special(p: vec2f, shape: f32) -> f32 {
    let zero = p.x * 0.0 * shape;
    switch i32(floor(p.x * 5.0)) {
        case 0: { return 1.0 / zero; }
        case 1: { return -1.0 / zero; }
        case 2: { return zero / zero; }
        case 3: { return -zero; }
        case 4: { return p.y * 1e-39; }
        default: { return sin(p.x) * p.y; }
    }
}
fn pair(p: vec2f) -> vec2f { return p; }
fn ramp_deriv(p: vec2f) -> vec3f { return vec3f(p.x * p.y, p.y, p.x); }
// @color
fn color(p: vec2f) -> vec4f { return vec4f(p, p.x * p.y, 0.5); }
";

fn python() -> PathBuf {
    let python = root().join("target/python/bin/python");
    assert!(python.exists(), "{python:?} is missing: tests/run installs it");
    python
}

/// Runs Python in a folder, and returns what it prints.
pub(crate) fn python_output(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(python()).args(arguments).current_dir(folder).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}\n{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a Python script from the folder of the application's tests, and returns what it prints.
pub(crate) fn script_output(folder: &Path, script: &str, arguments: &[&str]) -> String {
    let script = root().join("tests/application").join(script);
    python_output(folder, &[&[text(&script)], arguments].concat())
}

/// Runs a Python program in a folder, and returns the JSON that it prints.
pub(crate) fn read_by_python(folder: &Path, program: &str, arguments: &[&str]) -> Value {
    let printed = python_output(folder, &[&["-c", program], arguments].concat());
    serde_json::from_str(&printed).unwrap()
}

#[test]
fn every_format_contains_the_same_samples() {
    let folder = folder(&[("a.wgsl", SPECIAL)]);
    let read = |generator: &str, size: &str, names: &str| {
        let common = format!("--size {size} --center 0.7,-1 --span 7 --value-range -0.5,0.75");
        let line = format!(
            "render a.wgsl::{generator} -o o.png -o o.exr -o o.tif -o o.npy -o o.r16 -o o.r32 {common}"
        );
        run(0, folder.path(), &line);
        let line = format!("render a.wgsl::{generator} -o o16.png --depth 16 --channel x {common}");
        run(0, folder.path(), &line);
        script_output(folder.path(), "read_formats.py", &["-0.5", "0.75", names]);
    };
    read("special", "37x53", "Y");
    read("pair", "64x16", "XY");
    read("ramp_deriv", "33x17", "XYZ");
    read("color", "20x90", "RGBA");
    read("color", "1x1", "RGBA");
}

/// Runs a tool of GDAL in a folder, and returns its output.
pub(crate) fn gdal(folder: &Path, line: &str) -> String {
    let mut parts = line.split_whitespace();
    let mut command = Command::new(parts.next().unwrap());
    let output = command.args(parts).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{line}: {error}: tests/run installs it"));
    assert!(output.status.success(), "{line}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn gdal_reads_pixel_size_and_position() {
    let folder = folder(&[("a.wgsl", SPECIAL)]);
    let line = "render a.wgsl::ramp_deriv -o o.tif --size 40x20 --center 10,-5 --span 4";
    run(0, folder.path(), line);
    let info = gdal(folder.path(), "gdalinfo o.tif");
    for expected in [
        "Size is 40, 20",
        "Origin = (8.000000000000000,-4.000000000000000)",
        "Pixel Size = (0.100000000000000,-0.100000000000000)",
        "Band 3 Block=40x16 Type=Float32",
    ] {
        assert!(info.contains(expected), "{expected}\n{info}");
    }
}

#[test]
fn hillshade_equals_that_of_gdal() {
    let folder = folder(&[]);
    let shader = root().join("shaders/generators/swiss.wgsl");
    let shader = shader.to_str().unwrap();
    let cases = [
        (315.0, 45.0, 1.0),
        (0.0, 30.0, 3.0),
        (90.0, 80.0, 0.2),
        (200.0, 5.0, 10.0),
        (123.4, 60.5, -2.0),
        (-45.0, 89.0, 50.0),
        (359.0, 0.0, 1.0),
    ];
    for (azimuth, altitude, exaggeration) in cases {
        let line = format!(
            "render {shader} -o h.png -o h.tif --size 150x90 --view hillshade \
             --light {azimuth},{altitude} --exaggeration {exaggeration}"
        );
        run(0, folder.path(), &line);
        gdal(
            folder.path(),
            &format!(
                "gdaldem hillshade -q -compute_edges -az {azimuth} -alt {altitude} -z {exaggeration} h.tif g.tif"
            ),
        );
        gdal(folder.path(), "gdal_translate -q -of ENVI -ot Byte g.tif g.bin");
        let expected = fs::read(folder.path().join("g.bin")).unwrap();
        let (width, height, pixels) = read_png(&folder.path().join("h.png"));
        assert_eq!((width, height, expected.len()), (150, 90, 150 * 90));
        let max_difference = pixels
            .chunks_exact(3)
            .zip(&expected)
            .map(|(pixel, expected)| pixel[0].abs_diff(*expected))
            .max();
        assert!(
            max_difference <= Some(1),
            "{max_difference:?} at azimuth {azimuth}, altitude {altitude}, exaggeration {exaggeration}"
        );
    }
}

#[test]
fn terrain_from_above_in_bare_light_equals_gdal() {
    let text = "fn height(p: vec2f) -> f32 { return 0.08 * sin(1.7 * p.x) * cos(1.3 * p.y) + 0.03 * sin(4.1 * p.x + 2.0 * p.y); }";
    let folder = folder(&[("low.wgsl", text)]);
    // At this distance, a field of view of 1 degree is as wide as the block.
    let camera = format!("180,90,{},1", 0.5 / 0.5_f64.to_radians().tan());
    for (azimuth, altitude) in [(315.0, 45.0), (90.0, 20.0), (200.0, 70.0)] {
        let light = format!("--light {azimuth},{altitude}");
        let line = format!(
            "render low.wgsl -o t.png --size 160 --samples 160 --view terrain --camera {camera} \
             --light-model hillshade {light}"
        );
        run(0, folder.path(), &line);
        run(0, folder.path(), "render low.wgsl -o h.tif --size 160");
        gdal(
            folder.path(),
            &format!(
                "gdaldem hillshade -q -compute_edges -az {azimuth} -alt {altitude} h.tif g.tif"
            ),
        );
        gdal(folder.path(), "gdal_translate -q -of ENVI -ot Byte g.tif g.bin");
        let expected = fs::read(folder.path().join("g.bin")).unwrap();
        let (width, height, pixels) = read_png(&folder.path().join("t.png"));
        assert_eq!((width, height, expected.len()), (160, 160, 160 * 160));
        // The outermost samples are on the outline of the block, where a ray may miss.
        let is_inside = |index: usize| {
            let (x, y) = (index % 160, index / 160);
            (1..159).contains(&x) && (1..159).contains(&y)
        };
        let pairs = pixels.chunks_exact(3).zip(&expected).enumerate();
        let differences = pairs
            .filter(|(index, _)| is_inside(*index))
            .map(|(_, (pixel, expected))| pixel[0].abs_diff(*expected));
        let largest = differences.max();
        assert!(largest <= Some(1), "{largest:?} at {azimuth}, {altitude}");
    }
}
