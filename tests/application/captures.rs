//! Tests of captures that are saved from the real window and dropped on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::screen::{self, Pixel, Screen, TIMEOUT};
use crate::session::{cells, session, wait_for};
use crate::{CENTER, Window, opened, reddish};

const SHADER: &str = "
struct Params {
    /// Amount of blue. @range(0, 1, 0.01, 0)
    blue: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
fn color(p: vec2f) -> vec4f { return vec4f(0.9, 0.1 * fract(p.x), params.blue, 1.0); }
";

/// Waits up to 20 s until a complete capture whose file name ends with `suffix` exists, and returns its path.
pub(crate) fn captured(state: &Path, suffix: &str) -> PathBuf {
    let found = captured_within(TIMEOUT, state, suffix);
    found.unwrap_or_else(|| panic!("no {suffix}"))
}

fn captured_within(timeout: Duration, state: &Path, suffix: &str) -> Option<PathBuf> {
    let start = Instant::now();
    while start.elapsed() < timeout {
        let files = fs::read_dir(state.join("captures")).into_iter().flatten();
        let mut files = files.map(|file| file.unwrap().path());
        let is_complete = |path: &Path| fs::metadata(path).is_ok_and(|file| file.len() > 0);
        let matches =
            |path: &PathBuf| path.to_str().unwrap().ends_with(suffix) && is_complete(path);
        if let Some(found) = files.find(matches) {
            return Some(found);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

/// Returns the control values of each compared cell in a saved session.
fn values(session: &Value) -> Vec<Value> {
    let cells = session["document"]["cells"].as_array().unwrap();
    cells.iter().map(|cell| cell["values"].clone()).collect()
}

/// Waits 700 ms, in which even a slow machine draws the window and writes its session file.
fn pause() {
    std::thread::sleep(Duration::from_millis(700));
}

/// Presses a key in the window up to 30 times until the saved session meets a condition, and returns the session. A
/// slow frame merges key presses, so that one may have no effect; between two presses a slow machine has 2.8 s to write
/// the session.
pub(crate) fn press_until(
    screen: &Screen,
    state: &Path,
    key: &str,
    condition: impl Fn(&Value) -> bool,
) -> Value {
    press_until_some(screen, key, || session(state).filter(&condition))
}

/// Presses a key in the window up to 30 times until `find` finds its effect.
pub(crate) fn press_until_some<T>(screen: &Screen, key: &str, find: impl Fn() -> Option<T>) -> T {
    for _ in 0..30 {
        screen.press(&[key]);
        for _ in 0..4 {
            pause();
            if let Some(found) = find() {
                return found;
            }
        }
    }
    panic!("{key} does not have the expected effect");
}

/// Selects the subject of the capture by the keyboard, and captures it.
fn captured_as(
    screen: &Screen,
    state: &Path,
    tabs: &[&'static str],
    suffix: &str,
    prepare: impl Fn(),
) -> PathBuf {
    // Each key needs a separate frame: on a slow machine the test retries with longer pauses.
    let found = [1, 4, 10].into_iter().find_map(|pauses| {
        prepare();
        // Open the dialog, select the subject of the capture, close the dialog.
        for key in [&["shift+s"], tabs, &["space", "Escape", "s"]].concat() {
            screen.press(&[key]);
            (0..pauses).for_each(|_| pause());
        }
        captured_within(Duration::from_secs(5), state, suffix)
    });
    found.unwrap_or_else(|| panic!("no {suffix}"))
}

#[test]
fn dropped_capture_of_four_cells_is_added_and_undone() {
    let (screen, _folder, state, _window) = opened(SHADER);
    let state = state.path();

    for count in 2..=4 {
        press_until(&screen, state, "d", |session| cells(session) >= count);
    }
    let first = wait_for(state, |session| cells(session) == 4);
    // The position of the slider in the panel is unknown.
    let mut rows = (0..3).flat_map(|_| (60..400).step_by(9));
    let changed = rows.find_map(|y| {
        screen.drag((1110, y), (1172, y));
        pause();
        let session = wait_for(state, |session| cells(session) == 4);
        (values(&session)[3] != values(&session)[0]).then_some(session)
    });
    let changed = changed.expect("no slider was moved");

    screen.press(&["s", "c"]);
    let cell = captured(state, ".png");
    assert!(cell.to_str().unwrap().contains("/a-0001-blue="), "{cell:?}");
    let sheet = captured_as(&screen, state, &["Tab"], "-comparison.png", || {});
    assert!(screen.clipboard_has_picture());

    screen.drop_file(&sheet);
    let added = press_until(&screen, state, "Return", |session| cells(session) == 8); // Add
    assert_eq!(values(&added)[..4], values(&changed));
    assert_eq!(added["document"]["look"], changed["document"]["look"]);
    let blue = |session: &Value, cell: usize| values(session)[cell].to_string();
    assert_eq!(blue(&added, 7), blue(&changed, 3));
    assert!(!blue(&added, 4).contains("blue"), "{}", blue(&added, 4));

    let undone = press_until(&screen, state, "z", |session| cells(session) == 1);
    assert_eq!(values(&undone), values(&first)[..1]);
    assert_eq!(undone["document"]["look"], first["document"]["look"]);
}

#[test]
fn difference_and_window_are_captured_by_keys_and_restored() {
    let (screen, _folder, state, window) = opened(SHADER);
    press_until(&screen, state.path(), "d", |session| cells(session) >= 2);
    let is_difference = |session: &Value| session["document"]["arrangement"] == "difference";
    let show_difference = || {
        if !session(state.path()).is_some_and(|session| is_difference(&session)) {
            press_until(&screen, state.path(), "x", is_difference);
        }
    };
    let capture = |tabs, suffix| captured_as(&screen, state.path(), tabs, suffix, show_difference);
    let captures = [capture(&["Tab"], "-difference.png"), capture(&["Tab", "Tab"], "-window.png")];
    drop(window);

    for capture in captures {
        let state = tempfile::tempdir().unwrap();
        let _window = Window::reopen(&screen, &capture, state.path());
        let session = wait_for(state.path(), is_difference);
        assert_eq!(cells(&session), 2, "{capture:?}");
    }
}

#[test]
fn window_opens_with_a_capture() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = folder.path().join("a.wgsl");
    fs::write(&file, SHADER).unwrap();
    let window = Window::reopen(&screen, folder.path(), state.path());
    screen.wait_until("the picture", CENTER, reddish);
    screen.press(&["s"]);
    let capture = captured(state.path(), ".png");
    drop(window);

    // The built-in shaders have no such file: the window shows the source text of the capture.
    fs::remove_file(&file).unwrap();
    let state = tempfile::tempdir().unwrap();
    let _window = Window::reopen(&screen, &capture, state.path());
    screen.wait_until("the picture of a capture", CENTER, reddish);
}

#[test]
fn dropped_geotiff_becomes_a_cell() {
    let (screen, folder, state, _window) = opened(SHADER);
    let state = state.path();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders/dem/jacksboro_fault.tif");
    let file = folder.path().join("a wide valley.tif");
    fs::copy(shipped, &file).unwrap();

    screen.drop_file(&file);
    let added = press_until(&screen, state, "Return", |session| cells(session) == 2);
    let text = added["document"]["cells"][1].to_string();
    assert!(text.contains("a wide valley.tif"), "{text}");
    // The second cell is below the first. Its ground has the colors of the palette, and slopes that the light shows.
    let below: Vec<(usize, usize)> =
        (0..80).map(|index| (260 + 40 * (index % 10), 430 + 30 * (index / 10))).collect();
    let is_ground = |[red, green, blue]: Pixel| green > 60 && !reddish([red, green, blue]);
    let ground = || {
        let pixels = below.iter().map(|at| screen.pixel(*at));
        pixels.filter(|pixel| is_ground(*pixel)).collect::<BTreeSet<_>>()
    };
    screen::wait_for(|| (ground().len() >= 40).then_some(()), || format!("{:?}", ground()));

    let undone = press_until(&screen, state, "z", |session| cells(session) == 1);
    assert!(!undone.to_string().contains("valley.tif"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_asks_while_a_capture_is_saved_and_a_failed_one_keeps_the_window_open() {
    let slow = "fn color(p: vec2f) -> vec4f {
    var x = p.x;
    for (var i = 0; i < 600; i++) { x = sin(x + p.y); }
    return vec4f(0.9, 0.1 * fract(x), 0.1, 1.0);
}
";
    let (screen, _folder, state, mut window) = opened(slow);
    let captures = state.path().join("captures");
    press_until_some(&screen, "s", || captures.is_dir().then_some(()));
    window.signal("INT");
    window.wait_for("captures are being saved");
    // The finished capture has no place.
    fs::remove_dir_all(&captures).unwrap();
    fs::write(&captures, "").unwrap();
    window.wait_for_frame_with("capture failed");
    assert!(window.is_running());
    window.signal("INT");
    assert!(window.child.wait().unwrap().success());
}
