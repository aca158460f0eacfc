//! Pipelines of shown generators, built from the newest text that compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::source::ModulePath;

use super::build::{build, featured_generator, pinned_generator, tapped_generator};
use super::files::CompiledFiles;
use super::messages::{CompilerEvent, DeviceGeneration};
use crate::catalog::{GeneratorRef, Quarantined};
use crate::process::memory;
use crate::process::sentinel::{RunSentinel, ShaderThread};

/// Reason of a quarantine, as `Quarantined::why`.
pub(crate) const LOST: &str = "was running when the graphics device was lost";

/// The device, the pipelines built on it, and the files that it must not run.
#[derive(Default)]
pub(super) struct Pipelines {
    gpu: Option<(Gpu, DeviceGeneration)>,
    /// Shown generators whose present text was built or failed to build, with the error or warning of the device.
    built: BTreeMap<GeneratorRef, Option<Diagnostic>>,
    /// Files whose generators do not run, with the reason.
    quarantine: BTreeMap<ModulePath, String>,
    sentinel: Option<Arc<RunSentinel>>,
    /// Builds since the heap was last trimmed; each leaves freed pages that the C library holds back.
    builds_since_trim: u32,
}

const MAX_BUILDS_BEFORE_TRIM: u32 = 16;

impl Pipelines {
    pub(super) fn use_gpu(&mut self, gpu: Gpu, device: DeviceGeneration) {
        self.gpu = Some((gpu, device));
        self.built.clear();
    }

    pub(super) fn use_sentinel(&mut self, sentinel: Arc<RunSentinel>) {
        self.sentinel = Some(sentinel);
    }

    pub(super) fn quarantine(&mut self, files: Vec<Quarantined>) {
        let files = files.into_iter().map(|file| (file.file, file.why));
        self.quarantine.extend(files);
    }

    /// Releases a file from quarantine.
    pub(super) fn release(&mut self, file: &ModulePath) {
        self.quarantine.remove(file);
    }

    /// Drops all pipelines except those of `shown`.
    pub(super) fn retain(&mut self, shown: &[GeneratorRef]) {
        self.built.retain(|target, _| shown.contains(target));
    }

    /// Marks pipelines that `is_outdated` for another build.
    pub(super) fn invalidate(&mut self, is_outdated: impl Fn(&GeneratorRef) -> bool) {
        self.built.retain(|target, _| !is_outdated(target));
    }

    /// Builds the shown generators whose present text has not been built, without values inside of them. Sends each
    /// pipeline at once.
    pub(super) fn build(
        &mut self,
        shown: &[GeneratorRef],
        files: &CompiledFiles,
        send: impl Fn(CompilerEvent),
    ) {
        for target in shown.iter().filter(|target| !target.is_tapped()) {
            if !self.built.contains_key(target) && !self.build_target(target, files, &send) {
                return;
            }
        }
    }

    /// Builds the first group of values inside of a shown generator whose present text has not been built. Returns true
    /// if its diagnostic is to be reported.
    pub(super) fn build_next_group(
        &mut self,
        shown: &[GeneratorRef],
        files: &CompiledFiles,
        send: impl Fn(CompilerEvent),
    ) -> bool {
        let Some(target) = shown.iter().find(|target| self.is_due_group(target)) else {
            return false;
        };
        self.build_target(target, files, &send);
        // A generator of another text may have fewer groups.
        let diagnostic = self.built.entry(target.clone()).or_default();
        diagnostic.is_some()
    }

    /// Returns true if a group of values inside of a shown generator is to be built.
    pub(super) fn has_due_group(&self, shown: &[GeneratorRef]) -> bool {
        shown.iter().any(|target| self.is_due_group(target))
    }

    fn is_due_group(&self, target: &GeneratorRef) -> bool {
        let is_usable = |(gpu, _): &(Gpu, DeviceGeneration)| gpu.lost().is_none();
        target.is_tapped()
            && !self.built.contains_key(target)
            && self.gpu.as_ref().is_some_and(is_usable)
    }

