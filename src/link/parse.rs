//! Parser of the import statements in a shader file, by the wesl crate.

use wesl::syntax::{ImportContent, TranslationUnit};

use crate::diagnostic::Diagnostic;
use crate::explain::{self, Explanation, ParserError, Site, plain_syntax};
use crate::lexer::blank;
use crate::nesting::too_deep;
use crate::source::{Import, Source, SyntaxError};

/// Largest number of names that a file imports. Each path in the file is compared with them.
const MAX_NAMES: usize = 1000;

/// Returns the imports of a shader file, by statements and by directives, with their byte ranges. The file is parsed at
/// the first call.
///
/// The rest of the syntax tree is not cached: wesl renames the identifiers of a tree in all clones of it at once, so
/// that each link needs a tree of its own.
///
/// # Errors
/// The text nests too deeply, or it is not WGSL.
pub(super) fn imports(source: &Source) -> Result<&[Import], Box<SyntaxError>> {
    let imports = source.parsed.imports.get_or_init(|| parse(source));
    imports.as_deref().map_err(Clone::clone)
}

fn parse(source: &Source) -> Result<Vec<Import>, Box<SyntaxError>> {
    if let Some(diagnostic) = too_deep(source) {
        let range = None;
        return Err(Box::new(SyntaxError { diagnostic, range }));
    }
    let unit: TranslationUnit = source
        .text
        .parse()
        .map_err(|error| Box::new(syntax_error(source, &error)))?;
    let ranges = source.outline().imports.iter().cloned();
    let statements = unit.imports.into_iter().zip(ranges);
    let translation = source.translation.iter();
    let of_directives = translation.flat_map(|translation| translation.imports.iter().cloned());
    let imports: Vec<Import> = statements.chain(of_directives).collect();
    match too_many(source, &imports) {
        Some(error) => Err(Box::new(error)),
        None => Ok(imports),
    }
}

/// Returns the error at the import with which a file imports more than [`MAX_NAMES`] names.
fn too_many(source: &Source, imports: &[Import]) -> Option<SyntaxError> {
    let mut names = 0;
    let (_, range) = imports.iter().find(|(statement, _)| {
        names += name_count(&statement.content);
        names > MAX_NAMES
    })?;
    let message = format!("more than {MAX_NAMES} imported names in one file");
    Some(SyntaxError {
        diagnostic: Diagnostic::error(Some(source.location(range.clone())), message),
        range: None,
    })
}

fn name_count(content: &ImportContent) -> usize {
    match content {
        ImportContent::Item(_) => 1,
        ImportContent::Collection(imports) => {
            let imports = imports.iter();
            imports.map(|import| name_count(&import.content)).sum()
        }
    }
}

/// Returns the error of a text that the wesl crate cannot parse. If naga rejects the text too, naga's message is used:
/// it is clearer, and equals that for files without imports. The import statements are blanked for naga, so that
/// locations stay the same.
fn syntax_error(source: &Source, error: &wgsl_parse::Error) -> SyntaxError {
    if let Some(diagnostic) = unfinished_import(source) {
        let range = None;
        return SyntaxError { diagnostic, range };
    }
    let mut blanked = source.text.clone();
    for range in &source.outline().imports {
        blank(&mut blanked, range.clone());
    }
    let naga = naga::front::wgsl::parse_str(&blanked).err();
    if let Some(found) = naga.and_then(|error| nagas_error(source, &error)) {
        return found;
    }
    let range = error.span.range();
    let location = source.location(range.clone());
    SyntaxError {
        diagnostic: Diagnostic::error(Some(location), brief(&error.error.to_string())),
        range: Some(range),
    }
}

/// Returns the error of an import statement without a semicolon, which would include the start of the next declaration;
/// `None` if all statements have one.
fn unfinished_import(source: &Source) -> Option<Diagnostic> {
    const STARTS: [&str; 8] = [
        "fn", "struct", "const", "var", "alias", "override", "import", "@",
    ];
    source.outline().imports.iter().find_map(|import| {
        let tokens = source.tokens_in(import.clone());
        let text = |index: usize| tokens[index].text(&source.text);
        let keyword = (0..tokens.len()).find(|index| text(*index) == "import")?;
        let next = (keyword + 1..tokens.len()).find(|index| STARTS.contains(&text(*index)))?;
        let location = source.location(tokens[next - 1].range.clone());
        let message = "expected `;` at the end of the import";
        Some(Diagnostic::error(Some(location), message))
    })
}

/// Converts a syntax error of naga to one with a byte range. `None` for an unknown name, since it may be imported.
fn nagas_error(source: &Source, error: &naga::front::wgsl::ParseError) -> Option<SyntaxError> {
    if error.message().starts_with("no definition in scope") {
        return None;
    }
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
        notes: Vec::new(),
    });
    let location = source.location(found.range.unwrap_or(range.clone()));
    let diagnostic = Diagnostic {
        notes: found.notes,
        ..Diagnostic::error(Some(location), found.message)
    };
    Some(SyntaxError {
        diagnostic,
        range: Some(range),
    })
}

/// Returns a message of wesl's parser without its list of expected tokens if that has more than five.
fn brief(message: &str) -> String {
    match message.split_once(", expected `") {
        Some((unexpected, expected)) if expected.matches(", ").count() > 4 => unexpected.to_owned(),
        _ => message.to_owned(),
    }
}
