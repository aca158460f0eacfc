//! The table of commands, from which shortcuts, menus, tooltips, the command palette and the list of shortcuts come.

use std::sync::LazyLock;

use egui::{Key, Modifiers, Response, Ui};
use noise_playground::view::shading::ViewMode;

use super::focus::{self, FocusZone, filter_id};
use super::manual;
use super::naming::{self, NameTarget};
use crate::workbench::document::{Arrangement, ROWS};
use crate::workbench::randomize::{Randomization, Scope};
use crate::workbench::{
    Action, CommandGroup, Dialog, Document, FolderDialog, NewFile, Panel, Workbench, Zone,
};

/// A named action of a shortcut, menu, button or the command palette.
pub(crate) struct Command {
    pub(crate) id: CommandId,
    pub(crate) group: CommandGroup,
    /// Shortcuts of a command, each of which triggers it. Tooltips and menus show the first.
    pub(crate) keys: Vec<(Modifiers, Key)>,
    pub(crate) name: &'static str,
    /// May be empty.
    pub(crate) tooltip: &'static str,
    is_available: fn(&Workbench) -> bool,
    effect: CommandEffect,
}

#[derive(Clone, Copy)]
enum CommandEffect {
    Mode(ViewMode),
    Panel(Panel),
    /// Selects the arrangement, or the plain grid if it is selected already.
    Arrange(Arrangement),
    Edit(fn(&mut Workbench)),
    Document(fn(&mut Document)),
    /// Edits also state that egui stores, such as the focus or an open text field.
    Interface(fn(&Ui, &mut Workbench)),
    Request(fn(&Workbench) -> Option<Action>),
}

const PLAIN: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const COMMAND: Modifiers = Modifiers::COMMAND;
const ALT: Modifiers = Modifiers::ALT;
const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Factor on the width of the view.
const ZOOM: f64 = std::f64::consts::SQRT_2;

/// Declares [`CommandId`] and [`COMMANDS`] from a table: identifier, group, keys, name, tooltip, availability, effect.
macro_rules! commands {
    ($($id:ident $group:ident $keys:tt $name:literal, $tooltip:literal, $available:expr, $effect:ident($how:expr);)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum CommandId {
            View(ViewMode),
            /// Opens a panel, or closes it.
            Panel(Panel),
            $($id),*
        }

        /// All commands of the window, in the order of the list of shortcuts.
        pub(crate) static COMMANDS: LazyLock<Vec<Command>> = LazyLock::new(|| {
            let mut commands: Vec<Command> = ViewMode::ALL.map(view_command).into();
            $(commands.push(Command {
                id: CommandId::$id,
                group: CommandGroup::$group,
                keys: $keys.into(),
                name: $name,
                tooltip: $tooltip,
                is_available: $available,
                effect: CommandEffect::$effect($how),
            });)*
            commands.extend(super::panels().filter_map(panel_command));
            commands
        });
    };
}

fn view_command(mode: ViewMode) -> Command {
    let key = mode.info().key;
    let modifiers =
        if key.chars().all(|letter| letter.is_ascii_uppercase()) { SHIFT } else { PLAIN };
    let key = Key::from_name(key).map(|key| (modifiers, key));
    Command {
        id: CommandId::View(mode),
        group: CommandGroup::View,
        keys: key.into_iter().collect(),
        name: mode.command_name(),
        tooltip: "",
        is_available: is_shown,
        effect: CommandEffect::Mode(mode),
    }
}

/// Returns `None` for a panel without a command.
fn panel_command(panel: Panel) -> Option<Command> {
    let info = panel.info();
    Some(Command {
        id: CommandId::Panel(panel),
        group: info.group,
        keys: vec![shortcut(info.shortcut)?],
        name: info.command,
        tooltip: info.tooltip,
        is_available: info.is_available,
        effect: CommandEffect::Panel(panel),
    })
}

/// Parses the notation of tooltips, as in `Shift-S`.
fn shortcut(text: &str) -> Option<(Modifiers, Key)> {
    let (modifiers, key) = match text.split_once('-') {
        Some(("Shift", key)) => (SHIFT, key),
        Some(("Ctrl", key)) => (COMMAND, key),
        _ => (PLAIN, text),
    };
    Some((modifiers, Key::from_name(key)?))
}

