//! Tests of `playground render`: control values, view modes, the manifest of a picture.

use std::fs;
use std::path::Path;

use crate::calls::{expect, folder, manifest, read_png, text};

#[test]
fn render_is_deterministic_and_writes_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("a.png"), folder.path().join("b.png"));
    let call = |output: &Path| {
        let output = text(output).to_owned();
        let options = "--size 70x33 --set gain=0.4 --set gain=0.55 --center -4,4 --span 3 --light 60,30 --exaggeration 2 --palette vik";
        let mut arguments = vec!["render", "shaders/generators/swiss.wgsl::height", "-o", &output];
        arguments.extend(options.split(' '));
        expect(0, &arguments)
    };
    assert_eq!(call(&first).0, "");
    call(&second);
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    let (width, height, pixels) = read_png(&first);
    assert_eq!((width, height, pixels.len()), (70, 33, 70 * 33 * 3));

    let manifest = manifest(&first);
    assert_eq!(manifest["address"], "generators/swiss.wgsl::height");
    assert_eq!(manifest["values"]["gain"], 0.55);
    assert_eq!(manifest["view"]["center"], serde_json::json!([-4, 4]));
    assert_eq!(
        (&manifest["view"]["mode"], &manifest["view"]["palette"]),
        (&"relief".into(), &"vik".into())
    );
    assert!(
        manifest["modules"]
            .as_array()
            .unwrap()
            .iter()
            .any(|module| module["path"] == "noise/perlin.wgsl")
    );
}

#[test]
fn values_and_views_change_the_picture() {
    let folder = folder(&[(
        "a.wgsl",
        "struct P {\n /// @color(0, 0, 0)\n c: vec3f,\n}\n@group(0) @binding(0) var<uniform> p: P;\nfn color(q: vec2f) -> vec3f { return p.c; }\n",
    )]);
    let (shader, output) = (folder.path().join("a.wgsl"), folder.path().join("o.png"));
    expect(0, &["render", text(&shader), "-o", text(&output), "--size", "4", "--set", "c=#ff8000"]);
    assert_eq!(read_png(&output).2[..3], [255, 128, 0]);
    expect(0, &["render", text(&shader), "-o", text(&output), "--size", "4", "--set", "c=0,1,0.5"]);
    assert_eq!(read_png(&output).2[..3], [0, 255, 188]);
}
