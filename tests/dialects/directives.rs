//! Tests of preprocessor directives in shader files: `#include`, `#define`, `#ifdef` and similar ones.

use std::collections::BTreeSet;

use super::{compiled, summary};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;
use noise_playground::{RenderSettings, Subject, evaluate};

const FOLD: &str = "//! Folds.\nfn fold(x: vec2f) -> f32 { return fract(x.x); }\n";
const RIDGE: &str =
    "#include \"../math/fold.wgsl\"\nfn ridge(p: vec2f) -> f32 { return fold(p) + edge; }\n";

#[test]
fn file_is_included_once_and_only_its_own_functions_are_generators() {
    let root = "//! Both.\n#include \"math/fold.wgsl\" // why\n#include \"noise/ridge.wgsl\"\n\
        const edge = 0.5; fn height(p: vec2f) -> f32 { return fold(p) + ridge(p); }";
    let files = [("math/fold.wgsl", FOLD), ("noise/ridge.wgsl", RIDGE), ("a.wgsl", root)];
    assert_eq!(summary(&files, "a.wgsl"), "height");
    assert_eq!(summary(&files, "math/fold.wgsl"), "fold");
    assert_eq!(
        summary(&files, "noise/ridge.wgsl"),
        "noise/ridge.wgsl:2:46: error: no definition in scope for identifier: `edge`"
    );
    let tree = SourceTree::from_iter(files);
    let file = compiled(&tree, "a.wgsl");
    assert_eq!(file.main().unwrap().title(), "Both");
    let needed = ["a.wgsl", "math/fold.wgsl", "noise/ridge.wgsl"].map(ModulePath::new);
    assert!(file.depends_on.is_superset(&BTreeSet::from(needed)));
}

#[test]
fn import_statements_may_follow_includes() {
    let files = [
        ("lib.wgsl", "import package::waves::wave;\nfn lib(x: f32) -> f32 { return wave(x); }"),
        ("waves.wgsl", "fn wave(x: f32) -> f32 { return sin(x); }\nconst height = 2.0;"),
        (
            "a.wgsl",
            "#include \"lib.wgsl\"\nimport super::waves::height as factor;\nfn a(p: vec2f) -> f32 { return factor * lib(p.x); }",
        ),
        ("b.wgsl", "#include \"lib.wgsl\"\n\n import package::gone::x;\n"),
    ];
    assert_eq!(summary(&files, "a.wgsl"), "a");
    assert_eq!(summary(&files, "b.wgsl"), "b.wgsl:3:2: error: no module `gone` in the folder");
}

#[test]
fn errors_are_at_their_place_in_the_included_file() {
    let check = |library: &str, expect: &str| {
        let root = "#include \"lib/é.wgsl\"\nfn height(p: vec2f) -> f32 { return lib(p.x); }";
        let files = [("lib/é.wgsl", library), ("a.wgsl", root), ("root.wgsl", "")];
        assert_eq!(summary(&files, "a.wgsl"), expect);
    };
    check("fn lib(x: f32) -> f32 { return x; }", "height");
    check(
        "fn other() {}\n\tfn lib(x: f32) -> f32 { return x; /* é */ y }",
        "lib/é.wgsl:2:46: error: expected a statement, found \"}\"",
    );
    check(
        "fn lib(x: f32) -> f32 { return 1u; }",
        "lib/é.wgsl:1:32: error: `lib` returns `f32`, found `u32`",
    );
    check("#include \"gone.wgsl\"\n", "lib/é.wgsl:1:1: error: no file \"gone.wgsl\" in the folder");
    check(
        "#include \"roots.wgsl\"\n",
        "lib/é.wgsl:1:1: error: no file \"roots.wgsl\" in the folder; did you mean \"root.wgsl\"?",
    );
    check(
        "#include \"../../up.wgsl\"\n",
        "lib/é.wgsl:1:1: error: \"../../up.wgsl\" is outside of the folder",
    );
    check(
        "#include lib.wgsl\n",
        "lib/é.wgsl:1:1: error: `#include` takes a path in quotes, as in `#include \"noise.wgsl\"`",
    );
}

