//! The steps of the time from saving a shader file to its picture.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{ChildStderr, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::median;
use crate::screen::Screen;
use crate::screen::window::{CENTER, Window};
use crate::triangle::Triangle;

/// Number of measured saves for each kind of edit.
const SAVES: usize = 50;

/// Relief of six octaves, whose light and dark sides change places if the sign does.
fn relief(sign: &str) -> String {
    format!(
        "//! @view(0.5, 0.5, 4) @mode(relief)
import playground::noise::rotated::rotated_fbm;
fn height(p: vec2f) -> f32 {{ return {sign}0.25 * rotated_fbm(p, 1337u, 6.0, 1.92, 0.5, 0.6); }}
"
    )
}

/// Name of the whole time among those of its steps.
const WHOLE: &str = "0 save to pixels";

/// A measured stage between save and picture, such as compiling, that the window has logged.
struct Stage {
    name: String,
    ms: f64,
    /// Seconds since 1970.
    ended: f64,
}

impl Stage {
    /// Parses a line of the window's log, `stage NAME: MS ms, ended at SECONDS`.
    fn parse(line: &str) -> Option<Self> {
        let (_, stage) = line.split_once("stage ")?;
        let (name, rest) = stage.split_once(": ")?;
        let (ms, ended) = rest.split_once(" ms, ended at ")?;
        Some(Self {
            name: name.to_owned(),
            ms: ms.parse().ok()?,
            ended: ended.trim().parse().ok()?,
        })
    }
}

/// Starts a thread that reads the log of the window. Returns the receiver of the stages that it finds.
fn read_stages(log: ChildStderr) -> mpsc::Receiver<Stage> {
    let (sender, stages) = mpsc::channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(log).lines().map_while(Result::ok);
        let mut stages = lines.filter_map(|line| Stage::parse(&line));
        stages.all(|stage| sender.send(stage).is_ok())
    });
    stages
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

fn save(file: &Path, text: &str, renames: bool) {
    if renames {
        let new = file.with_extension("tmp");
        fs::write(&new, text).unwrap();
        fs::rename(new, file).unwrap();
    } else {
        fs::write(file, text).unwrap();
    }
}

/// Measured times of each stage, by its name, in milliseconds.
type Times = BTreeMap<String, Vec<f64>>;

/// Saves the shader file once, waits for changed pixels, and adds the times of the logged stages to `times`.
fn measure(
    times: &mut Times,
    screen: &Screen,
    stages: &mpsc::Receiver<Stage>,
    save: impl FnOnce(),
) {
    while stages.recv_timeout(Duration::from_millis(300)).is_ok() {}
    let mut add = |name: &str, ms: f64| times.entry(name.to_owned()).or_default().push(ms);
    let before = screen.pixel(CENTER);
    let (started, saved) = (Instant::now(), now());
    save();
    screen.wait_until("the save", CENTER, |pixel| pixel != before);
    add(WHOLE, 1e3 * started.elapsed().as_secs_f64());
    let seen = now();
    let mut is_first = true;
    while let Ok(stage) = stages.recv_timeout(Duration::from_millis(300)) {
        if std::mem::take(&mut is_first) {
            add("1 save and watch", 1e3 * (stage.ended - saved) - stage.ms);
        }
        let when = if stage.ended <= seen { "2 before the pixels" } else { "3 after them" };
        add(&format!("{when}: {}", stage.name), stage.ms);
    }
}

/// Prints the median time of each step, for files that are written and files that are renamed, beside that of a program
/// that only draws a triangle with the saved text.
pub(crate) fn print() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = folder.path().join("a.wgsl");
    let texts = ["", "-"].map(relief);
    fs::write(&file, &texts[1]).unwrap();
    let mut command = Window::command(&screen, folder.path(), state.path());
    command.env("RUST_LOG", "playground=trace").stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    let stages = read_stages(program.stderr.take().unwrap());
    let background = screen.pixel(CENTER);
    screen.wait_until("the first picture", CENTER, |pixel| pixel != background);
    std::thread::sleep(Duration::from_secs(5));
    let triangle = Triangle::open();
    for (kind, renames) in [("written", false), ("renamed", true)] {
        let (mut times, mut bare) = (Times::new(), Vec::new());
        for number in 0..SAVES {
            let save = || save(&file, &texts[number % 2], renames);
            measure(&mut times, &screen, &stages, save);
            bare.push(triangle.save(number % 2 == 0));
        }
        println!("{SAVES} {kind} files: median ms, times a save");
        for (name, ms) in &mut times {
            let count = ms.len() as f64 / SAVES as f64;
            println!("{:8.2} {count:5.1}  {name}", median(ms));
        }
        let (bare, all) =
            (median(&mut bare), times.get_mut(WHOLE).map_or(f64::NAN, |ms| median(ms)));
        println!(
            "{bare:8.2}   1.0  of a bare triangle; save to pixels takes {:.2} times as long",
            all / bare
        );
    }
    program.kill().unwrap();
    program.wait().unwrap();
}
