//! Messages between the window and the compile thread.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use noise_playground::generator::{Address, Generator};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::source::ModulePath;
use noise_playground::subject::preset::{Preset, PresetEdit};

use super::watch::Change;
use crate::catalog::{GeneratorRef, Quarantined};
use crate::process::sentinel::RunSentinel;
use crate::workbench::SourceEdit;

#[derive(Debug)]
pub(crate) enum CompilerEvent {
    /// The thread has chosen a generator, since the window has requested none.
    Chosen(Address),
    /// Built on this device.
    Built(GeneratorRef, Arc<EvaluatePipeline>, DeviceGeneration),
    Status(crate::workbench::FolderStatus),
    /// Sent when the presets of any requested generator have changed.
    Presets(PresetLists),
    Notice(String),
    /// The link by which the folder was opened leads to this one now.
    FolderMoved(PathBuf),
    /// Files whose shown texts are not saved.
    Unsaved(BTreeSet<ModulePath>),
    /// The notice, the generator of the presets, and the edit that undoes this one.
    PresetsEdited(String, Arc<Generator>, PresetEdit),
    /// The edit, and the reason why it failed, if it did.
    SourceEdited(SourceEdit, Result<(), String>),
}

/// In the order in which they are listed.
pub(crate) type PresetLists = BTreeMap<ModulePath, Vec<Preset>>;

/// Number of devices that the window lost before this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeviceGeneration(pub(crate) u32);

pub(crate) enum CompilerRequest {
    FolderChanged(Change),
    /// The watcher may miss changes, for this reason: the folder is scanned at intervals.
    WatchDegraded(String),
    TextsChanged,
    /// Builds these, in this order, and no others.
    Show(Vec<GeneratorRef>),
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    EditSource(SourceEdit),
    UseDevice(Box<Gpu>, DeviceGeneration),
    /// Files do not run until they are edited or [`RunAnyway`](Self::RunAnyway) is sent.
    Quarantine(Vec<Quarantined>),
    /// The thread lists the shaders that it calibrates.
    UseSentinel(Arc<RunSentinel>),
    RunAnyway(ModulePath),
    /// Answers once everything before this is handled and no work is left.
    #[cfg(test)]
    Marker(std::sync::mpsc::Sender<()>),
}
