//! The generators that the window needs, and the pipelines to build for them.

use super::document::Cell;
use super::{GeneratorRef, Workbench};

impl Workbench {
    /// Returns the generators to compile for the cells, for values inside of them, and for the window of changes, without
    /// duplicates, the selected cell's first.
    pub(crate) fn targets(&self) -> Vec<GeneratorRef> {
        let shown = self.shown_targets();
        let staged = shown.iter().filter(|target| target.stage().is_some());
        let looked_at = self.document.selected().build_target();
        let looked_at = looked_at.filter(|_| self.is_looking_inside());
        let staged: Vec<&GeneratorRef> = staged.chain(&looked_at).collect();
        let first = shown.iter().map(|target| self.build_target(target));
        // The result of a generator stays ready while a value inside of it is shown.
        let results = staged.iter().map(|target| target.result());
        let rest = self.all_groups(&staged);
        let mut targets: Vec<GeneratorRef> = Vec::new();
        for target in first.chain(results).chain(self.compared_file()).chain(rest) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }

    /// Returns the generator that is built for a target: itself, or the group of the value inside of it.
    fn build_target(&self, target: &GeneratorRef) -> GeneratorRef {
        if target.stage().is_none() {
            return target.clone();
        }
        let selected = self.compiled.get(target);
        let tap = selected.and_then(|compiled| compiled.generator.tap.as_ref());
        target.tapped(tap.map_or(0, |tap| tap.group))
    }

    /// Returns all groups of the values inside of generators, so that another value is shown at once.
    fn all_groups(&self, targets: &[&GeneratorRef]) -> Vec<GeneratorRef> {
        let groups = targets.iter().flat_map(|target| {
            let tapped = self.compiled.tapped(target);
            let tap = tapped.and_then(|compiled| compiled.generator.tap.as_ref());
            let all = tap.and_then(|tap| tap.all.as_ref());
            let last = all.and_then(|all| all.iter().map(|tap| tap.group).max());
            (0..=last.unwrap_or_default()).map(|group| target.tapped(group))
        });
        groups.collect()
    }

    /// Returns the generators that the cells are to show, the selected cell's first.
    pub(super) fn shown_targets(&self) -> Vec<GeneratorRef> {
        let document = &self.document;
        let cells = std::iter::once(document.selected()).chain(&document.cells);
        cells.filter_map(Cell::build_target).collect()
    }
}
