//! Tests that the session, the saved state of the window, is restored after the application was closed or killed.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use crate::captures::{press_until, press_until_some};
use crate::screen::{self, Screen};
use crate::{CENTER, RED, Window, bluish, opened, reddish, wait_for_running};

/// Waits until the only session file in a state folder meets the condition `is_expected`, and returns its JSON.
pub(crate) fn wait_for(
    state: &Path,
    is_expected: impl Fn(&serde_json::Value) -> bool,
) -> serde_json::Value {
    let failure = || format!("the session is still {:?}", session(state));
    screen::wait_for(|| session(state).filter(&is_expected), failure)
}

/// Returns the JSON of the only session file in a state folder; `None` if there is none yet. A session file that exists
/// is complete.
pub(crate) fn session(state: &Path) -> Option<serde_json::Value> {
    let files = files(&state.join("noise-playground/sessions")).ok()?;
    let text = fs::read_to_string(files.first()?).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

/// Returns the session files in a folder that are complete.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder)?.map(|entry| entry.unwrap().path());
    Ok(files.filter(|file| file.extension().is_some_and(|name| name == "json")).collect())
}

pub(crate) fn cells(session: &serde_json::Value) -> usize {
    session["document"]["cells"].as_array().unwrap().len()
}

/// Background color of the window in dark mode while it shows no picture.
const GROUND: crate::screen::Pixel = [20, 20, 20];

#[test]
fn next_start_restores_document_and_layout() {
    let (screen, folder, state, window) = opened(RED);
    // A window that has just opened may miss a key.
    press_until(&screen, state.path(), "d", |session| cells(session) >= 2);
    press_until(&screen, state.path(), "d", |session| cells(session) >= 3);
    let saved = press_until(&screen, state.path(), "ctrl+backslash", |session| {
        session["layout"]["panels"]["controls"] == false
    });
    // A shader that runs when the program is killed is quarantined at the next start.
    wait_for_running(state.path(), "");
    drop(window);

    let _window = Window::reopen(&screen, folder.path(), state.path());
    // The panels on the left are hidden, so that a picture covers the position of the list.
    screen.wait_until("the picture where the list was", (40, 300), reddish);
    let smaller =
        press_until(&screen, state.path(), "Delete", |session| cells(session) < cells(&saved));
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
        screen.wait_until("a picture", CENTER, |pixel| pixel != [0; 3] && pixel != GROUND);
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

#[test]
fn second_window_on_a_folder_saves_a_session_of_its_own() {
    let screens = [Screen::new(), Screen::new()];
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("a.wgsl"), RED).unwrap();
    let _window = Window::reopen(&screens[0], folder.path(), state.path());
    screens[0].wait_until("the first picture", CENTER, reddish);
    let two = press_until(&screens[0], state.path(), "d", |session| cells(session) == 2);

    let first = only_file(&state.path().join("noise-playground/sessions"));
    let second = Window::reopen(&screens[1], folder.path(), state.path());
    second.wait_for_frame_with("another window has this folder open");
    screens[1].wait_until("the picture of the second window", CENTER, reddish);
    let own =
        first.with_file_name(format!("{}-2.json", first.file_stem().unwrap().to_str().unwrap()));
    let saved = |file: &Path| -> Option<serde_json::Value> {
        serde_json::from_str(&fs::read_to_string(file).ok()?).unwrap()
    };
    let is_of_three = |session: &serde_json::Value| cells(session) == 3;
    press_until_some(&screens[1], "d", || saved(&own).filter(is_of_three));
    assert_eq!(saved(&first), Some(two));
}

