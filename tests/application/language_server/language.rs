//! Tests of the help with a shader in an editor: hovers, completions, definitions, renames, colors, fixes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, PROGRAM, apply, at, position, uri};

const LIBRARY: &str =
    "/// Twice the value. @param value Any.\nfn twice(value: f32) -> f32 { return 2.0 * value; }\n";
const ROOT: &str = "//! Hills 😀\nimport package::lib::twice;\nimport playground::noise::perlin::perlin;\n\
struct Params {\n    /// Amount. @range(0, 1, 0.01, 0.5)\n    gain: f32,\n    /// Sky. @color(0, 0.5, 1)\n    sky: vec3f,\n}\n\
@group(0) @binding(0) var<uniform> params: Params;\n\
fn height(p: vec2f) -> f32 {\n    let value = perlin(p, 1u) * params.gain;\n    return twice(value) + params.sky.x;\n}\n";

/// A folder with `lib.wgsl`, and `hills.wgsl`, which is open in the client.
struct Session {
    _folder: tempfile::TempDir,
    root: PathBuf,
    file: PathBuf,
    client: Client,
}

impl Session {
    fn open(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let file = root.join("hills.wgsl");
        fs::write(root.join("lib.wgsl"), LIBRARY).unwrap();
        fs::write(&file, text).unwrap();
        let presets = "version = 1\n[[preset]]\nname = \"gain\"\nvalues = { gain = 0.2 }\n";
        fs::write(root.join("hills.presets.toml"), presets).unwrap();
        let mut command = Command::new(PROGRAM);
        command.arg("lsp").env("XDG_CACHE_HOME", root.join(".cache"));
        let capabilities = json!({
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": {
                "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
                "completion": { "completionItem": { "snippetSupport": true } },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                "hover": { "contentFormat": ["markdown", "plaintext"] },
            },
        });
        let mut client = Client::initialized(&mut command, capabilities, json!({ "delay_ms": 0 }));
        client.open(&file, text);
        Self { _folder: folder, root, file, client }
    }

    /// Asks until the folder is read.
    fn ask(&mut self, method: &str, marker: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let params = at(&self.file, ROOT, marker);
        let started = Instant::now();
        loop {
            let result = self.client.request(method, params.clone());
            if fits(&result) {
                return result;
            }
            assert!(started.elapsed() < Duration::from_secs(30), "{method}: {result}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn hover(&mut self, marker: &str, expect: &str) {
        let has_text = |found: &Value| {
            found["contents"]["value"].as_str().is_some_and(|text| text.contains(expect))
        };
        self.ask("textDocument/hover", marker, has_text);
    }

    /// Returns the items of the completion at the `|` in a text, which becomes the text of the file.
    fn complete(&mut self, version: i32, text: &str) -> Vec<Value> {
        let place = position(text, "|");
        self.client.change(&self.file, version, &text.replacen('|', "", 1));
        let params = json!({ "textDocument": { "uri": uri(&self.file) }, "position": place });
        let items = self.client.request("textDocument/completion", params);
        items.as_array().unwrap().clone()
    }
}

#[test]
fn hovers_explain_functions_tags_controls_and_builtin_functions() {
    let mut session = Session::open(ROOT);
    session.hover("twice(value", "fn twice(value: f32) -> f32");
    session.hover("twice(value", "Twice the value.");
    session.hover("twice(value", "`lib.wgsl`");
    session.hover("perlin(p", "`playground::noise::perlin`");
    session.hover("range(0", "@range(min, max[, step[, initial]])");
    session.hover("gain;", "Range 0 to 1, default 0.5.");
    session.hover("vec2f", "Two numbers of type f32.");
    let call = session.ask("textDocument/signatureHelp", "1u)", Value::is_object);
    assert_eq!(call["activeParameter"], 1);
    assert_eq!(call["signatures"][0]["label"], "fn perlin(p: vec2f, seed: u32) -> f32");
    assert_eq!(call["signatures"][0]["parameters"][1]["label"], "seed: u32");
}

#[test]
fn completions_have_placeholders_and_imports() {
    let mut session = Session::open(ROOT);
    session.hover("twice(value", "Twice");
    let tags = session.complete(2, "struct P {\n    /// Gain 😀 @ra|\n    gain: f32,\n}\n");
    let range = tags.iter().find(|item| item["label"] == "@range").unwrap();
    assert_eq!(range["insertTextFormat"], 2);
    assert_eq!(range["textEdit"]["newText"], "@range(${1:0}, ${2:1}, ${3:0.01}, ${4:0.5})");
    let text = "//! A\nfn f(p: vec2f) -> f32 { return tw|; }\n";
    let words = session.complete(3, text);
    let twice = words.iter().find(|item| item["label"] == "twice").unwrap();
    let edited = apply(&text.replacen('|', "", 1), &twice["additionalTextEdits"]);
    assert!(edited.starts_with("//! A\n\nimport package::lib::twice;\nfn f"), "{edited}");
    let simplex = words.iter().find(|item| item["label"] == "simplex").unwrap();
    assert_eq!(simplex["detail"], "import playground::noise::simplex::simplex;");
    assert!(words.iter().any(|item| item["label"] == "smoothstep"));
    let members = session.complete(4, "fn f(p: vec2f) -> f32 { return p.|");
    assert_eq!(members[0]["label"], "x");
}

#[test]
fn definitions_lead_into_other_files_and_the_library() {
    let mut session = Session::open(ROOT);
    let ends = |name: &'static str| {
        move |found: &Value| found["uri"].as_str().is_some_and(|uri| uri.ends_with(name))
    };
    let found = session.ask("textDocument/definition", "twice(value", ends("/lib.wgsl"));
    assert_eq!(found["range"]["start"], json!({ "line": 1, "character": 3 }));
    let found = session.ask("textDocument/definition", "perlin(p", ends("/noise/perlin.wgsl"));
    let copy = Path::new(found["uri"].as_str().unwrap().strip_prefix("file://").unwrap());
    assert!(fs::metadata(copy).unwrap().permissions().readonly());
    let line = found["range"]["start"]["line"].as_u64().unwrap() as usize;
    let text = fs::read_to_string(copy).unwrap();
    assert!(text.lines().nth(line).unwrap().starts_with("fn perlin("));
    let mut params = at(&session.file, ROOT, "twice(value");
    params["context"] = json!({ "includeDeclaration": true });
    let found = session.client.request("textDocument/references", params);
    assert_eq!(found.as_array().unwrap().len(), 3, "{found}");
    let highlights = session.ask("textDocument/documentHighlight", "value =", Value::is_array);
    assert_eq!(highlights.as_array().unwrap().len(), 2);
    let document = json!({ "textDocument": { "uri": uri(&session.file) } });
    let symbols = session.client.request("textDocument/documentSymbol", document);
    let names = ["Params", "params", "height"].map(Value::from);
    assert!(
        symbols.as_array().unwrap().iter().map(|symbol| &symbol["name"]).eq(&names),
        "{symbols}"
    );
    assert_eq!(symbols[0]["children"][0]["name"], "gain");
    let found = session.client.request("workspace/symbol", json!({ "query": "TWI" }));
    assert_eq!(found[0]["containerName"], "lib.wgsl");
    let found = session.client.request("workspace/symbol", json!({ "query": "swiss_octave" }));
    assert_eq!(found[0]["containerName"], "playground::noise::turbulence", "{found}");
    assert_copy(&found[0]["location"], "fn swiss_octave(");
}

