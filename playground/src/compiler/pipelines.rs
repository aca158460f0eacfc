//! GPU pipelines of the shown generators, built from the newest text that compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::field::files::{REPROJECTION, WorldUnit};
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::build::{
    build, compiled_again, derived_generator, differentiated, pinned_generator, tapped_generator,
};
use super::files::CompiledFiles;
use super::messages::{CompilerEvent, DeviceGeneration};
use crate::catalog::{GeneratorRef, Quarantined};
use crate::process::memory;
use crate::process::sentinel::RunSentinel;

/// Reason for a quarantine; completes a message that starts with the file.
pub(crate) const LOST: &str = "was running when the graphics device was lost";

#[derive(Default)]
pub(super) struct Pipelines {
    gpu: Option<(Gpu, DeviceGeneration)>,
    /// Outcome for each shown generator whose present text was built.
    built: BTreeMap<GeneratorRef, Built>,
    /// Files with reasons.
    quarantine: BTreeMap<ModulePath, String>,
    sentinel: Arc<RunSentinel>,
    /// Data files in degrees about which the user was notified.
    in_degrees: BTreeSet<String>,
    /// Each build leaves freed pages that the C library holds back.
    builds_since_trim: u32,
}

/// Outcome; the pipeline itself was sent to the window.
#[derive(Default)]
struct Built {
    diagnostic: Option<Diagnostic>,
    /// Files that are inputs, including missing ones.
    inputs: BTreeSet<ModulePath>,
}

type FolderFiles<'a> = (&'a CompiledFiles, &'a SourceTree);

const MAX_BUILDS_BEFORE_TRIM: u32 = 16;

impl Pipelines {
    pub(super) fn use_gpu(&mut self, gpu: Gpu, device: DeviceGeneration) {
        self.gpu = Some((gpu, device));
        self.built.clear();
    }

    pub(super) fn use_sentinel(&mut self, sentinel: Arc<RunSentinel>) {
        self.sentinel = sentinel;
    }

    pub(super) fn quarantine(&mut self, files: Vec<Quarantined>) {
        let files = files.into_iter().map(|file| (file.file, file.why));
        self.quarantine.extend(files);
    }

    pub(super) fn release(&mut self, file: &ModulePath) {
        self.quarantine.remove(file);
    }

    /// Other outcomes are forgotten, so that they are built again when they are next shown.
    pub(super) fn retain(&mut self, shown: &[GeneratorRef]) {
        self.built.retain(|target, _| shown.contains(target));
    }

    /// Outdated outcomes are forgotten, so that they are built again.
    pub(super) fn invalidate(&mut self, is_outdated: impl Fn(&GeneratorRef) -> bool) {
        self.built.retain(|target, _| !is_outdated(target));
    }

    /// Returns the built generators that read any of these files as inputs.
    pub(super) fn filled_by(&self, files: &BTreeSet<ModulePath>) -> Vec<GeneratorRef> {
        let built = self.built.iter();
        let filled = built.filter(|(_, built)| !built.inputs.is_disjoint(files));
        filled.map(|(target, _)| target.clone()).collect()
    }

    /// Sends each pipeline at once. Leaves out references to taps. Stops as soon as `is_outdated` returns true.
    pub(super) fn build(
        &mut self,
        shown: &[GeneratorRef],
        files: FolderFiles<'_>,
        send: impl Fn(CompilerEvent),
        mut is_outdated: impl FnMut() -> bool,
    ) {
        for target in shown.iter().filter(|target| !target.is_tapped()) {
            if !self.built.contains_key(target)
                && (is_outdated() || !self.build_target(target, files, &send))
            {
                return;
            }
        }
    }

    /// Builds the first group in `shown` that is not built yet. Returns true if there is a diagnostic to report.
    pub(super) fn build_next_group(
        &mut self,
        shown: &[GeneratorRef],
        files: FolderFiles<'_>,
        send: impl Fn(CompilerEvent),
    ) -> bool {
        let Some(target) = self.due_group(shown) else {
            return false;
        };
        self.build_target(target, files, &send);
        // Without as many groups, as after an edit, no outcome is stored: the default one stops further attempts.
        let built = self.built.entry(target.clone()).or_default();
        built.diagnostic.is_some()
    }

