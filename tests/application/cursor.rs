//! Tests of the cursor of a text editor: the real window shows the value of the expression there.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::screen::{Pixel, Screen, wait_within};
use crate::{CENTER, Window, opened, shell};

const PROGRAM: &str = env!("CARGO_BIN_EXE_playground");

/// Maximum time to wait for a change of the picture, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Returns the settings that `playground editors` prints for a text editor.
pub(crate) fn settings(editor: &str) -> String {
    let output = Command::new(PROGRAM).arg("editors").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let section = text.split("\n# ").find(|section| section.starts_with(editor));
    section.unwrap().split_once('\n').unwrap().1.to_owned()
}

/// Returns the colors of a grid of pixels all over the picture in the window.
pub(crate) fn pixels(screen: &Screen) -> Vec<Pixel> {
    let rows = (60..420).step_by(60);
    rows.flat_map(|y| (400..960).step_by(40).map(move |x| (x, y)))
        .map(|at| screen.pixel(at))
        .collect()
}

/// Waits until the picture in the window differs from the colors `before`; `what` names the expected picture in the
/// panic.
fn wait_for_change(screen: &Screen, before: &[Pixel], what: &str) {
    let has_changed = || (pixels(screen) != before).then_some(());
    wait_within(TIMEOUT, has_changed, || format!("{what} is not shown"));
}

/// Waits until the window builds no further pipelines, and returns the number of pipelines built, according to its log.
fn built_pipelines(window: &Window) -> usize {
    let count = || window.log().matches("calibrated ").count();
    let started = Instant::now();
    let (mut last, mut since) = (count(), Instant::now());
    while last < 10 || since.elapsed() < Duration::from_secs(5) {
        assert!(started.elapsed() < TIMEOUT, "{last} pipelines, no end");
        std::thread::sleep(Duration::from_millis(100));
        if count() != last {
            (last, since) = (count(), Instant::now());
        }
    }
    last
}

#[test]
fn covered_window_answers() {
    const TEXT: &str = "fn color(p: vec2f) -> vec4f {\n    let red = vec4f(0.9, 0.1, 0.1, 1.0);\n    \
        let blue = red.zyxw;\n    return vec4f(red.r, blue.g, red.b, 1.0);\n}\n";
    let (screen, folder, _state, window) = opened(TEXT);
    let cover = screen.covered();
    window.wait_for("covered: true");
    let location = format!("{}:3:9", folder.path().join("a.wgsl").display());
    let mut command = Command::new(PROGRAM);
    command.arg("at").arg(location).env("XDG_RUNTIME_DIR", folder.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    drop(cover);
    screen.wait_until("the value", CENTER, |[red, _, blue]| blue > red);
}

#[test]
fn cursor_moves_through_swiss_turbulence_and_builds_no_pipeline() {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let (state, runtime) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
    shell(
        folder.path(),
        &format!("cp -r {}/noise {}/generators .", shaders.display(), shaders.display()),
    );
    let file = folder.path().join("noise/turbulence.wgsl");
    let text = fs::read_to_string(&file).unwrap();
    let line = |start: &str| {
        let function = text.lines().position(|line| line.starts_with("fn swiss_turbulence"));
        let lines = text.lines().enumerate().skip(function.unwrap());
        let mut lines = lines.filter(|(_, line)| line.trim_start().starts_with(start));
        lines.next().unwrap().0 + 1
    };
    let at = |line: usize| {
        let location = format!("{}:{line}", file.display());
        let mut command = Command::new(PROGRAM);
        command.arg("at").arg(location).env("XDG_RUNTIME_DIR", runtime.path());
        command.output().unwrap()
    };
    let none = at(line("sum +="));
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no window is open"));

    let generator = folder.path().join("generators/swiss.wgsl");
    let mut command = Window::command(&screen, &generator, state.path());
    let window = Window::start(command.env("XDG_RUNTIME_DIR", runtime.path()));
    let answer = || at(line("sum +=")).status.success().then_some(());
    wait_within(TIMEOUT, answer, || "the window does not answer".to_owned());
    let built = built_pipelines(&window);
    for editor in ["Vim", "Neovim"] {
        let init = state.path().join("init.vim");
        fs::write(&init, settings(editor)).unwrap();
        let program = if editor == "Vim" { "vim" } else { "nvim" };
        let path = Path::new(PROGRAM).parent().unwrap().display();
        let script = format!(
            "PATH={path}:$PATH XDG_RUNTIME_DIR={} TERM=xterm exec script -qec '{program} -n -u {} {}' /dev/null",
            runtime.path().display(),
            init.display(),
            file.display()
        );
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs(2));
        let mut keys = child.stdin.take().unwrap();
        for start in ["frequency *=", "let n =", "slide -="] {
            let before = pixels(&screen);
            keys.write_all(format!("{}G", line(start)).as_bytes()).unwrap();
            wait_for_change(&screen, &before, &format!("{editor}: {start}"));
            std::thread::sleep(Duration::from_secs(1));
        }
        keys.write_all(b":q!\r").unwrap();
        drop(keys);
        let _ = child.wait();
    }
    assert_eq!(built_pipelines(&window), built, "a move of the cursor builds nothing");
}
