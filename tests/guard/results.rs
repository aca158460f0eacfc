//! Tests that shaders whose loops terminate have the same results with and without the guard.

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::compile;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, read_field};

use crate::support::{gpu, shipped};

#[test]
#[allow(unsafe_code, reason = "the loops of the built-in shaders are finite")]
fn shipped_generators_yield_the_same_bytes_without_the_guard() {
    let tree = shipped();
    let mut compared = 0;
    for file in tree.iter().map(|source| compile(&tree, source)) {
        for generator in &file.generators {
            let guarded = EvaluatePipeline::new(gpu(), generator).unwrap();
            // SAFETY: the loops of the built-in shaders are finite.
            let bare = unsafe { EvaluatePipeline::new_unguarded(gpu(), generator) };
            let grid = SampleGrid { size: [61, 37], ..generator.initial_grid(61) };
            let inputs = EvaluateInputs::new(
                generator,
                &Values::default(),
                grid,
                0.3,
                &HostInputs::default(),
            )
            .unwrap();
            let samples = |pipeline: &EvaluatePipeline| {
                let field = FieldTexture::new(gpu(), grid.size, generator.channels()).unwrap();
                let mut encoder = gpu().encoder();
                pipeline
                    .evaluate(gpu(), &mut encoder, &inputs, grid.region(), &field, None)
                    .unwrap();
                gpu().queue.submit([encoder.finish()]);
                let samples = read_field(gpu(), &field).unwrap().samples;
                samples.into_iter().map(f32::to_bits).collect::<Vec<_>>()
            };
            assert!(samples(&guarded) == samples(&bare.unwrap()), "{}", generator.address());
            compared += 1;
        }
    }
    assert!(compared > 20);
}
