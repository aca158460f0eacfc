//! Numbers and the keyboard: a digit opens the number of the control that was used last, and Tab the next numbers.

use egui::{Event, FocusDirection, Id, InputState, Key, Modifiers, Rect, Response, Ui};

#[derive(Clone, Copy)]
struct LastUsed {
    /// `None` if the control has no number.
    number: Option<Id>,
    /// Pass of egui in which the use was recorded.
    pass: u64,
}

fn last_used_id() -> Id {
    Id::unique("control that was used last")
}

fn last_used(ui: &Ui) -> Option<LastUsed> {
    ui.data(|data| data.get_temp(last_used_id()))
}

fn use_now(ui: &Ui, number: Option<Id>) {
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(last_used_id(), LastUsed { number, pass }));
}

/// Forgets the control that was used last: a command has run.
pub(crate) fn forget(ui: &Ui) {
    ui.data_mut(|data| data.remove::<LastUsed>(last_used_id()));
}

/// Forgets the last used control at a press of pointer or Escape. Called before the layout, which records it again.
pub(crate) fn forget_if_pressed(ui: &Ui) {
    let is_left =
        |input: &InputState| input.pointer.any_pressed() || input.key_pressed(Key::Escape);
    if ui.input(is_left) {
        forget(ui);
    }
}

/// Forgets the control that was used last if another widget has the focus. Called after the widgets are laid out.
pub(crate) fn forget_if_focus_left(ui: &Ui) {
    let now = ui.ctx().cumulative_pass_nr();
    let is_recorded = last_used(ui).is_some_and(|last| last.pass == now);
    if !is_recorded && is_pointer_up(ui) && ui.memory(|memory| memory.focused().is_some()) {
        forget(ui);
    }
}

/// Returns false while a click is going on, during which the widget that was used before it still has the focus.
fn is_pointer_up(ui: &Ui) -> bool {
    ui.input(|input| !input.pointer.any_down() && !input.pointer.any_released())
}

/// Records a control if the pointer is pressed in `rect` or a widget in it is focused. Called before their layout.
pub(crate) fn watch(ui: &Ui, rect: Rect) {
    let is_pressed = ui.input(|input| input.pointer.any_pressed());
    let focused = ui.memory(|memory| memory.focused()).filter(|_| is_pointer_up(ui));
    let focused = focused.and_then(|id| ui.ctx().read_response(id));
    let has_focus = focused.is_some_and(|focused| {
        focused.layer_id == ui.layer_id() && rect.contains(focused.rect.center())
    });
    if has_focus || is_pressed && ui.rect_contains_pointer(rect) {
        use_now(ui, None);
    }
}

/// Records that the control of the number `id` is used if `response` is pressed or has the focus.
pub(super) fn watch_number(ui: &Ui, response: &Response, id: Id) {
    let has_focus = response.has_focus() && is_pointer_up(ui);
    if has_focus || response.is_pointer_button_down_on() {
        use_now(ui, Some(id));
    }
}

/// Returns true if the key is no shortcut: it starts a number of the last used control, or deletes a focused point.
pub(crate) fn takes(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    let is_digit = matches!(
        key,
        Key::Num0
            | Key::Num1
            | Key::Num2
            | Key::Num3
            | Key::Num4
            | Key::Num5
            | Key::Num6
            | Key::Num7
            | Key::Num8
            | Key::Num9
    );
    let starts_number = is_digit || matches!(key, Key::Minus | Key::Period | Key::Comma);
    let is_plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt;
    let removes = key == Key::Delete && ui.memory(|memory| memory.focused().is_some());
    (starts_number || removes) && is_plain && last_used(ui).is_some()
}

/// Returns true if text that starts a number is typed outside of text fields, and the control of `id` was used last.
pub(super) fn is_typed(ui: &Ui, id: Id) -> bool {
    if last_used(ui).and_then(|last| last.number) != Some(id) || ui.ctx().text_edit_focused() {
        return false;
    }
    let starts_number = |event: &Event| {
        matches!(event, Event::Text(text)
            if text.starts_with(|first: char| first.is_ascii_digit() || "-.,\u{2212}".contains(first)))
    };
    ui.input(|input| input.events.iter().any(starts_number))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Next,
    Previous,
}

/// Takes a press of Tab from egui, which has already requested to move the focus to the next widget.
pub(super) fn take_tab(ui: &Ui) -> Option<Tab> {
    let take = |modifiers| ui.input_mut(|input| input.consume_key(modifiers, Key::Tab));
    let tab = if take(Modifiers::SHIFT) {
        Tab::Previous
    } else if take(Modifiers::NONE) {
        Tab::Next
    } else {
        return None;
    };
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Some(tab)
}

/// Numbers of a layer in the order of their layout.
#[derive(Clone, Default)]
struct NumberOrder {
    pass: u64,
    /// Numbers laid out so far in this pass of egui.
    now: Vec<Id>,
    /// All numbers of the previous pass.
    last: Vec<Id>,
}

fn order_id(ui: &Ui) -> Id {
    Id::unique(("order of numbers", ui.layer_id()))
}

/// Adds a number to the order in which Tab opens them.
pub(super) fn register(ui: &Ui, id: Id) {
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| {
        let order = data.get_temp_mut_or_default::<NumberOrder>(order_id(ui));
        if order.pass != pass {
            order.last = std::mem::take(&mut order.now);
            order.pass = pass;
        }
        order.now.push(id);
    });
}

/// Returns the number that Tab opens from the number `id`.
pub(super) fn neighbor(ui: &Ui, id: Id, tab: Tab) -> Option<Id> {
    let order: NumberOrder = ui.data(|data| data.get_temp(order_id(ui)))?;
    let at = order.last.iter().position(|other| *other == id)?;
    let at = match tab {
        Tab::Next => at + 1,
        Tab::Previous => at.checked_sub(1)?,
    };
    order.last.get(at).copied()
}
