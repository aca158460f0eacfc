//! State of the language server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use lsp_server::{Notification, Request, RequestId};
use lsp_types::notification::{Notification as _, ShowMessage};
use lsp_types::request::InlayHintRefreshRequest;
use lsp_types::{MessageType, ShowMessageParams, TextDocumentPositionParams, Url};
use noise_playground::source::{ModulePath, SourceTree};

use super::checker::{CheckHandle, CheckRequest, Checked, CheckedFolder, in_folder};
use super::diagnostics::{ShownDiagnostics, of_folder};
use super::documents::Documents;
use super::edits::{EditOrigin, PendingEdits};
use super::initialize::Client;
use super::transport::Outgoing;
use super::windows::{Windows, document_message};
use super::{Event, parent};
use crate::process::window_socket::{EditorMessage, WindowMessage};

pub(super) struct State {
    pub(super) client: Client,
    pub(super) documents: Documents,
    /// As they were last compiled.
    pub(super) folders: Vec<CheckedFolder>,
    /// Folders that the editor has open, as they were last read for a list of all declarations.
    pub(super) workspace_trees: BTreeMap<PathBuf, SourceTree>,
    pub(super) output: Outgoing,
    checker: CheckHandle,
    pub(super) diagnostics: ShownDiagnostics,
    /// `None` before the request `initialize`.
    pub(super) windows: Option<Windows>,
    /// Last known position of the editor's cursor.
    pub(super) cursor: Option<TextDocumentPositionParams>,
    pub(super) edits: PendingEdits,
    /// Number of the last request to the client.
    last_request: i32,
    events: Sender<Event>,
}

impl State {
    pub(super) fn new(output: Outgoing, checker: CheckHandle, events: Sender<Event>) -> Self {
        Self {
            client: Client::default(),
            documents: Documents::default(),
            folders: Vec::new(),
            workspace_trees: BTreeMap::new(),
            output,
            checker,
            diagnostics: ShownDiagnostics::default(),
            windows: None,
            cursor: None,
            edits: PendingEdits::default(),
            last_request: 0,
            events,
        }
    }

    /// The client is known: windows are searched from now on.
    pub(super) fn start(&mut self, client: Client) {
        self.windows = Some(Windows::new(client.name.clone(), self.events.clone()));
        if let Some(process) = client.process {
            let events = self.events.clone();
            parent::watch(process, move || _ = events.send(Event::Closed));
        }
        self.client = client;
    }

    /// A file was opened, changed or closed: the windows show its text, or that on disk.
    pub(super) fn text_changed(&mut self, file: &Path) {
        self.connect_windows();
        let document = self.documents.of_file(file).map(|(_, document)| document.clone());
        match document {
            Some(document) => document_message(document).iter().for_each(|message| {
                self.tell_windows(message);
            }),
            None => self.tell_windows(&EditorMessage::Close(file.to_owned())),
        }
        self.settle_edits();
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

    /// Sends a request. Returns its number, which the answer has too.
    pub(super) fn request_of_client<R: lsp_types::request::Request>(
        &mut self,
        params: R::Params,
    ) -> RequestId {
        self.last_request += 1;
        let id = RequestId::from(self.last_request);
        self.output.send(Request::new(id.clone(), R::METHOD.to_owned(), params));
        id
    }

    pub(super) fn show_message(&self, typ: MessageType, message: String) {
        let params = ShowMessageParams { typ, message };
        self.output.send(Notification::new(ShowMessage::METHOD.to_owned(), params));
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
        if let Some(WindowMessage::Edit(edit)) = &message {
            self.edit(edit.clone(), EditOrigin::Window(socket.to_owned()));
        }
        let windows = self.windows.as_mut();
        if windows.is_some_and(|windows| windows.receive(socket, message)) {
            self.check();
        }
        if is_probe && self.client.options.hints && self.client.can_refresh_hints() {
            self.request_of_client::<InlayHintRefreshRequest>(());
        }
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
        self.checker.check(request);
    }

    pub(super) fn adopt(&mut self, checked: Checked) {
        self.folders = checked.folders;
        if self.client.options.diagnostics {
            let mut found = BTreeMap::new();
            for folder in &self.folders {
                let uri = |file: &ModulePath| self.uri(&folder.root.join(file.as_str()));
                found.extend(of_folder(folder, &self.client, uri));
            }
            self.diagnostics.update(found, self.client.options.delay(), &self.output);
        }
        // The editor may have changed texts meanwhile.
        self.update_trees();
    }

    /// Returns the address of a file, as the editor spells it if the file is open.
    pub(super) fn uri(&self, file: &Path) -> Option<Url> {
        let open = self.documents.of_file(file).map(|(uri, _)| uri.clone());
        open.or_else(|| Url::from_file_path(file).ok())
    }
}
