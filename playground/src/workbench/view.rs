//! Edits of the views of cells: view mode, center, zoom.

use noise_playground::field::grid::SPAN_LIMITS;
use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::{SettingValue, ViewSetting};
use noise_playground::view::shading::ViewMode;

use super::camera::CameraMotion;
use super::document::GeneratorView;
use super::{Cell, CellId, Document, GeneratorRef, View, ViewMut, Workbench};

impl Workbench {
    pub(crate) fn view(&self) -> View {
        self.document.view(self.document.selected)
    }

    /// Edits of a linked cell change all linked cells.
    pub(crate) fn view_mut(&mut self) -> ViewMut<'_> {
        self.0.document.view_mut(self.document.selected)
    }

    /// In a compared pair, returns the reference's view for settings of the placement.
    pub(crate) fn setting_view_mut(&mut self, setting: ViewSetting) -> ViewMut<'_> {
        let cell = self.document.cell_of(setting);
        self.0.document.view_mut(cell)
    }

    pub(crate) fn set_view_setting(&mut self, setting: ViewSetting, value: SettingValue) {
        self.setting_view_mut(setting).set(setting, value);
    }

    /// Skips modes that the generator does not support; cyclic.
    pub(crate) fn select_next_mode(&mut self) {
        let Some(generator) = self.shown().cloned() else {
            return;
        };
        let mode = self.view().shading.mode;
        let modes = ViewMode::ALL.into_iter().cycle();
        let mut following = modes.skip_while(|other| *other != mode).skip(1);
        let is_next = |mode: &ViewMode| generator.supports(*mode) && !mode.is_special();
        let next = following.find(is_next);
        self.set_mode(next.unwrap_or(mode));
    }

    /// Centers the view at a world position (x, y).
    pub(crate) fn go_to(&mut self, cell: CellId, center: [f64; 2]) {
        let id = self.document.placement_cell(cell);
        self.0.document.view_mut(id).center = center;
    }

    /// Resets to the initial placement and view mode.
    pub(crate) fn reset_view(&mut self) {
        if let Some(generator) = self.shown().cloned() {
            let id = self.document.placement_cell(self.document.selected);
            self.set_framing(self.camera_owner(id), None);
            let mode = self.has_stage().then_some(ViewMode::Texture);
            let mut view = self.0.document.view_mut(id);
            view.reset(&generator);
            if let Some(mode) = mode {
                view.set_mode(mode);
            }
        }
    }

    /// Multiplies the width of the view, or the distance of the camera to the target; the center remains.
    pub(crate) fn zoom(&mut self, factor: f64) {
        if self.scene(self.document.selected).is_some() {
            let toward = self.viewpoint(self.document.selected).map(|view| view.target);
            if let Some(toward) = toward {
                self.move_camera(self.document.selected, CameraMotion::Zoom { toward, factor });
            }
            return;
        }
        let generator = self.shown().cloned();
        let id = self.document.placement_cell(self.document.selected);
        let mut view = self.0.document.view_mut(id);
        view.span = (view.span * factor).clamp(SPAN_LIMITS.0, SPAN_LIMITS.1);
        if let Some(generator) = generator {
            view.clamp_to_grid(&generator, [1, 1]);
        }
    }
}

impl Document {
    /// Applies a pending reset: to the generator's last view, or else its initial one. A view shared by cells remains.
    pub(super) fn apply_initial_view(
        &mut self,
        cell: CellId,
        target: &GeneratorRef,
        generator: &Generator,
    ) {
        let known = target.live_address().and_then(|address| self.views.get(address)).copied();
        let is_alone = self.cells.len() == 1;
        let is_pending =
            |cell: &&mut Cell| cell.resets_view && cell.build_target().as_ref() == Some(target);
        let Some(cell) = self.cell_mut(cell).filter(is_pending) else {
            return;
        };
        cell.resets_view = false;
        let own = known.unwrap_or_else(|| GeneratorView::initial(generator));
        if let Some(view) = &mut cell.own_view {
            *view = own.view;
        } else if is_alone {
            self.set_shared(own);
        }
    }
}
