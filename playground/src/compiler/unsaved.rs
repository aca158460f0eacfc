//! Texts open in editors: each stands in for its file on disk until it is closed or saved, or the editor ends.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use noise_playground::source::ModulePath;

use super::messages::CompilerRequest;
use crate::process::window_socket::EditorId;

/// Shared by the threads that receive texts and the compile thread, whichever folder is open. Clones share the texts.
#[derive(Clone, Default)]
pub(crate) struct UnsavedTexts(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// In the order of their last changes; before them those that have only been opened.
    open: Vec<OpenText>,
    /// Requests of the compile thread.
    requests: Weak<Sender<CompilerRequest>>,
}

struct OpenText {
    editor: EditorId,
    name: Arc<str>,
    /// Absolute, without links.
    file: PathBuf,
    /// `None` if the file on disk has equaled it.
    text: Option<Arc<str>>,
}

/// Text that stands in for a file on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnsavedText {
    pub(super) text: Arc<str>,
    pub(super) editor: Arc<str>,
    /// Name of another editor that has the file open too.
    pub(super) other: Option<Arc<str>>,
}

impl UnsavedTexts {
    /// Sets the text of a file that is open in an editor; of several editors, the last change counts.
    pub(crate) fn change(&self, editor: EditorId, name: &Arc<str>, file: PathBuf, text: &str) {
        let mut state = self.lock();
        state.open.retain(|open| (open.editor, &open.file) != (editor, &file));
        let (name, text) = (Arc::clone(name), Some(text.into()));
        state.open.push(OpenText { editor, name, file, text });
        state.announce();
    }

    /// A file was opened in an editor, which has the text on disk: no change, so that other editors' texts stay.
    pub(crate) fn open(&self, editor: EditorId, name: &Arc<str>, file: PathBuf) {
        tracing::debug!("{} on disk equals the text of {name}", file.display());
        let mut state = self.lock();
        state.open.retain(|open| (open.editor, &open.file) != (editor, &file));
        state.open.insert(0, OpenText { editor, name: Arc::clone(name), file, text: None });
        state.announce();
    }

    pub(crate) fn close(&self, editor: EditorId, file: &Path) {
        let mut state = self.lock();
        state.open.retain(|open| (open.editor, open.file.as_path()) != (editor, file));
        state.announce();
    }

    pub(crate) fn disconnect(&self, editor: EditorId) {
        let mut state = self.lock();
        state.open.retain(|open| open.editor != editor);
        state.announce();
    }

    /// Returns the editor that has last changed a file, which may be a link, or has opened it if none has changed it.
    pub(crate) fn editor_of(&self, file: &Path) -> Option<EditorId> {
        let file = dunce::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let state = self.lock();
        state.open.iter().rfind(|open| open.file == file).map(|open| open.editor)
    }

    /// The compile thread is told about changes from now on.
    pub(super) fn attach(&self, requests: Weak<Sender<CompilerRequest>>) {
        self.lock().requests = requests;
    }

    /// Returns the texts that stand in for files of a folder. Those that equal the file on disk are forgotten.
    pub(super) fn in_folder(
        &self,
        folder: &Path,
        equals_disk: impl Fn(&ModulePath, &str) -> bool,
    ) -> BTreeMap<ModulePath, UnsavedText> {
        let mut state = self.lock();
        let mut found = BTreeMap::new();
        let mut saved = Vec::new();
        for open in state.open.iter().rev() {
            let Ok(relative) = open.file.strip_prefix(folder) else {
                continue;
            };
            let path = ModulePath::new(relative.to_string_lossy());
            let Some(text) = open.text.clone().filter(|_| !found.contains_key(&path)) else {
                continue;
            };
            if saved.contains(&open.file) {
                continue;
            }
            if equals_disk(&path, &text) {
                tracing::debug!("{path} on disk equals the text of {}", open.name);
                saved.push(open.file.clone());
                continue;
            }
            let mut others = state.open.iter().rev();
            let other = others.find(|other| other.file == open.file && other.editor != open.editor);
            let other = other.map(|other| Arc::clone(&other.name));
            let unsaved = UnsavedText { text, editor: Arc::clone(&open.name), other };
            found.insert(path, unsaved);
        }
        for open in state.open.iter_mut().filter(|open| saved.contains(&open.file)) {
            open.text = None;
        }
        found
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn announce(&self) {
        if let Some(requests) = self.requests.upgrade() {
            let _ = requests.send(CompilerRequest::TextsChanged);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts of the folder `/f` as `path=text (editor, other)`, where the disk has the text `disk`.
    fn texts(unsaved: &UnsavedTexts) -> Vec<String> {
        let found = unsaved.in_folder(Path::new("/f"), |_, text| text == "disk");
        let text = |(path, text): (&ModulePath, &UnsavedText)| {
            format!("{path}={} ({}, {:?})", text.text, text.editor, text.other)
        };
        found.iter().map(text).collect()
    }

    #[test]
    fn last_change_counts_until_it_is_closed_or_saved() {
        let unsaved = UnsavedTexts::default();
        let (one, other) = (EditorId(1), EditorId(2));
        let change = |editor: EditorId, file: &str, text: &str| {
            let name = if editor == one { "one" } else { "other" };
            unsaved.change(editor, &name.into(), file.into(), text);
        };
        change(one, "/f/a.wgsl", "1");
        change(one, "/g/a.wgsl", "outside");
        assert_eq!(texts(&unsaved), ["a.wgsl=1 (one, None)"]);
        change(other, "/f/a.wgsl", "2");
        change(other, "/f/b/c.wgsl", "3");
        let both = ["a.wgsl=2 (other, Some(\"one\"))", "b/c.wgsl=3 (other, None)"];
        assert_eq!(texts(&unsaved), both);
        assert_eq!(unsaved.editor_of(Path::new("/f/a.wgsl")), Some(other));
        unsaved.close(other, Path::new("/f/a.wgsl"));
        assert_eq!(texts(&unsaved), ["a.wgsl=1 (one, None)", "b/c.wgsl=3 (other, None)"]);
        unsaved.disconnect(other);
        change(other, "/f/a.wgsl", "disk");
        assert_eq!(texts(&unsaved), [""; 0], "an older text would replace the saved one");
        change(one, "/f/a.wgsl", "4");
        assert_eq!(texts(&unsaved).len(), 1);
    }

    #[test]
    fn opening_a_file_is_no_change() {
        let unsaved = UnsavedTexts::default();
        let (one, other) = (EditorId(1), EditorId(2));
        let file = PathBuf::from("/f/a.wgsl");
        unsaved.open(one, &"one".into(), file.clone());
        unsaved.change(one, &"one".into(), file.clone(), "1");
        unsaved.open(other, &"other".into(), file.clone());
        assert_eq!(texts(&unsaved), ["a.wgsl=1 (one, Some(\"other\"))"]);
        assert_eq!(unsaved.editor_of(&file), Some(one));
        unsaved.close(other, &file);
        assert_eq!(texts(&unsaved), ["a.wgsl=1 (one, None)"]);
        unsaved.open(one, &"one".into(), file.clone());
        assert_eq!(texts(&unsaved), [""; 0], "the editor has only the saved text left");
        assert_eq!(unsaved.editor_of(&file), Some(one));
    }
}