/// Checks that a location in a copy of a built-in file is that of a function.
fn assert_copy(location: &Value, function: &str) {
    let file = location["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    let line = location["range"]["start"]["line"].as_u64().unwrap() as usize;
    let text = fs::read_to_string(file).unwrap();
    assert!(text.lines().nth(line).unwrap().contains(function), "{location}");
}

#[test]
fn references_of_the_library_are_in_the_folder_and_in_the_library() {
    let mut session = Session::open(ROOT);
    session.hover("perlin(p", "playground::noise");
    let mut params = at(&session.file, ROOT, "perlin(p");
    let mut found = |includes_declaration: bool| {
        params["context"] = json!({ "includeDeclaration": includes_declaration });
        let found = session.client.request("textDocument/references", params.clone());
        found.as_array().unwrap().clone()
    };
    let (with, without) = (found(true), found(false));
    assert_eq!(with.len(), without.len() + 1);
    let own = uri(&session.file);
    let call = &at(&session.file, ROOT, "perlin(p")["position"];
    let is_call = |place: &&Value| place["uri"] == own && place["range"]["start"] == *call;
    assert_eq!(without.iter().filter(is_call).count(), 1, "{without:#?}");
    assert!(without.iter().any(|place| place["uri"] != own), "none in the library");
    let declaration = with.iter().find(|place| !without.contains(place)).unwrap();
    assert_copy(declaration, "fn perlin(");
}

#[test]
fn symbols_are_known_before_a_file_is_open() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lib.wgsl"), LIBRARY).unwrap();
    let root = folder.path().canonicalize().unwrap();
    let mut command = Command::new(PROGRAM);
    let mut client = Client::start(command.arg("lsp").env("XDG_CACHE_HOME", root.join(".cache")));
    client.request("initialize", json!({ "capabilities": {}, "rootUri": uri(&root) }));
    client.notify("initialized", json!({}));
    let mut places = |query: &str| -> Vec<Value> {
        let found = client.request("workspace/symbol", json!({ "query": query }));
        found.as_array().unwrap().iter().map(|symbol| symbol["location"]["uri"].clone()).collect()
    };
    assert_eq!(places("twice"), [json!(uri(&root.join("lib.wgsl")))]);
    assert!(!places("swiss_turbulence").is_empty());
    fs::write(root.join("new.wgsl"), "fn thrice() {}").unwrap();
    assert_eq!(places("thrice"), [json!(uri(&root.join("new.wgsl")))]);
}

