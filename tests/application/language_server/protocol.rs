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
fn absurd_length_is_an_error_at_once() {
    let mut client = Client::new();
    for length in ["99999999999999", "99999999999999999999999999999"] {
        client.write(format!("Content-Length: {length}\r\n\r\n{{}}\r\n").as_bytes());
        let answer =
            client.wait_for(|message| message["id"].is_null() && message["error"].is_object());
        assert_eq!(answer["error"]["code"], -32600);
    }
    client.request("shutdown", json!(null));
}

#[test]
fn wrong_options_are_told_once_and_the_defaults_apply() {
    let check = |options: serde_json::Value, expect: &str| {
        let mut client = Client::initialized(Command::new(PROGRAM).arg("lsp"), json!({}), options);
        let message = client.wait_for(|message| message["method"] == "window/showMessage");
        let text = message["params"]["message"].as_str().unwrap();
        assert!(text.contains("initializationOptions") && text.contains(expect), "{text}");
        client.request("workspace/symbol", json!({ "query": "none_is_named_so" }));
        client.request("shutdown", json!(null));
        while let Some(message) = client.received() {
            assert_ne!(message["method"], "window/showMessage", "{message}");
        }
    };
    check(json!({ "delay_ms": "abc" }), "delay_ms");
    check(json!({ "hints": 1 }), "hints");
    check(json!({ "delay_ms": u64::MAX }), "delay_ms");
    check(json!([true]), "no object");
}

#[test]
fn server_ends_with_the_process_of_the_editor() {
    let mut editor = Command::new("sleep").arg("600").spawn().unwrap();
    let mut client = Client::start(Command::new(PROGRAM).arg("lsp"));
    let params = json!({ "capabilities": {}, "processId": editor.id() });
    client.request("initialize", params);
    client.request("workspace/symbol", json!({ "query": "none_is_named_so" }));
    editor.kill().unwrap();
    editor.wait().unwrap();
    assert_eq!(client.wait().code(), Some(1));
}

#[test]
fn canceled_request_is_answered_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.wgsl");
    let mut client = Client::new();
    // The server is busy with the text while the cancellation arrives.
    let function = "fn f(p: vec2f) -> f32 { return p.x; }\n";
    client.open(&file, &function.repeat(20_000));
    let uri = crate::client::uri(&file);
    let symbols = json!({ "textDocument": { "uri": uri } });
    let mut messages = String::new();
    let message = |value: serde_json::Value| {
        let text = value.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    for id in [1001, 1002] {
        messages += &message(json!({ "jsonrpc": "2.0", "id": id,
            "method": "textDocument/documentSymbol", "params": symbols }));
    }
    messages += &message(
        json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 1002 } }),
    );
    client.write(messages.as_bytes());
    let canceled = client.wait_for(|message| message["id"] == 1002);
    assert_eq!(canceled["error"]["code"], -32800);
    assert!(client.wait_for(|message| message["id"] == 1001)["result"].is_array());
    // A cancellation that comes too late changes nothing.
    client.notify("$/cancelRequest", json!({ "id": 1001 }));
    client.request("shutdown", json!(null));
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
