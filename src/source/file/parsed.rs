//! Results of parsing a text, computed at their first use and cached with it.

use std::ops::Range;
use std::sync::OnceLock;

use super::translation::Import;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::lexer::{Token, tokens};
use crate::wgsl::outline::Outline;

#[derive(Clone, Debug)]
pub(crate) struct SyntaxError {
    pub(crate) diagnostic: Diagnostic,
    /// `None` if the error concerns the whole text.
    pub(crate) range: Option<Range<usize>>,
}

/// All caches compare as equal, so that files are equal if their texts are.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParseCache {
    tokens: OnceLock<Vec<Token>>,
    outline: OnceLock<Outline>,
    line_starts: OnceLock<Vec<usize>>,
    pub(crate) too_deep: OnceLock<Option<Diagnostic>>,
    /// With byte ranges.
    pub(crate) imports: OnceLock<Result<Vec<Import>, Box<SyntaxError>>>,
    pub(crate) import_path: OnceLock<Option<Vec<String>>>,
}

impl PartialEq for ParseCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ParseCache {}

impl ParseCache {
    pub(super) fn tokens(&self, text: &str) -> &[Token] {
        self.tokens.get_or_init(|| tokens(text))
    }

    pub(super) fn line_starts(&self, text: &str) -> &[usize] {
        let after_newlines = || text.match_indices('\n').map(|(newline, _)| newline + 1);
        let starts = || [0].into_iter().chain(after_newlines()).collect();
        self.line_starts.get_or_init(starts)
    }

    pub(super) fn outline(&self, text: &str) -> &Outline {
        let outline = || Outline::new(text, self.tokens(text));
        self.outline.get_or_init(outline)
    }
}