#[test]
fn broken_files_of_all_windows_are_kept_aside() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("a.wgsl"), RED).unwrap();
    let files = state.path().join("noise-playground");
    fs::create_dir(&files).unwrap();
    for name in ["preferences", "recent"] {
        fs::write(files.join(format!("{name}.json")), "{\"dark\":").unwrap();
    }
    let window = Window::reopen(&screen, folder.path(), state.path());
    window.wait_for("cannot read the list of recent folders");
    window.wait_for("cannot read the preferences");
    screen.wait_until("the first picture", CENTER, reddish);
    for name in ["preferences", "recent"] {
        let kept = fs::read_to_string(files.join(format!("{name}.unread-1.json"))).unwrap();
        assert_eq!(kept, "{\"dark\":", "{name}");
    }
    let recent = fs::read_to_string(files.join("recent.json")).unwrap();
    assert!(recent.contains(folder.path().file_name().unwrap().to_str().unwrap()), "{recent}");
}

fn only_file(folder: &Path) -> PathBuf {
    let mut files = files(folder).unwrap();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// WGSL of a grid program whose color shows the sign of its field input: red above 0, blue below.
pub(crate) const SIGN: &str = "
import playground::surface::Surface;
/// @field(waves.wgsl)
@group(0) @binding(0) var ground: texture_2d<f32>;
/// @grid(9)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn copy(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 9u + id.x] = textureLoad(ground, id.xy, 0).x;
}
fn surface(s: Surface) -> vec3f {
    return select(vec3f(0.1, 0.1, 0.9), vec3f(0.9, 0.1, 0.1), s.height > 0.0);
}
";

/// Returns the value of a control in the only compared cell of a saved session; null if it is not set.
pub(crate) fn value(session: &serde_json::Value, name: &str) -> serde_json::Value {
    let values = session["document"]["cells"][0]["values"].as_object();
    let of_generators = values.into_iter().flat_map(serde_json::Map::values);
    let mut set = of_generators.filter_map(serde_json::Value::as_array).flatten();
    let found = set.find(|value| value["name"] == name);
    found.cloned().unwrap_or_default()
}

#[test]
fn next_start_restores_source_of_a_field_and_its_values() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("sign.wgsl", SIGN);
    write("waves.wgsl", "fn height(p: vec2f) -> f32 { return 1.0; }\n");
    // The samples of the data file are -1, so that the generator is blue. A dropped file is named by its absolute path.
    let outside = tempfile::tempdir().unwrap();
    let data = outside.path().join("low.npy");
    let array = |value: f32| {
        let mut bytes =
            b"\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (9, 9), }"
                .to_vec();
        bytes.resize(10 + 0x76 - 1, b' ');
        bytes.push(b'\n');
        bytes.extend(value.to_le_bytes().repeat(81));
        bytes
    };
    fs::write(&data, array(-1.0)).unwrap();
    let sign = folder.path().join("sign.wgsl");
    let window = Window::reopen(&screen, &sign, state.path());
    screen.wait_until("the declared source", CENTER, reddish);
    screen.press(&["d"]);
    press_until(&screen, state.path(), "Delete", |session| cells(session) == 1);
    let beside = (300, 600);
    screen.wait_until("the picture of one cell", beside, reddish);
    let [bright, ..] = screen.pixel(beside);
    screen.drop_file(&data);
    std::thread::sleep(Duration::from_millis(700));
    let has_source =
        |session: &serde_json::Value| value(session, "ground") != serde_json::Value::Null;
    // The dialog darkens the window. Its first button uses the file in the selected cell.
    screen.wait_until("the dialog", beside, |[red, ..]| red < bright / 4 * 3);
    screen.press(&["Tab", "space"]);
    // A window that has just closed the dialog may miss a key; 2 is the relief.
    let saved = press_until(&screen, state.path(), "2", |session| {
        has_source(session) && session["document"]["look"]["view"]["mode"] == "relief"
    });
    screen.wait_until("the dropped source", CENTER, bluish);
    wait_for_running(state.path(), "");
    drop(window);

    let window = Window::reopen(&screen, &sign, state.path());
    screen.wait_until("the source of the session", CENTER, bluish);
    let restored = wait_for(state.path(), has_source);
    assert_eq!(value(&restored, "ground"), value(&saved, "ground"));
    // The file is read again when it changes, although it is outside of the folder.
    fs::write(&data, array(1.0)).unwrap();
    screen.wait_until("the changed file", CENTER, reddish);
    drop(window);
}
