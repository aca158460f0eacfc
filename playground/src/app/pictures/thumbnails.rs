//! Thumbnails on a real GPU: what they show, and what is not made again for them.

use std::sync::Arc;

use noise_playground::compile;
use noise_playground::gpu::{EvaluatePipeline, Gpu, read_picture};
use noise_playground::preset::PresetFile;
use noise_playground::shading::{Palette, ViewMode};
use noise_playground::source::ModulePath;

use super::*;
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

struct Small {
    gpu: Gpu,
    workbench: Workbench,
    pictures: PanePictures,
}

impl Small {
    fn new() -> Self {
        let gpu = Gpu::headless(None).unwrap();
        let file = ModulePath::new("a.wgsl");
        let generator = &compile([("a.wgsl", SHADER)]).unwrap()[0];
        let pipeline = EvaluatePipeline::new(&gpu, generator).unwrap();
        let address = pipeline.generator.address.clone();
        let mut workbench = Workbench::new("shaders".to_owned());
        let mut pictures = PanePictures::new(&gpu);
        workbench.show(address.clone());
        pictures.adopt(
            &mut workbench,
            GeneratorRef::Live(address),
            Arc::new(pipeline),
        );
        let presets = PresetFile::parse(PRESETS).unwrap().presets().to_vec();
        workbench.folder.presets.insert(file, presets);
        Self {
            gpu,
            workbench,
            pictures,
        }
    }

    /// Draws a frame in which these stand, and takes in what comes back of it.
    fn frame(&mut self, keys: &[PaneId]) {
        let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SIZE, SIZE));
        let pane = |key: &PaneId| Pane {
            key: *key,
            rect,
            clip: rect,
        };
        let panes: Vec<Pane> = keys.iter().map(pane).collect();
        self.pictures.place(&mut self.workbench, &panes, 1.0);
        let encoder = self.pictures.update(&self.gpu, &mut self.workbench);
        self.gpu.queue.submit([encoder.finish()]);
        self.pictures.submitted();
        let wait = wgpu::PollType::wait_indefinitely();
        self.gpu.device.poll(wait).unwrap();
        self.pictures.receive(&self.gpu, &mut self.workbench);
    }

    /// Draws until all of it is made.
    fn settle(&mut self, keys: &[PaneId]) {
        self.frame(keys);
        while self
            .pictures
            .pictures
            .values()
            .any(PanePicture::is_refining)
        {
            self.frame(keys);
        }
    }

    /// The colours of a picture, once there are any.
    fn pixels(&self, key: PaneId) -> Option<Vec<u8>> {
        let mut placed = self.pictures.placed();
        let (picture, _) = placed.find(|(_, placed)| placed.key == key)?;
        Some(read_picture(&self.gpu, picture).unwrap())
    }
}

#[test]
fn presets_are_seen_at_home_in_the_cells_colours_a_few_a_frame() {
    let mut small = Small::new();
    let cell = PaneId::Cell(small.workbench.document.selected);
    let keys = [
        cell,
        PaneId::Preset(0),
        PaneId::Preset(1),
        PaneId::Preset(2),
    ];
    small.frame(&keys);
    let made = |small: &Small| keys.map(|key| small.pixels(key).is_some());
    assert_eq!(made(&small), [true, true, true, false]);
    small.settle(&keys);
    assert_eq!(made(&small), [true; 4]);
    let pictures = keys.map(|key| small.pixels(key).unwrap());
    assert!(pictures[0] == pictures[2], "the second has the defaults");
    assert!(pictures[1] != pictures[2] && pictures[3] != pictures[2]);

    // Elsewhere the cell is another picture; its presets stay at home.
    small.workbench.view_mut().center = [7.0, 7.0];
    small.settle(&keys);
    let elsewhere = keys.map(|key| small.pixels(key).unwrap());
    assert!(elsewhere[0] != pictures[0] && elsewhere[1..] == pictures[1..]);
    small.workbench.view_mut().shading.palette = Some(Palette::Vik);
    small.workbench.view_mut().shading.mode = ViewMode::Contour;
    small.settle(&keys);
    assert!(small.pixels(keys[3]).unwrap() != pictures[3]);

    // Applied, it is what it showed.
    small.workbench.apply_preset(2);
    small.workbench.reset_view();
    small.settle(&keys);
    assert!(small.pixels(cell) == small.pixels(keys[3]));

    // A sweep shares the range that the cell has, and shows its values.
    small.workbench.sweep("gain", SweepDirection::Across);
    let variants = [0, 1].map(PaneId::Variant);
    small.settle(&variants);
    let [one, other] = variants.map(|key| small.pixels(key).unwrap());
    assert!(one != other);
    // It is drawn to its end as long as it says that there is something to come.
    let all = [0, 1, 2, 3, 4].map(PaneId::Variant);
    small.frame(&all);
    while small.pictures.is_reading() {
        small.frame(&all);
    }
    assert!(all.into_iter().all(|key| small.pixels(key).is_some()));
    small.workbench.apply_variant(1);
    let range = small.workbench.pane_stats(variants[1]).value_range;
    assert_eq!(range, None, "no percentiles are looked for");

    // Out of sight, it is dropped.
    small.settle(&keys[..2]);
    assert!(small.pixels(keys[2]).is_none());
}
