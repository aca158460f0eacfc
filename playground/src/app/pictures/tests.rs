//! What is seen while a loop runs away, and while the picture moves.

use noise_playground::compile;
use noise_playground::control::Value;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::gpu::read_picture;
use noise_playground::metrics::DifferenceMetrics;
use noise_playground::shading::ViewMode;

use std::time::Duration;

use super::*;
use crate::workbench::document::Arrangement;
use crate::workbench::{PaneStats, Probe};

/// A window without a window: the picture, and what its panels would show.
pub(super) struct Frames {
    pub(super) gpu: Gpu,
    pub(super) workbench: Workbench,
    pub(super) pictures: PanePictures,
    size: [u32; 2],
}

const LOOP: &str = "
fn height(p: vec2f, turns: i32) -> f32 {
    var sum = p.x;
    for (var i = 0; i < turns; i++) { sum += 1.0; }
    return sum;
}";

impl Frames {
    pub(super) fn new() -> Self {
        let gpu = Gpu::headless(None).unwrap();
        let mut workbench = Workbench::new("shaders".to_owned());
        workbench.view_mut().shading.mode = ViewMode::Texture;
        let pictures = PanePictures::new(&gpu);
        let size = [40, 30];
        Self {
            gpu,
            workbench,
            pictures,
            size,
        }
    }

    pub(super) fn save(&mut self, text: &str) {
        let generator = &compile([("a.wgsl", text)]).unwrap()[0];
        let pipeline = EvaluatePipeline::new(&self.gpu, generator);
        let pipeline = Arc::new(pipeline.unwrap());
        let address = pipeline.generator.address.clone();
        self.workbench.show(address.clone());
        let target = GeneratorRef::Live(address);
        self.pictures.adopt(&mut self.workbench, target, pipeline);
        self.workbench.view_mut().shading.mode = ViewMode::Texture;
    }

    /// Draws until nothing is pending, and returns the visible colors.
    fn seen(&mut self) -> Vec<u8> {
        loop {
            self.update();
            if !self.pictures.is_reading() {
                break;
            }
            let wait = wgpu::PollType::wait_indefinitely();
            self.gpu.device.poll(wait).unwrap();
            self.pictures.receive(&self.gpu, &mut self.workbench);
        }
        let (picture, _) = self.pictures.placed().next().unwrap();
        read_picture(&self.gpu, picture).unwrap()
    }

    /// Draws one frame without waiting for its numbers.
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
            Some([first, second]) => vec![
                PaneId::Cell(first),
                PaneId::Cell(second),
                PaneId::Difference,
            ],
            None => vec![self.key()],
        };
        let pane = |key| Pane {
            key,
            rect,
            clip: rect,
        };
        let panes: Vec<Pane> = keys.into_iter().map(pane).collect();
        self.pictures.place(&mut self.workbench, &panes, 1.0);
        let encoder = self.pictures.update(&self.gpu, &mut self.workbench);
        self.gpu.queue.submit([encoder.finish()]);
        self.pictures.submitted();
    }

    fn key(&self) -> PaneId {
        PaneId::Cell(self.workbench.document.selected)
    }

    fn measured(&self) -> &PaneStats {
        self.workbench.pane_stats(self.key())
    }

    pub(super) fn set(&mut self, name: &str, number: f64) {
        let generator = self.workbench.shown().cloned().unwrap();
        let mut controls = generator.controls.iter();
        let control = controls.find(|control| control.name == name).unwrap();
        let values = self.workbench.values_mut().unwrap();
        values.set(control, Value::from(number));
    }

    fn listed(&self) -> Vec<String> {
        let diagnostics = self.workbench.diagnostics();
        diagnostics.iter().map(Diagnostic::short).collect()
    }
}

const RUNAWAY: &str = "a.wgsl:4:5: error: loop exceeded its budget of 32768 iterations";

