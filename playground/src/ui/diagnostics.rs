//! The diagnostics panel: errors, warnings and notes about the shader files.

use egui::text::LayoutJob;
use egui::{
    Align, Align2, Area, Button, Color32, FontId, Frame, Id, Label, Layout, Margin, Order, Rect,
    RichText, ScrollArea, Sense, Ui, Visuals, vec2,
};
use noise_playground::source::SourceLocation;
use noise_playground::wgsl::diagnostic::{Diagnostic, Severity, summary};

use super::panes::{CAPTION, GAP};
use super::widgets::screen_reader::announce;
use super::{PanelOutput, icons, manual, theme};
use crate::workbench::{Action, Panel, Workbench};

/// Greatest share of the pictures that is covered.
const SHARE: f32 = 0.4;

/// Covers the lower part of the pictures, so that an error does not resize them, but not the captions of the last row.
pub(crate) fn over_pictures_ui(
    ui: &Ui,
    pictures: Rect,
    workbench: &mut Workbench,
    output: &mut PanelOutput,
) {
    if !workbench.shows(Panel::DIAGNOSTICS) {
        return;
    }
    let has_captions = workbench.document.cells.len() > 1;
    let captions = if has_captions { CAPTION + GAP } else { 0.0 };
    let bottom = pictures.left_bottom() - vec2(0.0, captions);
    let frame = Frame::new()
        .fill(ui.visuals().panel_fill)
        .stroke(ui.visuals().window_stroke)
        .inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 4 });
    Area::new(Id::unique("diagnostics"))
        .order(Order::Middle)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(bottom)
        .show(ui.ctx(), |ui| {
            frame.show(ui, |ui| {
                ui.set_width(pictures.width() - 26.0);
                ui.set_max_height(SHARE * pictures.height());
                diagnostics_ui(ui, workbench, output);
            });
        });
}

/// Most diagnostics that are laid out.
const MAX_LISTED: usize = 100;

/// Lists those of shown files, errors first, and after a click the others. A click opens the location in the editor.
fn diagnostics_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let (diagnostics, of_shown) = workbench.ranked_diagnostics();
    let of_shown = if of_shown == 0 { diagnostics.len() } else { of_shown };
    let (shown, others) = diagnostics.split_at(of_shown);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(summary(shown)).font(theme::medium(13.0)));
        manual::help_ui(ui, Panel::DIAGNOSTICS);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = Button::new(icons::CLOSE).frame_when_inactive(false);
            if ui.add(button).on_hover_text("Close").accessible_name("Close diagnostics").clicked()
            {
                workbench.chrome_mut().set_open(Panel::DIAGNOSTICS, false);
            }
        });
    });
    ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
        let id = ui.scope_id().with("other files");
        let lists_all = ui.data(|data| data.get_temp(id).unwrap_or(false));
        let listed = shown.iter().chain(others.iter().filter(|_| lists_all));
        for (index, diagnostic) in listed.clone().take(MAX_LISTED).enumerate() {
            ui.push_id(index, |ui| entry_ui(ui, diagnostic, index == 0, &mut output.actions));
        }
        if let more @ 1.. = listed.count().saturating_sub(MAX_LISTED) {
            ui.weak(format!("and {more} more"));
        }
        if !others.is_empty() && others_ui(ui, others, lists_all) {
            ui.data_mut(|data| data.insert_temp(id, !lists_all));
        }
        ui.add_space(8.0);
    });
}

/// Returns true if the user lists or hides the diagnostics of other files.
fn others_ui(ui: &mut Ui, others: &[Diagnostic], is_listed: bool) -> bool {
    let verb = if is_listed { "Hide" } else { "Show" };
    let text = format!("{verb} those of other files: {}", summary(others));
    ui.add(Button::new(RichText::new(text).weak()).frame_when_inactive(false)).clicked()
}

