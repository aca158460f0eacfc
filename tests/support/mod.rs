//! What the tests of the library share: the adapter, and short ways from text to numbers.

#![allow(dead_code, reason = "each test crate uses its own part")]

use std::path::Path;
use std::sync::{Arc, OnceLock};

use noise_playground::control::{HostInputs, Values};
use noise_playground::field::Field;
use noise_playground::generator::{CompiledFile, Generator, compile};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, read_field, read_report,
};
use noise_playground::grid::SampleGrid;
use noise_playground::source::{ModulePath, SourceTree};

/// The one adapter. Without one the tests fail: a skipped GPU test is a green lie.
pub(crate) fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| {
        Gpu::headless(None)
            .expect("the tests need a Vulkan driver; playground/prepare installs one")
    })
}

/// The shipped folder.
pub(crate) fn shipped() -> SourceTree {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    SourceTree::read(&folder, &SourceTree::default(), &[]).unwrap()
}

/// Compiles a file of a tree, which must be without errors.
pub(crate) fn compiled(tree: &SourceTree, file: &str) -> CompiledFile {
    let compiled = compile(tree, tree.get(&ModulePath::new(file)).unwrap());
    assert!(!compiled.has_error(), "{:#?}", compiled.diagnostics);
    compiled
}

/// The generator of this name.
pub(crate) fn generator(compiled: &CompiledFile, function: &str) -> Arc<Generator> {
    let found = compiled
        .generators
        .iter()
        .find(|generator| generator.address.function == function);
    Arc::clone(found.unwrap_or_else(|| panic!("no generator {function}")))
}

/// Values set by name, as `--set` does.
pub(crate) fn values(generator: &Generator, set: &[(&str, &str)]) -> Values {
    let mut values = Values::default();
    for (name, text) in set {
        let control = generator
            .controls
            .iter()
            .find(|control| control.name == *name);
        let control = control.unwrap_or_else(|| panic!("no control {name}"));
        values.set(control, control.parse(text).unwrap());
    }
    values
}

/// Evaluates a function of a file over a grid.
pub(crate) fn evaluate(
    tree: &SourceTree,
    file: &str,
    function: &str,
    set: &[(&str, &str)],
    grid: SampleGrid,
) -> Field {
    let compiled = compiled(tree, file);
    let generator = generator(&compiled, function);
    let values = values(&generator, set);
    let inputs =
        EvaluateInputs::new(&generator, &values, grid, 0.0, &HostInputs::default()).unwrap();
    evaluate_inputs(&generator, &inputs)
}

/// Evaluates a generator.
pub(crate) fn evaluate_inputs(generator: &Arc<Generator>, inputs: &EvaluateInputs) -> Field {
    let gpu = gpu();
    let pipeline = EvaluatePipeline::new(gpu, generator).unwrap();
    let field = FieldTexture::new(gpu, inputs.grid.size, generator.channels).unwrap();
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    pipeline
        .evaluate(
            gpu,
            &mut encoder,
            inputs,
            inputs.grid.region(),
            &field,
            None,
        )
        .unwrap();
    gpu.queue.submit([encoder.finish()]);
    let runaway = pipeline.runaway(&read_report(gpu, &field).unwrap());
    assert_eq!(runaway, None);
    read_field(gpu, &field).unwrap()
}
