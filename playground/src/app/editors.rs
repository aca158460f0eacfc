//! Text editors: `playground at` sends the location of a cursor, `playground lsp` stays connected, and gets what the
//! window shows.

mod report;
#[cfg(unix)]
mod socket;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Instant;

use noise_playground::generator::Address;
use noise_playground::shading::ViewMode;
use noise_playground::source::ModulePath;

use super::App;
use crate::compiler::UnsavedTexts;
use crate::process::window_socket::{
    CursorMessage, CursorReply, EditorEvent, EditorId, EditorMessage, WindowMessage,
};
use crate::workbench::inside::Cursor;
use crate::workbench::{Panel, SourceEdit};
#[cfg(unix)]
pub(super) use socket::listen;

/// The connected editors, and what was last sent to them.
pub(super) struct Editors {
    connected: BTreeMap<EditorId, Sender<WindowMessage>>,
    pub(super) texts: UnsavedTexts,
    /// Reply to the last `playground at`; `None` once it was sent.
    cursor_reply: Option<Sender<CursorReply>>,
    /// True if the value at the last cursor is to be pinned once it is shown.
    pins_value: bool,
    sent: Vec<WindowMessage>,
    /// `None` before the first report.
    last_report: Option<Instant>,
}

impl Editors {
    pub(super) fn new(texts: UnsavedTexts) -> Self {
        Self {
            connected: BTreeMap::new(),
            texts,
            cursor_reply: None,
            pins_value: false,
            sent: Vec::new(),
            last_report: None,
        }
    }

    pub(super) fn has_editor(&self) -> bool {
        !self.connected.is_empty()
    }

    fn send_to_all(&self, message: &WindowMessage) {
        // An editor that has ended is removed by its own event.
        self.connected.values().for_each(|editor| _ = editor.send(message.clone()));
    }
}

impl App {
    /// Shows the values at the editor's cursor. `playground at` gets the reply at once, or once they are known.
    pub(super) fn look_at(&mut self, message: CursorMessage, reply: Sender<CursorReply>) {
        tracing::debug!("cursor at {}:{}", message.file.display(), message.line);
        match self.cursor(message) {
            Ok(cursor) => {
                self.workbench.look_at(cursor);
                self.editors.cursor_reply = Some(reply);
                self.reply_to_cursor();
            }
            // The command may have stopped waiting for the reply.
            Err(why) => _ = reply.send(Err(why)),
        }
    }

    pub(super) fn reply_to_cursor(&mut self) {
        let Some(followed) = self.workbench.take_followed() else {
            return;
        };
        let pins_value = std::mem::take(&mut self.editors.pins_value);
        if pins_value && followed.is_ok() && !self.workbench.is_stage_pinned() {
            self.workbench.toggle_stage_pin();
        }
        if let Some(reply) = self.editors.cursor_reply.take() {
            let _ = reply.send(followed);
        }
    }

    pub(super) fn on_editor(&mut self, editor: EditorId, event: EditorEvent) {
        match event {
            EditorEvent::Connected(name, to_editor) => {
                tracing::debug!("connected with {name}");
                let _ = to_editor.send(WindowMessage::Folder(self.options.folder.clone()));
                self.editors.connected.insert(editor, to_editor);
                self.editors.sent.clear();
            }
            EditorEvent::Disconnected => _ = self.editors.connected.remove(&editor),
            EditorEvent::Sent(message) => self.on_editor_message(message),
        }
    }

    fn on_editor_message(&mut self, message: EditorMessage) {
        match message {
            // Texts go to the compile thread without waiting for the window.
            EditorMessage::Hello(_) | EditorMessage::Text { .. } | EditorMessage::Close(_) => {}
            EditorMessage::Cursor(cursor) => {
                if self.workbench.shows(Panel::INSIDE)
                    && let Ok(cursor) = self.cursor(cursor)
                {
                    self.workbench.look_at(cursor);
                }
            }
            EditorMessage::ShowValue { at, pin } => {
                if let Ok(cursor) = self.cursor(at) {
                    self.editors.pins_value = pin;
                    self.workbench.look_at(cursor);
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

    /// If the file is open in an editor, requests the edit there. Returns true if so.
    pub(super) fn edit_in_editor(&self, edit: &SourceEdit) -> bool {
        let Some(folder) = &self.options.folder else {
            return false;
        };
        let file = folder.join(edit.text.file.as_str());
        let editor = self.editors.texts.editor_of(&file);
        let Some(editor) = editor.and_then(|editor| self.editors.connected.get(&editor)) else {
            return false;
        };
        let (before, after) = (edit.text.before.clone(), edit.text.after.clone());
        editor.send(WindowMessage::Edit { file, before, after }).is_ok()
    }

    /// After another folder was opened.
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
