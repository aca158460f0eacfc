//! Words that a text editor offers.

use std::ops::Range;

use super::imports::ImportEdit;

/// Kind of a completion, which selects its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// Function.
    Function,
    /// Type.
    Type,
    /// Variable, parameter or constant.
    Variable,
    /// Member of a struct, or component of a vector.
    Member,
    /// Tag in a comment.
    Tag,
    /// Argument of a tag: a file, a generator, a mode.
    Value,
    /// Word of the language.
    Keyword,
    /// Package, folder or file in the path of an import.
    Module,
}

/// Word that can be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Text in the list.
    pub label: String,
    /// Kind.
    pub kind: CompletionKind,
    /// Signature, syntax or import, in the list.
    pub detail: String,
    /// Meaning.
    pub text: String,
    /// Text to insert in place of [`replaced`](Self::replaced); with placeholders such as `${1:min}` for a tag.
    pub inserted: String,
    /// Bytes of the word that has been typed so far.
    pub replaced: Range<usize>,
    /// Import that the word needs.
    pub import: Option<ImportEdit>,
}

impl Completion {
    pub(super) fn new(
        label: &str,
        kind: CompletionKind,
        detail: String,
        replaced: &Range<usize>,
    ) -> Self {
        Self {
            label: label.to_owned(),
            kind,
            detail,
            text: String::new(),
            inserted: label.to_owned(),
            replaced: replaced.clone(),
            import: None,
        }
    }
}
