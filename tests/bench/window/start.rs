//! The time from the start of the program to its first pixels, and the memory of a window in which nothing changes.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use noise_playground::view::shading::ViewMode;
use noise_playground::{RenderSettings, Subject, compile, render};

use crate::median;
use crate::screen::Screen;
use crate::screen::window::{CENTER, RED, Window, reddish};

const RUNS: usize = 9;

/// Argument with which the benchmark starts itself as a program without a window.
pub(crate) const WITHOUT_WINDOW: &str = "--without-window";

/// Pixels of a picture about as large as that of the window.
const SIDE: u32 = 747;

pub(crate) fn print() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.wgsl"), RED).unwrap();
    let [mut first, mut picture, mut memory] = [(); 3].map(|()| Vec::new());
    for _ in 0..RUNS {
        let screen = Screen::new();
        let started = Instant::now();
        let window = Window::open(&screen, folder.path());
        screen.wait_until("the window", CENTER, |pixel| pixel != [0; 3]);
        first.push(started.elapsed().as_secs_f64() * 1e3);
        screen.wait_until("the first picture", CENTER, reddish);
        picture.push(started.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_secs(2));
        memory.push(memory_mb(window.child.id()));
    }
    println!("first pixels after {:.0} ms, median of {RUNS}", median(&mut first));
    println!("first picture after {:.0} ms", median(&mut picture));
    let (memory, driver) = (median(&mut memory), without_window_mb());
    println!("memory {memory:.0} MB, without a window {driver:.0} MB");
}

/// Returns the memory of a program that has opened the device and rendered the same picture.
fn without_window_mb() -> f64 {
    let mut program = Command::new(std::env::current_exe().unwrap())
        .arg(WITHOUT_WINDOW)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let memory = memory_mb(program.id());
    drop(program.stdin.take());
    program.wait().unwrap();
    memory
}

/// Renders the picture, and waits until the standard input is closed.
pub(crate) fn render_without_window() {
    let generators = compile(RED).unwrap();
    let mut settings = RenderSettings::new(&generators[0], SIDE);
    settings.shading.mode = ViewMode::Texture;
    drop(render(&Subject::new(&generators[0], settings)).unwrap());
    std::io::read_to_string(std::io::stdin()).unwrap();
}

/// Returns the resident memory of a process without the pages of files, which the system can drop at any time.
fn memory_mb(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let kilobytes = |member: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(member)).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap()
    };
    (kilobytes("RssAnon:") + kilobytes("RssShmem:")) / 1024.0
}
