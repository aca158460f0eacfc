//! Compiled generators, and which of them each cell shows.
//!
//! A target is a reference to the generator that a cell is to show. If it names a tap, the generator is compiled with
//! all of its taps ("tapped"), and the named one is selected as its result.

use std::collections::BTreeMap;

use std::sync::Arc;

use noise_playground::generator::{Generator, RETURN, TapAddress, TapAddressError};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::CompiledGenerator;
use super::document::{Cell, CellId, Document};
use crate::catalog::GeneratorRef;

/// All that cells need, and the one that each shows.
#[derive(Debug, Default)]
pub(crate) struct CompiledGenerators {
    generators: BTreeMap<GeneratorRef, CompiledGenerator>,
    /// What each cell continues to show until its own generator has compiled.
    last_shown: BTreeMap<CellId, GeneratorRef>,
    /// Latest versions with all taps, of generators of which taps are shown. The keys have no selected tap.
    tapped: BTreeMap<GeneratorRef, CompiledGenerator>,
    /// Errors for references to a tap that does not exist. The result is shown in its place.
    missing_stages: BTreeMap<GeneratorRef, Diagnostic>,
}

impl CompiledGenerators {
    pub(crate) fn get(&self, target: &GeneratorRef) -> Option<&CompiledGenerator> {
        self.generators.get(target)
    }

    pub(super) fn insert(&mut self, target: GeneratorRef, compiled: CompiledGenerator) {
        if target.is_tapped() {
            self.insert_tapped(target.result(), compiled.clone());
        }
        self.generators.insert(target, compiled);
    }

    /// Returns the latest version with all taps; `None` until it has compiled.
    pub(crate) fn tapped(&self, target: &GeneratorRef) -> Option<&CompiledGenerator> {
        self.tapped.get(&target.result())
    }

    pub(super) fn missing_stages(&self) -> impl Iterator<Item = &Diagnostic> {
        self.missing_stages.values()
    }

    pub(super) fn is_stage_missing(&self, target: &GeneratorRef) -> bool {
        self.missing_stages.contains_key(target)
    }

    /// Selects the named tap as the result, unless this was done before.
    pub(super) fn select_new_stage(&mut self, target: &GeneratorRef) {
        if target.stage().is_some() && !self.generators.contains_key(target) {
            self.select_stage(target.clone());
        }
    }

    /// Stores a generator with all taps. If its source text is new, selects the shown taps in it again.
    fn insert_tapped(&mut self, result: GeneratorRef, compiled: CompiledGenerator) {
        let previous = self.tapped.get(&result);
        if previous.is_some_and(|previous| previous.linked == compiled.linked) {
            return;
        }
        let is_of = |target: &&GeneratorRef| target.stage().is_some() && target.result() == result;
        let staged: Vec<GeneratorRef> = self.generators.keys().filter(is_of).cloned().collect();
        self.tapped.insert(result, compiled);
        for target in staged {
            self.select_stage(target);
        }
    }

    /// Selects the named tap. Does nothing until the generator has compiled.
    fn select_stage(&mut self, target: GeneratorRef) {
        let tapped = self.tapped.get(&target.result()).cloned();
        let (Some(stage), Some(tapped)) = (target.stage(), tapped) else {
            return;
        };
        self.missing_stages.remove(&target);
        let selected = at_stage(&tapped.generator, stage);
        let generator = selected.or_else(|error| {
            let error = Diagnostic::error(None, error);
            self.missing_stages.insert(target.clone(), error);
            at_stage(&tapped.generator, RETURN)
        });
        let linked = tapped.linked;
        if let Ok(generator) = generator {
            let selected = CompiledGenerator { generator, linked };
            self.generators.insert(target, selected);
        }
    }

    #[cfg(test)]
    pub(crate) fn remove(&mut self, target: &GeneratorRef) {
        self.generators.remove(target);
    }

    /// Returns the cell's own generator, or the previous one until that has compiled.
    pub(crate) fn shown(&self, cell: &Cell) -> Option<(&GeneratorRef, &CompiledGenerator)> {
        let find = |target: &GeneratorRef| self.generators.get_key_value(target);
        let own = cell.build_target();
        let own = own.as_ref().and_then(find);
        own.or_else(|| self.last_shown.get(&cell.id).and_then(find))
    }

    /// Removes generators that are neither shown nor in `targets`. Returns the cells whose shown generator changed.
    pub(super) fn update(&mut self, document: &Document, targets: &[GeneratorRef]) -> Vec<CellId> {
        let mut changed = Vec::new();
        let mut shown = BTreeMap::new();
        for cell in &document.cells {
            let Some((target, _)) = self.shown(cell) else {
                continue;
            };
            let last = self.last_shown.get(&cell.id);
            if last.is_none_or(|last| last.address() != target.address()) {
                changed.push(cell.id);
            }
            shown.insert(cell.id, target.clone());
        }
        self.last_shown = shown;
        let is_shown =
            |target: &GeneratorRef| self.last_shown.values().any(|shown| shown == target);
        self.generators.retain(|target, _| is_shown(target) || targets.contains(target));
        self.missing_stages.retain(|target, _| targets.contains(target));
        let is_tapped = |result: &GeneratorRef| {
            let mut targets = targets.iter().filter(|target| target.is_tapped());
            targets.any(|target| target.result() == *result)
        };
        self.tapped.retain(|result, _| is_tapped(result));
        changed
    }
}

/// Returns the generator with the tap `stage` as its result, or why there is no such tap.
fn at_stage(tapped: &Generator, stage: &str) -> Result<Arc<Generator>, String> {
    let address: Result<TapAddress, TapAddressError> = stage.parse();
    let address = address.map_err(|error| error.to_string())?;
    let selected = tapped.at_tap(&address);
    selected.map(Arc::new).map_err(|error| error.to_string())
}
