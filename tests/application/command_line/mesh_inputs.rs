//! Tests of `mesh`, `sample` and `bench` with captures, and with generators that have field inputs.

use std::fs;

use crate::calls::{folder, run};
use crate::fields::SHADERS;
use crate::products::read_mesh;

const PLANE: &str = "/// @param level Height. @range(-2, 2) @default(1)
fn height(p: vec2f, level: f32) -> f32 { return level + 0.01 * p.x; }
fn density(p: vec3f) -> f32 { return 1.5 - length(p); }";

/// Writes a mesh by `playground mesh`, with the arguments in `line`. Returns its lowest and its highest coordinates.
fn bounds(folder: &tempfile::TempDir, line: &str) -> [Vec<f64>; 2] {
    run(0, folder.path(), &format!("mesh {line} -o m.ply"));
    let mesh = read_mesh(folder.path(), "m.ply");
    ["low", "high"].map(|end| serde_json::from_value(mesh[end].clone()).unwrap())
}

fn assert_near(found: [Vec<f64>; 2], expected: [[f64; 3]; 2], tolerance: f64) {
    let pairs = found.iter().flatten().zip(expected.iter().flatten());
    for (one, other) in pairs {
        assert!((one - other).abs() < tolerance, "{found:?} {expected:?}");
    }
}

#[test]
fn mesh_has_the_selected_source_of_a_field() {
    let folder = folder(&[SHADERS[0], SHADERS[1], ("plane.wgsl", PLANE)]);
    let line = "smooth.wgsl --set ground=plane.wgsl --set ground.level=-1";
    let found = bounds(&folder, line);
    assert_near(found, [[-2.0, -2.0, -1.0], [2.0, 2.0, -1.0]], 0.1);
}

#[test]
fn mesh_of_a_capture_has_its_place_and_scale() {
    let folder = folder(&[("plane.wgsl", PLANE)]);
    let line = "render plane.wgsl -o c.png --size 64 --center 30,20 --span 4 --exaggeration 3";
    run(0, folder.path(), line);
    let found = bounds(&folder, "c.png --samples 65");
    assert_near(found, [[28.0, 18.0, 3.84], [32.0, 22.0, 3.96]], 0.07);
    let found = bounds(&folder, "c.png --samples 65 --center 0,0 --exaggeration 1");
    assert_near(found, [[-2.0, -2.0, 0.98], [2.0, 2.0, 1.02]], 0.07);

    let line = "render plane.wgsl::density -o s.png --size 32 --view solid --span 4 --threshold 0.5 --clip z=0";
    run(0, folder.path(), line);
    let found = bounds(&folder, "s.png --samples 32");
    assert_near(found, [[-1.0, -1.0, -1.0], [1.0, 1.0, 0.0]], 0.1);
    let line = "mesh s.png --exaggeration 2 -o s.stl";
    let (_, message) = run(2, folder.path(), line);
    let expected = "--exaggeration is for --view terrain and planet, not for solid";
    assert!(message.contains(expected), "{message}");
    let line = "render plane.wgsl::density -o p.png --size 32 --view planet --exaggeration 0.5";
    run(0, folder.path(), line);
    // The planet's radius is 1 + exaggeration x density = 1 + 0.5 (1.5 - 1).
    let found = bounds(&folder, "p.png --samples 16");
    assert_near(found, [[-1.25; 3], [1.25; 3]], 0.02);
}

#[test]
fn sample_of_a_capture_is_at_its_z() {
    let folder = folder(&[("plane.wgsl", PLANE)]);
    let line = "render plane.wgsl::density -o s.png --size 16 --z 0.5";
    run(0, folder.path(), line);
    let points = folder.path().join("points.txt");
    fs::write(&points, "0 0\n").unwrap();
    let mut sample = crate::calls::command(folder.path(), "sample s.png --points -");
    let output = sample.stdin(fs::File::open(points).unwrap()).output();
    assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), "1\n");
}
