//! Diagnostics in the editor: those of `playground check`, without a save.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, PROGRAM, at, position, uri};

const RIGHT: &str = "import package::lib::k;\nfn height(p: vec2f) -> f32 { return p.x * k(); }\n";

/// A folder with the shaders `lib.wgsl` and `a b.wgsl`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lib.wgsl"), "fn k() -> f32 { return 1.0; }\n").unwrap();
    fs::write(folder.path().join("a b.wgsl"), RIGHT).unwrap();
    folder
}

fn check_json(folder: &std::path::Path) -> Vec<Value> {
    let output = Command::new(PROGRAM).args(["check", "--json"]).arg(folder).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["diagnostics"].as_array().unwrap().clone()
}

#[test]
fn diagnostics_are_those_of_check_with_kind_and_source() {
    let folder = folder();
    let root = folder.path().canonicalize().unwrap();
    let file = root.join("a b.wgsl");
    let wrong = "// 😀 é\r\nimport package::lib::k;\r\nfn height(p: vec2f) -> f32 { return /* 😀 */ q.x * k(); }\r\n";
    let mut client = Client::new();
    client.open(&file, wrong);
    let found = client.diagnostics(&file);
    fs::write(&file, wrong).unwrap();
    let checked = check_json(&root);
    assert_eq!((found.len(), checked.len()), (1, 1), "{found:#?}");
    let found = &found[0];
    assert!(
        found["message"].as_str().unwrap().starts_with(checked[0]["message"].as_str().unwrap())
    );
    assert_eq!(found["range"]["start"], position(wrong, "q.x"));
    assert_eq!((&found["source"], &found["code"]), (&json!("playground"), &json!("unknown-name")));
    assert_eq!(found["severity"], 1);
}

#[test]
fn imports_of_an_unsaved_file_resolve_above_it_within_the_workspace() {
    let folder = folder();
    let root = folder.path().canonicalize().unwrap();
    let [near, deep] = ["near", "a/b/c/d/e"].map(|inner| root.join(inner));
    let code = |inner: &Path, workspace: Option<&Path>| {
        fs::create_dir_all(inner).unwrap();
        let mut client = Client::start(Command::new(PROGRAM).arg("lsp"));
        let folders = workspace.map(|folder| json!([{ "uri": uri(folder), "name": "shaders" }]));
        let params = json!({ "processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": folders });
        client.request("initialize", params);
        client.notify("initialized", json!({}));
        let file = inner.join("new.wgsl");
        client
            .open(&file, "import package::lib::k;\nfn f(p: vec2f) -> f32 { return q.x * k(); }\n");
        client.diagnostics(&file)[0]["code"].clone()
    };
    assert_eq!(code(&near, None), "unknown-name");
    assert_eq!(code(&near, Some(&near)), "import");
    assert_eq!(code(&deep, None), "import");
    assert_eq!(code(&deep, Some(&root)), "unknown-name");
}

#[test]
fn error_in_an_import_leads_along_the_imports() {
    let folder = folder();
    let root = folder.path().canonicalize().unwrap();
    let library = root.join("lib.wgsl");
    let mut client = Client::new();
    client.open(&root.join("a b.wgsl"), RIGHT);
    client.open(&library, "fn k() -> f32 { return none; }\n");
    let found = client.diagnostics(&library);
    let related = &found[0]["relatedInformation"][0];
    assert!(related["location"]["uri"].as_str().unwrap().ends_with("/a%20b.wgsl"), "{found:#?}");
    assert_eq!(related["location"]["range"]["start"]["line"], 0);
}

#[test]
fn wrong_text_is_reported_late_and_right_text_at_once() {
    let folder = folder();
    let file = folder.path().canonicalize().unwrap().join("a b.wgsl");
    let options = json!({ "delay_ms": 4000 });
    let mut client = Client::initialized(Command::new(PROGRAM).arg("lsp"), json!({}), options);
    client.open(&file, RIGHT);
    let started = Instant::now();
    for version in 2..8 {
        client.change(&file, version, &RIGHT.replace("p.x", &"p".repeat(version as usize)));
        client.change(&file, version, RIGHT);
    }
    client.change(&file, 8, &RIGHT.replace("p.x", "pp"));
    assert_eq!(client.diagnostics(&file).len(), 1, "half-typed words were reported");
    assert!(started.elapsed() >= Duration::from_millis(4000));
    let corrected = Instant::now();
    client.change(&file, 9, RIGHT);
    assert_eq!(client.diagnostics(&file).len(), 0);
    assert!(corrected.elapsed() < Duration::from_millis(4000));
    client.change(&file, 10, &RIGHT.replace("k()", "j()"));
    assert_eq!(client.diagnostics(&file).len(), 1);
    client.close_file(&file);
    assert_eq!(client.diagnostics(&file).len(), 0, "the text on disk is right");
}

#[test]
fn changes_of_other_programs_are_seen_although_the_client_does_not_watch() {
    let folder = folder();
    let root = folder.path().canonicalize().unwrap();
    let (file, library) = (root.join("a b.wgsl"), root.join("lib.wgsl"));
    let options = json!({ "delay_ms": 0 });
    let mut client = Client::initialized(Command::new(PROGRAM).arg("lsp"), json!({}), options);
    client.open(&file, &RIGHT.replace("p.x", "q.x"));
    assert_eq!(client.diagnostics(&file).len(), 1);
    client.change(&file, 2, RIGHT);
    assert_eq!(client.diagnostics(&file).len(), 0);
    fs::write(&library, "fn j() -> f32 { return 1.0; }\n").unwrap();
    assert_eq!(client.diagnostics(&file).len(), 1, "the import is gone");
    fs::write(&library, "/// Changed.\nfn k() -> f32 { return 1.0; }\n").unwrap();
    assert_eq!(client.diagnostics(&file).len(), 0);
    let hover = client.request("textDocument/hover", at(&file, RIGHT, "k();"));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Changed."), "{hover}");
    fs::remove_file(&library).unwrap();
    assert_eq!(client.diagnostics(&file).len(), 1, "the file is gone");
    fs::create_dir(root.join("new")).unwrap();
    fs::rename(root.join("a b.wgsl"), root.join("new/b.wgsl")).unwrap();
    fs::write(&library, "fn k() -> f32 { return 1.0; }\n").unwrap();
    assert_eq!(client.diagnostics(&file).len(), 0);
    let moved = root.with_extension("moved");
    fs::rename(&root, &moved).unwrap();
    assert_eq!(client.diagnostics(&file).len(), 1, "the folder is gone");
    fs::rename(&moved, &root).unwrap();
    assert_eq!(client.diagnostics(&file).len(), 0);
}

#[test]
fn diagnostics_can_be_switched_off() {
    let folder = folder();
    let file = folder.path().canonicalize().unwrap().join("a b.wgsl");
    let options = json!({ "diagnostics": false, "delay_ms": 0, "unknown": 1 });
    let mut client = Client::initialized(Command::new(PROGRAM).arg("lsp"), json!({}), options);
    client.open(&file, "fn");
    std::thread::sleep(Duration::from_millis(300));
    client.notify("exit", json!(null));
    client.wait();
    let mut published = 0;
    while let Some(message) = client.received() {
        published += usize::from(message["method"] == "textDocument/publishDiagnostics");
    }
    assert_eq!(published, 0);
}
