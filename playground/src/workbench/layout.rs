//! The layout of the window, which the session saves: size, open panels, theme.

use serde::{Deserialize, Serialize};

/// Size, panels and theme of the window, in the form in which the session saves them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WindowLayout {
    /// Width and height of the application's window, in points, when it was last open.
    pub(crate) size: [f32; 2],
    pub(crate) panels: OpenPanels,
    #[serde(rename = "extents")]
    pub(crate) panel_sizes: PanelSizes,
    /// True if the dark theme is selected.
    pub(crate) dark: bool,
    /// True if the user has turned reduced motion (an interface without animations) on, false if off; `None` to follow
    /// the desktop.
    pub(crate) reduced_motion: Option<bool>,
}

impl Default for WindowLayout {
    fn default() -> Self {
        Self {
            size: [1280.0, 800.0],
            panels: OpenPanels::default(),
            panel_sizes: PanelSizes::default(),
            dark: true,
            reduced_motion: None,
        }
    }
}

/// Sizes of the window's resizable panels, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PanelSizes {
    /// Width of the panel with the list of generators on the left, in points.
    pub(crate) generators: f32,
    /// Width of the panel with the controls on the right, in points.
    pub(crate) controls: f32,
    /// Height of the diagnostics panel below the pictures, in points.
    pub(crate) drawer: f32,
}

impl Default for PanelSizes {
    fn default() -> Self {
        Self {
            generators: 220.0,
            controls: 300.0,
            drawer: 168.0,
        }
    }
}

/// Panels, windows and tools of the window, with true for each that is open. Those that are not serialized are closed
/// when the window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OpenPanels {
    pub(crate) generators: bool,
    pub(crate) controls: bool,
    pub(crate) analysis: bool,
    /// True if the inside drawer is open, which shows the source text and inner values of the selected cell's
    /// generator.
    pub(crate) inside: bool,
    /// True if the sun dial on the picture is open.
    pub(crate) sun: bool,
    /// True if the slider for the z of a slice on the picture is open.
    pub(crate) slice: bool,
    /// True if the tool for the animation time on the picture is open.
    pub(crate) time: bool,
    #[serde(skip)]
    pub(crate) diagnostics: bool,
    #[serde(skip)]
    pub(crate) shortcuts: bool,
    /// True if the command palette is open.
    #[serde(skip)]
    pub(crate) palette: bool,
    #[serde(skip)]
    pub(crate) history: bool,
    /// True if the trace panel is open, which lists all inner values of the sample under the pointer.
    #[serde(skip)]
    pub(crate) trace: bool,
}

impl Default for OpenPanels {
    fn default() -> Self {
        Self {
            generators: true,
            controls: true,
            analysis: false,
            inside: false,
            sun: false,
            slice: false,
            time: false,
            diagnostics: false,
            shortcuts: false,
            history: false,
            palette: false,
            trace: false,
        }
    }
}
