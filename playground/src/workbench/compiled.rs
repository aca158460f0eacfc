//! Compiled generators, and which of them each cell shows.

use std::collections::BTreeMap;

use super::CompiledGenerator;
use super::document::{Cell, CellId, Document};
use crate::catalog::GeneratorRef;

/// The compiled generators that the cells need, and the one that each cell shows.
#[derive(Debug, Default)]
pub(crate) struct CompiledGenerators {
    generators: BTreeMap<GeneratorRef, CompiledGenerator>,
    /// The generator that each cell showed last, and still shows until its own generator has compiled.
    last_shown: BTreeMap<CellId, GeneratorRef>,
}

impl CompiledGenerators {
    pub(crate) fn get(&self, target: &GeneratorRef) -> Option<&CompiledGenerator> {
        self.generators.get(target)
    }

    pub(super) fn insert(&mut self, target: GeneratorRef, compiled: CompiledGenerator) {
        self.generators.insert(target, compiled);
    }

    #[cfg(test)]
    pub(crate) fn remove(&mut self, target: &GeneratorRef) {
        self.generators.remove(target);
    }

    /// Returns the generator that a cell shows: the cell's own, or the previous one until the cell's own has compiled.
    pub(crate) fn shown(&self, cell: &Cell) -> Option<(&GeneratorRef, &CompiledGenerator)> {
        let find = |target: &GeneratorRef| self.generators.get_key_value(target);
        let own = cell.build_target();
        let own = own.as_ref().and_then(find);
        own.or_else(|| self.last_shown.get(&cell.id).and_then(find))
    }

    /// Records the generator that each cell shows, and drops generators that are neither shown nor in `targets`.
    /// Returns the cells whose shown generator changed.
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
        self.generators
            .retain(|target, _| is_shown(target) || targets.contains(target));
        changed
    }
}