    /// Builds and sends one pipeline. Returns false if the device is lost.
    fn build_target(
        &mut self,
        target: &GeneratorRef,
        files: &CompiledFiles,
        send: &impl Fn(CompilerEvent),
    ) -> bool {
        let Some((gpu, device)) = self.gpu.clone().filter(|(gpu, _)| gpu.lost().is_none()) else {
            // The window is about to open another device.
            return false;
        };
        let file = &target.address().file;
        let diagnostic = if let Some(why) = self.quarantine.get(file) {
            Some(Diagnostic::error(
                None,
                format!("not running {file}: it {why}"),
            ))
        } else {
            match self.build_one(&gpu, target, files) {
                None => return true,
                Some(Ok(pipeline)) => {
                    let warning = pipeline.warning.clone();
                    let pipeline = Arc::new(pipeline);
                    send(CompilerEvent::Built(target.clone(), pipeline, device));
                    self.builds_since_trim += 1;
                    warning
                }
                Some(Err(_)) if gpu.lost().is_some() => {
                    // This shader may be the cause of the loss: the next device must not run it.
                    self.quarantine.insert(file.clone(), LOST.to_owned());
                    return false;
                }
                Some(Err(diagnostic)) => Some(*diagnostic),
            }
        };
        self.built.insert(target.clone(), diagnostic);
        true
    }

    /// Builds and calibrates a pipeline while the sentinel lists its file. Returns `None` if the file does not compile.
    fn build_one(
        &self,
        gpu: &Gpu,
        target: &GeneratorRef,
        files: &CompiledFiles,
    ) -> Option<Result<EvaluatePipeline, Box<Diagnostic>>> {
        self.set_running(BTreeSet::from([target.address().file.clone()]));
        let generator = generator(target, files);
        let built = generator.map(|generator| build(gpu, &generator?));
        self.set_running(BTreeSet::new());
        built
    }

    fn set_running(&self, running: BTreeSet<ModulePath>) {
        if let Some(sentinel) = &self.sentinel {
            sentinel.set_running(ShaderThread::Compiler, running);
        }
    }

    /// Returns true if a target's present text has no pipeline.
    pub(super) fn is_stale(&self, target: &GeneratorRef, files: &CompiledFiles) -> bool {
        let diagnostic = self.built.get(target).and_then(Option::as_ref);
        !compiles(target, files) || diagnostic.is_some_and(Diagnostic::is_error)
    }

    /// Returns the quarantined files of `shown`.
    pub(super) fn quarantined(&self, shown: &[GeneratorRef]) -> Vec<Quarantined> {
        let is_shown =
            |file: &ModulePath| shown.iter().any(|target| target.address().file == *file);
        let shown = self.quarantine.iter().filter(|(file, _)| is_shown(file));
        let quarantined = shown.map(|(file, why)| Quarantined {
            file: file.clone(),
            why: why.clone(),
        });
        quarantined.collect()
    }

    /// Returns the device's errors and warnings about shown generators that compile and are not quarantined.
    pub(super) fn diagnostics(&self, files: &CompiledFiles) -> impl Iterator<Item = Diagnostic> {
        let built = self.built.iter().filter(|(target, _)| {
            compiles(target, files) && !self.quarantine.contains_key(&target.address().file)
        });
        built.filter_map(|(_, diagnostic)| diagnostic.clone())
    }

    /// Returns true if there were builds since the last [`trim_heap`](Self::trim_heap).
    pub(super) fn needs_trim(&self) -> bool {
        self.builds_since_trim > 0
    }

    pub(super) fn trim_heap_after_many_builds(&mut self) {
        if self.builds_since_trim >= MAX_BUILDS_BEFORE_TRIM {
            self.trim_heap();
        }
    }

    pub(super) fn trim_heap(&mut self) {
        if self.needs_trim() {
            self.builds_since_trim = 0;
            memory::trim_heap();
        }
    }
}

/// Returns the generator to build, or the error of its source text. Returns `None` for a file that does not compile,
/// since its errors are reported with the file, and for a group that it does not have.
fn generator(
    target: &GeneratorRef,
    files: &CompiledFiles,
) -> Option<Result<Arc<Generator>, Box<Diagnostic>>> {
    match target {
        GeneratorRef::Live(address) => files.find(address).cloned().map(Ok),
        GeneratorRef::Pinned(snapshot) => Some(pinned_generator(snapshot)),
        GeneratorRef::Featured(inner, features) => {
            let inner = generator(inner, files)?;
            Some(inner.and_then(|inner| featured_generator(&inner, features)))
        }
        GeneratorRef::Staged(inner, _) => generator(inner, files),
        GeneratorRef::Tapped(inner, group) => {
            let tapped =
                generator(inner, files)?.and_then(|inner| tapped_generator(&inner, *group));
            tapped.transpose()
        }
    }
}

fn compiles(target: &GeneratorRef, files: &CompiledFiles) -> bool {
    match target {
        GeneratorRef::Live(address) => files.find(address).is_some(),
        GeneratorRef::Pinned(_) => true,
        GeneratorRef::Featured(inner, _)
        | GeneratorRef::Staged(inner, _)
        | GeneratorRef::Tapped(inner, _) => compiles(inner, files),
    }
}
