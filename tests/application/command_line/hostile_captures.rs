//! Tests of captures whose manifests were changed to read or write other files, or to exhaust the memory.

use std::fs;

use serde_json::{Value, json};

use crate::calls::{assert_same_again, folder, manifest, names, run};
use crate::captures::png;
use crate::fields::SHADERS;

const BALL: (&str, &str) = ("ball.wgsl", "fn density(p: vec3f) -> f32 { return length(p) - 1.0; }");

#[test]
fn no_command_opens_what_a_capture_may_not_name() {
    let root = folder(&[("in/waves.wgsl", SHADERS[0].1), ("in/smooth.wgsl", SHADERS[1].1)]);
    let path = root.path().join("in");
    let outside = root.path().join("heights.npy");
    run(0, &path, "render waves.wgsl -o ../heights.npy --size 33");
    let by_user = format!("--set ground={}", outside.display());
    run(0, &path, &format!("render smooth.wgsl -o a.png {by_user}"));
    let good = manifest(&path.join("a.png"));
    // The user's own capture has the size and hash of the file outside of the folder.
    assert_same_again(&path, "a.png");
    let before = [names(root.path()), names(&path)];

    let check = |changes: &[(&str, Value)], message: &str| {
        let mut changed = good.clone();
        for (pointer, value) in changes {
            *changed.pointer_mut(pointer).unwrap() = value.clone();
        }
        let capture = path.join("capture.png");
        fs::write(&capture, png(&changed.to_string(), false)).unwrap();
        for line in ["unpack capture.png out", "render --from capture.png -o out.npy"] {
            let (_, stderr) = run(2, &path, line);
            assert!(stderr.contains(message), "{line}: {stderr}");
        }
        fs::remove_file(&capture).unwrap();
        assert_eq!([names(root.path()), names(&path)], before);
    };
    let absolute = root.path().join("evil.wgsl");
    for module in ["../evil.wgsl", "..\\evil.wgsl", "C:\\evil.wgsl", absolute.to_str().unwrap()] {
        let address = format!("{module}::grid");
        let changes = [("/modules/0/path", json!(module)), ("/address", json!(address))];
        check(&changes, "is not the path of a shader in a folder");
    }
    for file in [outside.to_str().unwrap(), "../heights.npy"] {
        check(&[("/values/ground", json!(file))], "is outside of the folder");
    }
}

#[test]
fn volume_of_a_capture_has_the_limits_of_the_option() {
    let folder = folder(&[BALL, SHADERS[0]]);
    let path = folder.path();
    run(0, path, "render ball.wgsl -o ball.png --size 4");
    run(0, path, "render waves.wgsl -o waves.png --size 4");
    let fails = |name: &str, side: u32, message: &str| {
        let mut changed = manifest(&path.join(name));
        changed["volume"] = json!(side);
        fs::write(path.join("capture.png"), png(&changed.to_string(), false)).unwrap();
        let (_, stderr) = run(2, path, "render --from capture.png -o out.npy");
        assert!(stderr.contains(message), "{name}: {stderr}");
        assert!(!path.join("out.npy").exists());
    };
    fails("ball.png", 0, "the volume 0 is not from 1 to 2048");
    fails("ball.png", 2049, "the volume 2049 is not from 1 to 2048");
    fails("waves.png", 4, "waves.wgsl::height is a plane generator");
}

#[test]
fn missing_manifest_of_a_data_file_is_named() {
    let folder = folder(&[BALL]);
    run(0, folder.path(), "render ball.wgsl -o a.npy --size 4");
    fs::remove_file(folder.path().join("a.npy.json")).unwrap();
    let (_, stderr) = run(2, folder.path(), "render --from a.npy -o b.npy");
    assert!(stderr.contains("\"a.npy.json\" is missing"), "{stderr}");
}