#[test]
fn errors_of_all_directives_are_reported_at_once() {
    let check = |text: &str, expect: &[&str]| {
        let files = [
            ("root.wgsl", text),
            ("lib.wgsl", "#include \"deep.wgsl\"\n#include \"fold.wgsl\"\n"),
            ("fold.wgsl", "fn fold(x: f32) -> f32 { return x; }"),
        ];
        let tree = SourceTree::from_iter(files);
        let file = compiled(&tree, "root.wgsl");
        let found: Vec<String> = file.diagnostics.iter().map(Diagnostic::short).collect();
        assert_eq!(found, expect, "{text}");
    };
    let missing = "#include \"one.wgsl\"\n#include \"two.wgsl\"\n#include \"lib.wgsl\"\n#import \"three.wgsl\"::{wave}\n\
        fn height(p: vec2f) -> f32 { return fold(one(p)) + wave(p.x) + #{SIZE}; }\n";
    check(
        missing,
        &[
            "lib.wgsl:1:1: error: no file \"deep.wgsl\" in the folder",
            "root.wgsl:1:1: error: no file \"one.wgsl\" in the folder",
            "root.wgsl:2:1: error: no file \"two.wgsl\" in the folder",
            "root.wgsl:4:1: error: no file \"three.wgsl\" in the folder",
        ],
    );
    let imports = "#import gone::a\n#import gone::b\nimport package::far::c;\nimport package::fold::{fold, unfold};\n\
        fn height(p: vec2f) -> f32 { return fold(a() + b() + c() + unfold() + p.x); }\n";
    let no_package =
        "no package `gone`; imports from this folder begin with `package::` or `super::`";
    let expected = [
        format!("root.wgsl:1:1: error: {no_package}"),
        format!("root.wgsl:2:1: error: {no_package}"),
        "root.wgsl:3:1: error: no module `far` in the folder".to_owned(),
        "root.wgsl:4:1: error: `fold.wgsl` declares no `unfold`; did you mean `fold`?".to_owned(),
    ];
    check(imports, &expected.each_ref().map(String::as_str));
    check(
        "#include \"fold.wgsl\"\n#include \"one.wgsl\"\nimport package::far::c;\nfn height(p: vec2f) -> f32 { return fold(c(p)); }\n",
        &[
            "root.wgsl:2:1: error: no file \"one.wgsl\" in the folder",
            "root.wgsl:3:1: error: no module `far` in the folder",
        ],
    );
    check(
        "#include \"one.wgsl\"\nimport package::far::c;\nfn height(p: vec2f) -> f32 { return lib::c(p) + d; }\n",
        &[
            "root.wgsl:1:1: error: no file \"one.wgsl\" in the folder",
            "root.wgsl:2:1: error: no module `far` in the folder",
        ],
    );
    check(
        "#if a b\nbroken\n#else\nconst x = #{ONE} + #{TWO};\n#endif\n#endif\n#define 1+\n",
        &[
            "root.wgsl:1:1: error: `#if` takes NAME or NAME == VALUE (!= < <= > >=)",
            "root.wgsl:4:11: error: `ONE` is not defined; `//! @define(ONE, VALUE)` at the top of the file defines it",
            "root.wgsl:4:20: error: `TWO` is not defined; `//! @define(TWO, VALUE)` at the top of the file defines it",
            "root.wgsl:6:1: error: there is no `#ifdef` or `#if` before this `#endif`",
            "root.wgsl:7:1: error: `#define` takes a name and a short value",
        ],
    );
}

#[test]
fn included_file_that_appears_later_makes_the_result_stale() {
    let root = "#include \"lib.wgsl\"\nfn height(p: vec2f) -> f32 { return lib(p); }";
    let before = SourceTree::from_iter([("noise/a.wgsl", root)]);
    let file = compiled(&before, "noise/a.wgsl");
    assert!(file.has_error());
    for path in ["noise/lib.wgsl", "lib.wgsl"] {
        let library = "fn lib(p: vec2f) -> f32 { return p.y; }";
        let after = SourceTree::from_iter([("noise/a.wgsl", root), (path, library)]);
        let changes = BTreeSet::from_iter(after.changes_since(&before));
        assert!(!file.depends_on.is_disjoint(&changes), "{path}");
        assert!(!compiled(&after, "noise/a.wgsl").has_error());
    }
}

