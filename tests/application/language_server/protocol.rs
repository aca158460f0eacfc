//! The start and the end of a session, and clients that send anything.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, PROGRAM};

#[test]
fn server_starts_at_once_without_a_gpu_and_ends_when_asked() {
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").env("VK_DRIVER_FILES", "/nowhere").env_remove("DISPLAY");
    let started = Instant::now();
    let mut client = Client::start(&mut command);
    let result = client.request("initialize", json!({ "capabilities": {} }));
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2);
    assert_eq!(
        client.response("initialize", json!({ "capabilities": {} }))["error"]["code"],
        -32600
    );
    assert_eq!(client.response("textDocument/unknown", json!({}))["error"]["code"], -32601);
    client.request("shutdown", json!(null));
    assert_eq!(client.response("textDocument/hover", json!({}))["error"]["code"], -32600);
    client.notify("exit", json!(null));
    assert_eq!(client.wait().code(), Some(0));
    assert_eq!(client.errors(), "");
}

#[test]
fn request_before_initialize_and_end_of_the_client_are_handled() {
    let mut client = Client::start(Command::new(PROGRAM).arg("lsp"));
    assert_eq!(client.response("shutdown", json!(null))["error"]["code"], -32002);
    assert_eq!(client.hang_up().code(), Some(1));
    assert_eq!(client.errors(), "");
}

#[test]
fn rubbish_is_answered_or_skipped() {
    let mut client = Client::new();
    client.write(b"rubbish\r\n\r\nContent-Length: 5\r\n\r\n{{{{{");
    let answer = client.wait_for(|message| message["id"].is_null() && !message["error"].is_null());
    assert_eq!(answer["error"]["code"], -32700);
    let wrong = client.response("textDocument/hover", json!({ "textDocument": 5 }));
    assert!(wrong["error"]["code"].as_i64().unwrap() < 0);
    client.notify("textDocument/didChange", json!([1, 2]));
    client.notify("$/setTrace", json!({ "value": "off" }));
    client.request("shutdown", json!(null));
    client.write(b"Content-Length: 100\r\n\r\n{\"half");
    assert_eq!(client.hang_up().code(), Some(0));
    assert_eq!(client.errors(), "");
}

#[test]
fn log_is_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("lsp.log");
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").arg("--stdio").arg("--log").arg(&log);
    let mut client = Client::initialized(&mut command, json!({}), json!(null));
    let untitled =
        json!({ "uri": "untitled:Untitled-1", "languageId": "wgsl", "version": 1, "text": "x" });
    client.notify("textDocument/didOpen", json!({ "textDocument": untitled }));
    client.request("shutdown", json!(null));
    client.hang_up();
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("serving Test"), "{text}");
    assert_eq!(text.matches("ignored untitled:Untitled-1").count(), 1, "{text}");
    assert_eq!(client.errors(), "");
    let refused = Command::new(PROGRAM).args(["lsp", "--log", "/nowhere/x"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}
