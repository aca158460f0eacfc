//! Helper functions of the library's tests: the GPU device, and evaluation from shader text to samples.

#![allow(dead_code, reason = "each test crate uses some of the functions")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use noise_playground::compile;
use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Generator, Precision, find_generator};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, PointPipeline, read_field, read_report,
};
use noise_playground::source::{ModulePath, SourceTree};

/// Returns the GPU device that all tests of a crate share. Without a graphics adapter the tests fail; none is skipped.
pub(crate) fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| {
        Gpu::headless(None)
            .expect("the tests need a Vulkan driver; playground/prepare installs one")
    })
}

/// Reads the folder of built-in shaders.
pub(crate) fn shipped() -> SourceTree {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    SourceTree::open(&folder).unwrap()
}

/// Compiles a WGSL text as the file `a.wgsl`, and returns its main generator.
pub(crate) fn main_generator(text: &str) -> Arc<Generator> {
    compile([("a.wgsl", text)]).unwrap().remove(0)
}

/// Compiles a file of a folder and returns its generator with the name `function`; the main generator for `None`.
pub(crate) fn generator(tree: &SourceTree, file: &str, function: Option<&str>) -> Arc<Generator> {
    find_generator(tree, &ModulePath::new(file), function).unwrap()
}

/// Returns control values of a generator, from names and texts in the notation of `--set`.
pub(crate) fn values(generator: &Generator, set: &[(&str, &str)]) -> Values {
    let mut values = Values::default();
    for (name, text) in set {
        let control = generator.controls().iter().find(|control| control.name == *name);
        let control = control.unwrap_or_else(|| panic!("no control {name}"));
        values.set(control, control.parse(text).unwrap());
    }
    values
}

/// Evaluates a function of a shader file over a grid, with given control values.
pub(crate) fn evaluate(
    tree: &SourceTree,
    file: &str,
    function: &str,
    set: &[(&str, &str)],
    grid: SampleGrid,
) -> Field {
    let generator = generator(tree, file, Some(function));
    let values = values(&generator, set);
    let inputs =
        EvaluateInputs::new(&generator, &values, grid, 0.0, &HostInputs::default()).unwrap();
    evaluate_inputs(&generator, &inputs)
}

/// Evaluates a generator with given inputs, and returns its field.
pub(crate) fn evaluate_inputs(generator: &Arc<Generator>, inputs: &EvaluateInputs) -> Field {
    let gpu = gpu();
    let pipeline = EvaluatePipeline::new(gpu, generator).unwrap();
    let field = FieldTexture::of_generator(gpu, inputs.grid.size, generator).unwrap();
    let mut encoder = gpu.encoder();
    pipeline.evaluate(gpu, &mut encoder, inputs, inputs.grid.region(), &field, None).unwrap();
    gpu.queue.submit([encoder.finish()]);
    let runaway = pipeline.runaway(&read_report(gpu, &field).unwrap());
    assert_eq!(runaway, None);
    read_field(gpu, &field).unwrap()
}

/// Evaluates a generator at positions, with the default control values, in single or double precision.
pub(crate) fn evaluate_points(
    generator: &Arc<Generator>,
    precision: Precision,
    positions: &[[f64; 4]],
) -> Vec<[f64; 4]> {
    let (host, grid) = (HostInputs::default(), generator.initial_grid(1));
    let inputs = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host).unwrap();
    let pipeline = PointPipeline::new(gpu(), generator, precision).unwrap();
    pipeline.evaluate(gpu(), &inputs, positions).unwrap()
}

/// Returns the Python that has the packages of `tests/requirements.txt`.
pub(crate) fn python() -> PathBuf {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python/bin/python3");
    assert!(python.exists(), "{python:?} is missing: tests/run installs it");
    python
}

/// Runs a Python script of `tests/reference`, and panics unless it finds that the files in its arguments agree with the
/// reference.
#[track_caller]
pub(crate) fn compare_with_reference(script: &str, arguments: impl IntoIterator<Item = OsString>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compared = Command::new(python())
        .arg("-B")
        .arg(root.join("tests/reference").join(script))
        .args(arguments)
        .output()
        .unwrap();
    let [stdout, stderr] = [compared.stdout, compared.stderr].map(String::from_utf8);
    assert!(
        compared.status.success(),
        "{}{}",
        stdout.unwrap_or_default(),
        stderr.unwrap_or_default()
    );
}

/// Checks that the values of two pipelines are equal except for rounding. Mesa adds constants of the generator to the
/// position in another order in each pipeline, so that a sum may differ in its last bits.
#[track_caller]
pub(crate) fn assert_equal_but_for_rounding(found: &Field, expected: &Field, name: &str) {
    let is_equal = |(found, expected): (&f32, &f32)| {
        let rounding = 1e-6 * expected.abs().max(1.0);
        found.to_bits() == expected.to_bits() || (found - expected).abs() <= rounding
    };
    assert_eq!(found.samples.len(), expected.samples.len(), "{name}");
    let mut pairs = found.samples.iter().zip(&expected.samples);
    assert!(pairs.all(is_equal), "{name}");
}
