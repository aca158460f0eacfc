//! Soak test of the real window with many random edits: `SOAK_EDITS=10000 cargo test --release -p playground --test
//! window soak -- --nocapture`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::captures::captured;
use crate::screen::Screen;
use crate::{CENTER, opened};

/// Random number generator, Knuth's linear congruential one of 64 bits, so that every run of the test has the same
/// edits.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, count: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }
}

/// Returns the WGSL of a valid shader file with a slider and a loop of `iterations` iterations per sample.
fn text(number: u64, iterations: u64) -> String {
    format!(
        "struct Params {{\n    /// How blue. @range(0, 1, 0.01, 0)\n    blue: f32,\n    other_{}: f32,\n}}\n\
         @group(0) @binding(0) var<uniform> params: Params;\n\
         fn color(p: vec2f) -> vec4f {{\n    var sum = {number}.0;\n    for (var i = 0u; i < {iterations}u; i++) {{ sum = sin(sum + p.x); }}\n    \
         return vec4f(0.9, 0.1 * fract(sum), 0.2 * params.blue + 0.0 * params.other_{}, 1.0);\n}}\n",
        number % 7,
        number % 7
    )
}

/// Edits the shader file in `folder` at random, in one of the ways in which authors and their editors change files.
fn edit(folder: &Path, number: u64, random: &mut Lcg) {
    let file = folder.join("a.wgsl");
    let good = text(number, 1);
    match random.below(12) {
        0 => fs::write(&file, good.replace("return", "retrun")).unwrap(),
        1 => fs::write(&file, &good[..good.len() / 2]).unwrap(),
        2 => fs::write(&file, good.replace("i++", "i += 0u")).unwrap(),
        3 => fs::write(&file, text(number, 20_000)).unwrap(),
        4 => fs::write(&file, "").unwrap(),
        5 => drop(fs::remove_file(&file)),
        6 => fs::write(&file, good.replace("vec4f(0.9", "vec4f(1.0 / (p.x - p.x)")).unwrap(),
        7 | 8 => {
            fs::write(folder.join("a.tmp"), good).unwrap();
            fs::rename(folder.join("a.tmp"), &file).unwrap();
        }
        _ => fs::write(&file, good).unwrap(),
    }
}

/// Disturbs the window at random: drags a slider, or resizes the window.
fn disturb(screen: &Screen, random: &mut Lcg) {
    if random.below(2) == 0 {
        let y = 60 + random.below(600) as usize;
        return screen.drag((1110, y), (1110 + random.below(120) as usize, y));
    }
    let (width, height) = (700 + random.below(581), 420 + random.below(381));
    screen.resize([width, height]);
}

#[test]
fn window_responds_after_many_random_edits_drags_and_resizes() {
    let edits: u64 = std::env::var("SOAK_EDITS").map_or(150, |edits| edits.parse().unwrap());
    let (screen, folder, state, mut window) = opened(&text(0, 1));
    let mut random = Lcg(1);
    let mut early = 0;
    for number in 1..=edits {
        edit(folder.path(), number, &mut random);
        std::thread::sleep(Duration::from_millis(random.below(40)));
        if number % 10 == 0 {
            disturb(&screen, &mut random);
        }
        if number == 100 {
            // Memory use depends on the size of the pictures, so both measurements use the same window size.
            screen.resize([1280, 800]);
            std::thread::sleep(Duration::from_millis(500));
            early = window.memory();
        }
        assert!(window.is_running(), "the program ended at edit {number}");
    }
    screen.resize([1280, 800]);
    let last = "fn color(p: vec2f) -> vec4f { return vec4f(0.05, 0.2 * fract(p.x), 0.9, 1.0); }\n";
    let saved = Instant::now();
    fs::write(folder.path().join("a.wgsl"), last).unwrap();
    screen.wait_until("the last text", CENTER, crate::bluish);
    let answered = saved.elapsed();
    std::thread::sleep(Duration::from_millis(500));
    let late = window.memory();
    println!(
        "after {edits} edits: visible {} ms after the save; {early} kB after 100 edits, {late} kB at the end",
        answered.as_millis()
    );
    if edits >= 1000 {
        assert!(late < early + early / 10, "{early} kB have become {late} kB");
    }

    screen.press(&["s"]);
    let capture = captured(state.path(), ".png");
    let again = folder.path().join("again.png");
    let status = Command::new(env!("CARGO_BIN_EXE_playground"))
        .args(["render", "--from"])
        .args([&capture, Path::new("-o"), &again])
        .status();
    assert!(status.unwrap().success());
    assert!(
        fs::read(capture).unwrap() == fs::read(again).unwrap(),
        "the picture is not that of the last text"
    );
}
