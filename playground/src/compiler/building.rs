//! Compiled files → pipelines of what is shown, each run for the first time.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::control::{HostInputs, Values};
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, CompiledFile, Generator, compile};
use noise_playground::gpu::{BuildError, EvaluateInputs, EvaluatePipeline, Gpu, PipelineCost};
use noise_playground::source::{ModulePath, Source, SourceTree};

use super::{CompilerEvent, CompilerWorker, LOST};
use crate::process::sentinel::ShaderThread;
use crate::workbench::snapshot::GeneratorSnapshot;
use crate::workbench::{GeneratorRef, Quarantined};

impl<R: Fn(CompilerEvent)> CompilerWorker<R> {
    /// A generator of a file without errors; the file's main one where it has none of this name. So does a
    /// renamed one stay in sight, and a file that never compiled, which is listed by its own name.
    pub(super) fn find(&self, address: &Address) -> Option<(&CompiledFile, &Arc<Generator>)> {
        let file = self
            .files
            .get(&address.file)
            .filter(|file| !file.has_error())?;
        let mut generators = file.generators.iter();
        let named = generators.find(|generator| generator.address == *address);
        Some((file, named.or_else(|| file.main())?))
    }

    /// Builds what is shown and has not been built since it changed.
    pub(super) fn build_shown(&mut self) {
        let Some(gpu) = self.gpu.clone() else { return };
        for target in self.shown.clone() {
            if self.built.contains_key(&target) {
                continue;
            }
            // Another device is on its way.
            if gpu.lost().is_some() {
                return;
            }
            let aside = self.aside.get(&target.address().file).cloned();
            if let Some(why) = aside {
                let message = format!("{} {why}: it does not run", target.address().file);
                let complaint = Diagnostic::error(None, message);
                self.built.insert(target, Some(complaint));
                continue;
            }
            let file = target.address().file.clone();
            self.note([file].into());
            let built = match &target {
                GeneratorRef::Live(address) => match self.find(address) {
                    Some((_, generator)) => build(&gpu, generator),
                    // Built when it compiles.
                    None => {
                        self.note(BTreeSet::new());
                        continue;
                    }
                },
                GeneratorRef::Pinned(version) => build_version(&gpu, version),
            };
            self.note(BTreeSet::new());
            let complaint = match built {
                Ok(pipeline) => {
                    let warning = pipeline.warning.clone();
                    let pipeline = Arc::new(pipeline);
                    (self.report)(CompilerEvent::Built(target.clone(), pipeline, self.device));
                    self.builds_since_trim += 1;
                    warning
                }
                Err(_) if gpu.lost().is_some() => {
                    // It may be what the device was lost to. The next one tells.
                    let why = LOST.to_owned();
                    self.aside.insert(target.address().file.clone(), why);
                    return;
                }
                Err(complaint) => Some(*complaint),
            };
            self.built.insert(target, complaint);
        }
    }

    pub(super) fn note(&self, running: BTreeSet<ModulePath>) {
        if let Some(marker) = &self.marker {
            marker.note(ShaderThread::Compiler, running);
        }
    }

    /// Whether a target's text, as it is now, gives no pipeline.
    pub(super) fn is_stale(&self, target: &GeneratorRef) -> bool {
        let complaint = self.built.get(target).and_then(Option::as_ref);
        !self.compiles(target) || complaint.is_some_and(Diagnostic::is_error)
    }

    pub(super) fn is_aside(&self, target: &GeneratorRef) -> bool {
        self.aside.contains_key(&target.address().file)
    }

    pub(super) fn aside_shown(&self) -> Vec<Quarantined> {
        let is_shown = |file: &ModulePath| {
            let mut shown = self.shown.iter().map(GeneratorRef::address);
            shown.any(|address| address.file == *file)
        };
        let shown = self.aside.iter().filter(|(file, _)| is_shown(file));
        let aside = shown.map(|(file, why)| Quarantined {
            file: file.clone(),
            why: why.clone(),
        });
        aside.collect()
    }

    pub(super) fn compiles(&self, target: &GeneratorRef) -> bool {
        match target {
            GeneratorRef::Live(address) => self.find(address).is_some(),
            GeneratorRef::Pinned(_) => true,
        }
    }
}

/// Builds a generator's pipeline and runs it for the first time; a fault of the driver becomes a diagnostic.
fn build(gpu: &Gpu, generator: &Arc<Generator>) -> Result<EvaluatePipeline, Box<Diagnostic>> {
    let build = || {
        let built = EvaluatePipeline::new(gpu, generator);
        let mut pipeline = built.map_err(|error| match error {
            BuildError::Shader(diagnostic) => diagnostic,
            BuildError::Gpu(error) => Box::new(Diagnostic::error(None, error.to_string())),
        })?;
        pipeline.paces = Some(first_run(gpu, &pipeline)?);
        Ok(pipeline)
    };
    let fault = |_| Err(Box::new(Diagnostic::error(None, FAULT)));
    catch_unwind(AssertUnwindSafe(build)).unwrap_or_else(fault)
}

/// The longest that the first samples of a pipeline are waited for.
const FIRST_RUN: Duration = Duration::from_secs(2);

/// Samples across and down of the picture of which the first run evaluates a few.
const FIRST_SIDE: u32 = 1024;

/// Runs a pipeline on a few samples, so that one that stops the machine never reaches the window.
fn first_run(gpu: &Gpu, pipeline: &EvaluatePipeline) -> Result<PipelineCost, Box<Diagnostic>> {
    let generator = &pipeline.generator;
    let grid = generator.initial_grid(FIRST_SIDE);
    let host = HostInputs::default();
    let Ok(inputs) = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host) else {
        return Ok(PipelineCost::default());
    };
    let begun = Instant::now();
    let paces = pipeline.calibrate(gpu, &inputs, FIRST_RUN);
    tracing::debug!(
        "first run of {} in {:.1?}: {paces:?}",
        generator.address,
        begun.elapsed()
    );
    paces.map_err(|error| {
        Box::new(Diagnostic::error(
            None,
            format!("{}: {error}", generator.address),
        ))
    })
}

/// Builds a generator from the text that it once had.
fn build_version(
    gpu: &Gpu,
    version: &GeneratorSnapshot,
) -> Result<EvaluatePipeline, Box<Diagnostic>> {
    let tree = version.tree();
    let gone = || {
        let message = format!("the kept text of {} does not compile", version.address);
        Box::new(Diagnostic::error(None, message))
    };
    let source = tree.get(&version.address.file).ok_or_else(gone)?;
    let file = compile_safely(&tree, source);
    if let Some(error) = file
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.is_error())
    {
        return Err(Box::new(error.clone()));
    }
    let mut generators = file.generators.iter();
    let generator = generators.find(|generator| generator.address == version.address);
    build(gpu, generator.ok_or_else(gone)?)
}

/// Said where a compiler panicked.
const FAULT: &str = "the compiler ran into a fault of its own on this file";

/// Compiles a file; a fault of the compiler itself becomes a diagnostic.
pub(super) fn compile_safely(tree: &SourceTree, source: &Arc<Source>) -> CompiledFile {
    catch_unwind(AssertUnwindSafe(|| compile(tree, source))).unwrap_or_else(|_| CompiledFile {
        path: source.path.clone(),
        depends_on: BTreeSet::from([source.path.clone()]),
        diagnostics: vec![Diagnostic::error(Some(source.place(0..0)), FAULT)],
        generators: Vec::new(),
    })
}
