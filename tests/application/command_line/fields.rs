//! Tests of field inputs on the command line: the tag `@field`, nested control values, data files in captures.

use std::fs;
use std::path::Path;

use crate::calls::{
    assert_same_again, expect, expect_json, folder, json, manifest, root, run, text,
};
use crate::formats::read_by_python;

const WAVES: &str =
    "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(3.0 * p.x) * cos(2.0 * p.y); }";

/// WGSL of a grid program that smooths its field input once.
const SMOOTH: &str = "//! @view(0, 0, 4)
/// @field(waves.wgsl)
@group(0) @binding(1) var ground: texture_2d<f32>;
/// @grid(33)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    let last = vec2i(textureDimensions(ground)) - 1;
    heights[at.y * 33 + at.x] = 0.5 * (textureLoad(ground, min(at, last), 0).x + textureLoad(ground, min(at + 1, last), 0).x);
}
";

pub(crate) const SHADERS: [(&str, &str); 2] = [("waves.wgsl", WAVES), ("smooth.wgsl", SMOOTH)];

/// Reads a `.npy` file with numpy and returns its numbers.
fn array(path: &Path) -> Vec<f64> {
    let script =
        "import sys, json, numpy; print(json.dumps(numpy.load(sys.argv[1]).ravel().tolist()))";
    let numbers = read_by_python(Path::new("/"), script, &[text(path)]);
    serde_json::from_value(numbers).unwrap()
}

#[test]
fn stage_fed_by_a_generator_equals_that_fed_by_its_file() {
    let folder = folder(&SHADERS);
    let path = folder.path();
    run(0, path, "render smooth.wgsl -o fed.npy --set ground.gain=0.7");
    let fed = fs::read(path.join("fed.npy")).unwrap();
    for extension in ["tif", "npy", "exr"] {
        let line =
            format!("render waves.wgsl -o waves.{extension} --set gain=0.7 --size 33 --span 4");
        run(0, path, &line);
        let line = format!("render smooth.wgsl -o from_file.npy --set ground=waves.{extension}");
        run(0, path, &line);
        assert_eq!(fs::read(path.join("from_file.npy")).unwrap(), fed, "{extension}");
    }
    run(0, path, "render waves.wgsl -o waves.r32 --set gain=0.7 --size 33 --span 4");
    run(0, path, "render smooth.wgsl -o from_file.npy --set ground=waves.r32,33,33");
    assert_eq!(fs::read(path.join("from_file.npy")).unwrap(), fed);
}

#[test]
fn shipped_erosions_keep_the_mass_of_any_ground() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("o.npy");
    let grounds = ["generators/hills.wgsl", "generators/swiss.wgsl", "dem/jacksboro_fault.tif"];
    for (erosion, steps, gentle) in
        [("hydraulic_erosion", "120", "rain=0.02"), ("thermal_erosion", "300", "repose=8")]
    {
        let generator = format!("shaders/generators/{erosion}.wgsl");
        let mass = |ground: &str, steps: &str| {
            let set = [format!("ground={ground}"), format!("steps={steps}")];
            let call = [
                "render",
                &generator,
                "-o",
                text(&output),
                "--set",
                &set[0],
                "--set",
                &set[1],
                "--set",
                "side=65",
                "--set",
                gentle,
            ];
            expect(0, &call);
            let heights = array(&output);
            // The elevations are 30.1 km wide and 31.8 km high.
            let rows = if ground.ends_with(".tif") { 69 } else { 65 };
            assert_eq!(heights.len(), 65 * rows);
            heights
        };
        for ground in grounds {
            let (before, after) = (mass(ground, "0"), mass(ground, steps));
            let sum = |heights: &[f64]| heights.iter().sum::<f64>();
            let lowest = before.iter().copied().fold(f64::INFINITY, f64::min);
            let volume: f64 = before.iter().map(|height| height - lowest).sum();
            let moved: f64 =
                before.iter().zip(&after).map(|(one, other)| (one - other).abs()).sum();
            assert!((sum(&before) - sum(&after)).abs() < 1e-4 * volume, "{erosion} of {ground}");
            assert!(moved > 1e-3 * volume, "{erosion} of {ground} does nothing");
        }
    }
}

