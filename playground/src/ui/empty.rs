//! Help shown while there is no picture.

use egui::{FontId, Label, RichText, Ui};
use noise_playground::source::ModulePath;

use super::theme;
use crate::workbench::FolderState;

/// Shows why there is no picture, and the next action of the author: wait, choose a generator, fix an error, or save a
/// file.
pub(crate) fn empty_ui(
    ui: &mut Ui,
    folder: &FolderState,
    missing: Option<&ModulePath>,
    has_errors: bool,
) {
    let has_generators = !folder.entries.is_empty();
    let is_complete = folder.is_scan_complete;
    let folder = &folder.name;
    let width = ui.available_width().min(464.0);
    let rect = egui::Rect::from_center_size(ui.max_rect().center(), egui::vec2(width, 240.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
        if !is_complete && !has_errors {
            text_ui(ui, &format!("Compiling {folder} \u{2026}"));
            return;
        }
        if let Some(file) = missing {
            title_ui(ui, &format!("{file} has no generator"));
            text_ui(ui, "A generator is a function whose first parameter is the position: a vec2f, vec3f or vec4f. For example:");
            return example_ui(ui);
        }
        if has_generators {
            title_ui(ui, "Choose a generator");
            text_ui(ui, "Click one in the list on the left, or press / and type part of its name.");
            return;
        }
        if has_errors {
            title_ui(ui, "Nothing compiles yet");
            text_ui(ui, "The first error is below. Click it to open your editor there. The picture appears once the error is fixed.");
            return;
        }
        title_ui(ui, "No generator yet");
        text_ui(ui, &format!("Save this as a .wgsl file in {folder}, and it appears here:"));
        example_ui(ui);
    });
}

/// Shows the smallest useful generator, with a button that copies it.
fn example_ui(ui: &mut Ui) {
    ui.add_space(8.0);
    let code = egui::Frame::new().fill(ui.visuals().panel_fill);
    code.corner_radius(6.0).inner_margin(16.0).show(ui, |ui| {
        ui.add(Label::new(RichText::new(EXAMPLE).font(FontId::monospace(13.0))).extend());
    });
    ui.add_space(8.0);
    if ui
        .button("Copy")
        .on_hover_text("Copy these lines")
        .clicked()
    {
        ui.copy_text(EXAMPLE.to_owned());
    }
    ui.add_space(8.0);
    text_ui(
        ui,
        "Any function of a position is a generator. Its other parameters become sliders.",
    );
}

/// The smallest useful generator.
pub(crate) const EXAMPLE: &str = "fn height(p: vec2f, frequency: f32) -> f32 {
    return sin(p.x * frequency) * sin(p.y * frequency);
}";

fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).font(theme::medium(20.0)).strong());
    ui.add_space(8.0);
}

fn text_ui(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).size(14.0)).wrap());
}
