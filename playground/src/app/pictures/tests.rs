//! Tests of the panes' pictures on a GPU, without a window.

mod cells_cost;
mod colors;
mod errors;
mod framing;
mod history;
mod measuring;
mod normals;
mod pair;
mod programs;
mod scene;
mod stages;
pub(super) mod thumbnails;
mod trace;

use noise_playground::compile;
use noise_playground::generator::control::Value;
use noise_playground::gpu::read_picture;
use noise_playground::view::shading::ViewMode;
use noise_playground::wgsl::diagnostic::Diagnostic;

use std::time::Duration;

use super::*;
use crate::compiler::Activity;
use crate::workbench::{PaneStats, Panel, Probe};

/// A workbench and its pictures, drawn without a window.
pub(super) struct Frames {
    pub(super) gpu: Gpu,
    pub(super) workbench: Workbench,
    pub(super) pictures: PanePictures,
    size: [u32; 2],
}

const LOOP: &str = "
fn height(p: vec2f, iterations: i32) -> f32 {
    var sum = p.x;
    for (var i = 0; i < iterations; i++) { sum += 1.0; }
    return sum;
}";

impl Frames {
    pub(super) fn new() -> Self {
        let gpu = Gpu::headless(None).unwrap();
        let mut workbench = Workbench::new("shaders".to_owned());
        workbench.view_mut().shading.mode = ViewMode::Texture;
        let pictures =
            PanePictures::new(&gpu, Wake::default(), Arc::default(), Activity::default());
        let size = [40, 30];
        Self { gpu, workbench, pictures, size }
    }

    pub(super) fn save(&mut self, text: &str) {
        let generator = &compile([("a.wgsl", text)]).unwrap()[0];
        let pipeline = EvaluatePipeline::new(&self.gpu, generator);
        let pipeline = Arc::new(pipeline.unwrap());
        let address = pipeline.generator.address().clone();
        self.workbench.show(address.clone());
        let target = GeneratorRef::live(address);
        self.pictures.adopt(&mut self.workbench, target, pipeline);
        self.workbench.view_mut().shading.mode = ViewMode::Texture;
    }

    /// Draws until nothing is pending, and returns the visible pixels.
    fn visible_pixels(&mut self) -> Vec<u8> {
        loop {
            self.update();
            if !self.is_pending() {
                break;
            }
            let wait = wgpu::PollType::wait_indefinitely();
            self.gpu.device.poll(wait).unwrap();
            self.pictures.receive(&self.gpu, &mut self.workbench);
        }
        let placed = self.pictures.placed().next().unwrap();
        read_picture(&self.gpu, placed.picture).unwrap()
    }

    /// Returns true while readbacks are pending or errors are prepared.
    fn is_pending(&self) -> bool {
        let mut pictures = self.pictures.pictures.values();
        self.pictures.is_reading()
            || pictures.any(|picture| picture.errors.preparation.is_running())
    }

    /// Returns true while threads compute metrics or measurements.
    fn is_computing(&self) -> bool {
        let pictures = &self.pictures;
        pictures.metrics.computation.is_running()
            || pictures.analyses.computation.is_running()
            || pictures.measurements.measurement.is_running()
    }

    /// Draws one frame without waiting for its readbacks.
    fn draw(&mut self) {
        self.workbench.advance(Duration::from_millis(16));
        self.pictures.receive(&self.gpu, &mut self.workbench);
        self.update();
    }

    fn update(&mut self) {
        self.workbench.update();
        let size = self.size.map(|count| count as f32);
        let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        let keys = match self.workbench.document.compared() {
            Some([first, second]) => {
                vec![PaneId::Cell(first), PaneId::Cell(second), PaneId::Difference]
            }
            None => vec![self.key()],
        };
        let measured = self.workbench.cells_to_analyze().into_iter();
        let measured: Vec<PaneId> = measured.map(PaneId::Analysis).collect();
        let keys = [keys, measured, self.hidden_panes()].concat();
        let side = [crate::workbench::analysis::SIDE as f32; 2];
        let field = egui::Rect::from_min_size(egui::Pos2::ZERO, side.into());
        let run = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(72.0, 48.0));
        let pane = |key| {
            let rect = match key {
                PaneId::Analysis(_) => field,
                PaneId::Runs | PaneId::Run(_) => run,
                _ => rect,
            };
            let clip = rect;
            Pane { key, rect, clip }
        };
        let panes: Vec<Pane> = keys.into_iter().map(pane).collect();
        self.pictures.place(&mut self.workbench, &panes, 1.0);
        let encoder = self.pictures.update(&self.gpu, &mut self.workbench, Presentation::Full);
        self.gpu.queue.submit([encoder.finish()]);
    }

    fn key(&self) -> PaneId {
        PaneId::Cell(self.workbench.document.selected)
    }

    fn measured(&self) -> &PaneStats {
        self.workbench.pane_stats(self.key())
    }

    pub(super) fn set(&mut self, name: &str, number: f64) {
        let generator = self.workbench.shown().cloned().unwrap();
        let mut controls = generator.controls().iter();
        let control = controls.find(|control| control.name == name).unwrap();
        let values = self.workbench.values_mut().unwrap();
        values.set(control, Value::from(number));
    }

    fn diagnostics(&self) -> Vec<String> {
        let diagnostics = self.workbench.diagnostics();
        diagnostics.iter().map(Diagnostic::short).collect()
    }
}

