//! The parts of the top bar for which there is space.

/// Width reserved for folder and file at the left, in points. It does not depend on their names, so that the view modes
/// beside them keep their position.
pub(super) const PATH: f32 = 208.0;

/// Width in points of the buttons on the right that are always shown: the icons of search, compare, analysis, profile,
/// history and help, and capture with its name, with a margin.
pub(super) const BUTTONS: f32 = 380.0;

/// Width in points of a button with an icon.
const ICON: f32 = 36.0;

/// Width in points of the name of the button that adds a cell.
const COMPARE: f32 = 66.0;

/// Width in points by which the name of the analysis panel is wider than its icon.
const ANALYSIS: f32 = 40.0;

/// Width in points of the buttons that arrange a pair of cells: with icons only, and with their names.
const PAIR: f32 = 84.0;
const NAMED_PAIR: f32 = 250.0;

/// Width in points of the list of view modes, where there is no space for a button each.
pub(super) const MODE_LIST: f32 = 88.0;

/// The parts of the bar for which there is space.
pub(super) struct Space {
    /// A button for each view mode instead of a list.
    pub(super) has_modes: bool,
    /// The button of the theme. Without it, the command palette changes the theme.
    pub(super) has_theme: bool,
    /// The names of buttons beside or instead of their icons.
    pub(super) names_compare: bool,
    pub(super) names_analysis: bool,
    pub(super) names_pair: bool,
}

impl Space {
    /// Returns the parts for which a bar of `width` has space. `modes` is the width of the buttons of the view modes.
    pub(super) fn of(width: f32, modes: f32, has_pair: bool) -> Self {
        let pair = if has_pair { PAIR } else { 0.0 };
        let free = width - PATH - BUTTONS - pair;
        let has_modes = free >= modes;
        let mut free = free - if has_modes { modes } else { MODE_LIST };
        // The more important parts take their space first.
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