pub(crate) fn severity_style(severity: Severity, visuals: &Visuals) -> (&'static str, Color32) {
    match severity {
        Severity::Error => (icons::ERROR, visuals.error_fg_color),
        Severity::Warning => (icons::WARNING, visuals.warn_fg_color),
        Severity::Note => (icons::NOTE, visuals.weak_text_color()),
    }
}

/// The first one is announced.
fn entry_ui(ui: &mut Ui, diagnostic: &Diagnostic, is_first: bool, actions: &mut Vec<Action>) {
    let (icon, color) = severity_style(diagnostic.severity, ui.visuals());
    let background = ui.painter().add(egui::Shape::Noop);
    let inner = ui.vertical(|ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.add(Label::new(RichText::new(icon).color(color).size(15.0)).selectable(false));
            if let Some(location) = &diagnostic.location {
                let at =
                    format!("{}:{}:{}", location.file, location.start.line, location.start.column);
                ui.add(Label::new(RichText::new(at).weak()).selectable(false));
            }
            let message = RichText::new(&diagnostic.message).strong();
            let message = ui.add(Label::new(message).selectable(false));
            if is_first && diagnostic.location.is_none() {
                announce(&message, diagnostic.is_error());
            }
        });
        ui.indent("details", |ui| details_ui(ui, diagnostic, color));
    });
    let rect = inner.response.rect.expand2(egui::vec2(4.0, 2.0));
    let Some(location) = &diagnostic.location else {
        return;
    };
    let response = ui
        .interact(rect, ui.scope_id().with("open"), Sense::click())
        .on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, diagnostic.short()));
    if is_first {
        announce(&response, diagnostic.is_error());
    }
    if response.hovered() || response.has_focus() {
        let fill = ui.visuals().widgets.inactive.bg_fill;
        ui.painter().set(background, egui::Shape::rect_filled(rect, 4.0, fill));
    }
    if response.on_hover_text("Open in the editor").clicked() {
        actions.push(Action::Open(location.clone()));
    }
}

/// Shows a source line with a caret below the error, after `before` characters; a long line is scrolled to the caret.
fn code_ui(ui: &mut Ui, code: LayoutJob, before: usize, location: &SourceLocation) {
    let id = ui.scope_id().with("scrolled to");
    let shown: Option<SourceLocation> = ui.data(|data| data.get_temp(id));
    let font = FontId::monospace(12.5);
    let glyph = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    let caret = before as f32 * glyph;
    let mut area = ScrollArea::horizontal().auto_shrink([false, true]);
    if shown.as_ref() != Some(location) {
        let width = ui.available_width();
        let offset = if caret < 0.9 * width { 0.0 } else { caret - 0.5 * width };
        area = area.horizontal_scroll_offset(offset);
        ui.data_mut(|data| data.insert_temp(id, location.clone()));
    }
    area.show(ui, |ui| ui.add(Label::new(code).extend().selectable(false)));
}

fn details_ui(ui: &mut Ui, diagnostic: &Diagnostic, color: egui::Color32) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if let Some(location) = &diagnostic.location {
        let (line, caret) = location.excerpt();
        let number = location.start.line.to_string();
        let gutter = " ".repeat(number.len());
        let weak = ui.visuals().weak_text_color();
        let code = ui.visuals().text_color();
        let mut job = LayoutJob::default();
        let mut append = |text: String, color| {
            job.append(&text, 0.0, egui::TextFormat::simple(FontId::monospace(12.5), color));
        };
        append(format!("{number} \u{2502} "), weak);
        append(format!("{line}\n"), code);
        append(format!("{gutter} \u{2502} "), weak);
        append(caret, color);
        job.wrap.max_width = f32::INFINITY;
        let before = gutter.chars().count() + 3 + location.start.column;
        code_ui(ui, job, before, location);
    }
    for note in &diagnostic.notes {
        ui.add(Label::new(RichText::new(note).weak()).selectable(false).wrap());
    }
}
