//! A file → its generators: link → parse → validate → reflect.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::ops::Range;
use std::sync::Arc;

use naga::valid::{Capabilities, ValidationError, ValidationFlags, Validator};

use super::Generator;
use super::reflect::reflect;
use super::wrap::{passes, wrap};
use crate::diagnostic::Diagnostic;
use crate::link::{Linked, Linking, link};
use crate::source::{ModulePath, Place, Source, SourceTree};

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
    compiled.diagnostics.sort();
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
    complaints
}

/// Puts the diagnostics of many files together: each once, at its own place, with the files that
/// import it in its notes.
pub fn merge_diagnostics<'a>(files: impl IntoIterator<Item = &'a CompiledFile>) -> Vec<Diagnostic> {
    let mut merged: BTreeMap<_, Diagnostic> = BTreeMap::new();
    for file in files {
        for diagnostic in &file.diagnostics {
            let start = diagnostic
                .place
                .as_ref()
                .map(|place| (place.file.clone(), place.start));
            let key = (start, diagnostic.severity, diagnostic.message.clone());
            let known = merged.entry(key).or_insert_with(|| diagnostic.clone());
            if diagnostic
                .place
                .as_ref()
                .is_some_and(|place| place.file != file.path)
            {
                known.notes.push(format!("imported by {}", file.path));
            }
        }
    }
    merged.into_values().collect()
}

/// Parses and validates WGSL that stands for a linked text. Complaints are placed in the authors' files.
pub(super) fn parse(linked: &Linked, wgsl: &str) -> Result<naga::Module, Box<Diagnostic>> {
    let module = naga::front::wgsl::parse_str(wgsl)
        .map_err(|error| Box::new(parse_error(linked, &error)))?;
    Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map_err(|error| Box::new(validation_error(linked, &error)))?;
    Ok(module)
}

fn parse_error(linked: &Linked, error: &naga::front::wgsl::ParseError) -> Diagnostic {
    let labels: Vec<(Place, String)> = error
        .labels()
        .filter_map(|(span, label)| {
            Some((
                linked.place(span.to_range()?)?,
                linked.with_author_names(label),
            ))
        })
        .collect();
    let message = linked.with_author_names(error.message());
    let mut diagnostic = match first_of_cycle(linked, error) {
        Some((place, name)) => {
            Diagnostic::error(Some(place), format!("declaration of `{name}` is cyclic"))
        }
        None => Diagnostic::error(labels.first().map(|(place, _)| place.clone()), message),
    };
    for (place, label) in labels
        .iter()
        .filter(|(_, label)| !label.is_empty() && !diagnostic.message.contains(label.as_str()))
    {
        let at = format!(
            "{}:{}:{}: ",
            place.file, place.start.line, place.start.column
        );
        let here = diagnostic.place.as_ref() == Some(place);
        diagnostic
            .notes
            .push(if here { label.clone() } else { at + label });
    }
    diagnostic
        .notes
        .extend(error.notes().map(|note| linked.with_author_names(note)));
    diagnostic
}

/// The first declaration of a cycle, by place: the same one from whichever file the cycle was entered.
fn first_of_cycle(
    linked: &Linked,
    error: &naga::front::wgsl::ParseError,
) -> Option<(Place, String)> {
    if !error.message().ends_with("is cyclic") {
        return None;
    }
    let declarations = error.labels().filter(|(_, label)| label.is_empty());
    let named = declarations.filter_map(|(span, _)| {
        let range = span.to_range()?;
        let name = linked.with_author_names(linked.wgsl.get(range.clone())?);
        Some((linked.place(range)?, name))
    });
    named.min()
}

fn validation_error(linked: &Linked, error: &naga::WithSpan<ValidationError>) -> Diagnostic {
    let mut spans: Vec<_> = error
        .spans()
        .filter_map(|(span, label)| Some((span.to_range()?, label)))
        .collect();
    spans.sort_by_key(|(range, _)| range.len());
    // The narrowest stretch is the expression; but a parameter is declared far from where it is misused.
    let body = spans
        .last()
        .map_or(0, |(function, _)| body_start(&linked.wgsl, function));
    let narrowest = spans
        .iter()
        .find(|(range, _)| range.start >= body)
        .or(spans.first());
    let place = narrowest.and_then(|(range, _)| linked.place(range.clone()));
    let mut chain = vec![error.as_inner().to_string()];
    let mut cause = error.as_inner().source();
    while let Some(inner) = cause {
        chain.push(inner.to_string());
        cause = inner.source();
    }
    let message = chain.pop().unwrap_or_default();
    let plain = |text: &str| uncapitalized(&without_handles(&linked.with_author_names(text)));
    let mut diagnostic = Diagnostic::error(place, plain(&message));
    let names_only_a_handle = |outer: &&String| outer.starts_with("Call to [");
    diagnostic.notes.extend(
        chain
            .iter()
            .rev()
            .filter(|outer| !names_only_a_handle(outer))
            .map(|outer| plain(outer)),
    );
    diagnostic
}

/// Where the body of a function begins; its start for anything else.
fn body_start(wgsl: &str, function: &Range<usize>) -> usize {
    function.start
        + wgsl
            .get(function.clone())
            .and_then(|text| text.find('{'))
            .unwrap_or(0)
}

/// A message of naga's validator without its handles: `Function [1] 'f'` means nothing more to an author
/// than `Function 'f'`.
fn without_handles(message: &str) -> String {
    let mut parts = message.split(" [");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((digits, rest)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.push_str(rest);
            }
            _ => text.extend([" [", part]),
        }
    }
    text
}

fn uncapitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(characters).collect()
}
