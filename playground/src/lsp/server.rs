//! The main loop of the language server: the phases of a session, requests and notifications.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use lsp_types::notification::{Exit, Notification as _};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use serde_json::Value;

use super::Event;
use super::initialize::Client;
use super::requests;
use super::state::State;
use super::transport::{Incoming, error};

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
    state: State,
    phase: Phase,
}

impl Server {
    pub(super) fn new(state: State) -> Self {
        Self { state, phase: Phase::New }
    }

    /// Returns true if the client has requested the end.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> bool {
        loop {
            let due = self.state.diagnostics.next_due();
            let due = due.map(|due| due.saturating_duration_since(Instant::now()));
            let search = (!self.state.documents.is_empty()).then_some(SEARCH_INTERVAL);
            let timeout = due.into_iter().chain(search).min().unwrap_or(IDLE);
            match events.recv_timeout(timeout) {
                Ok(Event::Received(Incoming::Message(Message::Notification(sent))))
                    if sent.method == Exit::METHOD =>
                {
                    return self.phase == Phase::ShutDown;
                }
                Ok(Event::Received(incoming)) => self.receive(incoming),
                Ok(Event::Checked(checked)) => self.state.adopt(checked),
                Ok(Event::Window(socket, message)) => self.state.on_window(&socket, message),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return self.phase == Phase::ShutDown;
                }
                Err(RecvTimeoutError::Timeout) => self.state.connect_windows(),
            }
            self.state.diagnostics.show_due(Instant::now(), &self.state.output);
        }
    }

    fn receive(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Message(Message::Request(request)) => {
                let id = request.id.clone();
                let answered = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
                let response_result = answered.unwrap_or_else(|_| Err(internal_error()));
                self.state.output.respond(Response { id, response_result });
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
                self.state.output.reject(&id, code, &reason);
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
            (Phase::Running, method) => requests::handle_request(&mut self.state, method, params),
            (Phase::ShutDown, _) => {
                Err(error(ErrorCode::InvalidRequest, "no request follows `shutdown`"))
            }
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, ResponseError> {
        let params = serde_json::from_value(params);
        let params = params.map_err(|failure| error(ErrorCode::InvalidParams, failure))?;
        self.state.start(Client::new(params));
        self.phase = Phase::Running;
        tracing::info!("serving {}", self.state.client.name);
        let result = serde_json::to_value(self.state.client.result());
        result.map_err(|failure| error(ErrorCode::InternalError, failure))
    }

    fn notify(&mut self, sent: Notification) -> Result<(), ResponseError> {
        match self.phase {
            Phase::Running => {
                requests::handle_notification(&mut self.state, &sent.method, sent.params)
            }
            Phase::New | Phase::ShutDown => Ok(()),
        }
    }
}

fn internal_error() -> ResponseError {
    error(ErrorCode::InternalError, "internal error")
}
