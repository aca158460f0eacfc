//! Lays out the rows of the list of generators: only those in view, since a folder may have thousands.

use std::collections::BTreeSet;

use egui::{Id, Pos2, Rangef, Rect, Response, ScrollArea, Ui, vec2};
use noise_playground::source::ModulePath;

use super::ListRequest;
use super::entry::{data_ui, entry_ui, folder_ui, library_ui};
use super::entry_menu::entry_menu_ui;
use crate::catalog::default_address;
use crate::ui::theme::ROW;
use crate::workbench::Entry;
use crate::workbench::generator_list::{GeneratorList, ListRow, ListRowKind};

/// Space above a folder, and below the last row, in points.
const FOLDER_SPACE: f32 = 4.0;
const END_SPACE: f32 = 16.0;

/// Rows laid out above and below those in view, so that keys can move the focus there.
const HIDDEN_ROWS: f32 = 2.0;

pub(super) struct RowsInput {
    /// True if the first generator gets the keyboard focus.
    pub(super) enters_list: bool,
    /// True if the list scrolls to the shown generator.
    pub(super) follows: bool,
}

#[derive(Default)]
pub(super) struct RowsOutput {
    pub(super) requested: Option<ListRequest>,
    pub(super) toggled: Option<Toggled>,
}

/// A folder, or the helper functions of a file.
pub(super) enum Toggled {
    Folder(String),
    File(ModulePath),
}

pub(super) fn rows_ui(
    ui: &mut Ui,
    list: &GeneratorList,
    entries: &[Entry],
    input: RowsInput,
) -> RowsOutput {
    let mut output = RowsOutput::default();
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show_viewport(ui, |ui, viewport| {
        ui.set_height(list.rows.last().map_or(0.0, bottom) + END_SPACE);
        let origin = ui.max_rect().min;
        let followed = list.shown.filter(|_| input.follows);
        if let Some(row) = followed.map(|index| &list.rows[index]) {
            ui.scroll_to_rect(rect_of(ui, origin, row), None);
        }
        let entered = list.first.filter(|_| input.enters_list);
        let last_focused = ui.data(|data| data.get_temp::<Option<usize>>(focused_id()));
        let last_focused = last_focused.flatten();
        // The arrow keys move the focus to one of these, even while the focused row is out of view.
        let neighbors = last_focused.map(|at| [at.saturating_sub(1), at, at + 1]);
        let always = [list.shown, entered].into_iter().flatten();
        let always = always.chain(neighbors.into_iter().flatten());
        let mut focused = None;
        for index in laid_out(list, viewport.y_range(), always) {
            let row = &list.rows[index];
            let rect = rect_of(ui, origin, row);
            let is_shown = list.shown == Some(index);
            let response = row_ui(ui, rect, row, is_shown, entries, &mut output);
            if entered == Some(index) {
                response.request_focus();
            }
            if response.has_focus() {
                focused = Some(index);
                if last_focused != focused {
                    response.scroll_to_me(None);
                }
            }
        }
        ui.data_mut(|data| data.insert_temp(focused_id(), focused));
    });
    output
}

/// Returns the indices of rows in or next to the view, and of `always`, which screen readers and keys must know.
fn laid_out(
    list: &GeneratorList,
    view: Rangef,
    always: impl Iterator<Item = usize>,
) -> BTreeSet<usize> {
    let view = view.expand(HIDDEN_ROWS * ROW);
    let start = list.rows.partition_point(|row| bottom(row) < view.min);
    let end = list.rows.partition_point(|row| bottom(row) - ROW <= view.max);
    let always = always.filter(|index| *index < list.rows.len());
    (start..end).chain(always).collect()
}

fn focused_id() -> Id {
    Id::unique("focused row of the list")
}

/// Returns points below the upper end of the list.
fn bottom(row: &ListRow) -> f32 {
    (row.above + 1) as f32 * ROW + row.folders as f32 * FOLDER_SPACE
}

/// `origin` is the upper left corner of the list.
fn rect_of(ui: &Ui, origin: Pos2, row: &ListRow) -> Rect {
    let size = vec2(ui.available_width(), ROW);
    Rect::from_min_size(origin + vec2(0.0, bottom(row) - ROW), size)
}

fn row_ui(
    ui: &Ui,
    rect: Rect,
    row: &ListRow,
    is_shown: bool,
    entries: &[Entry],
    output: &mut RowsOutput,
) -> Response {
    let listed = match &row.kind {
        ListRowKind::Folder { path, is_open } => {
            let response = folder_ui(ui, rect, path, *is_open);
            if response.clicked() {
                output.toggled = Some(Toggled::Folder(path.clone()));
            }
            return response;
        }
        ListRowKind::Data(file) => {
            let response = data_ui(ui, rect, file, is_shown);
            if response.clicked() {
                output.requested = Some(ListRequest::ShowData(file.index));
            }
            return response;
        }
        ListRowKind::Library(file) => {
            let response = library_ui(ui, rect, file, is_shown);
            let address = default_address(file);
            if response.clicked() {
                output.requested = Some(ListRequest::Show(address.clone()));
            }
            entry_menu_ui(&response, &address, &mut output.requested);
            return response;
        }
        ListRowKind::Entry(listed) => listed,
    };
    let entry = &entries[listed.index];
    let (response, is_toggled) = entry_ui(ui, rect, entry, listed, is_shown);
    if is_toggled {
        output.toggled = Some(Toggled::File(entry.address.file.clone()));
    } else if response.clicked() {
        output.requested = Some(ListRequest::Show(entry.address.clone()));
    }
    entry_menu_ui(&response, &entry.address, &mut output.requested);
    response
}
