//! Edits of the views of cells: view mode, placement, zoom.

use noise_playground::generator::Generator;
use noise_playground::grid::SPAN_LIMITS;
use noise_playground::shading::{ValueRange, ViewMode};

use super::camera::CameraMotion;
use super::{CellId, View, Workbench};

impl Workbench {
    /// Returns the selected cell's view.
    pub(crate) fn view(&self) -> &View {
        self.document.view(self.document.selected)
    }

    /// Returns the selected cell's view for edits, which change all linked cells if the cell is linked.
    pub(crate) fn view_mut(&mut self) -> &mut View {
        self.document.view_mut(self.document.selected)
    }

    /// Selects the next of the view modes that the selected cell's generator supports.
    pub(crate) fn select_next_mode(&mut self) {
        let Some(generator) = self.shown().cloned() else {
            return;
        };
        let mode = self.view().shading.mode;
        let modes = ViewMode::interactive().cycle();
        let mut following = modes.skip_while(|other| *other != mode).skip(1);
        let is_next = |mode: &ViewMode| generator.supports(*mode) && !mode.info().shows_errors;
        let next = following.find(is_next);
        self.view_mut().set_mode(next.unwrap_or(mode));
    }

    /// Centers the view of a cell at a world position.
    pub(crate) fn go_to(&mut self, cell: CellId, center: [f64; 2]) {
        let id = self.document.placement_cell(cell);
        self.document.view_mut(id).center = center;
    }

    /// Resets the selected cell's placement and view mode to the initial ones of its generator.
    pub(crate) fn reset_view(&mut self) {
        if let Some(generator) = self.shown().cloned() {
            let id = self.document.placement_cell(self.document.selected);
            self.document.view_mut(id).reset(&generator);
        }
    }

    /// Multiplies the width of the selected cell's view by `factor`, or the distance of its camera to the target; the
    /// center stays.
    pub(crate) fn zoom(&mut self, factor: f64) {
        if self.scene(self.document.selected).is_some() {
            let toward = self
                .viewpoint(self.document.selected)
                .map(|view| view.target);
            if let Some(toward) = toward {
                self.move_camera(
                    self.document.selected,
                    CameraMotion::Zoom { toward, factor },
                );
            }
            return;
        }
        let generator = self.shown().cloned();
        let id = self.document.placement_cell(self.document.selected);
        let view = self.document.view_mut(id);
        view.span = (view.span * factor).clamp(SPAN_LIMITS.0, SPAN_LIMITS.1);
        if let Some(generator) = generator {
            view.clamp_to_grid(&generator, [1, 1]);
        }
    }

    /// Resets the view of a cell to the initial one of a newly chosen generator, if that is still to be done. A view
    /// that is shared with other cells stays as it is.
    pub(super) fn apply_initial_view(&mut self, cell: CellId, generator: &Generator) {
        let document = &mut self.document;
        let is_alone = document.cells.len() == 1;
        let Some(cell) = document.cell_mut(cell).filter(|cell| cell.resets_view) else {
            return;
        };
        cell.resets_view = false;
        let (id, is_linked) = (cell.id, cell.own_view.is_none());
        if is_alone || !is_linked {
            let view = document.view_mut(id);
            view.reset(generator);
            view.shading.value_range = ValueRange::Auto;
        }
    }
}