const RUNAWAY: &str = "a.wgsl:4:5: error: loop exceeded its budget of 32768 iterations";

#[test]
fn runaway_loop_of_saved_file_is_reported_and_picture_stays() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return p.y; }");
    let good = frames.visible_pixels();
    let range = frames.measured().value_range.unwrap();
    assert!((range.0 + 2.9).abs() < 0.2 && (range.1 - 2.9).abs() < 0.2, "{range:?}");

    let endless = LOOP.replace("i++", "i += 0");
    frames.save(&endless.replace("iterations;", "1;"));
    assert!(frames.visible_pixels() == good);
    assert_eq!(frames.diagnostics(), [RUNAWAY]);
    assert!(frames.workbench.chrome.is_open(Panel::DIAGNOSTICS));
    assert_eq!(frames.measured().value_range, Some(range));

    // The diagnostics panel makes the picture smaller; two channels need other textures.
    frames.size = [40, 20];
    let above = &good[..4 * 40 * 20];
    assert!(frames.visible_pixels() == above);
    let channels = "fn height(p: vec2f) -> vec2f {\n    var sum = p;\n\n    loop { sum += 1.0; }\n    return sum;\n}";
    frames.save(channels);
    assert!(frames.visible_pixels() == above);
    assert_eq!(frames.diagnostics(), [RUNAWAY]);
    frames.size = [40, 30];
    assert!(frames.visible_pixels().starts_with(above));

    frames.save("fn height(p: vec2f) -> f32 { return p.y + 0.0; }");
    assert!(frames.visible_pixels() == good);
    assert_eq!(frames.diagnostics(), [""; 0]);
    assert!(!frames.workbench.chrome.is_open(Panel::DIAGNOSTICS));
    frames.save("fn height(p: vec2f) -> f32 { return p.x; }");
    assert!(frames.visible_pixels() != good);
}

#[test]
fn runaway_loop_of_a_value_is_reported_until_the_value_changes() {
    let mut frames = Frames::new();
    frames.save(LOOP);
    let good = frames.visible_pixels();
    frames.set("iterations", 32_769.0);
    assert!(frames.visible_pixels() == good);
    assert_eq!(frames.diagnostics(), [RUNAWAY]);
    frames.workbench.view_mut().shading.mode = ViewMode::Relief;
    assert!(frames.visible_pixels() == good);
    frames.workbench.view_mut().shading.mode = ViewMode::Texture;
    frames.set("iterations", 7.0);
    let moved = frames.visible_pixels();
    assert_eq!(frames.diagnostics(), [""; 0]);
    assert!(moved.len() == good.len());
}

#[test]
fn non_finite_values_are_counted() {
    let mut frames = Frames::new();
    frames.save(
        "fn height(p: vec2f) -> f32 { return select(p.x, 1.0 / max(p.x * 0.0, 0.0), p.x > 0.0); }",
    );
    frames.visible_pixels();
    assert_eq!(frames.measured().non_finite_count, 20 * 30);
    frames.save("fn height(p: vec2f) -> f32 { return p.x; }");
    frames.visible_pixels();
    assert_eq!(frames.measured().non_finite_count, 0);
}

#[test]
fn other_diagnostics_are_listed_with_runaway_loop() {
    let mut frames = Frames::new();
    frames.save(&LOOP.replace("i++", "i += 0").replace("iterations;", "1;"));
    frames.visible_pixels();
    let other = Diagnostic::error(None, "other");
    *frames.workbench.folder.diagnostics = vec![other.clone()];
    assert_eq!(frames.diagnostics(), ["error: other", RUNAWAY]);
    // If the present text does not compile, it may no longer contain the loop.
    let targets = frames.workbench.targets();
    frames.workbench.folder.stale.extend(targets);
    *frames.workbench.folder.diagnostics = vec![other.clone()];
    assert_eq!(frames.diagnostics(), ["error: other"]);
    frames.workbench.folder.stale.clear();
    *frames.workbench.folder.diagnostics = vec![other.clone()];
    assert_eq!(frames.diagnostics(), ["error: other", RUNAWAY]);
    frames.save(LOOP);
    frames.visible_pixels();
    assert_eq!(*frames.workbench.diagnostics(), [other]);
    assert!(frames.workbench.chrome.is_open(Panel::DIAGNOSTICS));
}

