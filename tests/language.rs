//! Tests of valid WGSL that naga's validator or its SPIR-V writer refuse: it has the values that WGSL states.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use noise_playground::field::Channel;
use noise_playground::generator::{Derivative, derive};
use noise_playground::{SampleGrid, Subject, compile, evaluate};

/// Returns the value of a shader's main generator at a position.
fn value(text: &str, at: [f64; 2]) -> f32 {
    values(text, at)[0]
}

fn values(text: &str, at: [f64; 2]) -> Vec<f32> {
    let generators = compile([("a.wgsl", text)]).unwrap_or_else(|error| panic!("{text}: {error}"));
    let grid = SampleGrid { center: at, span: 1.0, size: [1, 1] };
    evaluate(&Subject::new(&generators[0], grid)).unwrap().samples
}

#[test]
fn pointers_to_parts_of_variables_are_passed() {
    let double = "fn double(v: ptr<function, f32>) -> f32 { *v = *v * 2.0; return *v; }\n";
    let check = |text: &str, expect: f32| {
        assert_eq!(value(&format!("{double}{text}"), [3.0, 5.0]), expect, "{text}");
    };
    check(
        "fn height(p: vec2f) -> f32 {
            var list = array<f32, 2>(p.x, p.y);
            _ = double(&list[1]);
            return list[0] + 100.0 * list[1]; }",
        1003.0,
    );
    check(
        "fn height(p: vec2f) -> f32 {
            var list = array<f32, 2>(p.x, p.y);
            let r = double(&list[1]) * double(&list[1]);
            return r + list[1]; }",
        220.0,
    );
    check(
        "struct S { a: f32, b: array<vec2f, 3> }
        fn add(v: ptr<function, vec2f>) { (*v).x = 3.0; *v += vec2f(1.0); }
        fn both(s: ptr<function, S>) { _ = double(&(*s).a); add(&s.b[1]); }
        fn height(p: vec2f) -> f32 {
            var all: array<S, 2>;
            all[1].a = p.x;
            both(&all[i32(p.x) - 2]);
            return all[1].a * 100.0 + all[1].b[1].x * 10.0 + all[1].b[1].y + all[0].a; }",
        641.0,
    );
    check(
        "fn add(v: ptr<function, vec2f>, w: ptr<function, f32>) { *v += 2.0; *w += (*v).x; }
        fn height(p: vec2f) -> f32 {
            var m = mat2x2f(0.0, 0.0, 0.0, 0.0);
            var list: array<f32, 2>;
            let whole = &list;
            add(&m[1], &(*whole)[1]);
            return m[1].x + m[0].x + 10.0 * list[1]; }",
        22.0,
    );
    check(
        "var<private> counts: array<f32, 3>;
        fn count(v: ptr<private, f32>, by: f32) { *v += by; }
        fn twice(v: ptr<private, f32>) { count(v, 1.0); count(&counts[0], 1.0); }
        fn height(p: vec2f) -> f32 {
            for (var i = 1; i < 3; i++) { twice(&counts[i]); }
            let last = &counts[2];
            count(last, p.x);
            return counts[0] + 10.0 * counts[1] + 100.0 * counts[2]; }",
        412.0,
    );
}

#[test]
fn pointers_to_parts_are_passed_in_fragments_and_differentiated() {
    let square = "fn square(v: ptr<function, f32>) { *v = *v * *v; }\n";
    let fragment = "@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f {
        var list = array<f32, 2>(uv.x, uv.y);
        square(&list[1]);
        return vec4f(list[0], list[1], 0.0, 1.0); }";
    assert_eq!(values(&format!("{square}{fragment}"), [0.0, 0.0])[..2], [0.5, 0.25]);
    let text = format!(
        "{square}fn height(p: vec2f) -> f32 {{
            var list = array<f32, 2>(p.x, p.y);
            square(&list[1]);
            return list[0] + list[1]; }}"
    );
    let generators = compile([("a.wgsl", text.as_str())]).unwrap();
    let gradient = derive(&generators[0], &Derivative::Gradient, Channel::X).unwrap();
    let grid = SampleGrid { center: [3.0, 5.0], span: 1.0, size: [1, 1] };
    let found = evaluate(&Subject::new(&gradient.into(), grid)).unwrap();
    assert_eq!(found.samples[..2], [1.0, 10.0]);
}

#[test]
fn function_may_end_in_a_loop_without_an_exit() {
    let check = |body: &str, expect: f32| {
        let text = format!("fn height(p: vec2f) -> f32 {{ {body} }}");
        assert_eq!(value(&text, [3.0, 5.0]), expect, "{body}");
    };
    check("var q = p; loop { if dot(q, q) < 1.0 { return q.x; } q *= 0.5; }", 0.375);
    check("for (;;) { if p.x < 9.0 { return 1.0; } }", 1.0);
    check("if p.x > 9.0 { return 0.0; } else { loop { return 2.0; } }", 2.0);
    check("{ loop { switch i32(p.x) { case 3: { return 1.0; } default: { break; } } } }", 1.0);
    check("switch i32(p.x) { case 0: { loop { return 1.0; } } default: { { return 4.0; } } }", 4.0);
    check("loop { loop { break; } if p.x > 0.0 { return 5.0; } }", 5.0);
    check("loop { return 1.0; } let unreached = 2.0;", 1.0);
    let fragment = "@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f {
        loop { return vec4f(uv, 0.0, 1.0); } }";
    assert_eq!(values(fragment, [0.0, 0.0])[..2], [0.5, 0.5]);
}
