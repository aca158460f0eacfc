//! Results of parsing a shader text: tokens, outline and imports, computed at their first use and cached with the text.

use std::ops::Range;
use std::sync::OnceLock;

use super::translation::Import;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, tokens};
use crate::outline::Outline;

/// Syntax error of a shader text.
#[derive(Clone, Debug)]
pub(crate) struct SyntaxError {
    pub(crate) diagnostic: Diagnostic,
    /// Byte range of the syntax error in the text; `None` if the error concerns the whole text.
    pub(crate) range: Option<Range<usize>>,
}

/// Cache for the results of parsing one text. All caches compare as equal, so that files are equal if their texts are.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParseCache {
    tokens: OnceLock<Vec<Token>>,
    outline: OnceLock<Outline>,
    line_starts: OnceLock<Vec<usize>>,
    /// Imports of the text with their byte ranges, or the syntax error of the text.
    pub(crate) imports: OnceLock<Result<Vec<Import>, Box<SyntaxError>>>,
    /// Import path that the text declares by `#define_import_path`; `None` if there is none.
    pub(crate) import_path: OnceLock<Option<Vec<String>>>,
}

impl PartialEq for ParseCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ParseCache {}

impl ParseCache {
    /// Returns the tokens of a text, from the cache after the first call.
    pub(super) fn tokens(&self, text: &str) -> &[Token] {
        self.tokens.get_or_init(|| tokens(text))
    }

    /// Returns the first byte of each line of a text, from the cache after the first call.
    pub(super) fn line_starts(&self, text: &str) -> &[usize] {
        let after_newlines = || text.match_indices('\n').map(|(newline, _)| newline + 1);
        let starts = || [0].into_iter().chain(after_newlines()).collect();
        self.line_starts.get_or_init(starts)
    }

    /// Returns the outline of a text (declarations, imports and directives), from the cache after the first call.
    pub(super) fn outline(&self, text: &str) -> &Outline {
        let outline = || Outline::new(text, self.tokens(text));
        self.outline.get_or_init(outline)
    }
}
