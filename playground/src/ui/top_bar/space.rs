//! Decides which optional items of the top bar are shown, depending on the width of the window.

/// Width reserved for folder and file on the left of the top bar, in points. It does not depend on their names, so that
/// the view modes beside them keep their position.
pub(super) const PATH: f32 = 208.0;

/// Total width in points of the top bar's buttons that are always shown: the icons of search, compare, analysis,
/// profile, history and help, and capture with its name, with a margin.
pub(super) const BUTTONS: f32 = 380.0;

/// Width of an icon button in the top bar, in points.
const ICON: f32 = 36.0;

/// Width of the name beside the icon of the button that adds a cell, in points.
const COMPARE: f32 = 66.0;

/// Difference in width, in points, between the analysis button with its name and with an icon.
const ANALYSIS: f32 = 40.0;

/// Total width in points of the buttons that arrange a pair of cells: with icons only, and with their names.
const PAIR: f32 = 84.0;
const NAMED_PAIR: f32 = 250.0;

/// Width in points of the drop-down list of view modes, which replaces their buttons in a narrow top bar.
pub(super) const MODE_LIST: f32 = 88.0;

/// The optional items of the top bar for which there is space.
pub(super) struct Space {
    /// True if the top bar has space for a button for each view mode; otherwise it has a drop-down list.
    pub(super) has_modes: bool,
    /// True if the top bar has space for the button that changes the theme; otherwise only the command palette changes
    /// it.
    pub(super) has_theme: bool,
    /// True if the top bar has space for the name of the compare button, the analysis button, and the buttons of a
    /// pair, respectively; otherwise they show icons only.
    pub(super) names_compare: bool,
    pub(super) names_analysis: bool,
    pub(super) names_pair: bool,
}

impl Space {
    /// Returns the optional items for which a top bar of `width` points has space. `modes` is the total width of the
    /// buttons of the view modes.
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
