//! Tests of the difference of two cells in a three-dimensional view.

use noise_playground::field::files::Format;
use noise_playground::view::palette;
use noise_playground::view::shading::ValueRange;

use super::*;
use crate::workbench::CellId;
use crate::workbench::document::Arrangement;
use noise_playground::render::{DataSettings, DifferencePixels, RenderJob, SecondField};

const VOLUME: &str = "fn density(p: vec3f, gain: f32) -> f32 {
    return 0.2 * gain * sin(4.0 * p.x) * cos(3.0 * p.y + p.z);
}";
const TILTED: &str = "fn density(p: vec3f, gain: f32) -> f32 {
    return sin(1.7 * p.x) * cos(1.1 * p.y) + sin(1.3 * p.z) + gain * (p.x - 0.2 * p.z);
}";

impl Frames {
    /// Shows the difference of two cells, whose gain is 0.5 and 0.9, with one ray per pixel.
    fn subtracted(text: &str, mode: ViewMode, samples: u32) -> Self {
        let mut frames = Self::new();
        frames.save(text);
        let mut view = frames.workbench.view_mut();
        view.set_mode(mode);
        (view.scene.samples, view.scene.rays) = (Some(samples), 1);
        drop(view);
        frames.set("gain", 0.5);
        let document = &mut frames.workbench.document;
        document.duplicate(document.selected);
        frames.set("gain", 0.9);
        frames.workbench.document.arrange(Arrangement::Difference);
        frames
    }

    fn compared(&self) -> [CellId; 2] {
        self.workbench.document.compared().unwrap()
    }

    /// Returns, for each pixel that shows the surface of the reference cell, the position on the surface at the center
    /// of the pixel, and the number of the pixel.
    fn hits(&self) -> Vec<(usize, [f64; 3])> {
        let [reference, _] = self.compared();
        let pixels = (0..self.size[0] * self.size[1]).filter_map(|index| {
            let [x, y] = [index % self.size[0], index / self.size[0]];
            let point = [x, y].map(|at| f64::from(at) + 0.5);
            let hit = self.workbench.position_at(reference, point, self.size)?;
            hit.value.map(|_| (index as usize, hit.position))
        });
        pixels.collect()
    }

    /// Asserts that the surface has the palette's colors for these differences, at any brightness of the light.
    fn check_colors(&mut self, pixels: &[u8], expected: impl Fn([f64; 3]) -> f64) {
        let range = self.workbench.pane_stats(PaneId::Difference).value_range;
        let (low, high) = range.unwrap();
        assert!(low == -high && high > 0.05, "{low} {high}");
        let colors = palette::colors(Palette::Vik);
        let hits = self.hits();
        assert!(hits.len() > 200, "{}", hits.len());
        let is_wrong = |(index, position): &&(usize, [f64; 3])| {
            let fraction = (expected(*position) / f64::from(high)).clamp(-1.0, 1.0);
            let color = colors[(127.5 + 127.5 * fraction).round() as usize].map(f64::from);
            let found = [0, 1, 2].map(|channel| f64::from(pixels[4 * index + channel]));
            let light = found.iter().sum::<f64>() / color.iter().sum::<f64>();
            let is_lit = (0.69..1.01).contains(&light);
            !is_lit || (0..3).any(|channel| (found[channel] - light * color[channel]).abs() > 8.0)
        };
        // At edges of the ground, the ray of a pixel may hit another position than the one computed here.
        let wrong = hits.iter().filter(is_wrong).count();
        assert!(50 * wrong <= hits.len(), "{wrong} of {}", hits.len());
    }

    fn rendered_difference(&self) -> DifferencePixels {
        let contents = self.compared().map(|id| {
            let pane = PaneId::Cell(id);
            let content = self.workbench.pane_content(pane).unwrap();
            let pipeline = self.pictures.pipeline(&self.workbench, pane, &content).unwrap();
            (content, pipeline)
        });
        let [(first, pipeline), (second, second_pipeline)] = &contents;
        let mut settings: RenderSettings = first.view.settings(&first.generator, self.size, 0.0);
        settings.shading = settings.shading.of_difference();
        let inputs = |content: &crate::workbench::PaneContent| {
            let mut subject = content.subject(self.size, 0.0);
            subject.settings = settings;
            let grid = subject.data_grid(Format::Png).unwrap();
            subject.inputs_with(grid, &host(&self.workbench)).unwrap()
        };
        let job = RenderJob {
            gpu: &self.gpu,
            pipeline,
            inputs: &inputs(first),
            settings: &settings,
            data: &DataSettings::new(None, ValueRange::Auto),
            manifest: &first.subject(self.size, 0.0).manifest(""),
            // The picture is larger than one tile.
            tile_samples: 300,
        };
        let second = SecondField {
            pipeline: second_pipeline,
            inputs: &inputs(second),
            channels: [settings.shading.channel; 2],
        };
        let drawn = job.difference(&second, &mut |_| Ok(()));
        drawn.unwrap()
    }
}

