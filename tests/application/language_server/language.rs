//! Tests of the help with a shader in an editor: hovers, completions, definitions, renames, colors, fixes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, PROGRAM, at, position, uri};

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
        let snippets = json!({ "completion": { "completionItem": { "snippetSupport": true } } });
        let capabilities =
            json!({ "general": { "positionEncodings": ["utf-8"] }, "textDocument": snippets });
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

fn apply(text: &str, edits: &Value) -> String {
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
