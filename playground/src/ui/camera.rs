//! Input that moves the camera of a three-dimensional view: mouse, trackpad and keys on the picture of a cell.

mod profile;

use egui::{CursorIcon, Event, MouseWheelUnit, PointerButton, Pos2, Response, Ui, Vec2};

use super::picture_keys::picture_arrows;
use crate::workbench::camera::CameraMotion;
use crate::workbench::{CellId, PaneId, Panel, Probe, Workbench};
pub(crate) use profile::profile_ui;

/// Degrees per dragged point: azimuth for horizontal drags, altitude for vertical ones.
const DEGREES_PER_POINT: [f64; 2] = [0.4, 0.3];

/// Degrees per press of an arrow key.
const DEGREES_PER_KEY: f64 = 15.0;

/// Distance per press of an arrow key with Shift, as a fraction of the picture's height.
const PAN_PER_KEY: f64 = 0.1;

/// Natural logarithm of the zoom factor per point of scrolling; a wheel notch zooms by about the fifth root of 2.
pub(crate) const ZOOM_PER_POINT: f64 = 1.0 / 300.0;

/// Moves the camera by mouse, trackpad and keys, aims it at a double-clicked position, and sets the probe.
pub(crate) fn navigate(ui: &Ui, response: &Response, workbench: &mut Workbench, id: CellId) {
    let picture = Picture { response, pixels: f64::from(ui.pixels_per_point()) };
    drag(ui, &picture, workbench, id);
    keys(ui, &picture, workbench, id);
    scroll(ui, &picture, workbench, id);
    if response.double_clicked()
        && let Some(hit) = hover_hit(&picture, workbench, id)
    {
        workbench.move_camera(id, CameraMotion::Aim(hit));
    }
    probe_ui(ui, response, workbench, id);
}

/// Converts pointer positions to pixels of a three-dimensional picture.
struct Picture<'a> {
    response: &'a Response,
    /// Pixels per point.
    pixels: f64,
}

impl Picture<'_> {
    fn size(&self) -> [u32; 2] {
        let size = self.response.rect.size();
        [size.x, size.y].map(|points| (f64::from(points) * self.pixels).round().max(1.0) as u32)
    }

    /// Returns pixels from the upper left corner of the picture.
    fn point(&self, at: Pos2) -> [f64; 2] {
        let offset = at - self.response.rect.min;
        [offset.x, offset.y].map(|points| f64::from(points) * self.pixels)
    }
}

/// Returns the world position under the pointer; `None` where the picture shows no surface.
fn hover_hit(picture: &Picture<'_>, workbench: &Workbench, id: CellId) -> Option<[f64; 3]> {
    let point = picture.point(picture.response.hover_pos()?);
    let hit = workbench.position_at(id, point, picture.size())?;
    Some(hit.position)
}

/// Returns the world position at a pixel, which a drag or zoom keeps fixed. Without a surface there, returns that on
/// the ray as far away as the camera's target or, for a planet of unknown samples, that on the sphere.
fn held(
    picture: &Picture<'_>,
    workbench: &Workbench,
    id: CellId,
    point: [f64; 2],
) -> Option<[f64; 3]> {
    let size = picture.size();
    if let Some(hit) = workbench.position_at(id, point, size) {
        return Some(hit.position);
    }
    let view = workbench.viewpoint(id)?;
    let pose = view.pose();
    let (direction, distance) = (pose.ray(point, size), view.camera.distance * view.unit);
    let assumed = workbench.assumed_globe(id);
    let on_sphere = assumed.and_then(|sphere| sphere.hit(pose.position, direction));
    if on_sphere.is_some() {
        return on_sphere;
    }
    Some(std::array::from_fn(|axis| pose.position[axis] + distance * direction[axis]))
}

/// Orbits about the world position that was under the pointer at the press, or pans so that it stays there.
fn drag(ui: &Ui, picture: &Picture<'_>, workbench: &mut Workbench, id: CellId) {
    let response = picture.response;
    let pressed = ui.input(|input| input.pointer.press_origin());
    if response.drag_started()
        && let Some(at) = pressed
    {
        workbench.pointer_mut().held = held(picture, workbench, id, picture.point(at));
    }
    if !response.dragged() {
        return;
    }
    let Some(held) = workbench.pointer.held else {
        return;
    };
    let shift = ui.input(|input| input.modifiers.shift);
    let is_primary = response.dragged_by(PointerButton::Primary);
    // While the profile panel is open, drags with the primary button draw the profile line.
    if is_primary && workbench.shows(Panel::PROFILE) {
        return;
    }
    ui.set_cursor_icon(CursorIcon::Grabbing);
    if is_primary && !shift {
        let moved = response.drag_delta();
        workbench.move_camera(id, orbit(held, moved));
    } else if let Some(at) = response.interact_pointer_pos() {
        let motion = CameraMotion::Pan { held, point: picture.point(at), size: picture.size() };
        workbench.move_camera(id, motion);
    }
}

