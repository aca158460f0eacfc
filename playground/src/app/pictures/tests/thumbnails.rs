//! Tests of the thumbnails of presets and sweeps.

use std::sync::Arc;

use noise_playground::compile;
use noise_playground::gpu::{EvaluatePipeline, Gpu, read_picture};
use noise_playground::source::ModulePath;
use noise_playground::subject::preset::PresetFile;
use noise_playground::view::shading::{Palette, ViewMode};

use super::*;
use crate::compiler::Activity;
use crate::workbench::analysis;
use crate::workbench::sweep::SweepDirection;

const SHADER: &str = "//! A plane
//! @view(1, 2, 4)
//! @mode(texture)
/// @param gain How steep. @range(0, 8) @default(1)
fn height(p: vec2f, gain: f32) -> f32 { return cos(gain * p.x) + p.y; }";

const PRESETS: &str = "version = 1
[[preset]]
name = \"Calm\"
values = { gain = 0.5 }
[[preset]]
name = \"Same\"
values = { gain = 1 }
[[preset]]
name = \"Steep\"
values = { gain = 4 }
";

const SIZE: f32 = 40.0;

pub(in crate::app::pictures) struct Frames {
    pub(in crate::app::pictures) gpu: Gpu,
    pub(in crate::app::pictures) workbench: Workbench,
    pub(in crate::app::pictures) pictures: PanePictures,
}

impl Frames {
    fn new() -> Self {
        Self::of(SHADER)
    }

    pub(in crate::app::pictures) fn of(text: &str) -> Self {
        let gpu = Gpu::headless(None).unwrap();
        let pictures =
            PanePictures::new(&gpu, Wake::default(), Arc::default(), Activity::default());
        let mut frames = Self { gpu, workbench: Workbench::new("shaders".to_owned()), pictures };
        frames.show("a.wgsl", text);
        let presets = PresetFile::parse(PRESETS).unwrap().presets().to_vec();
        let file = ModulePath::new("a.wgsl");
        frames.workbench.folder.presets.insert(file, presets);
        frames
    }

    pub(in crate::app::pictures) fn show(&mut self, file: &str, text: &str) {
        let generator = &compile([(file, text)]).unwrap()[0];
        let pipeline = Arc::new(EvaluatePipeline::new(&self.gpu, generator).unwrap());
        let address = pipeline.generator.address().clone();
        self.workbench.show(address.clone());
        let target = GeneratorRef::live(address);
        self.pictures.adopt(&mut self.workbench, target, pipeline);
    }

    fn place(&mut self, keys: &[PaneId]) {
        let pane = |key: &PaneId| {
            let side = match key {
                PaneId::Analysis(_) => analysis::SIDE as f32,
                _ => SIZE,
            };
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(side, side));
            Pane { key: *key, rect, clip: rect }
        };
        let panes: Vec<Pane> = keys.iter().map(pane).collect();
        self.pictures.place(&mut self.workbench, &panes, 1.0);
    }

    pub(in crate::app::pictures) fn frame(&mut self, keys: &[PaneId]) {
        self.place(keys);
        let encoder = self.pictures.update(&self.gpu, &mut self.workbench, Presentation::Full);
        self.gpu.queue.submit([encoder.finish()]);
        let wait = wgpu::PollType::wait_indefinitely();
        self.gpu.device.poll(wait).unwrap();
        self.pictures.receive(&self.gpu, &mut self.workbench);
    }

    fn finish(&mut self, keys: &[PaneId]) {
        self.frame(keys);
        while self.pictures.pictures.values().any(PanePicture::is_refining) {
            self.frame(keys);
        }
    }

    /// Returns `None` if the pane has no picture.
    fn pixels(&self, key: PaneId) -> Option<Vec<u8>> {
        self.pictures.size_of(key)?;
        let picture = self.pictures.pictures.get(&key)?.texture()?;
        Some(read_picture(&self.gpu, picture).unwrap())
    }
}

