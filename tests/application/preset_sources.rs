//! Tests of presets that select the source of a field input and set its controls, in the real window and after a
//! restart.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::captures::captured;
use crate::defaults::run;
use crate::screen::Screen;
use crate::session::{SIGN, value, wait_for};
use crate::{CENTER, Window, bluish, reddish, wait_for_running};

const LEVEL: &str = "/// @param level Height. @range(-2, 2) @default(1)
fn height(p: vec2f, level: f32) -> f32 { return level; }\n";

const PRESETS: &str = r#"version = 1
[[preset]]
name = "Deep"
values = { ground = "level.wgsl", "ground.level" = -1 }
[[preset]]
name = "High"
values = { ground = "level.wgsl" }
"#;

/// Returns the value of the source's control `level` in the only compared cell of a saved session.
fn level(session: &Value) -> Value {
    value(session, "ground.level")["value"][0].clone()
}

#[test]
fn source_and_its_values_survive_a_restart_and_are_restored_by_one_undo() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("sign.wgsl", SIGN);
    write("waves.wgsl", "fn height(p: vec2f) -> f32 { return 1.0; }\n");
    write("level.wgsl", LEVEL);
    write("sign.presets.toml", PRESETS);
    let sign = folder.path().join("sign.wgsl");
    let window = Window::reopen(&screen, &sign, state.path());
    screen.wait_until("the declared source", CENTER, reddish);
    run(&screen, "apply deep");
    screen.wait_until("the source of the preset with its value", CENTER, bluish);
    wait_for(state.path(), |session| level(session) == -1.0);

    screen.press(&["s"]);
    let capture = captured(state.path(), ".png");
    assert_eq!(fs::read(&capture).unwrap(), rendered(&folder, &capture));
    wait_for_running(state.path(), "");
    drop(window);

    let window = Window::reopen(&screen, &sign, state.path());
    screen.wait_until("the source of the session", CENTER, bluish);
    run(&screen, "apply high");
    screen.wait_until("the default of the source", CENTER, reddish);
    screen.press(&["z"]);
    screen.wait_until("the values before", CENTER, bluish);
    wait_for(state.path(), |session| level(session) == -1.0);
    drop(window);
}

/// Renders the preset by the command line, in the size of a capture, and returns the bytes of the file.
fn rendered(folder: &tempfile::TempDir, capture: &std::path::Path) -> Vec<u8> {
    let bytes = fs::read(capture).unwrap();
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let output = folder.path().join("rendered.png");
    let status = Command::new(env!("CARGO_BIN_EXE_playground"))
        .arg("render")
        .arg(folder.path().join("sign.wgsl"))
        .args(["--preset", "sign.presets.toml#Deep", "--size"])
        .arg(format!("{}x{}", side(16), side(20)))
        .arg("-o")
        .arg(&output)
        .current_dir(folder.path())
        .status();
    assert!(status.unwrap().success());
    fs::read(output).unwrap()
}
