//! The drop-down list of a field input: the generator or data file that it reads.

use egui::{ComboBox, Rect, Ui};
use noise_playground::generator::control::Value;
use noise_playground::source::FieldSource;

use super::choice::at_left;

/// Returns the chosen source.
pub(crate) fn field_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    value: &Value,
    sources: &[String],
) -> Option<FieldSource> {
    let present = value.to_string();
    let file_name = present.rsplit('/').next().unwrap_or(&present);
    let mut chosen = None;
    let response = at_left(ui, rect, |ui| {
        let list = ComboBox::from_id_salt("field")
            .selected_text(file_name)
            .width(rect.width())
            .height(320.0)
            .truncate();
        list.show_ui(ui, |ui| {
            for source in sources {
                if ui.selectable_label(*source == present, source).clicked() {
                    chosen = FieldSource::parse(source).ok();
                }
            }
        })
        .response
    });
    response.on_hover_text(present).accessible_name(label);
    chosen
}
