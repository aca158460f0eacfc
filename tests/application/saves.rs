//! Tests of saved files in the real window: each kind of save is shown, and errors keep the last picture.

use std::fs;
use std::path::Path;

use crate::screen::Screen;
use crate::{BLUE, BROKEN, CENTER, ENDLESS, RED, Window, bluish, reddish, shell};

#[test]
fn saves_are_shown_and_errors_keep_the_last_picture() {
    check_saves(Window::open);
}

#[cfg(debug_assertions)]
#[test]
fn saves_are_shown_on_a_swapchain_too() {
    check_saves(Window::open_with_swapchain);
}

fn check_saves(open: fn(&Screen, &Path) -> Window) {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.wgsl");
    fs::write(&file, RED).unwrap();
    let mut window = open(&screen, folder.path());
    screen.wait_until("the first picture", CENTER, reddish);

    fs::write(&file, BLUE).unwrap();
    screen.wait_until("a plain write", CENTER, bluish);

    fs::write(folder.path().join("new.tmp"), RED).unwrap();
    fs::rename(folder.path().join("new.tmp"), &file).unwrap();
    screen.wait_until("a rename over the file", CENTER, reddish);

    shell(folder.path(), "sed -i 's/0.9, 0.1, 0.1/0.1, 0.1, 0.9/' a.wgsl");
    screen.wait_until("sed -i", CENTER, bluish);

    let keeps = |message: &str| {
        window.wait_for_frame_with(message);
        assert!(bluish(screen.pixel(CENTER)), "{message}");
    };
    fs::write(&file, BROKEN).unwrap();
    keeps("a.wgsl:1:58: error: expected `)`, found");
    fs::write(&file, ENDLESS).unwrap();
    keeps("a.wgsl:1:48: error: loop exceeded its budget");
    fs::write(&file, "").unwrap();
    keeps("stage compile");
    fs::remove_file(&file).unwrap();
    keeps("stage read");
    fs::write(&file, RED).unwrap();
    screen.wait_until("the file's return", CENTER, reddish);

    shell(
        folder.path(),
        "{ printf 'fn color(p: vec2f) -> vec4f '; sleep 0.3; echo '{ return vec4f(0.1, 0.1, 0.9, 1.0); }'; } > a.wgsl",
    );
    screen.wait_until("a slow write", CENTER, bluish);
    assert!(window.is_running());
}
