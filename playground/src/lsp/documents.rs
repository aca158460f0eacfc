//! Texts of the files that are open in the editor.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, Url};

use super::position::{Encoding, Lines};

#[derive(Clone, Debug)]
pub(super) struct Document {
    /// Absolute, without links.
    pub(super) path: PathBuf,
    pub(super) version: i32,
    /// Without a byte-order mark.
    pub(super) text: Arc<str>,
    /// Number of the text among all texts of the editor, in the order of their arrival.
    pub(super) revision: u64,
    /// True if the text was the one on disk when it was opened or saved, and has not changed since.
    pub(super) is_saved: bool,
}

impl Document {
    /// Of several documents of one file, the last changed one counts; opening a file is no change.
    fn precedence(&self) -> (bool, u64) {
        (!self.is_saved, self.revision)
    }

    /// Returns true if the editor would lose a text if the file on disk changed.
    pub(super) fn has_unsaved_text(&self) -> bool {
        !self.is_saved && !is_on_disk(&self.path, &self.text)
    }
}

/// By the addresses that the editor uses, which may contain links.
#[derive(Debug, Default)]
pub(super) struct Documents {
    open: BTreeMap<Url, Document>,
    last_revision: u64,
}

impl Documents {
    /// Returns `None` for an address of no file, such as `untitled:`.
    pub(super) fn open(&mut self, uri: Url, version: i32, text: &str) -> Option<PathBuf> {
        let Some(path) = path(&uri) else {
            tracing::info!("ignored {uri}: not the address of a file");
            return None;
        };
        let (text, revision): (Arc<str>, u64) = (without_mark(text).into(), self.next_revision());
        let is_saved = is_on_disk(&path, &text);
        let document = Document { path: path.clone(), version, text, revision, is_saved };
        self.open.insert(uri, document);
        Some(path)
    }

    fn next_revision(&mut self) -> u64 {
        self.last_revision += 1;
        self.last_revision
    }

    /// Applies the changes in their order. Returns `None` if the document is not open.
    pub(super) fn change(
        &mut self,
        uri: &Url,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<&Document> {
        let revision = self.next_revision();
        let document = self.open.get_mut(uri)?;
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                None => text = without_mark(&change.text).to_owned(),
                Some(range) => {
                    let bytes = Lines::new(&text, encoding).bytes(range);
                    text.replace_range(bytes, &change.text);
                }
            }
        }
        let path = document.path.clone();
        *document = Document { path, version, text: text.into(), revision, is_saved: false };
        Some(document)
    }

    /// Call this once the document was saved.
    pub(super) fn saved(&mut self, uri: &Url) {
        if let Some(document) = self.open.get_mut(uri) {
            document.is_saved = is_on_disk(&document.path, &document.text);
        }
    }

    /// Returns the path of the closed document.
    pub(super) fn close(&mut self, uri: &Url) -> Option<PathBuf> {
        self.open.remove(uri).map(|document| document.path)
    }

    pub(super) fn get(&self, uri: &Url) -> Option<&Document> {
        self.open.get(uri)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the document of an open file, with the address that the editor uses.
    pub(super) fn of_file(&self, file: &Path) -> Option<(&Url, &Document)> {
        let documents = self.open.iter().filter(|(_, document)| document.path == file);
        documents.max_by_key(|(_, document)| document.precedence())
    }

    /// Returns one document for each open file.
    pub(super) fn by_path(&self) -> BTreeMap<PathBuf, Document> {
        let mut documents: Vec<&Document> = self.open.values().collect();
        documents.sort_by_key(|document| document.precedence());
        let documents = documents.into_iter();
        documents.map(|document| (document.path.clone(), document.clone())).collect()
    }
}

fn is_on_disk(file: &Path, text: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|read| without_mark(&read) == text)
}

/// Returns the file of an address, without links; `None` for other addresses.
pub(super) fn path(uri: &Url) -> Option<PathBuf> {
    let path = uri.to_file_path().ok()?;
    Some(without_links(&path))
}

/// The file itself need not exist.
pub(super) fn without_links(path: &Path) -> PathBuf {
    if let Ok(found) = dunce::canonicalize(path) {
        return found;
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return path.to_owned();
    };
    dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()).join(name)
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::*;

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[line, column, end_line, end_column]| {
            Range::new(Position::new(line, column), Position::new(end_line, end_column))
        });
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn edits_of_one_notification_apply_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let uri = Url::from_file_path(folder.path().join("a b.wgsl")).unwrap();
        assert!(uri.as_str().ends_with("a%20b.wgsl"));
        let mut documents = Documents::default();
        documents.open(uri.clone(), 1, "\u{feff}// 😀x\r\nlet a;\r\n").unwrap();
        let changes = vec![
            change(Some([0, 5, 0, 6]), "yz"),
            change(Some([1, 4, 1, 5]), "😀"),
            change(Some([1, 6, 1, 6]), "b"),
            change(Some([7, 0, 9, 9]), "end"),
        ];
        let changed = documents.change(&uri, 2, changes, Encoding::Utf16).unwrap();
        assert_eq!(&*changed.text, "// 😀yz\r\nlet 😀b;\r\nend");
        assert!(!changed.is_saved);
        let whole = vec![change(None, "all"), change(Some([0, 3, 0, 0]), "!")];
        let changed = documents.change(&uri, 3, whole, Encoding::Utf8).unwrap();
        assert_eq!((&*changed.text, changed.version), ("all!", 3));
        assert!(changed.path.ends_with("a b.wgsl"));
        assert!(documents.close(&uri).is_some() && documents.get(&uri).is_none());
        assert!(documents.open(Url::parse("untitled:Untitled-1").unwrap(), 1, "").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap().join("real");
        std::fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, folder.path().join("link")).unwrap();
        let uri = Url::from_file_path(folder.path().join("link/new.wgsl")).unwrap();
        assert_eq!(path(&uri), Some(real.join("new.wgsl")));
    }
}
