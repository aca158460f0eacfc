//! A file → its generators: link → parse → validate → reflect.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::Generator;
use super::complaint::{parse_error, validation_error};
use super::paint::wrap_surface;
use super::reflect::reflect;
use super::wrap::{passes, wrap};
use crate::diagnostic::Diagnostic;
use crate::link::{Linked, Linking, link};
use crate::source::{ModulePath, Source, SourceTree};

/// What came of compiling a file.
#[derive(Clone, Debug)]
pub struct CompiledFile {
    /// The file.
    pub path: ModulePath,
    /// Files that were read, or looked for and missed: a change of any makes this stale.
    pub depends_on: BTreeSet<ModulePath>,
    /// What is wrong, in the order of places. With an error there are no generators.
    pub diagnostics: Vec<Diagnostic>,
    /// Functions of a position, in the file's order.
    pub generators: Vec<Arc<Generator>>,
    /// The linked text that the generators stand in.
    pub linked: Option<Arc<Linked>>,
}

impl CompiledFile {
    /// The generator that the file's name alone means.
    pub fn main(&self) -> Option<&Arc<Generator>> {
        self.generators.iter().find(|generator| generator.main)
    }

    /// Whether there is an error.
    pub fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Compiles one file of a folder.
pub fn compile(tree: &SourceTree, source: &Arc<Source>) -> CompiledFile {
    let Linking { result, depends_on } = link(tree, source);
    let mut compiled = CompiledFile {
        path: source.path.clone(),
        depends_on,
        diagnostics: Vec::new(),
        generators: Vec::new(),
        linked: None,
    };
    match result.and_then(|linked| {
        Ok((
            parse(&linked, &linked.wgsl).map_err(|error| vec![*error])?,
            linked,
        ))
    }) {
        Ok((module, linked)) => {
            let reflected = reflect(&module, &linked);
            compiled.diagnostics = reflected.diagnostics;
            let mut generators = reflected.generators;
            if !compiled.has_error() {
                compiled.diagnostics.extend(unfit(&linked, &mut generators));
            }
            if !compiled.has_error() {
                compiled.generators = generators.into_iter().map(Arc::new).collect();
                compiled.linked = Some(Arc::new(linked));
            }
        }
        Err(diagnostics) => compiled.diagnostics = diagnostics,
    }
    for diagnostic in &mut compiled.diagnostics {
        diagnostic.place.get_or_insert_with(|| source.place(0..0));
    }
    compiled.diagnostics.sort();
    compiled.diagnostics.dedup();
    compiled
}

/// Why some generators cannot be evaluated, although the file is valid: `dpdx` has no place in a compute
/// shader, say. Beside a grid program, functions that only its passes can call are no generators.
fn unfit(linked: &Linked, generators: &mut Vec<Generator>) -> Vec<Diagnostic> {
    let has_program = generators
        .iter()
        .any(|generator| generator.program.is_some());
    let mut complaints = Vec::new();
    generators.retain(|generator| {
        let wrapped = match &generator.program {
            Some(program) => passes(linked, generator, program),
            None => wrap(linked, generator),
        };
        let fits = wrapped.is_ok();
        if !has_program || generator.program.is_some() {
            complaints.extend(wrapped.err().map(|complaint| *complaint));
        }
        fits
    });
    let painted = generators.iter().find(|generator| generator.painted);
    let painted = painted.and_then(|generator| wrap_surface(linked, generator).err());
    complaints.extend(painted.map(|complaint| *complaint));
    complaints
}

/// Puts the diagnostics of a folder's files together: each once, at its own place, with the files that
/// import it in its notes.
pub fn merge_diagnostics<'a>(
    files: impl IntoIterator<Item = &'a CompiledFile, IntoIter: Clone>,
) -> Vec<Diagnostic> {
    let files = files.into_iter();
    let mut merged: BTreeMap<_, Diagnostic> = BTreeMap::new();
    for diagnostic in files.clone().flat_map(|file| &file.diagnostics) {
        let start = diagnostic
            .place
            .as_ref()
            .map(|place| (place.file.clone(), place.start));
        let key = (start, diagnostic.severity, diagnostic.message.clone());
        merged.entry(key).or_insert_with(|| diagnostic.clone());
    }
    for diagnostic in merged.values_mut() {
        let Some(place) = &diagnostic.place else {
            continue;
        };
        // A file and its twin depend on each other without an import.
        let itself = [Some(place.file.clone()), place.file.twin()];
        let importers = files.clone().filter(|file| {
            file.depends_on.contains(&place.file) && !itself.contains(&Some(file.path.clone()))
        });
        diagnostic
            .notes
            .extend(importers.map(|file| format!("imported by {}", file.path)));
    }
    merged.into_values().collect()
}

/// Parses and validates WGSL that stands for a linked text. Complaints are placed in the authors' files.
pub(super) fn parse(linked: &Linked, wgsl: &str) -> Result<naga::Module, Box<Diagnostic>> {
    let module = naga::front::wgsl::parse_str(wgsl)
        .map_err(|error| Box::new(parse_error(linked, wgsl, &error)))?;
    Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map_err(|error| Box::new(validation_error(linked, &module, &error)))?;
    Ok(module)
}
