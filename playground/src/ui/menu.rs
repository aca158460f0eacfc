//! Context menus that open by mouse and by keyboard, and their entries.

use egui::{Button, Key, Modifiers, Popup, PopupCloseBehavior, Response, SetOpenCommand, Ui};

use super::focus::focus_next;
use crate::workbench::Workbench;

/// Effect of an entry of a menu or of the command palette.
pub(crate) type Edit = Box<dyn FnOnce(&mut Workbench) + Send>;

/// State of a menu opened by keyboard, whose first entry gets the focus.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyboardOpening {
    /// Laid out for the first time; the entry gets the focus in the next frame.
    Opening,
    Open,
}

/// Opens after a right click, or Shift-F10 with the focus, which it then takes until it closes.
pub(crate) fn context_menu(response: &Response, contents: impl FnOnce(&mut Ui)) {
    let ctx = &response.ctx;
    let id = response.id.with("opened by key");
    let by_keyboard = response.has_focus()
        && ctx.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F10));
    if by_keyboard || response.secondary_clicked() {
        ctx.data_mut(|data| data.insert_temp(id, by_keyboard.then_some(KeyboardOpening::Opening)));
    }
    let mut menu = Popup::context_menu(response).close_behavior(PopupCloseBehavior::CloseOnClick);
    if by_keyboard {
        menu = menu.open_memory(SetOpenCommand::Bool(true));
    }
    let opening: Option<KeyboardOpening> = ctx.data(|data| data.get_temp(id)).flatten();
    if opening.is_some() {
        menu = menu.at_position(response.rect.left_bottom());
    }
    let shown = menu.show(|ui| {
        // A sizing pass has no final widgets to focus.
        if opening == Some(KeyboardOpening::Opening) && !ui.is_sizing_pass() {
            focus_next(ui);
            ui.data_mut(|data| data.insert_temp(id, Some(KeyboardOpening::Open)));
        }
        contents(ui);
    });
    if shown.is_some_and(|shown| shown.response.should_close()) && opening.is_some() {
        response.request_focus();
    }
}

/// A click on the entry closes the menu.
pub(crate) fn item(ui: &mut Ui, is_enabled: bool, button: Button<'_>) -> Response {
    let response = ui.add_enabled(is_enabled, button);
    if response.clicked() {
        ui.close();
    }
    response
}
