//! The label that says why a picture is not current. Pictures of another generator are also dimmed.

use std::time::Duration;

use egui::{Align2, Button, Color32, Id, Rect, Role, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::panes::GAP;
use crate::workbench::picture_state::{PictureDelay, RunProgress};
use crate::workbench::{CellId, PaneId, Workbench};

/// Seconds before the label appears; most pictures are complete before.
const DELAY: f64 = 0.2;

/// Height of the label, and width of its button, in points.
const HEIGHT: f32 = 32.0;
const BUTTON: f32 = 72.0;

/// Shows nothing if the picture is up to date.
pub(crate) fn delay_ui(ui: &mut Ui, rect: Rect, workbench: &mut Workbench, cells: &[CellId]) {
    let mut delays = cells.iter().map(|id| (*id, workbench.picture_delay(*id)));
    let delayed = delays.find_map(|(id, delay)| Some((id, delay?)));
    let Some((id, delay)) = delayed.filter(|_| is_due(ui, cells, delayed.is_some())) else {
        return;
    };
    if workbench.shows_other_picture(id) {
        ui.painter().rect_filled(rect, 0.0, Color32::from_black_alpha(150));
    }
    let text = match (delay, workbench.last_picture(id)) {
        (PictureDelay::Failed, Some(name)) => failed_text(workbench, id, &name),
        _ => text(delay, workbench.pane_stats(PaneId::Cell(id)).progress),
    };
    let run = match delay {
        PictureDelay::Running(run) => Some(run),
        _ => None,
    };
    let clicked = badge_ui(ui, rect.shrink(GAP), &text, run);
    if let Some(run) = run.filter(|_| clicked) {
        workbench.set_run_canceled(id, !run.is_canceled);
    }
}

fn is_due(ui: &Ui, cells: &[CellId], is_delayed: bool) -> bool {
    let id = Id::unique(("delayed since", cells));
    let now = ui.input(|input| input.time);
    if !is_delayed {
        ui.data_mut(|data| data.remove::<f64>(id));
        return false;
    }
    let since = ui.data_mut(|data| *data.get_temp_mut_or_insert_with(id, || now));
    let remaining = since + DELAY - now;
    if remaining > 0.0 {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(remaining));
    }
    remaining <= 0.0
}

/// `last` is the name of the generator whose picture is shown.
fn failed_text(workbench: &Workbench, id: CellId, last: &str) -> String {
    let missing = workbench.missing_generator(id);
    let why = missing.map_or("does not run", |(_, why)| why.predicate());
    let target = workbench.document.cell(id).and_then(|cell| cell.target.as_ref());
    let file = target.map_or("", |target| target.address().file.as_str());
    format!("{file} {why}. Last picture: {last}")
}

fn text(delay: PictureDelay, progress: Option<f32>) -> String {
    match (delay, progress) {
        (PictureDelay::Compiling, _) => "compiling\u{2026}".to_owned(),
        (PictureDelay::Failed, _) => "not this generator: it does not run".to_owned(),
        (PictureDelay::NoErrors, _) => "not its errors: they cannot be computed".to_owned(),
        (PictureDelay::Evaluating, None) => "evaluating\u{2026}".to_owned(),
        (PictureDelay::Evaluating, Some(done)) => {
            format!("evaluating\u{2026} {:.0} %", 100.0 * done)
        }
        (PictureDelay::Running(RunProgress { passes, is_canceled }), _) => {
            let [done, all] = passes;
            let prefix = if is_canceled { "canceled at " } else { "" };
            format!("{prefix}pass {done} of {all}")
        }
    }
}

/// Shows `text` at the top of `rect`; for a grid program also a button to cancel or resume. Returns true after a click.
fn badge_ui(ui: &mut Ui, rect: Rect, text: &str, run: Option<RunProgress>) -> bool {
    let font = TextStyle::Body.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    let button = run.map_or(0.0, |_| BUTTON + GAP);
    let size = vec2(text.size().x + button + 2.0 * GAP, HEIGHT);
    let badge = Align2::CENTER_TOP.align_size_within_rect(size, rect);
    ui.painter().rect_filled(badge, 4.0, Color32::from_black_alpha(200));
    let inside = badge.shrink2(vec2(GAP, 4.0));
    let at = Align2::LEFT_CENTER.anchor_size(inside.left_center(), text.size());
    let label = ui.interact(at, ui.scope_id().with("delay"), Sense::hover());
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.text()));
    ui.painter().galley(at.min, text, Color32::WHITE);
    let Some(run) = run else {
        return false;
    };
    let name = if run.is_canceled { "Continue" } else { "Cancel" };
    let place = Rect::from_min_max(pos2(inside.right() - BUTTON, inside.top()), inside.max);
    ui.put(place, Button::new(name)).clicked()
}
