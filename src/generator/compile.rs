//! Compiles a file to its generators: link, parse, validate, reflect.

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Generator;
use super::definition::FunctionKind;
use super::functions::FunctionInfo;
use super::missing_imports;
use super::modules::Modules;
use super::parse::parsed;
use super::reflect::{Reflection, mark_main, reflect};
use crate::diagnostic::{Diagnostic, Severity};
use crate::link::{LinkResult, Linked, link};
use crate::source::{ModulePath, Source, SourceTree};
use sources::SourceFinder;

/// Result of compiling one file: its generators or its errors, and the files that it depends on.
#[derive(Clone, Debug)]
pub struct CompiledFile {
    /// Path of the compiled file, relative to the folder.
    pub path: ModulePath,
    /// Paths of the files that were read, and of files that were looked for and do not exist: a change of any of them
    /// makes the result stale.
    pub depends_on: BTreeSet<ModulePath>,
    /// Errors and warnings, in the order of their locations. If there is an error, there are no generators.
    pub diagnostics: Vec<Diagnostic>,
    /// Generators to list: functions of a position in the order of the file, fragment entry points, then the grid
    /// program.
    pub generators: Vec<Arc<Generator>>,
    /// Generators that a tag `@hidden` keeps out of lists. They can still be named by their addresses.
    pub hidden: Vec<Arc<Generator>>,
    /// All functions of the file, also those that are not generators. Empty if the file has an error.
    pub functions: Vec<FunctionInfo>,
}

impl CompiledFile {
    /// Returns the main generator, to which an address without a function name refers.
    pub fn main(&self) -> Option<&Arc<Generator>> {
        self.generators.iter().find(|generator| generator.main)
    }

