//! The latency of the window while a shader needs seconds for a picture, and its frame rate with the analysis panel.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::median;
use crate::screen::window::{CENTER, RED, Window, reddish};
use crate::screen::{Screen, TIMEOUT};

/// Number of loop iterations per sample with which 760 × 735 pixels take two seconds on two cores of a software driver.
const HEAVY: u32 = 2000;

/// Returns the WGSL of a generator of colors with a slider and a loop of `iterations` iterations per sample, animated
/// or not.
fn shader(iterations: u32, is_animated: bool) -> String {
    let position = if is_animated { "vec4f" } else { "vec2f" };
    let time = if is_animated { "p.w" } else { "0.0" };
    format!(
        "struct Params {{\n    /// How blue. @range(0, 1, 0.01, 0)\n    blue: f32,\n}}\n\
         @group(0) @binding(0) var<uniform> params: Params;\n\
         fn color(p: {position}) -> vec4f {{\n    var sum = p.x + {time};\n    \
         for (var i = 0; i < {iterations}; i++) {{ sum = sin(sum + p.y); }}\n    \
         return vec4f(0.9, 0.1 + 0.01 * sum, params.blue, 1.0);\n}}\n"
    )
}

/// A real window on a virtual display that logs each frame it draws.
struct LoggedWindow {
    screen: Screen,
    folder: TempDir,
    window: Window,
}

impl LoggedWindow {
    fn open() -> Self {
        let screen = Screen::new();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.wgsl"), RED).unwrap();
        let window = Window::reopen(&screen, folder.path(), folder.path());
        screen.wait_until("the first picture", CENTER, reddish);
        Self { screen, window, folder }
    }

    /// Saves a shader file with this text and waits half a second, until the window runs it.
    fn show(&self, text: &str) {
        fs::write(self.folder.path().join("a.wgsl"), text).unwrap();
        std::thread::sleep(Duration::from_millis(500));
    }

    fn frames(&self) -> usize {
        let log = self.window.log();
        log.lines().filter(|line| line.contains("frame interval")).count()
    }

    /// Returns the frame rate of the window, in frames per second, measured over the next `seconds`.
    fn rate(&self, seconds: f64) -> f64 {
        let (before, started) = (self.frames(), Instant::now());
        std::thread::sleep(Duration::from_secs_f64(seconds));
        (self.frames() - before) as f64 / started.elapsed().as_secs_f64()
    }

    fn xdotool(&self, words: &str) {
        let mut command = Command::new("xdotool");
        command.env("DISPLAY", self.screen.display());
        let status = command.args(words.split(' ')).stdout(Stdio::null()).status();
        assert!(status.unwrap().success());
    }

    /// Performs an action by `xdotool`. Returns the milliseconds until a pixel changes in a row of pixels on the
    /// display.
    fn visible_after(&self, (from, to, y): (usize, usize, usize), act: &str) -> f64 {
        let row = || (from..to).map(|x| self.screen.pixel((x, y))).collect::<Vec<_>>();
        let before = row();
        let started = Instant::now();
        self.xdotool(act);
        while row() == before {
            assert!(started.elapsed() < TIMEOUT, "{act} changes no pixel");
        }
        started.elapsed().as_secs_f64() * 1e3
    }
}

/// Formats measured times as text: their median and maximum, in milliseconds.
fn summary(mut times: Vec<f64>) -> String {
    let median = median(&mut times);
    format!("{median:.0} ms, at most {:.0} ms", times[times.len() - 1])
}

/// Prints the frame rate with a heavy shader as a ratio to that with a light one.
pub(crate) fn print_frame_rates() {
    let window = LoggedWindow::open();
    let rate = |text: &str| {
        window.show(text);
        window.rate(1.0)
    };
    let (mut moving, mut refining) = (Vec::new(), Vec::new());
    for round in 0..7 {
        let light = rate(&shader(1 + round, true));
        moving.push(rate(&shader(HEAVY + round, true)) / light);
        refining.push(rate(&shader(HEAVY + round, false)) / light);
        println!("{light:.0} frames per second with a light animation");
    }
    println!("{:.2} of that with a heavy animation", median(&mut moving));
    println!("{:.2} while a heavy picture is refined", median(&mut refining));
}

/// Prints the latency of typing and dragging with a light and a heavy shader.
pub(crate) fn print_latency() {
    let window = LoggedWindow::open();
    for (name, iterations) in [("light", 1), ("heavy", HEAVY)] {
        window.show(&shader(iterations, true));
        // The filter above the list of files, and the slider.
        let field = (36, 120, 61);
        window.xdotool("mousemove 113 61 click 1");
        std::thread::sleep(Duration::from_millis(500));
        let typed = (0..12).map(|_| window.visible_after(field, "key --delay 0 i"));
        println!("{name}: a letter is visible after {}", summary(typed.collect()));
        window.xdotool("key --delay 0 Escape");
    }
    window.show(&shader(HEAVY, false));
    window.xdotool("mousemove 1101 195 mousedown 1");
    std::thread::sleep(Duration::from_secs(1));
    let picture = (CENTER.0, CENTER.0 + 1, CENTER.1);
    let dragged = (0..12).map(|step| {
        let act = format!("mousemove {} 195", 1112 + 5 * step);
        let latency = window.visible_after(picture, &act);
        std::thread::sleep(Duration::from_millis(150));
        latency
    });
    println!("a drag is visible after {}", summary(dragged.collect()));
    let nothing = (0..12).map(|_| {
        let started = Instant::now();
        window.xdotool("getmouselocation");
        started.elapsed().as_secs_f64() * 1e3
    });
    println!("of which xdotool takes {}", summary(nothing.collect()));
}

/// Prints the frame rate with the analysis panel open as a ratio to that with the panel closed.
pub(crate) fn print_frame_rate_with_the_analysis_panel() {
    let window = LoggedWindow::open();
    window.show(&shader(40, true));
    let (started, mut ratios) = (Instant::now(), Vec::new());
    for _ in 0..9 {
        let closed = window.rate(2.0);
        window.xdotool("key a");
        let open = window.rate(2.0);
        window.xdotool("key a");
        println!("{closed:.1} frames per second with the panel closed, {open:.1} open");
        ratios.push(open / closed);
    }
    let seconds = started.elapsed().as_secs();
    println!("median ratio {:.3} in {seconds} s", median(&mut ratios));
}