#[test]
fn client_without_capabilities_gets_the_oldest_forms() {
    let mut session = Session::open(ROOT);
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").env("XDG_CACHE_HOME", session.root.join(".cache"));
    session.client = Client::start(&mut command);
    let result = session.client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(result["capabilities"]["renameProvider"], true);
    session.client.notify("initialized", json!({}));
    session.client.open(&session.file, ROOT);
    session.hover("twice(value", "lib.wgsl");
    let hover = session.ask("textDocument/hover", "twice(value", Value::is_object);
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(!hover["contents"]["value"].as_str().unwrap().contains('`'), "{hover}");
    let call = session.ask("textDocument/signatureHelp", "1u)", Value::is_object);
    assert_eq!(call["signatures"][0]["documentation"]["kind"], "plaintext");

    let document = json!({ "textDocument": { "uri": uri(&session.file) } });
    let symbols = session.client.request("textDocument/documentSymbol", document);
    let gain = symbols.as_array().unwrap().iter().find(|symbol| symbol["name"] == "gain").unwrap();
    assert_eq!(gain["containerName"], "Params");
    assert_eq!(gain["location"]["uri"], uri(&session.file));
    // Structs are newer than the kinds that each client knows.
    assert_eq!((&symbols[0]["name"], &symbols[0]["kind"]), (&json!("Params"), &json!(5)));
    let words = session.complete(2, "struct Cell { x: f32 }\nfn f(c: Ce|");
    let cell = words.iter().find(|item| item["label"] == "Cell").unwrap();
    assert!(cell["kind"].as_u64().unwrap() <= 18, "{cell}");

    let wrong = "fn f(p: vec2f) -> f32 { return twice(p.x); }\n";
    session.client.change(&session.file, 3, wrong);
    let found = loop {
        let found = session.client.diagnostics(&session.file);
        if found.iter().any(|found| found["message"].as_str().unwrap().contains("twice")) {
            break found;
        }
    };
    let params = json!({
        "textDocument": { "uri": uri(&session.file) },
        "range": found[0]["range"],
        "context": { "diagnostics": found },
    });
    let actions = session.client.request("textDocument/codeAction", params);
    let actions = actions.as_array().unwrap();
    assert!(actions.iter().all(|action| action["command"].is_string()), "{actions:#?}");
}

