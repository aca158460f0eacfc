//! Tests of the real window writing control values into the author's shader file as new defaults.

use std::fs;
use std::path::Path;

use crate::screen::{self, Screen};
use crate::{CENTER, Window, bluish, reddish};

const TUNED: &str = "//! Red to blue.\r\n\n/// @param blue Amount. @range(0, 1, 0.1, 0.0) // kept\n\
    fn color(p: vec2f, blue: f32) -> vec4f { return vec4f(0.9 - blue, 0.1, blue, 1.0); }\n";

const PRESETS: &str = "version = 1\n[[preset]]\nname = \"Sea\"\nvalues = { blue = 0.9 }\n";

fn wait_for_text(file: &Path, expect: &str) {
    let text = || fs::read_to_string(file).unwrap();
    screen::wait_for(|| (text() == expect).then_some(()), text);
}

/// Opens the command palette in the window, searches for a text, and runs the first command found.
pub(crate) fn run(screen: &Screen, text: &str) {
    screen.press(&["ctrl+k"]);
    screen.type_text(text);
    screen.press(&["Return"]);
}

#[test]
fn default_is_written_into_the_file_and_taken_back_by_one_undo() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = folder.path().join("a.wgsl");
    fs::write(&file, TUNED).unwrap();
    fs::write(folder.path().join("a.presets.toml"), PRESETS).unwrap();
    let window = Window::reopen(&screen, folder.path(), state.path());
    screen.wait_until("the first picture", CENTER, reddish);
    run(&screen, "apply sea");
    screen.wait_until("the preset", CENTER, bluish);

    run(&screen, "write blue as default");
    wait_for_text(&file, &TUNED.replace("0.0)", "0.9)"));
    let keeps = |notice: &str| {
        window.wait_for_frame_with(notice);
        assert!(bluish(screen.pixel(CENTER)), "{notice}");
    };
    keeps("notice: wrote blue 0.9 as default into a.wgsl");
    screen.press(&["z"]);
    wait_for_text(&file, TUNED);
    keeps("notice: undone: write blue 0.9 as default");

    // A text that was edited since the default was written stays as it is.
    screen.press(&["shift+z"]);
    wait_for_text(&file, &TUNED.replace("0.0)", "0.9)"));
    let edited = TUNED.replace("0.0)", "0.9)") + "// edited\n";
    fs::write(&file, &edited).unwrap();
    screen.press(&["z"]);
    keeps("notice: not written: a.wgsl has changed since");
    assert_eq!(fs::read_to_string(&file).unwrap(), edited);
}
