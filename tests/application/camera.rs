//! Tests of the camera in the real window: a drag orbits, the wheel zooms, and the capture of a three-dimensional view
//! is rendered again.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::captures::{captured, press_until};
use crate::screen::{Screen, TIMEOUT};
use crate::session::session;
use crate::{CENTER, Window, reddish};

/// WGSL of red hills, which are shown as a terrain when their file is opened.
const HILLS: &str = "//! Hills\n//! @mode(terrain) @camera(180, 40, 1.2)\n\
    import playground::surface::Surface;\n\
    fn surface(s: Surface) -> vec3f { return vec3f(0.8, 0.05, 0.02); }\n\
    fn height(p: vec2f) -> f32 { return 0.3 * sin(1.7 * p.x) * cos(1.1 * p.y); }\n";

/// Returns the azimuth, altitude and distance of the camera in a saved session; `None` if the session uses the camera
/// of the shader file.
fn camera(session: &Value) -> Option<[f64; 3]> {
    let camera = session["document"]["look"]["scene"]["camera"].as_array()?;
    Some([0, 1, 2].map(|index| camera[index].as_f64().unwrap()))
}

#[test]
fn drag_orbits_and_wheel_zooms() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("a.wgsl"), HILLS).unwrap();
    let _window = Window::reopen(&screen, folder.path(), state.path());
    screen.wait_until("the terrain", CENTER, reddish);
    let moved = |what: &str, input: &dyn Fn(), is_moved: &dyn Fn([f64; 3]) -> bool| {
        let started = Instant::now();
        // A window that has just opened may miss some input.
        while started.elapsed() < TIMEOUT {
            input();
            std::thread::sleep(Duration::from_millis(700));
            let camera = session(state.path()).as_ref().and_then(camera);
            if let Some(camera) = camera.filter(|camera| is_moved(*camera)) {
                return camera;
            }
        }
        panic!("{what}: {:?}", session(state.path()).as_ref().and_then(camera));
    };
    let (x, y) = CENTER;
    let orbited = moved(
        "a drag to the right and down",
        &|| screen.drag(CENTER, (x + 120, y + 40)),
        &|[azimuth, altitude, _]| azimuth > 200.0 && altitude > 45.0,
    );
    assert!((orbited[2] - 1.2).abs() < 1e-9, "the distance stays: {orbited:?}");
    let zoomed =
        moved("the wheel", &|| screen.scroll_up(CENTER), &|camera| camera[2] < 0.95 * orbited[2]);
    assert_eq!(zoomed[..2], orbited[..2], "the direction stays");
    screen.wait_until("the terrain from closer", CENTER, reddish);
    press_until(&screen, state.path(), "s", |_| state.path().join("captures").is_dir());
    let capture = captured(state.path(), ".png");
    let again = folder.path().join("again.png");
    let rendered = std::process::Command::new(env!("CARGO_BIN_EXE_playground"))
        .args(["render", "--quiet", "--from"])
        .arg(&capture)
        .arg("-o")
        .arg(&again)
        .status();
    assert!(rendered.unwrap().success());
    assert!(fs::read(&capture).unwrap() == fs::read(&again).unwrap());
}
