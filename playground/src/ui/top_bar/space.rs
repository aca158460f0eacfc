//! Optional items of the top bar. They depend on its width alone, so that no button moves while another is in use.

/// Width of folder and file in points, independent of their names, so that the view modes keep their position.
pub(super) const PATH: f32 = 208.0;

/// Width in points of the buttons that are always shown, with a margin.
pub(super) const BUTTONS: f32 = 330.0;

/// Width of the buttons of theme and help, in points.
const ICONS: f32 = 90.0;

/// Widths in points of the names of the buttons that add a cell and open the dock.
const COMPARE: f32 = 66.0;
const INSPECT: f32 = 52.0;

/// Width of the list of view modes, and of buttons for them, in points.
pub(super) const MODE_LIST: f32 = 88.0;
pub(super) const MODES: f32 = 312.0;

pub(super) struct Space {
    /// True for a button for each view mode; otherwise there is a list.
    pub(super) has_modes: bool,
    /// False if theme and help are only in the menu.
    pub(super) has_icons: bool,
    /// Each true for names beside icons.
    pub(super) names_compare: bool,
    pub(super) names_inspect: bool,
}

impl Space {
    pub(super) fn of(width: f32) -> Self {
        let free = width - PATH - BUTTONS;
        let has_modes = free >= MODES;
        let mut free = free - if has_modes { MODES } else { MODE_LIST };
        // Space is allotted in the order of the calls, the most important item first.
        let mut takes = |width: f32| {
            free -= width;
            free >= 0.0
        };
        Self {
            has_modes,
            names_inspect: takes(INSPECT),
            names_compare: takes(COMPARE),
            has_icons: takes(ICONS),
        }
    }
}
