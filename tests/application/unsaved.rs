//! Tests of the real window while an editor types: each text is shown without a save.

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use crate::captures::{captured, press_until_some};
use crate::client::{Client, PROGRAM, at, uri};
use crate::cursor::pixels;
use crate::defaults::run;
use crate::screen::Screen;
use crate::{BLUE, BROKEN, CENTER, ENDLESS, RED, Window, bluish, opened, reddish};

/// A window that shows a red file, and an editor that has it open.
pub(crate) struct Session {
    pub(crate) screen: Screen,
    pub(crate) window: Window,
    pub(crate) client: Client,
    pub(crate) folder: TempDir,
    pub(crate) file: PathBuf,
}

impl Session {
    fn open() -> Self {
        let (screen, folder, state, mut window) = opened(RED);
        window.state = Some(state);
        let file = folder.path().canonicalize().unwrap().join("a.wgsl");
        let mut client = connected(folder.path());
        client.open(&file, RED);
        window.wait_for("connected with Test");
        Self { screen, window, client, folder, file }
    }
}

/// Starts a language server that finds the windows of tests, whose sockets are in the shader folder.
fn connected(folder: &Path) -> Client {
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").env("XDG_RUNTIME_DIR", folder);
    let workspace = json!({ "applyEdit": true, "inlayHint": { "refreshSupport": true } });
    let capabilities = json!({ "workspace": workspace });
    Client::initialized(&mut command, capabilities, json!(null))
}

#[test]
fn each_text_is_shown_without_a_save_and_errors_keep_the_picture() {
    const WAVES: &str =
        "fn color(p: vec2f) -> vec4f { return vec4f(0.1, fract(p.x), 0.9, 1.0); }\n";
    let Session { screen, mut window, mut client, folder: _folder, file } = Session::open();
    client.change(&file, 2, WAVES);
    screen.wait_until("an unsaved text", CENTER, bluish);
    let (before, picture) = (screen.settled(600), pixels(&screen));
    client.change(&file, 3, BROKEN);
    window.wait_for_frame_with("a.wgsl:1:58: error: expected `)`, found");
    assert_eq!(pixels(&screen), picture, "wrong text changed the picture");
    client.change(&file, 4, WAVES);
    assert_eq!(screen.settled(600), before);
    client.change(&file, 5, ENDLESS);
    window.wait_for_frame_with("a.wgsl:1:48: error: loop exceeded its budget");
    assert_eq!(pixels(&screen), picture, "a half-typed loop changed the picture");
    client.change(&file, 6, RED);
    screen.wait_until("text that equals the file", CENTER, reddish);
    client.change(&file, 7, BLUE);
    screen.wait_until("an unsaved text", CENTER, bluish);
    client.close_file(&file);
    screen.wait_until("the file on disk", CENTER, reddish);
    assert!(window.is_running());
}

#[test]
fn text_of_a_killed_editor_is_gone_within_a_second() {
    let Session { screen, window: _window, mut client, folder, file } = Session::open();
    // A busy machine may pause any process for a second.
    let is_gone = (0..5).any(|_| {
        client.change(&file, 2, BLUE);
        screen.wait_until("an unsaved text", CENTER, bluish);
        client.server.kill().unwrap();
        let is_gone = screen.becomes(Duration::from_secs(1), CENTER, reddish);
        screen.wait_until("the text of the disk", CENTER, reddish);
        client = connected(folder.path());
        client.open(&file, RED);
        is_gone
    });
    assert!(is_gone, "the unsaved text stays longer");
}

#[test]
fn picture_shows_the_last_of_500_keys() {
    const DARK: &str = "fn color(p: vec2f) -> vec4f { return vec4f(0.0, 0.1, 0.2, 1.0); }\n";
    let Session { screen, window: _window, mut client, folder: _folder, file } = Session::open();
    client.change(&file, 2, DARK);
    screen.wait_until("an unsaved text", CENTER, bluish);
    // A digit of red goes, `9` comes, goes, and `0` comes: each text compiles, and every fourth is red.
    let at = DARK.find("0.0").unwrap() + 2;
    for key in 0..500 {
        let (length, typed) = [(1, ""), (0, "9"), (1, ""), (0, "0")][key % 4];
        let place = |character| json!({ "line": 0, "character": character });
        let range = json!({ "start": place(at), "end": place(at + length) });
        client.edit(&file, 3 + key as i32, json!([{ "range": range, "text": typed }]));
        std::thread::sleep(Duration::from_millis(30));
    }
    screen.wait_until("the last text", CENTER, bluish);
    screen.settled(600);
    assert!(bluish(screen.pixel(CENTER)));
}

