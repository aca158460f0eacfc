//! Which pipelines are built, and which file is compiled next.

use noise_playground::generator::Address;
use noise_playground::source::ModulePath;

use super::files::{CompiledFiles, default_address};
use crate::catalog::{GeneratorRef, STARTER_GENERATOR};

/// What the window requested, or until then the compile thread chose.
pub(super) struct Selection {
    /// File with which the program was started.
    initial: Option<ModulePath>,
    /// In the order of building.
    pub(super) shown: Vec<GeneratorRef>,
}

impl Selection {
    pub(super) fn new(initial: Option<ModulePath>) -> Self {
        Self { initial, shown: Vec::new() }
    }

    /// Returns a pending file: one that is shown, then the initial one, then the one most likely to be chosen.
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

    /// Chooses what the window first shows: the main generator of the file at `path`, which was just compiled. Returns
    /// `None` if something is shown already. An initial file is waited for and chosen even if it does not compile or
    /// has no generator.
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

/// Sorts the starter generator first, then files in `generators/`, then others.
fn likelihood(path: &ModulePath) -> (bool, bool) {
    let path = path.as_str();
    (path != STARTER_GENERATOR, !path.starts_with("generators/"))
}
