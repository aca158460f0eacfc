//! Tests of the diagnostics for mistakes that authors of shaders make. The mistakes come from questions and issues
//! about WGSL on the web, and from porting shaders of other languages.
//!
//! Each text file in `tests/mistakes` contains cases: `==== TITLE`, the text of a shader file, `----`, and its expected
//! diagnostics, with their notes indented. With `UPDATE_EXPECT=1` in the environment, the present diagnostics are
//! written into the text files.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "support/prints.rs"]
mod prints;

use std::fs;
use std::path::{Path, PathBuf};

use noise_playground::generator::{compile, merge_diagnostics};
use noise_playground::source::SourceTree;
use noise_playground::wgsl::diagnostic::Diagnostic;
use prints::debug_print;

struct Case {
    title: String,
    wgsl: String,
    expected: String,
}

/// Reads all text files with test cases. Returns the path and the cases of each.
fn table() -> Vec<(PathBuf, Vec<Case>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let cases = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let cases = text.split("==== ").skip(1);
        cases.map(case).collect()
    };
    files.iter().map(|path| (path.clone(), cases(path))).collect()
}

fn case(text: &str) -> Case {
    let (title, rest) = text.split_once('\n').unwrap();
    let (wgsl, expected) = rest.split_once("----\n").unwrap_or((rest, ""));
    Case { title: title.to_owned(), wgsl: wgsl.to_owned(), expected: expected.to_owned() }
}

fn diagnostics(wgsl: &str) -> Vec<Diagnostic> {
    let tree = SourceTree::from(wgsl);
    let files: Vec<_> = tree.iter().map(|source| compile(&tree, source)).collect();
    merge_diagnostics(&files)
}

/// Compiles a WGSL text. Returns the location and message of each diagnostic, with its notes below.
fn found(wgsl: &str) -> String {
    diagnostics(wgsl).iter().map(lines).collect()
}

fn lines(diagnostic: &Diagnostic) -> String {
    let short = diagnostic.short();
    let short = short.strip_prefix("main.wgsl:").unwrap_or(&short);
    let notes = diagnostic.notes.iter().map(|note| format!("  {note}\n"));
    format!("{short}\n{}", notes.collect::<String>())
}

#[test]
fn each_mistake_has_the_messages_of_the_table() {
    let is_update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut count = 0;
    for (path, cases) in table() {
        let mut updated = String::new();
        for Case { title, wgsl, expected } in cases {
            let found = found(&wgsl);
            let without_code =
                diagnostics(&wgsl).into_iter().find(|found| found.code() == "shader");
            assert_eq!(without_code, None, "{}: {title}", path.display());
            updated += &format!("==== {title}\n{wgsl}----\n{found}");
            assert!(!found.is_empty(), "{}: {title}", path.display());
            if !is_update {
                assert_eq!(found, expected, "{}: {title}", path.display());
            }
            count += 1;
        }
        if is_update {
            fs::write(&path, updated).unwrap();
        }
    }
    assert!(count >= 100, "{count} mistakes");
}

/// Checks that no message shows naga's data structures, which authors of shaders do not know.
#[test]
fn no_message_has_a_debug_print_of_naga() {
    for (path, cases) in table() {
        for Case { title, wgsl, .. } in cases {
            let found = found(&wgsl);
            assert_eq!(debug_print(&found), None, "{}: {title}\n{found}", path.display());
        }
    }
}

/// Checks the length of all messages. A long one repeats the grammar of the parser, which helps only those who know it.
#[test]
fn messages_are_short() {
    for (_, cases) in table() {
        for Case { title, wgsl, .. } in cases {
            for line in found(&wgsl).lines() {
                assert!(line.chars().count() < 190, "{title}: {line}");
            }
        }
    }
}

/// Names of structs that look like WGSL's own types.
const TYPE_LIKE: [&str; 24] = [
    "vec", "vec0", "vec2", "vec5", "vec9", "vec9f", "vec99", "vec2x", "vec3é", "vecé", "mat",
    "mat9x9f", "mat2", "matx", "array", "atomic", "ptr", "f", "f3", "texture_2d", "sampler",
    "bool2", "float4", "i32x",
];

#[test]
fn struct_with_a_name_like_a_type_causes_no_panic() {
    let wrong = [
        "fn f(p: vec2f) -> f32 { let a = T(1.0); let b: U = a; return b; }",
        "fn g(a: T) -> vec2f { return a; }\nfn f(p: vec2f) -> f32 { return g(p); }",
        "fn f(p: vec2f) -> f32 { var a: T; a = p; a += 1; return a[0] + a.y; }",
        "fn f(p: vec2f) -> U { var a = T(p.x); if a { a = U(1); } return a * a; }",
        "fn f(p: vec2f) -> f32 { return T<f32>(p); }\nfn g(a: ptr<function, T>) -> U { return a; }",
        "fn f(p: vec2f) -> f32 { let a = T(1.0); return a.xyz + vec9(a) + mat2x2f(a) - max(a, p); }",
    ];
    for name in TYPE_LIKE {
        for other in ["vec5", "vec9", "vec2", "mat9x9f", "f"] {
            for text in wrong {
                let text = text.replace('T', name).replace('U', other);
                let structs = [name, other].map(|name| format!("struct {name} {{ x: f32 }}\n"));
                let structs = if name == other { &structs[..1] } else { &structs[..] };
                assert_ne!(found(&format!("{}{text}", structs.concat())), "", "{text}");
            }
        }
    }
}
