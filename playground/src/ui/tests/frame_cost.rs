//! Times of frames of the window: `cargo test -p playground --release frame_cost -- --ignored --nocapture`.

use std::time::Instant;

use super::*;

/// Number of measured frames.
const FRAMES: usize = 200;

/// Returns the median time of a frame of each window, in milliseconds. Their frames alternate, so that other work of
/// the machine slows all of them alike.
fn medians<S, const N: usize>(mut windows: [Harness<'_, S>; N]) -> [f64; N] {
    let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..FRAMES {
        for (window, times) in windows.iter_mut().zip(&mut times) {
            let start = Instant::now();
            window.step();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[FRAMES / 2]
    })
}

#[test]
#[ignore = "a measurement, not a check"]
fn frame_cost_of_forty_controls() {
    let members: String = (0..40)
        .map(|index| format!("/// @range(0, 1, 0.01, 0.5)\n gain_{index}: f32,\n"))
        .collect();
    let (_, mut harness) = panel(&members);
    harness.set_size(vec2(300.0, 1400.0));
    harness.run();
    println!("median {:.3} ms", medians([harness])[0]);
}

/// Returns a window that shows one of `count` generators, in folders of 50 files.
fn of_generators(count: usize) -> Window {
    let mut workbench = swiss();
    let entries = (0..count).map(|index| {
        let file = format!("folder{:03}/file{index:04}.wgsl", index / 50);
        entry(&file, "height", &format!("Noise {index}"), true)
    });
    workbench.folder.entries.extend(entries);
    window(workbench)
}

#[test]
#[ignore = "a measurement, not a check"]
fn frame_cost_of_many_generators() {
    let [few, many] = medians([10, 5000].map(of_generators));
    println!(
        "10 generators {few:.3} ms, 5000 generators {many:.3} ms, ratio {:.2}",
        many / few
    );
}
