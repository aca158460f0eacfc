//! The tables of requests and notifications, with their handlers.

mod actions;
mod colors;
mod commands;
mod completion;
mod hover;
mod lenses;
mod navigation;
mod rename;
mod text;

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::notification::Notification;
use lsp_types::request::Request;
use lsp_types::{notification as sent, request as asked};
use serde_json::Value;

use super::state::State;
use super::transport::error;

type Answer<T> = Result<T, ResponseError>;
type Handler = fn(&mut State, Value) -> Answer<Value>;

macro_rules! table {
    ($call:ident: $($protocol:ty => $handler:path;)*) => {
        &[$((<$protocol>::METHOD, |state, params| $call::<$protocol>(state, params, $handler))),*]
    };
}

const NOTIFICATIONS: &[(&str, Handler)] = table! { receive:
    sent::DidOpenTextDocument => text::open;
    sent::DidChangeTextDocument => text::change;
    sent::DidCloseTextDocument => text::close;
    sent::DidSaveTextDocument => text::save;
};

const REQUESTS: &[(&str, Handler)] = table! { answer:
    asked::HoverRequest => hover::hover;
    asked::SignatureHelpRequest => hover::signature_help;
    asked::Completion => completion::completion;
    asked::GotoDefinition => navigation::definition;
    asked::References => navigation::references;
    asked::DocumentHighlightRequest => navigation::highlight;
    asked::DocumentSymbolRequest => navigation::document_symbols;
    asked::WorkspaceSymbolRequest => navigation::workspace_symbols;
    asked::PrepareRenameRequest => rename::prepare;
    asked::Rename => rename::rename;
    asked::DocumentColor => colors::colors;
    asked::ColorPresentationRequest => colors::presentations;
    asked::CodeActionRequest => actions::actions;
    asked::CodeLensRequest => lenses::lenses;
    asked::InlayHintRequest => lenses::hints;
    asked::ExecuteCommand => commands::execute;
};

/// Fails if the request is unknown or wrong.
pub(super) fn handle_request(state: &mut State, method: &str, params: Value) -> Answer<Value> {
    match find(REQUESTS, method) {
        Some(handler) => handler(state, params),
        None => Err(error(ErrorCode::MethodNotFound, format!("no request {method:?}"))),
    }
}

/// Others are ignored. Fails if the notification is wrong.
pub(super) fn handle_notification(state: &mut State, method: &str, params: Value) -> Answer<()> {
    find(NOTIFICATIONS, method).map_or(Ok(()), |handler| handler(state, params).map(drop))
}

fn find(table: &[(&str, Handler)], method: &str) -> Option<Handler> {
    table.iter().find(|(name, _)| *name == method).map(|(_, handler)| *handler)
}

fn answer<R: Request>(
    state: &mut State,
    params: Value,
    handler: fn(&mut State, R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let params = serde_json::from_value(params).map_err(invalid)?;
    let result = handler(state, params)?;
    serde_json::to_value(result).map_err(|failure| error(ErrorCode::InternalError, failure))
}

fn receive<N: Notification>(
    state: &mut State,
    params: Value,
    handler: fn(&mut State, N::Params),
) -> Answer<Value> {
    handler(state, serde_json::from_value(params).map_err(invalid)?);
    Ok(Value::Null)
}

fn invalid(failure: serde_json::Error) -> ResponseError {
    error(ErrorCode::InvalidParams, failure)
}
