//! The picture: drag, zoom, probe.

use std::time::Instant;

use egui::emath::GuiRounding as _;
use egui::{
    CursorIcon, PointerButton, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo,
};
use noise_playground::grid::SampleGrid;

use super::{empty, theme};
use crate::workbench::{Action, Probe, Workbench};

/// A notch of the wheel zooms by the fifth root of 2 or so.
const ZOOM_PER_POINT: f64 = 1.0 / 300.0;

/// All the room there is, left clear for the picture. Returns its rect, on whole physical pixels.
pub(crate) fn picture_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    actions: &mut Vec<Action>,
) -> Rect {
    let rect = ui
        .available_rect_before_wrap()
        .round_to_pixels(ui.pixels_per_point());
    if workbench.shown.is_none() {
        ui.painter()
            .rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
        let has_errors = workbench
            .diagnostics
            .iter()
            .any(noise_playground::diagnostic::Diagnostic::is_error);
        empty::empty_ui(
            ui,
            &workbench.folder,
            !workbench.entries.is_empty(),
            has_errors,
        );
        workbench.probe = None;
        return rect;
    }
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Picture"));
    navigate(ui, &response, workbench);
    if response.double_clicked() {
        actions.push(Action::ResetView);
    }
    edge_ui(ui, rect, workbench);
    rect
}

fn navigate(ui: &Ui, response: &Response, workbench: &mut Workbench) {
    let pixels = ui.pixels_per_point();
    let size = [response.rect.width(), response.rect.height()]
        .map(|points| (points * pixels).round().max(1.0) as u32);
    let mut grid = SampleGrid {
        center: workbench.center,
        span: workbench.span,
        size,
    };
    let moved = response.drag_delta() * pixels;
    if response.dragged_by(PointerButton::Primary) || response.dragged_by(PointerButton::Middle) {
        ui.set_cursor_icon(CursorIcon::Grabbing);
        grid = grid.panned([-f64::from(moved.x), -f64::from(moved.y)]);
    }
    if let Some(pointer) = response.hover_pos() {
        let (scrolled, pinched) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if scrolled != 0.0 || pinched != 1.0 {
            let factor = (-f64::from(scrolled) * ZOOM_PER_POINT).exp() / f64::from(pinched);
            grid = grid.zoomed(factor, sample_at(response.rect, pointer, pixels));
        }
    }
    (workbench.center, workbench.span) = (grid.center, grid.span);
    probe(
        workbench,
        &grid,
        response
            .hover_pos()
            .map(|pointer| sample_at(response.rect, pointer, pixels)),
    );
}

/// The sample under a point; the middle of the first is (0, 0).
fn sample_at(rect: Rect, at: Pos2, pixels: f32) -> [f64; 2] {
    let from_corner = (at - rect.min) * pixels;
    [
        f64::from(from_corner.x) - 0.5,
        f64::from(from_corner.y) - 0.5,
    ]
}

/// Notes what is under the mouse. The numbers from before stay until new ones come, so that nothing flickers.
fn probe(workbench: &mut Workbench, grid: &SampleGrid, sample: Option<[f64; 2]>) {
    let world = sample.map(|sample| grid.world_from_sample(sample.map(f64::round)));
    workbench.mouse = world.unwrap_or(workbench.mouse);
    let before = workbench.probe.take().and_then(|probe| probe.sample);
    workbench.probe = world.map(|world| Probe {
        world,
        sample: before,
    });
}

/// The line at the edge: amber while the picture is older than its text, the accent once after a reload.
fn edge_ui(ui: &Ui, rect: Rect, workbench: &Workbench) {
    let flash_left = workbench
        .flash_until
        .map(|until| until.saturating_duration_since(Instant::now()));
    let flash_left = flash_left.filter(|left| !left.is_zero());
    if let Some(left) = flash_left {
        ui.ctx().request_repaint_after(left);
    }
    let tone = if workbench.stale || workbench.runaway.is_some() {
        ui.visuals().warn_fg_color
    } else if flash_left.is_some() {
        theme::accent(ui.visuals())
    } else {
        return;
    };
    ui.painter()
        .rect_stroke(rect, 0.0, Stroke::new(2.0, tone), StrokeKind::Inside);
}
