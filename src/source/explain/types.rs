//! WGSL names of naga's types.

use naga::front::Typifier;
use naga::proc::{ResolveContext, TypeResolution};
use naga::{Expression, Function, Handle, Module, Type, TypeInner};

use naga::common::DiagnosticDisplay;

const SHORT: [(&str, &str); 6] = [
    ("{AbstractFloat}", "f32"),
    ("{AbstractInt}", "i32"),
    ("<f32>", "f"),
    ("<i32>", "i"),
    ("<u32>", "u"),
    ("<f16>", "h"),
];

/// `vec2f` for `vec2<f32>`. Abstract types of literals become their default types.
pub(crate) fn short_types(text: &str) -> String {
    let [float, int, templates @ ..] = SHORT;
    let mut text = text.replace(float.0, float.1).replace(int.0, int.1);
    for (template, suffix) in templates {
        for size in ["2", "3", "4"] {
            text = text.replace(&format!("vec{size}{template}"), &format!("vec{size}{suffix}"));
            if matches!(suffix, "f" | "h") {
                let matrix = format!("x{size}{template}");
                text = text.replace(&matrix, &format!("x{size}{suffix}"));
            }
        }
    }
    text
}

pub(crate) fn type_name(module: &Module, ty: Handle<Type>) -> String {
    short_types(&DiagnosticDisplay((ty, module.to_ctx())).to_string())
}

pub(super) fn inner_name(module: &Module, inner: &TypeInner) -> String {
    let handle = module.types.iter().find(|(_, ty)| ty.inner == *inner);
    match handle {
        Some((handle, _)) => type_name(module, handle),
        None => resolution_name(module, &TypeResolution::Value(inner.clone())),
    }
}

pub(super) fn expression_type(
    module: &Module,
    function: &Function,
    expression: Handle<Expression>,
) -> Option<String> {
    let context =
        ResolveContext::with_locals(module, &function.local_variables, &function.arguments);
    let mut typifier = Typifier::new();
    typifier.grow(expression, &function.expressions, &context).ok()?;
    Some(resolution_name(module, &typifier[expression]))
}

fn resolution_name(module: &Module, resolution: &TypeResolution) -> String {
    let is_printable = match resolution {
        TypeResolution::Handle(_) => true,
        TypeResolution::Value(inner) => !matches!(inner, TypeInner::Struct { .. }),
    };
    if is_printable {
        short_types(&DiagnosticDisplay((resolution, module.to_ctx())).to_string())
    } else {
        "a struct".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_their_usual_names() {
        let check = |text: &str, expected: &str| assert_eq!(short_types(text), expected);
        check("`vec2<f32>` to `i32`", "`vec2f` to `i32`");
        check("array<vec4<u32>, 4>", "array<vec4u, 4>");
        check("mat3x2<f32>", "mat3x2f");
        check("vec3<{AbstractFloat}>", "vec3f");
        check("vec2<bool>", "vec2<bool>");
        check("array<f32>", "array<f32>");
        check("ptr<function, vec2<i32>>", "ptr<function, vec2i>");
    }
}
