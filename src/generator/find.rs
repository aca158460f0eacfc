//! Finds a generator by file and function.

use std::sync::Arc;

use super::{CompiledFile, FunctionInfo, Generator, compile};
use crate::source::{ModulePath, SourceTree};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::suggest::closest;

/// Reason why [`find_generator`] finds no generator.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FindError {
    /// The file has errors; there may be warnings among them.
    #[error("{}", .0.first().map_or_else(String::new, Diagnostic::short))]
    Invalid(Vec<Diagnostic>),
    /// There is no such file or generator. The text names what there is.
    #[error("{0}")]
    Missing(String),
}

/// Compiles a file and returns its generator with this function, or the main one for `None`.
///
/// # Errors
/// There is no such file or generator, or the file has errors.
pub fn find_generator(
    tree: &SourceTree,
    path: &ModulePath,
    function: Option<&str>,
) -> Result<Arc<Generator>, FindError> {
    let missing = || {
        let reason = tree.reason_left_out(path.as_str());
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        FindError::Missing(format!("\"{path}\" is not a shader of its folder{reason}"))
    };
    let compiled = compile(tree, tree.get(path).ok_or_else(missing)?);
    if compiled.has_error() {
        return Err(FindError::Invalid(compiled.diagnostics));
    }
    let generator = compiled.generator(function);
    let missing = || match function {
        Some(name) => match why_no_generator(&compiled, name) {
            Some(reason) => format!("{path}::{name} is no generator: {reason}"),
            None => format!("{path} has no generator {name:?}{}", generator_list(&compiled, name)),
        },
        None => format!(
            "{path} has no generator: a function whose first parameter is a vec2f, vec3f or vec4f{}",
            reasons(&compiled)
        ),
    };
    generator.cloned().ok_or_else(|| FindError::Missing(missing()))
}

fn why_no_generator<'f>(compiled: &'f CompiledFile, name: &str) -> Option<&'f str> {
    let mut functions = compiled.functions.iter();
    let function = functions.find(|function| function.name == name)?;
    function.no_generator.as_deref()
}

fn reasons(compiled: &CompiledFile) -> String {
    let reason = |function: &FunctionInfo| {
        let reason = function.no_generator.as_deref()?;
        Some(format!("{}: {reason}", function.name))
    };
    let reasons: Vec<String> = compiled.functions.iter().filter_map(reason).take(3).collect();
    if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) }
}

fn generator_list(compiled: &CompiledFile, name: &str) -> String {
    let similar = compiled.functions.iter();
    let similar = closest(name, similar.map(|function| function.name.as_str()));
    if let Some(similar) = similar {
        return format!("; did you mean {similar}?");
    }
    let names: Vec<&str> =
        compiled.generators.iter().map(|generator| generator.address.function.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) }
}
