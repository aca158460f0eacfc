//! Tests of manifests, valid and hostile ones.

use serde_json::{Value, json};

use super::*;
use crate::compile;
use crate::field::grid::MAX_SIDE;

const FILE: &str = "a::b.wgsl";

fn manifest() -> Manifest {
    let generators = compile([(FILE, "fn height(p: vec2f) -> f32 { return p.x; }")]);
    let generator = &generators.unwrap()[0];
    let settings = RenderSettings::new(generator, 8);
    Subject::new(generator, settings).manifest("any")
}

/// Returns the result of reading a manifest in which the JSON values at these pointers are replaced.
fn read(changes: &[(&str, Value)]) -> Result<Manifest, String> {
    let mut changed: Value = serde_json::from_str(&manifest().to_json()).unwrap();
    for (pointer, value) in changes {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = changed.pointer_mut(parent).unwrap();
        match parent {
            Value::Array(items) => items[key.parse::<usize>().unwrap()] = value.clone(),
            _ => parent[key] = value.clone(),
        }
    }
    let manifest: Manifest =
        serde_json::from_value(changed).map_err(|error| format!("JSON: {error}"))?;
    manifest.check().map(|()| manifest)
}

#[test]
fn address_is_split_at_its_last_colons() {
    let address = read(&[]).unwrap().address;
    assert_eq!((address.file.as_str(), &*address.function), (FILE, "height"));
}

#[test]
fn shaders_outside_of_the_folder_are_refused() {
    for path in [
        "../a.wgsl", "a/../../b.wgsl", "/tmp/a.wgsl", "..\\a.wgsl", "\\a.wgsl", "C:\\a.wgsl",
        "C:/a.wgsl", "./a.wgsl", "a//b.wgsl", "a\0b.wgsl", "", ".", "..", ".git/config",
        "notes.txt",
    ] {
        let address = format!("{path}::height").replace('\\', "/");
        let outside = read(&[("/modules/0/path", json!(path)), ("/address", json!(address))]);
        let expected = format!("{path:?} is not the path of a shader in a folder");
        assert_eq!(outside, Err(expected));
    }
    // Each picture of a comparison is checked.
    let mut cell: Value = serde_json::from_str(&manifest().to_json()).unwrap();
    cell["modules"][0]["path"] = json!("../a.wgsl");
    cell["address"] = json!("../a.wgsl::height");
    for (member, value) in [("/cells", json!([cell])), ("/compared_with", json!(cell))] {
        let error = read(&[(member, value)]).unwrap_err();
        assert!(error.contains("\"../a.wgsl\" is not the path"), "{error}");
    }
}

#[test]
fn data_files_outside_of_the_folder_need_their_digest() {
    let stated = |path: &str| json!({"file": path, "size": 9, "sha256": "0".repeat(64)});
    for path in ["dem/alps.tif", "waves.wgsl::height", "heights.r16,3,3"] {
        assert!(read(&[("/values/ground", json!(path))]).is_ok(), "{path}");
        assert!(read(&[("/values/ground", stated(path))]).is_ok(), "{path}");
    }
    for path in [
        "/home/ada/alps.tif", "../alps.tif", "dem/../../alps.npy", "..\\alps.exr", "C:\\alps.png",
        "/heights.r16,3,3",
    ] {
        for name in ["ground", "ground.ground"] {
            let pointer = format!("/values/{name}");
            let error = read(&[(&pointer, json!(path))]).unwrap_err();
            assert!(error.starts_with(&format!("{name}: ")), "{error}");
            assert!(error.contains("is outside of the folder"), "{error}");
            assert!(read(&[(&pointer, stated(path))]).is_ok(), "{path}");
        }
    }
    // No size or hash makes a shader outside of the folder readable.
    for source in [json!("../b.wgsl"), stated("/b.wgsl::height")] {
        let error = read(&[("/values/ground", source)]).unwrap_err();
        assert!(error.contains("is outside of the folder"), "{error}");
    }
}

#[test]
fn numbers_beyond_the_limits_of_the_options_are_refused() {
    let check = |pointer: &str, value: Value, expected: &str| {
        let error = read(&[(pointer, value.clone())]).unwrap_err();
        assert!(error.contains(expected), "{pointer} {value}: {error}");
    };
    for side in [0, 2049, 16_384, u32::MAX] {
        check("/volume", json!(side), "is not from 1 to 2048");
    }
    check("/volume", json!(-1), "JSON: ");
    assert_eq!(read(&[("/volume", json!(2048))]).unwrap().volume, Some(2048));
    for size in [[0, 8], [8, 0], [MAX_SIDE + 1, 1], [1, u32::MAX]] {
        check("/view/size", json!(size), "each side must be an integer");
    }
    check("/view/size", json!([MAX_SIDE, MAX_SIDE]), "4,294,967,295 samples");
    check("/view/size", json!([-8, 8]), "JSON: ");
    for number in ["z", "time", "span", "exaggeration", "threshold"] {
        check(&format!("/view/{number}"), json!(1e39), "is not a finite number");
        check(&format!("/view/{number}"), json!(-1e300), "is not a finite number");
        // JSON has no NaN; serde_json writes it as null.
        check(&format!("/view/{number}"), json!(f64::NAN), "JSON: ");
    }
    check("/view/span", json!(1e-60), "is not above 0");
    check("/view/value_range", json!([0, 1e39]), "is not a finite number");
    check("/view/value_range", json!([1, 1]), "is not below");
    let tile = json!({"index": [0, 0], "count": [0, 1]});
    check("/tile", tile, "no such tile");
}
