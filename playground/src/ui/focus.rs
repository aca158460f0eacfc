//! Focus zones: F6 moves the keyboard focus from one panel of the window to the next.

use egui::{FocusDirection, Id, Ui};

use crate::workbench::{Panel, Workbench, Zone};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FocusZone {
    /// That of the profile is the two ends of its line on the picture.
    Panel(Panel),
    Pictures,
    Bar,
}

/// Id of the field that filters the list of generators.
pub(crate) fn filter_id() -> Id {
    Id::unique("generator filter")
}

/// Focuses the field `id` if no widget is; called before it is shown, so that it gets text typed in a slow frame.
pub(crate) fn focus_if_none(ui: &Ui, id: Id) {
    ui.memory_mut(|memory| {
        if memory.focused().is_none() {
            memory.request_focus(id);
        }
    });
}

/// In the order in which F6 visits them.
fn zones() -> impl Iterator<Item = FocusZone> {
    let panels = |is_in: fn(Zone) -> bool| {
        let panels = super::panels().filter(move |panel| is_in(panel.info().zone));
        panels.filter(|panel| panel.info().has_focus_zone).map(FocusZone::Panel)
    };
    let floating = panels(|zone| zone == Zone::Floating);
    let center = floating.chain([FocusZone::Pictures]).chain(panels(|zone| zone == Zone::Dock));
    let right = panels(|zone| matches!(zone, Zone::Right(_)));
    let left = panels(|zone| matches!(zone, Zone::Left(_)));
    center.chain(right).chain([FocusZone::Bar]).chain(left)
}

/// The zone that got the focus last, and the zone whose first widget gets it at the next layout.
#[derive(Clone, Copy, Default)]
struct FocusState {
    current: Option<FocusZone>,
    requested: Option<FocusZone>,
}

fn state_id() -> Id {
    Id::unique("focus zone")
}

/// Moves the focus to the next visible zone, or the previous one if `back`.
pub(crate) fn focus_next_zone(ui: &Ui, workbench: &Workbench, back: bool) {
    let state: FocusState = ui.data(|data| data.get_temp(state_id()).unwrap_or_default());
    let visible: Vec<FocusZone> = zones().filter(|zone| zone.is_visible(workbench)).collect();
    // If no widget has the focus, F6 starts again with the first zone.
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    let at = state.current.filter(|_| has_focus);
    let at = visible.iter().position(|zone| Some(*zone) == at);
    let next = match (at, back) {
        (None, false) => 0,
        (None, true) => visible.len() - 1,
        (Some(at), false) => (at + 1) % visible.len(),
        (Some(at), true) => (at + visible.len() - 1) % visible.len(),
    };
    focus_zone(ui, visible[next]);
}

/// Takes effect in the next frame that shows the zone.
pub(crate) fn focus_zone(ui: &Ui, zone: FocusZone) {
    let requested = Some(zone);
    ui.data_mut(|data| {
        data.insert_temp(state_id(), FocusState { current: requested, requested });
    });
}

/// Called where the layout of a zone starts: focuses its first widget if that was requested.
pub(crate) fn start_zone(ui: &Ui, zone: FocusZone) {
    let state: FocusState = ui.data(|data| data.get_temp(state_id()).unwrap_or_default());
    // A sizing pass has no final widgets to focus.
    if state.requested != Some(zone) || ui.is_sizing_pass() {
        return;
    }
    focus_next(ui);
    ui.data_mut(|data| {
        data.insert_temp(state_id(), FocusState { requested: None, ..state });
    });
}

/// Focuses the next widget that is laid out.
pub(crate) fn focus_next(ui: &Ui) {
    ui.memory_mut(|memory| {
        memory.stop_text_input();
        memory.move_focus(FocusDirection::Next);
    });
}

impl FocusZone {
    fn is_visible(self, workbench: &Workbench) -> bool {
        match self {
            // A sheet in place of the pictures has no profile line.
            Self::Panel(panel) if panel == Panel::PROFILE && workbench.sweep.is_some() => false,
            // In place of a collapsed panel, the button that opens it.
            Self::Panel(panel) => workbench.shows(panel) || workbench.has_rail(panel),
            Self::Pictures => workbench.has_picture(),
            Self::Bar => true,
        }
    }
}
