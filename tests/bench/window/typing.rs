//! Times and memory of typing in an editor, beside saving in the same run.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, PROGRAM, at};
use crate::median;
use crate::screen::window::{BLUE, CENTER, RED, Window, bluish, reddish};
use crate::screen::{Pixel, Screen};

/// Number of measured saves, and of changes.
const CHANGES: usize = 100;

/// Number of changes between two measurements of memory.
const MANY_CHANGES: i32 = 10_000;

fn server(folder: &Path) -> Client {
    let mut command = Command::new(PROGRAM);
    command.arg("lsp").env("XDG_RUNTIME_DIR", folder);
    Client::initialized(&mut command, json!({}), json!(null))
}

/// Measures the time from each change to its pixels, in milliseconds.
fn measure(screen: &Screen, mut change: impl FnMut(usize, &str)) -> f64 {
    let mut times: Vec<f64> = (0..CHANGES)
        .map(|number| {
            let (text, expected): (_, fn(Pixel) -> bool) =
                if number % 2 == 0 { (BLUE, bluish) } else { (RED, reddish) };
            // The window comes to rest.
            std::thread::sleep(Duration::from_millis(300));
            let started = Instant::now();
            change(number, text);
            screen.wait_until("the change", CENTER, expected);
            1e3 * started.elapsed().as_secs_f64()
        })
        .collect();
    median(&mut times)
}

/// Returns the memory of a process in MB.
fn memory(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
}

fn initialize_ms() -> f64 {
    let mut times: Vec<f64> = (0..20)
        .map(|_| {
            let started = Instant::now();
            let mut client = Client::start(Command::new(PROGRAM).arg("lsp"));
            client.request("initialize", json!({ "capabilities": {} }));
            1e3 * started.elapsed().as_secs_f64()
        })
        .collect();
    median(&mut times)
}

/// Times of a hover and of a completion in a file of 1 MiB, after each change.
fn help_ms(client: &mut Client, folder: &Path) -> [f64; 2] {
    let file = folder.join("large.wgsl");
    let mut text = "fn f(p: vec2f) -> f32 { return mix(p.x, p.y, 0.5); }\n".to_owned();
    while text.len() < 1_048_000 {
        let number = text.len();
        text += &format!("fn f{number}(p: vec2f) -> f32 {{ return sin(p.x) * {number}.0; }}\n");
    }
    client.open(&file, &text);
    let mut times = [Vec::new(), Vec::new()];
    for version in 0..10 {
        text.push('\n');
        client.change(&file, version, &text);
        let place = at(&file, &text, "mix(");
        for (times, method) in times.iter_mut().zip(["hover", "completion"]) {
            let started = Instant::now();
            client.request(&format!("textDocument/{method}"), place.clone());
            times.push(1e3 * started.elapsed().as_secs_f64());
        }
    }
    client.close_file(&file);
    times.map(|mut times| median(&mut times))
}

/// Prints the numbers, each with its bound.
pub(crate) fn print() {
    println!("{:8.2} ms  start of the server (100)", initialize_ms());
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let file = root.join("a.wgsl");
    fs::write(&file, RED).unwrap();
    let window = Window::open(&screen, &root);
    screen.wait_until("the first picture", CENTER, reddish);
    let saved = measure(&screen, |_, text| fs::write(&file, text).unwrap());
    println!("{saved:8.2} ms  save to pixels");
    let mut client = server(&root);
    client.open(&file, RED);
    window.wait_for("connected with Test");
    let typed = measure(&screen, |number, text| client.change(&file, 2 + number as i32, text));
    println!("{typed:8.2} ms  change to pixels ({:.2})", saved + 3.0);
    let [hover, completion] = help_ms(&mut client, &root);
    println!("{hover:8.2} ms  hover in a file of 1 MiB (50)");
    println!("{completion:8.2} ms  completion in a file of 1 MiB");
    let change = |client: &mut Client, version: i32| {
        let text = if version % 2 == 0 { RED } else { BLUE };
        client.change(&file, version, text);
        std::thread::sleep(Duration::from_millis(3));
    };
    (1000..1500).for_each(|version| change(&mut client, version));
    screen.settled(600);
    let processes = [client.server.id(), window.child.id()];
    let before = processes.map(memory);
    (0..MANY_CHANGES).for_each(|version| change(&mut client, 2000 + version));
    screen.settled(600);
    for (name, (process, before)) in ["server", "window"].iter().zip(processes.iter().zip(before)) {
        let growth = memory(*process) - before;
        println!("{growth:8.2} MB  growth of the {name} in {MANY_CHANGES} changes (5)");
    }
}
