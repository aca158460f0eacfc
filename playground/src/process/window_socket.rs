//! Sockets of the windows, in a folder that only the same user can enter. `playground at` sends an editor's cursor,
//! `playground lsp` stays connected and sends each text.
//!
//! Messages are lines of JSON. Each client has a connection of its own, and none can hold up another.

#[cfg(unix)]
mod folder;
#[cfg(unix)]
mod links;
#[cfg(not(unix))]
#[path = "window_socket/no_links.rs"]
mod links;
#[cfg(unix)]
mod listen;
#[cfg(unix)]
mod send;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use serde::{Deserialize, Serialize};

pub(crate) use links::WindowLinks;
#[cfg(unix)]
pub(crate) use listen::{WindowListener, listen};
#[cfg(unix)]
pub(crate) use send::send_to_windows;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CursorMessage {
    /// Absolute path.
    pub(crate) file: PathBuf,
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1; `None` if it is not known.
    pub(crate) column: Option<usize>,
}

/// `Ok` if the window shows the value, otherwise the reason why it cannot.
pub(crate) type CursorReply = Result<(), String>;

/// A connected editor, numbered by the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EditorId(pub(crate) u64);

/// Message from the server of an editor to a window. Files are absolute paths without links.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EditorMessage {
    /// Comes first, with the name of the editor.
    Hello(String),
    /// The text of a file that is open in the editor, saved or not.
    Text {
        file: PathBuf,
        version: i32,
        text: String,
    },
    /// The file is open, and the text in the editor is the one on disk: no change.
    Opened(PathBuf),
    Close(PathBuf),
    /// The values there are shown if Look inside is open.
    Cursor(CursorMessage),
    /// Shows the value there, or the result of the function; pins the value if `pin`.
    ShowValue {
        at: CursorMessage,
        pin: bool,
    },
    /// Shows a generator in the selected cell, in a view mode or its own.
    Show {
        file: PathBuf,
        function: String,
        mode: Option<String>,
    },
    /// Answer to [`WindowMessage::Edit`]; comes after the edited text. `reason` says why the text is unchanged.
    Edited {
        id: u64,
        reason: Option<String>,
    },
}

/// Request of a window to replace the text of a file that is open in an editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RequestedEdit {
    /// Number of the edit in its window.
    pub(crate) id: u64,
    /// Name of the edit in the editor, such as in its undo menu.
    pub(crate) label: String,
    pub(crate) file: PathBuf,
    /// Whole text for which the edit was made.
    pub(crate) before: String,
    /// Whole text after the edit.
    pub(crate) after: String,
}

/// Message from a window to the server of an editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WindowMessage {
    /// The open folder; `None` for the built-in shaders.
    Folder(Option<PathBuf>),
    /// Values of the selected cell.
    Values(ShownValues),
    /// Traced values at the probe; empty if nothing is traced.
    Probe(Vec<ProbeValue>),
    /// The window waits for [`EditorMessage::Edited`].
    Edit(RequestedEdit),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ShownValues {
    /// Relative to the folder.
    pub(crate) file: String,
    pub(crate) function: String,
    /// Numbers by the names of controls.
    pub(crate) values: BTreeMap<String, Vec<f64>>,
}

/// A value that a generator computes at the probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ProbeValue {
    /// Relative to the folder.
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
    pub(crate) name: String,
    /// Numbers in single precision.
    pub(crate) value: String,
    /// In double precision, if that was recorded.
    pub(crate) double: Option<String>,
    /// Number of times that the value is computed in a sample.
    pub(crate) count: usize,
}

#[derive(Debug)]
pub(crate) enum EditorEvent {
    /// With the name of the editor, and the sender of messages to it.
    Connected(Arc<str>, Sender<WindowMessage>),
    Sent(EditorMessage),
    Disconnected,
}

/// Handles what clients send, on the threads of their connections.
pub(crate) trait SocketHandler: Send + Sync + 'static {
    /// `reply` is awaited for some seconds.
    fn on_cursor(&self, cursor: CursorMessage, reply: Sender<CursorReply>);

    fn on_editor(&self, editor: EditorId, event: EditorEvent);
}
