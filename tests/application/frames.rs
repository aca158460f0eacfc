//! Test of the frames of the real window, of which only the parts that differ from the last frame are drawn.

use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

use crate::screen::Screen;
use crate::{CENTER, Window};

const HILLS: &str = "struct Params {
    /// Height of the hills. @range(0, 2, 0.01, 1)
    height: f32,
    /// @color(0.8, 0.4, 0.2)
    ground: vec3f,
}
@group(0) @binding(0) var<uniform> params: Params;
fn height(p: vec2f) -> f32 { return params.height * sin(3.0 * p.x) * sin(2.0 * p.y); }
";

/// Rows of the display above the status bar, which shows times that differ from frame to frame.
const ROWS: usize = 772;

#[test]
fn frames_drawn_in_parts_equal_whole_frames() {
    check_frames(Window::open);
}

#[cfg(debug_assertions)]
#[test]
fn frames_drawn_in_parts_equal_whole_frames_on_a_swapchain_too() {
    check_frames(Window::open_with_swapchain);
}

fn check_frames(open: fn(&Screen, &Path) -> Window) {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hills.wgsl"), HILLS).unwrap();
    let window = open(&screen, folder.path());
    screen.wait_until("the first picture", CENTER, |pixel| pixel != [0; 3]);
    let check = |what: &str| {
        let parts = screen.settled(ROWS);
        // A new size draws the whole frame.
        screen.resize([1100, 700]);
        screen.settled(ROWS);
        screen.resize([1280, 800]);
        let whole = screen.settled(ROWS);
        let differing = parts.iter().zip(&whole).filter(|(part, whole)| part != whole);
        let differing = differing.count();
        assert_eq!(differing, 0, "bytes that differ after {what}");
        assert!(parts.iter().any(|byte| *byte != parts[0]), "an empty window");
    };
    screen.drag((1100, 305), (1180, 305));
    check("a drag in the panel");
    screen.press(&["ctrl+k"]);
    screen.type_text("hi");
    screen.press(&["Escape", "Escape"]);
    check("the command palette");
    // The background of selected text is higher than the text. Without the focus, no cursor blinks.
    screen.drag((120, 60), (121, 60));
    screen.type_text("hill");
    for key in ["ctrl+a", "Right"] {
        screen.press(&[key]);
        thread::sleep(Duration::from_millis(400));
    }
    screen.drag((500, 400), (501, 400));
    check("a selection of text");
    screen.press(&["question"]);
    screen.settled(ROWS);
    screen.press(&["Escape"]);
    check("the sheet of keys");
    screen.drag((500, 400), (560, 420));
    screen.scroll_up((600, 300));
    check("a drag and a zoom of the picture");
    screen.press(&["ctrl+backslash"]);
    screen.settled(ROWS);
    screen.press(&["ctrl+backslash"]);
    check("hidden panels");
    drop(window);
}
