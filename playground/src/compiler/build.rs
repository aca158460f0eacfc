//! Building and calibrating the GPU pipelines of generators. A panic of driver or compiler becomes a diagnostic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use noise_playground::field::Channel;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Derivative, DeriveError, Generator, TapError, derive};
use noise_playground::gpu::{BuildError, EvaluateInputs, EvaluatePipeline, Gpu, PipelineCost};
use noise_playground::source::{FieldSources, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::files::{PANICKED, compile_safely};
use crate::catalog::GeneratorSnapshot;
use crate::process::save_timing::TimedStep;

/// Also measures the time per sample. Fails if the device rejects the shader, or its first samples take too long.
pub(super) fn build(
    gpu: &Gpu,
    generator: &Arc<Generator>,
) -> Result<EvaluatePipeline, Box<Diagnostic>> {
    let build = || {
        let stage = TimedStep::start("pipeline");
        let built = EvaluatePipeline::new(gpu, generator);
        drop(stage);
        let mut pipeline = built.map_err(|reason| match reason {
            BuildError::Shader(diagnostic) => diagnostic,
            BuildError::Gpu(reason) => error(reason.to_string()),
        })?;
        pipeline.cost = Some(calibrate(gpu, &pipeline)?);
        Ok(pipeline)
    };
    guarded(build)
}

/// Compiles a snapshot with the other files of the folder, and the given sources of its field inputs. Fails if the
/// text, which may be of another version of this program, does not compile.
pub(super) fn pinned_generator(
    snapshot: &GeneratorSnapshot,
    folder: &SourceTree,
    sources: &FieldSources,
) -> Result<Arc<Generator>, Box<Diagnostic>> {
    let mut tree = snapshot.tree(folder);
    tree.field_sources = sources.clone();
    let address = &snapshot.address;
    let missing = || error(format!("the pinned source text of {address} does not compile"));
    let source = tree.get(&address.file).ok_or_else(missing)?;
    let file = compile_safely(&tree, source);
    let mut errors = file.diagnostics.iter().filter(|found| found.is_error());
    if let Some(error) = errors.next() {
        return Err(Box::new(error.clone()));
    }
    let mut generators = file.generators.into_iter();
    let generator = generators.find(|generator| generator.address() == address);
    generator.ok_or_else(missing)
}

/// Compiles a generator again. Fails if it does not compile with the sources or features that `compile` adds.
pub(super) fn compiled_again(
    compile: impl FnOnce() -> Result<Arc<Generator>, Vec<Diagnostic>>,
) -> Result<Arc<Generator>, Box<Diagnostic>> {
    let first_error = |found: Vec<Diagnostic>| {
        let mut errors = found.into_iter().filter(Diagnostic::is_error);
        errors.next().map_or_else(|| error(PANICKED.to_owned()), Box::new)
    };
    guarded(|| compile().map_err(first_error))
}

/// `name` is that of a [`Derivative`]. Fails if the generator lacks the control, or cannot be differentiated.
pub(super) fn derived_generator(
    generator: &Generator,
    name: &str,
) -> Result<Arc<Generator>, Box<Diagnostic>> {
    let unknown = || error(format!("no derivative {name:?}"));
    let derivative = Derivative::named(name, generator).ok_or_else(unknown)?;
    differentiated(|| derive(generator, &derivative, Channel::X))
}

/// Returns what `derive` makes of a generator. Fails like [`derived_generator`].
pub(super) fn differentiated(
    derive: impl FnOnce() -> Result<Generator, DeriveError>,
) -> Result<Arc<Generator>, Box<Diagnostic>> {
    let diagnostic = |failed| match failed {
        DeriveError::Shader(diagnostic) => diagnostic,
        other => error(other.to_string()),
    };
    guarded(|| derive().map(Arc::new).map_err(diagnostic))
}

/// `group` counts from 0; `None` beyond the last group of taps. Fails for a grid program, or if it does not compile.
pub(super) fn tapped_generator(
    generator: &Generator,
    group: u32,
) -> Result<Option<Arc<Generator>>, Box<Diagnostic>> {
    let find = || match generator.with_all_taps() {
        Ok(tapped) => Ok(tapped.with_tap_group(group).map(Arc::new)),
        Err(TapError::Shader(diagnostic)) => Err(diagnostic),
        Err(unknown) => Err(error(unknown.to_string())),
    };
    guarded(find)
}

/// For the first samples of a new pipeline.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Width and height, in samples, of a grid of which only a few samples are evaluated.
const CALIBRATION_SIDE: u32 = 1024;

/// Measures a few samples, so that a pipeline slow enough to stop the machine never reaches the window.
fn calibrate(gpu: &Gpu, pipeline: &EvaluatePipeline) -> Result<PipelineCost, Box<Diagnostic>> {
    let generator = &pipeline.generator;
    let grid = generator.initial_grid(CALIBRATION_SIDE);
    let host = HostInputs::default();
    let Ok(inputs) = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host) else {
        return Ok(PipelineCost::default());
    };
    let stage = TimedStep::start("first run");
    let costs = pipeline.calibrate(gpu, &inputs, TIMEOUT);
    drop(stage);
    let address = generator.address();
    tracing::debug!("calibrated {address}: {costs:?}");
    costs.map_err(|reason| error(format!("{address}: {reason}")))
}

fn guarded<T>(work: impl FnOnce() -> Result<T, Box<Diagnostic>>) -> Result<T, Box<Diagnostic>> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(error(PANICKED.to_owned())))
}

fn error(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(None, message))
}