#[test]
fn readbacks_arrive_while_picture_and_pointer_move() {
    let mut frames = Frames::new();
    frames.size = [1024, 1024];
    frames.save("fn height(p: vec4f) -> f32 { return 5.0 + sin(p.w); }");
    let mut arrived = 0;
    for step in 0..64 {
        let key = frames.key();
        let sample = frames.workbench.measurements.entry(key).sample.take();
        arrived += usize::from(sample.is_some());
        let world = [0.01 * f64::from(step), 0.0];
        frames.workbench.pointer.probe = Some(Probe { world, height: None, pane: key });
        frames.draw();
    }
    assert!(arrived > 0 && frames.measured().value_range.is_some());
    frames.workbench.clock.paused = true;
    frames.visible_pixels();
    let expected = 5.0 + frames.workbench.clock.seconds.sin();
    let sample = frames.measured().sample.clone().unwrap();
    assert!((f64::from(sample[0]) - expected).abs() < 1e-3, "{sample:?} is not {expected}");
}

#[test]
fn pause_keeps_time_and_frame() {
    let mut frames = Frames::new();
    frames.save(
        "struct Host {\n    /// @auto(frame)\n    frame: u32,\n    /// @auto(mouse_pos)\n    mouse: vec2f,\n}\n\
         @group(0) @binding(0) var<uniform> host: Host;\n\
         fn height(p: vec2f) -> f32 { return f32(host.frame) * p.x + host.mouse.x * p.y; }",
    );
    frames.workbench.pointer.mouse = [1.0, 2.0];
    (0..3).for_each(|_| frames.draw());
    let moving = frames.visible_pixels();
    frames.workbench.clock.paused = true;
    (0..3).for_each(|_| frames.draw());
    assert_eq!(frames.workbench.clock.frame, 3);
    assert!(frames.visible_pixels() == moving);
}

const PLAIN: &str = "
struct Params {
    /// @range(1, 64, 1, 8)
    side: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(side)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= vec2u(params.side)) { return; }
    heights[id.y * params.side + id.x] = f32(id.x);
}
";

#[test]
fn too_large_grid_is_reported_and_picture_stays() {
    let mut frames = Frames::new();
    frames.save(PLAIN);
    let good = frames.visible_pixels();
    frames.set("side", 9000.0);
    frames.size = [20, 30];
    assert!(frames.visible_pixels() == good);
    let (notice, _) = frames.workbench.chrome.notice_at(0.0).unwrap();
    assert_eq!(
        notice.text,
        "a.wgsl::grid: the side of the grid is 9000, not an integer from 1 to 8192"
    );
}

#[test]
fn value_range_of_previous_generator_is_not_shown() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return p.y; }");
    frames.draw();
    frames.save("fn color(p: vec2f) -> vec4f { return vec4f(1.0); }");
    frames.visible_pixels();
    assert_eq!(frames.measured().value_range, None);
}

#[test]
fn histogram_is_counted_while_the_legend_is_open() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return p.x; }");
    frames.visible_pixels();
    assert_eq!(frames.measured().histogram, None);
    frames.workbench.chrome.legend = Some(frames.workbench.document.selected);
    frames.visible_pixels();
    let histogram = frames.measured().histogram.clone().unwrap();
    assert_eq!(histogram.counts.iter().sum::<u32>(), 40 * 30);
    frames.save("fn height(p: vec2f) -> f32 { return 0.5; }");
    frames.visible_pixels();
    assert_eq!(frames.measured().constant, Some(0.5));
    let histogram = frames.measured().histogram.clone().unwrap();
    assert_eq!(histogram.counts.iter().max(), Some(&(40 * 30)));
}

#[test]
fn heavy_picture_is_coarse_first_and_its_values_can_be_probed() {
    let mut frames = Frames::new();
    frames.size = [512, 512];
    frames.save("fn height(p: vec2f) -> f32 { return p.x + 100.0; }");
    let key = frames.key();
    let world = [1.0, 0.0];
    frames.workbench.pointer.probe = Some(Probe { world, height: None, pane: key });
    frames.draw();
    assert!(frames.measured().progress.is_some() && frames.pictures.is_reading());
    for _ in 0..3 {
        // The view moves, so that each frame has time only for the coarse picture.
        frames.workbench.view_mut().center[1] += 1.0;
        frames.draw();
        frames.gpu.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    }
    frames.draw();
    let sample = frames.measured().sample.clone().unwrap()[0];
    assert!((sample - 101.0).abs() < 1.0, "{sample}");
    assert!(frames.measured().value_range.is_some());
    frames.visible_pixels();
    assert_eq!(frames.measured().progress, None);
}

#[test]
fn lost_device_causes_no_panic() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return p.x; }");
    frames.visible_pixels();
    assert_eq!(frames.gpu.lost(), None);
    frames.gpu.device.destroy();
    for step in 0..3 {
        frames.size = [40 + step, 30];
        frames.draw();
        let _ = frames.gpu.device.poll(wgpu::PollType::Poll);
    }
    assert!(frames.gpu.lost().is_some());
}
