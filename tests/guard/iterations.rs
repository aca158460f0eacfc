//! Tests of loop budgets, which limit the number of loop iterations for a sample.

use noise_playground::source::SourceTree;

use crate::{run, run_text};

/// WGSL loops with N iterations. Some are charged to the budget before they start, the others with each iteration.
const LOOPS: [&str; 8] = [
    "for (var i = 0; i < N; i++) { x += 1.0; }",
    "for (var i = -3; i <= N - 4; i++) { if i < 0 { continue; } x += 1.0; }",
    "for (var i = 7u; i < N + 7u; i += 1u) { x += 1.0; }",
    "for (var i = 2; f32(i) < N.0 + 1.5; i++) { x += 1.0; }",
    "let end = f32(N) - 0.25; for (var i = 0u; f32(i) < end; i += 1) { x += 1.0; }",
    "for (var i = 0; i != N; i++) { x += 1.0; }",
    "var i = 0; while i < N { x += 1.0; i++; }",
    "var i = 0; loop { if i == N { break; } continuing { i++; } }",
];

fn with_budget(body: &str, turns: u32, budget: &str) -> String {
    let body = body.replace('N', &turns.to_string());
    format!("//! {budget}\nfn height(p: vec2f) -> f32 {{ var x = p.x; {body} return x; }}")
}

#[test]
fn loops_may_use_the_whole_budget_and_no_iteration_more() {
    for (budget, turns) in [
        ("", 32_768),
        ("@loop_budget(10)", 10),
        ("@loop_budget(1)", 1),
        ("@loop_budget(65535)", 65_535),
    ] {
        for body in LOOPS {
            let field = run_text(&with_budget(body, turns, budget));
            assert!(field.is_ok(), "{body}: {:?}", field.err());
            let message = run_text(&with_budget(body, turns + 1, budget)).unwrap_err().message;
            assert_eq!(
                message,
                format!("loop exceeded its budget of {turns} iterations"),
                "{body}"
            );
        }
    }
}

#[test]
fn largest_budget_of_the_software_adapter_is_available() {
    let text = "//! @loop_budget(65535)
        fn height(p: vec2f) -> f32 { var n = 0; while n < 65535 { n++; } return f32(n); }";
    assert_eq!(run_text(text).unwrap().samples, [65_535.0; 45]);
}

#[test]
fn consecutive_loops_share_one_budget() {
    let text = |turns: u32| {
        let body = LOOPS.map(|body| format!("{{ {body} }}")).join("\n");
        with_budget(&body, turns, "@loop_budget(80)")
    };
    assert!(run_text(&text(10)).is_ok());
    assert!(run_text(&text(11)).is_err());
}

#[test]
fn loops_without_iterations_cost_nothing() {
    for body in [
        "for (var i = 0; i < 0; i++) {}",
        "for (var i = 5; i < -2000000000; i++) {}",
        "for (var i = 5; i <= 4; i++) {}",
        "for (var i = 2147483647; i < -2147483647; i++) {}",
        "for (var i = 9u; i < 3u; i++) {}",
        "for (var i = 9; f32(i) < 8.5; i++) {}",
        "for (var i = 0; f32(i) < -1e38; i++) {}",
        "while x > 1e30 {}",
    ] {
        assert!(run_text(&with_budget(body, 0, "@loop_budget(1)")).is_ok(), "{body}");
    }
}

#[test]
fn trip_count_of_a_control_may_exceed_the_budget() {
    let text = "struct Params { octaves: i32 }
        @group(0) @binding(0) var<uniform> params: Params;
        fn height(p: vec2f, more: i32) -> f32 {
            var x = p.x;
            for (var i = 0; i < params.octaves; i++) { x += 1.0; }
            let end = more * 2;
            for (var i = 0; i < end; i++) { x += 1.0; }
            return x;
        }";
    let tree = SourceTree::from_iter([("a.wgsl", text)]);
    let place =
        |set: &[(&str, &str)]| run(&tree, set, [8, 8]).unwrap_err().location.unwrap().start.line;
    assert!(run(&tree, &[("octaves", "32000"), ("more", "384")], [8, 8]).is_ok());
    assert_eq!(place(&[("octaves", "32000"), ("more", "385")]), 7);
    assert_eq!(place(&[("octaves", "32769")]), 5);
    assert_eq!(place(&[("octaves", "2147483647")]), 5);
}
