//! Describes number widgets to screen readers, receives numbers that these set, and announces texts.

use egui::accesskit::{Action, ActionData, Live, Node};
use egui::{Id, Response, Ui};
use noise_playground::generator::control::SliderRange;

/// The widget's text is announced when it changes: at once if it is an error, otherwise after what is being read.
pub(crate) fn announce(response: &Response, is_error: bool) {
    let live = if is_error { Live::Assertive } else { Live::Polite };
    response.ctx.accesskit_node_builder(response.id, |node| node.set_live(live));
}

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

/// Returns the steps that a screen reader requested in this frame; up is positive.
pub(crate) fn requested_steps(ui: &Ui, id: Id) -> f32 {
    ui.input(|input| {
        let count = |action| input.num_accesskit_action_requests(id, action) as f32;
        count(Action::Increment) - count(Action::Decrement)
    })
}

/// Describes a widget that moves a point by steps and values. `text` names the whole value.
pub(crate) fn describe_point(ui: &Ui, id: Id, [min, max]: [f64; 2], text: &str) {
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_min_numeric_value(min);
        node.set_max_numeric_value(max);
        node.set_value(text);
        add_actions(node);
    });
}

pub(crate) fn describe_range(ui: &Ui, id: Id, range: &SliderRange) {
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_min_numeric_value(range.min);
        node.set_max_numeric_value(range.max);
        if let Some(step) = range.step {
            node.set_numeric_value_step(step);
        }
        add_actions(node);
    });
}

fn add_actions(node: &mut Node) {
    for action in [Action::SetValue, Action::Increment, Action::Decrement] {
        node.add_action(action);
    }
}
