//! A file → its generators: link → parse → validate → reflect.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::sync::Arc;

use naga::valid::{Capabilities, ValidationError, ValidationFlags, Validator};

use super::Generator;
use super::reflect::reflect;
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
    match result.and_then(|linked| Ok((parse(&linked, &linked.wgsl).map_err(|error| vec![error])?, linked))) {
        Ok((module, linked)) => {
            let reflected = reflect(&module, &linked);
            compiled.diagnostics = reflected.diagnostics;
            if !compiled.has_error() {
                compiled.generators = reflected.generators.into_iter().map(Arc::new).collect();
                compiled.linked = Some(Arc::new(linked));
            }
        }
        Err(diagnostics) => compiled.diagnostics = diagnostics,
    }
    compiled.diagnostics.sort();
    compiled
}

/// Puts the diagnostics of many files together: each once, at its own place, with the files that
/// import it in its notes.
pub fn merge_diagnostics<'a>(files: impl IntoIterator<Item = &'a CompiledFile>) -> Vec<Diagnostic> {
    let mut merged: BTreeMap<_, Diagnostic> = BTreeMap::new();
    for file in files {
        for diagnostic in &file.diagnostics {
            let start = diagnostic.place.as_ref().map(|place| (place.file.clone(), place.start));
            let key = (start, diagnostic.severity, diagnostic.message.clone());
            let known = merged.entry(key).or_insert_with(|| diagnostic.clone());
            if diagnostic.place.as_ref().is_some_and(|place| place.file != file.path) {
                known.notes.push(format!("imported by {}", file.path));
            }
        }
    }
    merged.into_values().collect()
}

/// Parses and validates WGSL that stands for a linked text. Complaints are placed in the authors' files.
pub(super) fn parse(linked: &Linked, wgsl: &str) -> Result<naga::Module, Diagnostic> {
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| parse_error(linked, &error))?;
    Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map_err(|error| validation_error(linked, &error))?;
    Ok(module)
}

fn parse_error(linked: &Linked, error: &naga::front::wgsl::ParseError) -> Diagnostic {
    let mut labels = error.labels().filter_map(|(span, label)| {
        let place = linked.place(span.to_range()?)?;
        Some((place, linked.with_author_names(label)))
    });
    let (place, label) = labels.next().unzip();
    let mut diagnostic = Diagnostic::error(place, linked.with_author_names(error.message()));
    let message = diagnostic.message.clone();
    diagnostic.notes.extend(label.filter(|label| !label.is_empty() && !message.contains(label.as_str())));
    for (place, label) in labels {
        diagnostic.notes.push(format!("{}:{}:{}: {label}", place.file, place.start.line, place.start.column));
    }
    diagnostic.notes.extend(error.notes().map(|note| linked.with_author_names(note)));
    diagnostic
}

fn validation_error(linked: &Linked, error: &naga::WithSpan<ValidationError>) -> Diagnostic {
    let mut spans: Vec<_> = error.spans().filter_map(|(span, label)| Some((span.to_range()?, label))).collect();
    spans.sort_by_key(|(range, _)| range.len());
    let place = spans.first().and_then(|(range, _)| linked.place(range.clone()));
    let mut chain = vec![error.as_inner().to_string()];
    let mut cause = error.as_inner().source();
    while let Some(inner) = cause {
        chain.push(inner.to_string());
        cause = inner.source();
    }
    let message = chain.pop().unwrap_or_default();
    let mut diagnostic = Diagnostic::error(place, linked.with_author_names(&message));
    diagnostic.notes.extend(chain.iter().rev().map(|outer| linked.with_author_names(outer)));
    diagnostic
}
