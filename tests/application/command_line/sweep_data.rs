//! Tests of sweeps over quantities, masks, vectors and presets with field sources: each file equals the one that
//! `render` writes.

use std::fs;
use std::path::Path;

use crate::calls::{command, folder, names, run};
use crate::fields::SHADERS;

const GROUND: &str = "fn height(p: vec2f, gain: f32) -> f32 {
    return gain * (sin(3.0 * p.x) * cos(2.0 * p.y) + 0.3 * p.x * p.y);
}
fn pair(p: vec2f, gain: f32) -> vec2f { return gain * vec2f(p.x, 10.0 + p.y); }
fn color(p: vec2f, gain: f32) -> vec3f { return vec3f(gain, 0.5, fract(p.x)); }";

/// Returns the bytes of a file, and those of the manifest file beside it if there is one.
fn with_sidecar(path: &Path) -> (Vec<u8>, Option<Vec<u8>>) {
    let mut sidecar = path.as_os_str().to_owned();
    sidecar.push(".json");
    (fs::read(path).unwrap(), fs::read(sidecar).ok())
}

#[test]
fn files_of_quantities_masks_and_vectors_equal_those_of_render() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let path = folder.path();
    let cases = [
        ("a.wgsl", "--quantity slope", "npy"),
        ("a.wgsl", "--quantity slope --depth 16", "png"),
        ("a.wgsl", "--quantity normal --depth 16", "png"),
        ("a.wgsl", "--quantity curvature", "r16"),
        ("a.wgsl", "--quantity sky", "exr"),
        ("a.wgsl", "--quantity hillshade --value-range 0,1", "r16"),
        ("a.wgsl", "--mask slope>30&&value<0.4", "png"),
        ("a.wgsl", "--mask slope>30", "tif"),
        ("a.wgsl::pair", "--depth 16", "png"),
        ("a.wgsl::pair", "--depth 16 --channel y", "png"),
        ("a.wgsl::color", "--depth 16", "png"),
    ];
    for (index, (generator, options, format)) in cases.into_iter().enumerate() {
        let common = format!("{generator} --size 40x30 {options}");
        let sweep = format!("sweep {common} --vary gain=0.5:1:2 --format {format} -o {index}/");
        run(0, path, &sweep);
        let one = format!("{index}.{format}");
        run(0, path, &format!("render {common} --set gain=1 -o {one}"));
        let found = with_sidecar(&path.join(format!("{index}/0001_gain=1.{format}")));
        assert!(found == with_sidecar(&path.join(one)), "{options} {format}");
        let (_, stderr) = run(0, path, &format!("-v {sweep}"));
        assert!(stderr.contains("0 variants written, 2 up to date"), "{stderr}");
    }
    // Files with another condition are not up to date, and are written again.
    let line =
        "-v sweep a.wgsl --size 40x30 --mask slope>31 --vary gain=0.5:1:2 --format png -o 6/";
    let (_, stderr) = run(0, path, line);
    assert!(stderr.contains("2 variants written"), "{stderr}");
}

#[test]
fn wrong_data_of_a_sweep_are_refused() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let before = names(folder.path());
    let fails = |options: &str, expected: &str| {
        let output = command(folder.path(), "sweep a.wgsl --vary gain=0:1:2 --size 16")
            .args(options.split(' '))
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert!(stderr.contains(expected), "{options}: {stderr}");
    };
    fails("--quantity slope -o s.png", "--quantity needs a folder");
    fails("--mask slope>3 -o s.png", "--mask needs a folder");
    fails("--quantity slope -o S/", "--quantity slope needs a data format");
    fails("--quantity slop --format npy -o S/", "did you mean slope?");
    fails("--mask slop>3 --format npy -o S/", "column 1");
    fails("--quantity slope --measure --format npy -o S/", "--measure measures the field");
    fails("--quantity slope --value-range auto --format r16 -o S/", "choose full or MIN,MAX");
    fails("--quantity normal --format r16 -o S/", "has 3 numbers");
    assert_eq!(names(folder.path()), before);
}

#[test]
fn sweep_of_presets_cannot_select_other_sources() {
    let flat = ("flat.wgsl", "fn height(p: vec2f, level: f32) -> f32 { return level; }");
    let folder = folder(&[SHADERS[0], SHADERS[1], flat]);
    let presets = "version = 1\n[[preset]]\nname = \"a\"\nvalues = { \"ground.gain\" = 0.5 }\n\
                   [[preset]]\nname = \"b\"\nvalues = { ground = \"flat.wgsl\" }\n";
    fs::write(folder.path().join("smooth.presets.toml"), presets).unwrap();
    let sweep = |names: &str, code| {
        let line = format!("sweep smooth.wgsl --vary preset={names} --size 32 -o o.png");
        run(code, folder.path(), &line).1
    };
    sweep("a,a", 0);
    let stderr = sweep("a,b", 2);
    assert!(stderr.contains("ground compiles the generator"), "{stderr}");
}
