//! Selection of the generators to build, and of the file to compile next.

use noise_playground::generator::Address;
use noise_playground::source::ModulePath;

use super::files::{CompiledFiles, default_address};
use crate::catalog::{GeneratorRef, STARTER_GENERATOR};

/// The generators to show: those that the window requested, or until then the one that was chosen here.
pub(super) struct Selection {
    /// File that the program was started with; `None` if it was started without one.
    initial: Option<ModulePath>,
    /// Generators to show, in the order in which their pipelines are built.
    pub(super) shown: Vec<GeneratorRef>,
}

impl Selection {
    pub(super) fn new(initial: Option<ModulePath>) -> Self {
        Self {
            initial,
            shown: Vec::new(),
        }
    }

    /// Returns the pending file to compile next: one that is shown, then the initial one, then the most likely to be
    /// chosen. Returns `None` if no file is pending.
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

    /// Chooses the main generator of the file at `path`, which was just compiled, if nothing is shown yet; otherwise
    /// returns `None`. If there is an initial file, waits for that file and chooses it even if it does not compile or
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
        self.shown = vec![GeneratorRef::Live(chosen.clone())];
        Some(chosen)
    }
}

/// Returns a sort key for files, the most likely first choice lowest: the starter generator, then `generators/`, then
/// others.
fn likelihood(path: &ModulePath) -> (bool, bool) {
    let path = path.as_str();
    (path != STARTER_GENERATOR, !path.starts_with("generators/"))
}
