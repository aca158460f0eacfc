//! The layout of the window, which the session saves.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WindowLayout {
    /// In points.
    pub(crate) size: [f32; 2],
    pub(crate) panels: OpenPanels,
    #[serde(rename = "extents")]
    pub(crate) panel_sizes: PanelSizes,
    pub(crate) dark: bool,
    /// Choice of the user; `None` to follow the desktop.
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

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PanelSizes {
    /// Width of the list of generators, in points.
    pub(crate) generators: f32,
    /// Width of the controls, in points.
    pub(crate) controls: f32,
    /// Height of the diagnostics panel, in points.
    pub(crate) drawer: f32,
}

impl Default for PanelSizes {
    fn default() -> Self {
        Self { generators: 220.0, controls: 300.0, drawer: 168.0 }
    }
}

/// True for each that is open. Those that are not serialized are closed when the window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OpenPanels {
    pub(crate) generators: bool,
    pub(crate) controls: bool,
    pub(crate) analysis: bool,
    pub(crate) inside: bool,
    pub(crate) sun: bool,
    pub(crate) slice: bool,
    pub(crate) time: bool,
    #[serde(skip)]
    pub(crate) diagnostics: bool,
    #[serde(skip)]
    pub(crate) shortcuts: bool,
    #[serde(skip)]
    pub(crate) palette: bool,
    #[serde(skip)]
    pub(crate) history: bool,
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
