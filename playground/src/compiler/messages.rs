//! Messages between the window and the compile thread.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, Generator};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::preset::{Preset, PresetEdit};
use noise_playground::source::ModulePath;

use super::watch::Change;
use crate::catalog::{Entry, GeneratorRef, ImportEntry, Quarantined};
use crate::process::sentinel::RunSentinel;
use crate::workbench::SourceEdit;

/// Events that the compile thread sends to the window.
#[derive(Debug)]
pub(crate) enum CompilerEvent {
    /// The thread has chosen this generator to be shown, since the window has requested none.
    Chosen(Address),
    /// A requested generator with its new pipeline, and the device that the pipeline was built on.
    Built(GeneratorRef, Arc<EvaluatePipeline>, DeviceGeneration),
    Status(FolderStatus),
    /// All presets in the preset files beside the requested generators.
    Presets(PresetLists),
    /// Text about the folder or its files, to be shown as a notice.
    Notice(String),
    /// A preset file was edited: notice, generator of the presets, and the edit that undoes it.
    PresetsEdited(String, Arc<Generator>, PresetEdit),
    /// A shader file was edited, or could not be edited for this reason.
    SourceEdited(SourceEdit, Result<(), String>),
}

/// Generators, files and diagnostics of the folder, and what of it is not up to date.
#[derive(Debug)]
pub(crate) struct FolderStatus {
    pub(crate) entries: Vec<Entry>,
    /// All functions that other files can import, those of the built-in library included.
    pub(crate) imports: Vec<ImportEntry>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Requested generators whose present source text has no pipeline. The picture of an older text stays visible.
    pub(crate) stale: BTreeSet<GeneratorRef>,
    /// Files of requested generators that do not run after a crash or device loss.
    pub(crate) quarantined: Vec<Quarantined>,
    /// All files with shaders, also those without a generator.
    pub(crate) files: BTreeSet<ModulePath>,
    /// Paths of all data files of the folder.
    pub(crate) input_files: Vec<String>,
    /// Number of files still to be compiled since the last change.
    pub(crate) pending_files: usize,
}

/// The presets of each shader file.
pub(crate) type PresetLists = BTreeMap<ModulePath, Vec<Preset>>;

/// Identifies a graphics device by the number of devices that the window lost before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeviceGeneration(pub(crate) u32);

/// Requests that the window and the folder watcher send to the compile thread.
pub(super) enum CompilerRequest {
    FolderChanged(Change),
    /// The watcher may miss changes from now on, for this reason: the folder must be scanned.
    WatchDegraded(String),
    /// Build the pipelines of these generators, in this order, and of no others.
    Show(Vec<GeneratorRef>),
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    EditSource(SourceEdit),
    UseDevice(Box<Gpu>, DeviceGeneration),
    Quarantine(Vec<Quarantined>),
    UseSentinel(Arc<RunSentinel>),
    RunAnyway(ModulePath),
}
