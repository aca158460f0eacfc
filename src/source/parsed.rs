//! Tokens, outline and imports of a text: parsed at their first use, and cached with the text.

use std::ops::Range;
use std::sync::OnceLock;

use super::translation::Import;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, tokens};
use crate::outline::Outline;

/// The syntax error of a text.
#[derive(Clone, Debug)]
pub(crate) struct SyntaxError {
    pub(crate) diagnostic: Diagnostic,
    /// Byte range of the error in the text; `None` if the error concerns the whole text.
    pub(crate) range: Option<Range<usize>>,
}

/// Cache for the results of parsing one text. Equal to any other cache, so that files are equal if their texts are.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParseCache {
    tokens: OnceLock<Vec<Token>>,
    outline: OnceLock<Outline>,
    /// Imports with their byte ranges, or the syntax error of the text.
    pub(crate) imports: OnceLock<Result<Vec<Import>, Box<SyntaxError>>>,
    /// Import path that `#define_import_path` declares; `None` if there is none.
    pub(crate) import_path: OnceLock<Option<Vec<String>>>,
}

impl PartialEq for ParseCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ParseCache {}

impl ParseCache {
    /// Returns the tokens of the text.
    pub(super) fn tokens(&self, text: &str) -> &[Token] {
        self.tokens.get_or_init(|| tokens(text))
    }

    /// Returns the outline of the text: declarations, imports and directives.
    pub(super) fn outline(&self, text: &str) -> &Outline {
        let outline = || Outline::new(text, self.tokens(text));
        self.outline.get_or_init(outline)
    }
}
