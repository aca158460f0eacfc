//! Tests of the reported locations of loops that exceed the loop budget.

use noise_playground::source::SourceTree;

use crate::{run, run_text};

/// Returns the WGSL of a generator that executes the statements `body`, which may change the variable `x`.
fn generator(body: &str) -> String {
    format!("fn height(p: vec2f) -> f32 {{\n    var x = p.x;\n    {body}\n    return x;\n}}\n")
}

/// Checks that a generator with the statements `body` exceeds its loop budget, with an error at the line and column
/// `at`.
fn check(body: &str, at: &str) {
    let found = run_text(&generator(body)).unwrap_err().short();
    let expected = format!("a.wgsl:{at}: error: loop exceeded its budget of 32768 iterations");
    assert_eq!(found, expected, "{body}");
}

#[test]
fn every_kind_of_endless_loop_is_located() {
    check("loop {}", "3:5");
    check("loop { x += 1.0; }", "3:5");
    check("while true { x += 1.0; }", "3:5");
    check("for (;;) { x += 1.0; }", "3:5");
    check("for (var i = 0; i < 8; i++) { x += 1.0; i = 0; }", "3:5");
    check("for (var i = 0; i < 8; i--) { x += 1.0; if i < -5 { i = 0; } }", "3:5");
    check("for (var i = 0; f32(i) < 1e38; i++) { x += 1.0; }", "3:5");
    check("for (var i = 2147480000; f32(i) < 2147484000.0; i++) { x += 1.0; }", "3:5");
    check("for (var i = 4294960000u; f32(i) < 4294968000.0; i++) { x += 1.0; }", "3:5");
    check("for (var i = 8u; i >= 0u; i--) { x += 1.0; }", "3:5");
    check("for (var i = 1; i <= 2147483647; i++) { x += 1.0; }", "3:5");
    check("for (var i = 4294967290u; i <= 4294967295u; i++) { x += 1.0; }", "3:5");
    check("for (var i = -2147483647; i < 2147483647; i++) { x += 1.0; }", "3:5");
}

#[test]
fn loops_whose_exits_are_never_reached_are_located() {
    check("loop { if x > 1e30 { break; } x = 0.5; }", "3:5");
    check("loop { if x > 1e30 { return x; } continue; }", "3:5");
    check("loop { x = 0.5; continuing { x += 0.25; break if x > 1e30; } }", "3:5");
    check(
        "loop { switch i32(x) { case 99: { return 1.0; } default: { x = 0.0; continue; } } }",
        "3:5",
    );
    check("loop { switch i32(x) { case 99: { x = 0.0; } default: { break; } } }", "3:5");
    check("if x < 1e30 { } while x < 1e30 { x = 0.0; }", "3:21");
    check("switch 1 { default: { { loop { } } } }", "3:29");
}

#[test]
fn loop_whose_counter_changes_through_a_pointer_is_located() {
    let text = "fn reset(i: ptr<function, i32>) { *i = 0; }\n".to_owned()
        + &generator("for (var i = 0; i < 8; i++) { reset(&i); }");
    let found = run_text(&text).unwrap_err().short();
    assert!(found.starts_with("a.wgsl:4:5: error: loop exceeded"), "{found}");
}

#[test]
fn nested_loop_that_exceeds_the_budget_is_located() {
    // 32 times 1001 iterations; then the inner loop needs 1000 more.
    check(
        "for (var i = 0; i < 1000; i++) {\n for (var j = 0; j < 1000; j++) { x += 1.0; } }",
        "4:2",
    );
    check(
        "for (var i = 0; i < 1000; i++) {\n var j = 0; loop { j += 1; if j > 1000 { break; } } }",
        "4:13",
    );
    check("loop {\n for (var j = 0; j < 2; j++) { x += 1.0; } }", "3:5");
    // Loops after the first one are not reported.
    check("loop { x += 1.0; } loop {}", "3:5");
    check("for (var i = 0; i < 9; i++) {\n loop { x += 1.0; } }\n loop {}", "4:2");
}

#[test]
fn loop_in_an_imported_file_is_located_there() {
    let tree = SourceTree::from_iter([
        (
            "a.wgsl",
            "import package::lib::deep::spin;\nfn height(p: vec2f) -> f32 { return spin(p.x); }",
        ),
        (
            "lib/deep.wgsl",
            "// é\nfn other() {}\nfn spin(x: f32) -> f32 {\n\t/* ä */ while (true) { other(); }\n    return x;\n}",
        ),
    ]);
    let found = run(&tree, &[], [4, 4]).unwrap_err();
    assert_eq!(
        found.human().lines().take(4).collect::<Vec<_>>(),
        [
            "lib/deep.wgsl:4:10: error: loop exceeded its budget of 32768 iterations",
            "  |",
            "4 |     /* ä */ while (true) { other(); }",
            "  |             ^^^^^",
        ]
    );
    assert!(found.notes[0].contains("`//! @loop_budget(n)`"), "{:?}", found.notes);
}

#[test]
fn same_loop_is_reported_in_every_run() {
    // One loop is in the last sample of the first row, the other in all samples of the lower rows.
    let text = "fn height(p: vec2f) -> f32 {
        if p.y < 2.0 {
            loop {}
        }
        if p.x > 3.0 {
            while true {}
        }
        return p.x;
    }";
    let tree = SourceTree::from_iter([("a.wgsl", text)]);
    for _ in 0..5 {
        let found = run(&tree, &[], [64, 40]).unwrap_err().short();
        assert!(found.starts_with("a.wgsl:6:13:"), "{found}");
    }
}

#[test]
fn passes_of_grid_programs_are_guarded() {
    let text = "//! @loop_budget(500)
        struct Params {
            /// @range(1, 64, 1, 20)
            side: u32,
            /// @range(0, 100000, 1, 3)
            turns: i32,
        }
        @group(0) @binding(0) var<uniform> params: Params;
        /// @grid(side)
        @group(1) @binding(0) var<storage, read_write> heights: array<f32>;
        var<workgroup> shared_sum: atomic<u32>;
        /// @pass
        @compute @workgroup_size(4, 4) fn fill(@builtin(global_invocation_id) id: vec3u) {
            if any(id.xy >= vec2u(params.side)) { return; }
            for (var i = 0; i < params.turns; i++) { heights[id.x + id.y * params.side] += 1.0; }
        }
        /// @pass
        @compute @workgroup_size(16) fn add(@builtin(local_invocation_index) at: u32) {
            for (var i = 8u; i > 0u; i >>= 1u) { workgroupBarrier(); atomicAdd(&shared_sum, 1u); }
            workgroupBarrier();
            if at == 0u { heights[0] = f32(atomicLoad(&shared_sum)); }
        }";
    let tree = SourceTree::from_iter([("a.wgsl", text)]);
    let field = run(&tree, &[], [20, 20]).unwrap();
    assert_eq!((field.sample(0, 0), field.sample(7, 3)), (&[64.0][..], &[3.0][..]));
    let found = run(&tree, &[("turns", "501")], [20, 20]).unwrap_err().short();
    assert_eq!(found, "a.wgsl:15:13: error: loop exceeded its budget of 500 iterations");
}
