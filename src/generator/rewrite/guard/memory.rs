//! Rejects shaders whose variables are too large: a software driver takes seconds and GiB for each MiB of them.

use naga::proc::Layouter;
use naga::{AddressSpace, Handle, Module, Span, Type};

use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;

/// Bytes of the private variables, and the variables, parameters and results of all functions together. An adapter
/// needs to support only 8192 bytes for the variables of one function.
const MAX_BYTES: u64 = 1 << 19;

pub(crate) fn check_memory(linked: &Linked, module: &Module) -> Option<Diagnostic> {
    let mut layouter = Layouter::default();
    layouter.update(module.to_ctx()).ok()?;
    let values = values(module).into_iter();
    let values = values.map(|(span, ty)| (span, u64::from(layouter[ty].size)));
    let values: Vec<(Span, u64)> = values.collect();
    if values.iter().map(|(_, bytes)| bytes).sum::<u64>() <= MAX_BYTES {
        return None;
    }
    let (span, bytes) = values.into_iter().max_by_key(|(_, bytes)| *bytes)?;
    let location = span.to_range().and_then(|range| linked.location(range));
    let message = format!(
        "this needs {bytes} bytes, with which the variables of the shader need more than {MAX_BYTES}"
    );
    let help = "private variables count, and variables, parameters and results of all functions";
    Some(Diagnostic::error(location, message).with_note(help))
}

/// A parameter or result has the span of its function.
fn values(module: &Module) -> Vec<(Span, Handle<Type>)> {
    let mut values = Vec::new();
    for (handle, variable) in module.global_variables.iter() {
        if variable.space == AddressSpace::Private {
            values.push((module.global_variables.get_span(handle), variable.ty));
        }
    }
    for (handle, function) in module.functions.iter() {
        let span = module.functions.get_span(handle);
        for (handle, variable) in function.local_variables.iter() {
            values.push((function.local_variables.get_span(handle), variable.ty));
        }
        let arguments = function.arguments.iter().map(|argument| argument.ty);
        let result = function.result.as_ref().map(|result| result.ty);
        values.extend(arguments.chain(result).map(|ty| (span, ty)));
    }
    for entry in &module.entry_points {
        for (handle, variable) in entry.function.local_variables.iter() {
            let span = entry.function.local_variables.get_span(handle);
            values.push((span, variable.ty));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use crate::generator::compile;
    use crate::source::SourceTree;

    fn error(text: &str) -> Option<String> {
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let compiled = tree.iter().map(|source| compile(&tree, source));
        let diagnostics = compiled.flat_map(|file| file.diagnostics);
        let mut errors = diagnostics.filter(|diagnostic| diagnostic.is_error());
        errors.next().map(|error| error.short())
    }

    #[test]
    fn large_variables_are_errors_at_their_lines() {
        let height = |body: &str| format!("fn height(p: vec2f) -> f32 {{\n{body}\nreturn p.x; }}");
        let deep = "array<array<array<array<array<array<f32, 16>, 16>, 16>, 16>, 16>, 16>";
        let store = "a[0][1][2][3][4][5] = p.x;";
        for (text, expected) in [
            (height(&format!("var a: {deep}; {store}")), Some((2, 1 << 26))),
            (format!("var<private> a: {deep};\n{}", height(store)), Some((1, 1 << 26))),
            (height("var a: array<f32, 131072>; a[3] = p.x;"), Some((2, 1 << 19))),
            (height("var a: array<f32, 130000>; a[3] = p.x;"), None),
        ] {
            let found = error(&text);
            let Some((line, bytes)) = expected else {
                assert_eq!(found, None, "{text}");
                continue;
            };
            let found = found.unwrap();
            let place = format!("a.wgsl:{line}:");
            let message = format!(
                "error: this needs {bytes} bytes, with which the variables of the shader need more than 524288"
            );
            assert!(found.starts_with(&place) && found.ends_with(&message), "{found}");
        }
    }
}
