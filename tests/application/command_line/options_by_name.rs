//! Tests of enumerations whose options are numbers: each file stores the name of an option, and reads it as such.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::calls::{folder, json, manifest, run};
use crate::captures::png;
use crate::sweep::lines;

const SHADER: &str = "struct P {
    /// @enum(\"1\", \"2\", \"4\", \"8\") @default(\"2\")
    taps: u32,
}
@group(0) @binding(0) var<uniform> params: P;
fn height(p: vec2f) -> f32 { return f32(params.taps) + 0.001 * p.x; }";

/// Returns the index that a command renders.
fn index(folder: &Path, arguments: &str) -> i64 {
    run(0, folder, &format!("render {arguments} --size 2 -o index.r32"));
    let bytes = fs::read(folder.join("index.r32")).unwrap();
    f32::from_le_bytes(bytes[..4].try_into().unwrap()).round() as i64
}

#[test]
fn option_named_by_a_number_stays_that_option() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let path = folder.path();
    for (at, option) in ["1", "2", "4", "8"].into_iter().enumerate() {
        let at = at as i64;
        run(0, path, &format!("render a.wgsl --set taps={option} --size 4 -o a.png -o a.npy"));
        assert_eq!(manifest(&path.join("a.png"))["values"]["taps"], json!(option));
        assert_eq!(index(path, "--from a.png"), at);
        assert_eq!(index(path, "--from a.npy"), at);
        assert_eq!(index(path, "a.wgsl --preset a.png"), at);
        run(0, path, "unpack a.png unpacked");
        let presets = path.join("unpacked/a.presets.toml");
        assert_eq!(index(path, &format!("unpacked/a.wgsl --preset {}", presets.display())), at);
        fs::remove_dir_all(path.join("unpacked")).unwrap();
        // A capture of an earlier version has the index.
        let mut earlier = manifest(&path.join("a.png"));
        earlier["values"]["taps"] = json!(at);
        fs::write(path.join("earlier.png"), png(&earlier.to_string(), false)).unwrap();
        assert_eq!(index(path, "--from earlier.png"), at);
    }
    let params = json(path, "params a.wgsl --json");
    assert_eq!(params["controls"][0]["default"], 1);
    let (params, _) = run(0, path, "params a.wgsl");
    assert!(params.starts_with("taps = 2  ("), "{params}");
}

#[test]
fn sweep_over_numbered_options_renders_what_its_labels_say() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let path = folder.path();
    for vary in ["taps=0:3:4", "taps=1,2,4,8"] {
        run(0, path, &format!("sweep a.wgsl --vary {vary} --size 4 --format npy -o out/"));
        for (at, line) in lines(&path.join("out"), "sweep.jsonl").iter().enumerate() {
            let option = ["1", "2", "4", "8"][at];
            let file = line["file"].as_str().unwrap();
            assert_eq!(
                (line["values"]["taps"].as_str(), file),
                (Some(option), &*format!("000{at}_taps={option}.npy"))
            );
            assert_eq!(index(path, &format!("--from out/{file}")), at as i64);
        }
        fs::remove_dir_all(path.join("out")).unwrap();
    }
}

#[test]
fn wrong_member_of_a_manifest_is_named() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let path = folder.path();
    run(0, path, "render a.wgsl --size 4 -o a.png");
    let good = manifest(&path.join("a.png"));
    let cases = [
        ("/view/span", json!([1]), "view: span"),
        ("/view/light", json!("up"), "view: light"),
        ("/modules/0/sha256", json!(3), "modules[0].sha256"),
        ("/values/taps", json!({ "a": 1 }), "values.taps"),
        ("/adapter", json!(null), "adapter"),
    ];
    for (pointer, value, member) in cases {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        fs::write(path.join("b.png"), png(&changed.to_string(), false)).unwrap();
        let (_, stderr) = run(2, path, "render --from b.png -o c.png");
        assert!(stderr.contains(member), "{pointer}: {stderr}");
    }
}