/// Returns the orbit about a world position for a drag by `moved` points: the picture follows the pointer.
fn orbit(about: [f64; 3], moved: Vec2) -> CameraMotion {
    let [across, along] = DEGREES_PER_POINT;
    CameraMotion::Orbit { about, by: [across * f64::from(moved.x), along * f64::from(moved.y)] }
}

/// Orbits about the target by arrow keys, or pans with Shift.
fn keys(ui: &Ui, picture: &Picture<'_>, workbench: &mut Workbench, id: CellId) {
    let shift = ui.input(|input| input.modifiers.shift);
    let pressed = picture_arrows(ui, picture.response, workbench, id);
    let Some(view) = workbench.viewpoint(id).filter(|_| pressed != Vec2::ZERO) else {
        return;
    };
    let pressed = [pressed.x, pressed.y].map(f64::from);
    if shift {
        let size = picture.size();
        let step = PAN_PER_KEY * f64::from(size[1]);
        let middle = size.map(|count| f64::from(count) / 2.0);
        let motion = CameraMotion::Pan {
            held: view.target,
            point: [0, 1].map(|axis| middle[axis] - step * pressed[axis]),
            size,
        };
        return workbench.move_camera(id, motion);
    }
    let motion = CameraMotion::Orbit {
        about: view.target,
        by: [DEGREES_PER_KEY * pressed[0], -DEGREES_PER_KEY * pressed[1]],
    };
    workbench.move_camera(id, motion);
}

/// A wheel or a pinch zooms to the pointer; two fingers on a trackpad orbit, or pan with Shift.
fn scroll(ui: &Ui, picture: &Picture<'_>, workbench: &mut Workbench, id: CellId) {
    let Some(at) = picture.response.hover_pos() else {
        return;
    };
    let fingers = trackpad(ui);
    // egui distributes fast scrolling over the next frames, in which there is no event.
    let is_scrolling = ui.input(|input| {
        let mut events = input.events.iter();
        events.any(|event| matches!(event, Event::MouseWheel { .. }))
    });
    if is_scrolling {
        workbench.pointer_mut().is_trackpad = fingers.is_some();
    }
    let (scrolled, pinched) = ui.input(|input| {
        let delta = input.smooth_scroll_delta();
        (delta, f64::from(input.zoom_delta()))
    });
    let point = picture.point(at);
    let Some(held) = held(picture, workbench, id, point) else {
        return;
    };
    if let Some(moved) = fingers {
        let pans = ui.input(|input| input.modifiers.shift);
        let [x, y] = [moved.x, moved.y].map(|points| f64::from(points) * picture.pixels);
        let motion = if pans {
            CameraMotion::Pan { held, point: [point[0] + x, point[1] + y], size: picture.size() }
        } else {
            orbit(held, moved)
        };
        workbench.move_camera(id, motion);
    } else if scrolled.y != 0.0 && pinched == 1.0 && !workbench.pointer.is_trackpad {
        let factor = (-f64::from(scrolled.y) * ZOOM_PER_POINT).exp();
        let toward = held;
        workbench.move_camera(id, CameraMotion::Zoom { toward, factor });
    }
    if pinched != 1.0 {
        let (toward, factor) = (held, 1.0 / pinched);
        workbench.move_camera(id, CameraMotion::Zoom { toward, factor });
    }
}

/// Returns how far two fingers scrolled in this frame, in points. Wheels are excluded: their events are not in points.
fn trackpad(ui: &Ui) -> Option<Vec2> {
    ui.input(|input| {
        let moved = input.events.iter().filter_map(|event| match event {
            Event::MouseWheel { unit: MouseWheelUnit::Point, delta, .. } => Some(*delta),
            _ => None,
        });
        moved.reduce(|one, other| one + other)
    })
}

/// Sets the probe to the surface under the pointer, with the samples of the cell or of both compared cells.
pub(crate) fn probe_ui(ui: &Ui, response: &Response, workbench: &mut Workbench, id: CellId) {
    let picture = Picture { response, pixels: f64::from(ui.pixels_per_point()) };
    let (pane, compared) = (PaneId::Cell(id), workbench.document.compared());
    let at = picture.response.hover_pos();
    let point = at.map(|at| picture.point(at));
    let hit = point.and_then(|point| workbench.position_at(id, point, picture.size()));
    let is_own =
        workbench.pointer.probe.is_some_and(|probe| probe.pane == pane || compared.is_some());
    let Some(hit) = hit else {
        if is_own {
            workbench.pointer_mut().probe = None;
        }
        return;
    };
    let [x, y, z] = hit.position;
    workbench.pointer_mut().mouse = [x, y];
    workbench.pointer_mut().probe = Some(Probe { world: [x, y], height: Some(z), pane });
    for id in compared.unwrap_or([id; 2]) {
        // The vertical walls at the edges of a terrain have no samples.
        let sample = hit.value.map(|_| workbench.samples_at(id, hit.position));
        workbench.measurements_mut().entry(PaneId::Cell(id)).sample =
            Some(sample.unwrap_or_default());
    }
}
