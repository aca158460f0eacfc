//! The tables of requests and notifications, with their handlers.

mod text;

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::notification as sent;
use lsp_types::notification::Notification;
use lsp_types::request::Request;
use serde_json::Value;

use super::server::Server;

type Answer<T> = Result<T, ResponseError>;
type Handler = fn(&mut Server, Value) -> Answer<Value>;

macro_rules! table {
    ($call:ident: $($protocol:ty => $handler:path;)*) => {
        &[$((<$protocol>::METHOD, |server, params| $call::<$protocol>(server, params, $handler))),*]
    };
}

const NOTIFICATIONS: &[(&str, Handler)] = table! { receive:
    sent::DidOpenTextDocument => text::open;
    sent::DidChangeTextDocument => text::change;
    sent::DidCloseTextDocument => text::close;
    sent::DidSaveTextDocument => text::save;
    sent::DidChangeWatchedFiles => text::watched;
};

const REQUESTS: &[(&str, Handler)] = table! { answer: };

/// Fails if the request is unknown or wrong.
pub(super) fn handle_request(server: &mut Server, method: &str, params: Value) -> Answer<Value> {
    match find(REQUESTS, method) {
        Some(handler) => handler(server, params),
        None => Err(error(ErrorCode::MethodNotFound, format!("no request {method:?}"))),
    }
}

/// Others are ignored. Fails if the notification is wrong.
pub(super) fn handle_notification(server: &mut Server, method: &str, params: Value) -> Answer<()> {
    find(NOTIFICATIONS, method).map_or(Ok(()), |handler| handler(server, params).map(drop))
}

fn find(table: &[(&str, Handler)], method: &str) -> Option<Handler> {
    table.iter().find(|(name, _)| *name == method).map(|(_, handler)| *handler)
}

fn answer<R: Request>(
    server: &mut Server,
    params: Value,
    handler: fn(&mut Server, R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let params = serde_json::from_value(params).map_err(invalid)?;
    let result = handler(server, params)?;
    serde_json::to_value(result).map_err(|failure| error(ErrorCode::InternalError, failure))
}

fn receive<N: Notification>(
    server: &mut Server,
    params: Value,
    handler: fn(&mut Server, N::Params),
) -> Answer<Value> {
    handler(server, serde_json::from_value(params).map_err(invalid)?);
    Ok(Value::Null)
}

fn invalid(failure: serde_json::Error) -> ResponseError {
    error(ErrorCode::InvalidParams, failure)
}

pub(super) fn error(code: ErrorCode, message: impl ToString) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_string(), data: None }
}
