//! Which file is compiled next, and what is shown where nobody has chosen.

use noise_playground::generator::Address;
use noise_playground::source::ModulePath;

use super::{CompilerEvent, CompilerWorker};
use crate::workbench::{GeneratorRef, STARTER_GENERATOR};

impl<R: Fn(CompilerEvent)> CompilerWorker<R> {
    pub(super) fn next_file(&self) -> Option<ModulePath> {
        let live = self.shown.iter().filter_map(GeneratorRef::live_file);
        let mut wanted = live.chain(&self.first);
        let wanted = wanted.find(|path| self.pending.contains(*path));
        let likely = || {
            let nothing_shown = self.shown.is_empty();
            let first = self.pending.iter().min_by_key(|path| likelihood(path));
            first.filter(|_| nothing_shown)
        };
        let next = wanted.or_else(likely).or_else(|| self.pending.first());
        next.cloned()
    }

    /// Shows the main generator of the file that was asked for, else of the first compiled file that has one: the
    /// likely ones are compiled first.
    pub(super) fn choose_first(&mut self, path: &ModulePath) {
        if self
            .first
            .as_ref()
            .is_some_and(|first| first != path && self.pending.contains(first))
        {
            return;
        }
        let Some(file) = self.files.get(path) else {
            return;
        };
        let chosen = match file.main() {
            Some(main) => main.address.clone(),
            // The file that was asked for is waited for until it compiles.
            None if file.has_error() && self.first.as_ref() == Some(path) => Address {
                file: path.clone(),
                function: path.stem().to_owned(),
            },
            None => return,
        };
        self.shown = vec![GeneratorRef::Live(chosen.clone())];
        self.read_presets();
        (self.report)(CompilerEvent::Chosen(chosen));
    }
}

/// How likely a file is what somebody wants to see who asked for none, the likeliest first: the inviting one, then
/// generators, then what they are made of; each in the order of their names.
fn likelihood(path: &ModulePath) -> (bool, bool) {
    let path = path.as_str();
    (path != STARTER_GENERATOR, !path.starts_with("generators/"))
}
