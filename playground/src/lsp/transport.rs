//! Messages of the protocol on standard input and output, each with a header that states its length.
//!
//! A client may send anything: text that is no header is skipped, and a message that is no JSON is answered with an
//! error. Reading ends only with the input.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;

use lsp_server::{ErrorCode, Message, Response, ResponseError};
use serde_json::{Value, json};

/// Limit of a message, in bytes. A shader has at most a megabyte.
const MAX_MESSAGE: usize = 64 << 20;

/// Limit of a line of the header, in bytes.
const MAX_LINE: u64 = 4 << 10;

const LENGTH: &str = "content-length:";

#[derive(Debug)]
pub(super) enum Incoming {
    Message(Message),
    /// A message that cannot be handled. Holds its number, null if that is not known, and what is wrong.
    Invalid(Value, ErrorCode, String),
}

/// Reads the next message; `None` at the end of the input.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_header(input)? else {
        return Ok(None);
    };
    // The message may never come: what comes of it is skipped as text that is no header.
    if length > MAX_MESSAGE {
        let reason = format!("Content-Length: a message has at most {MAX_MESSAGE} bytes");
        return Ok(Some(Incoming::Invalid(Value::Null, ErrorCode::InvalidRequest, reason)));
    }
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    Ok((body.len() == length).then(|| parse(&body)))
}

/// Returns the length of the message that follows; `None` at the end of the input.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if let Some((_, number)) = line.rsplit_once(LENGTH) {
            let number = number.trim();
            let is_large = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            length = number.parse().ok().or(is_large.then_some(usize::MAX));
        } else if line.trim().is_empty() && length.is_some() {
            return Ok(length);
        } else if !line.contains(':') && !line.trim().is_empty() {
            tracing::debug!("ignored text between messages: {:?}", line.trim());
            length = None;
        }
    }
}

fn parse(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => {
            return Incoming::Invalid(Value::Null, ErrorCode::ParseError, error.to_string());
        }
    };
    let id = value.get("id").cloned().unwrap_or_default();
    match serde_json::from_value(value) {
        // With a number that is neither an integer nor a text.
        Ok(Message::Notification(_)) if !id.is_null() => {
            let reason = format!("{id} is no number of a request");
            Incoming::Invalid(id, ErrorCode::InvalidRequest, reason)
        }
        Ok(message) => Incoming::Message(message),
        Err(_) => {
            let reason = "neither a request nor a notification nor a response".to_owned();
            Incoming::Invalid(id, ErrorCode::InvalidRequest, reason)
        }
    }
}

/// Returns the error of a request, whose message editors show.
pub(super) fn error(code: ErrorCode, message: impl ToString) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_string(), data: None }
}

/// Queue of messages to the client, which a thread writes: a client that does not read holds nothing up.
#[derive(Clone)]
pub(super) struct Outgoing(Sender<Value>);

impl Outgoing {
    pub(super) fn send(&self, message: impl Into<Message>) {
        let mut value = serde_json::to_value(message.into()).unwrap_or_default();
        if let Value::Object(fields) = &mut value {
            fields.insert("jsonrpc".to_owned(), json!("2.0"));
        }
        let _ = self.0.send(value);
    }

    /// Answers a message without a valid number.
    pub(super) fn reject(&self, id: &Value, code: ErrorCode, message: &str) {
        let error = json!({ "code": code as i32, "message": message });
        let _ = self.0.send(json!({ "jsonrpc": "2.0", "id": id, "error": error }));
    }

    pub(super) fn respond(&self, response: Response) {
        self.send(response);
    }
}

/// Starts the thread that writes. It ends once all queues are dropped; joining it waits for the last message.
pub(super) fn write_on_thread(
    mut output: impl Write + Send + 'static,
) -> (Outgoing, thread::JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel::<Value>();
    let write = move || {
        for message in receiver {
            let text = message.to_string();
            let written = write!(output, "Content-Length: {}\r\n\r\n{text}", text.len());
            // The client has ended: the end of the input follows.
            if written.and_then(|()| output.flush()).is_err() {
                return;
            }
        }
    };
    (Outgoing(sender), thread::spawn(write))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    fn read_all(text: &str) -> Vec<String> {
        let mut input = text.as_bytes();
        let mut found = Vec::new();
        while let Some(message) = read(&mut input).unwrap() {
            found.push(match message {
                Incoming::Message(Message::Notification(notification)) => notification.method,
                Incoming::Message(other) => format!("{other:?}"),
                Incoming::Invalid(id, code, _) => format!("{code:?} {id}"),
            });
        }
        found
    }

    #[test]
    fn rubbish_is_skipped_or_answered_and_the_next_message_is_read() {
        let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let with = |rubbish: &str| read_all(&format!("{rubbish}{exit}"));
        assert_eq!(with(""), ["exit"]);
        assert_eq!(with("GET / HTTP/1.1\r\n\r\n"), ["exit"]);
        assert_eq!(with("rubbish"), ["exit"]);
        assert_eq!(with("Content-Length: x\r\n\r\n"), ["exit"]);
        assert_eq!(
            with("Content-Type: a\r\ncontent-length: 2\r\n\r\n{}"),
            ["InvalidRequest null", "exit"]
        );
        assert_eq!(with(&framed("{")), ["ParseError null", "exit"]);
        assert_eq!(with(&framed(r#"{"id":[1],"method":"x"}"#)), ["InvalidRequest [1]", "exit"]);
        assert_eq!(with("\n\n\u{fffd}"), ["exit"]);
        for length in ["99999999999999", "99999999999999999999999999"] {
            let absurd = format!("Content-Length: {length}\r\n\r\n{{}}");
            assert_eq!(with(&absurd), ["InvalidRequest null", "exit"]);
        }
    }

    #[test]
    fn message_that_ends_early_ends_the_input() {
        assert_eq!(read_all("Content-Length: 20\r\n\r\n{}"), [""; 0]);
        assert_eq!(read_all("Content-Len"), [""; 0]);
    }
}
