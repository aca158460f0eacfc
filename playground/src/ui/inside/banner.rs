//! The banner that names the tap or the derivative which a picture shows, with a button that leads back to the result.

use egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::ui::commands::CommandId;
use crate::ui::theme;
use crate::workbench::picture_state::by_control;
use crate::workbench::{CellId, Workbench};

/// Distance from the edges of the picture, and inner margin, in points.
const MARGIN: f32 = 8.0;

/// Width left free for a tool button, in points.
const LEFT: f32 = 28.0;

/// Space between text and button, in points.
const GAP: f32 = 12.0;

/// Draws the banner at the upper right of the picture in `rect`.
pub(crate) fn banner_ui(ui: &mut Ui, rect: Rect, workbench: &mut Workbench, id: CellId) {
    let target = workbench.document.cell(id).and_then(|cell| cell.target.as_ref());
    let control = target.and_then(|target| target.sensitivity()).map(by_control);
    let stage = target.and_then(|target| target.stage()).map(str::to_owned);
    let texts = match (&stage, &control) {
        (Some(stage), _) => {
            let verb = if workbench.work_on(id).is_some() { "Computing" } else { "Showing" };
            texts(verb, stage, pass_text(workbench, id).as_deref())
        }
        (None, Some(control)) => vec![format!("Showing {control}")],
        (None, None) => return,
    };
    let stage = stage.or(control).unwrap_or_default();
    let painter = ui.painter().with_clip_rect(rect);
    let layout =
        |text: String, color| painter.layout_no_wrap(text, FontId::proportional(12.0), color);
    let accent = theme::accent(ui.visuals());
    let back = layout(format!("Back to result   {}", CommandId::Leave.key_text()), accent);
    let space = rect.width() - 4.0 * MARGIN - LEFT;
    let has_button = space >= back.size().x + GAP + 64.0;
    let right = if has_button { back.size().x + GAP } else { 0.0 };
    let mut galleys = texts.iter().map(|text| layout(text.clone(), ui.visuals().text_color()));
    let fits = galleys.find(|text| text.size().x <= space - right);
    let text = fits.unwrap_or_else(|| layout(short_name(&stage).to_owned(), accent));
    let height = text.size().y;
    let size = vec2(text.size().x + right + 2.0 * MARGIN, height + MARGIN);
    let plate = Align2::RIGHT_TOP.align_size_within_rect(size, rect.shrink(MARGIN));
    painter.rect_filled(plate, 4.0, ui.visuals().panel_fill.gamma_multiply(0.92));
    painter.rect_stroke(plate, 4.0, Stroke::new(1.0, accent), egui::StrokeKind::Inside);
    let corner = plate.min + vec2(MARGIN, MARGIN / 2.0);
    let ends = corner.x + text.size().x;
    painter.galley(corner, text, accent);
    let label = ui.interact(plate, ui.scope_id().with(("stage", id)), Sense::hover());
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Shows {stage}")));
    label.on_hover_text(format!("{stage} in place of the result"));
    if !has_button {
        return;
    }
    let button =
        Rect::from_min_max(pos2(ends + GAP, corner.y), plate.max - vec2(MARGIN, MARGIN / 2.0));
    let response = ui.interact(button, ui.scope_id().with(("result", id)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Back to result"));
    painter.galley(button.min, back, accent);
    if response.hovered() || response.has_focus() {
        painter.hline(button.x_range(), button.bottom(), Stroke::new(1.0, accent));
    }
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        workbench.document_mut().select(id);
        workbench.show_stage(None);
    }
}

/// Returns which of several runs is shown, as in `pass 3 of 7`, or the line that assigns a variable once.
fn pass_text(workbench: &Workbench, id: CellId) -> Option<String> {
    let is_selected = workbench.document.selected == id;
    let stage = workbench.stage_of(id)?;
    match workbench.run_count().filter(|count| is_selected && *count > 1) {
        Some(count) => Some(format!("pass {} of {count}", stage.run.unwrap_or(count))),
        None => stage.tap.is_variable.then(|| format!("line {}", stage.tap.line())),
    }
}

/// Returns shorter and shorter texts: without folder, then file, then function, then pass.
fn texts(verb: &str, stage: &str, pass: Option<&str>) -> Vec<String> {
    let name = if pass.is_some() { without_run(stage) } else { stage };
    let name = name.rsplit_once('/').map_or(name, |(_, file)| file);
    let parts = name.match_indices("::");
    let shorter = parts.map(|(at, separator)| &name[at + separator.len()..]);
    let names: Vec<&str> = std::iter::once(name).chain(shorter).collect();
    let with_pass = names.iter().map(|name| match pass {
        Some(pass) => format!("{verb} {name}, {pass}"),
        None => format!("{verb} {name}"),
    });
    with_pass.chain([format!("{verb} {}", short_name(stage))]).collect()
}

fn without_run(stage: &str) -> &str {
    stage.split('@').next().unwrap_or(stage)
}

/// Returns the name without file and function.
fn short_name(stage: &str) -> &str {
    stage.rsplit("::").next().unwrap_or(stage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lose_folder_file_function_and_pass() {
        let all = texts("Showing", "noise/fade.wgsl::fade::t@3", Some("pass 3 of 7"));
        let expected = [
            "Showing fade.wgsl::fade::t, pass 3 of 7",
            "Showing fade::t, pass 3 of 7",
            "Showing t, pass 3 of 7",
            "Showing t@3",
        ];
        assert_eq!(all, expected);
    }
}
