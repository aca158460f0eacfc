//! The parts of the window, as the keyboard goes from one to the next.

use egui::{FocusDirection, Id, Ui};

use crate::workbench::Workbench;

/// A part of the window with things that the keyboard can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FocusZone {
    /// The list of steps.
    Steps,
    /// The capture dialog.
    Capture,
    Pictures,
    /// The ends of the profile's line.
    Profile,
    Settings,
    Bar,
    Generators,
}

/// The identity of the generators' filter, which a command gives the focus.
pub(crate) fn filter_id() -> Id {
    Id::unique("generator filter")
}

/// The way round the window.
const ROUND: [FocusZone; 7] = [
    FocusZone::Steps,
    FocusZone::Capture,
    FocusZone::Pictures,
    FocusZone::Profile,
    FocusZone::Settings,
    FocusZone::Bar,
    FocusZone::Generators,
];

/// Where the keyboard is, and where it is about to go.
#[derive(Clone, Copy, Default)]
struct FocusState {
    at: Option<FocusZone>,
    wanted: Option<FocusZone>,
}

fn round_id() -> Id {
    Id::unique("region of the keyboard")
}

/// Has the next part of the window that is there take the keyboard, or the one before.
pub(crate) fn focus_next_zone(ui: &Ui, workbench: &Workbench, back: bool) {
    let round: FocusState = ui.data(|data| data.get_temp(round_id()).unwrap_or_default());
    let there: Vec<FocusZone> = ROUND
        .into_iter()
        .filter(|region| region.is_there(workbench))
        .collect();
    // Where nothing has the keyboard, it begins anew.
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

/// Has a part of the window take the keyboard.
pub(crate) fn go_to(ui: &Ui, region: FocusZone) {
    let wanted = Some(region);
    ui.data_mut(|data| data.insert_temp(round_id(), FocusState { at: wanted, wanted }));
}

/// Where a part begins: if it is wanted, the next thing that can have the keyboard gets it.
pub(crate) fn begin(ui: &Ui, region: FocusZone) {
    let round: FocusState = ui.data(|data| data.get_temp(round_id()).unwrap_or_default());
    // What is only measured has no place for the keyboard yet.
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

/// Has the next thing that can have the keyboard get it.
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
            Self::Capture => workbench.capturing.open,
            Self::Pictures => shows,
            Self::Profile => shows && workbench.comparing.profile.open && workbench.sweep.is_none(),
            Self::Settings => shows && panels.controls,
            Self::Bar => true,
            Self::Generators => panels.generators,
        }
    }
}