#[test]
fn a_save_that_runs_away_leaves_the_picture_and_says_where() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return p.y; }");
    let good = frames.seen();
    let range = frames.measured().value_range.unwrap();
    assert!(
        (range.0 + 2.9).abs() < 0.2 && (range.1 - 2.9).abs() < 0.2,
        "{range:?}"
    );

    let endless = LOOP.replace("i++", "i += 0");
    frames.save(&endless.replace("turns;", "1;"));
    assert!(frames.seen() == good);
    assert_eq!(frames.listed(), [RUNAWAY]);
    assert!(frames.workbench.chrome.panels.diagnostics);
    assert_eq!(frames.measured().value_range, Some(range));

    // The drawer makes the picture smaller; another result has other textures.
    frames.size = [40, 20];
    let above = &good[..4 * 40 * 20];
    assert!(frames.seen() == above);
    let channels = "fn height(p: vec2f) -> vec2f {\n    var sum = p;\n\n    loop { sum += 1.0; }\n    return sum;\n}";
    frames.save(channels);
    assert!(frames.seen() == above);
    assert_eq!(frames.listed(), [RUNAWAY]);
    frames.size = [40, 30];
    assert!(frames.seen().starts_with(above));

    frames.save("fn height(p: vec2f) -> f32 { return p.y + 0.0; }");
    assert!(frames.seen() == good);
    assert_eq!(frames.listed(), [""; 0]);
    assert!(!frames.workbench.chrome.panels.diagnostics);
    frames.save("fn height(p: vec2f) -> f32 { return p.x; }");
    assert!(frames.seen() != good);
}

#[test]
fn a_control_that_lets_a_loop_run_away_is_moved_back() {
    let mut frames = Frames::new();
    frames.save(LOOP);
    let good = frames.seen();
    frames.set("turns", 32_769.0);
    assert!(frames.seen() == good);
    assert_eq!(frames.listed(), [RUNAWAY]);
    frames.workbench.view_mut().shading.mode = ViewMode::Relief;
    assert!(frames.seen() == good);
    frames.workbench.view_mut().shading.mode = ViewMode::Texture;
    frames.set("turns", 7.0);
    let moved = frames.seen();
    assert_eq!(frames.listed(), [""; 0]);
    assert!(moved.len() == good.len());
}

#[test]
fn values_that_are_no_numbers_are_counted() {
    let mut frames = Frames::new();
    frames.save(
        "fn height(p: vec2f) -> f32 { return select(p.x, 1.0 / max(p.x * 0.0, 0.0), p.x > 0.0); }",
    );
    frames.seen();
    assert_eq!(frames.measured().non_finite_count, 20 * 30);
    frames.save("fn height(p: vec2f) -> f32 { return p.x; }");
    frames.seen();
    assert_eq!(frames.measured().non_finite_count, 0);
}

#[test]
fn values_that_are_no_numbers_are_counted_in_both_of_a_pair() {
    let mut frames = pair();
    frames.workbench.document.arrange(Arrangement::Wipe);
    for (gain, counts) in [(3e38, [0, 28 * 30]), (2.0, [0, 0])] {
        frames.set("gain", gain);
        frames.seen();
        let cells = frames.workbench.document.cells.iter();
        let counted = cells.map(|cell| {
            let key = PaneId::Cell(cell.id);
            frames.workbench.pane_stats(key).non_finite_count
        });
        assert_eq!(counted.collect::<Vec<_>>(), counts);
    }
}

