//! A client of the protocol, which stands in for a text editor.

#![allow(dead_code, reason = "two test programs use different parts")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_playground");

/// Maximum time to wait for a message, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    pub(crate) server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Received, but not waited for yet.
    waiting: Vec<Value>,
    next_id: i64,
}

impl Client {
    /// Starts a server that has answered nothing yet.
    pub(crate) fn start(command: &mut Command) -> Self {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = piped.spawn().unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            let mut header = String::new();
            while output.read_line(&mut header).is_ok_and(|length| length > 0) {
                let length =
                    header.trim().strip_prefix("Content-Length: ").map(str::parse::<usize>);
                let Some(Ok(length)) = length else { return };
                header.clear();
                output.read_line(&mut header).unwrap();
                header.clear();
                let mut body = vec![0; length];
                output.read_exact(&mut body).unwrap();
                let message: Value = serde_json::from_slice(&body).unwrap();
                assert_eq!(message["jsonrpc"], "2.0");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Self { server, input, messages, waiting: Vec::new(), next_id: 0 }
    }

    /// Starts a server, and initializes it with these capabilities and options.
    pub(crate) fn initialized(command: &mut Command, capabilities: Value, options: Value) -> Self {
        Self::initialized_as("Test", command, capabilities, options)
    }

    /// For an editor with this name.
    pub(crate) fn initialized_as(
        editor: &str,
        command: &mut Command,
        capabilities: Value,
        options: Value,
    ) -> Self {
        let mut client = Self::start(command);
        let params = json!({
            "processId": null,
            "rootUri": null,
            "clientInfo": { "name": editor },
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        client.request("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    /// Starts a server with the usual options, for columns in UTF-8.
    pub(crate) fn new() -> Self {
        let capabilities = json!({
            "general": { "positionEncodings": ["utf-16", "utf-8"] },
            "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        });
        Self::initialized(Command::new(PROGRAM).arg("lsp"), capabilities, json!(null))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        // A server that has ended is seen by its exit code.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Answers a request of the server.
    pub(crate) fn respond(&mut self, request: &Value, result: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
    }

    /// Returns the next edit that the server requests.
    pub(crate) fn requested_edit(&mut self) -> Value {
        self.wait_for(|message| message["method"] == "workspace/applyEdit")
    }

    /// Returns the whole response.
    pub(crate) fn response(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait_for(|message| message["id"] == id && message["method"].is_null())
    }

    /// Returns the result of the request, which must not fail.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        assert!(response["error"].is_null(), "{method}: {response}");
        response["result"].clone()
    }

    /// Returns the first message that has not been waited for and fits.
    pub(crate) fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(at) = self.waiting.iter().position(&fits) {
                return self.waiting.remove(at);
            }
            let timeout = deadline.saturating_duration_since(Instant::now());
            let received = self.messages.recv_timeout(timeout);
            self.waiting
                .push(received.unwrap_or_else(|error| panic!("{error}: {:#?}", self.waiting)));
        }
    }

    /// Returns a message that has arrived and that no call has waited for.
    pub(crate) fn received(&mut self) -> Option<Value> {
        self.waiting.pop().or_else(|| self.messages.recv_timeout(Duration::from_millis(200)).ok())
    }

    /// Returns the next diagnostics of a file.
    pub(crate) fn diagnostics(&mut self, file: &Path) -> Vec<Value> {
        let uri = uri(file);
        let published = self.wait_for(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        });
        published["params"]["diagnostics"].as_array().unwrap().clone()
    }

    pub(crate) fn open(&mut self, file: &Path, text: &str) {
        let document =
            json!({ "uri": uri(file), "languageId": "wgsl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the whole text.
    pub(crate) fn change(&mut self, file: &Path, version: i32, text: &str) {
        self.edit(file, version, json!([{ "text": text }]));
    }

    pub(crate) fn edit(&mut self, file: &Path, version: i32, changes: Value) {
        let document = json!({ "uri": uri(file), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    pub(crate) fn close_file(&mut self, file: &Path) {
        let params = json!({ "textDocument": { "uri": uri(file) } });
        self.notify("textDocument/didClose", params);
    }

    /// Closes the connection, and waits until the server has ended.
    pub(crate) fn hang_up(&mut self) -> ExitStatus {
        self.input = None;
        self.wait()
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.server.try_wait().unwrap() {
                return status;
            }
            assert!(started.elapsed() < TIMEOUT, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns what the server wrote on standard error. It must have ended.
    pub(crate) fn errors(&mut self) -> String {
        let mut text = String::new();
        self.server.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

pub(crate) fn uri(file: &Path) -> String {
    format!("file://{}", file.display()).replace(' ', "%20")
}

/// Position of the first `marker` in a text whose columns are bytes.
pub(crate) fn position(text: &str, marker: &str) -> Value {
    let at = text.find(marker).unwrap_or_else(|| panic!("no {marker:?}"));
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": column })
}

/// Applies edits to a text whose columns are bytes.
pub(crate) fn apply(text: &str, edits: &Value) -> String {
    let mut edits = edits.as_array().unwrap().clone();
    let offset = |place: &Value| {
        let line = place["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + place["character"].as_u64().unwrap() as usize
    };
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    let mut edited = text.to_owned();
    for edit in &edits {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        edited.replace_range(range, edit["newText"].as_str().unwrap());
    }
    edited
}

/// Parameters of a request at the first `marker` in the text of a file.
pub(crate) fn at(file: &Path, text: &str, marker: &str) -> Value {
    json!({ "textDocument": { "uri": uri(file) }, "position": position(text, marker) })
}
