//! The list of generators of the folder, with subfolders and helper functions that fold.

mod entry;
mod entry_menu;
mod rows;

use std::collections::BTreeSet;

use egui::{
    Button, Frame, Id, Key, Label, Modifiers, Rect, RichText, Sense, TextEdit, Ui, UiBuilder, Vec2,
    vec2,
};
use noise_playground::generator::Address;

use super::commands::{CommandId, Tip as _};
use super::focus::{self, FocusZone, filter_id};
use super::theme::ROW;
use super::widgets::has_changed;
use super::{PanelOutput, icons};
use crate::workbench::{Action, FolderState, Panel, Workbench};
use rows::{RowsInput, Toggled, rows_ui};

pub(crate) enum ListRequest {
    Show(Address),
    ShowBeside(Address),
    /// Index of an opened data file.
    ShowData(usize),
    Request(Action),
}

pub(crate) fn generators_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    focus::start_zone(ui, FocusZone::Panel(Panel::GENERATORS));
    let requested = list_ui(ui, workbench, &mut output.commands);
    match requested {
        Some(ListRequest::Show(address)) => workbench.show(address),
        Some(ListRequest::ShowBeside(address)) => workbench.show_beside(address),
        Some(ListRequest::ShowData(index)) => workbench.show_data_file(index),
        Some(ListRequest::Request(action)) => output.actions.push(action),
        None => {}
    }
}

fn list_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
) -> Option<ListRequest> {
    let has_focus = ui.memory(|memory| memory.has_focus(filter_id()));
    ui.data_mut(|data| data.insert_temp(had_focus_id(), has_focus));
    let enters_list =
        has_focus && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown));
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let (left, right) = row.split_left_right_at_x(row.right() - ADD);
    // Children of their own, so that the row is never wider than the list.
    let of = |rect| UiBuilder::new().max_rect(rect);
    let field = left.with_max_x(left.right() - 4.0);
    let entered = filter_ui(&mut ui.new_child(of(field)), &mut workbench.chrome_mut().filter);
    add_ui(&mut ui.new_child(of(right)), commands);
    drawable_ui(ui, workbench);
    ui.add_space(4.0);
    let (list, shown) = (workbench.generator_list(), workbench.listed_address());
    let folder = &workbench.folder;
    scan_ui(ui, folder);
    status_ui(ui, folder, &workbench.chrome.filter, list.rows.is_empty());
    let is_whole = list.shown.is_some() && workbench.chrome.filter.is_empty();
    // The list scrolls to the generator if another one is shown, or it has just been listed, as a new file is after it
    // has compiled, or the filter was cleared, or the scan has just finished.
    let followed = (shown, is_whole, folder.is_scan_complete);
    let follows = has_changed(ui, "generator followed", followed);
    let mut output = rows_ui(ui, &list, &folder.entries, RowsInput { enters_list, follows });
    if let Some(address) = list.first_match(&folder.entries).filter(|_| entered) {
        output.requested.get_or_insert(ListRequest::Show(address));
    }
    let chrome = workbench.chrome_mut();
    match output.toggled {
        Some(Toggled::Folder(path)) => toggle(&mut chrome.folded_folders, path),
        Some(Toggled::File(file)) => toggle(&mut chrome.unfolded_files, file),
        None => {}
    }
    output.requested
}

/// Shows how many files have something to draw, with a choice to list only these. Nothing if most have.
fn drawable_ui(ui: &mut Ui, workbench: &mut Workbench) {
    if !workbench.is_mostly_libraries() {
        return;
    }
    let [drawn, all] = workbench.drawable_files();
    let mut is_on = workbench.lists_only_drawable();
    ui.horizontal(|ui| {
        let text = RichText::new("Drawable only").size(12.0);
        let choice = ui.checkbox(&mut is_on, text);
        let about = "Leave out files without a function of a position";
        if choice.on_hover_text(about).changed() {
            workbench.chrome_mut().drawable_only = Some(is_on);
        }
        ui.weak(RichText::new(format!("{drawn} of {all}")).size(12.0));
    });
}

fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}

/// Shows why the list is empty: filter, or folder without generators.
fn status_ui(ui: &mut Ui, folder: &FolderState, filter: &str, is_empty: bool) {
    if is_empty && !folder.entries.is_empty() {
        ui.weak(format!("No generator matches \u{201c}{}\u{201d}.", filter.trim()));
    }
    if folder.entries.is_empty() && folder.is_scan_complete {
        ui.weak("No generators in this folder yet.");
    }
}

/// Shows the progress of the first scan of the folder below the list, which moves nothing when it ends.
fn scan_ui(ui: &mut Ui, folder: &FolderState) {
    if folder.was_scanned || folder.is_scan_complete {
        return;
    }
    let compiled = folder.files.len().saturating_sub(folder.pending_files);
    let text = match folder.files.len() {
        0 => "Reading the folder\u{2026}".to_owned(),
        all => format!("Compiling {compiled} of {all}\u{2026}"),
    };
    let below = egui::Panel::bottom("scan of the folder").exact_size(ROW).frame(Frame::new());
    below.resizable(false).show_separator_line(false).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.add(egui::Spinner::new().size(14.0));
            // Never wider than the list.
            ui.add(Label::new(RichText::new(text).weak()).truncate());
        });
    });
}

/// Clears the filter if its field had the focus. Called before shortcuts are handled, since they use Escape too.
pub(crate) fn clear_filter_on_escape(ui: &Ui, filter: &mut String) {
    // egui removes the focus before the frame starts, so the focus of the previous frame is examined.
    let had_focus = ui.data(|data| data.get_temp(had_focus_id()).unwrap_or(false));
    let clears = had_focus && !filter.is_empty();
    if clears && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        filter.clear();
        ui.memory_mut(|memory| memory.request_focus(filter_id()));
    }
}

fn had_focus_id() -> Id {
    Id::unique("filter had the focus")
}

/// Width of the button that makes a shader, in points.
const ADD: f32 = 28.0;

fn add_ui(ui: &mut Ui, commands: &mut Vec<CommandId>) {
    let button = Button::new(icons::ADD).min_size(vec2(ADD, ROW));
    let response = ui.add(button).tip_as("New shader from a template", CommandId::NewFile);
    if response.accessible_name("New shader").clicked() {
        commands.push(CommandId::NewFile);
    }
}

/// Returns true if Enter was pressed and the filter is not empty.
fn filter_ui(ui: &mut Ui, filter: &mut String) -> bool {
    let hint = RichText::new("Filter").weak();
    let icon = RichText::new(icons::FILTER).weak();
    let edit = TextEdit::singleline(filter)
        .id(filter_id())
        .hint_text(hint)
        .prefix(icon)
        .desired_width(f32::INFINITY);
    let response = ui.add(edit.min_size(vec2(0.0, ROW))).tip(CommandId::Filter);
    let response = response.accessible_name("Filter generators");
    if !filter.is_empty() {
        let corner = response.rect.right_center() - vec2(0.5 * ROW, 0.0);
        let clear = Button::new(RichText::new(icons::CLOSE).size(11.0)).frame(false);
        let clear = ui.put(Rect::from_center_size(corner, Vec2::splat(16.0)), clear);
        let clear = clear.accessible_name("Clear the filter");
        if clear.tip(CommandId::ClearFilter).clicked() {
            filter.clear();
        }
    }
    response.lost_focus()
        && ui.input(|input| input.key_pressed(Key::Enter))
        && !filter.trim().is_empty()
}
