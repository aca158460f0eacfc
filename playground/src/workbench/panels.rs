//! The panels of the window as one table, over which session, commands, keyboard focus, manual and layout loop.

use egui::{Margin, Vec2};

use super::Workbench;

/// Part of the window in which a panel is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    Left,
    Right,
    Bottom,
    /// On the selected picture.
    Picture,
    /// Above the other panels.
    Floating,
    /// Above the other panels, which do not react meanwhile.
    Modal,
}

/// Heading in the list of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandGroup {
    View,
    Cells,
    Values,
    Window,
}

/// One row of the table of panels.
pub(crate) struct PanelInfo {
    /// Key in the session, and id in egui's memory.
    pub(crate) key: &'static str,
    pub(crate) title: &'static str,
    /// Page of the manual that explains the panel; empty for none.
    pub(crate) chapter: &'static str,
    pub(crate) zone: Zone,
    /// Returns width or height in points, initially, at least and at most, in the free part of the window.
    pub(crate) size: fn(free: Vec2) -> [f32; 3],
    pub(crate) margin: Margin,
    /// Width of the free part of the window, in points, below which a panel of the right is at the bottom.
    pub(crate) narrow: f32,
    /// Width of the window, in points, below which a panel of the bottom extends below the sides.
    pub(crate) spans: f32,
    pub(super) starts_open: bool,
    /// True if the session saves whether it is open; others are closed when the window opens.
    pub(super) is_saved: bool,
    /// True if F6 moves the keyboard focus into it.
    pub(crate) has_focus_zone: bool,
    /// Name of the command that opens and closes it; empty for none.
    pub(crate) command: &'static str,
    /// In the notation of tooltips, as in `Shift-S`.
    pub(crate) shortcut: &'static str,
    pub(crate) tooltip: &'static str,
    pub(crate) group: CommandGroup,
    pub(crate) is_available: fn(&Workbench) -> bool,
    /// Called after the command has opened or closed it.
    toggled: fn(&mut Workbench),
}

const PLAIN: PanelInfo = PanelInfo {
    key: "",
    title: "",
    chapter: "",
    zone: Zone::Bottom,
    size: |_| [0.0; 3],
    margin: Margin { left: 12, right: 12, top: 4, bottom: 8 },
    narrow: 0.0,
    spans: 0.0,
    starts_open: false,
    is_saved: false,
    has_focus_zone: false,
    command: "",
    shortcut: "",
    tooltip: "",
    group: CommandGroup::View,
    is_available: |_| true,
    toggled: |_| {},
};

const TOOL: PanelInfo = PanelInfo { zone: Zone::Picture, is_saved: true, ..PLAIN };

const WINDOW: PanelInfo = PanelInfo { zone: Zone::Floating, group: CommandGroup::Window, ..PLAIN };

fn has_picture(workbench: &Workbench) -> bool {
    workbench.shown().is_some()
}

macro_rules! panels {
    ($($Panel:ident: $info:expr,)*) => {
        /// Part of the window that can be open or closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Panel {
            $($Panel,)*
        }

        impl Panel {
            pub(crate) const ALL: [Self; [$(stringify!($Panel)),*].len()] = [$(Self::$Panel),*];

            /// Returns the row of the table.
            pub(crate) fn info(self) -> &'static PanelInfo {
                match self {
                    $(Self::$Panel => const { &$info },)*
                }
            }
        }
    };
}

