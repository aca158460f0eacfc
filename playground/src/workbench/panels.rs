//! Panels: the parts of the window that can be open or closed. `ui.rs` lists all of them with what they draw.

use std::cmp::Ordering;

use super::Workbench;

/// Part of the window in which a panel is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Zone {
    /// Initial, least and largest width in points.
    Left([f32; 3]),
    Right([f32; 3]),
    /// A tab below or beside the pictures.
    Dock,
    /// On the pictures.
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

/// Everything about a panel but its contents.
#[derive(Debug)]
pub(crate) struct PanelInfo {
    /// Key in the session, and id in egui's memory.
    pub(crate) key: &'static str,
    pub(crate) title: &'static str,
    /// Page of the manual that explains the panel; empty for none.
    pub(crate) chapter: &'static str,
    pub(crate) zone: Zone,
    pub(crate) starts_open: bool,
    /// True if the session saves whether it is open; others start closed. The dock saves its own tabs.
    pub(crate) is_saved: bool,
    /// True if F6 moves the keyboard focus into it.
    pub(crate) has_focus_zone: bool,
    /// Name of the command that opens and closes it; empty for none.
    pub(crate) command: &'static str,
    /// In the notation of tooltips, as in `Shift-S`.
    pub(crate) shortcut: &'static str,
    pub(crate) tooltip: &'static str,
    pub(crate) group: CommandGroup,
    pub(crate) is_available: fn(&Workbench) -> bool,
    /// Called when it appears or disappears by a command or a click on its tab.
    pub(crate) toggled: fn(&mut Workbench),
}

impl PanelInfo {
    /// A tab of the dock that needs a picture.
    pub(crate) const DOCKED: Self = Self {
        key: "",
        title: "",
        chapter: "",
        zone: Zone::Dock,
        starts_open: false,
        is_saved: false,
        has_focus_zone: false,
        command: "",
        shortcut: "",
        tooltip: "",
        group: CommandGroup::View,
        is_available: has_picture,
        toggled: |_| {},
    };

    pub(crate) const FLOATING: Self = Self {
        zone: Zone::Floating,
        group: CommandGroup::Window,
        is_available: |_| true,
        ..Self::DOCKED
    };
}

/// Refers to a panel. Two with the same key are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel(pub(crate) &'static PanelInfo);

impl PartialEq for Panel {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Panel {}

impl PartialOrd for Panel {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Panel {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.key.cmp(other.0.key)
    }
}

fn has_picture(workbench: &Workbench) -> bool {
    workbench.has_picture()
}

/// The panels that the state of the window depends on.
impl Panel {
    pub(crate) const GENERATORS: Self = Self(&PanelInfo {
        key: "generators",
        title: "Generators",
        zone: Zone::Left([220.0, 160.0, 400.0]),
        starts_open: true,
        is_saved: true,
        has_focus_zone: true,
        is_available: |_| true,
        ..PanelInfo::DOCKED
    });
    pub(crate) const CONTROLS: Self = Self(&PanelInfo {
        key: "controls",
        title: "Controls",
        chapter: "window.md",
        zone: Zone::Right([300.0, 260.0, 520.0]),
        starts_open: true,
        is_saved: true,
        has_focus_zone: true,
        ..PanelInfo::DOCKED
    });
    pub(crate) const DIAGNOSTICS: Self = Self(&PanelInfo {
        key: "drawer",
        title: "Errors",
        chapter: "shader-files.md",
        zone: Zone::Picture,
        is_available: |workbench| !workbench.diagnostics().is_empty(),
        ..PanelInfo::DOCKED
    });
    pub(crate) const INSIDE: Self = Self(&PanelInfo {
        key: "inside",
        title: "Inside",
        chapter: "inside.md",
        command: "Look inside: source and values",
        shortcut: "I",
        tooltip: "The source; a click on a name shows that value",
        toggled: Workbench::reveal_generator,
        ..PanelInfo::DOCKED
    });
    pub(crate) const TRACE: Self = Self(&PanelInfo {
        key: "trace",
        title: "Trace",
        chapter: "inside.md",
        command: "Trace: all values of the sample under the pointer",
        shortcut: "T",
        tooltip: "All values of one sample, step by step",
        toggled: Workbench::update_trace,
        ..PanelInfo::DOCKED
    });
    pub(crate) const ANALYSIS: Self = Self(&PanelInfo {
        key: "analysis",
        title: "Analysis",
        chapter: "measuring.md",
        command: "Analysis",
        shortcut: "A",
        tooltip: "Analysis: spectrum, isotropy, histogram, slopes",
        ..PanelInfo::DOCKED
    });
    pub(crate) const EFFECTS: Self = Self(&PanelInfo {
        key: "effects",
        title: "What matters",
        chapter: "derivatives.md",
        command: "What matters: controls ranked by their effect",
        shortcut: "J",
        tooltip: "Controls ranked by how far they move the values of this view",
        is_available: Workbench::has_sensitivity,
        ..PanelInfo::DOCKED
    });
    pub(crate) const PROFILE: Self = Self(&PanelInfo {
        key: "profile",
        title: "Profile",
        chapter: "compare.md",
        has_focus_zone: true,
        command: "Profile along a line",
        shortcut: "L",
        tooltip: "Profile: heights along a line",
        is_available: Workbench::has_profile,
        toggled: Workbench::start_profile,
        ..PanelInfo::DOCKED
    });
    pub(crate) const CHANGES: Self = Self(&PanelInfo {
        key: "changes",
        title: "Changes",
        chapter: "compare.md",
        command: "Show changes",
        shortcut: "V",
        tooltip: "Changes in values and source from the reference, or since the cell was pinned",
        group: CommandGroup::Cells,
        is_available: |workbench| workbench.changes_to_show(workbench.document.selected).is_some(),
        toggled: Workbench::choose_changes,
        ..PanelInfo::DOCKED
    });

    pub(crate) fn info(self) -> &'static PanelInfo {
        self.0
    }

    pub(crate) fn is_docked(self) -> bool {
        self.0.zone == Zone::Dock
    }
}

impl Workbench {
    /// Returns true if a button at the side of the pictures stands for the panel.
    pub(crate) fn has_rail(&self, panel: Panel) -> bool {
        self.chrome.is_collapsed(panel) && (panel.info().is_available)(self)
    }

    /// Returns true while the panel is open and has something to show.
    pub(crate) fn shows(&self, panel: Panel) -> bool {
        self.chrome.is_open(panel) && (panel.info().is_available)(self)
    }

    /// The tabs in front start as if they were opened one by one.
    pub(crate) fn toggle_dock(&mut self) {
        self.0.chrome.dock_mut().toggle();
        self.reveal_generator();
    }

    pub(crate) fn toggle_panel(&mut self, panel: Panel) {
        self.0.chrome.set_open(panel, !self.chrome.is_open(panel));
        (panel.info().toggled)(self);
    }
}