#[test]
fn quick_fix_is_a_command_and_edits_have_versions_as_the_client_knows_them() {
    let mut session = Session::open(ROOT);
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "workspace": { "applyEdit": true, "workspaceEdit": { "documentChanges": true } },
    });
    session.client =
        Client::initialized(Command::new(PROGRAM).arg("lsp"), capabilities, json!(null));
    let wrong = "fn f(p: vec2f) -> f32 { return lerp(p.x, p.y, 0.5); }\n";
    session.client.open(&session.file, ROOT);
    session.client.change(&session.file, 7, wrong);
    let mut found = session.client.diagnostics(&session.file);
    while found.is_empty() {
        found = session.client.diagnostics(&session.file);
    }
    let params = json!({
        "textDocument": { "uri": uri(&session.file) },
        "range": found[0]["range"],
        "context": { "diagnostics": found },
    });
    let actions = session.client.request("textDocument/codeAction", params);
    let mut actions = actions.as_array().unwrap().iter();
    let action = actions.find(|action| action["title"] == "Replace by `mix`").unwrap();
    session.client.request("workspace/executeCommand", action.clone());
    let request = session.client.requested_edit();
    assert_eq!(request["params"]["label"], "Replace by `mix`");
    let changes = &request["params"]["edit"]["documentChanges"];
    let document = json!({ "uri": uri(&session.file), "version": 7 });
    assert_eq!(changes[0]["textDocument"], document);
    assert_eq!(apply(wrong, &changes[0]["edits"]), wrong.replace("lerp", "mix"));

    let mut params = at(&session.file, wrong, "p: vec2f");
    params["newName"] = json!("place");
    let edit = session.client.request("textDocument/rename", params);
    let changes = &edit["documentChanges"][0];
    assert_eq!(changes["textDocument"], document);
    assert_eq!(apply(wrong, &changes["edits"]).matches("place").count(), 3);
}

#[test]
fn names_are_renamed_with_their_presets_or_refused_with_a_reason() {
    let mut session = Session::open(ROOT);
    session.hover("gain;", "default 0.5");
    let mut params = at(&session.file, ROOT, "gain;");
    params["newName"] = json!("amount");
    let edit = session.client.request("textDocument/rename", params.clone());
    let changes = &edit["changes"];
    assert_eq!(apply(ROOT, &changes[uri(&session.file)]), ROOT.replace("gain", "amount"));
    let presets = session.root.join("hills.presets.toml");
    let renamed = apply(&fs::read_to_string(&presets).unwrap(), &changes[uri(&presets)]);
    assert!(renamed.contains("name = \"gain\"\nvalues = { amount = 0.2 }"), "{renamed}");
    params["newName"] = json!("sky");
    let refused = session.client.response("textDocument/rename", params);
    assert_eq!(refused["error"]["message"], "`sky` is used already, at hills.wgsl:8");
    let mut library = at(&session.file, ROOT, "perlin(p");
    library["newName"] = json!("x");
    let refused = session.client.response("textDocument/rename", library);
    assert_eq!(refused["error"]["message"], "`perlin` is declared in the built-in library");
}

#[test]
fn colors_are_linear_in_the_file_and_srgb_in_the_editor() {
    let mut session = Session::open(ROOT);
    let document = json!({ "textDocument": { "uri": uri(&session.file) } });
    let found = session.client.request("textDocument/documentColor", document.clone());
    let color = &found[0]["color"];
    assert!((color["green"].as_f64().unwrap() - 0.7354).abs() < 1e-3, "{found}");
    assert_eq!((&color["red"], &color["blue"]), (&json!(0.0), &json!(1.0)));
    let mut params = document;
    params["range"] = found[0]["range"].clone();
    params["color"] = json!({ "red": 1.0, "green": color["green"], "blue": 0.0, "alpha": 1.0 });
    let found = session.client.request("textDocument/colorPresentation", params);
    assert_eq!(found[0]["label"], "1, 0.5, 0");
}

