//! The origin of a translated text: the files that it was made from, and the imports that its directives declare.

use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::ImportStatement;

use super::{Source, SourceLocation, SourceMap};
use crate::diagnostic::Diagnostic;

/// An import, and the byte range of its statement or directive.
pub(crate) type Import = (ImportStatement, Range<usize>);

/// Origin of a text that was translated to plain WGSL from includes, directives and conditions.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    /// The files that the text was made from, that of the module first.
    pub(crate) files: Vec<Arc<Source>>,
    /// Maps byte ranges of the text to ranges of `files`.
    pub(crate) map: SourceMap,
    /// Imports that directives declare (`#import`), each with the byte range of the directive in the text.
    pub(crate) imports: Vec<Import>,
    /// Errors of directives and conditions. If there are any, the text is not complete.
    pub(crate) errors: Vec<Diagnostic>,
}

/// All translations are equal, so that translated texts are compared by their characters only.
impl PartialEq for Translation {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Translation {}

impl Translation {
    /// Returns the location in the author's file of a byte range of the text.
    pub(super) fn location(&self, range: Range<usize>) -> SourceLocation {
        let (file, range) = self.map.author_range(range).unwrap_or_default();
        self.files[file].location(range)
    }

    /// Returns true if a byte range of the text is from the module's own file.
    pub(super) fn is_own(&self, range: Range<usize>) -> bool {
        let origin = self.map.author_range(range);
        origin.is_none_or(|(file, _)| file == 0)
    }
}
