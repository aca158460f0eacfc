//! Contents of the open folder, as the compile thread reports them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::control::{Control, Widget};
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::Generator;
use noise_playground::preset::{Preset, PresetEdit};
use noise_playground::source::{FieldSource, ModulePath};

use super::derived::{ByAddress, Derived, Revised, Revision};
use super::{Entry, EntryKind, GeneratorRef, ImportEntry, Quarantined, Workbench};

/// Written by the handlers of the compile thread's events.
#[derive(Debug, Default)]
pub(crate) struct FolderState {
    /// As the user named the folder.
    pub(crate) name: String,
    /// In the order of their files.
    pub(crate) entries: Revised<Vec<Entry>>,
    /// Functions of the folder and of the built-in library.
    pub(crate) imports: Revised<Vec<ImportEntry>>,
    /// Also those without a generator.
    pub(crate) files: BTreeSet<ModulePath>,
    /// Data files that shaders can read.
    pub(crate) input_files: Revised<Vec<String>>,
    /// Number of files that are not compiled yet.
    pub(crate) pending_files: usize,
    /// True if all files are compiled in their current state.
    pub(crate) is_scan_complete: bool,
    /// True once all files have been compiled for the first time.
    pub(crate) was_scanned: bool,
    /// Generators whose current source text has no pipeline: their pictures show an older one.
    pub(crate) stale: BTreeSet<GeneratorRef>,
    /// Shaders that do not run after a crash until they are edited or released.
    pub(crate) quarantined: Vec<Quarantined>,
    /// In the order of their locations.
    pub(crate) diagnostics: Revised<Vec<Diagnostic>>,
    /// Presets of the files that are shown.
    pub(crate) presets: Revised<BTreeMap<ModulePath, Vec<Preset>>>,
    /// Edit that undoes the last one of a preset file, with the generator of the presets.
    pub(crate) preset_undo: Option<(Arc<Generator>, PresetEdit)>,
}

impl FolderState {
    /// Returns true if the picture shows an older text.
    pub(crate) fn is_stale(&self, target: &GeneratorRef) -> bool {
        match target.stage() {
            None => self.stale.contains(target),
            Some(_) => {
                let mut tapped = self.stale.iter().filter(|stale| stale.is_tapped());
                tapped.any(|stale| stale.result() == target.result())
            }
        }
    }

    /// Returns data files that state their size, and generators of other files. Grid programs are offered for all
    /// generators, functions only for a grid program.
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
        let files = self.input_files.iter().filter(|file| FieldSource::parse(file).is_ok());
        files.cloned().chain(generators).collect()
    }

    /// Returns true for a shader or data file that a generator can read.
    pub(crate) fn has_file(&self, path: &ModulePath) -> bool {
        let mut data = self.input_files.iter();
        self.files.contains(path) || data.any(|file| file == path.as_str())
    }

    pub(crate) fn has_generator(&self, file: &ModulePath) -> bool {
        self.entries.iter().any(|entry| entry.address.file == *file)
    }
}

/// Depends on the folder's generators and data files, and the generator that reads them.
pub(super) type DerivedSources = Derived<([Revision; 2], ByAddress<Generator>), Arc<[String]>>;

impl Workbench {
    /// Returns the sources that inputs of the selected cell can read.
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
