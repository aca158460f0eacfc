//! Presets that select the source of a field input and set the controls of that source.

use std::fs;

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
