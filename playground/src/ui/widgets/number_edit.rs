//! The text field that a number becomes while it is edited.

use egui::text::{CCursor, CCursorRange};
use egui::{
    Align2, Event, Id, Key, Modifiers, Rect, Response, RichText, TextEdit, TextStyle, Tooltip, Ui,
    UiBuilder,
};

use super::expression::evaluate;
use super::number_format::NumberFormat;
use super::number_keys::{self, Tab};

/// Minimum width while the user types, in points.
const EDIT_WIDTH: f32 = 112.0;

#[derive(Clone, Default)]
struct EditState {
    text: String,
    /// The text of the number; entering it changes nothing. `None` until the field is drawn.
    before: Option<String>,
    /// In the text that was last entered.
    error: Option<String>,
}

impl EditState {
    /// Returns `None` if the text is that of the number.
    fn typed(&self, format: NumberFormat<'_>) -> Result<Option<f64>, String> {
        if self.before.as_ref() == Some(&self.text) {
            return Ok(None);
        }
        format.parse(&self.text).map(Some)
    }
}

fn state_id(id: Id) -> Id {
    id.with("text")
}

/// Makes the number `id` a text field that has the keyboard focus.
pub(super) fn open(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.insert_temp(state_id(id), EditState::default()));
    ui.memory_mut(|memory| memory.request_focus(id));
}

/// Returns true while the number is a text field. A typed digit opens that of the control that was used last.
pub(super) fn is_open(ui: &Ui, id: Id) -> bool {
    let has_state = ui.data(|data| data.get_temp::<EditState>(state_id(id)).is_some());
    if has_state && ui.memory(|memory| memory.has_focus(id)) {
        return true;
    }
    let is_typed = number_keys::is_typed(ui, id);
    if is_typed {
        open(ui, id);
        let typed = EditState { before: Some(String::new()), ..EditState::default() };
        ui.data_mut(|data| data.insert_temp(state_id(id), typed));
        set_cursor(ui, id, CCursorRange::one(CCursor::default()));
    }
    is_typed
}

/// Applies the text of a field that lost the focus. Escape discards it, and returns the focus to `row`.
pub(super) fn close(
    ui: &Ui,
    response: &mut Response,
    row: Id,
    number: &mut f64,
    format: NumberFormat<'_>,
) {
    let state = ui.data_mut(|data| data.remove_temp::<EditState>(state_id(response.id)));
    let Some(state) = state.filter(|_| response.lost_focus()) else {
        return;
    };
    // A dialog with the field stays open.
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        ui.memory_mut(|memory| memory.request_focus(row));
    } else if let Ok(Some(typed)) = state.typed(format) {
        *number = typed;
        response.mark_changed();
    }
}

/// Shows the text field. Enter applies the text and returns the focus to `row`; Tab applies it and opens the next
/// number. Both show the error in a text that is not valid.
pub(super) fn edit_ui(
    ui: &mut Ui,
    rect: Rect,
    (id, row): (Id, Id),
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let state = ui.data(|data| data.get_temp::<EditState>(state_id(id)));
    let mut state = state.unwrap_or_default();
    if state.before.is_none() {
        state.text = format.exact(*number);
        state.before = Some(state.text.clone());
        set_cursor(ui, id, CCursorRange::select_all_str(&state.text));
    }
    let tab = number_keys::take_tab(ui);
    let mut response = field_ui(ui, rect, id, &mut state);
    let is_entered = tab.is_some() || ui.input(|input| input.key_pressed(Key::Enter));
    let is_left = response.lost_focus() || tab.is_some();
    match state.typed(format).map(|typed| typed.filter(|_| is_left)) {
        Err(error) if is_left && is_entered => {
            state.error = Some(error);
            response.request_focus();
        }
        typed if is_left => {
            if let Ok(Some(typed)) = typed {
                *number = typed;
                response.mark_changed();
            }
            leave(ui, (id, row), tab, is_entered);
        }
        _ => {}
    }
    if ui.memory(|memory| memory.has_focus(id)) && !(is_left && state.error.is_none()) {
        result_ui(ui, &response, &state, format);
        ui.data_mut(|data| data.insert_temp(state_id(id), state.clone()));
    }
    describe(ui, &response, label, *number, &state.text);
    response
}

/// Moves the focus on after the text was applied.
fn leave(ui: &Ui, (id, row): (Id, Id), tab: Option<Tab>, is_entered: bool) {
    ui.data_mut(|data| data.remove::<EditState>(state_id(id)));
    // The next number must not take the text of this one.
    ui.input_mut(|input| input.events.retain(|event| !matches!(event, Event::Text(_))));
    match (tab, tab.and_then(|tab| number_keys::neighbor(ui, id, tab))) {
        (_, Some(neighbor)) => open(ui, neighbor),
        // After the last number comes what follows it.
        (Some(Tab::Next), None) => ui.memory_mut(|memory| {
            memory.surrender_focus(id);
            memory.move_focus(egui::FocusDirection::Next);
        }),
        (Some(Tab::Previous), None) => ui.memory_mut(|memory| memory.request_focus(row)),
        (None, _) if is_entered => ui.memory_mut(|memory| memory.request_focus(row)),
        (None, _) => {}
    }
}

fn set_cursor(ui: &Ui, id: Id, range: CCursorRange) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), id);
}

/// Over a narrow number, the text field extends to the left, but not out of the panel.
fn field_ui(ui: &mut Ui, rect: Rect, id: Id, state: &mut EditState) -> Response {
    let width = EDIT_WIDTH.max(rect.width());
    let left = (rect.right() - width).max(ui.max_rect().left());
    let rect = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
    let before = state.text.clone();
    let field = TextEdit::singleline(&mut state.text)
        .id(id)
        .font(TextStyle::Body)
        .align(Align2::RIGHT_CENTER)
        .min_size(rect.size());
    let response = ui
        .scope_builder(UiBuilder::new().max_rect(rect), |ui| ui.add_sized(rect.size(), field))
        .inner;
    if state.text != before {
        state.error = None;
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    response
}

/// Shows the value of the typed expression, or the error in the text that was last entered.
fn result_ui(ui: &Ui, response: &Response, state: &EditState, format: NumberFormat<'_>) {
    let text = match (&state.error, format.parse(&state.text)) {
        (Some(error), _) => RichText::new(error).color(ui.visuals().error_fg_color),
        (None, Ok(number)) if is_expression(&state.text) => {
            RichText::new(format!("= {}", format.text_with_unit(number)))
        }
        _ => return,
    };
    let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), response.id, response);
    tooltip.show(|ui| ui.label(text));
}

/// Returns true for a valid expression that is not a plain number.
fn is_expression(text: &str) -> bool {
    text.trim().parse::<f64>().is_err() && evaluate(text).is_ok()
}

pub(super) fn describe(ui: &Ui, response: &Response, label: &str, number: f64, text: &str) {
    response.widget_info(|| egui::WidgetInfo::drag_value(ui.is_enabled(), number));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_label(label);
        node.set_value(text);
        node.add_action(egui::accesskit::Action::SetValue);
    });
}