#[test]
fn mistakes_have_quick_fixes() {
    let check = |wrong: &str, right: &str, title: &str| {
        let mut session = Session::open("");
        session.client.change(&session.file, 2, wrong);
        let mut found = session.client.diagnostics(&session.file);
        while found.is_empty() {
            found = session.client.diagnostics(&session.file);
        }
        let mut actions = |only: Value| {
            let params = json!({
                "textDocument": { "uri": uri(&session.file) },
                "range": found[0]["range"],
                "context": { "diagnostics": found, "only": only },
            });
            session.client.request("textDocument/codeAction", params)
        };
        assert_eq!(actions(json!(["refactor"])), json!([]));
        let fixes = actions(json!(["quickfix"]));
        assert!(fixes.as_array().unwrap().iter().all(|action| action["kind"] == "quickfix"));
        let actions = actions(json!(null));
        let mut actions = actions.as_array().unwrap().iter();
        let action = actions.find(|action| action["title"] == title);
        let action = action.unwrap_or_else(|| panic!("{title}: {found:#?}"));
        let edits = &action["edit"]["changes"][uri(&session.file)];
        assert_eq!(apply(wrong, edits), right, "{title}");
    };
    check(
        "fn f(p: vec2f) -> f32 { return twcie(p.x); }\nfn twice(x: f32) -> f32 { return x; }\n",
        "fn f(p: vec2f) -> f32 { return twice(p.x); }\nfn twice(x: f32) -> f32 { return x; }\n",
        "Replace by `twice`",
    );
    check(
        "fn f(p: vec2f) -> f32 { return twice(p.x); }\n",
        "import package::lib::twice;\nfn f(p: vec2f) -> f32 { return twice(p.x); }\n",
        "Add `import package::lib::twice;`",
    );
    check(
        "fn f(p: vec2f) -> f32 { return lerp(p.x, p.y, 0.5); }\n",
        "fn f(p: vec2f) -> f32 { return mix(p.x, p.y, 0.5); }\n",
        "Replace by `mix`",
    );
    check(
        "/// @retruns(color)\nfn f(p: vec2f) -> vec3f { return vec3f(p.x); }\n",
        "/// @returns(color)\nfn f(p: vec2f) -> vec3f { return vec3f(p.x); }\n",
        "Replace by `@returns`",
    );
    let in_body = |wrong: &str, right: &str, title: &str| {
        let text =
            |body: &str| format!("fn f(p: vec2f) -> f32 {{\n    {body}\n    return p.x;\n}}\n");
        check(&text(wrong), &text(right), title);
    };
    in_body("let a = 1.0; a = 2.0;", "var a = 1.0; a = 2.0;", "Replace by `var`");
    in_body("let mut a = 1.0;", "var a = 1.0;", "Replace by `var`");
    in_body("let a = 1.0", "let a = 1.0;", "Insert `;`");
    in_body("var a: vec2;", "var a: vec2f;", "Replace by `vec2f`");
    in_body("float a = 1.0;", "var a: f32 = 1.0;", "Replace by `var a: f32`");
    check(
        "pub fn f(p: vec2f) -> f32 { return p.x; }\n",
        "fn f(p: vec2f) -> f32 { return p.x; }\n",
        "Delete `pub`",
    );
    check(
        "function f(p: vec2f) -> f32 { return p.x; }\n",
        "fn f(p: vec2f) -> f32 { return p.x; }\n",
        "Replace by `fn`",
    );
    check(
        "fn f(p: vec2f): f32 { return p.x; }\n",
        "fn f(p: vec2f) -> f32 { return p.x; }\n",
        "Replace by `->`",
    );
    check(
        "//! @mode texture\nfn f(p: vec2f) -> f32 { return p.x; }\n",
        "//! @mode(texture)\nfn f(p: vec2f) -> f32 { return p.x; }\n",
        "Replace by `@mode(texture)`",
    );
}

#[test]
fn generators_have_lenses_and_commands_work_without_arguments() {
    let mut session = Session::open(ROOT);
    session.hover("gain;", "default 0.5");
    let document = json!({ "textDocument": { "uri": uri(&session.file) } });
    let lenses = session.client.request("textDocument/codeLens", document);
    let titles: Vec<&Value> =
        lenses.as_array().unwrap().iter().map(|lens| &lens["command"]["title"]).collect();
    assert_eq!(titles, ["show", "terrain"]);
    assert_eq!(lenses[0]["range"]["start"]["line"], 10);
    let refused = session
        .client
        .response("workspace/executeCommand", json!({ "command": "playground.writeDefault" }));
    assert_eq!(refused["error"]["message"], "no window has this folder open");
}

#[test]
fn large_file_is_explained_in_time() {
    let mut text = ROOT.to_owned();
    while text.len() < 1_000_000 {
        let number = text.len();
        text += &format!("fn f{number}(p: vec2f) -> f32 {{ return perlin(p, {number}u); }}\n");
    }
    let mut session = Session::open(&text);
    session.hover("twice(value", "Twice");
    let params = at(&session.file, &text, "twice(value");
    let started = Instant::now();
    let found = session.client.request("textDocument/hover", params);
    // The bound for optimized programs is in the benchmark; this is one without optimization, on a busy machine.
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert!(found.is_object());
}
