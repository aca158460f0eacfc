//! Tests of the ways in the real window to open other folders, new files and the editor.

use std::fs;
use std::path::Path;

use crate::screen::{self, Screen};
use crate::{BLUE, CENTER, RED, Window, bluish, reddish, shell};

/// Waits until a file exists, and returns its text.
fn wait_for_file(file: &Path) -> String {
    screen::wait_for(|| fs::read_to_string(file).ok(), || format!("no {file:?}"))
}

#[test]
fn other_folder_opens_and_new_file_reaches_the_editor() {
    let screen = Screen::new();
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let state = tempfile::tempdir().unwrap();
    fs::write(first.path().join("a.wgsl"), RED).unwrap();
    fs::write(second.path().join("b.wgsl"), BLUE).unwrap();
    let editor = state.path().join("editor");
    let script = "#!/bin/sh\nprintf '%s' \"$1\" > \"$0.new\"; mv \"$0.new\" \"$0.out\"\n";
    fs::write(&editor, script).unwrap();
    shell(state.path(), "chmod +x editor");
    let mut command = Window::command(&screen, first.path(), state.path());
    let mut window = Window::start(command.env("VISUAL", &editor));
    screen.wait_until("the first folder", CENTER, reddish);

    // A window that has just opened may miss a key; a second press types nothing into the dialog.
    screen.press(&["ctrl+o"]);
    screen.press(&["ctrl+o"]);
    screen.type_text(second.path().to_str().unwrap());
    screen.press(&["Return"]);
    screen.wait_until("the other folder", CENTER, bluish);

    // The window shows saves in the opened folder, and ignores those in the first folder.
    fs::write(second.path().join("b.wgsl"), RED).unwrap();
    screen.wait_until("a save in the other folder", CENTER, reddish);
    fs::write(first.path().join("a.wgsl"), BLUE).unwrap();
    fs::write(second.path().join("b.wgsl"), format!("{RED}BROKEN")).unwrap();
    window.wait_for_frame_with("b.wgsl:2:1: error");
    assert!(reddish(screen.pixel(CENTER)));

    screen.press(&["ctrl+n"]);
    screen.type_text("hills");
    screen.press(&["Return"]);
    let text = wait_for_file(&second.path().join("hills.wgsl"));
    assert!(text.starts_with("//! Hills\n"), "{text}");
    screen.wait_until("the new file", CENTER, |pixel| !reddish(pixel) && !bluish(pixel));

    screen.press(&["ctrl+e"]);
    let opened = wait_for_file(&editor.with_extension("out"));
    let second = second.path().canonicalize().unwrap();
    assert_eq!(Path::new(&opened), second.join("hills.wgsl"));
    assert!(window.is_running());

    let recent = fs::read_to_string(state.path().join("noise-playground/recent.json")).unwrap();
    let recent: Vec<String> = serde_json::from_str(&recent).unwrap();
    assert_eq!(recent.len(), 2);
    assert_eq!(Path::new(&recent[0]), second);
}

#[test]
fn opened_file_without_a_generator_is_named_instead_of_another() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("a.wgsl"), RED).unwrap();
    let library = folder.path().join("lib.wgsl");
    fs::write(&library, "fn helper(a: f32) -> f32 { return a; }\n").unwrap();
    let mut command = Window::command(&screen, &library, state.path());
    command.env("XDG_RUNTIME_DIR", folder.path());
    let window = Window::start(&mut command);
    window.wait_for_frame_with("lib.wgsl has no generator: a function whose first parameter is");
    assert!(!reddish(screen.pixel(CENTER)));
    // Once the file has a generator, the generator is shown.
    fs::write(&library, BLUE).unwrap();
    screen.wait_until("the generator", CENTER, bluish);
}
