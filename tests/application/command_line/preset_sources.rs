//! Tests of presets and options that select the source of a field input and set the controls of that source.

use std::fs;

use serde_json::Value;

use crate::calls::{folder, run};
use crate::fields::SHADERS;

const LEVEL: &str = "/// @param level Height. @range(-2, 2) @default(1)
fn height(p: vec2f, level: f32) -> f32 { return level + 0.1 * p.x; }";

const PRESETS: &str = r#"version = 1
[[preset]]
name = "Deep"
values = { ground = "level.wgsl", "ground.level" = -1 }
[[preset]]
name = "Twice"
values = { "ground.ground.level" = -0.5, ground = "again.wgsl", "ground.ground" = "level.wgsl" }
"#;

#[test]
fn preset_sets_a_source_and_its_controls_as_options_do() {
    let again = SHADERS[1].1;
    let folder = folder(&[
        SHADERS[0],
        SHADERS[1],
        ("again.wgsl", again),
        ("level.wgsl", LEVEL),
        ("smooth.presets.toml", PRESETS),
    ]);
    let render = |options: &str| {
        let line = format!("render smooth.wgsl -o o.npy {options}");
        let (_, stderr) = run(0, folder.path(), &line);
        assert!(!stderr.contains("no control"), "{stderr}");
        fs::read(folder.path().join("o.npy")).unwrap()
    };
    let plain = render("");
    for (name, options) in [
        ("Deep", "--set ground=level.wgsl --set ground.level=-1"),
        (
            "Twice",
            "--set ground=again.wgsl --set ground.ground=level.wgsl --set ground.ground.level=-0.5",
        ),
    ] {
        let found = render(&format!("--preset smooth.presets.toml#{name}"));
        assert!(found == render(options), "{name}");
        assert!(found != plain, "{name}");
    }
    // An option after the preset changes the source that the preset selected.
    let found = render("--preset smooth.presets.toml#Deep --set ground.level=0.25");
    let expected = render("--set ground=level.wgsl --set ground.level=0.25");
    assert!(found == expected);
}

#[test]
fn compared_preset_has_its_source_and_the_controls_of_that_source() {
    let folder =
        folder(&[SHADERS[0], SHADERS[1], ("level.wgsl", LEVEL), ("smooth.presets.toml", PRESETS)]);
    let line = "render smooth.wgsl -o deep.png --preset smooth.presets.toml#Deep --size 33";
    run(0, folder.path(), line);
    let line = "compare deep.png smooth.presets.toml#Deep --json";
    let (stdout, stderr) = run(0, folder.path(), line);
    let metrics: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(metrics["max"], 0.0, "{stderr}");
    assert!(!stderr.contains("no control"), "{stderr}");
}

#[test]
fn preset_switches_a_feature_and_sets_the_controls_under_it() {
    let raised = "struct Params {
    /// @range(0, 2) @default(1)
    gain: f32,
    @if(raised) base: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
fn height(p: vec2f) -> f32 {
    @if(raised) return params.gain * p.x + params.base;
    @else return params.gain * p.x;
}";
    let presets =
        "version = 1\n[[preset]]\nname = \"High\"\nvalues = { base = 5, raised = true }\n";
    let folder = folder(&[("a.wgsl", raised), ("a.presets.toml", presets)]);
    let render = |options: &str| {
        let (_, stderr) = run(0, folder.path(), &format!("render a.wgsl -o o.npy {options}"));
        assert!(!stderr.contains("no control"), "{stderr}");
        fs::read(folder.path().join("o.npy")).unwrap()
    };
    let found = render("--preset a.presets.toml#High");
    assert!(found == render("--feature raised --set base=5"));
    assert!(found != render(""));
}

#[test]
fn missing_default_is_replaced_by_the_source_that_the_user_sets() {
    let [(_, waves), (_, smooth)] = SHADERS;
    let broken = smooth.replace("waves.wgsl", "missing.tif");
    let folder = folder(&[("waves.wgsl", waves), ("smooth.wgsl", &broken)]);
    let path = folder.path();
    for line in ["params smooth.wgsl", "render smooth.wgsl -o a.npy"] {
        let (_, stderr) = run(1, path, line);
        let expected = "`ground`: no file \"missing.tif\" in the folder";
        assert!(stderr.contains(expected), "{stderr}");
    }
    let (_, stderr) = run(2, path, "render smooth.wgsl -o a.npy --set ground=gone.tif");
    assert!(stderr.contains("there is no file \"gone.tif\""), "{stderr}");
    let set = "--set ground=waves.wgsl --set ground.gain=0.7";
    run(0, path, &format!("render smooth.wgsl -o a.npy {set}"));
    run(0, path, &format!("trace smooth.wgsl --at 0,0 {set}"));
    fs::write(path.join("smooth.wgsl"), smooth).unwrap();
    run(0, path, &format!("render smooth.wgsl -o b.npy {set}"));
    let bytes = |name: &str| fs::read(path.join(name)).unwrap();
    assert_eq!(bytes("a.npy"), bytes("b.npy"));
}
