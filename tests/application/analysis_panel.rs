//! Test of the real window with the analysis panel open: its memory.

use std::time::Duration;

use crate::opened;

/// WGSL of a generator with a slider that changes all samples.
const SUM: &str = "\
struct Params {
    /// How red. @range(0, 1, 0.01, 0.5)
    red: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
fn color(p: vec2f) -> vec4f {
    return vec4f(0.7 + 0.3 * params.red, 0.1 + 0.05 * sin(9.0 * p.x + params.red), 0.1 * fract(p.y), 1.0);
}
";

/// Soak test: `SOAK_DRAGS=500 cargo test --release -p playground --test window analysis_panel -- --nocapture` drags the
/// slider more often and prints the memory.
#[test]
fn memory_is_steady_while_the_measured_generator_changes() {
    let drags: usize = std::env::var("SOAK_DRAGS").map_or(60, |drags| drags.parse().unwrap());
    let (screen, _folder, _state, mut window) = opened(SUM);
    let closed = window.memory();
    screen.press(&["a"]);
    // The analysis of each moment takes memory of its own: the highest of each half are compared.
    let mut highest = [0, 0];
    for drag in 0..drags {
        // The slider is the first control of the panel at the right.
        let from = 1101 + 7 * (drag % 13);
        screen.drag((from, 195), (from + 11, 195));
        std::thread::sleep(Duration::from_millis(40));
        let half = &mut highest[2 * drag / drags];
        *half = window.memory().max(*half);
        assert!(window.is_running(), "the program ended at drag {drag}");
    }
    let [early, late] = highest;
    println!("panel closed {closed} kB; at most {early} kB, then {late} kB in {drags} drags");
    assert!(late < early + early / 5, "{early} kB have become {late} kB");
}
