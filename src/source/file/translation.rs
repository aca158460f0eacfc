//! The origin of a translated text: its files, and the imports that its directives declare.

use std::ops::Range;
use std::sync::Arc;

use super::{Source, SourceLocation};
use crate::source::SourceMap;
use crate::wgsl::diagnostic::Diagnostic;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// Words as the author wrote them, such as `package`, `noise`, `perlin`, `fade`.
    pub(crate) path: Vec<String>,
    /// The last word of the path, or the one after `as`.
    pub(crate) name: String,
    /// True if other files may import the name from this text.
    pub(crate) is_reexported: bool,
    /// Statement or directive.
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Translation {
    /// The file of the module is the first.
    pub(crate) files: Vec<Arc<Source>>,
    pub(crate) map: SourceMap,
    pub(crate) imports: Vec<Import>,
    /// If there are any, the text is not complete.
    pub(crate) errors: Vec<Diagnostic>,
}

/// All are equal, so that translated texts are compared by their characters only.
impl PartialEq for Translation {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Translation {}

impl Translation {
    pub(super) fn location(&self, range: Range<usize>) -> SourceLocation {
        let (file, range) = self.map.author_range(range).unwrap_or_default();
        self.files[file].location(range)
    }

    pub(super) fn is_own(&self, range: Range<usize>) -> bool {
        let origin = self.map.author_range(range);
        origin.is_none_or(|(file, _)| file == 0)
    }
}
