//! Tests of `playground render --from`, which renders captures again, and of presets on the command line.

use std::fs;
use std::io::Write as _;

use crate::calls::{assert_same_again, folder, manifest, names, run};

const SHADER: &str = "
import package::noise::wave::wave;
import package::noise::unused::unused;
struct P {
    /// @slider(0, 2) = 1
    gain: f32,
    /// @enum(\"flat\", \"steep\")
    shape: u32,
    /// @toggle
    swapped: u32,
    shift: vec2f,
}
@group(0) @binding(0) var<uniform> params: P;
fn height(p: vec2f, power: f32) -> f32 {
    let q = select(p, p.yx, params.swapped != 0u) + params.shift;
    return params.gain * wave(q.x) * pow(abs(q.y), power) * f32(1u + params.shape);
}
";

const FILES: [(&str, &str); 3] = [
    ("generators/a.wgsl", SHADER),
    ("noise/wave.wgsl", "fn wave(x: f32) -> f32 { return sin(x); }"),
    ("noise/unused.wgsl", "fn unused() -> f32 { return 1.0; }"),
];

#[test]
fn sky_and_shadows_are_recorded() {
    let folder = folder(&FILES);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let view = |name: &str| manifest(&folder.path().join(name))["view"].clone();
    let render = |options: &str| {
        let line = format!("render generators/a.wgsl --size 90x70 --light 280,15 {options}");
        run(0, folder.path(), &line);
    };
    render("-o lit.png");
    render("-o shadow.png --shadow on");
    render("-o sky.png --view sky");
    assert_eq!(view("lit.png")["shadow"], false);
    assert_eq!(view("shadow.png")["shadow"], true);
    assert!(view("sky.png").get("shadow").is_none(), "has no option");
    assert!(read("lit.png") != read("shadow.png"));
    for name in ["shadow.png", "sky.png"] {
        assert_same_again(folder.path(), name);
    }
}

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
    run(0, folder.path(), "render --from b.png -o c.png --set gain=2 --size 30");
    let (before, after) =
        (manifest(&folder.path().join("b.png")), manifest(&folder.path().join("c.png")));
    assert_eq!(after["values"]["gain"], 2);
    assert_eq!(after["values"]["shape"], before["values"]["shape"]);
    assert_eq!(after["view"]["size"], serde_json::json!([30, 30]));
    assert_eq!(after["view"]["center"], before["view"]["center"]);
}

#[test]
fn captures_of_every_format_are_rendered_again() {
    let folder = folder(&FILES);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let files = "-o a.exr -o a.tif -o a.npy -o a.r16 -o a.r32";
    let options = "--size 24 --set gain=1.25 --view contour --span 3 --value-range -1,2";
    run(0, folder.path(), &format!("render generators/a.wgsl {files} {options}"));
    run(0, folder.path(), &format!("render generators/a.wgsl -o a.png --depth 16 {options}"));
    for extension in ["exr", "tif", "npy", "r16", "r32", "png"] {
        let line = format!("render --from a.{extension} -o b.{extension}");
        run(0, folder.path(), &line);
        assert!(read(&format!("a.{extension}")) == read(&format!("b.{extension}")), "{extension}");
    }
    // All commands take a capture for a generator, with its values.
    run(0, folder.path(), "render a.npy -o c.r32 --set power=0.9");
    assert_eq!(manifest(&folder.path().join("b.png"))["values"]["power"], 0.5);
    let (params, _) = run(0, folder.path(), "params a.tif --json");
    assert!(params.contains("generators/a.wgsl::height"), "{params}");
    run(0, folder.path(), "sweep a.exr --vary power=0.5,2 -o swept/ --format r32");
    let swept = fs::read(folder.path().join("swept/0000_power=0.5.r32")).unwrap();
    assert!(swept == read("a.r32"));
    run(0, folder.path(), "bench a.r16 --size 16 --json");
}

#[test]
fn standard_output_is_the_file() {
    let folder = folder(&FILES);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let common = "render generators/a.wgsl --size 24";
    for (format, file) in [("", "a.png"), ("--format npy", "a.npy"), ("--format tif", "a.tif")] {
        run(0, folder.path(), &format!("{common} -o {file}"));
        let line = format!("{common} -o - {format}");
        let output = crate::calls::command(folder.path(), &line).output().unwrap();
        assert!(output.status.success());
        assert!(output.stdout == read(file), "{file}");
    }
    let before = names(folder.path());
    let (_, error) = run(2, folder.path(), &format!("{common} -o - --format gif"));
    assert!(error.contains("--format \"gif\" is none of"), "{error}");
    let (_, error) = run(2, folder.path(), &format!("{common} -o a.png --format npy"));
    assert!(error.contains("--format is for the standard output"), "{error}");
    assert_eq!(names(folder.path()), before);
}

