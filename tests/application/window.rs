//! Tests of the real window on a virtual display: saves by other programs, mouse and keyboard input, and the resulting
//! pixels.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

#[cfg(target_os = "linux")]
mod accessibility;
#[cfg(target_os = "linux")]
mod analysis_panel;
#[cfg(target_os = "linux")]
mod camera;
#[cfg(target_os = "linux")]
mod captures;
#[cfg(target_os = "linux")]
#[path = "language_server/client.rs"]
mod client;
#[cfg(target_os = "linux")]
mod cursor;
#[cfg(target_os = "linux")]
mod defaults;
#[cfg(target_os = "linux")]
mod doors;
#[cfg(target_os = "linux")]
mod edits;
#[cfg(target_os = "linux")]
mod emacs;
mod faults;
mod frames;
#[cfg(target_os = "linux")]
mod neovim;
#[cfg(target_os = "linux")]
mod preset_sources;
mod saves;
mod screen;
mod session;
mod soak;
#[cfg(target_os = "linux")]
mod unsaved;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use screen::Screen;
use screen::window::{BLUE, BROKEN, CENTER, ENDLESS, RED, Window, bluish, reddish};
use tempfile::TempDir;

fn shell(folder: &Path, script: &str) {
    assert!(
        Command::new("sh").args(["-c", script]).current_dir(folder).status().unwrap().success(),
        "{script}"
    );
}

/// Opens the window on a folder with the file `a.wgsl`, and waits for its picture, which is red. Also returns the folder,
/// and that of the saved sessions.
fn opened(text: &str) -> (Screen, TempDir, TempDir, Window) {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("a.wgsl"), text).unwrap();
    let window = Window::reopen(&screen, folder.path(), state.path());
    screen.wait_until("the first picture", CENTER, reddish);
    (screen, folder, state, window)
}

#[test]
fn imports_and_new_folders_are_watched() {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.wgsl");
    let part = |color: &str| format!("fn part() -> vec4f {{ return {color}; }}\n");
    fs::write(
        &file,
        "import package::parts::b::part;\nfn color(p: vec2f) -> vec4f { return part(); }\n",
    )
    .unwrap();
    fs::create_dir(folder.path().join("parts")).unwrap();
    fs::write(folder.path().join("parts/b.wgsl"), part("vec4f(0.9, 0.1, 0.1, 1.0)")).unwrap();
    let _window = Window::open(&screen, folder.path());
    screen.wait_until("the first picture", CENTER, reddish);

    fs::write(folder.path().join("parts/b.wgsl"), part("vec4f(0.1, 0.1, 0.9, 1.0)")).unwrap();
    screen.wait_until("an edit of the import", CENTER, bluish);

    fs::create_dir(folder.path().join("later")).unwrap();
    fs::write(folder.path().join("later/c.wgsl"), part("vec4f(0.9, 0.1, 0.1, 1.0)")).unwrap();
    fs::write(
        &file,
        "import package::later::c::part;\nfn color(p: vec2f) -> vec4f { return part(); }\n",
    )
    .unwrap();
    screen.wait_until("an import from a new folder", CENTER, reddish);
}

#[cfg(target_os = "linux")]
#[test]
fn last_save_is_shown_after_event_queue_overflow() {
    let (screen, folder, _state, window) = opened(RED);
    let file = folder.path().join("a.wgsl");

    // A stopped process reads no events. Once other files have filled the queue, the event of the last save is dropped.
    let queue = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
    let events: usize = queue.trim().parse().unwrap();
    window.signal("STOP");
    for _ in 0..events / 2 {
        fs::write(folder.path().join("notes.txt"), "a note").unwrap();
    }
    fs::write(&file, BLUE).unwrap();
    window.signal("CONT");
    screen.wait_until("the last save", CENTER, bluish);
}

#[test]
fn slider_changes_the_picture_and_keeps_its_value_on_save() {
    let shader = |green: &str| {
        format!(
            "struct Params {{\n    /// Amount of blue. @range(0, 1, 0.01, 0)\n    blue: f32,\n}}\n\
             @group(0) @binding(0) var<uniform> params: Params;\n\
             fn color(p: vec2f) -> vec4f {{ return vec4f(0.8 * (1.0 - params.blue), {green}, params.blue, 1.0); }}\n"
        )
    };
    let (screen, folder, _state, _window) = opened(&shader("0.0"));
    let file = folder.path().join("a.wgsl");

    // The position of the slider in the panel is unknown: drag along rows until the picture changes.
    // A slow window may miss a drag.
    let mut rows = (0..3).flat_map(|_| (60..700).step_by(9));
    let is_moved = rows.any(|y| {
        screen.drag((1040, y), (1240, y));
        screen.becomes(Duration::from_millis(150), CENTER, bluish)
    });
    assert!(is_moved, "no slider moved the picture");

    fs::write(&file, shader("0.5")).unwrap();
    screen.wait_until("an edit under a moved slider", CENTER, |[red, green, blue]| {
        green > 120 && blue > red
    });
}

