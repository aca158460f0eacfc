//! The command palette: finds commands, settings, presets, generators, folders and sweeps by a few letters. A name
//! followed by a value sets it.

mod camera;
mod item;
mod items;
mod lines;
mod settable;
mod taps;
mod typed;

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Align2, Id, Key, Modal, Modifiers, Popup, Rect, ScrollArea, TextEdit, Ui, vec2};

use super::PanelOutput;
use super::theme::ROW;
use super::widgets::line::{Line, line_ui};
use crate::workbench::panels::{PanelInfo, Zone};
use crate::workbench::{Action, Panel, Workbench};
use item::{Item, PaletteAction};
use lines::Lines;

pub(crate) const PALETTE: Panel = Panel(&PanelInfo {
    key: "palette",
    title: "Commands",
    zone: Zone::Modal,
    command: "Commands",
    shortcut: "Ctrl-K",
    ..PanelInfo::FLOATING
});

const WIDTH: f32 = 520.0;

/// Distance from the top of the window, and height without the list, in points.
const TOP: f32 = 64.0;
const AROUND: f32 = 80.0;

/// The lines fit a window of 900 by 600 points.
const MAX_LINES: f32 = 16.0;

#[derive(Clone, Default)]
struct PaletteState {
    text: String,
    selected: usize,
    /// True if a chosen line has just filled the search field, so that the text cursor must move to the end.
    is_completed: bool,
    /// Lines of the last frame; `None` in the first frame of a text that was filled in.
    lines: Option<Arc<Lines>>,
}

pub(crate) fn palette_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let id = Id::unique("palette");
    let mut typed = ui.data(|data| data.get_temp::<PaletteState>(id).unwrap_or_default());
    let mut chosen = None;
    // A menu would stay above the palette, and after its command.
    Popup::close_all(ui.ctx());
    let area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, TOP));
    let modal = Modal::new(id).area(area).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        let before = typed.text.clone();
        let step = arrows(ui);
        // Before the field is shown, so that it has the text that was typed while a slow frame opened the palette.
        let field = id.with("text");
        ui.memory_mut(|memory| {
            if !memory.has_focus(field) {
                memory.request_focus(field);
            }
        });
        let field = TextEdit::singleline(&mut typed.text)
            .id(field)
            .hint_text("Search commands, settings, generators, presets\u{2026}")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Command");
        // In the frame that opens the palette, Enter counts only after a text: it may have opened the palette.
        let is_entered = (field.lost_focus() || typed.text != before)
            && ui.input(|input| input.key_pressed(Key::Enter));
        if std::mem::take(&mut typed.is_completed) {
            move_cursor_to_end(ui, field.id, &typed.text);
        }
        let lines = Lines::new(ui, workbench, &typed.text, typed.lines.take());
        let mut items = lines.items();
        if typed.text != before {
            typed.selected = 0;
        }
        let last = items.len().saturating_sub(1);
        typed.selected = typed.selected.saturating_add_signed(step).min(last);
        ui.add_space(4.0);
        chosen = list_ui(ui, &items, typed.selected, step != 0);
        if items.is_empty() {
            let correction = typed::correction(workbench, &typed.text);
            ui.weak(correction.unwrap_or_else(|| "No matches".to_owned()));
        }
        if is_entered && !items.is_empty() {
            chosen = Some(typed.selected);
        }
        typed.lines = Some(Arc::clone(&lines));
        let chosen = chosen.take().filter(|at| *at < items.len());
        chosen.map(|at| items.swap_remove(at))
    });
    let is_toggled = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::K));
    let is_closing = modal.should_close() || is_toggled;
    let item = modal.inner;
    let action = item.map(|item| {
        if !matches!(item.action, PaletteAction::Complete(_)) {
            workbench.chrome_mut().remember_line(item.text);
        }
        item.action
    });
    if let Some(PaletteAction::Complete(text)) = &action {
        typed = PaletteState { text: text.clone(), selected: 0, is_completed: true, lines: None };
        ui.data_mut(|data| data.insert_temp(id, typed));
        return;
    }
    if is_closing || action.is_some() {
        workbench.chrome_mut().set_open(PALETTE, false);
        typed = PaletteState::default();
        ui.memory_mut(|memory| memory.stop_text_input());
    }
    ui.data_mut(|data| data.insert_temp(id, typed));
    if let Some(action) = action {
        apply(ui, workbench, action, &mut output.actions);
    }
}

fn apply(ui: &Ui, workbench: &mut Workbench, action: PaletteAction, actions: &mut Vec<Action>) {
    match action {
        PaletteAction::Command(id) => actions.extend(id.run(ui, workbench)),
        PaletteAction::Edit(edit) => edit(workbench),
        PaletteAction::Request(action) => actions.push(action),
        PaletteAction::Copy(text) => {
            workbench.notify(format!("copied {text}"));
            ui.ctx().copy_text(text);
        }
        PaletteAction::Complete(_) => {}
    }
}

fn move_cursor_to_end(ui: &Ui, field: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::one(end)));
    state.store(ui.ctx(), field);
}

/// Returns the lines by which the arrow keys of this frame move a selection: positive is down.
pub(crate) fn arrows(ui: &Ui) -> isize {
    ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key).cast_signed();
        count(Key::ArrowDown) - count(Key::ArrowUp)
    })
}

/// Scrolls to the selected line if `follow`. Returns the index of the clicked line.
fn list_ui(ui: &mut Ui, items: &[Item], selected: usize, follow: bool) -> Option<usize> {
    let mut clicked = None;
    let space = ui.ctx().content_rect().height() - TOP - AROUND;
    let height = space.min(MAX_LINES * ROW);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show_rows(
        ui,
        ROW,
        items.len(),
        |ui, visible| {
            if follow {
                let below = (selected as f32 - visible.start as f32) * ROW;
                let top = ui.max_rect().left_top() + vec2(0.0, below);
                let line = Rect::from_min_size(top, vec2(ui.available_width(), ROW));
                ui.scroll_to_rect(line, None);
            }
            for index in visible {
                let item = &items[index];
                let line = Line {
                    text: &item.text,
                    note: &item.note,
                    key: &item.key,
                    is_selected: index == selected,
                };
                if line_ui(ui, line).clicked() {
                    clicked = Some(index);
                }
            }
        },
    );
    clicked
}