#[test]
fn thumbnails_use_initial_placement_and_shading_of_the_cell() {
    let mut frames = Frames::new();
    let cell = PaneId::Cell(frames.workbench.document.selected);
    let keys = [cell, PaneId::Preset(0), PaneId::Preset(1), PaneId::Preset(2)];
    frames.frame(&keys);
    let has_pixels = |frames: &Frames| keys.map(|key| frames.pixels(key).is_some());
    assert_eq!(has_pixels(&frames), [true, true, true, false]);
    frames.finish(&keys);
    assert_eq!(has_pixels(&frames), [true; 4]);
    let pictures = keys.map(|key| frames.pixels(key).unwrap());
    assert!(pictures[0] == pictures[2], "the second preset has the defaults");
    assert!(pictures[1] != pictures[2] && pictures[3] != pictures[2]);

    // A moved view changes the cell, but not the thumbnails of its presets.
    frames.workbench.view_mut().center = [7.0, 7.0];
    frames.finish(&keys);
    let moved = keys.map(|key| frames.pixels(key).unwrap());
    assert!(moved[0] != pictures[0] && moved[1..] == pictures[1..]);
    frames.workbench.view_mut().shading.palette = Some(Palette::Vik);
    frames.workbench.view_mut().shading.mode = ViewMode::Contour;
    frames.finish(&keys);
    assert!(frames.pixels(keys[3]).unwrap() != pictures[3]);

    // An applied preset equals its thumbnail.
    frames.workbench.apply_preset(2);
    frames.workbench.reset_view();
    frames.finish(&keys);
    assert!(frames.pixels(cell) == frames.pixels(keys[3]));

    // Variants of a sweep differ.
    frames.workbench.sweep("gain", SweepDirection::Across);
    let variants = [0, 1].map(PaneId::Variant);
    frames.finish(&variants);
    let [one, other] = variants.map(|key| frames.pixels(key).unwrap());
    assert!(one != other);
    // All variants are complete once nothing is pending.
    let all = [0, 1, 2, 3, 4].map(PaneId::Variant);
    frames.frame(&all);
    while frames.pictures.is_reading() {
        frames.frame(&all);
    }
    assert!(all.into_iter().all(|key| frames.pixels(key).is_some()));
    frames.workbench.apply_variant(1);
    let range = frames.workbench.pane_stats(variants[1]).value_range;
    assert_eq!(range, None, "variants have no percentiles of their own");

    // A thumbnail that no pane of the frame shows has no pixels.
    frames.finish(&keys[..2]);
    assert!(frames.pixels(keys[2]).is_none());
}

#[test]
fn thumbnail_of_the_generator_before_is_not_shown_under_the_next_name() {
    let mut frames = Frames::new();
    let keys = [PaneId::Cell(frames.workbench.document.selected), PaneId::Defaults];
    frames.finish(&keys);
    assert!(frames.pixels(PaneId::Defaults).is_some());
    // The thumbnail survives if the file is compiled again with the same code.
    frames.show("a.wgsl", &format!("{SHADER} // edited"));
    frames.place(&keys);
    assert!(frames.pixels(PaneId::Defaults).is_some());
    frames.show("b.wgsl", PROGRAM);
    frames.place(&keys);
    assert!(frames.pixels(PaneId::Defaults).is_none());
    assert!(frames.pixels(keys[0]).is_some(), "the cell is dimmed instead");
}

const PROGRAM: &str = "//! @view(0, 0, 4)
struct Params {
    /// @range(0, 8)
    gain: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(64)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass(40)
@compute @workgroup_size(8, 8)
fn fill(@builtin(global_invocation_id) id: vec3u) { heights[id.x + 64u * id.y] += params.gain * f32(id.x); }";

#[test]
fn thumbnails_of_a_program_do_not_run_again_for_another_view() {
    let mut frames = Frames::of(PROGRAM);
    let cell = PaneId::Cell(frames.workbench.document.selected);
    let keys = [cell, PaneId::Preset(0), PaneId::Preset(1)];
    frames.finish(&keys);
    let evaluations = |frames: &Frames| {
        keys.map(|key| {
            let picture = frames.pictures.pictures[&key].picture.as_ref();
            picture.unwrap().evaluation()
        })
    };
    let before = evaluations(&frames);
    let calm = frames.pixels(keys[1]);
    for mode in [ViewMode::Contour, ViewMode::Texture, ViewMode::Slope] {
        let mut view = frames.workbench.view_mut();
        view.shading.mode = mode;
        view.center[0] += 0.25;
        view.span *= 0.9;
        view.z += 1.0;
        drop(view);
        frames.finish(&keys);
    }
    let after = evaluations(&frames);
    assert_eq!(before[1..], after[1..], "thumbnails keep their samples");
    assert!(frames.pixels(keys[1]) != calm, "and are shaded anew");

    // Thumbnails that were hidden with their panel are not evaluated again when they are shown.
    frames.finish(&keys[..1]);
    frames.finish(&keys);
    assert_eq!(after[1..], evaluations(&frames)[1..]);
}