// In the order in which they are laid out, from the edge of the window to its center.
panels! {
    Generators: PanelInfo {
        key: "generators",
        title: "Generators",
        zone: Zone::Left,
        size: |_| [220.0, 160.0, 400.0],
        margin: Margin { left: 12, right: 12, top: 8, bottom: 0 },
        starts_open: true,
        is_saved: true,
        has_focus_zone: true,
        ..PLAIN
    },
    Controls: PanelInfo {
        key: "controls",
        title: "Controls",
        chapter: "window.md",
        zone: Zone::Right,
        size: |_| [300.0, 260.0, 520.0],
        margin: Margin { left: 12, right: 0, top: 8, bottom: 0 },
        starts_open: true,
        is_saved: true,
        has_focus_zone: true,
        is_available: has_picture,
        ..PLAIN
    },
    Diagnostics: PanelInfo {
        key: "drawer",
        title: "Errors",
        chapter: "shader-files.md",
        size: |_| [168.0, 56.0, 480.0],
        margin: Margin { left: 12, right: 12, top: 0, bottom: 0 },
        spans: f32::INFINITY,
        is_available: |workbench| !workbench.diagnostics().is_empty(),
        ..PLAIN
    },
    Profile: PanelInfo {
        key: "profile",
        title: "Profile",
        chapter: "compare.md",
        size: |_| [208.0, 120.0, 480.0],
        has_focus_zone: true,
        command: "Profile along a line",
        shortcut: "L",
        tooltip: "Profile: heights along a line",
        is_available: Workbench::has_profile,
        toggled: Workbench::start_profile,
        ..PLAIN
    },
    Analysis: PanelInfo {
        key: "analysis",
        title: "Analysis",
        chapter: "measuring.md",
        size: |_| [264.0, 140.0, 560.0],
        is_saved: true,
        command: "Analysis",
        shortcut: "A",
        tooltip: "Analysis: spectrum, isotropy, histogram, slopes",
        is_available: has_picture,
        ..PLAIN
    },
    Inside: PanelInfo {
        key: "inside",
        title: "Inside",
        chapter: "inside.md",
        // In a small window, part of the picture must remain visible.
        size: |free| {
            let share = |share: f32, most| (share * free.y).clamp(150.0, most);
            [share(0.42, 300.0), 150.0, share(0.55, 720.0)]
        },
        spans: 1000.0,
        is_saved: true,
        command: "Look inside: source and values",
        shortcut: "I",
        tooltip: "The source; a click on a name shows that value",
        is_available: has_picture,
        toggled: Workbench::reveal_generator,
        ..PLAIN
    },
    Trace: PanelInfo {
        key: "trace",
        title: "Trace",
        chapter: "inside.md",
        zone: Zone::Right,
        size: trace_size,
        margin: Margin { left: 12, right: 4, top: 4, bottom: 8 },
        narrow: TRACE_BESIDE,
        command: "Trace: all values of the sample under the pointer",
        shortcut: "T",
        tooltip: "All values of one sample, step by step",
        is_available: has_picture,
        toggled: Workbench::start_trace,
        ..PLAIN
    },
    Sun: PanelInfo { key: "sun", title: "Sun dial", ..TOOL },
    Slice: PanelInfo { key: "slice", title: "z of the slice", ..TOOL },
    Time: PanelInfo { key: "time", title: "Time", ..TOOL },
    History: PanelInfo {
        key: "history",
        title: "History",
        chapter: "values.md",
        has_focus_zone: true,
        command: "History",
        shortcut: "H",
        tooltip: "History",
        group: CommandGroup::Values,
        ..WINDOW
    },
    Messages: PanelInfo {
        key: "messages",
        title: "Messages",
        command: "Messages",
        shortcut: "Ctrl-L",
        ..WINDOW
    },
    Capture: PanelInfo {
        key: "capture",
        title: "Capture",
        chapter: "captures.md",
        has_focus_zone: true,
        command: "Capture settings",
        shortcut: "Shift-S",
        tooltip: "Source, format and size of captures",
        group: CommandGroup::View,
        is_available: has_picture,
        ..WINDOW
    },
    Shortcuts: PanelInfo {
        key: "shortcuts",
        title: "Keyboard shortcuts",
        zone: Zone::Modal,
        command: "Keyboard shortcuts",
        shortcut: "?",
        ..WINDOW
    },
    Palette: PanelInfo {
        key: "palette",
        title: "Commands",
        zone: Zone::Modal,
        command: "Commands",
        shortcut: "Ctrl-K",
        ..WINDOW
    },
}

/// Width beside the side panels, in points, from which the trace is on the right of the pictures.
const TRACE_BESIDE: f32 = 680.0;

fn trace_size(free: Vec2) -> [f32; 3] {
    if free.x >= TRACE_BESIDE {
        return [432.0, 280.0, 760.0];
    }
    let most = (0.45 * free.y).clamp(96.0, 480.0);
    [most.min(208.0), most.min(120.0), most]
}

impl Workbench {
    /// Returns true while the panel is open and has something to show.
    pub(crate) fn shows(&self, panel: Panel) -> bool {
        self.chrome.is_open(panel) && (panel.info().is_available)(self)
    }

    pub(crate) fn shows_any(&self, zone: Zone) -> bool {
        Panel::ALL.into_iter().any(|panel| panel.info().zone == zone && self.shows(panel))
    }

    pub(crate) fn toggle_panel(&mut self, panel: Panel) {
        self.0.chrome.set_open(panel, !self.chrome.is_open(panel));
        (panel.info().toggled)(self);
    }
}
