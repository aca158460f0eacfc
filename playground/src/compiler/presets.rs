//! Cache and edits of the preset files beside the shaders of requested generators.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use noise_playground::generator::{CompiledFile, Generator};
use noise_playground::source::{ModulePath, Source};
use noise_playground::subject::preset::{
    Preset, PresetEdit, PresetFile, check_presets, preset_file_of,
};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::messages::PresetLists;
use crate::documents::{builtin, presets};

/// Contents by the path of the shader file.
#[derive(Default)]
pub(super) struct PresetCache {
    files: BTreeMap<ModulePath, CachedPresetFile>,
}

#[derive(Default)]
struct CachedPresetFile {
    /// `None` if the preset file does not exist.
    source: Option<Source>,
    /// From the newest text that could be parsed.
    last_valid: Option<PresetFile>,
    diagnostic: Option<Diagnostic>,
}

impl PresetCache {
    /// Drops the presets of other files. Returns true if any changed.
    pub(super) fn read(&mut self, folder: Option<&Path>, shaders: BTreeSet<ModulePath>) -> bool {
        let count = self.files.len();
        self.files.retain(|shader, _| shaders.contains(shader));
        let mut changed = self.files.len() != count;
        for shader in shaders {
            let source = read_source(folder, &preset_file_of(&shader));
            let previous = self.files.get(&shader);
            if previous.is_none_or(|previous| previous.source != source) {
                let previous = self.files.remove(&shader).unwrap_or_default();
                self.files.insert(shader, previous.updated(source));
                changed = true;
            }
        }
        changed
    }

    pub(super) fn lists(&self) -> PresetLists {
        let lists = self.files.iter().filter_map(|(shader, file)| {
            let presets: Vec<Preset> = file.last_valid.as_ref()?.presets().to_vec();
            Some((shader.clone(), presets))
        });
        lists.collect()
    }

    /// Returns errors, and a warning for each preset with values that do not fit the present controls.
    pub(super) fn diagnostics(
        &self,
        shaders: &BTreeMap<ModulePath, CompiledFile>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (shader, file) in &self.files {
            found.extend(file.diagnostic.clone());
            let generators = shaders.get(shader).map(|file| file.generators.as_slice());
            let generators = generators.filter(|generators| !generators.is_empty());
            if let (Some(source), Some(valid), None, Some(generators)) =
                (&file.source, &file.last_valid, &file.diagnostic, generators)
            {
                found.extend(check_presets(source, valid, generators));
            }
        }
        found
    }
}

impl CachedPresetFile {
    /// A text that cannot be parsed leaves the last valid presets unchanged.
    fn updated(self, source: Option<Source>) -> Self {
        let (last_valid, diagnostic) = match &source {
            None => (None, None),
            // An editor that has truncated the file is about to write its new text.
            Some(source) if source.text.trim().is_empty() && source.unreadable.is_none() => {
                (self.last_valid, None)
            }
            Some(source) => match PresetFile::read(source) {
                Ok(file) => (Some(file), None),
                Err(diagnostic) => (self.last_valid, Some(*diagnostic)),
            },
        };
        Self { source, last_valid, diagnostic }
    }
}

/// Reads a built-in file if there is no folder. Returns `None` if it does not exist; an error is in the source.
fn read_source(folder: Option<&Path>, path: &ModulePath) -> Option<Source> {
    let Some(folder) = folder else {
        return noise_playground::source::builtin::text(path)
            .map(|text| Source::new(path.as_str(), text));
    };
    match presets::read(&folder.join(path.as_str())) {
        Ok(bytes) => Some(Source::from_bytes(path.as_str(), bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            let mut source = Source::new(path.as_str(), "");
            let location = source.location(0..0);
            let message = format!("cannot be read: {error}");
            source.unreadable = Some(Diagnostic::error(Some(location), message));
            Some(source)
        }
    }
}

/// Returns a notice and the undoing edit. Fails with a notice for built-in shaders, or if the file cannot be edited.
pub(super) fn edit_presets(
    folder: Option<&Path>,
    generator: &Generator,
    edit: &PresetEdit,
) -> Result<(String, PresetEdit), String> {
    let folder = folder.ok_or_else(|| format!("not saved: these are {}", builtin::READ_ONLY))?;
    let path = preset_file_of(&generator.address().file);
    let edited = presets::edit(&folder.join(path.as_str()), edit, generator);
    let undo = edited.map_err(|error| {
        let failed = match edit {
            PresetEdit::Add(..) | PresetEdit::Update(..) => "saved",
            PresetEdit::Rename(..) => "renamed",
            PresetEdit::Delete(_) => "deleted",
            PresetEdit::Move(..) => "moved",
            PresetEdit::Insert(..) | PresetEdit::Replace(..) => "restored",
        };
        format!("not {failed}: {error:#}")
    })?;
    let done = match edit {
        PresetEdit::Add(name, _) => format!("saved {name:?}"),
        PresetEdit::Update(listed, _) => format!("updated {:?}", listed.name),
        PresetEdit::Rename(_, name) => format!("renamed to {name:?}"),
        PresetEdit::Delete(listed) => format!("deleted {:?}", listed.name),
        PresetEdit::Move(listed, _) => format!("moved {:?}", listed.name),
        PresetEdit::Insert(listed, _) | PresetEdit::Replace(listed, _) => {
            format!("restored {:?}", listed.name)
        }
    };
    Ok((format!("{done} in {path}"), undo))
}
