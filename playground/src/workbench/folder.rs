//! The open folder as the compile thread reports it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::Generator;
use noise_playground::preset::{Preset, PresetEdit};
use noise_playground::source::ModulePath;

use super::{Entry, GeneratorRef, Quarantined};

/// The folder: generators, errors, quarantine, presets. Written where an event of the compile thread is handled.
#[derive(Debug, Default)]
pub(crate) struct FolderState {
    /// The folder as the user named it.
    pub(crate) name: String,
    /// All generators, in the order of their files.
    pub(crate) entries: Vec<Entry>,
    /// True once all files were compiled since the last change.
    pub(crate) is_scan_complete: bool,
    /// Targets whose text does not compile, so that their pictures are of an older text.
    pub(crate) stale: BTreeSet<GeneratorRef>,
    /// Files that do not run until they are edited, or the user runs them.
    pub(crate) quarantined: Vec<Quarantined>,
    /// Errors and warnings, in the order of their locations.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The presets of the files that are shown.
    pub(crate) presets: BTreeMap<ModulePath, Vec<Preset>>,
    /// The edit that undoes the last edit of a preset file.
    pub(crate) preset_undo: Option<(Arc<Generator>, PresetEdit)>,
}

impl FolderState {
    /// Returns true if a file has a generator in the list.
    pub(crate) fn lists(&self, file: &ModulePath) -> bool {
        self.entries.iter().any(|entry| entry.address.file == *file)
    }
}
