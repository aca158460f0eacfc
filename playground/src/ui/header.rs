//! The row with title, manual and close button at the top of a panel.

use egui::{Align, Button, Layout, RichText, Ui, vec2};

use super::commands::{CommandId, Tip as _};
use super::{icons, manual, theme};
use crate::workbench::Panel;

/// Shows the close button at the right end of a row. `contents` adds its widgets from right to left, [`title_ui`] last.
pub(super) fn header_ui<R>(
    ui: &mut Ui,
    panel: Panel,
    commands: &mut Vec<CommandId>,
    contents: impl FnOnce(&mut Ui, &mut Vec<CommandId>) -> R,
) -> R {
    let row = vec2(ui.available_width(), theme::ROW);
    let row = ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let command = CommandId::Panel(panel);
        let close = Button::new(RichText::new(icons::CLOSE).size(13.0)).frame_when_inactive(false);
        let close = ui.add(close).tip_as("Close", command);
        let name = format!("Close {}", panel.info().title.to_lowercase());
        if close.accessible_name(name).clicked() {
            commands.push(command);
        }
        contents(ui, commands)
    });
    row.inner
}

/// Shows the title on the left, and `contents` after it.
pub(super) fn title_ui(ui: &mut Ui, panel: Panel, contents: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(panel.info().title).font(theme::medium(13.0)));
        manual::help_ui(ui, panel);
        contents(ui);
    });
}
