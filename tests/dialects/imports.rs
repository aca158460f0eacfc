//! Tests of `#define_import_path` and `#import` in shader files, and of the package `playground`.

use std::collections::BTreeSet;

use super::{compiled, summary};
use noise_playground::source::SourceTree;
use noise_playground::{RenderSettings, Subject, evaluate};

const LIBRARY: &str = "// Of an engine.\n#define_import_path shared::waves\n\
    fn wave(p: vec2f) -> f32 { return p.x; }\nfn twice(p: vec2f) -> f32 { return 2.0 * wave(p); }\n";

fn check(import: &str, call: &str, expect: &str) {
    let root = format!("{import}\nfn height(p: vec2f) -> f32 {{ return {call}; }}");
    let files = [("engine/lib.wgsl", LIBRARY), ("scenes/a.wgsl", root.as_str())];
    assert_eq!(summary(&files, "scenes/a.wgsl"), expect, "{import}");
}

#[test]
fn imports_name_items_and_modules() {
    check("#import shared::waves::wave", "wave(p)", "height");
    check("#import shared::waves::wave;", "wave(p)", "height");
    check("#import shared::waves::{wave as w, // first\n  twice,\n}", "w(p) + twice(p)", "height");
    check("#import shared::waves", "waves::wave(p)", "height");
    check("#import shared::waves as s", "s::wave(p)", "height");
    check("#import shared::waves::wave, shared::waves::twice", "wave(p) + twice(p)", "height");
    check("#import \"engine/lib.wgsl\"::{wave}", "wave(p)", "height");
    check("", "shared::waves::wave(p)", "height");
    check("#import shared::waves::wave", "wave(p) + shared::waves::twice(p)", "height");
    check("import shared::waves::wave;", "wave(p)", "height");
    check("#ifdef NO\n#import gone::x\n#endif\n#import shared::waves::wave", "wave(p)", "height");
}

#[test]
fn unresolved_imports_are_errors_at_their_directive() {
    check(
        "#import shared::waves::gone",
        "p.x",
        "scenes/a.wgsl:1:1: error: `engine/lib.wgsl` declares no `gone`; it declares twice, wave",
    );
    check(
        "\n  #import shared::seas::wave",
        "p.x",
        "scenes/a.wgsl:2:3: error: no package `shared`; imports from this folder begin with `package::` or `super::`",
    );
    check(
        "#import bevy_pbr::utils::PI",
        "p.x",
        "scenes/a.wgsl:1:1: error: `bevy_pbr::utils` is a module of the Bevy engine, which runs in its engine only; copy what you need from it into this folder",
    );
    check(
        "#import a b",
        "p.x",
        "scenes/a.wgsl:1:1: error: `#import` takes a path: `#import a::b`, `#import a::b as c` or `#import a::{b, c as d}`",
    );
    check(
        "#import shared::waves::wave",
        "wave(1.0)",
        "scenes/a.wgsl:2:42: error: expected `vec2f`, found `f32`",
    );
}

#[test]
fn import_path_that_is_declared_later_makes_the_result_stale() {
    let root = "#import shared::waves::wave\nfn height(p: vec2f) -> f32 { return wave(p); }";
    let before = SourceTree::from_iter([("a.wgsl", root), ("b.wgsl", "// empty")]);
    let file = compiled(&before, "a.wgsl");
    assert!(file.has_error());
    let after = SourceTree::from_iter([("a.wgsl", root), ("b.wgsl", LIBRARY)]);
    let changes = BTreeSet::from_iter(after.changes_since(&before));
    assert!(!file.depends_on.is_disjoint(&changes));
    assert!(!compiled(&after, "a.wgsl").has_error());
}

#[test]
fn shipped_library_is_a_package_that_captures_carry() {
    let root = "import playground::noise::perlin::perlin;\nfn height(p: vec2f) -> f32 { return perlin(p, 3u); }";
    let tree = SourceTree::from_iter([("a.wgsl", root)]);
    let file = compiled(&tree, "a.wgsl");
    assert_eq!(file.diagnostics, []);
    let generator = file.main().unwrap();
    let settings = RenderSettings::new(generator, 8);
    let field = evaluate(&Subject::new(generator, settings)).unwrap();
    let manifest = Subject::new(generator, settings).manifest("any");
    assert!(manifest.to_json().contains("noise/perlin.wgsl"));
    let again = compiled(&manifest.tree(), "a.wgsl");
    let again = evaluate(&Subject::new(again.main().unwrap(), settings)).unwrap();
    assert_eq!(again, field);
    let wrong = "import playground::noise::perlin::gone;\n";
    let message = summary(&[("a.wgsl", wrong)], "a.wgsl");
    let expected =
        "a.wgsl:1:1: error: `playground::noise::perlin` has no `gone`; it declares Corners, ";
    assert!(message.starts_with(expected), "{message}");
}
