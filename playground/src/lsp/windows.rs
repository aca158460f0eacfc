//! The open windows: they get each text, and tell what they show.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use noise_playground::source::MAX_FILE_BYTES;

use super::Event;
use super::documents::{Document, Documents};
use crate::process::window_socket::{
    EditorMessage, ProbeValue, ShownValues, WindowLinks, WindowMessage,
};

pub(super) struct Windows {
    links: WindowLinks,
    /// Windows by the paths of their sockets.
    shown: BTreeMap<PathBuf, ShownWindow>,
}

/// Folder and pictures of a window.
#[derive(Debug, Default)]
pub(super) struct ShownWindow {
    /// Absolute, without links; `None` for the built-in shaders.
    pub(super) folder: Option<PathBuf>,
    pub(super) values: ShownValues,
    pub(super) probe: Arc<[ProbeValue]>,
}

impl Windows {
    pub(super) fn new(editor: String, events: Sender<Event>) -> Self {
        let on_message = move |socket: &Path, message| {
            let _ = events.send(Event::Window(socket.to_owned(), message));
        };
        Self { links: WindowLinks::new(editor, on_message), shown: BTreeMap::new() }
    }

    /// Connects with the windows that have opened; they get all texts.
    pub(super) fn connect_new(&mut self, documents: &Documents) {
        self.links.connect_new(|| {
            documents.by_path().into_values().filter_map(document_message).collect()
        });
    }

    pub(super) fn send(&self, message: &EditorMessage) {
        self.links.send_to_all(message);
    }

    pub(super) fn send_to(&self, socket: &Path, message: &EditorMessage) {
        self.links.send_to(socket, message);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Returns true if the open folder of a window changed.
    pub(super) fn receive(&mut self, socket: &Path, message: Option<WindowMessage>) -> bool {
        let Some(message) = message else {
            self.links.remove(socket);
            return self.shown.remove(socket).is_some();
        };
        let window = self.shown.entry(socket.to_owned()).or_default();
        match message {
            WindowMessage::Folder(folder) => {
                *window = ShownWindow { folder, ..ShownWindow::default() };
                return true;
            }
            WindowMessage::Values(values) => window.values = values,
            WindowMessage::Probe(probe) => window.probe = probe.into(),
            WindowMessage::Edit(_) => {}
        }
        false
    }

    pub(super) fn folders(&self) -> Vec<PathBuf> {
        self.shown.values().filter_map(|window| window.folder.clone()).collect()
    }

    /// Returns the window that has the folder of a file open.
    pub(super) fn of_file(&self, file: &Path) -> Option<&ShownWindow> {
        let has_file = |window: &&ShownWindow| {
            window.folder.as_ref().is_some_and(|folder| file.starts_with(folder))
        };
        self.shown.values().find(has_file)
    }
}

/// Returns `None` for a text that is too large for a shader.
pub(super) fn document_message(document: Document) -> Option<EditorMessage> {
    let Document { path, version, text, is_saved, .. } = document;
    if is_saved {
        return Some(EditorMessage::Opened(path));
    }
    let is_small = text.len() as u64 <= MAX_FILE_BYTES;
    is_small.then(|| EditorMessage::Text { file: path, version, text: text.to_string() })
}
