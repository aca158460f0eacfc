//! The row of widgets at the top of a panel.

use egui::{Align, Layout, Ui, vec2};

use super::theme;

/// `contents` adds its widgets from right to left, [`title_ui`] last.
pub(super) fn header_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let row = vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), contents).inner
}

/// Shows `contents` on the left.
pub(super) fn title_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::left_to_right(Align::Center), contents);
}
