//! The folder as it changes: its text, and the presets of what is shown.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use noise_playground::generator::{CompiledFile, Generator};
use noise_playground::preset::{PresetEdit, preset_file_of};
use noise_playground::source::{ModulePath, SourceTree};

use super::{CompilerEvent, CompilerRequest, CompilerWorker, EMBEDDED};
use crate::compiler::watch::{Change, DEBOUNCE};
use crate::documents::builtin;
use crate::documents::presets::edit as edit_file;

impl<R: Fn(CompilerEvent)> CompilerWorker<R> {
    /// Reads the folder, and notes what has to be compiled.
    pub(super) fn read(&mut self, changed: &[PathBuf]) {
        let Some(folder) = &mut self.folder else {
            return self.adopt(builtin::tree());
        };
        let (tree, notice) = folder.read(&self.tree, changed);
        self.say(notice);
        match tree {
            Some(tree) => self.adopt(tree),
            None => self.emptied.clear(),
        }
        if self.read_presets() {
            self.send_status();
        }
    }

    /// Reads the preset files of what is shown. Whether they changed.
    pub(super) fn read_presets(&mut self) -> bool {
        let shaders = self
            .shown
            .iter()
            .map(|target| target.address().file.clone());
        let folder = self.folder.as_ref().map(|folder| folder.path.as_path());
        let changed = self.shelf.read(folder, shaders.collect());
        if changed {
            (self.report)(CompilerEvent::Presets(self.shelf.lists()));
        }
        changed
    }

    /// Edits a preset file. Gives what there is to say of it, and what takes it back.
    pub(super) fn edit_presets(
        &self,
        generator: &Generator,
        edit: &PresetEdit,
    ) -> Result<(String, PresetEdit), String> {
        let Some(folder) = &self.folder else {
            return Err(format!("these are {EMBEDDED}"));
        };
        let path = preset_file_of(&generator.address.file);
        let edited = edit_file(&folder.path.join(path.as_str()), edit, generator);
        let undo = edited.map_err(|error| format!("{error:#}"))?;
        let done = match edit {
            PresetEdit::Add(name, _) => format!("saved {name:?}"),
            PresetEdit::Update(listed, _) => format!("updated {:?}", listed.name),
            PresetEdit::Rename(_, name) => format!("renamed to {name:?}"),
            PresetEdit::Delete(listed) => format!("deleted {:?}", listed.name),
            PresetEdit::Move(listed, _) => format!("moved {:?}", listed.name),
            PresetEdit::Insert(listed, _) | PresetEdit::Replace(listed, _) => {
                format!("put {:?} back", listed.name)
            }
        };
        Ok((format!("{done} in {path}"), undo))
    }

    pub(super) fn adopt(&mut self, mut tree: SourceTree) {
        let emptied = |path: &&ModulePath| {
            let is_empty = |tree: &SourceTree| {
                tree.get(path)
                    .is_some_and(|source| source.text.trim().is_empty())
            };
            is_empty(&tree) && self.tree.get(path).is_some() && !is_empty(&self.tree)
        };
        let changes = tree.changes_since(&self.tree);
        // A truncated file is a save under way: its old text stays until it is quiet.
        let held: BTreeSet<ModulePath> = changes
            .iter()
            .filter(emptied)
            .filter(|path| !self.emptied.contains(path))
            .cloned()
            .collect();
        for path in &held {
            tree.keep_previous(path, &self.tree);
        }
        let changes: BTreeSet<ModulePath> = changes
            .into_iter()
            .filter(|path| !held.contains(path))
            .collect();
        let known = |path: &&ModulePath| self.tree.get(path).is_some();
        for edited in changes.iter().filter(known) {
            self.aside.remove(edited);
        }
        self.emptied = held;
        self.tree = tree;
        let any_removed = changes.iter().any(|path| self.tree.get(path).is_none());
        let depends =
            |file: &CompiledFile| file.depends_on.iter().any(|path| changes.contains(path));
        self.pending.extend(
            self.files
                .values()
                .filter(|file| depends(file))
                .map(|file| file.path.clone()),
        );
        self.pending.extend(changes);
        self.pending.retain(|path| self.tree.get(path).is_some());
        let tree = &self.tree;
        self.files.retain(|path, _| tree.get(path).is_some());
        if any_removed && self.pending.is_empty() {
            self.send_status();
        }
    }

    /// Files that stayed empty are meant to be.
    pub(super) fn accept_emptied(&mut self) {
        let emptied = self.emptied.iter();
        let paths: Vec<PathBuf> = match &self.folder {
            Some(folder) => emptied
                .map(|path| folder.path.join(path.as_str()))
                .collect(),
            None => Vec::new(),
        };
        self.read(&paths);
    }
}

/// The longest that a stream of changes is waited for.
const PATIENCE: Duration = Duration::from_millis(300);

/// Waits until a change is finished or quiet, and takes what has come behind it: one reading serves all. Gives
/// the files, and what else woke the thread meanwhile.
pub(super) fn debounce(
    first: Change,
    wakes: &Receiver<CompilerRequest>,
) -> (Vec<PathBuf>, Vec<CompilerRequest>) {
    let (mut paths, mut others) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    let mut change = first;
    loop {
        match change {
            Change::Finished(files) => {
                paths.extend(files);
                break;
            }
            Change::InProgress(files) => paths.extend(files),
        }
        change = loop {
            match wakes.recv_timeout(DEBOUNCE) {
                Ok(CompilerRequest::Changed(next)) if begun.elapsed() < PATIENCE => break next,
                Ok(CompilerRequest::Changed(Change::Finished(next) | Change::InProgress(next))) => {
                    paths.extend(next);
                    return (paths, others);
                }
                Ok(other) => others.push(other),
                Err(_) => return (paths, others),
            }
        };
    }
    for wake in wakes.try_iter() {
        match wake {
            CompilerRequest::Changed(Change::Finished(next) | Change::InProgress(next)) => {
                paths.extend(next);
            }
            other => others.push(other),
        }
    }
    (paths, others)
}
