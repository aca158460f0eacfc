//! Context menus, by mouse and keyboard.

use egui::{Button, Key, Modifiers, Popup, PopupCloseBehavior, Response, SetOpenCommand, Ui};

use super::focus::focus_next;

/// Progress of the focus in a menu that was opened by keyboard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyboardOpening {
    /// The first line is to get the focus.
    Opening,
    Open,
}

/// Shows a context menu on a secondary click, or on Shift-F10 if `response` has the focus. Opened by keyboard, the menu
/// gets the focus, and returns it when it closes.
pub(crate) fn context_menu(response: &Response, contents: impl FnOnce(&mut Ui)) {
    let ctx = &response.ctx;
    let id = response.id.with("opened by key");
    let is_asked = response.has_focus()
        && ctx.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F10));
    if is_asked || response.secondary_clicked() {
        ctx.data_mut(|data| data.insert_temp(id, is_asked.then_some(KeyboardOpening::Opening)));
    }
    let mut menu = Popup::context_menu(response).close_behavior(PopupCloseBehavior::CloseOnClick);
    if is_asked {
        menu = menu.open_memory(SetOpenCommand::Bool(true));
    }
    let by_key: Option<KeyboardOpening> = ctx.data(|data| data.get_temp(id)).flatten();
    if by_key.is_some() {
        menu = menu.at_position(response.rect.left_bottom());
    }
    let shown = menu.show(|ui| {
        // A sizing pass has no final widgets to focus.
        if by_key == Some(KeyboardOpening::Opening) && !ui.is_sizing_pass() {
            focus_next(ui);
            ui.data_mut(|data| data.insert_temp(id, Some(KeyboardOpening::Open)));
        }
        contents(ui);
    });
    if shown.is_some_and(|shown| shown.response.should_close()) && by_key.is_some() {
        response.request_focus();
    }
}

/// Shows a line of a menu. A click or its key closes the menu.
pub(crate) fn item(ui: &mut Ui, is_on: bool, button: Button<'_>) -> Response {
    let response = ui.add_enabled(is_on, button);
    if response.clicked() {
        ui.close();
    }
    response
}
