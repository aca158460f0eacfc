//! Edits of open files that the client has not carried out yet.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_server::RequestId;
use lsp_types::Url;

use crate::process::window_socket::RequestedEdit;

/// Receiver of the result.
#[derive(Debug)]
pub(super) enum EditOrigin {
    /// The window with this socket.
    Window(PathBuf),
    /// A command of the editor, which shows failures itself.
    Command,
}

#[derive(Debug)]
pub(super) struct PendingEdit {
    pub(super) origin: EditOrigin,
    pub(super) edit: RequestedEdit,
    pub(super) uri: Url,
    /// That of the text for which the edit was made.
    pub(super) revision: u64,
    /// True once the client has answered that the edit is applied; its text is still to come.
    pub(super) is_accepted: bool,
}

/// Edits that are not done yet, by the requests that were sent to the client.
#[derive(Debug, Default)]
pub(super) struct PendingEdits(pub(super) BTreeMap<RequestId, PendingEdit>);
