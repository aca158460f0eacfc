//! Tests of the loop guard: locations of runaway loops, loop budgets, and results that the guard does not change.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "guard/iterations.rs"]
mod iterations;
#[path = "guard/locations.rs"]
mod locations;
#[path = "guard/results.rs"]
mod results;
mod support;

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::HostInputs;
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, read_field, read_report,
};
use noise_playground::source::SourceTree;
use noise_playground::wgsl::diagnostic::Diagnostic;

use support::{generator, gpu, values};

/// Evaluates the main generator of the file `a.wgsl` in a folder. Returns its field, or the error of a runaway loop.
fn run(tree: &SourceTree, set: &[(&str, &str)], size: [u32; 2]) -> Result<Field, Box<Diagnostic>> {
    let generator = &generator(tree, "a.wgsl", None);
    let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size };
    let values = values(generator, set);
    let inputs = EvaluateInputs::new(generator, &values, grid, 0.0, &HostInputs::default());
    let pipeline = EvaluatePipeline::new(gpu(), generator).unwrap();
    let field = FieldTexture::new(gpu(), size, generator.channels()).unwrap();
    let mut encoder = gpu().encoder();
    let inputs = inputs.unwrap();
    pipeline.evaluate(gpu(), &mut encoder, &inputs, grid.region(), &field, None).unwrap();
    gpu().queue.submit([encoder.finish()]);
    match pipeline.runaway(&read_report(gpu(), &field).unwrap()) {
        Some(runaway) => Err(Box::new(runaway)),
        None => Ok(read_field(gpu(), &field).unwrap()),
    }
}

/// Evaluates the generator of a WGSL text with a few samples. Returns its field, or the error of a runaway loop.
fn run_text(text: &str) -> Result<Field, Box<Diagnostic>> {
    run(&SourceTree::from_iter([("a.wgsl", text)]), &[], [9, 5])
}
