//! Tests of the command line with shader files in the dialects of other tools: features, includes, the package
//! `playground`.

use std::fs;

use crate::calls::{assert_same_again, folder, manifest, run};

const FEATURES: &str = "//! @feature(sharp, on)
#include \"lib/base.wgsl\"
import playground::noise::value::value;
fn height(p: vec2f) -> f32 {
    @if(sharp) return base(p);
    @elif(soft) return value(p, 7u);
    @else return 0.0;
}
@if(extra) fn extra(p: vec2f) -> f32 { return p.y; }
";

#[test]
fn features_are_rendered_captured_and_rendered_again() {
    let presets =
        "version = 1\n[[preset]]\nname = \"Soft\"\nvalues = { sharp = false, soft = true }\n";
    let folder = folder(&[
        ("generators/a.wgsl", FEATURES),
        ("generators/lib/base.wgsl", "fn base(p: vec2f) -> f32 { return p.x; }"),
        ("generators/a.presets.toml", presets),
    ]);
    let call = |line: &str| run(0, folder.path(), line);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let render = |options: &str| call(&format!("render generators/a.wgsl --size 16 {options}"));
    render("-o sharp.png");
    render("--feature soft --feature sharp=off -o soft.png");
    render("--preset generators/a.presets.toml -o preset.png");
    render("--set sharp=0 --set soft=1 -o set.png");
    assert!(read("sharp.png") != read("soft.png"));
    assert!(read("soft.png") == read("preset.png") && read("soft.png") == read("set.png"));
    let captured = manifest(&folder.path().join("soft.png"));
    assert_eq!(captured["features"]["soft"], true);
    assert_eq!(captured["values"]["sharp"], 0);

    call("render generators/a.wgsl::extra --feature extra --size 16 -o extra.png");
    fs::remove_dir_all(folder.path().join("generators")).unwrap();
    for name in ["sharp", "soft", "extra"] {
        assert_same_again(folder.path(), &format!("{name}.png"));
    }
    call("render --from soft.png --feature sharp -o again.png");
    assert_eq!(manifest(&folder.path().join("again.png"))["features"]["sharp"], true);
}

#[test]
fn features_are_listed_and_checked() {
    let folder = folder(&[(
        "a.wgsl",
        "@if(more) fn height(p: vec2f) -> f32 { return q; }\n@else fn height(p: vec2f) -> f32 { return 1.0; }",
    )]);
    let call = |code: i32, line: &str| run(code, folder.path(), line);
    assert_eq!(call(0, "check . --format short").0, "");
    let (stdout, stderr) = call(2, "check . --feature moer");
    let expected = "what is checked has no feature \"moer\"; did you mean more?";
    assert!(stdout.is_empty() && stderr.contains(expected), "{stderr}");
    let (stdout, _) = call(1, "check . --format short --feature more");
    assert!(stdout.contains("a.wgsl:1:47: error:"), "{stdout}");
    let (stdout, _) = call(0, "params a.wgsl --json");
    let expected = r#""source": "feature""#;
    assert!(stdout.contains(expected) && stdout.contains(r#""widget": "toggle""#), "{stdout}");
    let (_, stderr) = call(2, "params a.wgsl --feature most");
    assert!(stderr.contains("a.wgsl::height has no feature \"most\"; it has more"), "{stderr}");
    let (_, stderr) = call(2, "render a.wgsl --feature more=1 -o a.png");
    assert!(stderr.contains("is neither NAME nor NAME=off"), "{stderr}");
    let (_, stderr) = call(2, "sweep a.wgsl --vary more=0:1:2 -o a.png");
    assert!(stderr.contains("more compiles the generator"), "{stderr}");
}

#[test]
fn file_with_includes_finds_its_folder() {
    let folder = folder(&[
        (
            "noise/deep/a.wgsl",
            "#include \"../../math/fold.wgsl\"\nfn height(p: vec2f) -> f32 { return fold(p); }",
        ),
        ("math/fold.wgsl", "fn fold(p: vec2f) -> f32 { return q.x; }"),
        ("wesl.toml", ""),
    ]);
    for path in ["noise/deep/a.wgsl", "noise/deep"] {
        let (stdout, _) = run(1, folder.path(), &format!("check {path} --format short"));
        assert!(stdout.contains("math/fold.wgsl:1:35: error:"), "{stdout}");
    }
}
