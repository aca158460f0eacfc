//! A line of a selectable list: text at the left, a dimmed note after it, a shortcut at the right.

use egui::{Align2, Color32, FontId, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::ui::theme::{self, ROW};

/// Each text may be empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    pub(crate) note: &'a str,
    pub(crate) key: &'a str,
    pub(crate) is_selected: bool,
}

/// Space between texts and at the ends, in points.
const GAP: f32 = 8.0;

/// If the texts do not fit, the note is elided first, then the text.
pub(crate) fn line_ui(ui: &mut Ui, line: Line<'_>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let label = match line.note {
        "" => line.text.to_owned(),
        note => format!("{}  {note}", line.text),
    };
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, line.is_selected, &label));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals();
    if line.is_selected {
        ui.painter().rect_filled(rect, 4.0, visuals.selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, visuals.widgets.inactive.bg_fill);
    }
    let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    let faint = if line.is_selected { strong } else { weak };
    let mut free = rect.shrink2(vec2(GAP, 0.0));
    let key = text_ui(ui, free, line.key, theme::medium(12.0), faint, Align2::RIGHT_CENTER);
    free.max.x -= key + GAP;
    let font = FontId::proportional(13.0);
    let text = text_ui(ui, free, line.text, font, strong, Align2::LEFT_CENTER);
    free.min.x += text + GAP;
    if free.width() > 2.0 * GAP {
        let font = FontId::proportional(12.0);
        text_ui(ui, free, line.note, font, faint, Align2::LEFT_CENTER);
    }
    response
}

/// Elides text that is too long. Returns its width.
fn text_ui(ui: &Ui, rect: Rect, text: &str, font: FontId, color: Color32, align: Align2) -> f32 {
    if text.is_empty() {
        return 0.0;
    }
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    let size = galley.size();
    let left = match align {
        Align2::RIGHT_CENTER => rect.right() - size.x,
        _ => rect.left(),
    };
    let at = pos2(left, rect.center().y - size.y / 2.0);
    ui.painter().galley(at, galley, color);
    size.x
}
