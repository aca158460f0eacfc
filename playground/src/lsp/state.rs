//! State of the language server.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use lsp_server::{Request, RequestId};
use lsp_types::notification::{DidChangeWatchedFiles, Notification as _};
use lsp_types::request::{ApplyWorkspaceEdit, InlayHintRefreshRequest, RegisterCapability};
use lsp_types::{
    ApplyWorkspaceEditParams, Registration, RegistrationParams, TextDocumentPositionParams,
    TextEdit, Url, WorkspaceEdit,
};
use noise_playground::source::ModulePath;
use serde_json::json;

use super::Event;
use super::checker::{CheckRequest, Checked, CheckedFolder, in_folder};
use super::diagnostics::{ShownDiagnostics, of_folder};
use super::documents::Documents;
use super::initialize::Client;
use super::position::{Encoding, Lines};
use super::transport::Outgoing;
use super::windows::{Windows, text_message};
use crate::process::window_socket::{EditorMessage, WindowMessage};

/// State of the server.
pub(super) struct State {
    pub(super) client: Client,
    pub(super) documents: Documents,
    /// As they were last compiled.
    pub(super) folders: Vec<CheckedFolder>,
    pub(super) output: Outgoing,
    checker: Sender<CheckRequest>,
    pub(super) diagnostics: ShownDiagnostics,
    /// `None` before the request `initialize`.
    pub(super) windows: Option<Windows>,
    /// Last known position of the editor's cursor.
    pub(super) cursor: Option<TextDocumentPositionParams>,
    /// Number of the last request to the client.
    last_request: i32,
    events: Sender<Event>,
}

impl State {
    pub(super) fn new(
        output: Outgoing,
        checker: Sender<CheckRequest>,
        events: Sender<Event>,
    ) -> Self {
        Self {
            client: Client::default(),
            documents: Documents::default(),
            folders: Vec::new(),
            output,
            checker,
            diagnostics: ShownDiagnostics::default(),
            windows: None,
            cursor: None,
            last_request: 0,
            events,
        }
    }
    /// The client is known: windows are searched from now on.
    pub(super) fn start(&mut self, client: Client) {
        self.windows = Some(Windows::new(client.name.clone(), self.events.clone()));
        self.client = client;
    }

    /// A file was opened or changed: the windows show its text.
    pub(super) fn text_changed(&mut self, uri: &Url) {
        self.connect_windows();
        if let (Some(windows), Some(document)) = (&self.windows, self.documents.get(uri)) {
            text_message(document.clone()).iter().for_each(|message| windows.send(message));
        }
        self.update_trees();
        self.check();
    }

    /// Replaces the texts of open files in the folders as they were last compiled.
    fn update_trees(&mut self) {
        for folder in &mut self.folders {
            let documents = in_folder(&folder.root, self.documents.by_path());
            let texts = documents.iter().map(|(path, document)| (path, &*document.text));
            folder.tree = folder.tree.with_unsaved(texts, &folder.tree);
        }
    }

    /// Sends a request whose answer does not matter.
    fn request_of_client<R: lsp_types::request::Request>(&mut self, params: R::Params) {
        self.last_request += 1;
        let id = RequestId::from(self.last_request);
        self.output.send(Request::new(id, R::METHOD.to_owned(), params));
    }

    /// Requests that the editor replaces the text of an open file; other files are ignored.
    pub(super) fn apply_edit(&mut self, file: &Path, before: &str, after: &str) {
        let Some(uri) = self.documents.uri_of(file).cloned() else {
            return;
        };
        let is_current = self.documents.get(&uri).is_some_and(|open| &*open.text == before);
        if !is_current {
            return tracing::warn!("not edited: {file:?} has changed since");
        }
        let edit = changed_part(before, after, self.client.encoding);
        let edit = WorkspaceEdit {
            changes: Some(HashMap::from([(uri, vec![edit])])),
            ..WorkspaceEdit::default()
        };
        let label = Some("Write default".to_owned());
        self.request_of_client::<ApplyWorkspaceEdit>(ApplyWorkspaceEditParams { label, edit });
    }

    /// A file was closed: the windows show its text on disk.
    pub(super) fn text_closed(&mut self, file: PathBuf) {
        self.tell_windows(&EditorMessage::Close(file));
        self.check();
    }

    pub(super) fn tell_windows(&self, message: &EditorMessage) {
        if let Some(windows) = &self.windows {
            windows.send(message);
        }
    }

    pub(super) fn connect_windows(&mut self) {
        if let Some(windows) = &mut self.windows {
            windows.connect_new(&self.documents);
        }
    }

    pub(super) fn on_window(&mut self, socket: &Path, message: Option<WindowMessage>) {
        let is_probe = matches!(message, Some(WindowMessage::Probe(_)));
        if let Some(WindowMessage::Edit { file, before, after }) = &message {
            self.apply_edit(file, before, after);
        }
        let windows = self.windows.as_mut();
        if windows.is_some_and(|windows| windows.receive(socket, message)) {
            self.check();
        }
        if is_probe && self.client.options.hints && self.client.can_refresh_hints() {
            self.request_of_client::<InlayHintRefreshRequest>(());
        }
    }

    /// Requests notifications about files that other programs change, if the client can send them.
    pub(super) fn watch_files(&mut self) {
        if !self.client.can_watch_files() {
            return;
        }
        let watchers = ["**/*.wgsl", "**/*.wesl"].map(|pattern| json!({ "globPattern": pattern }));
        let registration = Registration {
            id: "files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: Some(json!({ "watchers": watchers })),
        };
        let registrations = vec![registration];
        self.request_of_client::<RegisterCapability>(RegistrationParams { registrations });
    }

    /// Requests that the folders of the open files be compiled.
    pub(super) fn check(&mut self) {
        let windows = self.windows.as_ref();
        let window_folders = windows.map(Windows::folders).unwrap_or_default();
        let request = CheckRequest {
            documents: self.documents.by_path(),
            window_folders,
            workspaces: self.client.workspaces.clone(),
        };
        // The thread ends with this value.
        let _ = self.checker.send(request);
    }

    pub(super) fn adopt(&mut self, checked: Checked) {
        self.folders = checked.folders;
        if self.client.options.diagnostics {
            let mut found = BTreeMap::new();
            for folder in &self.folders {
                let uri = |file: &ModulePath| self.uri(&folder.root.join(file.as_str()));
                found.extend(of_folder(folder, self.client.encoding, uri));
            }
            self.diagnostics.update(found, self.client.options.delay(), &self.output);
        }
        // The editor may have changed texts meanwhile.
        self.update_trees();
    }

    /// Returns the address of a file, as the editor spells it if the file is open.
    pub(super) fn uri(&self, file: &Path) -> Option<Url> {
        let open = self.documents.uri_of(file).cloned();
        open.or_else(|| Url::from_file_path(file).ok())
    }
}

/// Returns the edit that changes only what differs.
fn changed_part(before: &str, after: &str, encoding: Encoding) -> TextEdit {
    let equal = |(one, other): &(char, char)| one == other;
    let start: usize =
        before.chars().zip(after.chars()).take_while(equal).map(|(c, _)| c.len_utf8()).sum();
    let (old, new) = (&before[start..], &after[start..]);
    let end: usize =
        old.chars().rev().zip(new.chars().rev()).take_while(equal).map(|(c, _)| c.len_utf8()).sum();
    let range = Lines::new(before, encoding).range(&(start..before.len() - end));
    TextEdit { range, new_text: new[..new.len() - end].to_owned() }
}
