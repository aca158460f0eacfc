//! The time from the start of the program to the first picture of a large folder, many of whose shaders are broken.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::median;
use crate::screen::window::{CENTER, Window};
use crate::screen::{Pixel, Screen};

/// Shaders of the folder, and those among them with an error.
const SHADERS: usize = 5000;
const BROKEN: usize = 500;

const RUNS: usize = 3;

pub(crate) fn print() {
    let folder = tempfile::tempdir().unwrap();
    write_shaders(folder.path());
    let mut times: Vec<f64> = (0..RUNS).map(|_| milliseconds(folder.path())).collect();
    println!(
        "{SHADERS} shaders, {BROKEN} broken: first picture after {:.0} ms, at most {:.0} ms",
        median(&mut times),
        times[times.len() - 1]
    );
}

/// Returns the time from the start of the program to the first picture.
fn milliseconds(folder: &Path) -> f64 {
    let screen = Screen::new();
    let started = Instant::now();
    let _window = Window::open(&screen, folder);
    screen.wait_until("the first picture", CENTER, is_colored);
    started.elapsed().as_secs_f64() * 1e3
}

/// In folders of 50 files: noise of several octaves, each with a small library function.
fn write_shaders(folder: &Path) {
    for index in 0..SHADERS {
        let mut text = format!("//! Noise {index}\n");
        for octave in 0..4 {
            _ = writeln!(
                text,
                "fn wave{octave}(p: vec2f) -> f32 {{ return sin(p.x * {octave}.5) * cos(p.y); }}"
            );
        }
        let unknown = if index % (SHADERS / BROKEN) == 0 { " + unknown" } else { "" };
        _ = writeln!(
            text,
            "fn noise{index}(p: vec2f, gain: f32) -> f32 {{\n    return wave0(p) + wave1(p) * gain{unknown};\n}}"
        );
        let part = folder.join(format!("part{:03}", index / 50));
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join(format!("noise{index:04}.wgsl")), text).unwrap();
    }
}

/// Panels are gray.
fn is_colored([red, green, blue]: Pixel) -> bool {
    red.abs_diff(green) > 24 || green.abs_diff(blue) > 24
}
