//! Memory of the window during a tour of an hour, or of `TOUR_MINUTES`: each round saves the file, shows another of 200
//! generators, resizes the window, and opens all views, instruments and comparisons, and sixteen cells.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use crate::median;
use crate::screen::Screen;
use crate::screen::window::{CENTER, Window};

const GENERATORS: usize = 200;

/// Keys of a round. Between two lines, pictures become complete.
const KEYS: [&[&str]; 21] = [
    &["1"],
    &["2"],
    &["5"],
    &["6"],
    &["7"],
    &["8"],
    &["9"],
    &["shift+p"],
    &["shift+a"],
    &["2"],
    &["t"],
    &["t", "i"],
    &["i", "a"],
    &["a", "l"],
    &["l", "j"],
    &["j", "shift+r"],
    &["g"],
    &["Escape", "d", "shift+r", "x"],
    &["x", "w"],
    &["w", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d"],
    &["shift+Delete", "o"],
];

/// Every second generator has a volume, for the solid and the planet.
fn text(round: usize) -> String {
    let mut text = "import playground::noise::rotated::rotated_fbm;\n".to_owned();
    for index in 0..GENERATORS {
        let seed = 1000 * round + index;
        _ = if index % 2 == 0 {
            writeln!(
                text,
                "fn height{index}(p: vec2f, gain: f32, warp: f32) -> f32 {{\n    return (0.5 + gain) * rotated_fbm(p + \
                 0.1 * warp * sin(p.yx), {seed}u, 6.0, 1.92, 0.5, 0.6);\n}}"
            )
        } else {
            writeln!(
                text,
                "fn density{index}(p: vec3f, gain: f32, warp: f32) -> f32 {{\n    return (0.5 + gain) * rotated_fbm(p.xy + \
                 0.1 * warp * sin(p.yx), {seed}u, 4.0, 1.92, 0.5, 0.6) - p.z;\n}}"
            )
        };
    }
    text
}

/// Prints the memory after each round, and that of both halves of the tour.
pub(crate) fn print() {
    let minutes = std::env::var("TOUR_MINUTES").map_or(60.0, |text| text.parse().unwrap());
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.wgsl");
    fs::write(&file, text(0)).unwrap();
    let mut window = Window::open(&screen, folder.path());
    let background = screen.pixel(CENTER);
    screen.wait_until("the first picture", CENTER, |pixel| pixel != background);
    let started = Instant::now();
    let mut megabytes = Vec::new();
    while started.elapsed().as_secs_f64() < 60.0 * minutes {
        fs::write(&file, text(megabytes.len() + 1)).unwrap();
        for keys in KEYS {
            screen.press(keys);
            std::thread::sleep(Duration::from_millis(400));
            assert!(window.is_running(), "the program ended in round {}", megabytes.len());
        }
        screen.resize(if megabytes.len() % 2 == 0 { [1000, 640] } else { [1280, 800] });
        megabytes.push(window.memory() as f64 / 1024.0);
        println!(
            "{:5.0} s {:6.0} MB",
            started.elapsed().as_secs_f64(),
            megabytes[megabytes.len() - 1]
        );
    }
    let middle = megabytes.len() / 2;
    let (first, second) = megabytes.split_at_mut(middle);
    let highest = second.iter().copied().fold(0.0, f64::max);
    println!(
        "{} rounds: median {:.0} MB in the first half, {:.0} MB in the second, at most {highest:.0} MB there",
        first.len() + second.len(),
        median(first),
        median(second)
    );
}
