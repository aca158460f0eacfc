//! Times of frames of the window: `cargo test -p playground --release frame_cost -- --ignored --nocapture`.

use std::time::Instant;

use super::*;
use crate::workbench::generator_list::ListRowKind;

const FRAMES: usize = 200;

/// Returns median frame times in milliseconds. Frames alternate, so that other work slows all windows alike.
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

/// Returns a window that shows one of `count` generators, in folders of 50 files. Every tenth file has an error.
fn of_generators(count: usize) -> Window {
    let mut workbench = swiss();
    let file = |index: usize| format!("folder{:03}/file{index:04}.wgsl", index / 50);
    let entries = (0..count).map(|index| {
        let entry = entry(&file(index), "height", &format!("Noise {index}"), true);
        Entry { error: index % 10 == 0, ..entry }
    });
    workbench.folder.entries.extend(entries);
    let errors = (0..count).step_by(10).map(|index| {
        let source = Source::new(file(index), "fn height() { unknown }");
        Diagnostic::error(Some(source.location(14..21)), "no `unknown`")
    });
    workbench.folder.diagnostics.extend(errors);
    workbench.folder.was_scanned = true;
    window(workbench)
}

#[test]
#[ignore = "a measurement, not a check"]
fn frame_cost_of_many_generators() {
    let counts = [10, 50, 5000];
    let times = medians(counts.map(of_generators));
    for (count, time) in counts.iter().zip(times) {
        println!(
            "{count} generators, {} broken: median {time:.3} ms, ratio {:.2}",
            count / 10,
            time / times[0]
        );
    }
}

#[test]
fn frame_lays_out_only_the_rows_of_the_list_that_are_in_view() {
    let rows = |count| {
        let window = of_generators(count);
        window.query_all_by_role(Role::ListItem).count()
    };
    let (some, many) = (rows(100), rows(5000));
    assert!((20..50).contains(&some) && some == many, "{some} and {many}");
}

#[test]
fn frame_without_changes_derives_nothing_anew() {
    let mut harness = of_generators(100);
    let derived = |harness: &Window| {
        let workbench = &harness.state().0;
        (workbench.generator_list(), workbench.diagnostics())
    };
    let (list, diagnostics) = derived(&harness);
    harness.run_steps(3);
    let (later_list, later_diagnostics) = derived(&harness);
    assert!(Arc::ptr_eq(&list, &later_list) && Arc::ptr_eq(&diagnostics, &later_diagnostics));
    harness.state_mut().0.chrome.filter = "noise 7".to_owned();
    harness.state_mut().0.folder.diagnostics.push(Diagnostic::error(None, "late"));
    let (list, diagnostics) = derived(&harness);
    let entries = list.rows.iter().filter(|row| matches!(row.kind, ListRowKind::Entry(_)));
    assert_eq!((entries.count(), diagnostics.len()), (19, 11));
}
