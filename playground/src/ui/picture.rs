//! Panning, zooming and probing on a picture seen from above. Also draws lines over it, such as its frame.

use std::time::Instant;

use egui::{
    CursorIcon, PointerButton, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, vec2,
};
use noise_playground::field::grid::SampleGrid;

use super::focus::{self, FocusZone};
use super::inside::banner_ui;
use super::overlay::overlay_ui;
use super::panes::sample_at;
use super::picture_keys::picture_arrows;
use super::picture_state::delay_ui;
use super::{camera, profile, theme};
use crate::workbench::{CellId, PaneId, Panel, Pointer, Probe, View, Workbench};

/// Distance per arrow key, as a fraction of the picture's width.
const STEP: f64 = 0.05;

/// Height of the progress line, in points.
const PROGRESS: f32 = 2.0;

/// Handles mouse and keys, and draws profile line, frame and progress over the picture.
pub(crate) fn picture_ui(
    ui: &mut Ui,
    rect: Rect,
    workbench: &mut Workbench,
    id: CellId,
) -> Response {
    let compared = workbench.document.compared();
    if compared.is_some() || workbench.document.selected == id {
        focus::start_zone(ui, FocusZone::Pictures);
    }
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    let name = match (workbench.document.cells.len(), compared) {
        (1, _) => "Picture".to_owned(),
        (_, Some(pair)) => {
            let [first, second] = pair.map(|id| workbench.name(id));
            format!("Picture of {first} and {second}")
        }
        (_, None) => format!("Picture of {}", workbench.name(id)),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    if response.is_pointer_button_down_on() && ui.input(|input| input.pointer.any_pressed()) {
        // egui does so after clicks, but not for drags, nor if the picture itself has the focus.
        ui.memory_mut(|memory| memory.stop_text_input());
    }
    let is_touched = response.clicked() || response.drag_started() || response.secondary_clicked();
    // Selecting another cell would change the compared pair.
    if is_touched && compared.is_none() {
        workbench.document_mut().select(id);
    }
    let has_handles = compared.is_some() || workbench.document.selected == id;
    if workbench.scene(id).is_some() {
        camera::navigate(ui, &response, workbench, id);
        camera::profile_ui(ui, &response, workbench, id);
    } else {
        navigate(ui, &response, workbench, id);
        if response.double_clicked() {
            workbench.reset_view();
        }
        let view = workbench.document.effective_view(id);
        if workbench.chrome.is_open(Panel::PROFILE) {
            profile::line_ui(ui, &response, &view, workbench.profile_line_mut(), has_handles);
        }
    }
    let visible = compared.unwrap_or([id; 2]);
    let is_stale = visible.into_iter().any(|id| workbench.is_stale(id));
    edge_ui(ui, rect, is_stale, workbench.chrome.flash_until);
    if compared.is_none() {
        overlay_ui(ui, rect, workbench, id);
        banner_ui(ui, rect, workbench, id);
    }
    if let Some(progress) = workbench.pane_stats(PaneId::Cell(id)).progress {
        progress_ui(ui, rect, progress);
    }
    delay_ui(ui, rect, workbench, &visible);
    if response.clicked() && workbench.shows(Panel::TRACE) {
        workbench.hold_trace_at_pointer(id);
    }
    if response.secondary_clicked() {
        workbench.pointer_mut().menu = workbench.pointer.probe;
    }
    response
}

fn navigate(ui: &Ui, response: &Response, workbench: &mut Workbench, id: CellId) {
    let pixels = ui.pixels_per_point();
    let size = [response.rect.width(), response.rect.height()]
        .map(|points| (points * pixels).round().max(1.0) as u32);
    let view = workbench.document.view(id);
    let before = view.grid(size);
    let mut grid = before;
    let moved = response.drag_delta() * pixels;
    // While the profile panel is open, drags with the primary button draw the profile line.
    let pans = !workbench.chrome.is_open(Panel::PROFILE);
    if pans && response.dragged_by(PointerButton::Primary)
        || response.dragged_by(PointerButton::Middle)
    {
        ui.set_cursor_icon(CursorIcon::Grabbing);
        grid = grid.panned([-f64::from(moved.x), -f64::from(moved.y)]);
    }
    let pressed = picture_arrows(ui, response, workbench, id);
    if pressed != Vec2::ZERO {
        let across = STEP * f64::from(size[0]);
        grid = grid.panned([pressed.x, pressed.y].map(|count| across * f64::from(count)));
    }
    if let Some(pointer) = response.hover_pos() {
        let (scrolled, pinched) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if scrolled != 0.0 || pinched != 1.0 {
            let factor = (-f64::from(scrolled) * camera::ZOOM_PER_POINT).exp() / f64::from(pinched);
            grid = grid.zoomed(factor, sample_at(response.rect, pointer, pixels));
        }
    }
    if grid != before {
        let generator = workbench.shown_in(id).map(|(_, running)| running.generator.clone());
        let (center, span) = (grid.center, grid.span);
        let mut view = View { center, span, ..workbench.document.view(id) };
        if let Some(generator) = generator {
            view.clamp_to_grid(&generator, size);
        }
        *workbench.document_mut().view_mut(id) = view;
        grid = view.grid(size);
    }
    let at = response.hover_pos();
    let sample = at.map(|at| sample_at(response.rect, at, pixels));
    probe(workbench.pointer_mut(), PaneId::Cell(id), &grid, sample);
}

/// Sets the probe to a sample, or removes it. Previous values stay until new ones are read, so that no text flickers.
fn probe(pointer: &mut Pointer, pane: PaneId, grid: &SampleGrid, sample: Option<[f64; 2]>) {
    match sample.map(|sample| grid.world_from_sample(sample.map(f64::round))) {
        Some(world) => {
            pointer.mouse = world;
            pointer.probe = Some(Probe { world, height: None, pane });
        }
        None if pointer.probe.is_some_and(|probe| probe.pane == pane) => pointer.probe = None,
        None => {}
    }
}

fn progress_ui(ui: &Ui, rect: Rect, progress: f32) {
    let done = Rect::from_min_size(
        rect.left_bottom() - vec2(0.0, PROGRESS),
        vec2(rect.width() * progress, PROGRESS),
    );
    ui.painter().rect_filled(done, 0.0, theme::accent(ui.visuals()));
}

/// Draws the frame: red if the picture is older than its wrong source text, in the accent color until `flash_until`.
fn edge_ui(ui: &Ui, rect: Rect, is_stale: bool, flash_until: Option<Instant>) {
    let remaining = flash_until.map(|until| until.saturating_duration_since(Instant::now()));
    let remaining = remaining.filter(|remaining| !remaining.is_zero());
    if let Some(remaining) = remaining {
        ui.ctx().request_repaint_after(remaining);
    }
    let color = if is_stale {
        ui.visuals().error_fg_color
    } else if remaining.is_some() {
        theme::accent(ui.visuals())
    } else {
        return;
    };
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(2.0, color), StrokeKind::Inside);
}
