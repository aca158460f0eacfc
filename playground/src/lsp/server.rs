//! State of the language server, and its main loop.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use lsp_types::Url;
use lsp_types::notification::{Exit, Notification as _};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use noise_playground::source::ModulePath;
use serde_json::Value;

use super::Event;
use super::checker::{CheckRequest, Checked, CheckedFolder};
use super::diagnostics::{ShownDiagnostics, of_folder};
use super::documents::Documents;
use super::initialize::Client;
use super::requests::{self, error};
use super::transport::{Incoming, Outgoing};
use super::windows::{Windows, text_message};
use crate::process::window_socket::{EditorMessage, WindowMessage};

/// Without anything to wait for.
const IDLE: Duration = Duration::from_secs(3600);

/// Between searches for windows that have opened, while files are open.
const SEARCH_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before the request `initialize`.
    New,
    Running,
    /// After the request `shutdown`.
    ShutDown,
}

pub(super) struct Server {
    pub(super) client: Client,
    pub(super) documents: Documents,
    /// As they were last compiled.
    pub(super) folders: Vec<CheckedFolder>,
    phase: Phase,
    output: Outgoing,
    checker: Sender<CheckRequest>,
    diagnostics: ShownDiagnostics,
    /// `None` before the request `initialize`.
    windows: Option<Windows>,
    events: Sender<Event>,
}

impl Server {
    pub(super) fn new(
        output: Outgoing,
        checker: Sender<CheckRequest>,
        events: Sender<Event>,
    ) -> Self {
        Self {
            client: Client::default(),
            documents: Documents::default(),
            folders: Vec::new(),
            phase: Phase::New,
            output,
            checker,
            diagnostics: ShownDiagnostics::default(),
            windows: None,
            events,
        }
    }

    /// Returns true if the client has requested the end.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> bool {
        loop {
            let due = self.diagnostics.next_due();
            let due = due.map(|due| due.saturating_duration_since(Instant::now()));
            let search = (!self.documents.is_empty()).then_some(SEARCH_INTERVAL);
            let timeout = due.into_iter().chain(search).min().unwrap_or(IDLE);
            match events.recv_timeout(timeout) {
                Ok(Event::Received(Incoming::Message(Message::Notification(sent))))
                    if sent.method == Exit::METHOD =>
                {
                    return self.phase == Phase::ShutDown;
                }
                Ok(Event::Received(incoming)) => self.receive(incoming),
                Ok(Event::Checked(checked)) => self.adopt(checked),
                Ok(Event::Window(socket, message)) => self.on_window(&socket, message),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return self.phase == Phase::ShutDown;
                }
                Err(RecvTimeoutError::Timeout) => self.connect_windows(),
            }
            self.diagnostics.show_due(Instant::now(), &self.output);
        }
    }

    fn receive(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Message(Message::Request(request)) => {
                let id = request.id.clone();
                let answered = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
                let response_result = answered.unwrap_or_else(|_| Err(internal_error()));
                self.output.respond(Response { id, response_result });
            }
            Incoming::Message(Message::Notification(sent)) => {
                let handled = catch_unwind(AssertUnwindSafe(|| self.notify(sent)));
                if let Err(failure) = handled.unwrap_or_else(|_| Err(internal_error())) {
                    tracing::warn!("{}", failure.message);
                }
            }
            // Answers to requests of this server, which needs none of them.
            Incoming::Message(Message::Response(_)) => {}
            Incoming::Invalid(id, code, reason) => {
                tracing::warn!("{reason}");
                self.output.reject(&id, code, &reason);
            }
        }
    }

    fn answer(&mut self, request: Request) -> Result<Value, ResponseError> {
        let Request { method, params, .. } = request;
        match (self.phase, method.as_str()) {
            (Phase::New, Initialize::METHOD) => self.initialize(params),
            (Phase::New, _) => {
                Err(error(ErrorCode::ServerNotInitialized, "`initialize` is the first request"))
            }
            (Phase::Running, Initialize::METHOD) => {
                Err(error(ErrorCode::InvalidRequest, "`initialize` was requested before"))
            }
            (Phase::Running, Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, method) => requests::handle_request(self, method, params),
            (Phase::ShutDown, _) => {
                Err(error(ErrorCode::InvalidRequest, "no request follows `shutdown`"))
            }
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, ResponseError> {
        let params = serde_json::from_value(params);
        let params = params.map_err(|failure| error(ErrorCode::InvalidParams, failure))?;
        self.client = Client::new(params);
        self.phase = Phase::Running;
        tracing::info!("serving {}", self.client.name);
        self.windows = Some(Windows::new(self.client.name.clone(), self.events.clone()));
        let result = serde_json::to_value(self.client.result());
        result.map_err(|failure| error(ErrorCode::InternalError, failure))
    }

    fn notify(&mut self, sent: Notification) -> Result<(), ResponseError> {
        match self.phase {
            Phase::Running => requests::handle_notification(self, &sent.method, sent.params),
            Phase::New | Phase::ShutDown => Ok(()),
        }
    }

    /// A file was opened or changed: the windows show its text.
    pub(super) fn text_changed(&mut self, uri: &Url) {
        self.connect_windows();
        if let (Some(windows), Some(document)) = (&self.windows, self.documents.get(uri)) {
            windows.send(&text_message(document.clone()));
        }
        self.check();
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

    fn connect_windows(&mut self) {
        if let Some(windows) = &mut self.windows {
            windows.connect_new(&self.documents);
        }
    }

    fn on_window(&mut self, socket: &Path, message: Option<WindowMessage>) {
        let windows = self.windows.as_mut();
        if windows.is_some_and(|windows| windows.receive(socket, message)) {
            self.check();
        }
    }

    /// Requests that the folders of the open files be compiled.
    pub(super) fn check(&mut self) {
        let windows = self.windows.as_ref();
        let window_folders = windows.map(Windows::folders).unwrap_or_default();
        let request = CheckRequest { documents: self.documents.by_path(), window_folders };
        // The thread ends with this value.
        let _ = self.checker.send(request);
    }

    fn adopt(&mut self, checked: Checked) {
        self.folders = checked.folders;
        if !self.client.options.diagnostics {
            return;
        }
        let mut found = BTreeMap::new();
        for folder in &self.folders {
            let uri = |file: &ModulePath| self.uri(&folder.root.join(file.as_str()));
            found.extend(of_folder(folder, self.client.encoding, uri));
        }
        self.diagnostics.update(found, self.client.options.delay(), &self.output);
    }

    /// Returns the address of a file, as the editor spells it if the file is open.
    pub(super) fn uri(&self, file: &Path) -> Option<Url> {
        let open = self.documents.uri_of(file).cloned();
        open.or_else(|| Url::from_file_path(file).ok())
    }
}

fn internal_error() -> ResponseError {
    error(ErrorCode::InternalError, "internal error")
}