commands! {
    NextGenerator View [(PLAIN, Key::O)] "Next generator of the file", "", |w| w.next_generator().is_some(), Edit(Workbench::show_next_generator);
    Back View [(ALT, Key::ArrowLeft)] "Back to the previous view", "", |w| w.navigation.can_go_back(), Edit(Workbench::go_back);
    Forward View [(ALT, Key::ArrowRight)] "Forward to the next view", "", |w| w.navigation.can_go_forward(), Edit(Workbench::go_forward);
    NextMode View [(PLAIN, Key::Space)] "Next view", "", is_shown, Edit(Workbench::select_next_mode);
    ResetView View [(PLAIN, Key::F), (PLAIN, Key::Num0)] "Reset the view", "", is_shown, Edit(Workbench::reset_view);
    Inspect View [] "Inspect: open or close the dock", "Source, values, analysis, profile, changes and messages", always, Edit(Workbench::toggle_dock);
    MoveDock Window [] "Move the dock to the right or the bottom", "", always, Edit(|w| w.chrome_mut().dock_mut().move_to_other_side());
    ZoomIn View [(PLAIN, Key::Plus), (PLAIN, Key::Equals)] "Zoom in", "", is_shown, Edit(|w| w.zoom(1.0 / ZOOM));
    ZoomOut View [(PLAIN, Key::Minus)] "Zoom out", "", is_shown, Edit(|w| w.zoom(ZOOM));
    Pause View [(PLAIN, Key::P)] "Pause time", "", always, Edit(|w| w.clock_mut().paused = !w.clock.paused);
    HoldTrace View [(SHIFT, Key::T)] "Hold the traced position, or follow the pointer", "Stay at this position, so that the pointer can leave it. Editors show its values.", is_shown, Edit(Workbench::toggle_held_trace);
    PinStage View [] "Pin the value, or unpin it", "Keep this value as a thumbnail", Workbench::has_stage, Edit(Workbench::toggle_stage_pin);
    StageAsCell View [(PLAIN, Key::Enter)] "Value as a cell beside the result", "This value in a new cell, the result beside it", |w| w.shows(Panel::INSIDE) && w.has_stage(), Edit(Workbench::stage_as_cell);
    Capture View [(PLAIN, Key::S)] "Capture", "The shortcut repeats this capture", is_shown, Request(|_| Some(Action::Capture));
    CopyPicture View [(PLAIN, Key::C)] "Copy the picture", "The cell as on screen, to the clipboard", is_shown, Request(|_| Some(Action::CopyPicture));
    Duplicate Cells [(PLAIN, Key::D)] "Duplicate the cell", "Add a copy of this cell to compare with", |w| is_shown(w) && !w.document.is_full(), Document(|d| d.duplicate(d.selected));
    Close Cells [(PLAIN, Key::Delete)] "Close cell", "Close cell", has_several, Document(|d| d.close(d.selected));
    CloseOthers Cells [(SHIFT, Key::Delete)] "Close other cells", "", has_several, Document(|d| d.close_others(d.selected));
    Enlarge Cells [(PLAIN, Key::E)] "Enlarge the cell, or show all", "", is_shown, Arrange(Arrangement::Enlarged);
    OneRange Cells [] "Shared range of values for all cells, or each its own", "Equal colors are equal values in all cells", has_several, Document(|d| d.set_one_range(!d.has_one_range));
    SelectPrevious Cells [(PLAIN, Key::OpenBracket)] "Select previous cell", "", has_several, Document(|d| d.select_neighbor(-1));
    SelectNext Cells [(PLAIN, Key::CloseBracket)] "Select next cell", "", has_several, Document(|d| d.select_neighbor(1));
    MoveForward Cells [(COMMAND, Key::OpenBracket)] "Move the cell forward", "", has_several, Document(|d| d.move_selected(-1));
    MoveBack Cells [(COMMAND, Key::CloseBracket)] "Move the cell back", "", has_several, Document(|d| d.move_selected(1));
    Rename Cells [(PLAIN, Key::N)] "Name the cell", "", has_several, Interface(name_selected);
    Pin Cells [(PLAIN, Key::K)] "Pin or unpin source text", "", is_shown, Edit(Workbench::toggle_pinned);
    Unlink Cells [(PLAIN, Key::U)] "Unlink the view, or link it", "", has_several, Document(|d| d.toggle_linked());
    // The later of two available commands with this shortcut runs: leaving a mode comes before clearing the filter.
    ClearFilter Window [(PLAIN, Key::Escape)] "Clear the filter", "Show all generators", |w| !w.chrome.filter.is_empty() && !w.chrome.has_floating_panel(), Interface(|_, w| w.chrome_mut().filter.clear());
    Leave Cells [(PLAIN, Key::Escape)] "Back to the cells, or to the result", "Back; nothing changes", Workbench::can_show_all_cells, Edit(Workbench::show_all_cells);
    RandomizeGroup Values [(PLAIN, Key::R)] "Randomize last edited group", "", is_shown, Edit(|w| w.randomize(&w.last_edited_scope(), Randomization::Randomize));
    RandomizeAll Values [(SHIFT, Key::R)] "Randomize all", "Random values for all controls except seeds and excluded ones", is_shown, Edit(|w| w.randomize(&Scope::All, Randomization::Randomize));
    MutateGroup Values [(PLAIN, Key::M)] "Mutate last edited group", "", is_shown, Edit(|w| w.randomize(&w.last_edited_scope(), Randomization::Mutate(w.randomizer.mutation)));
    MutateAll Values [(SHIFT, Key::M)] "Mutate all", "Change all values slightly", is_shown, Edit(|w| w.randomize(&Scope::All, Randomization::Mutate(w.randomizer.mutation)));
    Mutations Values [(PLAIN, Key::G)] "Explore variations", "Eight variations around these values, to pick from", is_shown, Edit(Workbench::open_mutations);
    SavePreset Values [(COMMAND, Key::S)] "Save as preset", "Save these values beside the shader", is_shown, Interface(name_preset);
    UndoPreset Values [] "Undo last preset change", "", |w| w.folder.preset_undo.is_some(), Request(Workbench::undo_presets);
    ResetValues Values [] "Reset all values", "Set all controls to their defaults", Workbench::is_modified, Edit(|w| w.reset_values(&Scope::All));
    ResetViewSettings View [] "Reset all view settings", "Light, palette, value range, camera and all others", |w| ROWS.iter().any(|setting| w.document.is_view_setting_modified(*setting)), Edit(|w| ROWS.iter().for_each(|setting| w.document_mut().reset_view_setting(*setting)));
    Undo Values [(PLAIN, Key::Z), (COMMAND, Key::Z)] "Undo", "", always, Edit(|w| w.undo(false));
    Redo Values [(SHIFT, Key::Z), (COMMAND_SHIFT, Key::Z), (COMMAND, Key::Y)] "Redo", "", always, Edit(|w| w.undo(true));
    OpenInEditor View [(COMMAND, Key::E)] "Open in editor", "", has_target, Request(|w| Some(Action::OpenGenerator(w.selected_address()?)));
    Reveal View [] "Reveal the file in the file manager", "", has_target, Request(|w| Some(Action::Reveal(w.selected_address()?.file)));
    CopyPath View [] "Copy the path of the file", "", has_target, Request(|w| Some(Action::CopyPath(w.selected_address()?.file)));
    OpenFolder Window [(COMMAND, Key::O)] "Open a folder\u{2026}", "", always, Edit(|w| w.chrome_mut().dialog = Some(Dialog::OpenFolder(FolderDialog::default())));
    NewFile Window [(COMMAND, Key::N)] "New shader\u{2026}", "From a template", always, Edit(|w| w.chrome_mut().dialog = Some(Dialog::NewFile(NewFile::default())));
    Filter Window [(PLAIN, Key::Slash)] "Filter the generators", "Filter by words of the title or path", always, Interface(focus_filter);
    Panels Window [(COMMAND, Key::Backslash), (COMMAND, Key::B)] "Hide or show the panels", "", always, Edit(|w| w.chrome_mut().toggle_sides());
    NextZone Window [(PLAIN, Key::F6)] "Focus next panel", "", always, Interface(|ui, w| focus::focus_next_zone(ui, w, false));
    PreviousZone Window [(SHIFT, Key::F6)] "Focus previous panel", "", always, Interface(|ui, w| focus::focus_next_zone(ui, w, true));
    Theme Window [] "Light or dark theme", "", always, Edit(|w| w.chrome_mut().toggle_theme());
    Motion Window [] "Reduce motion, or allow it", "", always, Edit(|w| w.chrome_mut().toggle_motion());
    Manual Window [] "Open the manual", "", always, Interface(|ui, _| manual::open(ui, "SUMMARY.md"));
    Wipe Cells [(PLAIN, Key::W)] "Wipe: reference on the left of a line, selected cell on its right", "Wipe: reference on the left of a line, selected cell on its right", is_shown, Arrange(Arrangement::Wipe);
    Blink Cells [(PLAIN, Key::B)] "Blink: reference and selected cell alternate", "Blink: reference and selected cell alternate", is_shown, Arrange(Arrangement::Blink);
    Difference Cells [(PLAIN, Key::X)] "Difference: selected cell minus reference, with metrics", "Difference: selected cell minus reference, with metrics", is_shown, Arrange(Arrangement::Difference);
}

