//! Compiles a file to its generators: links its imports, parses and validates the text, and reflects its functions.

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::definition::FunctionKind;
use super::functions::FunctionInfo;
use super::modules::Modules;
use super::parse::{parsed, rest};
use super::reflect::{Reflection, mark_main, reflect};
use super::{Generator, missing_imports};
use crate::source::link::{LinkResult, Linked, link};
use crate::source::{Features, ModulePath, Source, SourceTree};
use crate::wgsl::diagnostic::{Diagnostic, Severity};
use crate::wgsl::outline::Outline;
use sources::{SourceCache, SourceFinder};

/// Generators or errors of a file, and the files that it depends on.
#[derive(Clone, Debug)]
pub struct CompiledFile {
    /// Path relative to the shader folder.
    pub path: ModulePath,
    /// Files that were read, and files that were looked for and do not exist. A change of any makes the result stale.
    pub depends_on: BTreeSet<ModulePath>,
    /// Errors and warnings, in the order of their locations. If there is an error, there are no generators.
    pub diagnostics: Vec<Diagnostic>,
    /// Generators that lists show: functions of a position in file order, fragment entry points, the grid program.
    pub generators: Vec<Arc<Generator>>,
    /// Generators that the tag `@hidden` keeps out of lists. Addresses still select them.
    pub hidden: Vec<Arc<Generator>>,
    /// Features that conditions of the file and of its imports use.
    pub features: Features,
    /// All declared functions, including those that are not generators. Empty if the file has an error.
    pub functions: Vec<FunctionInfo>,
}

impl CompiledFile {
    /// Returns the generator of an address without a function; `None` if there are no generators.
    pub fn main(&self) -> Option<&Arc<Generator>> {
        self.generators.iter().find(|generator| generator.main)
    }

    /// Returns the generator of a function, which may be hidden; the main one for `None`.
    pub(super) fn generator(&self, function: Option<&str>) -> Option<&Arc<Generator>> {
        let Some(name) = function else { return self.main() };
        let mut all = self.generators.iter().chain(&self.hidden);
        all.find(|generator| generator.address.function == name)
    }