#[cfg(debug_assertions)]
#[test]
fn lost_device_is_replaced_twice_and_then_on_click() {
    let (screen, folder, _state, mut window) = opened(RED);
    let file = folder.path().join("a.wgsl");
    for (lost, color) in [("first", BLUE), ("second", RED)] {
        screen.press(&["F12"]);
        // A file that is running when the device is lost would be quarantined, so the save follows the loss.
        window.wait_for_frame_with("graphics device lost");
        fs::write(&file, color).unwrap();
        let is_shown = if color == RED { reddish } else { bluish };
        screen.wait_until(&format!("a picture after the {lost} loss"), CENTER, is_shown);
    }
    screen.press(&["F12"]);
    window.wait_for("graphics device lost");
    assert!(window.is_running());
    screen.drag(CENTER, CENTER);
    fs::write(&file, BLUE).unwrap();
    screen.wait_until("a picture after the click", CENTER, bluish);
    assert!(window.is_running());
}

/// Waits until the run sentinel, the file that lists the shaders running on the GPU, has the expected contents.
fn wait_for_running(state: &Path, expected: &str) {
    let mut files = fs::read_dir(state.join("noise-playground/running")).unwrap();
    let sentinel = files.next().unwrap().unwrap().path();
    let running = || fs::read_to_string(&sentinel).unwrap();
    let is_expected = || (running() == expected).then_some(());
    screen::wait_for(is_expected, || format!("{:?} runs", running()));
}

/// Returns the WGSL of a generator that is evaluated again in each frame, because it depends on the time.
fn moving(color: &str) -> String {
    color.replace("p: vec2f", "p: vec4f").replace("return", "return 0.0 * p.w +")
}

#[test]
fn shader_that_runs_at_a_termination_signal_is_shown_at_the_next_start() {
    let (screen, folder, state, mut window) = opened(&moving(RED));
    wait_for_running(state.path(), "a.wgsl\n");
    let process = window.child.id().to_string();
    assert!(Command::new("kill").arg(process).status().unwrap().success());
    assert!(window.child.wait().unwrap().success());
    screen.wait_until("the end of the window", CENTER, |pixel| !reddish(pixel));

    let _window = Window::reopen(&screen, folder.path(), state.path());
    screen.wait_until("the picture of the next start", CENTER, reddish);
}

#[test]
fn shader_of_killed_process_is_quarantined_until_edited() {
    let (screen, folder, state, window) = opened(&moving(RED));
    let file = folder.path().join("a.wgsl");
    wait_for_running(state.path(), "a.wgsl\n");
    drop(window);
    screen.wait_until("the end of the window", CENTER, |pixel| !reddish(pixel));

    let window = Window::reopen(&screen, folder.path(), state.path());
    window.wait_for_frame_with("a.wgsl is not run: it was running when the program ended");
    assert!(!reddish(screen.pixel(CENTER)));
    fs::write(&file, BLUE).unwrap();
    screen.wait_until("the edit", CENTER, bluish);
}

#[test]
fn idle_window_uses_no_processor_time() {
    let (_screen, _folder, _state, window) = opened(RED);
    // Measurements that follow a picture take longer on a busy machine.
    let rests = (0..10).any(|_| {
        let before = processor_ticks(window.child.id());
        std::thread::sleep(Duration::from_secs(2));
        processor_ticks(window.child.id()) - before <= 4
    });
    assert!(rests, "more than 4 ticks of 10 ms in each 2 s of 20");
}

#[test]
fn covered_window_uses_no_processor_time() {
    let screen = Screen::new();
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let moving =
        "fn color(p: vec4f) -> vec4f { return vec4f(0.9, 0.05 * fract(p.w), 0.1, 1.0); }\n";
    fs::write(folder.path().join("a.wgsl"), moving).unwrap();
    fs::write(other.path().join("a.wgsl"), BLUE).unwrap();
    let used = |window: &Window| {
        let before = processor_ticks(window.child.id());
        std::thread::sleep(Duration::from_secs(2));
        processor_ticks(window.child.id()) - before
    };
    let window = Window::open(&screen, folder.path());
    screen.wait_until("the first picture", CENTER, reddish);
    assert!(used(&window) > 4, "an animation uses processor time");
    // Without a window manager both windows have the same position.
    let cover = Window::open(&screen, other.path());
    screen.wait_until("the window above", CENTER, bluish);
    assert!((0..10).any(|_| used(&window) <= 4), "more than 4 ticks of 10 ms in each 2 s of 20");
    drop(cover);
    screen.wait_until("the window below", CENTER, reddish);
}

/// Returns the user and system time that a process has used, in ticks of 10 ms.
fn processor_ticks(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}
