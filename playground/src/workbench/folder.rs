//! Contents of the open folder of shaders, as the compile thread reports them to the window.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::control::{Control, Widget};
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::Generator;
use noise_playground::preset::{Preset, PresetEdit};
use noise_playground::source::{FieldSource, ModulePath};

use super::derived::{ByAddress, Derived, Revised, Revision};
use super::{Entry, EntryKind, GeneratorRef, ImportEntry, Quarantined, Workbench};

/// Contents of the open folder: generators, diagnostics, quarantine and presets. Written by the handlers of the compile
/// thread's events.
#[derive(Debug, Default)]
pub(crate) struct FolderState {
    /// Path of the open folder, as the user named it.
    pub(crate) name: String,
    /// All generators of the folder, in the order of their files.
    pub(crate) entries: Revised<Vec<Entry>>,
    /// All functions of the folder and of the built-in library that shader files can import.
    pub(crate) imports: Revised<Vec<ImportEntry>>,
    /// Paths of all shader files of the folder, including those without a generator.
    pub(crate) files: BTreeSet<ModulePath>,
    /// Paths of all data files of the folder whose samples shaders can read as input.
    pub(crate) input_files: Revised<Vec<String>>,
    /// Number of shader files of the folder that are not compiled yet.
    pub(crate) pending_files: usize,
    /// True if all shader files of the folder are compiled in their current state.
    pub(crate) is_scan_complete: bool,
    /// True once all shader files of the folder have been compiled for the first time since it was opened.
    pub(crate) was_scanned: bool,
    /// Generators whose current source text has no pipeline, for example because it does not compile. Their pictures
    /// show an older text.
    pub(crate) stale: BTreeSet<GeneratorRef>,
    /// Quarantined files: shaders that do not run after a crash until they are edited or the user releases them.
    pub(crate) quarantined: Vec<Quarantined>,
    /// Errors and warnings about the shader files of the folder, in the order of their locations.
    pub(crate) diagnostics: Revised<Vec<Diagnostic>>,
    /// Presets of the shader files that are shown, by file.
    pub(crate) presets: Revised<BTreeMap<ModulePath, Vec<Preset>>>,
    /// Edit that undoes the last edit of a preset file, with the generator whose presets are in the file; `None` if
    /// there is nothing to undo.
    pub(crate) preset_undo: Option<(Arc<Generator>, PresetEdit)>,
}

impl FolderState {
    /// Returns true if the current source text of a generator has no pipeline, so that its picture shows an older text.
    pub(crate) fn is_stale(&self, target: &GeneratorRef) -> bool {
        match target.stage() {
            None => self.stale.contains(target),
            Some(_) => {
                let mut tapped = self.stale.iter().filter(|stale| stale.is_tapped());
                tapped.any(|stale| stale.result() == target.result())
            }
        }
    }

    /// Returns the names of the data sources that a generator's inputs can read: data files that state their size, and
    /// generators of other files. Grid programs are offered for all generators, functions only for a grid program.
    fn field_sources(&self, generator: &Generator) -> Vec<String> {
        let takes = |kind: EntryKind| match kind {
            EntryKind::Grid => true,
            EntryKind::Plane | EntryKind::Color => generator.program.is_some(),
            EntryKind::Volume | EntryKind::Unknown => false,
        };
        let is_other = |entry: &&Entry| entry.address.file != generator.address.file;
        let entries = self.entries.iter().filter(is_other);
        let entries = entries.filter(|entry| takes(entry.kind));
        let generators = entries.map(|entry| match entry.main {
            true => entry.address.file.to_string(),
            false => entry.address.to_string(),
        });
        let files = self
            .input_files
            .iter()
            .filter(|file| FieldSource::parse(file).is_ok());
        files.cloned().chain(generators).collect()
    }

    /// Returns true if the folder has a shader or data file with this path, whose samples a generator can read as
    /// input.
    pub(crate) fn has_file(&self, path: &ModulePath) -> bool {
        let mut data = self.input_files.iter();
        self.files.contains(path) || data.any(|file| file == path.as_str())
    }

    /// Returns true if the folder has a generator in this file.
    pub(crate) fn has_generator(&self, file: &ModulePath) -> bool {
        self.entries.iter().any(|entry| entry.address.file == *file)
    }
}

/// What the names of the sources depend on: revisions of the folder's generators and data files, and the generator that
/// reads them.
pub(super) type DerivedSources = Derived<([Revision; 2], ByAddress<Generator>), Arc<[String]>>;

impl Workbench {
    /// Returns the names of the data sources that the inputs of the selected cell's generator can read; empty if it has
    /// none.
    pub(crate) fn field_sources(&self) -> Arc<[String]> {
        let is_input = |control: &Control| control.widget == Widget::Field;
        let generator = self.shown();
        let Some(generator) = generator.filter(|shown| shown.controls.iter().any(is_input)) else {
            return Arc::default();
        };
        let folder = &self.folder;
        let revisions = [folder.entries.revision(), folder.input_files.revision()];
        let inputs = (revisions, ByAddress(Arc::clone(generator)));
        let sources = || folder.field_sources(generator).into();
        self.derived.field_sources.get(inputs, sources)
    }
}