    /// Returns true for an error, and therefore no generators.
    pub fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Compiles a file of a shader folder, and the generators that fill its field inputs.
pub fn compile(tree: &SourceTree, source: &Arc<Source>) -> CompiledFile {
    compile_in(tree, source, &[], &mut SourceCache::default()).0
}

/// `chain` lists the files for which this one is compiled: each fills a field input of the previous one. Returns the
/// file, and the number of files in the longest such chain from this one on.
fn compile_in(
    tree: &SourceTree,
    source: &Arc<Source>,
    chain: &[ModulePath],
    cache: &mut SourceCache,
) -> (CompiledFile, usize) {
    let LinkResult { result, depends_on, features, remainder } = link(tree, source);
    let mut compiled = CompiledFile {
        path: source.path.clone(),
        depends_on,
        diagnostics: Vec::new(),
        generators: Vec::new(),
        hidden: Vec::new(),
        features,
        functions: Vec::new(),
    };
    let mut length = 1;
    match result.and_then(|linked| reflected(&Arc::new(linked))) {
        Ok(reflection) => {
            let chain = [chain, std::slice::from_ref(&source.path)].concat();
            length += add_generators(tree, &mut compiled, reflection, &chain, cache);
        }
        Err(errors) => compiled.diagnostics = errors,
    }
    if let Some(remainder) = remainder {
        compiled.diagnostics.extend(further_diagnostics(&Arc::new(remainder)));
    }
    missing_imports::suggest(tree, source, &mut compiled.diagnostics);
    for diagnostic in &mut compiled.diagnostics {
        diagnostic.location.get_or_insert_with(|| source.location(0..0));
    }
    compiled.diagnostics.sort();
    compiled.diagnostics.dedup();
    (compiled, length)
}

/// Adds only errors if there are any. Returns the number of files in the longest chain of sources.
fn add_generators(
    tree: &SourceTree,
    compiled: &mut CompiledFile,
    reflection: Reflection,
    chain: &[ModulePath],
    cache: &mut SourceCache,
) -> usize {
    let Reflection { mut generators, mut hidden, mut functions, diagnostics } = reflection;
    compiled.diagnostics = diagnostics;
    if !compiled.has_error() {
        let rejected = reject_unsupported(&mut generators, &mut functions);
        compiled.diagnostics.extend(rejected);
        // The main generator may be among the rejected ones.
        mark_main(&mut generators, &compiled.path);
    }
    let mut length = 0;
    if !compiled.has_error() {
        let all = [&mut generators, &mut hidden];
        length = fill_inputs(tree, compiled, all, chain, cache);
    }
    if !compiled.has_error() {
        compiled.generators = generators.into_iter().map(Arc::new).collect();
        compiled.hidden = hidden.into_iter().map(Arc::new).collect();
        compiled.functions = functions;
    }
    length
}

fn fill_inputs(
    tree: &SourceTree,
    compiled: &mut CompiledFile,
    generators: [&mut Vec<Generator>; 2],
    chain: &[ModulePath],
    cache: &mut SourceCache,
) -> usize {
    let [listed, hidden] = generators;
    let all = if listed.is_empty() { &*hidden } else { &*listed };
    let mut finder =
        SourceFinder { tree, chain, cache, length: 0, depends_on: &mut compiled.depends_on };
    match finder.find(all) {
        Ok(sources) => {
            let all = listed.iter_mut().chain(hidden);
            all.for_each(|generator| sources.fill(generator));
        }
        Err(errors) => compiled.diagnostics.extend(errors),
    }
    finder.length
}

fn reflected(linked: &Arc<Linked>) -> Result<Reflection, Vec<Diagnostic>> {
    match parsed(linked) {
        Ok(module) => Ok(reflect(module, linked)),
        Err(errors) => {
            let warnings = rest(linked).map(|module| reflect(module, linked).diagnostics);
            Err(errors.iter().cloned().chain(warnings.unwrap_or_default()).collect())
        }
    }
}

/// Errors of a file without its unlinkable declarations, and warnings about tags if only function bodies are missing.
fn further_diagnostics(linked: &Arc<Linked>) -> Vec<Diagnostic> {
    let mut found = parsed(linked).err().map(<[Diagnostic]>::to_vec).unwrap_or_default();
    let outline = Outline::parse(&linked.wgsl);
    let mut declared = linked.root().outline().declarations.iter();
    if declared.all(|declaration| outline.find(&declaration.name).is_some())
        && let Some(module) = rest(linked)
    {
        found.extend(reflect(module, linked).diagnostics);
    }
    found
}

/// Removes generators that are valid WGSL but cannot run in compute shaders, such as those with `dpdx`. In a file with
/// a grid program, functions go without a diagnostic, since its passes may call them.
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

fn left_out(generator: &Generator, reason: Diagnostic) -> Diagnostic {
    let message = format!("`{}` is left out: {}", generator.address.function, reason.message);
    Diagnostic { severity: Severity::Warning, message, ..reason }
}

/// Merges diagnostics without duplicates, in the order of locations. Notes name the files that import that file.
pub fn merge_diagnostics<'a>(
    files: impl IntoIterator<Item = &'a CompiledFile, IntoIter: Clone>,
) -> Vec<Diagnostic> {
    let files = files.into_iter();
    let mut merged: BTreeMap<_, Diagnostic> = BTreeMap::new();
    for diagnostic in files.clone().flat_map(|file| &file.diagnostics) {
        let start =
            diagnostic.location.as_ref().map(|location| (location.file.clone(), location.start));
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
        diagnostic.notes.extend(importers.map(|file| format!("imported by {}", file.path)));
    }
    merged.into_values().collect()
}
