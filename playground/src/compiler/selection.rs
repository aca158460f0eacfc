//! Which pipelines are built, and which file is compiled next.

use noise_playground::field::Returns;
use noise_playground::generator::{Address, CompiledFile, Domain};
use noise_playground::source::ModulePath;

use super::files::CompiledFiles;
use crate::catalog::{GeneratorRef, STARTER_GENERATOR, default_address};

/// What the window requested, or until then the compile thread chose.
pub(super) struct Selection {
    /// File with which the program was started.
    initial: Option<ModulePath>,
    /// In the order of building.
    pub(super) shown: Vec<GeneratorRef>,
    /// First generator that would do if there is no better one, and whether its file compiles without errors.
    fallback: Option<(Address, bool)>,
    /// Number of files with a generator that were not chosen.
    passed_over: usize,
}

/// Files with a generator that are passed over for a better one.
const MAX_PASSED_OVER: usize = 32;

impl Selection {
    pub(super) fn new(initial: Option<ModulePath>) -> Self {
        Self { initial, shown: Vec::new(), fallback: None, passed_over: 0 }
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

    /// Chooses what the window first shows: the main generator of the file at `path`, which was just compiled, if it
    /// makes a good first picture, or an earlier one if there may be none that does. `None` if something is shown. An
    /// initial file is waited for and chosen even if it does not compile or has no generator.
    pub(super) fn choose(&mut self, path: &ModulePath, files: &CompiledFiles) -> Option<Address> {
        let is_initial = self.initial.as_ref() == Some(path);
        let initial = self.initial.as_ref();
        let is_waiting =
            !is_initial && initial.is_some_and(|initial| files.pending.contains(initial));
        if is_waiting || !self.shown.is_empty() {
            return None;
        }
        let file = files.by_path.get(path)?;
        let main = file.main().map(|main| main.address().clone());
        let chosen = match main {
            None if is_initial => default_address(path),
            Some(main) if is_initial || is_good_start(file) => main,
            main => {
                self.pass_over(main, !file.has_error());
                let is_last = files.pending.is_empty() || self.passed_over >= MAX_PASSED_OVER;
                self.fallback.take_if(|_| is_last)?.0
            }
        };
        self.shown = vec![GeneratorRef::live(chosen.clone())];
        Some(chosen)
    }

    fn pass_over(&mut self, main: Option<Address>, is_clean: bool) {
        let Some(main) = main else {
            return;
        };
        self.passed_over += 1;
        if self.fallback.as_ref().is_none_or(|(_, was_clean)| is_clean && !was_clean) {
            self.fallback = Some((main, is_clean));
        }
    }
}

/// Returns true for one value at each position, without errors.
fn is_good_start(file: &CompiledFile) -> bool {
    let is_scalar = |returns| matches!(returns, Returns::Value | Returns::Gradient);
    let main = file.main().filter(|_| !file.has_error());
    main.is_some_and(|main| is_scalar(main.returns()) && main.domain() != Domain::Grid)
}

/// Sorts the starter generator first, then files named after noise, then those in `generators/`, then others.
fn likelihood(path: &ModulePath) -> (bool, bool, bool) {
    let is_noise = ["noise", "fbm"].iter().any(|word| path.stem().to_lowercase().contains(word));
    let path = path.as_str();
    (path != STARTER_GENERATOR, !is_noise, !path.starts_with("generators/"))
}
