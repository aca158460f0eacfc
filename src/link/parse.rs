//! A file → the linker's syntax tree.

use wesl::syntax::TranslationUnit;

use crate::diagnostic::Diagnostic;
use crate::lexer::blank;
use crate::nesting::too_deep;
use crate::outline::Outline;
use crate::source::Source;

/// The linker's syntax tree of a file, or why there is none.
pub(super) fn parse(source: &Source) -> Result<TranslationUnit, Box<Diagnostic>> {
    if let Some(why) = too_deep(source) {
        return Err(Box::new(why));
    }
    let parsed = source.text.parse();
    parsed.map_err(|error| Box::new(syntax_error(source, &error)))
}

/// A text that does not parse. naga explains it better, and as it does for a file without imports;
/// the import statements are blanked for it, so that all places stay.
fn syntax_error(source: &Source, error: &wgsl_parse::Error) -> Diagnostic {
    let mut blanked = source.text.clone();
    for range in Outline::read(&source.text).imports {
        blank(&mut blanked, range);
    }
    if let Err(naga) = naga::front::wgsl::parse_str(&blanked) {
        let spot = naga.labels().next().and_then(|(span, _)| span.to_range());
        let imported = naga.message().starts_with("no definition in scope");
        if let (Some(range), false) = (spot, imported) {
            return Diagnostic::error(Some(source.place(range)), naga.message());
        }
    }
    Diagnostic::error(
        Some(source.place(error.span.range())),
        brief(&error.error.to_string()),
    )
}

/// The linker's parser lists every token that it would have taken; beyond a few they help nobody.
fn brief(message: &str) -> String {
    match message.split_once(", expected `") {
        Some((unexpected, expected)) if expected.matches(", ").count() > 4 => unexpected.to_owned(),
        _ => message.to_owned(),
    }
}
