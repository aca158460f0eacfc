//! How often `playground bench` finds a difference where there is none: `cargo bench --workspace --bench same_twice
//! [RUNS]`. Compares a generator with itself RUNS times (default: 40) while all processors are kept busy. Printed are
//! the median of the ratios, and the percentage of runs whose interval does not contain 1, which should be at most 5.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::Value;

type Error = Box<dyn std::error::Error + Send + Sync>;

const GENERATOR: &str = "builtin:generators/fbm.wgsl";

/// Width and height in samples.
const SIDE: &str = "256";

fn main() -> Result<(), Error> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let count: usize = numbers.next_back().unwrap_or(40);
    let is_done = AtomicBool::new(false);
    let ratios = thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let ratios: Result<Vec<_>, Error> = (0..count).map(|_| compared()).collect();
        is_done.store(true, Ordering::Relaxed);
        ratios
    })?;
    let rejected = ratios.iter().filter(|(_, is_distinguishable)| *is_distinguishable).count();
    let mut medians: Vec<f64> = ratios.iter().map(|(median, _)| *median).collect();
    medians.sort_by(f64::total_cmp);
    println!(
        "{count} runs: median of the ratios {:.4}, {:.4} to {:.4}; {:.1} % rejected",
        f64::midpoint(medians[(count - 1) / 2], medians[count / 2]),
        medians[0],
        medians[count - 1],
        100.0 * rejected as f64 / count as f64
    );
    Ok(())
}

/// Returns the ratio of two measurements of one generator, and whether it counts as a difference.
fn compared() -> Result<(f64, bool), Error> {
    let output = Command::new(env!("CARGO_BIN_EXE_playground"))
        .args(["bench", GENERATOR, GENERATOR, "--size", SIDE, "--json"])
        .output()?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let ratio = &report["ratio"];
    let missing = || format!("no ratio in {report}");
    let median = ratio["median"].as_f64().ok_or_else(missing)?;
    Ok((median, ratio["distinguishable"].as_bool().ok_or_else(missing)?))
}
