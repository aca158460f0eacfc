//! Menus on the other mouse button, and on the keyboard.

use egui::{Key, Modifiers, Popup, PopupCloseBehavior, Response, SetOpenCommand, Ui};

/// A menu of what can be done with something: it opens on the other mouse button, and with Shift-F10 where the
/// keyboard has reached it.
pub(crate) fn menu_of(response: &Response, contents: impl FnOnce(&mut Ui)) {
    let ctx = &response.ctx;
    let id = response.id.with("opened by key");
    let is_asked = response.has_focus()
        && ctx.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F10));
    if is_asked || response.secondary_clicked() {
        ctx.data_mut(|data| data.insert_temp(id, is_asked));
    }
    let mut menu = Popup::context_menu(response).close_behavior(PopupCloseBehavior::CloseOnClick);
    if is_asked {
        menu = menu.open_memory(SetOpenCommand::Bool(true));
    }
    if ctx.data(|data| data.get_temp(id)) == Some(true) {
        menu = menu.at_position(response.rect.left_bottom());
    }
    menu.show(contents);
}
