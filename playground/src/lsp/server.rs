//! The main loop of the language server: the phases of a session, requests and notifications.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use lsp_types::MessageType;
use lsp_types::notification::{Exit, Notification as _};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use serde_json::Value;

use super::canceled::Canceled;
use super::checker::CheckEvent;
use super::initialize::Client;
use super::state::State;
use super::transport::{Incoming, error};
use super::{Event, requests};

/// Timeout without anything to wait for.
const IDLE: Duration = Duration::from_secs(3600);

/// Time between searches for windows that have opened, while files are open.
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
    canceled: Canceled,
    phase: Phase,
}

impl Server {
    pub(super) fn new(state: State, canceled: Canceled) -> Self {
        Self { state, canceled, phase: Phase::New }
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
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return self.phase == Phase::ShutDown;
                }
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => self.state.connect_windows(),
            }
            self.state.diagnostics.show_due(Instant::now(), &self.state.output);
        }
    }

    /// A panic is logged, and the next event is handled.
    fn handle(&mut self, event: Event) {
        let handle = || {
            match event {
            Event::Received(incoming) => self.receive(incoming),
            Event::Check(CheckEvent::Checked(checked)) => self.state.adopt(checked),
            Event::Check(CheckEvent::Failed) => self.state.show_message(
                MessageType::ERROR,
                "playground: a check failed by a bug of the playground; the next change starts a new one".to_owned(),
            ),
            Event::Window(socket, message) => self.state.on_window(&socket, message),
            Event::Closed => {}
        }
        };
        if catch_unwind(AssertUnwindSafe(handle)).is_err() {
            tracing::error!("{}", internal_error().message);
        }
    }

    fn receive(&mut self, incoming: Incoming) {
        let message = match incoming {
            Incoming::Message(message) => message,
            Incoming::Invalid(id, code, reason) => {
                tracing::warn!("{reason}");
                return self.state.output.reject(&id, code, &reason);
            }
        };
        let is_canceled = self.canceled.handle(&message);
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                let answered = catch_unwind(AssertUnwindSafe(|| {
                    if is_canceled { Err(canceled()) } else { self.answer(request) }
                }));
                let response_result = answered.unwrap_or_else(|_| Err(internal_error()));
                self.state.output.respond(Response { id, response_result });
                self.report_wrong_options();
            }
            Message::Notification(sent) => {
                if let Err(failure) = self.notify(sent) {
                    tracing::warn!("{}", failure.message);
                }
            }
            Message::Response(response) => self.state.on_response(response),
        }
    }

    /// Reports once, after the answer to `initialize`.
    fn report_wrong_options(&mut self) {
        if let Some(reason) = self.state.client.wrong_options.take() {
            let message = format!(
                "playground: initializationOptions: {reason}; the default options are used"
            );
            tracing::warn!("{message}");
            self.state.show_message(MessageType::WARNING, message);
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

fn canceled() -> ResponseError {
    error(ErrorCode::RequestCanceled, "canceled by the editor")
}

fn internal_error() -> ResponseError {
    error(ErrorCode::InternalError, "internal error")
}