#[test]
fn presets_set_values_by_name() {
    let folder = folder(&FILES);
    fs::write(
        folder.path().join("a.presets.toml"),
        "version = 1\n\
         [[preset]]\nname = \"Soft\"\nvalues = { gain = 0.5, shape = \"steep\", swapped = true, shift = [1, 2.5] }\n\
         [[preset]]\nname = \"Old\"\nvalues = { gain = 0.25, removed = 7 }\n\
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
        (&soft["gain"], &soft["shape"], &soft["swapped"]),
        (&0.5.into(), &"steep".into(), &1.into())
    );
    assert_eq!(soft["shift"], serde_json::json!([1, 2.5]));
    let (old, stderr) = values("--preset a.presets.toml#Old --set power=3");
    assert_eq!((&old["gain"], &old["power"]), (&0.25.into(), &3.into()));
    assert!(stderr.contains("no control \"removed\""), "{stderr}");
    // A captured picture is a valid preset; --set overrides it.
    fs::copy(folder.path().join("o.png"), folder.path().join("before.png")).unwrap();
    let (overridden, _) = values("--preset before.png --set gain=9");
    assert_eq!((&overridden["gain"], &overridden["power"]), (&9.into(), &3.into()));

    fs::write(
        folder.path().join("typo.presets.toml"),
        "version = 1\n[[preset]]\nname = \"Typo\"\nvalues = { gian = 0.5 }\n",
    )
    .unwrap();
    let (_, stderr) = values("--preset typo.presets.toml");
    assert!(stderr.contains("did you mean `gain`?"), "{stderr}");

    let bad = |preset: &str, message: &str| {
        let line = format!("render generators/a.wgsl -o bad.png --preset {preset}");
        let (stdout, stderr) = run(2, folder.path(), &line);
        assert!(stderr.contains(message), "{stderr}");
        assert_eq!(stdout, "");
        assert!(!folder.path().join("bad.png").exists());
    };
    bad("a.presets.toml#Bad", "gain: an f32 takes 1 number");
    bad("a.presets.toml#Missing", "no preset \"Missing\"");
    bad("missing.toml", "missing.toml");
    fs::write(folder.path().join("b.toml"), "version = 1\n[[preset]\n").unwrap();
    bad("b.toml", "line 2");
    fs::write(folder.path().join("b.toml"), "version = 3\n").unwrap();
    bad("b.toml", "version 3");
}

/// Returns a PNG of one pixel with `text` embedded as its manifest.
pub(crate) fn png(text: &str, compressed: bool) -> Vec<u8> {
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
    run(0, folder.path(), "render generators/a.wgsl -o good.png --size 8");
    let good = manifest(&folder.path().join("good.png"));
    let before = names(folder.path());
    let check = |bytes: &[u8], message: &str| {
        let path = folder.path().join("capture.png");
        fs::File::create(&path).unwrap().write_all(bytes).unwrap();
        let (stdout, stderr) = run(2, folder.path(), "render --from capture.png -o out.png");
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
    check(b"", "cannot read");
    check(b"no picture", "cannot read");
    check(&good_bytes[..good_bytes.len() / 2], "");
    check(&png("", false), "invalid manifest");
    check(&png("{}", true), "invalid manifest");
    check(&png(&"[".repeat(100_000), false), "invalid manifest");
    check(&png(&" ".repeat(100 << 20), true), "invalid manifest");
    check(&changed("/version", 2.into()), "version 2");
    check(&changed("/address", "noise/none.wgsl::f".into()), "no file contains");
    check(&changed("/address", "noise/wave.wgsl::none".into()), "no generator");
    check(&changed("/modules/0/text", "fn f() {}".into()), "hash");
    check(&changed("/modules", serde_json::json!([])), "no file contains");
    check(&changed("/values/gain", "much".into()), "gain");
    check(&changed("/values/gain", serde_json::json!([1, 2, 3])), "gain");
    check(&changed("/values", serde_json::json!({"evil": 1})), "evil");
    check(&changed("/view/size", serde_json::json!([0, 8])), "--size 0x8");
    check(&changed("/view/size", serde_json::json!([4_000_000_000_u32, 1])), "--size");
    check(&changed("/view/span", 0.into()), "span");
    check(
        &changed("/view/center", serde_json::json!([1e39, 0])),
        "the center: \"1e39\" is not a finite number",
    );
    check(&changed("/view/light", serde_json::json!([0, 200])), "altitude");
    check(&changed("/view/channel", "w".into()), "channel");
    check(&changed("/view/mode", "sideways".into()), "sideways");
    check(&changed("/view/value_range", serde_json::json!([1, 1])), "range");
    run(0, folder.path(), "render --from good.png -o out.png");
}

#[test]
fn captures_are_listed_and_traced_with_their_values() {
    let folder = folder(&FILES);
    run(0, folder.path(), "render generators/a.wgsl --size 20 --set gain=1.75 -o a.png");
    let traced = |of: &str| run(0, folder.path(), &format!("trace {of} --at 0.3,0.4 --json")).0;
    assert_eq!(traced("a.png"), traced("generators/a.wgsl --set gain=1.75"));
    assert_ne!(traced("a.png"), traced("generators/a.wgsl"));
    let volume = "fn density(p: vec3f) -> f32 { let height = 2.0 * p.z; return height - p.x; }";
    fs::write(folder.path().join("volume.wgsl"), volume).unwrap();
    run(0, folder.path(), "render volume.wgsl --view slice --z 0.25 --size 20 -o volume.png");
    assert_eq!(traced("volume.png"), traced("volume.wgsl --z 0.25"));
    assert_ne!(traced("volume.png"), traced("volume.wgsl"));
    let listed = |of: &str| run(0, folder.path(), &format!("stages {of} --json")).0;
    assert_eq!(listed("a.png"), listed("generators/a.wgsl"));
}