fn always(_: &Workbench) -> bool {
    true
}

fn is_shown(workbench: &Workbench) -> bool {
    workbench.shown().is_some()
}

fn has_target(workbench: &Workbench) -> bool {
    workbench.document.selected().target.is_some()
}

fn has_several(workbench: &Workbench) -> bool {
    workbench.document.cells.len() > 1
}

fn supports(workbench: &Workbench, mode: ViewMode) -> bool {
    let generator = workbench.shown();
    generator.is_some_and(|generator| generator.supports(mode))
}

/// A floating panel gets the keyboard focus when it opens.
fn toggle_panel(ui: &Ui, workbench: &mut Workbench, panel: Panel) {
    workbench.toggle_panel(panel);
    let info = panel.info();
    if info.zone == Zone::Floating && info.has_focus_zone && workbench.shows(panel) {
        focus::focus_zone(ui, FocusZone::Panel(panel));
    }
}

fn name_selected(ui: &Ui, workbench: &mut Workbench) {
    let selected = workbench.document.selected;
    naming::open(ui, NameTarget::Cell(selected), workbench.name(selected));
}

fn name_preset(ui: &Ui, workbench: &mut Workbench) {
    workbench.chrome_mut().set_open(Panel::CONTROLS, true);
    naming::open(ui, NameTarget::NewPreset, String::new());
}