#[test]
fn difference_of_terrains_is_drawn_on_the_ground_of_the_reference() {
    let mut frames = Frames::subtracted(HILLS, ViewMode::Terrain, 128);
    let difference = |[x, y, _]: [f64; 3]| 0.4 * (1.7 * x).sin() * (1.1 * y).cos();
    let (metrics, first) = frames.difference();
    frames.check_colors(&first, difference);
    assert!((metrics.max - 0.4).abs() < 0.01, "{metrics:?}");
    let rendered = frames.rendered_difference();
    let range = frames.workbench.pane_stats(PaneId::Difference).value_range;
    assert_eq!(range, Some((-rendered.limit, rendered.limit)));
    assert!(rendered.pixels == first);
    // The camera is shared, and moving it evaluates and subtracts nothing.
    let evaluation = frames.evaluation();
    let [reference, second] = frames.compared();
    let about = frames.workbench.viewpoint(reference).unwrap().target;
    let by = [70.0, 10.0];
    let motion = CameraMotion::Orbit { about, by };
    frames.workbench.move_camera(reference, motion);
    let (_, turned) = frames.difference();
    assert!(turned != first);
    assert_eq!(frames.evaluation(), evaluation);
    frames.check_colors(&turned, difference);
    assert!(frames.rendered_difference().pixels == turned);
    let view = |id| frames.workbench.viewpoint(id).unwrap().camera;
    assert_eq!(view(reference), view(second));
    // The difference follows another value and an error of the shader; then the pictures themselves are shown again.
    frames.set("gain", 1.5);
    let (_, other) = frames.difference();
    frames.check_colors(&other, |position| 2.5 * difference(position));
    frames.workbench.document.arrange(Arrangement::Wipe);
    assert!(frames.visible_pixels() != other);
    frames.workbench.document.arrange(Arrangement::Difference);
    assert!(frames.difference().1 == other);
}

#[test]
fn difference_of_planets_is_that_in_each_direction() {
    let mut frames = Frames::subtracted(VOLUME, ViewMode::Planet, 64);
    let difference = |position: [f64; 3]| {
        let radius = position.iter().map(|at| at * at).sum::<f64>().sqrt();
        let [x, y, z] = position.map(|at| at / radius);
        0.08 * (4.0 * x).sin() * (3.0 * y + z).cos()
    };
    let (metrics, pixels) = frames.difference();
    frames.check_colors(&pixels, difference);
    assert!((metrics.max - 0.08).abs() < 0.002, "{metrics:?}");
    assert!(frames.rendered_difference().pixels == pixels);
    // Pixels of the sea are colored by the difference of the two planets at the ground below the water.
    frames.workbench.view_mut().scene.sea = Some(0.02);
    let first = frames.workbench.document.cells[0].id;
    frames.workbench.document.view_mut(first).scene.sea = Some(0.02);
    let (_, flooded) = frames.difference();
    assert!(flooded != pixels);
    frames.check_colors(&flooded, difference);
    assert!(frames.rendered_difference().pixels == flooded);
}

#[test]
fn difference_of_solids_is_that_of_the_densities_at_the_surface() {
    let mut frames = Frames::subtracted(TILTED, ViewMode::Solid, 40);
    let difference = |[x, _, z]: [f64; 3]| 0.4 * (x - 0.2 * z);
    let (metrics, pixels) = frames.difference();
    frames.check_colors(&pixels, difference);
    // The metrics are those of the slice through the center of the solids, as on the command line.
    assert!((metrics.max - 0.4 * 3.9).abs() < 1e-3, "{metrics:?}");
    assert!(frames.rendered_difference().pixels == pixels);
}

#[test]
fn generators_without_a_common_view_are_subtracted_as_seen_from_above() {
    let mut frames = Frames::subtracted(HILLS, ViewMode::Terrain, 64);
    let [reference, second] = frames.compared();
    assert!(frames.workbench.scene(reference).is_some());
    let volume = compile([("b.wgsl", VOLUME)]).unwrap();
    let pipeline = Arc::new(EvaluatePipeline::new(&frames.gpu, &volume[0]).unwrap());
    let address = pipeline.generator.address().clone();
    frames.workbench.document.select(second);
    frames.workbench.show(address.clone());
    let target = GeneratorRef::live(address);
    frames.pictures.adopt(&mut frames.workbench, target, pipeline);
    assert_eq!(frames.compared(), [reference, second]);
    assert_eq!(frames.workbench.scene(reference), None);
    assert_eq!(frames.workbench.scene(second), None);
    let (metrics, _) = frames.difference();
    assert!(metrics.max > 0.1);
}
