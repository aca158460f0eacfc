//! Tests of hostile texts that took quadratic time or more: each is compiled, or stops at a limit with a message. With
//! quadratic time, a test would take minutes.

use noise_playground::source::SourceTree;

use crate::compiled;

/// Compiles a shader file, and returns its number of errors and the message of the last one.
fn last_error(text: &str) -> (usize, String) {
    let tree = SourceTree::from(text);
    let errors = compiled(&tree, "main.wgsl").diagnostics;
    let last = errors.last().map(|error| error.message.clone());
    (errors.len(), last.unwrap_or_default())
}

#[test]
fn errors_of_directives_end_at_a_limit() {
    let (count, last) = last_error(&"#import {\n".repeat(100_000));
    assert_eq!(count, 101);
    assert_eq!(last, "more than 100 errors; the rest of the file is not read");
    let (count, _) = last_error(&"#{a}".repeat(100_000));
    assert_eq!(count, 101);
}

#[test]
fn conditions_without_ends_stop_at_a_limit() {
    for (start, node) in
        [("", "@if(true) a "), ("", "@if(true) if a {} else "), ("struct S { ", "@if(true) a ")]
    {
        let (_, message) = last_error(&format!("{start}{}", node.repeat(40_000)));
        assert!(message.contains("take too long"), "{start}{node}: {message}");
    }
}

#[test]
fn imports_that_nest_too_deeply_are_errors() {
    let nested = |depth: usize| format!("#import {}b{}", "a::{".repeat(depth), "}".repeat(depth));
    assert!(last_error(&nested(50)).1.starts_with("no package `a`"));
    assert!(last_error(&nested(100_000)).1.starts_with("`#import` takes a path"));
}