fn focus_filter(ui: &Ui, workbench: &mut Workbench) {
    workbench.chrome_mut().set_open(Panel::GENERATORS, true);
    // The shortcut's `/` must not be typed into the focused field.
    let slash = egui::Event::Text("/".to_owned());
    ui.input_mut(|input| input.events.retain(|event| *event != slash));
    ui.memory_mut(|memory| memory.request_focus(filter_id()));
}

impl CommandId {
    pub(crate) fn command(self) -> &'static Command {
        let found = COMMANDS.iter().find(|command| command.id == self);
        found.expect("the table has a command for each identifier")
    }

    pub(crate) fn key_text(self) -> String {
        let key = self.command().keys.first();
        key.map(|(modifiers, key)| key_text(*modifiers, *key)).unwrap_or_default()
    }

    /// Returns the command that switches between `arrangement` and the plain grid.
    pub(crate) fn of_arrangement(arrangement: Arrangement) -> Self {
        match arrangement {
            Arrangement::Grid | Arrangement::Enlarged => Self::Enlarge,
            Arrangement::Wipe => Self::Wipe,
            Arrangement::Blink => Self::Blink,
            Arrangement::Difference => Self::Difference,
        }
    }

    /// Returns the action that the command requests of the application.
    pub(crate) fn run(self, ui: &Ui, workbench: &mut Workbench) -> Option<Action> {
        workbench.chrome_mut().dismiss_notice();
        match self.command().effect {
            CommandEffect::Mode(mode) => workbench.set_mode(mode),
            CommandEffect::Panel(panel) => toggle_panel(ui, workbench, panel),
            CommandEffect::Arrange(arrangement) => workbench.toggle(arrangement),
            CommandEffect::Edit(edit) => edit(workbench),
            CommandEffect::Document(edit) => edit(workbench.document_mut()),
            CommandEffect::Interface(edit) => edit(ui, workbench),
            CommandEffect::Request(request) => return request(workbench),
        }
        None
    }
}

