//! Benchmark of several cells. `cargo test --release -p playground cells_cost -- --ignored --nocapture` prints the
//! ratio of its time to that of single evaluations.

use std::time::{Duration, Instant};

use super::*;
use crate::app::progressive::EvaluationTimer;
use crate::workbench::Cell;

/// Width and height of each benchmarked cell in samples.
const SIDE: f32 = 512.0;

const CELLS: usize = 16;

fn swiss() -> Frames {
    let mut frames = Frames::new();
    frames.save(include_str!("../../../ui/tests/swiss.wgsl"));
    frames
}

/// Sets a different value in each cell, draws until all pictures are complete, and returns the time.
fn draw(frames: &mut Frames, cells: usize, gain: f64) -> Duration {
    for index in 0..cells {
        let id = frames.workbench.document.cells[index].id;
        frames.workbench.document.select(id);
        frames.set("gain", gain + 0.001 * index as f64);
    }
    let started = Instant::now();
    finish(frames, cells);
    started.elapsed()
}

fn finish(frames: &mut Frames, cells: usize) {
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::splat(SIDE));
    let pane = |cell: &Cell| Pane { key: PaneId::Cell(cell.id), rect, clip: rect };
    let Frames { gpu, workbench, pictures, .. } = frames;
    let panes: Vec<Pane> = workbench.document.cells.iter().take(cells).map(pane).collect();
    loop {
        pictures.place(workbench, &panes, 1.0);
        let encoder = pictures.update(gpu, workbench, Presentation::Full);
        gpu.queue.submit([encoder.finish()]);
        if !pictures.is_reading() {
            break;
        }
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        pictures.receive(gpu, workbench);
    }
}

#[test]
#[ignore = "prints a ratio of times"]
fn cells_cost_what_single_evaluations_do() {
    let (mut single, mut many) = (swiss(), swiss());
    let first = many.workbench.document.selected;
    (1..CELLS).for_each(|_| many.workbench.document.duplicate(first));
    let mut ratios: Vec<f64> = (0..9)
        .map(|round| {
            let gain = 0.4 + 0.02 * f64::from(round);
            let alone: Duration =
                (0..CELLS).map(|index| draw(&mut single, 1, gain + 0.001 * index as f64)).sum();
            draw(&mut many, CELLS, gain).as_secs_f64() / alone.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("{CELLS} cells cost {:.2} times {CELLS} single evaluations, median of 9", ratios[4]);
}

#[test]
fn unchanged_cell_is_not_evaluated_and_hidden_one_is_dropped() {
    let mut frames = swiss();
    let first = frames.workbench.document.selected;
    frames.workbench.document.duplicate(first);
    let _ = draw(&mut frames, 2, 0.5);
    let second = frames.workbench.document.cells[1].id;
    frames.workbench.document.select(second);
    frames.set("gain", 0.7);
    let evaluations = |frames: &Frames, id| {
        let picture = &frames.pictures.pictures[&PaneId::Cell(id)];
        picture.picture.as_ref().unwrap().evaluation()
    };
    let before = (evaluations(&frames, first), evaluations(&frames, second));
    finish(&mut frames, 2);
    assert_eq!(evaluations(&frames, first), before.0);
    assert_ne!(evaluations(&frames, second), before.1);
    finish(&mut frames, 1);
    assert_eq!(frames.pictures.pictures.len(), 1);
    assert_eq!(evaluations(&frames, first), before.0);
}

#[test]
fn animated_heavy_cell_is_coarse_and_leaves_time_to_others() {
    const MS_PER_SAMPLE: f64 = 0.001;
    let mut frames = Frames::new();
    frames.save("fn height(p: vec4f) -> f32 { return sin(p.x + p.w); }");
    frames.pictures.shared.timer = EvaluationTimer::Fixed(MS_PER_SAMPLE);
    let first = frames.workbench.document.selected;
    frames.workbench.document.duplicate(first);
    // One picture takes a millisecond to evaluate, the other a second.
    let sides = [32.0, 1024.0];
    let cells = frames.workbench.document.cells.iter();
    let panes: Vec<Pane> = cells
        .zip(sides)
        .map(|(cell, side)| {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::splat(side));
            Pane { key: PaneId::Cell(cell.id), rect, clip: rect }
        })
        .collect();
    let mut evaluations = BTreeSet::new();
    for frame in 0..20 {
        let Frames { gpu, workbench, pictures, .. } = &mut frames;
        workbench.advance(Duration::from_millis(16));
        pictures.receive(gpu, workbench);
        pictures.place(workbench, &panes, 1.0);
        let encoder = pictures.update(gpu, workbench, Presentation::Full);
        gpu.queue.submit([encoder.finish()]);
        let picture = |pane: &Pane| pictures.pictures[&pane.key].picture.as_ref().unwrap();
        let [light, heavy] = [picture(&panes[0]), picture(&panes[1])];
        // The first frame measures the cost of a sample.
        if frame > 0 {
            assert!(light.progress().is_none() && evaluations.insert(light.evaluation()));
            let (coarse, step) = heavy.visible();
            let samples: u32 = coarse.targets.field.size().iter().product();
            let ms = MS_PER_SAMPLE * f64::from(samples);
            assert!(step > 1 && ms < 4.1, "{ms} ms of a frame at step {step}");
            assert!(heavy.is_filled());
        }
    }
}

#[test]
fn frames_of_dragged_cells_create_no_gpu_resources() {
    let mut frames = swiss();
    // 512 × 512 samples take 26 ms: a coarse picture, then chunks.
    frames.pictures.shared.timer = EvaluationTimer::Fixed(0.0001);
    let first = frames.workbench.document.selected;
    frames.workbench.document.duplicate(first);
    let created = |frames: &mut Frames, gains: std::ops::Range<u32>| {
        let before = frames.gpu.created_resources();
        for gain in gains {
            let _ = draw(frames, 2, 0.4 + 0.001 * f64::from(gain));
        }
        frames.gpu.created_resources() - before
    };
    assert!(created(&mut frames, 0..2) > 0);
    assert_eq!(created(&mut frames, 2..102), 0);
}
