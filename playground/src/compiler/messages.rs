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

/// Event that the compile thread sends to the window.
#[derive(Debug)]
pub(crate) enum CompilerEvent {
    /// Address of the generator that the compile thread has chosen to be shown, since the window has requested none.
    Chosen(Address),
    /// Newly built pipeline of a requested generator, and the number of the graphics device on which it was built.
    Built(GeneratorRef, Arc<EvaluatePipeline>, DeviceGeneration),
    Status(FolderStatus),
    /// Presets from the preset files beside the requested generators, sent when any of them has changed.
    Presets(PresetLists),
    /// Notice for the user about the folder or its files.
    Notice(String),
    /// Result of an edit of a preset file: the notice, the generator of the presets, and the edit that undoes this one.
    PresetsEdited(String, Arc<Generator>, PresetEdit),
    /// Requested edit of a shader file, and its result: success, or the reason why the file could not be edited.
    SourceEdited(SourceEdit, Result<(), String>),
}

/// State of the open folder: its generators, files and diagnostics, and which generators are not up to date.
#[derive(Debug)]
pub(crate) struct FolderStatus {
    pub(crate) entries: Vec<Entry>,
    /// All functions that shader files can import, including those of the built-in library.
    pub(crate) imports: Vec<ImportEntry>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Requested generators for whose present source text there is no pipeline, so that the picture of an older text
    /// stays visible.
    pub(crate) stale: BTreeSet<GeneratorRef>,
    /// Files of requested generators that are in quarantine: they do not run after a crash or device loss.
    pub(crate) quarantined: Vec<Quarantined>,
    /// Paths of all shader files of the folder, including those without a generator.
    pub(crate) files: BTreeSet<ModulePath>,
    /// Paths of all data files in the folder, such as height maps, which shaders can use as inputs.
    pub(crate) input_files: Vec<String>,
    /// Number of shader files that must still be compiled.
    pub(crate) pending_files: usize,
}

/// Presets of each shader file, in the order in which they are listed.
pub(crate) type PresetLists = BTreeMap<ModulePath, Vec<Preset>>;

/// Number that identifies a graphics device: how many devices the window lost before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeviceGeneration(pub(crate) u32);

/// Request that the window or the folder watcher sends to the compile thread.
pub(super) enum CompilerRequest {
    FolderChanged(Change),
    /// Request to scan the folder at intervals, since for the given reason the watcher may miss changes.
    WatchDegraded(String),
    /// Request to build the pipelines of these generators, in this order, and of no others.
    Show(Vec<GeneratorRef>),
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    EditSource(SourceEdit),
    UseDevice(Box<Gpu>, DeviceGeneration),
    Quarantine(Vec<Quarantined>),
    UseSentinel(Arc<RunSentinel>),
    RunAnyway(ModulePath),
    /// Request of a test for an answer once everything before this request is handled and no work is left.
    #[cfg(test)]
    Marker(std::sync::mpsc::Sender<()>),
}