#[test]
fn other_diagnostics_stay_beside_a_runaway_loop() {
    let mut frames = Frames::new();
    frames.save(&LOOP.replace("i++", "i += 0").replace("turns;", "1;"));
    frames.seen();
    let other = Diagnostic::error(None, "other");
    frames.workbench.folder.diagnostics = vec![other.clone()];
    assert_eq!(frames.listed(), ["error: other", RUNAWAY]);
    // Once the text gives no picture, the loop may stand in it no more.
    let targets = frames.workbench.targets();
    frames.workbench.folder.stale.extend(targets);
    frames.workbench.folder.diagnostics = vec![other.clone()];
    assert_eq!(frames.listed(), ["error: other"]);
    frames.workbench.folder.stale.clear();
    frames.workbench.folder.diagnostics = vec![other.clone()];
    assert_eq!(frames.listed(), ["error: other", RUNAWAY]);
    frames.save(LOOP);
    frames.seen();
    assert_eq!(frames.workbench.diagnostics(), [other]);
    assert!(frames.workbench.chrome.panels.diagnostics);
}

#[test]
fn numbers_come_in_while_the_picture_and_the_mouse_move() {
    let mut frames = Frames::new();
    frames.size = [1024, 1024];
    frames.save("fn height(p: vec4f) -> f32 { return 5.0 + sin(p.w); }");
    let mut arrived = 0;
    for step in 0..64 {
        let key = frames.key();
        let sample = frames.workbench.measurements.entry(key).sample.take();
        arrived += usize::from(sample.is_some());
        let world = [0.01 * f64::from(step), 0.0];
        frames.workbench.pointer.probe = Some(Probe { world, pane: key });
        frames.draw();
    }
    assert!(arrived > 0 && frames.measured().value_range.is_some());
    frames.workbench.clock.paused = true;
    frames.seen();
    let expected = 5.0 + frames.workbench.clock.seconds.sin();
    let sample = frames.measured().sample.clone().unwrap();
    assert!(
        (f64::from(sample[0]) - expected).abs() < 1e-3,
        "{sample:?} is not {expected}"
    );
}

#[test]
fn a_pause_keeps_time_and_frame() {
    let mut frames = Frames::new();
    frames.save(
        "struct Host {\n    /// @auto(frame)\n    frame: u32,\n    /// @auto(mouse_pos)\n    mouse: vec2f,\n}\n\
         @group(0) @binding(0) var<uniform> host: Host;\n\
         fn height(p: vec2f) -> f32 { return f32(host.frame) * p.x + host.mouse.x * p.y; }",
    );
    frames.workbench.pointer.mouse = [1.0, 2.0];
    (0..3).for_each(|_| frames.draw());
    let moving = frames.seen();
    frames.workbench.clock.paused = true;
    (0..3).for_each(|_| frames.draw());
    assert_eq!(frames.workbench.clock.frame, 3);
    assert!(frames.seen() == moving);
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
fn a_grid_too_large_is_said_and_the_picture_stays() {
    let mut frames = Frames::new();
    frames.save(PLAIN);
    let good = frames.seen();
    frames.set("side", 9000.0);
    frames.size = [20, 30];
    assert!(frames.seen() == good);
    let (said, _) = frames.workbench.chrome.notice_at(0.0).unwrap();
    assert_eq!(
        said.text,
        "a.wgsl::grid: the side of the grid is 9000, not an integer from 1 to 8192"
    );
}

#[test]
fn a_range_belongs_to_the_generator_that_is_shown() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return p.y; }");
    frames.draw();
    frames.save("fn color(p: vec2f) -> vec4f { return vec4f(1.0); }");
    frames.seen();
    assert_eq!(frames.measured().value_range, None);
}

/// Two cells whose difference is seen: x, and x times a gain.
fn pair() -> Frames {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f, gain: f32) -> f32 { return p.x * gain; }");
    frames.set("gain", 1.0);
    let document = &mut frames.workbench.document;
    document.duplicate(document.selected);
    frames.set("gain", 2.0);
    frames.workbench.document.arrange(Arrangement::Difference);
    frames
}

