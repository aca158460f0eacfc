//! Parser of a file with imports: its import statements, and a check of the rest of its syntax by naga.

use std::ops::Range;

use super::extensions::without_subgroups;
use super::statement::{MAX_NAMES, StatementError, import_statement};
use crate::source::explain::{self, Explanation, ParserError, Site, plain_syntax};
use crate::source::nesting::too_deep;
use crate::source::{Import, Source, SyntaxError};
use crate::wgsl::diagnostic::{Diagnostic, Fix};
use crate::wgsl::lexer::{blank, paths};

/// Parses at the first call. Fails if the text nests too deeply, or is not WGSL.
pub(super) fn imports(source: &Source) -> Result<&[Import], Box<SyntaxError>> {
    let imports = source.parsed.imports.get_or_init(|| parse(source));
    imports.as_deref().map_err(Clone::clone)
}

fn parse(source: &Source) -> Result<Vec<Import>, Box<SyntaxError>> {
    if let Some(error) = too_deep(source).or_else(|| unfinished_import(source)) {
        return Err(without_part(error));
    }
    let mut imports = statements(source)?;
    if let Some(error) = syntax_error(source) {
        return Err(Box::new(error));
    }
    let translation = source.translation.iter();
    imports.extend(translation.flat_map(|translation| translation.imports.iter().cloned()));
    match imports.get(MAX_NAMES) {
        Some(import) => Err(too_many(source, import.range.start)),
        None => Ok(imports),
    }
}

fn without_part(diagnostic: Diagnostic) -> Box<SyntaxError> {
    let range = None;
    Box::new(SyntaxError { diagnostic, range })
}

fn too_many(source: &Source, start: usize) -> Box<SyntaxError> {
    let message = format!("more than {MAX_NAMES} imported names in one file");
    without_part(Diagnostic::error(Some(source.location(start..start)), message))
}

fn statements(source: &Source) -> Result<Vec<Import>, Box<SyntaxError>> {
    let outline = source.outline();
    let first = outline.declarations.first();
    let mut imports = Vec::new();
    for range in &outline.imports {
        let error_at = |range: Range<usize>, message| {
            without_part(Diagnostic::error(Some(source.location(range)), message))
        };
        if first.is_some_and(|first| first.range.start < range.start) {
            return Err(error_at(range.clone(), "imports stand above all declarations"));
        }
        let tokens = source.tokens_in(range.clone());
        let found = import_statement(&source.text, tokens, range).map_err(|error| match error {
            StatementError::TooManyNames => too_many(source, range.start),
            StatementError::Unexpected(at) => {
                let token = tokens.get(at).or(tokens.last());
                let at = token.map_or(range.clone(), |token| token.range.clone());
                let message =
                    "an import is `import a::b;`, `import a::b as c;` or `import a::{b, c};`";
                error_at(at, message)
            }
        })?;
        imports.extend(found);
    }
    Ok(imports)
}

/// Name that is declared twice below a text: naga reports that after parsing, before it looks at types and names.
const END: &str = "end_of_text";

/// naga parses the text without imports, and with a word for each path to another file, so that locations stay.
fn syntax_error(source: &Source) -> Option<SyntaxError> {
    let mut wgsl = source.text.clone();
    for range in &source.outline().imports {
        blank(&mut wgsl, range.clone());
    }
    for path in paths(&source.text, source.tokens()) {
        let words = source.tokens_in(path.range.clone());
        if words.len() > 1 && !wgsl[path.range.clone()].trim().is_empty() {
            // `package`, `super` and `self` cannot be names.
            let word = format!("{}_", words[0].text(&source.text));
            blank(&mut wgsl, path.range.clone());
            wgsl.replace_range(path.range.start..path.range.start + word.len(), &word);
        }
    }
    let mut wgsl = without_subgroups(wgsl);
    let length = wgsl.len();
    wgsl.push_str(&format!("\nalias {END} = f32; alias {END} = f32;"));
    let is_syntax = |message: &str| !message.starts_with("redefinition of");
    naga::front::wgsl::parse_str(&wgsl).err().filter(|error| is_syntax(error.message()))?;
    let error = naga::front::wgsl::parse_str(&wgsl[..length]).err()?;
    nagas_error(source, &error)
}

fn unfinished_import(source: &Source) -> Option<Diagnostic> {
    let end = source.tokens().last()?.range.end;
    source.outline().imports.iter().find_map(|import| {
        let last = source.tokens_in(import.clone()).last()?;
        let is_unfinished = last.text(&source.text) != ";" && last.range.end < end;
        is_unfinished.then(|| {
            let location = source.location(last.range.clone());
            let after = source.location(last.range.end..last.range.end);
            Diagnostic::error(Some(location), "expected `;` at the end of the import")
                .with_fix(Some(Fix { location: after, text: ";".to_owned() }))
        })
    })
}

fn nagas_error(source: &Source, error: &naga::front::wgsl::ParseError) -> Option<SyntaxError> {
    let labels = error.labels();
    let labels = labels.map(|(span, text)| (span.to_range(), text.to_owned()));
    let labels: Vec<_> = labels.collect();
    let range = labels.first()?.0.clone()?;
    let notes: Vec<String> = error.notes().map(str::to_owned).collect();
    let explained = explain::parser_error(&ParserError {
        site: Site::new(source, range.clone()),
        message: error.message(),
        labels: &labels,
        notes: &notes,
        files: &[],
    });
    let found = explained.unwrap_or_else(|| Explanation {
        range: Some(range.clone()),
        message: plain_syntax(error.message()),
        notes,
        fix: None,
    });
    let diagnostic = found.diagnostic(source, range.clone());
    Some(SyntaxError { diagnostic, range: Some(range) })
}
