//! Selection of the generators whose pipelines are built, and of the file to compile next.

use noise_playground::generator::Address;
use noise_playground::source::ModulePath;

use super::files::{CompiledFiles, default_address};
use crate::catalog::{GeneratorRef, STARTER_GENERATOR};

/// Generators to be shown: those that the window requested, or until then the one that the compile thread chose.
pub(super) struct Selection {
    /// Shader file with which the program was started; `None` if it was started without one.
    initial: Option<ModulePath>,
    /// Generators to be shown, in the order in which their pipelines are built.
    pub(super) shown: Vec<GeneratorRef>,
}

impl Selection {
    pub(super) fn new(initial: Option<ModulePath>) -> Self {
        Self {
            initial,
            shown: Vec::new(),
        }
    }

    /// Returns the file to compile next, of those that must be compiled: one that is shown, then the one with which the
    /// program was started, then the one most likely to be chosen. Returns `None` if no file must be compiled.
    pub(super) fn next_file(&self, files: &CompiledFiles) -> Option<ModulePath> {
        let pending = &files.pending;
        let live = self.shown.iter().filter_map(GeneratorRef::live_file);
        let mut requested = live.chain(&self.initial);
        let requested = requested.find(|path| pending.contains(*path));
        let likely = || match self.shown.as_slice() {
            [] => pending.iter().min_by_key(|path| likelihood(path)),
            _ => pending.first(),
        };
        requested.or_else(likely).cloned()
    }

    /// Chooses the generator that the window first shows: the main one of the file at `path`, which was just compiled.
    /// Returns `None` if something is shown already. If the program was started with a file, waits for that file and
    /// chooses it even if it does not compile or has no generator.
    pub(super) fn choose(&mut self, path: &ModulePath, files: &CompiledFiles) -> Option<Address> {
        let is_initial = self.initial.as_ref() == Some(path);
        let initial = self.initial.as_ref();
        let is_waiting =
            !is_initial && initial.is_some_and(|initial| files.pending.contains(initial));
        if is_waiting || !self.shown.is_empty() {
            return None;
        }
        let file = files.by_path.get(path)?;
        let chosen = match file.main() {
            Some(main) => main.address.clone(),
            None if is_initial => default_address(path),
            None => return None,
        };
        self.shown = vec![GeneratorRef::live(chosen.clone())];
        Some(chosen)
    }
}

/// Returns a sort key by which the file most likely to be shown first is the lowest: the starter generator, then files
/// in `generators/`, then others.
fn likelihood(path: &ModulePath) -> (bool, bool) {
    let path = path.as_str();
    (path != STARTER_GENERATOR, !path.starts_with("generators/"))
}
