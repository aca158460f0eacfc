//! Tangents of variables that are written through pointers.

use noise_playground::field::Channel;
use noise_playground::generator::{Derivative, Modules, Precision, derive};

use crate::support::{evaluate_points, main_generator};

/// Each is x².
const BODIES: [(&str, &str); 9] = [
    ("", "add(&acc, p.x * p.x); return acc;"),
    (
        "fn outer(a: ptr<private, f32>, x: f32) { add(a, x); }",
        "outer(&acc, p.x * p.x); return acc;",
    ),
    (
        "fn put(a: ptr<private, vec2f>, x: f32) { (*a).y = x * x; }\nvar<private> pair: vec2f;",
        "put(&pair, p.x); return pair.y;",
    ),
    (
        "fn put(a: ptr<private, array<f32, 3>>, x: f32) { for (var i = 0; i < 3; i++) { (*a)[i] += x * x; } }\nvar<private> list: array<f32, 3>;",
        "put(&list, p.x); return list[2];",
    ),
    (
        "struct State { a: f32, b: array<vec2f, 2> }\nvar<private> state: State;\nfn put(s: ptr<private, State>, x: f32) { let b = &(*s).b[1]; (*b).x = x; (*s).a = (*s).b[1].x * x; }",
        "put(&state, p.x); return state.a;",
    ),
    ("fn write(x: f32) { let a = &acc; *a = x; *a *= x; }", "write(p.x); return acc;"),
    (
        "fn read(a: ptr<private, f32>) -> f32 { return *a * *a; }",
        "add(&acc, p.x); return read(&acc);",
    ),
    (
        "fn local(a: ptr<function, f32>, x: f32) { *a += x; }\nfn outer(a: ptr<function, f32>, x: f32) { local(a, x * x); }",
        "var a = 0.0; outer(&a, p.x); add(&acc, a); return acc;",
    ),
    (
        "fn whole(x: f32) -> f32 { let m = modf(x); add(&acc, m.fract); return acc + m.whole; }",
        "return whole(p.x * p.x);",
    ),
];

#[test]
fn variables_that_only_pointers_write_have_tangents() {
    for (declarations, body) in BODIES {
        let text = format!(
            "var<private> acc: f32;\nfn add(a: ptr<private, f32>, x: f32) {{ *a = *a + x; }}\n{declarations}\nfn f(p: vec2f) -> f32 {{ {body} }}"
        );
        let generator = main_generator(
            &text.replace("\nfn ", "\n/// @hidden\nfn ").replace("/// @hidden\nfn f(", "fn f("),
        );
        for (derivative, expected) in
            [(Derivative::Gradient, [3.0, 0.0, 0.0]), (Derivative::Hessian, [2.0, 0.0, 0.0])]
        {
            let derived = derive(&generator, &derivative, Channel::X).unwrap().into();
            for precision in [Precision::Single, Precision::Double] {
                let found = evaluate_points(&derived, precision, &[[1.5, 0.7, 0.0, 0.0]])[0];
                assert_eq!(found[..3], expected, "{body} {derivative:?}");
            }
        }
    }
}

/// A derivative has tangents of what its function uses, and of no tangent of another.
#[test]
fn derivatives_of_one_file_do_not_multiply_their_private_variables() {
    let part = |index: usize| {
        format!("/// @hidden\nfn part{index}(p: vec2f) -> f32 {{ acc = p.x; return acc * p.y; }}\n")
    };
    let parts: String = (0..12).map(part).collect();
    let sum: Vec<_> = (0..12).map(|index| format!("part{index}_deriv(p).y")).collect();
    let text = format!(
        "var<private> acc: f32;\nfn f(p: vec2f) -> f32 {{ return {}; }}\n{parts}",
        sum.join(" + ")
    );
    let module = Modules::new(&main_generator(&text)).unwrap().evaluate;
    assert!(module.global_variables.len() < 60, "{}", module.global_variables.len());
}
