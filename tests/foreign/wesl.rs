//! Tests with the test suite of WESL: imports, their syntax, and conditional translation.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use noise_playground::source::link::link;
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;
use serde_json::Value;

use crate::project;

/// Names declared in one WGSL text, each with the name of the same declaration in another text.
type Renamed<'t> = BTreeMap<&'t str, &'t str>;

fn cases(name: &str) -> Vec<Value> {
    let path = project("wesl-testsuite").join(format!("src/test-cases-json/{name}.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn linked(tree: &SourceTree) -> Result<String, String> {
    let root = tree.get(&ModulePath::new("main.wgsl")).unwrap();
    let linked = link(tree, root).result;
    let short = |errors: Vec<Diagnostic>| {
        let lines: Vec<String> = errors.iter().map(Diagnostic::short).collect();
        lines.join("\n")
    };
    linked.map(|linked| linked.wgsl).map_err(short)
}

fn check(name: &str) {
    let cases = cases(name);
    let passed = cases.iter().filter(|case| {
        let files = case["weslSrc"].as_object().unwrap().iter();
        let files =
            files.map(|(path, text)| (path.trim_start_matches("./"), text.as_str().unwrap()));
        let found = linked(&SourceTree::from_iter(files));
        let expected = case["expectedWgsl"].as_str().unwrap();
        let passes = found.as_ref().is_ok_and(|wgsl| are_equivalent(wgsl, expected));
        if !passes {
            println!("{}: {found:?} for {expected:?}", case["name"]);
        }
        passes
    });
    let passed = passed.count();
    println!("WESL: {passed} of {} {name}", cases.len());
    assert_eq!(passed, cases.len());
}

#[test]
#[ignore = "needs clones of other projects"]
fn imports_are_linked_as_wesls_tests_say() {
    check("importCases");
}

#[test]
#[ignore = "needs clones of other projects"]
fn conditions_are_translated_as_wesls_tests_say() {
    check("conditionalTranslationCases");
}

/// Checks WESL's test cases about the syntax of imports. Errors about missing modules are ignored, since the modules
/// that the cases import do not exist.
#[test]
#[ignore = "needs clones of other projects"]
fn import_statements_are_parsed_as_wesls_tests_say() {
    let missing =
        ["no module", "runs in its engine only", "no package", "is a folder", "leaves the folder"];
    let cases = cases("importSyntaxCases");
    let passed = cases.iter().filter(|case| {
        let text = case["src"].as_str().unwrap();
        let errors = linked(&SourceTree::from(text)).err().unwrap_or_default();
        let mut of_syntax =
            errors.lines().filter(|error| missing.iter().all(|reason| !error.contains(reason)));
        let passes = of_syntax.next().is_some() == case["fails"].as_bool().unwrap_or(false);
        if !passes {
            println!("{text:?}: {errors}");
        }
        passes
    });
    let passed = passed.count();
    println!("WESL: {passed} of {} importSyntaxCases", cases.len());
    assert_eq!(passed, cases.len());
}

/// Returns true if two WGSL texts are equal except for the order of their declarations and the names that they declare.
fn are_equivalent(one: &str, other: &str) -> bool {
    let [one, other] = [words(one), words(other)];
    let [one, other] = [declarations(&one), declarations(&other)];
    let names = [declared(&one), declared(&other)];
    one.len() == other.len()
        && matches(&one, &mut other.into_iter().map(Some).collect(), &Renamed::new(), &names)
}

/// Returns true if each declaration equals a different one of `others` under one common renaming. Tries all pairs.
fn matches<'t>(
    declarations: &[&'t [&'t str]],
    others: &mut Vec<Option<&'t [&'t str]>>,
    renamed: &Renamed<'t>,
    names: &[BTreeSet<&'t str>; 2],
) -> bool {
    let Some((first, rest)) = declarations.split_first() else {
        return true;
    };
    (0..others.len()).any(|index| {
        let mut renamed = renamed.clone();
        let Some(other) =
            others[index].filter(|other| is_renamed(first, other, &mut renamed, names))
        else {
            return false;
        };
        others[index] = None;
        let found = matches(rest, others, &renamed, names);
        others[index] = Some(other);
        found
    })
}

/// Returns true if two declarations differ in declared names only, and adds the pairs of these names to `renamed`.
fn is_renamed<'t>(
    one: &[&'t str],
    other: &[&'t str],
    renamed: &mut Renamed<'t>,
    names: &[BTreeSet<&'t str>; 2],
) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            if !names[0].contains(one) || !names[1].contains(other) {
                return one == other;
            }
            let is_new = !renamed.values().any(|known| known == other);
            match renamed.get(one) {
                Some(known) => known == other,
                None => is_new && renamed.insert(one, other).is_none(),
            }
        })
}

/// Splits a WGSL text without comments into words and symbols. Commas before a closing parenthesis or brace are left
/// out.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if matches!(first, '}' | ')') && words.last() == Some(&",") {
            words.pop();
        }
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// Splits the words of a WGSL text into declarations. Semicolons without a declaration are left out.
fn declarations<'t>(words: &'t [&'t str]) -> Vec<&'t [&'t str]> {
    let mut depth = 0;
    let ended = words.split_inclusive(|word| {
        depth += i32::from(matches!(*word, "{" | "(")) - i32::from(matches!(*word, "}" | ")"));
        depth == 0 && matches!(*word, ";" | "}")
    });
    ended.filter(|declaration| *declaration != [";"]).collect()
}

/// Returns the names that WGSL declarations declare.
fn declared<'t>(declarations: &[&'t [&'t str]]) -> BTreeSet<&'t str> {
    let name = |declaration: &&'t [&'t str]| {
        let keywords = ["fn", "struct", "alias", "const", "override", "var"];
        let at = declaration.iter().position(|word| keywords.contains(word))?;
        let mut after = declaration[at + 1..].iter();
        match declaration.get(at + 1) {
            Some(&"<") => after.by_ref().find(|word| **word == ">").and_then(|_| after.next()),
            _ => after.next(),
        }
        .copied()
    };
    declarations.iter().filter_map(name).collect()
}

/// Returns the contents of all string literals in a Rust text, raw ones too, with escapes resolved.
pub(crate) fn rust_strings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let hashes = rest[..start].len() - rest[..start].trim_end_matches('#').len();
        let end = format!("\"{}", "#".repeat(hashes));
        let body = &rest[start + 1..];
        let Some(length) = body.find(&end) else { break };
        found.push(body[..length].to_owned());
        rest = &body[length + end.len()..];
    }
    found
}
