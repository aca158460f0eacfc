//! Contents of the open folder, as the compile thread reports them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::generator::control::{Control, Widget};
use noise_playground::source::{FieldSource, ModulePath};
use noise_playground::subject::preset::{Preset, PresetEdit};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::derived::{ByAddress, Derived, Revised, Revision};
use super::{Entry, EntryKind, GeneratorRef, ImportEntry, Quarantined, Workbench};

#[derive(Debug, Default)]
pub(crate) struct FolderState {
    /// As the user named the folder.
    pub(crate) name: String,
    /// True for the built-in shaders, which are no files.
    pub(crate) is_builtin: bool,
    /// In the order of their files.
    pub(crate) entries: Revised<Vec<Entry>>,
    /// Functions of the folder and of the built-in library.
    pub(crate) imports: Revised<Vec<ImportEntry>>,
    /// Also those without a generator.
    pub(crate) files: BTreeSet<ModulePath>,
    /// Files that compile and have nothing to draw, once all files are compiled.
    pub(crate) libraries: Revised<BTreeSet<ModulePath>>,
    /// Data files that shaders can read.
    pub(crate) input_files: Revised<Vec<String>>,
    /// Files whose shown texts are those of an editor that has not saved them.
    pub(crate) unsaved_files: Revised<BTreeSet<ModulePath>>,
    /// Number of files that are not compiled yet.
    pub(crate) pending_files: usize,
    /// True if all files are compiled in their current state.
    pub(crate) is_scan_complete: bool,
    /// True once all files have been compiled for the first time.
    pub(crate) was_scanned: bool,
    /// Generators whose current source text has no pipeline: their pictures show an older one.
    pub(crate) stale: BTreeSet<GeneratorRef>,
    /// Shaders that do not run after a crash or device loss until they are edited or released.
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
            EntryKind::Plane | EntryKind::Color => generator.program().is_some(),
            EntryKind::Volume | EntryKind::Unknown => false,
        };
        let is_other = |entry: &&Entry| entry.address.file != generator.address().file;
        let entries = self.entries.iter().filter(is_other);
        let entries = entries.filter(|entry| takes(entry.kind));
        let generators = entries.map(|entry| {
            if entry.main { entry.address.file.to_string() } else { entry.address.to_string() }
        });
        let files = self.input_files.iter().filter(|file| FieldSource::parse(file).is_ok());
        files.cloned().chain(generators).collect()
    }

    /// Returns true for a shader or data file that a generator can read.
    pub(crate) fn has_file(&self, path: &ModulePath) -> bool {
        let mut data = self.input_files.iter();
        self.files.contains(path) || data.any(|file| file == path.as_str())
    }

    /// Returns the number of files with something to draw, and of all that are compiled.
    pub(super) fn drawable_files(&self) -> [usize; 2] {
        let of_file = self.entries.chunk_by(|one, next| one.address.file == next.address.file);
        let [drawn, listed] = of_file.fold([0, 0], |[drawn, listed], file| {
            [drawn + usize::from(file[0].is_drawable()), listed + 1]
        });
        [drawn, listed + self.libraries.len()]
    }

    /// Returns true for a link that leads outside of the folder.
    pub(crate) fn leaves_out(&self, file: &ModulePath) -> bool {
        self.diagnostics.iter().any(|found| {
            let location = found.location.as_ref();
            found.code() == "left-out" && location.is_some_and(|location| location.file == *file)
        })
    }

    pub(crate) fn has_generator(&self, file: &ModulePath) -> bool {
        self.entries.iter().any(|entry| entry.address.file == *file)
    }
}

/// Report of the compile thread. [`FolderState`] describes its members.
#[derive(Debug)]
pub(crate) struct FolderStatus {
    pub(crate) entries: Vec<Entry>,
    pub(crate) imports: Vec<ImportEntry>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) stale: BTreeSet<GeneratorRef>,
    pub(crate) quarantined: Vec<Quarantined>,
    pub(crate) files: BTreeSet<ModulePath>,
    pub(crate) input_files: Vec<String>,
    pub(crate) pending_files: usize,
}

fn libraries(files: &BTreeSet<ModulePath>, entries: &[Entry]) -> BTreeSet<ModulePath> {
    let listed: BTreeSet<&ModulePath> = entries.iter().map(|entry| &entry.address.file).collect();
    files.iter().filter(|file| !listed.contains(file)).cloned().collect()
}

/// Depends on the folder's generators and data files, and the generator that reads them.
pub(super) type DerivedSources = Derived<([Revision; 2], ByAddress<Generator>), Arc<[String]>>;

impl Workbench {
    /// Updates generator list, diagnostics and files. They stay until the scan is complete or found an error; during
    /// the first scan, entries are added as they are found.
    pub(crate) fn apply_status(&mut self, status: FolderStatus) {
        let FolderStatus {
            entries,
            imports,
            diagnostics,
            stale,
            quarantined,
            files,
            input_files,
            pending_files,
        } = status;
        let folder = &mut self.0.folder;
        let is_complete = pending_files == 0;
        folder.is_scan_complete = is_complete;
        folder.pending_files = pending_files;
        folder.stale = stale;
        if is_complete || diagnostics.iter().any(Diagnostic::is_error) {
            folder.diagnostics.set(diagnostics);
            folder.entries.set(entries);
        } else if !folder.was_scanned {
            folder.entries.set(entries);
        }
        folder.was_scanned |= is_complete;
        if is_complete {
            folder.libraries.set(libraries(&files, &folder.entries));
        }
        folder.files = files;
        folder.input_files.set(input_files);
        folder.imports.set(imports);
        for Quarantined { file, why } in &quarantined {
            tracing::debug!("{file} is not run: it {why}");
        }
        folder.quarantined = quarantined;
        if is_complete {
            self.replace_missing();
        }
    }

    pub(crate) fn set_builtin(&mut self, is_builtin: bool) {
        self.0.folder.is_builtin = is_builtin;
    }

    pub(crate) fn set_unsaved_files(&mut self, files: BTreeSet<ModulePath>) {
        self.0.folder.unsaved_files.set(files);
    }

    pub(crate) fn set_presets(&mut self, presets: BTreeMap<ModulePath, Vec<Preset>>) {
        self.0.folder.presets.set(presets);
    }

    /// Returns the sources that inputs of the selected cell can read.
    pub(crate) fn field_sources(&self) -> Arc<[String]> {
        let is_input = |control: &Control| control.widget == Widget::Field;
        let generator = self.shown();
        let Some(generator) = generator.filter(|shown| shown.controls().iter().any(is_input))
        else {
            return Arc::default();
        };
        let folder = &self.folder;
        let revisions = [folder.entries.revision(), folder.input_files.revision()];
        let inputs = (revisions, ByAddress(Arc::clone(generator)));
        let sources = || folder.field_sources(generator).into();
        self.derived.field_sources.get(inputs, sources)
    }
}
