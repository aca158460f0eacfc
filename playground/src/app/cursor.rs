//! Cursor of the user's editor: the command `playground at` sends its location, and the window shows the value there.

use std::sync::mpsc::Sender;

use noise_playground::source::ModulePath;
#[cfg(unix)]
use winit::event_loop::EventLoopProxy;

use super::App;
#[cfg(unix)]
use super::Event;
#[cfg(unix)]
use crate::process::cursor_socket::{self, CursorListener};
use crate::process::cursor_socket::{CursorMessage, CursorReply};
use crate::workbench::inside::Cursor;

/// Returns `None` if listening fails, which is logged; the window works without it.
#[cfg(unix)]
pub(super) fn listen(proxy: &EventLoopProxy<Event>) -> Option<CursorListener> {
    let proxy = proxy.clone();
    let listener = cursor_socket::listen(move |message, reply| {
        let _ = proxy.send_event(Event::Cursor(message, reply));
    });
    listener
        .inspect_err(|error| tracing::warn!("cannot follow the cursor of an editor: {error}"))
        .ok()
}

impl App {
    /// Shows the values at the editor's cursor. `playground at` gets the reply at once, or once they are known.
    pub(super) fn look_at(&mut self, message: CursorMessage, reply: Sender<CursorReply>) {
        tracing::debug!("cursor at {}:{}", message.file.display(), message.line);
        match self.cursor(message) {
            Ok(cursor) => {
                self.workbench.look_at(cursor);
                self.cursor_reply = Some(reply);
                self.reply_to_cursor();
            }
            // The command may have stopped waiting for the reply.
            Err(why) => _ = reply.send(Err(why)),
        }
    }

    pub(super) fn reply_to_cursor(&mut self) {
        if let Some(followed) = self.workbench.take_followed()
            && let Some(reply) = self.cursor_reply.take()
        {
            let _ = reply.send(followed);
        }
    }

    /// Returns the cursor with its file relative to the open folder, or the reason why the file is not in it.
    fn cursor(&self, message: CursorMessage) -> Result<Cursor, String> {
        let CursorMessage { file, line, column } = message;
        let folder = self.options.folder.as_ref();
        let folder = folder.ok_or("the window shows the built-in shaders, which are not files")?;
        let inside = file.strip_prefix(folder);
        let inside = inside.map_err(|_| format!("{file:?} is not in the folder {folder:?}"))?;
        Ok(Cursor { file: ModulePath::new(inside.to_string_lossy()), line, column })
    }
}
