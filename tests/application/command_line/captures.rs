//! Tests of rendering from manifests and presets.

use std::fs;
use std::io::Write as _;

use crate::calls::{folder, manifest, names, run};

const SHADER: &str = "
import package::noise::wave::wave;
import package::noise::unused::unused;
struct P {
    /// @slider(0, 2) = 1
    gain: f32,
    /// @enum(\"flat\", \"steep\")
    shape: u32,
    /// @toggle
    turned: u32,
    shift: vec2f,
}
@group(0) @binding(0) var<uniform> params: P;
fn height(p: vec2f, power: f32) -> f32 {
    let turned = select(p, p.yx, params.turned != 0u) + params.shift;
    return params.gain * wave(turned.x) * pow(abs(turned.y), power) * f32(1u + params.shape);
}
";

const FILES: [(&str, &str); 3] = [
    ("generators/a.wgsl", SHADER),
    (
        "noise/wave.wgsl",
        "fn wave(x: f32) -> f32 { return sin(x); }",
    ),
    ("noise/unused.wgsl", "fn unused() -> f32 { return 1.0; }"),
];

#[test]
fn capture_is_rendered_again_after_its_shader_was_deleted() {
    let folder = folder(&FILES);
    let options = "--size 90x70 --set gain=1.25 --set shape=steep --set shift=0.1,-0.2 --set power=0.7 \
                   --center 1,2 --span 5 --view contour --palette batlow --light 10,20 --z 3 --time 2";
    let line = format!("render generators/a.wgsl -o a.png -o a.r32 {options}");
    run(0, folder.path(), &line);
    fs::write(folder.path().join("noise/wave.wgsl"), "broken").unwrap();
    fs::remove_dir_all(folder.path().join("generators")).unwrap();
    run(0, folder.path(), "render --from a.png -o b.png -o b.r32");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.png") == read("b.png"));
    assert!(read("a.r32") == read("b.r32"));
    assert!(read("a.r32.json") == read("b.r32.json"));

    // Options override single settings of the capture.
    run(
        0,
        folder.path(),
        "render --from b.png -o c.png --set gain=2 --size 30",
    );
    let (before, after) = (
        manifest(&folder.path().join("b.png")),
        manifest(&folder.path().join("c.png")),
    );
    assert_eq!(after["values"]["gain"], 2);
    assert_eq!(after["values"]["shape"], before["values"]["shape"]);
    assert_eq!(after["view"]["size"], serde_json::json!([30, 30]));
    assert_eq!(after["view"]["center"], before["view"]["center"]);
}

#[test]
fn presets_set_values_by_name() {
    let folder = folder(&FILES);
    fs::write(
        folder.path().join("a.presets.toml"),
        "version = 1\n\
         [[preset]]\nname = \"Soft\"\nvalues = { gain = 0.5, shape = \"steep\", turned = true, shift = [1, 2.5] }\n\
         [[preset]]\nname = \"Old\"\nvalues = { gain = 0.25, gone = 7 }\n\
         [[preset]]\nname = \"Bad\"\nvalues = { gain = [1, 2] }\n",
    )
    .unwrap();
    let values = |line: &str| {
        let line = format!("render generators/a.wgsl -o o.png --size 8 {line}");
        let (_, stderr) = run(0, folder.path(), &line);
        let values = manifest(&folder.path().join("o.png"))["values"].clone();
        (values, stderr)
    };
    let (soft, _) = values("--preset a.presets.toml");
    assert_eq!(
        (&soft["gain"], &soft["shape"], &soft["turned"]),
        (&0.5.into(), &1.into(), &1.into())
    );
    assert_eq!(soft["shift"], serde_json::json!([1, 2.5]));
    let (old, stderr) = values("--preset a.presets.toml#Old --set power=3");
    assert_eq!((&old["gain"], &old["power"]), (&0.25.into(), &3.into()));
    assert!(stderr.contains("no control \"gone\""), "{stderr}");
    // A captured picture is a valid preset; --set overrides it.
    fs::copy(
        folder.path().join("o.png"),
        folder.path().join("before.png"),
    )
    .unwrap();
    let (again, _) = values("--preset before.png --set gain=9");
    assert_eq!((&again["gain"], &again["power"]), (&9.into(), &3.into()));

    let bad = |preset: &str, message: &str| {
        let line = format!("render generators/a.wgsl -o bad.png --preset {preset}");
        let (stdout, stderr) = run(2, folder.path(), &line);
        assert!(stderr.contains(message), "{stderr}");
        assert_eq!(stdout, "");
        assert!(!folder.path().join("bad.png").exists());
    };
    bad("a.presets.toml#Bad", "gain: an f32 takes 1 number");
    bad("a.presets.toml#Nobody", "no preset \"Nobody\"");
    bad("gone.toml", "gone.toml");
    fs::write(folder.path().join("b.toml"), "version = 1\n[[preset]\n").unwrap();
    bad("b.toml", "line 2");
    fs::write(folder.path().join("b.toml"), "version = 3\n").unwrap();
    bad("b.toml", "version 3");
}

