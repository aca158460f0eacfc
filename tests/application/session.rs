//! Tests that the session is restored after the program was closed or killed.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::captures::press_until;
use crate::screen::Screen;
use crate::{CENTER, RED, Window, reddish, wait_for_running};

/// Waits until the only session in a state folder `is_expected`, and returns it.
pub(crate) fn wait_for(
    state: &Path,
    is_expected: impl Fn(&serde_json::Value) -> bool,
) -> serde_json::Value {
    let started = Instant::now();
    loop {
        if let Some(session) = session(state).filter(&is_expected) {
            return session;
        }
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "the session is still {:?}",
            session(state)
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Reads the only session in a state folder, which is complete whenever it exists.
pub(crate) fn session(state: &Path) -> Option<serde_json::Value> {
    let folder = fs::read_dir(state.join("noise-playground/sessions")).ok()?;
    let files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    let text = fs::read_to_string(files.first()?).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

pub(crate) fn cells(session: &serde_json::Value) -> usize {
    session["document"]["cells"].as_array().unwrap().len()
}

/// Background of the dark window while there is no picture.
const GROUND: crate::screen::Pixel = [20, 20, 20];

#[test]
fn next_start_restores_document_and_layout() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("a.wgsl"), RED).unwrap();
    let window = Window::reopen(&screen, folder.path(), state.path());
    screen.wait_until("the first picture", CENTER, reddish);
    // A window that has just opened may miss a key.
    press_until(&screen, state.path(), "d", |session| cells(session) >= 2);
    press_until(&screen, state.path(), "d", |session| cells(session) >= 3);
    let saved = press_until(&screen, state.path(), "Tab", |session| {
        session["layout"]["panels"]["controls"] == false
    });
    // A shader that runs when the program is killed is quarantined at the next start.
    wait_for_running(state.path(), "");
    drop(window);

    let _window = Window::reopen(&screen, folder.path(), state.path());
    // The panels on the left are hidden, so that a picture covers the position of the list.
    screen.wait_until("the picture where the list was", (40, 300), reddish);
    let smaller = press_until(&screen, state.path(), "Delete", |session| {
        cells(session) < cells(&saved)
    });
    assert_eq!(smaller["document"]["look"], saved["document"]["look"]);
}

#[test]
fn session_is_complete_after_a_kill_at_any_moment() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for round in 0..8 {
        let window = Window::reopen(&screen, folder.path(), state.path());
        screen.wait_until("the window", CENTER, |pixel| pixel != [0; 3]);
        // An edit releases the shader from quarantine, if it was running when the program was killed.
        fs::write(folder.path().join("a.wgsl"), format!("{RED}// {round}\n")).unwrap();
        screen.wait_until("a picture", CENTER, |pixel| {
            pixel != [0; 3] && pixel != GROUND
        });
        screen.press(&["d", "1", "2", "3", "Delete", "4"]);
        std::thread::sleep(Duration::from_millis(60 * round));
        drop(window);
        screen.wait_until("the closed window", CENTER, |pixel| pixel == [0; 3]);
        let folder = state.path().join("noise-playground/sessions");
        let count = fs::read_dir(folder).map_or(0, Iterator::count);
        assert!(count <= 1, "{count} files are left");
        session(state.path());
    }
}
