//! Parses the import statements of a file with wesl's parser.

use wesl::syntax::{ImportStatement, TranslationUnit};

use crate::diagnostic::Diagnostic;
use crate::lexer::blank;
use crate::nesting::too_deep;
use crate::source::Source;

/// Returns the import statements of a file, which is parsed at the first call.
///
/// The rest of the syntax tree is not cached: wesl renames the identifiers of a tree in all clones of it at once, so
/// that each link needs a tree of its own.
///
/// # Errors
/// The text nests too deeply, or it is not WGSL.
pub(super) fn imports(source: &Source) -> Result<&[ImportStatement], Box<Diagnostic>> {
    let imports = source.parsed.imports.get_or_init(|| parse(source));
    imports.as_deref().map_err(Clone::clone)
}

fn parse(source: &Source) -> Result<Vec<ImportStatement>, Box<Diagnostic>> {
    if let Some(error) = too_deep(source) {
        return Err(Box::new(error));
    }
    let unit: TranslationUnit = source
        .text
        .parse()
        .map_err(|error| Box::new(syntax_error(source, &error)))?;
    Ok(unit.imports)
}

/// Returns the error of a text that wesl cannot parse, as naga's message if naga rejects it too: that one is clearer, and
/// the same as for files without imports. The import statements are blanked for naga, so that locations stay the same.
fn syntax_error(source: &Source, error: &wgsl_parse::Error) -> Diagnostic {
    let mut blanked = source.text.clone();
    for range in &source.outline().imports {
        blank(&mut blanked, range.clone());
    }
    if let Err(naga) = naga::front::wgsl::parse_str(&blanked) {
        let range = naga.labels().next().and_then(|(span, _)| span.to_range());
        let is_import = naga.message().starts_with("no definition in scope");
        if let (Some(range), false) = (range, is_import) {
            return Diagnostic::error(Some(source.location(range)), naga.message());
        }
    }
    Diagnostic::error(
        Some(source.location(error.span.range())),
        brief(&error.error.to_string()),
    )
}

/// Removes the list of expected tokens from a message of wesl if it has more than five.
fn brief(message: &str) -> String {
    match message.split_once(", expected `") {
        Some((unexpected, expected)) if expected.matches(", ").count() > 4 => unexpected.to_owned(),
        _ => message.to_owned(),
    }
}
