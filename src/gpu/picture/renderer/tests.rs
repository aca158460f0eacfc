use super::*;
use crate::generator::control::{HostInputs, Values};
use crate::gpu::ReadPicture;
use crate::gpu::testing::pipeline;
use crate::view::shading::ViewMode;

const WAVE: &str = "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) + p.y; }";

#[test]
fn pictures_of_a_batch_are_those_of_single_submissions() {
    let gpu = Gpu::headless(None).unwrap();
    let pipeline = pipeline(&gpu, WAVE);
    let generator = &pipeline.generator;
    let mut settings = RenderSettings::new(generator, 24);
    settings.shading.mode = ViewMode::Relief;
    let picture = |gain: f64| {
        let mut settings = settings;
        settings.grid.span *= 1.0 + gain.abs();
        let mut values = Values::default();
        values.set(&generator.controls[0], gain.into());
        let host = HostInputs::default();
        let inputs = EvaluateInputs::new(generator, &values, settings.grid, 0.0, &host);
        (settings, inputs.unwrap())
    };
    let pictures = [1.0, 2.0, -3.0, 0.5].map(picture);
    let render = |size: usize| -> Vec<ReadPicture> {
        let outputs = Outputs { samples: true, pixels: true, range: true, derived: None };
        let (settings, inputs) = &pictures[0];
        let renderer = Renderer::new(&gpu, &pipeline, settings, inputs, outputs);
        let mut renderer = renderer.unwrap();
        let submitted = pictures.chunks(size).map(|batch| renderer.submit_batch(batch).unwrap());
        // Batches after the first reuse the textures.
        let submitted: Vec<_> = submitted.flatten().collect();
        submitted.into_iter().map(|pending| pending.wait(&gpu, &pipeline).unwrap()).collect()
    };
    let singles = render(1);
    assert_ne!(singles[0].samples, singles[1].samples);
    for (batched, single) in render(3).iter().zip(&singles) {
        assert_eq!(batched.samples, single.samples);
        assert_eq!(batched.value_range, single.value_range);
        assert!(batched.pixels == single.pixels);
    }
}
