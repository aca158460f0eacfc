//! The label over a picture that is not yet that of its name and values; pixels of another generator are dimmed.

use std::time::Duration;

use egui::{
    Align2, Button, Color32, Frame, Id, Label, Margin, Rect, RichText, Ui, UiBuilder, vec2,
};

use super::panes::GAP;
use crate::workbench::picture_state::{PictureDelay, RunProgress};
use crate::workbench::{CellId, PaneId, Workbench};

/// Seconds after which the label appears: most pictures are complete before.
const DELAY: f64 = 0.2;

/// Height of the label, in points.
const HEIGHT: f32 = 32.0;

/// Shows why the picture in `rect` is not that of one of these cells, if it is not.
pub(crate) fn delay_ui(ui: &mut Ui, rect: Rect, workbench: &mut Workbench, cells: &[CellId]) {
    let mut delays = cells.iter().map(|id| (*id, workbench.picture_delay(*id)));
    let delayed = delays.find_map(|(id, delay)| Some((id, delay?)));
    let Some((id, delay)) = delayed.filter(|_| is_due(ui, cells, delayed.is_some())) else {
        return;
    };
    if workbench.shows_other_generator(id) {
        ui.painter()
            .rect_filled(rect, 0.0, Color32::from_black_alpha(150));
    }
    let text = text(delay, workbench.pane_stats(PaneId::Cell(id)).progress);
    let badge =
        Align2::CENTER_TOP.align_size_within_rect(vec2(rect.width(), HEIGHT), rect.shrink(GAP));
    let run = match delay {
        PictureDelay::Running(run) => Some(run),
        _ => None,
    };
    let area = UiBuilder::new()
        .id_salt("delay")
        .max_rect(badge)
        .layout(egui::Layout::top_down(egui::Align::Center));
    let clicked = ui.scope_builder(area, |ui| badge_ui(ui, &text, run)).inner;
    if let Some(run) = run.filter(|_| clicked) {
        workbench.set_run_canceled(id, !run.is_canceled);
    }
}

/// Returns true once pictures have been delayed for a while.
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
        ui.ctx()
            .request_repaint_after(Duration::from_secs_f64(remaining));
    }
    remaining <= 0.0
}

fn text(delay: PictureDelay, progress: Option<f32>) -> String {
    match (delay, progress) {
        (PictureDelay::Compiling, _) => "compiling\u{2026}".to_owned(),
        (PictureDelay::Failed, _) => "not this generator: it does not run".to_owned(),
        (PictureDelay::Evaluating, None) => "evaluating\u{2026}".to_owned(),
        (PictureDelay::Evaluating, Some(done)) => {
            format!("evaluating\u{2026} {:.0} %", 100.0 * done)
        }
        (
            PictureDelay::Running(RunProgress {
                passes,
                is_canceled,
            }),
            _,
        ) => {
            let [done, all] = passes;
            let prefix = if is_canceled { "canceled at " } else { "" };
            format!("{prefix}pass {done} of {all}")
        }
    }
}

/// Shows the label, with a button for a running grid program. Returns true if the button was clicked.
fn badge_ui(ui: &mut Ui, text: &str, run: Option<RunProgress>) -> bool {
    let frame = Frame::new()
        .fill(Color32::from_black_alpha(200))
        .corner_radius(4.0)
        .inner_margin(Margin::symmetric(8, 4));
    let shown = frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.add(Label::new(RichText::new(text).color(Color32::WHITE)).selectable(false));
            let name = run.map(|run| {
                if run.is_canceled {
                    "Continue"
                } else {
                    "Cancel"
                }
            });
            name.is_some_and(|name| ui.add(Button::new(name)).clicked())
        })
        .inner
    });
    shown.inner
}
