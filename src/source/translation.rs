//! The origin of a translated text: the files that it was made from, and the imports that its directives declare.

use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::ImportStatement;

use super::{Source, SourceLocation, SourceMap};
use crate::diagnostic::Diagnostic;

/// An import, and the bytes of its statement or directive.
pub(crate) type Import = (ImportStatement, Range<usize>);

/// Origin of a text in which includes, directives and conditions are translated to plain WGSL.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    /// The files, the text's own first.
    pub(crate) files: Vec<Arc<Source>>,
    /// Maps the text to ranges of `files`.
    pub(crate) map: SourceMap,
    /// Imports that directives declare (`#import`), each with the range of its directive in the text.
    pub(crate) imports: Vec<Import>,
    /// Errors of directives and conditions. With any, the text is not complete.
    pub(crate) errors: Vec<Diagnostic>,
}

/// Equal to any other, so that translated texts are equal if their characters are.
impl PartialEq for Translation {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Translation {}

impl Translation {
    /// Returns the author's location of a byte range of the text.
    pub(super) fn location(&self, range: Range<usize>) -> SourceLocation {
        let (file, range) = self.map.author_range(range).unwrap_or_default();
        self.files[file].location(range)
    }

    /// Returns true if a byte range of the text is from the first file.
    pub(super) fn is_own(&self, range: Range<usize>) -> bool {
        let origin = self.map.author_range(range);
        origin.is_none_or(|(file, _)| file == 0)
    }
}