impl Command {
    /// Returns true if the command would have an effect.
    pub(crate) fn is_available(&self, workbench: &Workbench) -> bool {
        match self.effect {
            CommandEffect::Mode(mode) if mode.info().shows_sensitivity => {
                workbench.has_sensitivity()
            }
            CommandEffect::Mode(mode) => supports(workbench, mode),
            _ => (self.is_available)(workbench),
        }
    }

    pub(crate) fn is_mode(&self) -> bool {
        matches!(self.effect, CommandEffect::Mode(_))
    }

    /// Returns the number of modifiers in the matching shortcut: of several commands, the one with most runs. Shift may
    /// be pressed in addition, since some keyboards need it to type the key.
    pub(crate) fn matches_shortcut(&self, modifiers: Modifiers, key: Key) -> Option<u8> {
        let matches = |(required, other): &&(Modifiers, Key)| {
            *other == key && modifiers.matches_logically(*required)
        };
        let (required, _) = self.keys.iter().find(matches)?;
        Some(u8::from(required.shift) + u8::from(required.command) + u8::from(required.alt))
    }

    /// Returns the first two shortcuts: `Shift-Z  or  Ctrl-Shift-Z`.
    pub(crate) fn key_texts(&self) -> String {
        let texts = self.keys.iter().take(2).map(|(modifiers, key)| key_text(*modifiers, *key));
        texts.collect::<Vec<_>>().join("  or  ")
    }
}

fn key_text(modifiers: Modifiers, key: Key) -> String {
    let command = if cfg!(target_os = "macos") { "Cmd-" } else { "Ctrl-" };
    let command = if modifiers.command { command } else { "" };
    let alt = if modifiers.alt { "Alt-" } else { "" };
    let shift = if modifiers.shift { "Shift-" } else { "" };
    let key = match key {
        Key::OpenBracket
        | Key::CloseBracket
        | Key::Slash
        | Key::Backslash
        | Key::Questionmark
        | Key::Plus
        | Key::Minus
        | Key::Equals => key.symbol_or_name(),
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        _ => key.name(),
    };
    format!("{command}{alt}{shift}{key}")
}

pub(crate) trait Tip {
    /// Adds the tooltip of `command`, followed by its shortcut.
    fn tip(self, command: CommandId) -> Self;
    /// Adds the tooltip `about`, followed by the shortcut of `command`.
    fn tip_as(self, about: &str, command: CommandId) -> Self;
}

impl Tip for Response {
    fn tip(self, command: CommandId) -> Self {
        self.tip_as(command.command().tooltip, command)
    }

    fn tip_as(self, about: &str, command: CommandId) -> Self {
        self.on_hover_ui(|ui| _ = ui.label(format!("{about}   ({})", command.key_text())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_and_names_are_unique() {
        let mut seen = Vec::new();
        // Terrain is a view of planes, solid one of volumes: they have the same key.
        let terrain = &CommandId::View(ViewMode::Terrain).command().keys;
        assert_eq!(&CommandId::View(ViewMode::Solid).command().keys, terrain);
        // `Escape` leaves what is open, then clears the filter.
        let escape = &CommandId::ClearFilter.command().keys;
        for command in COMMANDS.iter() {
            let names = COMMANDS.iter().filter(|other| other.name == command.name);
            assert_eq!(names.count(), 1, "{}", command.name);
            let is_solid = command.id == CommandId::View(ViewMode::Solid);
            for key in &command.keys {
                let is_leaving = command.name == CommandId::Leave.command().name;
                let is_shared =
                    is_solid && terrain.contains(key) || is_leaving && escape.contains(key);
                assert!(is_shared || !seen.contains(key), "{}", command.name);
                seen.push(*key);
            }
        }
        assert_eq!(CommandId::Undo.key_text(), "Z");
        assert_eq!(key_text(COMMAND_SHIFT, Key::Z), "Ctrl-Shift-Z");
    }
}
