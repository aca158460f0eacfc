//! The generators that the window needs, and the pipelines to build for them.

use noise_playground::generator::Tap;

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

    /// Returns all groups of the values inside of generators, so that another value is shown at once: first those of the
    /// functions whose values are shown, then those of the files that are shown.
    fn all_groups(&self, targets: &[&GeneratorRef]) -> Vec<GeneratorRef> {
        let groups = targets.iter().flat_map(|target| {
            let tapped = self.compiled.tapped(target);
            let tap = tapped.and_then(|compiled| compiled.generator.tap.as_ref());
            let all = tap.and_then(|tap| tap.all.as_deref());
            let groups = self.ordered_groups(target, all.unwrap_or_default());
            groups.into_iter().map(|group| target.tapped(group))
        });
        groups.collect()
    }

    /// Returns the numbers of all groups of values, in the order in which they are built.
    fn ordered_groups(&self, target: &GeneratorRef, all: &[Tap]) -> Vec<u32> {
        let shown = self.compiled.get(target);
        let shown = shown.and_then(|shown| shown.generator.tap.as_ref());
        let function = shown.map(|tap| &tap.tap.function);
        let own_file = &target.address().file;
        let file = self.inside.file.as_ref();
        let file = file.or(function.map(|function| &function.file));
        let file = file.unwrap_or(own_file);
        // The first group has the values of the generator's own function; it is built before the values are known.
        let mut groups = vec![((false, false), 0)];
        groups.extend(all.iter().map(|tap| {
            let is_elsewhere = (Some(&tap.function) != function, tap.function.file != *file);
            (is_elsewhere, tap.group)
        }));
        groups.sort();
        let mut ordered: Vec<u32> = Vec::new();
        for (_, group) in groups {
            if !ordered.contains(&group) {
                ordered.push(group);
            }
        }
        ordered
    }

    /// Returns the generators that the cells are to show, the selected cell's first.
    pub(super) fn shown_targets(&self) -> Vec<GeneratorRef> {
        let document = &self.document;
        let cells = std::iter::once(document.selected()).chain(&document.cells);
        cells.filter_map(Cell::build_target).collect()
    }
}
