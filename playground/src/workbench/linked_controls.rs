//! Linked controls, whose edits apply to all cells.

use std::sync::Arc;

use noise_playground::generator::control::{Control, Values};
use noise_playground::source::Source;

use super::{CellId, PaneId, Workbench};

impl Workbench {
    /// Linking copies the selected cell's value to all cells.
    pub(crate) fn set_control_linked(&mut self, name: String, linked: bool) {
        if linked {
            self.0.document.edit().linked_controls.insert(name.clone());
            self.copy_to_all_cells(&[name]);
        } else {
            self.0.document.edit().linked_controls.remove(&name);
        }
    }

    /// Copies changed values of linked controls to all other cells. `before` are the values before the edit.
    pub(super) fn propagate_linked(&mut self, before: &Values) {
        let Some(setup) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return;
        };
        let changed = setup.generator.controls().iter().filter(|control| {
            let is_linked = self.document.linked_controls.contains(&control.name);
            is_linked && setup.values.get(control) != before.get(control)
        });
        let names: Vec<String> = changed.map(|control| control.name.clone()).collect();
        self.copy_to_all_cells(&names);
    }

    /// Copies values to all cells that have a control of the same name and type.
    pub(super) fn copy_to_all_cells(&mut self, names: &[String]) {
        let Some(setup) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return;
        };
        let is_named = |control: &&Control| names.contains(&control.name);
        for control in setup.generator.controls().iter().filter(is_named) {
            let value = setup.values.get(control);
            for index in 0..self.document.cells.len() {
                let Some((_, compiled)) = self.shown_in(self.document.cells[index].id) else {
                    continue;
                };
                let same = |other: &Control| other.name == control.name && other.ty == control.ty;
                if compiled.generator.controls().iter().any(same) {
                    let address = compiled.generator.address().clone();
                    let cell = &mut self.0.document.edit().cells[index];
                    let values = cell.values.entry(address);
                    values.or_default().set(control, value.clone());
                }
            }
        }
    }

    /// Returns true if generator and source text equal those of the reference.
    pub(super) fn differs_in_values_only(&self, cell: CellId) -> bool {
        let reference = self.document.cells[0].id;
        let address = |id| Some(self.shown_in(id)?.1.generator.address().clone());
        address(reference) == address(cell) && self.text(reference) == self.text(cell)
    }

    /// Returns the generator's own source file, then imported ones.
    pub(super) fn text(&self, cell: CellId) -> Option<&[Arc<Source>]> {
        let (_, compiled) = self.shown_in(cell)?;
        Some(&compiled.linked.sources)
    }
}
