//! The dialog that creates a shader file from a template, one of several cards with a picture and a signature.

use egui::emath::GuiRounding as _;
use egui::{
    Align2, Button, ColorImage, FontId, Id, Key, Modal, Rect, Response, RichText, Role, Sense,
    TextEdit, TextureHandle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::documents::templates::{TEMPLATES, Template};
use crate::ui::focus::focus_if_none;
use crate::ui::textures::{shown, upload};
use crate::ui::theme;
use crate::ui::widgets::thumbnail::frame_ui;
use crate::workbench::{Action, NewFile};

/// Size of a card's picture, in points.
const PICTURE: Vec2 = vec2(240.0, 150.0);

/// Height of the text below the picture, and space between two cards, in points.
const TEXT: f32 = 48.0;
const GAP: f32 = 12.0;

/// Columns, fewer in a narrow window.
const COLUMNS: usize = 3;

/// Returns true if the user closes the dialog without a file; otherwise the application closes it once the file exists.
pub(super) fn dialog_ui(ui: &Ui, file: &mut NewFile, actions: &mut Vec<Action>) -> bool {
    let mut is_canceled = false;
    let mut is_created = false;
    let id = Id::unique("new file");
    let modal = Modal::new(id).show(ui.ctx(), |ui| {
        let space = ui.ctx().content_rect().size() - vec2(64.0, 210.0);
        let rows = TEMPLATES.len().div_ceil(COLUMNS) as f32;
        let fits = [
            (space.x + GAP) / COLUMNS as f32 - GAP,
            ((space.y + GAP) / rows - GAP - TEXT) * PICTURE.x / PICTURE.y,
        ];
        let width = fits.into_iter().fold(PICTURE.x, f32::min).floor();
        ui.set_width((width + GAP) * COLUMNS as f32 - GAP);
        ui.label(RichText::new("New shader").heading().strong());
        ui.add_space(8.0);
        is_created |= cards_ui(ui, width, &mut file.template);
        ui.add_space(8.0);
        let id = id.with("path");
        focus_if_none(ui, id);
        let field = TextEdit::singleline(&mut file.path)
            .id(id)
            .hint_text("Name, such as hills or studies/hills")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Name of the file");
        is_created |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if let Some(error) = &file.error {
            ui.colored_label(ui.visuals().error_fg_color, error);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let has_name = !file.path.trim().is_empty();
            is_created |= ui.add_enabled(has_name, Button::new("Create")).clicked();
            is_canceled = ui.button("Cancel").clicked();
            let summary = TEMPLATES.get(file.template).map(|chosen| chosen.summary);
            ui.weak(summary.unwrap_or_default());
        });
    });
    if is_created && !file.path.trim().is_empty() {
        actions.push(Action::NewFile(file.clone()));
    }
    is_canceled || modal.should_close()
}

/// Returns true after a double click, which chooses the template and creates the file.
fn cards_ui(ui: &mut Ui, width: f32, chosen: &mut usize) -> bool {
    let picture = vec2(width, (width * PICTURE.y / PICTURE.x).round());
    let mut is_created = false;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let rows = (0..TEMPLATES.len()).collect::<Vec<_>>();
    for row in rows.chunks(COLUMNS) {
        ui.horizontal(|ui| {
            for index in row {
                let is_chosen = *chosen == *index;
                let response = card_ui(ui, &TEMPLATES[*index], picture, is_chosen);
                if response.clicked() {
                    *chosen = *index;
                }
                is_created |= response.double_clicked();
            }
        });
    }
    is_created
}

fn card_ui(ui: &mut Ui, template: &Template, picture: Vec2, is_chosen: bool) -> Response {
    let size = picture + vec2(0.0, TEXT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, template.name));
    let image = Rect::from_min_size(rect.min, picture).round_to_pixels(ui.pixels_per_point());
    if let Some(texture) = texture(ui, template) {
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture.id(), image, all, egui::Color32::WHITE);
    }
    frame_ui(ui, image, &response, is_chosen);
    let below = rect.with_min_y(image.bottom() + 4.0);
    let painter = ui.painter().with_clip_rect(below);
    let visuals = ui.visuals();
    let color = if is_chosen { visuals.strong_text_color() } else { visuals.text_color() };
    painter.text(below.min, Align2::LEFT_TOP, template.name, theme::medium(13.0), color);
    let (at, font) = (below.min + vec2(0.0, 18.0), FontId::monospace(11.0));
    painter.text(at, Align2::LEFT_TOP, template.signature, font, visuals.weak_text_color());
    response.on_hover_text(template.summary)
}

/// Loaded once while the dialog is open.
fn texture(ui: &Ui, template: &Template) -> Option<TextureHandle> {
    let id = Id::unique(("template", template.name));
    shown(
        ui,
        id,
        |_| true,
        || {
            let (pixels, size) = template.thumbnail()?;
            Some(upload(ui, ColorImage::from_rgb(size, &pixels)))
        },
    )
}
