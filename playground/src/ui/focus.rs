//! Moves the keyboard focus between the panels of the window.

use egui::{FocusDirection, Id, Ui};

use crate::workbench::Workbench;

/// A part of the window with widgets that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FocusZone {
    /// The history.
    Steps,
    /// The capture dialog.
    Capture,
    Pictures,
    /// The ends of the line of the profile.
    Profile,
    Settings,
    Bar,
    Generators,
}

/// Returns the id of the filter above the generators, which a command focuses.
pub(crate) fn filter_id() -> Id {
    Id::unique("generator filter")
}

/// The order of the zones.
const ROUND: [FocusZone; 7] = [
    FocusZone::Steps,
    FocusZone::Capture,
    FocusZone::Pictures,
    FocusZone::Profile,
    FocusZone::Settings,
    FocusZone::Bar,
    FocusZone::Generators,
];

/// The zone with the focus, and the zone that is to get it.
#[derive(Clone, Copy, Default)]
struct FocusState {
    at: Option<FocusZone>,
    wanted: Option<FocusZone>,
}

fn round_id() -> Id {
    Id::unique("region of the keyboard")
}

/// Moves the focus to the next visible zone, or to the previous one if `back` is set.
pub(crate) fn focus_next_zone(ui: &Ui, workbench: &Workbench, back: bool) {
    let round: FocusState = ui.data(|data| data.get_temp(round_id()).unwrap_or_default());
    let there: Vec<FocusZone> = ROUND
        .into_iter()
        .filter(|region| region.is_there(workbench))
        .collect();
    // Without a focused widget, the cycle starts again.
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    let at = round.at.filter(|_| has_focus);
    let at = there.iter().position(|region| Some(*region) == at);
    let next = match (at, back) {
        (None, false) => 0,
        (None, true) => there.len() - 1,
        (Some(at), false) => (at + 1) % there.len(),
        (Some(at), true) => (at + there.len() - 1) % there.len(),
    };
    go_to(ui, there[next]);
}

/// Moves the focus to a zone.
pub(crate) fn go_to(ui: &Ui, region: FocusZone) {
    let wanted = Some(region);
    ui.data_mut(|data| data.insert_temp(round_id(), FocusState { at: wanted, wanted }));
}

/// Marks the start of a zone: if it is to get the focus, the next widget does.
pub(crate) fn begin(ui: &Ui, region: FocusZone) {
    let round: FocusState = ui.data(|data| data.get_temp(round_id()).unwrap_or_default());
    // A sizing pass has no final widgets to focus.
    if round.wanted != Some(region) || ui.is_sizing_pass() {
        return;
    }
    focus_next(ui);
    ui.data_mut(|data| {
        data.insert_temp(
            round_id(),
            FocusState {
                wanted: None,
                ..round
            },
        );
    });
}

/// Moves the focus to the next widget.
pub(crate) fn focus_next(ui: &Ui) {
    ui.memory_mut(|memory| {
        memory.stop_text_input();
        memory.move_focus(FocusDirection::Next);
    });
}

impl FocusZone {
    fn is_there(self, workbench: &Workbench) -> bool {
        let shows = workbench.shown().is_some();
        let panels = &workbench.chrome.panels;
        match self {
            Self::Steps => panels.history,
            Self::Capture => workbench.capture_settings.is_open,
            Self::Pictures => shows,
            Self::Profile => {
                shows && workbench.comparison.profile.open && workbench.sweep.is_none()
            }
            Self::Settings => shows && panels.controls,
            Self::Bar => true,
            Self::Generators => panels.generators,
        }
    }
}
