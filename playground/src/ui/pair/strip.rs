//! The strip above several cells: arrangements of a pair in one picture, their value range, and the way to one cell.

use egui::{Align, Button, Layout, Rect, RichText, Ui, UiBuilder, vec2};

use crate::ui::commands::{CommandId, Tip as _};
use crate::ui::{icons, theme};
use crate::workbench::Workbench;
use crate::workbench::document::Arrangement;

const MODES: [(Arrangement, &str, &str); 3] = [
    (Arrangement::Wipe, icons::WIPE, "Wipe"),
    (Arrangement::Blink, icons::BLINK, "Blink"),
    (Arrangement::Difference, icons::DIFFERENCE, "Difference"),
];

/// Returns the rest of `rect`, below the strip.
pub(crate) fn strip_ui(
    ui: &mut Ui,
    rect: Rect,
    workbench: &Workbench,
    commands: &mut Vec<CommandId>,
) -> Rect {
    let (strip, rest) = rect.split_top_bottom_at_y(rect.top() + theme::ROW + 6.0);
    let layout = Layout::left_to_right(Align::Center);
    let area = UiBuilder::new().max_rect(strip.shrink2(vec2(12.0, 0.0))).layout(layout);
    ui.scope_builder(area, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (arrangement, icon, name) in MODES {
            let is_selected = workbench.document.arrangement == arrangement;
            let text = RichText::new(format!("{icon}  {name}")).size(12.0);
            let button = Button::new(text).selected(is_selected).frame_when_inactive(is_selected);
            let command = CommandId::of_arrangement(arrangement);
            if ui.add(button).tip(command).accessible_name(name).clicked() {
                commands.push(command);
            }
        }
        let layout = Layout::right_to_left(Align::Center);
        ui.with_layout(layout, |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let close = Button::new(RichText::new("Close others").size(12.0));
            let close = ui.add(close).tip(CommandId::CloseOthers);
            if close.accessible_name("Close others").clicked() {
                commands.push(CommandId::CloseOthers);
            }
            shared_range_ui(ui, workbench, commands);
        });
    });
    rest
}

fn shared_range_ui(ui: &mut Ui, workbench: &Workbench, commands: &mut Vec<CommandId>) {
    let document = &workbench.document;
    let is_shared = document.has_one_range;
    let text = RichText::new("Shared range").size(12.0);
    let button = Button::new(text).selected(is_shared).frame_when_inactive(is_shared);
    let is_free = document.arrangement != Arrangement::Difference;
    let response = ui.add_enabled(is_free, button).accessible_name("Shared range");
    if response.on_hover_text(CommandId::OneRange.command().tooltip).clicked() {
        commands.push(CommandId::OneRange);
    }
}
