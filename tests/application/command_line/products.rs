//! Tests of `mesh`, `sample` and `unpack`, whose files are read by independent programs.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::calls::{command, folder, manifest, names, run};
use crate::formats::{python_output, read_by_python, script_output};

const SHADERS: [(&str, &str); 4] = [
    (
        "hills.wgsl",
        "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * cos(p.y); }",
    ),
    (
        "ball.wgsl",
        "fn density(p: vec3f) -> f32 { return 1.5 - length(p); }
        fn warm(p: vec3f, warmth: f32) -> vec2f { return vec2f(p.x + 2.0 * p.y + 4.0 * p.z, warmth); }",
    ),
    (
        "paint.wgsl",
        "fn color(p: vec2f) -> vec3f { return vec3f(p, 0.0); }",
    ),
    (
        "fill.wgsl",
        "/// @grid(9)
        @group(1) @binding(0) var<storage, read_write> heights: array<f32>;
        /// @pass
        @compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {
            heights[id.y * 9u + id.x] = f32(id.x) + 10.0 * f32(id.y);
        }",
    ),
];

/// Reads a mesh file with the Python package trimesh, and returns its properties as JSON.
pub(crate) fn read_mesh(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&script_output(folder, "read_mesh.py", &[file])).unwrap()
}

/// Reads a `.npy` file of `f32` with numpy, and returns its shape and its numbers.
fn read_array(folder: &Path, file: &str) -> Value {
    let script = "import sys, json, numpy; a = numpy.load(sys.argv[1]); assert a.dtype == numpy.float32; \
        print(json.dumps([list(a.shape), a.ravel().tolist()]))";
    read_by_python(folder, script, &[file])
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn terrain_is_a_closed_block_in_every_format() {
    let folder = folder(&SHADERS);
    let mesh = "mesh hills.wgsl --samples 33 --span 4 --center 1,2 --set gain=0.5 --exaggeration 2 --base -3";
    let side = 4.0 * 32.0 / 33.0;
    for extension in ["stl", "ply", "obj", "glb"] {
        run(0, folder.path(), &format!("{mesh} -o hills.{extension}"));
        let found = read_mesh(folder.path(), &format!("hills.{extension}"));
        assert_eq!(found["watertight"], true, "{extension}: {found}");
        assert_eq!((&found["euler"], &found["triangles"]), (&2.into(), &(2048 + 256 + 128).into()));
        let up = if extension == "glb" { 1 } else { 2 };
        assert_eq!(number(&found["low"][up]), -3.0, "{extension}");
        let west = number(&found["low"][0]);
        assert!((west - (1.0 - side / 2.0)).abs() < 1e-6, "{extension}: {west}");
        // The mean height of the surface is that of sin x cos y over the block, at most 1.
        let volume = number(&found["volume"]);
        assert!((volume / (side * side) - 3.0).abs() < 1.0, "{extension}: {volume}");
    }
    run(0, folder.path(), "mesh hills.wgsl --samples 9 -o open.ply");
    assert_eq!(read_mesh(folder.path(), "open.ply")["watertight"], false);
    let (_, error) = run(2, folder.path(), "mesh hills.wgsl --samples 9 --base 100 -o high.stl");
    assert!(error.contains("the underside at 100 is not below the lowest point, -"), "{error}");
    run(0, folder.path(), "mesh fill.wgsl -o fill.stl");
    assert_eq!(read_mesh(folder.path(), "fill.stl")["vertices"], 81 + 32 + 1);
}

#[test]
fn simplified_terrain_has_fewer_triangles() {
    let folder = folder(&SHADERS);
    let mesh = "mesh hills.wgsl --samples 65 --set gain=1";
    run(0, folder.path(), &format!("{mesh} --error 0.02 -o error.stl"));
    let found = read_mesh(folder.path(), "error.stl");
    assert_eq!(found["watertight"], true);
    assert!(number(&found["triangles"]) < 4000.0, "{found}");
    run(0, folder.path(), &format!("{mesh} --triangles 500 -o count.ply"));
    let count = number(&read_mesh(folder.path(), "count.ply")["triangles"]);
    assert!((498.0..=500.0).contains(&count), "{count}");
}

#[test]
fn solids_and_planets_are_closed() {
    let folder = folder(&SHADERS);
    run(0, folder.path(), "mesh ball.wgsl --samples 40 --span 4 -o ball.stl");
    let ball = read_mesh(folder.path(), "ball.stl");
    assert_eq!((&ball["watertight"], &ball["euler"]), (&true.into(), &2.into()));
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 1.5f64.powi(3);
    assert!((number(&ball["volume"]) / volume - 1.0).abs() < 0.01, "{ball}");
    run(0, folder.path(), "mesh ball.wgsl --samples 40 --span 4 --clip y=0.25 -o cut.ply");
    let cut = read_mesh(folder.path(), "cut.ply");
    assert_eq!(cut["watertight"], true);
    assert!((number(&cut["high"][1]) - 0.25).abs() < 2e-3, "{cut}");
    // The value is 0.5 on the unit sphere, so that the radius is 1.5, or 2 with the sea.
    run(0, folder.path(), "mesh ball.wgsl --view planet --samples 24 -o planet.glb");
    let planet = read_mesh(folder.path(), "planet.glb");
    assert_eq!((&planet["watertight"], &planet["euler"]), (&true.into(), &2.into()));
    assert!((number(&planet["volume"]) / volume - 1.0).abs() < 0.01, "{planet}");
    run(0, folder.path(), "mesh ball.wgsl --view planet --samples 24 --sea 1 -o sea.stl");
    let sea = number(&read_mesh(folder.path(), "sea.stl")["high"][2]);
    assert!((sea - 2.0).abs() < 1e-6, "{sea}");
}

#[test]
fn wrong_options_of_mesh_are_explained() {
    let folder = folder(&SHADERS);
    let check = |line: &str, expected: &str| {
        let (_, error) = run(2, folder.path(), &format!("mesh {line}"));
        assert!(error.contains(expected), "{line}: {error}");
    };
    check("hills.wgsl -o a.fbx", "the extension is none of .stl, .ply, .obj, .glb");
    check("hills.wgsl -o a.stl --view solid", "--view solid is of generators of a volume");
    check("ball.wgsl -o a.stl --view terrain", "--view terrain is of generators of a plane");
    check("ball.wgsl -o a.stl --view slice", "is none of terrain, solid, planet");
    check("ball.wgsl -o a.stl --base 1", "--base is for --view terrain, not for solid");
    check("hills.wgsl -o a.stl --samples 1", "--samples \"1\" is not an integer from 2 to 8193");
    check("hills.wgsl -o a.stl --error -1", "--error -1 is below 0");
    check("hills.wgsl -o a.stl --triangles 1", "--triangles \"1\" is not an integer from 2");
    check("ball.wgsl -o a.stl --clip q=1", "--clip \"q=1\" is not x=VALUE");
    check("ball.wgsl -o a.stl --threshold 9 --samples 8", "nothing is above the threshold");
    check("paint.wgsl -o a.stl", "returns a color; a mesh needs a value");
    check("fill.wgsl -o a.stl --samples 9", "a grid program has samples of its own");
    check("fill.wgsl -o a.stl --span 2", "--span has no effect: fill.wgsl::grid is a grid program");
    check("ball.wgsl -o a.stl --view planet --span 2", "a planet is the sphere of radius 1");
    assert!(!names(folder.path()).iter().any(|name| name.ends_with(".stl")));
}

#[test]
fn samples_of_shipped_noise_have_all_octaves() {
    let folder = folder(&[]);
    // At pixels of 1e-4 world units, no octave fades.
    run(
        0,
        folder.path(),
        "render builtin:generators/swiss.wgsl --center 0.3,0.4 --span 3e-4 --size 3 -o r.npy",
    );
    let rendered = read_array(folder.path(), "r.npy");
    let mut sample = command(folder.path(), "sample builtin:generators/swiss.wgsl --points -");
    let mut child = sample.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"0.3 0.4\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let value: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
    let expected = number(&rendered[1][4]);
    assert!(value > 0.01 && (value - expected).abs() < 1e-5, "{value} {expected}");
}

#[test]
fn samples_at_points_are_those_of_render() {
    let folder = folder(&SHADERS);
    let script = "import numpy; r = numpy.load('grid.npy'); n = 16; \
        i, j = numpy.meshgrid(numpy.arange(n), numpy.arange(n)); \
        p = numpy.stack([(i + .5 - n / 2) * 4 / n, -(j + .5 - n / 2) * 4 / n], axis=-1).reshape(-1, 2); \
        numpy.save('p.npy', p); numpy.save('expected.npy', r.ravel())";
    run(0, folder.path(), "render hills.wgsl --size 16 --span 4 --set gain=0.75 -o grid.npy");
    python_output(folder.path(), &["-c", script]);
    run(0, folder.path(), "sample hills.wgsl --points p.npy -o v.npy --set gain=0.75");
    let [found, expected] = ["v.npy", "expected.npy"].map(|file| read_array(folder.path(), file));
    assert_eq!(found[0], serde_json::json!([256]));
    for (found, expected) in
        found[1].as_array().unwrap().iter().zip(expected[1].as_array().unwrap())
    {
        assert!((number(found) - number(expected)).abs() < 1e-6, "{found} {expected}");
    }
}

/// Runs the executable in a folder with `text` on stdin. Returns the exit code, stdout and stderr.
fn piped(folder: &Path, line: &str, text: &str) -> (i32, String, String) {
    let mut command = command(folder, line);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn points_come_and_values_go_through_pipes() {
    let folder = folder(&SHADERS);
    let line = "sample ball.wgsl::warm --points - --set warmth=0.25 --z 0.5";
    let (code, values, error) = piped(folder.path(), line, "# x y z\n1 2 3\n\n1,0\n");
    assert_eq!((code, values.as_str()), (0, "17 0.25\n3 0.25\n"), "{error}");
    let (code, _, error) = piped(folder.path(), line, "1 2\n1 two\n");
    assert!(code == 2 && error.contains("line 2: \"two\" is not a number"), "{error}");
    let (code, values, error) = piped(folder.path(), line, "\u{feff}1;2, 3\r\n");
    assert_eq!((code, values.as_str()), (0, "17 0.25\n"), "{error}");
    let (code, _, error) = piped(folder.path(), line, "1 2\n1,,2\n");
    assert!(code == 2 && error.contains("line 2: number 2 is missing"), "{error}");
    let (code, _, error) = piped(folder.path(), line, "1 2 3 4\n");
    assert!(
        code == 2 && error.contains("line 1: 4 numbers; the generator takes 2 to 3"),
        "{error}"
    );
    let (code, values, error) =
        piped(folder.path(), "sample fill.wgsl --points -", "0 0\n100 0\n0.444444444 0\n");
    assert_eq!((code, values.as_str()), (0, "44\nnan\n44.5\n"), "{error}");
    // Single positions have no distance between samples, so that no octave fades.
    let sized = "struct Params {\n/// @auto\npixel_size: f32 }\n@group(0) @binding(0) var<uniform> params: Params;\n\
                 fn height(p: vec2f) -> f32 { return p.x + params.pixel_size; }";
    fs::write(folder.path().join("sized.wgsl"), sized).unwrap();
    let line = "sample sized.wgsl --points -";
    let (code, values, error) = piped(folder.path(), line, "0.25 0\n");
    assert_eq!((code, values.as_str()), (0, "0.25\n"), "{error}");
    let (code, values, _) = piped(folder.path(), "sample hills.wgsl --points -", "");
    assert_eq!((code, values.as_str()), (0, ""));
    let (_, error) = run(2, folder.path(), "sample hills.wgsl --points hills.wgsl");
    assert!(error.contains("--points \"hills.wgsl\""), "{error}");
    let (_, error) = run(2, folder.path(), "sample fill.wgsl --points - --time 1");
    assert!(error.contains("--time has no effect"), "{error}");
    let (_, error) = run(2, folder.path(), "sample hills.wgsl --points - -o v.txt");
    assert!(error.contains("is neither a .npy file nor -"), "{error}");
}

#[test]
fn unpacked_capture_renders_the_same_picture() {
    let folder = folder(&[
        (
            "gen/a.wgsl",
            "import package::lib::wave;\nfn height(p: vec2f, gain: f32) -> f32 { return gain * wave(p); }",
        ),
        ("lib.wgsl", "fn wave(p: vec2f) -> f32 { return sin(p.x + p.y); }"),
    ]);
    for file in ["shot.png", "shot.exr", "shot.npy"] {
        run(0, folder.path(), &format!("render gen/a.wgsl --size 16 --set gain=0.3 -o {file}"));
        run(0, folder.path(), &format!("unpack {file} out-{file}"));
        let out = folder.path().join(format!("out-{file}"));
        assert_eq!(names(&out), ["gen", "lib.wgsl"]);
        let again = "render gen/a.wgsl --size 16 --preset gen/a.presets.toml#shot -o again.png";
        run(0, &out, again);
        assert_eq!(manifest(&out.join("again.png"))["values"]["gain"], 0.3);
    }
    let [shot, again] = ["shot.png", "out-shot.png/again.png"]
        .map(|file| fs::read(folder.path().join(file)).unwrap());
    assert!(shot == again);
    let (_, error) = run(2, folder.path(), "unpack shot.png out-shot.png");
    assert!(error.contains("already exists and is not empty"), "{error}");
    let (_, error) = run(2, folder.path(), "unpack lib.wgsl out");
    assert!(error.contains("is no capture"), "{error}");
}
