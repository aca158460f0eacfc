//! The origin of a translated shader text: the files that it was made from, and the imports that its directives
//! declare.

use std::ops::Range;
use std::sync::Arc;

use super::{Source, SourceLocation, SourceMap};
use crate::diagnostic::Diagnostic;

/// A name that a statement or directive of a shader text imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// Words of the path as the author wrote them, such as `package`, `noise`, `perlin`, `fade`.
    pub(crate) path: Vec<String>,
    /// Name that the import binds in the text: the last word of the path, or the one after `as`.
    pub(crate) name: String,
    /// True if other files may import the name from this text, which re-exports it.
    pub(crate) is_reexported: bool,
    /// Byte range of the statement or directive in the text.
    pub(crate) range: Range<usize>,
}

/// Origin of a shader text that was translated to plain WGSL from includes, directives and conditions.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    /// Files from which the text was translated, that of the module first.
    pub(crate) files: Vec<Arc<Source>>,
    /// Map from byte ranges of the translated text to ranges of `files`.
    pub(crate) map: SourceMap,
    /// Imports that directives (`#import`) of the text declare.
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
