//! Describes number widgets to screen readers, and receives numbers that these set.

use egui::accesskit::{Action, ActionData};
use egui::{Id, Ui};
use noise_playground::control::SliderRange;

/// Returns the number that a screen reader set in this frame.
pub(crate) fn requested_value(ui: &Ui, id: Id) -> Option<f64> {
    ui.input(|input| {
        let mut requests = input.accesskit_action_requests(id, Action::SetValue);
        requests.find_map(|request| match request.data {
            Some(ActionData::NumericValue(number)) => Some(number),
            _ => None,
        })
    })
}

pub(crate) fn describe_range(ui: &Ui, id: Id, range: &SliderRange) {
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_min_numeric_value(range.min);
        node.set_max_numeric_value(range.max);
        if let Some(step) = range.step {
            node.set_numeric_value_step(step);
        }
        node.add_action(Action::SetValue);
    });
}
