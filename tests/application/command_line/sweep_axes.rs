//! Tests of the axes of `playground sweep`: lists, spacing, vector components, settings of the view, presets and random
//! points.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::calls::{assert_same_again, folder, manifest, read_png, run};
use crate::sweep::lines;

const SHADER: &str = "
struct P {
    /// @range(0.1, 10) @log
    scale: f32,
    /// @enum(\"flat\", \"steep\")
    shape: u32,
    /// @range(0, 1)
    shift: vec2f,
    /// @color(1, 1, 1)
    tint: vec3f,
    /// @seed(3)
    seed: u32,
}
@group(0) @binding(0) var<uniform> params: P;
//! @mode(texture)
fn color(p: vec3f) -> vec3f {
    let value = sin(params.scale * p.x + params.shift.x) * cos(p.z + f32(params.seed * params.shape));
    return params.tint * value + params.shift.y;
}
";

const PRESETS: &str = "version = 1
[[preset]]
name = \"Low\"
values = { scale = 0.5, shift = [0.25, 0] }
[[preset]]
name = \"High hills\"
values = { scale = 4, shape = \"steep\" }
";

/// Runs a sweep to the folder `out` and returns its list of variants. Checks that each file equals the one that
/// `render` writes.
fn sweep(folder: &Path, vary: &str) -> Vec<Value> {
    run(0, folder, &format!("sweep a.wgsl {vary} --size 16 -o out/"));
    let list = lines(&folder.join("out"), "sweep.jsonl");
    for line in &list {
        let file = format!("out/{}", line["file"].as_str().unwrap());
        assert_same_again(folder, &file);
        assert_eq!(manifest(&folder.join(file))["values"], line["values"]);
    }
    list
}

#[test]
fn lists_of_numbers_options_and_colors() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let list = sweep(
        folder.path(),
        "--vary scale=0.5,2 --vary shape=steep,flat --vary tint=#ff0000,#00ff00",
    );
    assert_eq!(list.len(), 8);
    assert_eq!(list[0]["file"], "0000_scale=0.5_shape=steep_tint=#ff0000.png");
    assert_eq!(
        (&list[0]["values"]["shape"], &list[7]["values"]["shape"]),
        (&"steep".into(), &"flat".into())
    );
    assert_eq!(list[7]["values"]["tint"], serde_json::json!([0, 1, 0]));
}

#[test]
fn components_and_settings_of_the_view() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let list = sweep(
        folder.path(),
        "--vary shift.y=0..1:2 --vary z=0,1.5 --vary span=2:8:2 --vary time=0,3",
    );
    assert_eq!(list.len(), 16);
    assert_eq!(list[15]["file"], "0015_shift.y=1_z=1.5_span=8_time=3.png");
    assert_eq!(list[15]["values"]["shift"], serde_json::json!([0, 1]));
    assert_eq!(list[15]["view"], serde_json::json!({"span": 8, "time": 3, "z": 1.5}));
    let last = manifest(&folder.path().join("out/0015_shift.y=1_z=1.5_span=8_time=3.png"));
    assert_eq!((&last["view"]["z"], &last["view"]["span"]), (&1.5.into(), &8.into()));
}

#[test]
fn presets_by_name() {
    let folder = folder(&[("a.wgsl", SHADER), ("a.presets.toml", PRESETS)]);
    let line = ["sweep", "a.wgsl", "--vary", "preset=Low,High hills", "--vary", "tint.b=0,1"];
    let rest = ["--size", "8", "-o", "out/"];
    let mut command = crate::calls::command(folder.path(), "");
    let output = command.args(line).args(rest).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let list = lines(&folder.path().join("out"), "sweep.jsonl");
    assert_eq!(list[3]["file"], "0003_preset=High-hills_tint.b=1.png");
    assert_eq!(list[3]["preset"], "High hills");
    assert_eq!(list[3]["values"]["shape"], "steep");
    assert_eq!(list[0]["values"]["shift"], serde_json::json!([0.25, 0]));
    // The name of a preset may contain the character that separates it from its file.
    let numbered = PRESETS.replace("\"Low\"", "\"Low#1\"");
    fs::write(folder.path().join("a.presets.toml"), numbered).unwrap();
    run(0, folder.path(), "sweep a.wgsl --vary preset=Low#1 --size 8 -o numbered/");
    run(0, folder.path(), "render a.wgsl --preset a.presets.toml#Low#1 --size 8 -o one.png");
    let swept = folder.path().join("numbered/0000_preset=Low#1.png");
    assert!(read_png(&swept) == read_png(&folder.path().join("one.png")));
    fs::write(folder.path().join("a.presets.toml"), PRESETS).unwrap();
    let (_, error) = run(2, folder.path(), "sweep a.wgsl --vary preset=Lo -o out/");
    assert!(error.contains("no preset \"Lo\""), "{error}");
    assert!(error.contains("\"Low\", \"High hills\""), "{error}");
}

#[test]
fn random_points_are_the_same_in_shards_and_for_equal_seeds() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let random = "sweep a.wgsl --random 6 --seed 5 --size 8";
    run(0, folder.path(), &format!("{random} -o whole/"));
    let whole = lines(&folder.path().join("whole"), "sweep.jsonl");
    let mut parts = Vec::new();
    for part in 1..=2 {
        run(0, folder.path(), &format!("{random} -o parts/ --shard {part}/2"));
        let list = format!("sweep.{part}-of-2.jsonl");
        parts.extend(lines(&folder.path().join("parts"), &list));
    }
    assert_eq!(parts, whole);
    let scales = whole.iter().map(|line| line["values"]["scale"].as_f64().unwrap());
    // Equal ratios: as many points below 1 as above.
    assert_eq!(scales.filter(|scale| *scale < 1.0).count(), 3);
    assert!(whole.iter().all(|line| line["values"]["seed"] == 3));
    let vary = "--vary shape=0..1 --vary scale=1..4";
    run(0, folder.path(), &format!("{random} {vary} -o named/"));
    let named = lines(&folder.path().join("named"), "sweep.jsonl");
    assert!(named.iter().all(|line| line["values"]["shift"] == serde_json::json!([0, 0])));
}

#[test]
fn invalid_axes_are_refused_with_a_reason() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let check = |options: &str, expected: &str| {
        let (_, error) = run(2, folder.path(), &format!("sweep a.wgsl {options} -o out/"));
        assert!(error.contains(expected), "{options}: {error}");
    };
    check("--vary scael=1,2", "no control \"scael\"; did you mean scale");
    check("--vary shift=1,2", "vary one component, as in shift.x");
    check("--vary shift.q=1", "it has no component \"q\"");
    check("--vary scale=0..1", "scale=FROM..TO has no COUNT");
    check("--vary span=-1,1", "span -1 is not above 0");
    check("--vary time=0,1e300", "--vary: time: \"1e300\" is not a finite number");
    check("--vary shift.x=inf", "--vary: shift.x: \"inf\" is not a finite number");
    check("--random 3 --vary scale=1,2", "a random sample takes NAME=FROM..TO");
    check("--random 0", "\"0\" is not an integer from 1");
    check("--random some", "--random \"some\" is not an integer");
    check("--random 3 --seed -1", "--seed \"-1\" is not an integer");
    check("--seed 1 --vary scale=1,2", "--seed needs --random");
    check("", "a sweep needs --vary");
    assert!(!folder.path().join("out").exists());
    let (_, error) = run(2, folder.path(), "sweep a.wgsl --random 3 -o sheet.png");
    assert!(error.contains("--random needs a folder"), "{error}");
}
