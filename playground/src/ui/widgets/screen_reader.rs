//! Numbers that a screen reader sets.

use egui::accesskit::{Action, ActionData};
use egui::{Id, Ui};

/// Returns the number that a screen reader requested in this frame for a widget.
pub(crate) fn requested_value(ui: &Ui, id: Id) -> Option<f64> {
    ui.input(|input| {
        let mut requests = input.accesskit_action_requests(id, Action::SetValue);
        requests.find_map(|request| match request.data {
            Some(ActionData::NumericValue(number)) => Some(number),
            _ => None,
        })
    })
}