#[test]
fn params_list_the_input_and_the_controls_of_its_source() {
    let params = expect_json(&["params", "shaders/generators/thermal_erosion.wgsl", "--json"]);
    let named = |name: &str| {
        let mut controls = params["controls"].as_array().unwrap().iter();
        controls.find(|control| control["name"] == name).unwrap()
    };
    let ground = named("ground");
    assert_eq!(
        [&ground["widget"], &ground["type"], &ground["source"], &ground["default"]],
        ["field", "texture_2d<f32>", "field", "generators/hills.wgsl"]
    );
    let seed = named("ground.seed");
    assert_eq!([&seed["widget"], &seed["group"], &seed["label"]], ["seed", "ground ›", "seed"]);
}

#[test]
fn wrong_values_of_an_input_are_named() {
    let folder = folder(&[
        ("waves.wgsl", WAVES),
        ("smooth.wgsl", SMOOTH),
        ("ball.wgsl", "fn density(p: vec3f) -> f32 { return length(p); }"),
        ("damaged.tif", "II*"),
    ]);
    let fails = |set: &str, message: &str| {
        let (_, stderr) = run(2, folder.path(), &format!("render smooth.wgsl -o o.png {set}"));
        assert!(stderr.contains(message), "{set}: {stderr}");
    };
    fails("--set ground=gone.tif", "there is no file \"gone.tif\"");
    fails("--set ground=notes.txt", "neither a shader nor a data file");
    fails("--set ground=ball.wgsl", "is a volume");
    fails("--set ground=waves.wgsl::depth", "waves.wgsl has no generator `depth`");
    fails("--set ground=smooth.wgsl", "a circle of fields: smooth.wgsl takes smooth.wgsl");
    fails("--set ground=damaged.tif", "cannot read \"damaged.tif\"");
    fails("--set ground.gian=1", "no control \"ground.gian\"; did you mean ground.gain?");
    assert!(!folder.path().join("o.png").exists());
    let (_, stderr) = run(2, folder.path(), "sweep smooth.wgsl --vary ground=a.tif,b.tif -o o.png");
    assert!(stderr.contains("ground compiles the generator"), "{stderr}");
}

#[test]
fn shader_cannot_reach_outside_but_a_user_can() {
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("heights.npy");
    let folder = folder(&SHADERS);
    let path = folder.path();
    run(0, path, "render waves.wgsl -o heights.npy --size 33 --span 4");
    fs::rename(path.join("heights.npy"), &file).unwrap();
    let by_user = format!("render smooth.wgsl -o o.npy --set ground={}", file.display());
    run(0, path, &by_user);
    let by_shader = SMOOTH.replace("waves.wgsl", text(&file));
    fs::write(path.join("bad.wgsl"), by_shader).unwrap();
    let (_, stderr) = run(1, path, "render bad.wgsl -o p.npy");
    assert!(stderr.contains("outside of the folder") && stderr.contains("bad.wgsl:2:"), "{stderr}");
    let preset = "version = 1\n[[preset]]\nname = \"a\"\nvalues = { ground = \"FILE\" }\n";
    fs::write(path.join("smooth.presets.toml"), preset.replace("FILE", text(&file))).unwrap();
    let (_, stderr) = run(2, path, "render smooth.wgsl -o p.npy --preset smooth.presets.toml");
    assert!(stderr.contains("outside of the folder"), "{stderr}");
}

