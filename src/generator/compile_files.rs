//! Compilation of WGSL text to generators in one call.

use std::sync::Arc;

use crate::generator::{self, CompiledFile, Generator, merge_diagnostics};
use crate::source::SourceTree;
use crate::wgsl::diagnostic::Diagnostic;

/// Reason why [`compile()`] returns no generators.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CompileError {
    /// All errors of all files, in the order of their locations.
    #[error("{}", one_per_line(.0))]
    Invalid(Vec<Diagnostic>),
    /// All files are valid, but none declares a generator.
    #[error("no generator: a function whose first parameter is a vec2f, vec3f or vec4f")]
    NoGenerator,
}

fn one_per_line(diagnostics: &[Diagnostic]) -> String {
    let lines: Vec<String> = diagnostics.iter().map(Diagnostic::short).collect();
    lines.join("\n")
}

/// Compiles WGSL and returns its generators: functions of a position, and grid programs. No GPU is needed.
///
/// `sources` is one text, an array of `(path, text)` pairs that can import each other, or a whole folder, read with
/// [`SourceTree::read`]. The generators are in the order of their files' paths; in each file the main one comes first.
/// Warnings are dropped: [`generator::compile`] compiles a single file and returns them as well.
///
/// ```
/// let generators = noise_playground::compile("
///     /// Parallel ridges.
///     fn height(position: vec2f, frequency: f32) -> f32 {
///         return sin(position.x * frequency);
///     }
/// ")?;
/// assert_eq!(generators[0].address().function, "height");
/// assert_eq!(generators[0].controls()[0].name, "frequency");
///
/// let error = noise_playground::compile("fn height(position: vec2f) -> f32 { return 1u; }").unwrap_err();
/// assert!(error.to_string().contains("main.wgsl:1:"));
/// # Ok::<(), noise_playground::CompileError>(())
/// ```
///
/// # Errors
/// Fails if any file has an error, or if no file has a generator.
pub fn compile(sources: impl Into<SourceTree>) -> Result<Vec<Arc<Generator>>, CompileError> {
    let tree = sources.into();
    let files: Vec<CompiledFile> =
        tree.iter().map(|source| generator::compile(&tree, source)).collect();
    let mut errors = merge_diagnostics(&files);
    errors.retain(Diagnostic::is_error);
    if !errors.is_empty() {
        return Err(CompileError::Invalid(errors));
    }
    let mut generators = Vec::new();
    for mut file in files {
        file.generators.sort_by_key(|generator| !generator.main);
        generators.append(&mut file.generators);
    }
    if generators.is_empty() { Err(CompileError::NoGenerator) } else { Ok(generators) }
}

impl From<&str> for SourceTree {
    fn from(text: &str) -> Self {
        Self::from([("main.wgsl", text)])
    }
}

impl<const N: usize> From<[(&str, &str); N]> for SourceTree {
    fn from(files: [(&str, &str); N]) -> Self {
        files.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_generator_of_each_file_comes_first() {
        let helper = "fn base(p: vec2f) -> f32 { return p.x; }";
        let text = format!("{helper}\nfn height(p: vec2f) -> f32 {{ return base(p); }}");
        let generators = compile([("b.wgsl", text.as_str()), ("a.wgsl", helper)]).unwrap();
        let addresses = generators.iter().map(|generator| generator.address.to_string());
        let addresses: Vec<String> = addresses.collect();
        assert_eq!(addresses, ["a.wgsl::base", "b.wgsl::height", "b.wgsl::base"]);
    }

    #[test]
    fn errors_of_all_files_are_listed_and_warnings_are_not() {
        let warned = "fn height(p: vec2f,\n/// @range(1, 0)\ngain: f32) -> f32 { return gain; }";
        assert_eq!(compile(warned).unwrap().len(), 1);
        let error = compile([("a.wgsl", "fn"), ("b.wgsl", warned), ("c.wgsl", "fn")]).unwrap_err();
        let CompileError::Invalid(errors) = &error else { panic!("{error}") };
        assert_eq!(errors.len(), 2, "{error}");
        let none = compile("fn f(x: f32) -> f32 { return x; }").unwrap_err();
        assert!(matches!(none, CompileError::NoGenerator));
    }
}
