//! Optional items of the top bar, depending on its width.

/// Width of folder and file in points, independent of their names, so that the view modes keep their position.
pub(super) const PATH: f32 = 208.0;

/// Width in points of the buttons that are always shown, with a margin.
pub(super) const BUTTONS: f32 = 380.0;

/// Width of an icon button, in points.
const ICON: f32 = 36.0;

/// Width of the name of the button that adds a cell, in points.
const COMPARE: f32 = 66.0;

/// Width that the name of the analysis button adds, in points.
const ANALYSIS: f32 = 40.0;

/// Width of the pair's buttons in points: with icons only, and with names.
const PAIR: f32 = 84.0;
const NAMED_PAIR: f32 = 250.0;

/// Width of the list of view modes, in points.
pub(super) const MODE_LIST: f32 = 88.0;

pub(super) struct Space {
    /// True for a button for each view mode; otherwise there is a list.
    pub(super) has_modes: bool,
    /// Without space, only the command palette changes the theme.
    pub(super) has_theme: bool,
    /// Each true for names beside icons.
    pub(super) names_compare: bool,
    pub(super) names_analysis: bool,
    pub(super) names_pair: bool,
}

impl Space {
    /// `modes` is the width of the view modes' buttons.
    pub(super) fn of(width: f32, modes: f32, has_pair: bool) -> Self {
        let pair = if has_pair { PAIR } else { 0.0 };
        let free = width - PATH - BUTTONS - pair;
        let has_modes = free >= modes;
        let mut free = free - if has_modes { modes } else { MODE_LIST };
        // Space is allotted in the order of the calls, the most important item first.
        let mut takes = |width: f32| {
            free -= width;
            free >= 0.0
        };
        Self {
            has_modes,
            names_compare: takes(COMPARE),
            has_theme: takes(ICON),
            names_analysis: takes(ANALYSIS),
            names_pair: takes(NAMED_PAIR - PAIR),
        }
    }
}
