//! The profile: a line over the pictures, and the heights along it.

use egui::{
    Align, Button, Color32, Frame, Label, Layout, Margin, Panel, PointerButton, Pos2, Response,
    RichText, Stroke, Ui, vec2,
};
use egui_plot::{Legend, Line, Plot, PlotPoints};

use super::picture::sample_at;
use super::{icons, theme};
use crate::workbench::profile::Profile;
use crate::workbench::{CellId, Workbench};

/// An end of the line is taken hold of this near, in points.
const REACH: f32 = 12.0;

/// Colours of the lines behind the first, which has the accent: told apart by all eyes (Okabe and Ito, 2008).
const COLORS: [Color32; 5] = [
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(86, 180, 233),
];

/// The button in the bar above.
pub(crate) fn button_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let is_open = workbench.comparing.profile.open;
    let button = Button::new(RichText::new(icons::PROFILE).size(15.0))
        .selected(is_open)
        .frame_when_inactive(is_open);
    let response = ui
        .add(button)
        .on_hover_text("Profile: heights along a line   (L)");
    if response.accessible_name("Profile").clicked() {
        workbench.toggle_profile();
    }
}

/// The panel below the pictures, while the profile is open.
pub(crate) fn panel_ui(ui: &mut Ui, workbench: &mut Workbench) {
    if !workbench.comparing.profile.open || workbench.shown().is_none() {
        return;
    }
    let margin = Margin {
        left: 12,
        right: 12,
        top: 4,
        bottom: 8,
    };
    Panel::bottom("profile")
        .resizable(true)
        .default_size(208.0)
        .size_range(120.0..=480.0)
        .frame(Frame::new().inner_margin(margin))
        .show(ui, |ui| {
            let profile = workbench.profile();
            head_ui(ui, workbench, profile.as_ref());
            match profile {
                Some(profile) => plot_ui(ui, profile),
                // The panel keeps its height till the samples are here.
                None => _ = ui.allocate_space(ui.available_size()),
            }
        });
}

fn head_ui(ui: &mut Ui, workbench: &mut Workbench, profile: Option<&Profile>) {
    let row = vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let close = Button::new(RichText::new(icons::CLOSE).size(13.0)).frame_when_inactive(false);
        let close = ui.add(close).on_hover_text("Close   (L)");
        if close.accessible_name("Close profile").clicked() {
            workbench.toggle_profile();
        }
        let copy = ui.add_enabled(profile.is_some(), Button::new("Copy CSV"));
        if let Some(profile) = profile.filter(|_| copy.clicked()) {
            ui.ctx().copy_text(profile.csv());
            workbench.say(format!("copied {} places", profile.distances.len()));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new("Profile").font(theme::medium(13.0)));
            let hint = "Drag over a picture to lay the line, or take hold of an end; the middle button pans";
            ui.add(Label::new(RichText::new(hint).weak()).truncate());
        });
    });
}

fn plot_ui(ui: &mut Ui, profile: Profile) {
    let Profile {
        distances, cells, ..
    } = profile;
    let first = theme::accent(ui.visuals());
    let colors = std::iter::once(first).chain(COLORS).cycle();
    // It always shows all there is: the line itself is what is moved.
    let plot = Plot::new("profile")
        .legend(Legend::default())
        .grid_color(ui.visuals().weak_text_color().gamma_multiply(0.4))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .auto_bounds(true);
    plot.show(ui, |plot| {
        for ((_, name, values), color) in cells.into_iter().zip(colors) {
            let points = distances.iter().zip(values);
            let points: PlotPoints<'_> = points.map(|(x, y)| [*x, y]).collect();
            plot.line(Line::new(name, points).color(color).width(1.5));
        }
    });
}

/// The line over a picture, and the drag that lays it.
pub(crate) fn line_ui(ui: &Ui, response: &Response, workbench: &mut Workbench, id: CellId) {
    let look = workbench.document.seen_look(id);
    let line = &mut workbench.comparing.profile;
    let Some(ends) = line.ends.as_mut().filter(|_| line.open) else {
        return;
    };
    let pixels = ui.pixels_per_point();
    let size = [response.rect.width(), response.rect.height()]
        .map(|points| (points * pixels).round().max(1.0) as u32);
    let grid = look.grid(size);
    let corner = response.rect.min;
    let point = |world: [f64; 2]| {
        let [x, y] = grid.sample_from_world(world).map(|at| (at + 0.5) as f32);
        corner + vec2(x, y) / pixels
    };
    let world = |at: Pos2| grid.world_from_sample(sample_at(response.rect, at, pixels));
    let pressed = ui.input(|input| input.pointer.press_origin());
    if let Some(at) = pressed.filter(|_| response.drag_started_by(PointerButton::Primary)) {
        let near = ends.iter().position(|end| point(*end).distance(at) < REACH);
        line.held = near.unwrap_or(1);
        if near.is_none() {
            *ends = [world(at); 2];
        }
    }
    let pointer = response.interact_pointer_pos();
    if let Some(at) = pointer.filter(|_| response.dragged_by(PointerButton::Primary)) {
        ends[line.held] = world(at);
    }
    let painter = ui.painter().with_clip_rect(response.rect);
    let points = ends.map(point);
    let dark = Color32::from_black_alpha(160);
    painter.line_segment(points, Stroke::new(4.0, dark));
    painter.line_segment(points, Stroke::new(2.0, Color32::WHITE));
    for (end, fill) in points
        .into_iter()
        .zip([Color32::WHITE, theme::accent(ui.visuals())])
    {
        painter.circle(end, 5.0, fill, Stroke::new(1.5, dark));
    }
}
