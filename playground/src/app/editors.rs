//! Text editors: `playground at` sends a cursor's location; `playground lsp` stays connected and gets what is shown.

mod edits;
mod report;
#[cfg(unix)]
mod socket;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use noise_playground::generator::Address;
use noise_playground::source::ModulePath;
use noise_playground::view::shading::ViewMode;

use super::App;
use crate::compiler::UnsavedTexts;
use crate::process::window_socket::{
    CursorMessage, CursorReply, EditorEvent, EditorId, EditorMessage, WindowMessage,
};
use crate::workbench::Panel;
use crate::workbench::inside::Cursor;
pub(crate) use edits::EditId;
use edits::PendingEdits;
#[cfg(unix)]
pub(super) use socket::listen;

pub(super) struct Editors {
    connected: BTreeMap<EditorId, ConnectedEditor>,
    pub(super) texts: UnsavedTexts,
    edits: PendingEdits,
    /// Reply to the `playground at` whose cursor is followed; `None` once it was sent.
    cursor_reply: Option<Sender<CursorReply>>,
    sent: Vec<WindowMessage>,
    /// `None` before the first report.
    last_report: Option<Instant>,
}

struct ConnectedEditor {
    name: Arc<str>,
    messages: Sender<WindowMessage>,
}

impl Editors {
    pub(super) fn new(texts: UnsavedTexts) -> Self {
        Self {
            connected: BTreeMap::new(),
            texts,
            edits: PendingEdits::default(),
            cursor_reply: None,
            sent: Vec::new(),
            last_report: None,
        }
    }

    pub(super) fn has_editor(&self) -> bool {
        !self.connected.is_empty()
    }

    fn send_to_all(&self, message: &WindowMessage) {
        // An editor that has ended is removed by its own event.
        self.connected.values().for_each(|editor| _ = editor.messages.send(message.clone()));
    }
}

impl App {
    /// Shows the values at the editor's cursor. `playground at` gets the reply at once, or once they are known.
    pub(super) fn look_at(&mut self, message: CursorMessage, reply: Sender<CursorReply>) {
        tracing::debug!("cursor at {}:{}", message.file.display(), message.line);
        match self.cursor(message) {
            Ok(cursor) => self.follow(cursor, false, Some(reply)),
            // The command may have stopped waiting for the reply.
            Err(why) => _ = reply.send(Err(why)),
        }
    }

    /// Shows, or pins, the value at a cursor. A waiting `playground at` learns that its own is followed no longer.
    fn follow(&mut self, cursor: Cursor, pins: bool, reply: Option<Sender<CursorReply>>) {
        self.workbench.look_at(cursor, pins);
        self.editors.cursor_reply = reply;
        self.reply_to_cursor();
    }

    pub(super) fn reply_to_cursor(&mut self) {
        let Some(followed) = self.workbench.take_followed() else {
            return;
        };
        if let Some(reply) = self.editors.cursor_reply.take() {
            let _ = reply.send(followed);
        }
    }

    pub(super) fn on_editor(&mut self, editor: EditorId, event: EditorEvent) {
        match event {
            EditorEvent::Connected(name, to_editor) => {
                tracing::debug!("connected with {name}");
                let _ = to_editor.send(WindowMessage::Folder(self.options.folder.clone()));
                let connected = ConnectedEditor { name, messages: to_editor };
                self.editors.connected.insert(editor, connected);
                self.editors.sent.clear();
            }
            EditorEvent::Disconnected => {
                self.editors.connected.remove(&editor);
                self.editor_ended(editor);
            }
            EditorEvent::Sent(message) => self.on_editor_message(message),
        }
    }

    fn on_editor_message(&mut self, message: EditorMessage) {
        match message {
            // Texts go to the compile thread without waiting for the window.
            EditorMessage::Hello(_)
            | EditorMessage::Text { .. }
            | EditorMessage::Opened(_)
            | EditorMessage::Close(_) => {}
            EditorMessage::Edited { id, reason } => {
                self.edited_in_editor(id, reason.map_or(Ok(()), Err));
            }
            EditorMessage::Cursor(cursor) => {
                if self.workbench.shows(Panel::INSIDE)
                    && let Ok(cursor) = self.cursor(cursor)
                {
                    self.follow(cursor, false, None);
                }
            }
            EditorMessage::ShowValue { at, pin } => {
                if let Ok(cursor) = self.cursor(at) {
                    self.follow(cursor, pin, None);
                }
            }
            EditorMessage::Show { file, function, mode } => {
                if let Some(file) = self.inside(&file) {
                    self.workbench.show(Address { file, function });
                    if let Some(mode) = mode.as_deref().and_then(ViewMode::from_name) {
                        self.workbench.set_mode(mode);
                    }
                }
            }
        }
    }

    /// Called after another folder was opened.
    pub(super) fn report_folder(&mut self) {
        self.editors.cursor_reply = None;
        self.editors.sent.clear();
        self.editors.send_to_all(&WindowMessage::Folder(self.options.folder.clone()));
    }

    /// Returns the cursor with its file relative to the open folder, or the reason why the file is not in it.
    fn cursor(&self, message: CursorMessage) -> Result<Cursor, String> {
        let CursorMessage { file, line, column } = message;
        let folder = self.options.folder.as_ref();
        let folder = folder.ok_or("the window shows the built-in shaders, which are not files")?;
        let inside = self.inside(&file);
        let inside = inside.ok_or_else(|| format!("{file:?} is not in the folder {folder:?}"))?;
        Ok(Cursor { file: inside, line, column })
    }

    /// Returns the path in the open folder; `None` for a file outside.
    fn inside(&self, file: &Path) -> Option<ModulePath> {
        let inside = file.strip_prefix(self.options.folder.as_ref()?).ok()?;
        Some(ModulePath::new(inside.to_string_lossy()))
    }
}
