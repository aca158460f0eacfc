//! Messages with random changes: the server neither ends nor hangs.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, at, uri};

const MESSAGES: u32 = 10_000;

/// A generator of pseudo-random numbers (Marsaglia's xorshift, 2003), so that failures repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

#[test]
fn mutated_messages_are_survived() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    let text = "//! A @mode(relief)\nstruct P {\n    /// Gain. @range(0, 1)\n    gain: f32,\n}\n@group(0) @binding(0) var<uniform> params: P;\n\
        fn height(p: vec2f) -> f32 { let x = mix(p.x, params.gain, 0.5); return x; }\n";
    fs::write(&file, text).unwrap();
    let mut client = Client::new();
    client.open(&file, text);
    let place = at(&file, text, "gain,");
    let document = json!({ "textDocument": { "uri": uri(&file) } });
    let range =
        json!({ "start": { "line": 3, "character": 2 }, "end": { "line": 4, "character": 9 } });
    let with = |mut params: Value, name: &str, value: Value| {
        params[name] = value;
        params
    };
    let change = json!({
        "textDocument": { "uri": uri(&file), "version": 2 },
        "contentChanges": [{ "range": range, "text": "é😀 @range(" }, { "text": text }],
    });
    let requests = [
        ("textDocument/hover", place.clone()),
        ("textDocument/completion", place.clone()),
        ("textDocument/signatureHelp", place.clone()),
        ("textDocument/definition", place.clone()),
        ("textDocument/documentHighlight", place.clone()),
        (
            "textDocument/references",
            with(place.clone(), "context", json!({ "includeDeclaration": true })),
        ),
        ("textDocument/rename", with(place, "newName", json!("amount"))),
        ("textDocument/documentSymbol", document.clone()),
        ("textDocument/documentColor", document.clone()),
        ("textDocument/codeLens", document.clone()),
        ("textDocument/inlayHint", with(document.clone(), "range", range.clone())),
        (
            "textDocument/codeAction",
            with(with(document, "range", range), "context", json!({ "diagnostics": [] })),
        ),
        ("workspace/symbol", json!({ "query": "g" })),
        ("workspace/executeCommand", json!({ "command": "playground.pinValue" })),
        ("textDocument/didChange", change),
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for number in 0..MESSAGES {
        let (method, params) = &requests[random.below(requests.len())];
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if *method != "textDocument/didChange" {
            message["id"] = json!(1_000_000 + number);
        }
        let mut body = message.to_string().into_bytes();
        for _ in 0..random.below(4) {
            let at = random.below(body.len());
            match random.below(4) {
                0 => body[at] = random.below(256) as u8,
                1 => _ = body.remove(at),
                2 => body.insert(at, b"0123456789-{}[],\"\\eE."[random.below(21)]),
                // Large numbers and other digits are the likeliest to be misunderstood.
                _ => {
                    let digits = body.iter().positions_of_digits();
                    if let Some(digit) = digits.get(random.below(digits.len())) {
                        body.splice(*digit..=*digit, *b"4294967295");
                    }
                }
            }
        }
        let length = body.len() + if random.below(50) == 0 { random.below(3) } else { 0 };
        let header = match random.below(100) {
            0 => "rubbish\r\n\r\n".to_owned(),
            1 => "Content-Length: -5\r\n\r\n".to_owned(),
            _ => format!("Content-Length: {}\r\n\r\n", body.len()),
        };
        client.write(header.as_bytes());
        body.resize(length, b' ');
        client.write(&body);
    }
    // A line break ends what may be the rest of a header.
    client.write(b"\r\n\r\n");
    client.change(&file, 9, text);
    let hover = client.request("textDocument/hover", at(&file, text, "mix("));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Linear blend"), "{hover}");
    assert!(client.server.try_wait().unwrap().is_none());
}

trait Digits {
    fn positions_of_digits(self) -> Vec<usize>;
}

impl<'b, I: Iterator<Item = &'b u8>> Digits for I {
    fn positions_of_digits(self) -> Vec<usize> {
        self.enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect()
    }
}
