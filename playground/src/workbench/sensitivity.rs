//! The derivative of the selected cell's values by a control, in place of the values: where the control acts.

use std::sync::Arc;

use noise_playground::gpu::measure::ControlEffect;
use noise_playground::view::shading::ViewMode;

use super::{PaneId, Workbench};

impl Workbench {
    /// Returns the control or component by which the selected cell shows the derivative; `None` if it shows values.
    pub(crate) fn sensitivity(&self) -> Option<&str> {
        self.document.selected().target.as_ref()?.sensitivity()
    }

    /// Shows the derivative by a control or by a component of one, such as `shift.y`; once again shows the values.
    pub(crate) fn toggle_sensitivity(&mut self, control: &str) {
        if self.sensitivity() == Some(control) {
            return self.show_stage(None);
        }
        let cell = self.0.document.selected_mut();
        let target = cell.target.take();
        cell.target = target.map(|target| target.with_sensitivity(control));
    }

    pub(crate) fn has_sensitivity(&self) -> bool {
        self.shown().is_some_and(|generator| !generator.sensitivities().is_empty())
    }

    /// Returns the latest measured effects of the selected cell's controls, largest first, or why there are none; `None`
    /// until they are measured.
    pub(crate) fn effects(&self) -> Option<&Result<Arc<[ControlEffect]>, String>> {
        let cell = self.document.selected();
        let result = cell.build_target()?.result();
        self.pane_stats(PaneId::Cell(cell.id)).effects.as_ref()?.of(&result)
    }

    /// Selects a view mode. A derivative by a control ends with its mode; that of the first control begins with it.
    pub(crate) fn set_mode(&mut self, mode: ViewMode) {
        let is_shown = self.sensitivity().is_some();
        if !mode.info().shows_sensitivity {
            if is_shown {
                self.show_stage(None);
            }
            return self.view_mut().set_mode(mode);
        }
        let first = self.shown().and_then(|generator| generator.sensitivities().into_iter().next());
        if let Some(first) = first.filter(|_| !is_shown) {
            self.toggle_sensitivity(&first);
        }
    }
}