    /// Returns the next group of taps; `None` if all in `shown` are built or there is no device.
    pub(super) fn due_group<'a>(&self, shown: &'a [GeneratorRef]) -> Option<&'a GeneratorRef> {
        shown.iter().find(|target| self.is_due_group(target))
    }

    fn is_due_group(&self, target: &GeneratorRef) -> bool {
        let is_usable = |(gpu, _): &(Gpu, DeviceGeneration)| gpu.lost().is_none();
        target.is_tapped()
            && !self.built.contains_key(target)
            && self.gpu.as_ref().is_some_and(is_usable)
    }

    /// Returns false if the device is lost.
    fn build_target(
        &mut self,
        target: &GeneratorRef,
        files: FolderFiles<'_>,
        send: &impl Fn(CompilerEvent),
    ) -> bool {
        let Some((gpu, device)) = self.gpu.clone().filter(|(gpu, _)| gpu.lost().is_none()) else {
            // The window is about to open another device.
            return false;
        };
        let file = &target.address().file;
        let mut inputs = BTreeSet::from_iter(target.source_paths());
        let diagnostic = if let Some(why) = self.quarantine.get(file) {
            Some(Diagnostic::error(None, format!("not running {file}: it {why}")))
        } else {
            match self.build_one(&gpu, target, files) {
                None => return true,
                Some(Ok(pipeline)) => {
                    let warning = pipeline.warning.clone();
                    inputs.extend(pipeline.generator.input_paths());
                    for notice in self.notices_of_degrees(&pipeline.generator) {
                        send(CompilerEvent::Notice(notice));
                    }
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
        let built = Built { diagnostic, inputs };
        self.built.insert(target.clone(), built);
        true
    }

    /// The sentinel lists the file meanwhile. Returns `None` if it does not compile.
    fn build_one(
        &self,
        gpu: &Gpu,
        target: &GeneratorRef,
        files: FolderFiles<'_>,
    ) -> Option<Result<EvaluatePipeline, Box<Diagnostic>>> {
        let _running = self.sentinel.list(gpu, [target.address().file.clone()].into());
        let generator = generator(target, files);
        generator.map(|generator| build(gpu, &generator?))
    }

    /// Returns a notice for each data file in degrees, once.
    fn notices_of_degrees(&mut self, generator: &Generator) -> Vec<String> {
        let files = generator.input_files().into_iter();
        let in_degrees = files.filter(|(_, _, input)| {
            let read = input.read_file().ok().flatten();
            read.is_some_and(|read| read.file.unit == WorldUnit::LocalMeters)
        });
        let new = in_degrees.filter(|(_, file, _)| self.in_degrees.insert(file.path.clone()));
        new.map(|(_, file, _)| {
            format!(
                "{} is in degrees: its coordinates are meters from its center (`{REPROJECTION}` projects it)",
                file.path
            )
        })
        .collect()
    }

    /// Returns true if the present text does not compile, or no pipeline could be built from it.
    pub(super) fn is_stale(&self, target: &GeneratorRef, files: &CompiledFiles) -> bool {
        let built = self.built.get(target);
        let diagnostic = built.and_then(|built| built.diagnostic.as_ref());
        !compiles(target, files) || diagnostic.is_some_and(Diagnostic::is_error)
    }

    pub(super) fn quarantined(&self, shown: &[GeneratorRef]) -> Vec<Quarantined> {
        let is_shown =
            |file: &ModulePath| shown.iter().any(|target| target.address().file == *file);
        let shown = self.quarantine.iter().filter(|(file, _)| is_shown(file));
        let quarantined =
            shown.map(|(file, why)| Quarantined { file: file.clone(), why: why.clone() });
        quarantined.collect()
    }

    /// Omits generators that do not compile or are quarantined.
    pub(super) fn diagnostics(&self, files: &CompiledFiles) -> impl Iterator<Item = Diagnostic> {
        let built = self.built.iter().filter(|(target, _)| {
            compiles(target, files) && !self.quarantine.contains_key(&target.address().file)
        });
        built.filter_map(|(_, built)| built.diagnostic.clone())
    }

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

/// Returns the generator with its field inputs filled, or its derivative; `None` for a file that does not compile,
/// whose errors are reported with the file, and without such a group of taps.
fn generator(
    target: &GeneratorRef,
    files: FolderFiles<'_>,
) -> Option<Result<Arc<Generator>, Box<Diagnostic>>> {
    let (sources, features) = (target.sources(), target.features());
    let compiled = match (target.snapshot(), sources.is_empty()) {
        (Some(snapshot), _) => pinned_generator(snapshot, files.1, sources),
        (None, true) => Ok(Arc::clone(files.0.find(target.address())?)),
        (None, false) => {
            let compiled = files.0.find(target.address())?;
            compiled_again(|| compiled.with_sources(sources))
        }
    };
    let compiled = compiled.and_then(|compiled| {
        if features.is_empty() {
            return Ok(compiled);
        }
        compiled_again(|| compiled.with_features(features))
    });
    match target.group() {
        None => Some(compiled.and_then(|compiled| match (target.derivative(), target.normals()) {
            (Some(name), _) => derived_generator(&compiled, name),
            (None, Some(channel)) => differentiated(|| compiled.with_exact_normals(channel)),
            (None, None) => Ok(compiled),
        })),
        Some(group) => compiled.and_then(|compiled| tapped_generator(&compiled, group)).transpose(),
    }
}

fn compiles(target: &GeneratorRef, files: &CompiledFiles) -> bool {
    let address = target.live_address();
    address.is_none_or(|address| files.find(address).is_some())
}
