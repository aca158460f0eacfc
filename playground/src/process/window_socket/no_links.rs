//! Stands in for the connections with windows on systems without Unix sockets: no window is found.

use std::path::Path;

use super::{EditorMessage, WindowMessage};

pub(crate) struct WindowLinks;

impl WindowLinks {
    pub(crate) fn new(
        _name: String,
        _on_message: impl Fn(&Path, Option<WindowMessage>) + Send + Sync + 'static,
    ) -> Self {
        Self
    }

    pub(crate) fn connect_new(&mut self, _messages: impl Fn() -> Vec<EditorMessage>) {}

    pub(crate) fn remove(&mut self, _socket: &Path) {}

    pub(crate) fn is_empty(&self) -> bool {
        true
    }

    pub(crate) fn send_to(&self, _socket: &Path, _message: &EditorMessage) {}

    pub(crate) fn send_to_all(&self, _message: &EditorMessage) {}
}