impl Frames {
    /// Draws until the numbers are those of the pictures, and gives the difference as it is seen.
    fn compared(&mut self) -> (DifferenceMetrics, Vec<u8>) {
        loop {
            self.seen();
            let numbers = self.workbench.comparison.metrics;
            if let Some(numbers) = numbers.filter(|numbers| numbers.is_current) {
                let (picture, _) = self.pictures.placed().last().unwrap();
                return (numbers.metrics, read_picture(&self.gpu, picture).unwrap());
            }
            std::thread::yield_now();
            self.pictures.receive(&self.gpu, &mut self.workbench);
        }
    }
}

#[test]
fn the_difference_and_its_numbers_follow_the_pictures() {
    let mut frames = pair();
    let (numbers, picture) = frames.compared();
    // The difference is x, from -3.9 to 3.9 in 40 steps of 0.2.
    let squares = (0..20).map(|step| (0.1 + 0.2 * f64::from(step)).powi(2));
    let rmse = (squares.sum::<f64>() / 20.0).sqrt();
    assert!(
        (numbers.rmse - rmse).abs() < 1e-6 && (numbers.max - 3.9).abs() < 1e-6,
        "{numbers:?}"
    );
    assert!((numbers.psnr - 20.0 * (7.8 / rmse).log10()).abs() < 1e-6);
    let range = frames.workbench.pane_stats(PaneId::Difference).value_range;
    assert!(range.is_some_and(|(low, high)| low == -high && (high - 3.9).abs() < 1e-6));
    let palette = noise_playground::palette::colors(noise_playground::shading::Palette::Vik);
    assert_eq!(picture[..3], palette[0]);
    assert_eq!(picture[4 * 39..][..3], palette[255]);

    frames.update();
    assert!(
        !frames.pictures.is_reading(),
        "what did not change is not subtracted again"
    );
    assert!(!frames.pictures.is_waiting(&frames.workbench));

    frames.set("gain", 1.0);
    frames.update();
    frames.pictures.receive(&frames.gpu, &mut frames.workbench);
    assert!(!frames.workbench.comparison.metrics.unwrap().is_current);
    let (numbers, picture) = frames.compared();
    assert_eq!((numbers.max, numbers.psnr), (0.0, f64::INFINITY));
    assert_eq!(picture[..3], picture[4 * 39..][..3]);

    frames.workbench.document.arrange(Arrangement::Grid);
    frames.seen();
    frames.pictures.receive(&frames.gpu, &mut frames.workbench);
    assert!(frames.workbench.comparison.metrics.is_none());
    assert!(frames.measured().samples.is_none());
}

#[test]
fn a_heavy_picture_is_coarse_at_first_and_its_numbers_are_known() {
    let mut frames = Frames::new();
    frames.size = [512, 512];
    frames.save("fn height(p: vec2f) -> f32 { return p.x + 100.0; }");
    let key = frames.key();
    let world = [1.0, 0.0];
    frames.workbench.pointer.probe = Some(Probe { world, pane: key });
    frames.draw();
    assert!(frames.measured().progress.is_some() && frames.pictures.is_reading());
    for _ in 0..3 {
        // As if it moved: there is never time for more than the coarse picture.
        frames.workbench.view_mut().center[1] += 1.0;
        frames.draw();
        frames
            .gpu
            .device
            .poll(wgpu::PollType::wait_indefinitely())
            .unwrap();
    }
    frames.draw();
    let sample = frames.measured().sample.clone().unwrap()[0];
    assert!((sample - 101.0).abs() < 1.0, "{sample}");
    assert!(frames.measured().value_range.is_some());
    frames.seen();
    assert_eq!(frames.measured().progress, None);
}

#[test]
fn a_lost_device_ends_nothing() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f) -> f32 { return p.x; }");
    frames.seen();
    assert_eq!(frames.gpu.lost(), None);
    frames.gpu.device.destroy();
    for step in 0..3 {
        frames.size = [40 + step, 30];
        frames.draw();
        let _ = frames.gpu.device.poll(wgpu::PollType::Poll);
    }
    assert!(frames.gpu.lost().is_some());
}