#[test]
fn last_change_of_two_editors_is_shown_and_the_window_names_its_editor() {
    let Session { screen, window, mut client, folder, file } = Session::open();
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").env("XDG_RUNTIME_DIR", folder.path());
    let mut other = Client::initialized_as("Other", &mut command, json!({}), json!(null));
    other.open(&file, BLUE);
    screen.wait_until("the text of the second editor", CENTER, bluish);
    client.change(&file, 2, &RED.replace("0.9", "0.8"));
    screen.wait_until("the text of the first editor", CENTER, reddish);
    window.wait_for("a.wgsl: text of Test, also open in Other");
    other.change(&file, 2, &BLUE.replace("0.9", "0.8"));
    screen.wait_until("the text of the other editor", CENTER, bluish);
    window.wait_for("a.wgsl: text of Other, also open in Test");
    client.change(&file, 3, &RED.replace("0.9", "0.7"));
    screen.wait_until("the text of the first editor again", CENTER, reddish);
    window.wait_for("a.wgsl: text of Test, also open in Other");
    client.server.kill().unwrap();
    screen.wait_until("what the other editor has", CENTER, bluish);
}

/// Opens a folder in the window by its path.
fn open_folder(screen: &Screen, folder: &Path) {
    screen.press(&["ctrl+o"]);
    std::thread::sleep(Duration::from_millis(700));
    screen.type_text(folder.to_str().unwrap());
    std::thread::sleep(Duration::from_millis(700));
    screen.press(&["Return"]);
}

#[test]
fn unsaved_texts_follow_the_window_into_another_folder_and_back() {
    let Session { screen, window, mut client, folder, file } = Session::open();
    let other = tempfile::tempdir().unwrap();
    let there = other.path().canonicalize().unwrap().join("b.wgsl");
    fs::write(&there, RED).unwrap();
    client.change(&file, 2, &RED.replace("0.9", "0.8"));
    client.open(&there, RED);
    client.change(&there, 2, BLUE);
    open_folder(&screen, other.path());
    screen.wait_until("the unsaved text of the other folder", CENTER, bluish);
    client.change(&there, 3, &BLUE.replace("0.9", "0.8"));
    client.change(&file, 3, BLUE);
    client.close_file(&there);
    screen.wait_until("the file of the other folder on disk", CENTER, reddish);
    open_folder(&screen, folder.path());
    screen.wait_until("the text that changed meanwhile", CENTER, bluish);
    drop(window);
}

#[test]
fn captures_hold_the_text_of_their_pixels_while_keys_arrive() {
    let Session { screen, window, mut client, folder: _folder, file } = Session::open();
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let typing = std::thread::spawn(move || {
        for version in 2.. {
            let text = if version % 2 == 0 { BLUE } else { RED };
            client.change(&file, version, text);
            if stopped.recv_timeout(Duration::from_millis(20)).is_ok() {
                return client;
            }
        }
        client
    });
    let captures = window.state.as_ref().unwrap().path();
    for count in 1..=3 {
        press_until_some(&screen, "s", || (pictures(captures).len() >= count).then_some(()));
    }
    stop.send(()).unwrap();
    let _client = typing.join().unwrap();
    for picture in pictures(captures) {
        let again = picture.with_extension("again.png");
        let mut command = Command::new(PROGRAM);
        let made = command.arg("render").arg(&picture).arg("-o").arg(&again).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let [first, second] = [&picture, &again].map(|path| decoded(path));
        assert_eq!(first, second, "the text of {picture:?} does not give its pixels");
    }
}

fn pictures(state: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(state.join("captures")).into_iter().flatten();
    let files = files.map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "png")).collect()
}

/// Returns the samples of a PNG file.
fn decoded(path: &Path) -> Vec<u8> {
    let decoder = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut samples = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut samples).unwrap();
    samples
}

#[test]
fn window_that_opens_later_shows_the_unsaved_text() {
    let Session { screen, window, mut client, folder, file } = Session::open();
    client.change(&file, 2, BLUE);
    screen.wait_until("an unsaved text", CENTER, bluish);
    drop(window);
    let _window = Window::open(&screen, folder.path());
    screen.wait_until("an unsaved text in a new window", CENTER, bluish);
}

#[test]
fn captures_of_unsaved_text_say_so() {
    let Session { screen, window, mut client, folder: _folder, file } = Session::open();
    client.change(&file, 2, BLUE);
    screen.wait_until("an unsaved text", CENTER, bluish);
    screen.press(&["s"]);
    let capture = captured(window.state.as_ref().unwrap().path(), ".png");
    let bytes = fs::read(capture).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(
        text.contains("\"unsaved\":true"),
        "the manifest does not say that the text is unsaved"
    );
    assert!(text.contains("0.1, 0.1, 0.9"));
}

