//! The origin of a translated shader text: the files that it was made from, and the imports that its directives
//! declare.

use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::ImportStatement;

use super::{Source, SourceLocation, SourceMap};
use crate::diagnostic::Diagnostic;

/// An import with the byte range of its statement or directive in the text.
pub(crate) type Import = (ImportStatement, Range<usize>);

/// Origin of a shader text that was translated to plain WGSL from includes, directives and conditions.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    /// Files from which the text was translated, that of the module first.
    pub(crate) files: Vec<Arc<Source>>,
    /// Map from byte ranges of the translated text to ranges of `files`.
    pub(crate) map: SourceMap,
    /// Imports that directives (`#import`) of the text declare, each with the byte range of the directive.
    pub(crate) imports: Vec<Import>,
    /// Errors of directives and conditions in the text. If there are any, the text is not complete.
    pub(crate) errors: Vec<Diagnostic>,
}

/// Compares all translations as equal, so that translated texts are compared by their characters only.
impl PartialEq for Translation {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Translation {}

impl Translation {
    /// Returns the location in the author's file of a byte range of the translated text.
    pub(super) fn location(&self, range: Range<usize>) -> SourceLocation {
        let (file, range) = self.map.author_range(range).unwrap_or_default();
        self.files[file].location(range)
    }

    /// Returns true if a byte range of the translated text is from the module's own file.
    pub(super) fn is_own(&self, range: Range<usize>) -> bool {
        let origin = self.map.author_range(range);
        origin.is_none_or(|(file, _)| file == 0)
    }
}