#[test]
fn capture_brings_its_inputs_back() {
    let folder = folder(&SHADERS);
    let path = folder.path();
    fs::create_dir(path.join("shaders")).unwrap();
    for (name, _) in SHADERS {
        fs::rename(path.join(name), path.join("shaders").join(name)).unwrap();
    }
    run(0, path, "render shaders/waves.wgsl -o shaders/w.tif --size 40 --span 4");
    run(0, path, "render shaders/smooth.wgsl -o a.png --size 64 --set ground=w.tif");
    run(0, path, "render shaders/smooth.wgsl -o b.png --size 64 --set ground.gain=0.25");
    let ground = &manifest(&path.join("a.png"))["values"]["ground"];
    assert_eq!((&ground["file"], ground["sha256"].as_str().unwrap().len()), (&"w.tif".into(), 64));
    let bytes = fs::metadata(path.join("shaders/w.tif")).unwrap().len();
    assert_eq!(ground["size"], bytes);
    let other = manifest(&path.join("b.png"));
    assert_eq!(other["values"]["ground"], "waves.wgsl");
    assert_eq!(other["values"]["ground.gain"], 0.25);
    let paths = other["modules"].as_array().unwrap().iter().map(|module| &module["path"]);
    assert_eq!(paths.collect::<Vec<_>>(), ["smooth.wgsl", "waves.wgsl"]);

    // The capture contains the source text of the shader that fills the field input, but not a data file.
    fs::write(path.join("shaders/waves.wgsl"), WAVES.replace("3.0", "5.0")).unwrap();
    for name in ["a", "b"] {
        assert_same_again(path, &format!("{name}.png"));
    }
    run(0, path, "render shaders/waves.wgsl -o shaders/w.tif --size 40 --span 4");
    let (_, stderr) = run(2, path, "render --from a.png -o again.png");
    assert!(stderr.contains("\"w.tif\" is not the file that was used"), "{stderr}");
    fs::remove_file(path.join("shaders/w.tif")).unwrap();
    let (_, stderr) = run(2, path, "render --from a.png -o again.png");
    assert!(stderr.contains("no file \"w.tif\" in the folder"), "{stderr}");

    // Everything but the data file is in the capture.
    let (_, stderr) = run(0, path, "unpack a.png unpacked");
    assert!(stderr.contains("\"w.tif\" is not there"), "{stderr}");
    let read = |name: &str| fs::read_to_string(path.join("unpacked").join(name)).unwrap();
    assert_eq!(read("smooth.wgsl"), SMOOTH);
    let preset = read("smooth.presets.toml");
    let stated = format!("size = {bytes}, sha256 = {}", ground["sha256"]);
    assert!(preset.contains(&stated), "{preset}");
    // The capture does not contain the source that the shader's own tag names, since it was not used.
    fs::write(path.join("unpacked/waves.wgsl"), WAVES).unwrap();
    run(0, path, "render shaders/waves.wgsl -o unpacked/w.tif --size 40 --span 4 --set gain=0.5");
    let line = "render unpacked/smooth.wgsl -o p.png --preset unpacked/smooth.presets.toml";
    let (_, stderr) = run(2, path, line);
    assert!(stderr.contains("\"w.tif\" is not the file that was used"), "{stderr}");
}

#[test]
fn all_commands_take_inputs() {
    let folder = folder(&SHADERS);
    let path = folder.path();
    let analysis = json(path, "analyze smooth.wgsl --json --set ground.gain=0");
    assert_eq!(analysis["statistics"]["max"], 0.0);
    run(0, path, "sweep smooth.wgsl --vary ground.gain=0:1:3 --size 32 -o sheet.png");
    let bench = "bench smooth.wgsl --set ground.gain=0.5 --json";
    run(0, path, bench);
    let (_, message) = run(2, path, &format!("{bench} --size 64"));
    assert!(
        message.contains("--size has no effect: smooth.wgsl::grid is a grid program"),
        "{message}"
    );
    assert!(run(0, path, "list . --json").0.contains("smooth.wgsl::grid"));
    run(0, path, "check smooth.wgsl");
    run(0, path, "render smooth.wgsl -o a.png --size 32");
    run(0, path, "render smooth.wgsl -o b.png --size 32 --set ground.gain=0.25");
    let compared = json(path, "compare a.png b.png --json");
    assert!(compared["rmse"].as_f64().or(compared["RMSE"].as_f64()).unwrap() > 0.01, "{compared}");
    fs::write(path.join("gone.wgsl"), SMOOTH.replace("waves", "nothing")).unwrap();
    let (stdout, _) = run(1, path, "check gone.wgsl --format short");
    assert!(
        stdout.starts_with("gone.wgsl:2:5: error: `ground`: no file \"nothing.wgsl\""),
        "{stdout}"
    );
}

#[test]
fn degrees_are_said_aloud() {
    let output = root().join("target/tmp_degrees.npy");
    let generator = "shaders/generators/thermal_erosion.wgsl";
    let call = [
        "render",
        generator,
        "-o",
        text(&output),
        "--set",
        "ground=dem/jacksboro_fault.tif",
        "--set",
        "steps=0",
        "--set",
        "side=65",
    ];
    let (_, stderr) = expect(0, &call);
    assert!(
        stderr.contains("ground: the file is in degrees") && stderr.contains("gdalwarp"),
        "{stderr}"
    );
    fs::remove_file(&output).unwrap();
    fs::remove_file(root().join("target/tmp_degrees.npy.json")).unwrap();
}
