//! Tests of edits that the real window requests from an editor, which may refuse them, be slow, or end.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, PROGRAM, apply, uri};
use crate::defaults::run;
use crate::screen::Screen;
use crate::unsaved::Session;
use crate::{CENTER, Window, bluish, reddish, screen};

pub(crate) const TUNED: &str = "/// @param blue Amount. @range(0, 1, 0.1, 0.0)\n\
    fn color(p: vec2f, blue: f32) -> vec4f { return vec4f(0.9 - blue, 0.1, blue, 1.0); }\n";

const PRESETS: &str = "version = 1\n[[preset]]\nname = \"Sea\"\nvalues = { blue = 0.9 }\n\
    [[preset]]\nname = \"Dusk\"\nvalues = { blue = 0.7 }\n";

/// A window on the file `a.wgsl` with a control and presets. Its picture is red; with the preset "sea", it is blue.
pub(crate) fn tuned() -> (Screen, TempDir, PathBuf, Window) {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    fs::write(&file, TUNED).unwrap();
    fs::write(folder.path().join("a.presets.toml"), PRESETS).unwrap();
    let mut window = Window::reopen(&screen, folder.path(), state.path());
    window.state = Some(state);
    screen.wait_until("the first picture", CENTER, reddish);
    (screen, folder, file, window)
}

/// An editor with these capabilities beside a window that shows a preset.
fn session(capabilities: Value) -> Session {
    let (screen, folder, file, window) = tuned();
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").env("XDG_RUNTIME_DIR", folder.path());
    let mut client = Client::initialized(&mut command, capabilities, json!(null));
    client.open(&file, TUNED);
    window.wait_for("a.wgsl on disk equals the text of Test");
    run(&screen, "apply sea");
    screen.wait_until("the preset", CENTER, bluish);
    Session { screen, window, client, folder, file }
}

/// An editor that edits versions of documents.
fn editing() -> Session {
    let edits = json!({ "documentChanges": true });
    let general = json!({ "positionEncodings": ["utf-8"] });
    session(
        json!({ "general": general, "workspace": { "applyEdit": true, "workspaceEdit": edits } }),
    )
}

fn write(screen: &Screen) {
    run(screen, "write blue as default");
}

/// Applies the next requested edit to the text, as editors do that send changes late.
fn edit(session: &mut Session, text: &mut String, version: &mut i32) -> String {
    let request = session.client.requested_edit();
    let changes = &request["params"]["edit"]["documentChanges"][0];
    let document = json!({ "uri": uri(&session.file), "version": version });
    assert_eq!(changes["textDocument"], document);
    *text = apply(text, &changes["edits"]);
    session.client.respond(&request, &json!({ "applied": true }));
    std::thread::sleep(Duration::from_millis(100));
    *version += 1;
    session.client.change(&session.file, *version, text);
    request["params"]["label"].as_str().unwrap().to_owned()
}

#[test]
fn quick_undos_follow_the_text_of_a_slow_editor() {
    let mut session = editing();
    let (mut text, mut version) = (TUNED.to_owned(), 1);
    write(&session.screen);
    assert_eq!(edit(&mut session, &mut text, &mut version), "Write blue 0.9 as default");
    session.window.wait_for_frame_with("notice: wrote blue 0.9 as default into a.wgsl");
    run(&session.screen, "apply dusk");
    session.screen.wait_until("the second preset", CENTER, |[red, _, _]| red > 60);
    write(&session.screen);
    assert_eq!(edit(&mut session, &mut text, &mut version), "Write blue 0.7 as default");
    session.window.wait_for_frame_with("notice: wrote blue 0.7 as default into a.wgsl");
    assert_eq!(text, TUNED.replace("0.0)", "0.7)"));

    session.screen.press(&["z", "z", "z"]);
    let labels = [0, 1].map(|_| edit(&mut session, &mut text, &mut version));
    assert_eq!(labels, ["Undo: write blue 0.7 as default", "Undo: write blue 0.9 as default"]);
    session.window.wait_for_frame_with("notice: undone: write blue 0.9 as default");
    assert_eq!(text, TUNED);
    session.screen.press(&["shift+z", "shift+z", "shift+z"]);
    let labels = [0, 1].map(|_| edit(&mut session, &mut text, &mut version));
    assert_eq!(labels, ["Write blue 0.9 as default", "Write blue 0.7 as default"]);
    assert_eq!(text, TUNED.replace("0.0)", "0.7)"));
    assert_eq!(fs::read_to_string(&session.file).unwrap(), TUNED, "nothing was saved");
}

#[test]
fn refused_and_unanswered_edits_are_no_steps() {
    let mut session = editing();
    write(&session.screen);
    let request = session.client.requested_edit();
    session.client.respond(&request, &json!({ "applied": false }));
    session.window.wait_for_frame_with("notice: not written: Test refused the edit");
    session.screen.press(&["z"]);
    session.window.wait_for_frame_with("notice: undone: apply");
    session.screen.press(&["shift+z"]);
    session.screen.wait_until("the preset again", CENTER, bluish);

    let (mut text, mut version) = (TUNED.to_owned(), 1);
    write(&session.screen);
    edit(&mut session, &mut text, &mut version);
    session.window.wait_for_frame_with("notice: wrote blue 0.9 as default into a.wgsl");
    session.screen.press(&["z"]);
    let request = session.client.requested_edit();
    session.client.respond(&request, &json!({ "applied": false }));
    session
        .window
        .wait_for_frame_with("notice: not written: Test refused the edit, so nothing is undone");
    session.screen.press(&["z"]);
    let late = session.client.requested_edit();
    session
        .window
        .wait_for_frame_with("notice: Test has not answered: Undo: write blue 0.9 as default");
    // A late answer counts.
    session.client.respond(&late, &json!({ "applied": true }));
    session.client.change(&session.file, 3, TUNED);
    session.window.wait_for_frame_with("notice: undone: write blue 0.9 as default");
    session.screen.press(&["shift+z"]);
    session.client.requested_edit();
    session.client.server.kill().unwrap();
    session.window.wait_for_frame_with("notice: not written: Test has ended, so nothing is redone");
}

#[test]
fn editor_that_takes_no_edits_has_saved_texts_written_and_unsaved_ones_kept() {
    let mut session = session(json!({}));
    write(&session.screen);
    let read = || fs::read_to_string(&session.file).unwrap();
    let written = TUNED.replace("0.0)", "0.9)");
    screen::wait_for(|| (read() == written).then_some(()), read);
    session.window.wait_for_frame_with("notice: wrote blue 0.9 as default into a.wgsl");
    session.screen.press(&["z"]);
    screen::wait_for(|| (read() == TUNED).then_some(()), read);
    session.window.wait_for_frame_with("notice: undone: write blue 0.9 as default");

    session.client.change(&session.file, 2, &format!("{TUNED}// unsaved\n"));
    session.window.wait_for("frame interval");
    session.screen.press(&["shift+z"]);
    session.window.wait_for_frame_with("notice: not written: Test takes no edits");
    assert_eq!(fs::read_to_string(&session.file).unwrap(), TUNED);
    assert!(session.client.received().is_none_or(|message| message["id"].is_null()));
}
