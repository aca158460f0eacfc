//! The layout of the window, which the session saves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::dock::Dock;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WindowLayout {
    /// In points.
    pub(super) size: [f32; 2],
    /// True for each that is open, by its key in the table of panels.
    pub(super) panels: BTreeMap<String, bool>,
    /// Widths or heights of panels, in points.
    #[serde(rename = "extents")]
    pub(super) panel_sizes: BTreeMap<String, f32>,
    pub(super) dock: Dock,
    /// Choice of the user; `None` to follow the desktop.
    pub(super) reduced_motion: Option<bool>,
}

impl WindowLayout {
    pub(crate) fn size(&self) -> [f32; 2] {
        self.size
    }
}

impl Default for WindowLayout {
    fn default() -> Self {
        Self {
            size: [1280.0, 800.0],
            panels: BTreeMap::new(),
            panel_sizes: BTreeMap::new(),
            dock: Dock::default(),
            reduced_motion: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::workbench::Chrome;

    #[test]
    fn size_of_a_minimized_window_is_not_kept() {
        let mut chrome = Chrome::default();
        chrome.set_window_size([900.0, 600.0]);
        for size in [[0.0, 0.0], [900.0, 0.0], [0.0, 600.0]] {
            chrome.set_window_size(size);
            assert_eq!(chrome.layout().size(), [900.0, 600.0]);
        }
    }
}
