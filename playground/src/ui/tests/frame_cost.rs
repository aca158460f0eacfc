//! Time of laying out a panel of forty controls: `cargo test -p playground --release frame_cost -- --ignored --nocapture`.

use std::time::Instant;

use super::*;

/// Number of measured frames.
const FRAMES: usize = 200;

#[test]
#[ignore = "a measurement, not a check"]
fn frame_cost_of_forty_controls() {
    let members: String = (0..40)
        .map(|index| format!("/// @range(0, 1, 0.01, 0.5)\n gain_{index}: f32,\n"))
        .collect();
    let (_, mut harness) = panel(&members);
    harness.set_size(vec2(300.0, 1400.0));
    harness.run();
    let mut times: Vec<f64> = (0..FRAMES)
        .map(|_| {
            let start = Instant::now();
            harness.step();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "median {:.3} ms, fastest {:.3} ms",
        times[FRAMES / 2],
        times[0]
    );
}
