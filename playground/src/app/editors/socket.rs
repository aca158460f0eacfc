//! The socket of the window: texts go to the compile thread at once, all else to the main loop.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use winit::event_loop::EventLoopProxy;

use crate::app::Event;
use crate::compiler::UnsavedTexts;
use crate::process::window_socket::{
    self, CursorMessage, CursorReply, EditorEvent, EditorId, EditorMessage, SocketHandler,
    WindowListener,
};

/// Returns `None` if listening fails, which is logged; the window works without it.
pub(in crate::app) fn listen(
    proxy: &EventLoopProxy<Event>,
    texts: &UnsavedTexts,
) -> Option<WindowListener> {
    let handler =
        Handler { proxy: proxy.clone(), texts: texts.clone(), names: Mutex::new(BTreeMap::new()) };
    let listener = window_socket::listen(handler);
    listener.inspect_err(|error| tracing::warn!("cannot follow text editors: {error}")).ok()
}

struct Handler {
    proxy: EventLoopProxy<Event>,
    texts: UnsavedTexts,
    names: Mutex<BTreeMap<EditorId, Arc<str>>>,
}

impl SocketHandler for Handler {
    fn on_cursor(&self, cursor: CursorMessage, reply: Sender<CursorReply>) {
        let _ = self.proxy.send_event(Event::Cursor(cursor, reply));
    }

    fn on_editor(&self, editor: EditorId, event: EditorEvent) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            EditorEvent::Sent(EditorMessage::Text { file, text, .. }) => {
                let name = names.get(&editor).cloned().unwrap_or_else(|| "an editor".into());
                return self.texts.change(editor, &name, file, &text);
            }
            EditorEvent::Sent(EditorMessage::Opened(file)) => {
                let name = names.get(&editor).cloned().unwrap_or_else(|| "an editor".into());
                return self.texts.open(editor, &name, file);
            }
            EditorEvent::Sent(EditorMessage::Close(file)) => {
                return self.texts.close(editor, &file);
            }
            EditorEvent::Connected(ref name, _) => _ = names.insert(editor, Arc::clone(name)),
            EditorEvent::Disconnected => {
                names.remove(&editor);
                self.texts.disconnect(editor);
            }
            EditorEvent::Sent(_) => {}
        }
        drop(names);
        let _ = self.proxy.send_event(Event::Editor(editor, event));
    }
}