/// Returns a PNG of one pixel with this text as its manifest.
fn png(text: &str, compressed: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut info = png::Info::with_size(1, 1);
    info.color_type = png::ColorType::Grayscale;
    let mut chunk = png::text_metadata::ITXtChunk::new("playground", text);
    chunk.compressed = compressed;
    info.utf8_text.push(chunk);
    let encoder = png::Encoder::with_info(&mut bytes, info).unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0]).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn untrusted_manifests_are_validated() {
    let folder = folder(&FILES);
    run(
        0,
        folder.path(),
        "render generators/a.wgsl -o good.png --size 8",
    );
    let good = manifest(&folder.path().join("good.png"));
    let before = names(folder.path());
    let refused = |bytes: &[u8], message: &str| {
        let path = folder.path().join("shot.png");
        fs::File::create(&path).unwrap().write_all(bytes).unwrap();
        let (stdout, stderr) = run(2, folder.path(), "render --from shot.png -o out.png");
        fs::remove_file(&path).unwrap();
        assert!(stderr.contains(message), "{message}: {stderr}");
        assert_eq!(stdout, "");
        assert_eq!(names(folder.path()), before);
    };
    let changed = |pointer: &str, value: serde_json::Value| {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        png(&changed.to_string(), false)
    };
    let good_bytes = fs::read(folder.path().join("good.png")).unwrap();
    refused(b"", "cannot read");
    refused(b"no picture", "cannot read");
    refused(&good_bytes[..good_bytes.len() / 2], "");
    refused(&png("", false), "invalid manifest");
    refused(&png("{}", true), "invalid manifest");
    refused(&png(&"[".repeat(100_000), false), "invalid manifest");
    refused(&png(&" ".repeat(100 << 20), true), "invalid manifest");
    refused(&changed("/version", 2.into()), "version 2");
    refused(
        &changed("/address", "noise/none.wgsl::f".into()),
        "no module contains",
    );
    refused(
        &changed("/address", "noise/wave.wgsl::none".into()),
        "no generator",
    );
    refused(&changed("/modules/0/text", "fn f() {}".into()), "hash");
    refused(
        &changed("/modules", serde_json::json!([])),
        "no module contains",
    );
    refused(&changed("/values/gain", "much".into()), "gain");
    refused(
        &changed("/values/gain", serde_json::json!([1, 2, 3])),
        "gain",
    );
    refused(&changed("/values", serde_json::json!({"evil": 1})), "evil");
    refused(
        &changed("/view/size", serde_json::json!([0, 8])),
        "--size 0x8",
    );
    refused(
        &changed("/view/size", serde_json::json!([4_000_000_000_u32, 1])),
        "--size",
    );
    refused(&changed("/view/span", 0.into()), "span");
    refused(
        &changed("/view/center", serde_json::json!([1e39, 0])),
        "too large",
    );
    refused(
        &changed("/view/light", serde_json::json!([0, 200])),
        "altitude",
    );
    refused(&changed("/view/channel", "w".into()), "channel");
    refused(&changed("/view/mode", "sideways".into()), "sideways");
    refused(
        &changed("/view/value_range", serde_json::json!([1, 1])),
        "range",
    );
    run(0, folder.path(), "render --from good.png -o out.png");
}
