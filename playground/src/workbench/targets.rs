//! Targets: references to all generators to compile, the most urgent first.

use noise_playground::generator::Tap;

use super::document::Cell;
use super::{GeneratorRef, PaneId, Panel, Workbench};

impl Workbench {
    /// Returns, without duplicates, generators of cells, beginning with the selected one; those for the window of
    /// changes; those for switching between taps; those of preset thumbnails.
    pub(crate) fn targets(&self) -> Vec<GeneratorRef> {
        let shown = self.shown_targets();
        let staged = shown.iter().filter(|target| target.stage().is_some());
        let looked_at = self.document.selected().build_target();
        let looked_at = looked_at.filter(|_| self.shows(Panel::INSIDE));
        let staged: Vec<&GeneratorRef> = staged.chain(&looked_at).collect();
        let first = shown.iter().map(|target| self.build_target(target));
        let exact = self.document.cells.iter().filter_map(|cell| {
            let content = self.pane_content(PaneId::Cell(cell.id))?;
            Some(content.exact_target()).filter(|target| target.normals().is_some())
        });
        // While a tap or a derivative is shown, the result remains compiled, so that it can be shown at once.
        let derived = shown.iter().filter(|target| target.derivative().is_some());
        let results = staged.iter().copied().chain(derived).map(GeneratorRef::result);
        let rest = self.all_groups(&staged);
        let mut targets: Vec<GeneratorRef> = Vec::new();
        let thumbnails = self.thumbnail_targets();
        let needed = first.chain(exact).chain(results).chain(self.compared_file());
        for target in needed.chain(rest).chain(thumbnails) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }

    /// Replaces a tap by the group that contains it: one pipeline can evaluate any tap of a group.
    fn build_target(&self, target: &GeneratorRef) -> GeneratorRef {
        if target.stage().is_none() {
            return target.clone();
        }
        let selected = self.compiled.get(target);
        let tap = selected.and_then(|compiled| compiled.generator.tap());
        target.tapped(tap.map_or(0, |tap| tap.group))
    }

    /// All groups are compiled in advance, so that another tap is shown without delay.
    fn all_groups(&self, targets: &[&GeneratorRef]) -> Vec<GeneratorRef> {
        let groups = targets.iter().flat_map(|target| {
            let tapped = self.compiled.tapped(target);
            let tap = tapped.and_then(|compiled| compiled.generator.tap());
            let all = tap.and_then(|tap| tap.all.as_deref());
            let groups = self.ordered_groups(target, all.unwrap_or_default());
            groups.into_iter().map(|group| target.tapped(group))
        });
        groups.collect()
    }

    /// Returns first the groups of the shown tap's function, then those of the file in the inside drawer, then others.
    fn ordered_groups(&self, target: &GeneratorRef, all: &[Tap]) -> Vec<u32> {
        let shown = self.compiled.get(target);
        let shown = shown.and_then(|shown| shown.generator.tap());
        let function = shown.map(|tap| &tap.tap.function);
        let own_file = &target.address().file;
        let file = self.inside.file.as_ref();
        let file = file.or(function.map(|function| &function.file));
        let file = file.unwrap_or(own_file);
        // Group 0 has the taps of the generator's own function; it is compiled before the list of taps is known.
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

    /// Begins with the selected cell.
    pub(super) fn shown_targets(&self) -> Vec<GeneratorRef> {
        let document = &self.document;
        let cells = std::iter::once(document.selected()).chain(&document.cells);
        cells.filter_map(Cell::build_target).collect()
    }
}