    /// Returns true if the file has an error, and therefore no generators.
    pub fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Compiles one file of a folder, and the generators that fill its field inputs.
pub fn compile(tree: &SourceTree, source: &Arc<Source>) -> CompiledFile {
    compile_in(tree, source, &[])
}

/// Compiles one file of a folder. `chain` are the files whose field inputs it fills: the last directly, the others
/// through the files that follow them.
pub(super) fn compile_in(
    tree: &SourceTree,
    source: &Arc<Source>,
    chain: &[ModulePath],
) -> CompiledFile {
    let LinkResult {
        result,
        depends_on,
        remainder,
    } = link(tree, source);
    let mut compiled = CompiledFile {
        path: source.path.clone(),
        depends_on,
        diagnostics: Vec::new(),
        generators: Vec::new(),
        hidden: Vec::new(),
        functions: Vec::new(),
    };
    match result.and_then(|linked| reflected(&Arc::new(linked))) {
        Ok(reflection) => {
            let chain = [chain, std::slice::from_ref(&source.path)].concat();
            add_generators(tree, &mut compiled, reflection, &chain);
        }
        Err(errors) => compiled.diagnostics = errors,
    }
    let further = remainder.as_ref().and_then(|rest| parsed(rest).err());
    let further = further.into_iter().flatten().cloned();
    compiled.diagnostics.extend(further);
    missing_imports::suggest(tree, source, &mut compiled.diagnostics);
    for diagnostic in &mut compiled.diagnostics {
        diagnostic
            .location
            .get_or_insert_with(|| source.location(0..0));
    }
    compiled.diagnostics.sort();
    compiled.diagnostics.dedup();
    compiled
}

/// Adds the generators of a file, with the sources of their field inputs, to `compiled`, unless there are errors.
fn add_generators(
    tree: &SourceTree,
    compiled: &mut CompiledFile,
    reflection: Reflection,
    chain: &[ModulePath],
) {
    let Reflection {
        mut generators,
        mut hidden,
        mut functions,
        diagnostics,
    } = reflection;
    compiled.diagnostics = diagnostics;
    if !compiled.has_error() {
        let rejected = reject_unsupported(&mut generators, &mut functions);
        compiled.diagnostics.extend(rejected);
        // The main one may be among the rejected.
        mark_main(&mut generators, &compiled.path);
    }
    if !compiled.has_error() {
        fill_inputs(tree, compiled, [&mut generators, &mut hidden], chain);
    }
    if !compiled.has_error() {
        compiled.generators = generators.into_iter().map(Arc::new).collect();
        compiled.hidden = hidden.into_iter().map(Arc::new).collect();
        compiled.functions = functions;
    }
}

/// Finds the sources of the field inputs (textures with `@field`) of all generators of a file, or adds errors.
fn fill_inputs(
    tree: &SourceTree,
    compiled: &mut CompiledFile,
    generators: [&mut Vec<Generator>; 2],
    chain: &[ModulePath],
) {
    let [listed, hidden] = generators;
    let all = if listed.is_empty() {
        &*hidden
    } else {
        &*listed
    };
    let mut finder = SourceFinder {
        tree,
        chain,
        depends_on: &mut compiled.depends_on,
    };
    match finder.find(all) {
        Ok(sources) => {
            let all = listed.iter_mut().chain(hidden);
            all.for_each(|generator| sources.fill(generator));
        }
        Err(errors) => compiled.diagnostics.extend(errors),
    }
}

fn reflected(linked: &Arc<Linked>) -> Result<Reflection, Vec<Diagnostic>> {
    match parsed(linked) {
        Ok(module) => Ok(reflect(module, linked)),
        Err(errors) => Err(errors.to_vec()),
    }
}

/// Removes the generators that cannot be evaluated although the file is valid: `dpdx`, for example, is not available in
/// a compute shader. Returns the reasons. In a file with a grid program, other functions are removed without a reason,
/// since its passes may call them.
fn reject_unsupported(
    generators: &mut Vec<Generator>,
    functions: &mut [FunctionInfo],
) -> Vec<Diagnostic> {
    let mut all = generators.iter();
    let has_program = all.any(|generator| generator.program.is_some());
    let mut errors = Vec::new();
    generators.retain(|generator| {
        let Err(error) = Modules::new(generator) else {
            return true;
        };
        let mut functions = functions.iter_mut();
        let name = &generator.address.function;
        if let Some(function) = functions.find(|function| function.name == *name) {
            function.no_generator = Some(error.message.clone());
        }
        if !has_program || generator.program.is_some() {
            errors.push(match generator.kind {
                FunctionKind::Fragment(_) => left_out(generator, *error),
                FunctionKind::Plain | FunctionKind::Struct(_) => *error,
            });
        }
        false
    });
    errors
}

/// Returns the warning about a fragment entry point that is valid but cannot run here, so that it is not listed.
fn left_out(generator: &Generator, reason: Diagnostic) -> Diagnostic {
    let message = format!(
        "`{}` is left out: {}",
        generator.address.function, reason.message
    );
    Diagnostic {
        severity: Severity::Warning,
        message,
        ..reason
    }
}

/// Merges the diagnostics of several files of a folder, without duplicates, in the order of locations. The files that
/// import a file are listed in the notes of its diagnostics.
pub fn merge_diagnostics<'a>(
    files: impl IntoIterator<Item = &'a CompiledFile, IntoIter: Clone>,
) -> Vec<Diagnostic> {
    let files = files.into_iter();
    let mut merged: BTreeMap<_, Diagnostic> = BTreeMap::new();
    for diagnostic in files.clone().flat_map(|file| &file.diagnostics) {
        let start = diagnostic
            .location
            .as_ref()
            .map(|location| (location.file.clone(), location.start));
        let key = (start, diagnostic.severity, diagnostic.message.clone());
        merged.entry(key).or_insert_with(|| diagnostic.clone());
    }
    for diagnostic in merged.values_mut() {
        let Some(location) = &diagnostic.location else {
            continue;
        };
        // Files that differ in the extension only depend on each other without an import.
        let same_module = [Some(location.file.clone()), location.file.other_extension()];
        let importers = files.clone().filter(|file| {
            file.depends_on.contains(&location.file)
                && !same_module.contains(&Some(file.path.clone()))
        });
        diagnostic
            .notes
            .extend(importers.map(|file| format!("imported by {}", file.path)));
    }
    merged.into_values().collect()
}
