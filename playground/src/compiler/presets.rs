//! The preset files beside the shaders that are shown.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::CompiledFile;
use noise_playground::preset::{Preset, PresetFile, check_presets, preset_file_of};
use noise_playground::source::{ModulePath, Source};

use crate::documents::builtin;
use crate::documents::presets;

/// Presets by their shaders.
pub(crate) type PresetLists = BTreeMap<ModulePath, Vec<Preset>>;

/// The files as they were last read, by their shaders.
#[derive(Default)]
pub(super) struct PresetCache {
    files: BTreeMap<ModulePath, CachedPresetFile>,
}

#[derive(Default, PartialEq)]
struct CachedPresetFile {
    source: Option<Source>,
    /// The last that could be read.
    last_valid: Option<PresetFile>,
    complaint: Option<Diagnostic>,
}

impl PresetCache {
    /// Reads the files of these shaders, and forgets all others. Whether anything changed.
    pub(super) fn read(&mut self, folder: Option<&Path>, shaders: BTreeSet<ModulePath>) -> bool {
        let count = self.files.len();
        self.files.retain(|shader, _| shaders.contains(shader));
        let mut changed = self.files.len() != count;
        for shader in shaders {
            let source = source(folder, &preset_file_of(&shader));
            let before = self.files.get(&shader);
            if before.is_none_or(|before| before.source != source) {
                let good = self
                    .files
                    .remove(&shader)
                    .and_then(|before| before.last_valid);
                self.files
                    .insert(shader, CachedPresetFile::new(source, good));
                changed = true;
            }
        }
        changed
    }

    /// The presets that there are.
    pub(super) fn lists(&self) -> PresetLists {
        let lists = self.files.iter().filter_map(|(shader, kept)| {
            let good = kept.last_valid.as_ref()?;
            Some((shader.clone(), good.presets().to_vec()))
        });
        lists.collect()
    }

    /// What is wrong with the files, as the shaders are now.
    pub(super) fn diagnostics(
        &self,
        files: &BTreeMap<ModulePath, CompiledFile>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (shader, kept) in &self.files {
            found.extend(kept.complaint.clone());
            let generators = files.get(shader).map(|file| file.generators.as_slice());
            let known = generators.filter(|generators| !generators.is_empty());
            if let (Some(source), Some(good), None, Some(generators)) =
                (&kept.source, &kept.last_valid, &kept.complaint, known)
            {
                found.extend(check_presets(source, good, generators));
            }
        }
        found
    }
}

impl CachedPresetFile {
    fn new(source: Option<Source>, before: Option<PresetFile>) -> Self {
        let (good, complaint) = match &source {
            None => (None, None),
            // A truncated file is a save under way.
            Some(source) if source.text.trim().is_empty() && source.unreadable.is_none() => {
                (before, None)
            }
            Some(source) => match PresetFile::read(source) {
                Ok(file) => (Some(file), None),
                Err(complaint) => (before, Some(*complaint)),
            },
        };
        Self {
            source,
            last_valid: good,
            complaint,
        }
    }
}

/// A file of the folder, or of those embedded; nothing where there is none.
fn source(folder: Option<&Path>, path: &ModulePath) -> Option<Source> {
    let Some(folder) = folder else {
        return builtin::text(path).map(|text| Source::new(path.as_str(), text));
    };
    match presets::read(&folder.join(path.as_str())) {
        Ok(bytes) => Some(Source::from_bytes(path.as_str(), bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            let mut source = Source::new(path.as_str(), "");
            let place = source.place(0..0);
            let message = format!("cannot be read: {error}");
            source.unreadable = Some(Diagnostic::error(Some(place), message));
            Some(source)
        }
    }
}