#[test]
fn default_is_written_into_the_text_of_the_editor() {
    const TUNED: &str = "/// @param blue Amount. @range(0, 1, 0.1, 0.0)\n\
        fn color(p: vec2f, blue: f32) -> vec4f { return vec4f(0.9 - blue, 0.1, blue, 1.0); }\n";
    let Session { screen, window, mut client, folder, file } = Session::open();
    let presets = "version = 1\n[[preset]]\nname = \"Sea\"\nvalues = { blue = 0.9 }\n";
    fs::write(folder.path().join("a.presets.toml"), presets).unwrap();
    client.change(&file, 2, TUNED);
    window.wait_for_frame_with("calibrated a.wgsl::color");
    run(&screen, "apply sea");
    screen.wait_until("the preset", CENTER, bluish);
    run(&screen, "write blue as default");
    let request = client.requested_edit();
    let edits = &request["params"]["edit"]["changes"][uri(&file)];
    assert_eq!(edits[0]["newText"], "9");
    assert_eq!(edits[0]["range"]["start"], json!({ "line": 0, "character": 44 }));
    assert_eq!(fs::read_to_string(&file).unwrap(), RED, "nothing was saved");
    client.respond(&request, &json!({ "applied": false, "failureReason": "read-only" }));
    window.wait_for("notice: not written: Test refused the edit: read-only");
    // The command of the editor writes the value too.
    let arguments = json!([uri(&file), { "line": 1, "character": 20 }]);
    let command = json!({ "command": "playground.writeDefault", "arguments": arguments });
    client.request("workspace/executeCommand", command);
    let request = client.requested_edit();
    assert_eq!(request["params"]["edit"]["changes"][uri(&file)], *edits);
    client.respond(&request, &json!({ "applied": false }));
    let shown = client.wait_for(|message| message["method"] == "window/showMessage");
    assert_eq!(shown["params"]["message"], "not written: Test refused the edit");
}

#[test]
fn file_that_another_editor_opens_keeps_the_unsaved_text() {
    let Session { screen, window, mut client, folder, file } = Session::open();
    client.change(&file, 2, BLUE);
    screen.wait_until("an unsaved text", CENTER, bluish);
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").env("XDG_RUNTIME_DIR", folder.path());
    let mut other = Client::initialized_as("Other", &mut command, json!({}), json!(null));
    other.open(&file, RED);
    window.wait_for("a.wgsl on disk equals the text of Other");
    screen.settled(600);
    assert!(bluish(screen.pixel(CENTER)), "opening a file has dropped the unsaved text");
    other.close_file(&file);
    screen.settled(600);
    assert!(bluish(screen.pixel(CENTER)), "closing a file has dropped the unsaved text");
}

#[test]
fn file_with_two_addresses_is_open_until_both_are_closed() {
    let Session { screen, window: _window, mut client, folder, file } = Session::open();
    let link = tempfile::tempdir().unwrap();
    let there = link.path().canonicalize().unwrap().join("link");
    std::os::unix::fs::symlink(folder.path(), &there).unwrap();
    let linked = there.join("a.wgsl");
    client.change(&file, 2, BLUE);
    screen.wait_until("an unsaved text", CENTER, bluish);
    client.open(&linked, RED);
    client.close_file(&linked);
    screen.settled(600);
    assert!(bluish(screen.pixel(CENTER)), "the other address is still open");
    client.close_file(&file);
    screen.wait_until("the file on disk", CENTER, reddish);
}

#[test]
fn values_at_the_probe_are_hints_and_in_hovers() {
    const TEXT: &str = "fn color(p: vec2f) -> vec4f {\n    let blue = 0.75 + 0.0 * p.x;\n    return vec4f(0.1, 0.1, blue, 1.0);\n}\n";
    let Session { screen, window: _window, mut client, folder: _folder, file } = Session::open();
    client.change(&file, 2, TEXT);
    screen.wait_until("an unsaved text", CENTER, bluish);
    // The trace stays closed.
    screen.press(&["shift+t"]);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri(&file) }, "range": range });
    loop {
        client.wait_for(|message| message["method"] == "workspace/inlayHint/refresh");
        let hints = client.request("textDocument/inlayHint", params.clone());
        let hints = hints.as_array().unwrap().iter();
        let labels = hints.map(|hint| (&hint["position"], hint["label"].as_str().unwrap()));
        let mut of_line = labels.filter(|(position, _)| position["line"] == 1);
        if let Some((position, label)) = of_line.next() {
            assert_eq!((&position["character"], label), (&json!(32), "blue = 0.7500000"));
            break;
        }
    }
    let hover = client.request("textDocument/hover", at(&file, TEXT, "blue, 1.0"));
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(
        text.contains("At the probe: 0.7500000 (f64: 0.75") && text.contains("computed once"),
        "{text}"
    );
    screen.press(&["shift+t"]);
    client.wait_for(|message| message["method"] == "workspace/inlayHint/refresh");
    while client.request("textDocument/inlayHint", params.clone()) != json!([]) {
        client.wait_for(|message| message["method"] == "workspace/inlayHint/refresh");
    }
}