#[test]
fn controls_of_an_included_file_have_their_tags_and_captures_its_text() {
    let library = "struct Params {\n /// How much. @range(0, 4, 0.5, 2)\n gain: f32 }\n\
        @group(0) @binding(0) var<uniform> params: Params;";
    let root = "#include \"params.wgsl\"\nfn height(p: vec2f) -> f32 { return p.x * params.gain; }";
    let tree = SourceTree::from_iter([("params.wgsl", library), ("a.wgsl", root)]);
    let file = compiled(&tree, "a.wgsl");
    assert_eq!(file.diagnostics, []);
    let generator = file.main().unwrap();
    assert_eq!(
        (generator.controls()[0].doc.as_str(), generator.controls()[0].default.first()),
        ("How much.", 2.0)
    );
    let settings = RenderSettings::new(generator, 4);
    let field = evaluate(&Subject::new(generator, settings)).unwrap();
    assert_eq!(field.samples[0], -6.0);
    let manifest = Subject::new(generator, settings).manifest("any");
    let captured = compiled(&manifest.tree(), "a.wgsl");
    assert_eq!(captured.main().unwrap().linked().wgsl, generator.linked().wgsl);
}

#[test]
fn conditional_directives_select_lines() {
    let check = |text: &str, expect: &str| {
        let text = format!("{text}\nfn height(p: vec2f) -> f32 {{ return value; }}");
        let tree = SourceTree::from_iter([("a.wgsl", text.as_str())]);
        let file = compiled(&tree, "a.wgsl");
        let found = match file.main() {
            Some(generator) => {
                let settings = RenderSettings::new(generator, 1);
                let field = evaluate(&Subject::new(generator, settings)).unwrap();
                field.samples[0].to_string()
            }
            None => file.diagnostics[0].short(),
        };
        assert_eq!(found, expect, "{text}");
    };
    let either = "#ifdef FINE\nconst value = 1.0;\n#else\nconst value = 2.0;\n#endif";
    check(either, "2");
    check(&format!("//! @define(FINE)\n{either}"), "1");
    check(&format!("#define FINE\n{either}"), "1");
    let count = "#if COUNT >= 4\nconst value = #COUNT.0;\n#else if COUNT == 3\nconst value = 30.0;\n#else\nconst value = 0.0;\n#endif";
    check(&format!("//! @define(COUNT, 5)\n{count}"), "5");
    check(&format!("//! @define(COUNT, 3)\n{count}"), "30");
    check(count, "0");
    check("#define SIZE 7\nconst value = f32(#{SIZE});", "7");
    let nested =
        "#ifndef A\n#ifdef B\nbroken\n#else\nconst value = 3.0;\n#endif\n#else\nbroken\n#endif";
    check(nested, "3");
    check("#ifdef A\nconst value = 1.0;", "a.wgsl:1:1: error: this condition has no `#endif`");
    check(
        "const value = 1.0;\n#endif",
        "a.wgsl:2:1: error: there is no `#ifdef` or `#if` before this `#endif`",
    );
    check(
        "#if a b\n#endif\nconst value = 1.0;",
        "a.wgsl:1:1: error: `#if` takes NAME or NAME == VALUE (!= < <= > >=)",
    );
    check(
        "const value = #{SIZE};",
        "a.wgsl:1:15: error: `SIZE` is not defined; `//! @define(SIZE, VALUE)` at the top of the file defines it",
    );
}

#[test]
fn includes_are_bounded_in_depth_and_size() {
    let next = |index: usize| format!("#include \"{}.wgsl\"\n", index + 1);
    let chain: Vec<(String, String)> =
        (0..80).map(|index| (format!("{index}.wgsl"), next(index))).collect();
    let tree = SourceTree::from_iter(chain);
    let message = compiled(&tree, "0.wgsl").diagnostics[0].message.clone();
    assert_eq!(message, "more than 64 files include each other");
    let large = format!("// {}\n", "x".repeat(600_000));
    let files = [
        ("a.wgsl", "#include \"b.wgsl\"\n#include \"c.wgsl\"\n"),
        ("b.wgsl", &large),
        ("c.wgsl", &large),
    ];
    assert!(summary(&files, "a.wgsl").contains("is larger than 1048576 bytes"));
}
