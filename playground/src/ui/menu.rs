//! Menus on the other mouse button, and on the keyboard.

use egui::{Button, Key, Modifiers, Popup, PopupCloseBehavior, Response, SetOpenCommand, Ui};

use super::focus::focus_next;

/// How the keyboard came into a menu.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyboardOpening {
    /// Its first line is still to get the keyboard.
    Opening,
    Open,
}

/// A menu of what can be done with something: it opens on the other mouse button, and with Shift-F10 where the
/// keyboard has reached it. That goes into the menu then, and back when it is closed.
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
        // What is only measured has no place for the keyboard yet.
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

/// A line of a menu. The menu is closed when it is chosen, also by a key.
pub(crate) fn item(ui: &mut Ui, is_on: bool, button: Button<'_>) -> Response {
    let response = ui.add_enabled(is_on, button);
    if response.clicked() {
        ui.close();
    }
    response
}
