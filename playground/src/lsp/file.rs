//! A file with its folder, as requests see it: with the newest texts of the editor.

use std::cell::OnceCell;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{Location, Position, TextEdit, Url};
use noise_playground::assist::library_file;
use noise_playground::source::{ModulePath, Source, SourceTree};

use super::library::library_copy;
use super::position::{Encoding, Lines, line_starts};
use super::state::State;
use crate::process::window_socket::CursorMessage;

pub(super) struct File {
    /// Folder of the file: absolute, without links.
    pub(super) root: PathBuf,
    pub(super) tree: SourceTree,
    pub(super) source: Arc<Source>,
    pub(super) encoding: Encoding,
    line_starts: OnceCell<Vec<usize>>,
}

impl File {
    pub(super) fn new(
        root: PathBuf,
        tree: SourceTree,
        source: Arc<Source>,
        encoding: Encoding,
    ) -> Self {
        Self { root, tree, source, encoding, line_starts: OnceCell::new() }
    }

    pub(super) fn lines(&self) -> Lines<'_> {
        let text = &self.source.text;
        let starts = self.line_starts.get_or_init(|| line_starts(text));
        Lines::with_starts(text, starts, self.encoding)
    }

    pub(super) fn offset(&self, position: Position) -> usize {
        self.lines().offset(position)
    }

    pub(super) fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        self.lines().range(range)
    }

    pub(super) fn path(&self) -> PathBuf {
        self.root.join(self.source.path.as_str())
    }

    pub(super) fn cursor(&self, position: Position) -> CursorMessage {
        let at = self.offset(position);
        let start = self.source.location(at..at).start;
        CursorMessage { file: self.path(), line: start.line, column: Some(start.column) }
    }

    pub(super) fn edit(&self, range: &Range<usize>, text: impl Into<String>) -> TextEdit {
        TextEdit { range: self.range(range), new_text: text.into() }
    }

    /// Returns a place in this file, another one of the folder, or the built-in library.
    pub(super) fn location(
        &self,
        state: &State,
        file: &ModulePath,
        range: &Range<usize>,
    ) -> Option<Location> {
        let source = library_file(&self.tree, file)?;
        let range = Lines::new(&source.text, self.encoding).range(range);
        Some(Location { uri: self.uri(state, file)?, range })
    }

    /// Returns the address of a file of the folder, or of a copy of a built-in one.
    pub(super) fn uri(&self, state: &State, file: &ModulePath) -> Option<Url> {
        if self.tree.get(file).is_some() {
            return state.uri(&self.root.join(file.as_str()));
        }
        let copy = library_copy(library_file(&self.tree, file)?.as_ref());
        Url::from_file_path(copy.inspect_err(|error| tracing::warn!("{error:#}")).ok()?).ok()
    }
}
