//! The sweep, in place of the cells: thumbnails whose controls vary along columns and rows. A click applies one.

use egui::emath::GuiRounding as _;
use egui::{
    Align2, Button, DragAndDrop, Id, LayerId, Order, Painter, Rect, RichText, Sense, Stroke, Ui,
    UiBuilder, WidgetInfo, pos2, vec2,
};
use noise_playground::generator::Generator;
use noise_playground::subject::sweep::AxisRange;

use super::commands::{CommandId, Tip as _};
use super::widgets::number::{NumberFormat, count_ui, number_in_row_ui};
use super::widgets::thumbnail::frame_ui;
use super::{icons, manual, theme};
use crate::workbench::sweep::{MAX_AXIS_VALUES, SweepDirection};
use crate::workbench::{Pane, PaneId, Workbench};

/// Drag-and-drop payload: the name of a control.
pub(crate) struct DraggedName(pub(crate) String);

/// In points.
const BAR_HEIGHT: f32 = 40.0;

const COLUMN_LABEL_HEIGHT: f32 = 24.0;

const ROW_LABEL_WIDTH: f32 = 72.0;

const GAP: f32 = 8.0;

/// Maximum ratio of the longer to the shorter side. A three-dimensional view is never taller than wide: its field of
/// view is vertical, and the sides would be cut off.
const MAX_ASPECT: f32 = 1.4;

/// Returns the panes of the thumbnails.
pub(crate) fn sweep_ui(ui: &mut Ui, rect: Rect, workbench: &mut Workbench) -> Vec<Pane> {
    let Some((sweep, generator)) =
        workbench.active_sweep().cloned().zip(workbench.shown().cloned())
    else {
        return Vec::new();
    };
    let bar = Rect::from_min_size(rect.min, vec2(rect.width(), BAR_HEIGHT));
    let builder = UiBuilder::new()
        .max_rect(bar.shrink2(vec2(12.0, 0.0)))
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(builder, |ui| bar_ui(ui, workbench, &generator));

    let [columns, rows] = [SweepDirection::Across, SweepDirection::Down]
        .map(|direction| workbench.sweep_labels(direction));
    let area = Rect::from_min_max(rect.min + vec2(GAP, BAR_HEIGHT), rect.max - vec2(GAP, GAP));
    match (&sweep.across, &sweep.down) {
        (Some(_), None) => axis_pictures_ui(ui, area, workbench, &columns, SweepDirection::Across),
        (None, Some(_)) => axis_pictures_ui(ui, area, workbench, &rows, SweepDirection::Down),
        _ => grid_ui(ui, area, workbench, [&columns, &rows]),
    }
}

/// Shows a sweep over one control, in the number of rows that makes thumbnails largest: row by row, or column by column
/// if it goes down. A line between two marks the current value.
fn axis_pictures_ui(
    ui: &mut Ui,
    area: Rect,
    workbench: &mut Workbench,
    labels: &[String],
    direction: SweepDirection,
) -> Vec<Pane> {
    let tallest = tallest(workbench);
    let (columns, cell) = wrapped(area.size() + vec2(GAP, GAP), labels.len(), tallest);
    let rows = labels.len().div_ceil(columns);
    let current = workbench.current_position(direction);
    let accent = theme::accent(ui.visuals());
    let mut panes = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        let (column, row) = match direction {
            SweepDirection::Across => (index % columns, index / columns),
            SweepDirection::Down => (index / rows, index % rows),
        };
        let at = vec2(column as f32, row as f32);
        let place = Rect::from_min_size(area.min + at * cell, cell - vec2(GAP, GAP));
        let picture = place.with_min_y(place.top() + COLUMN_LABEL_HEIGHT);
        let picture = picture.round_to_pixels(ui.pixels_per_point());
        let center = pos2(place.center().x, place.top() + COLUMN_LABEL_HEIGHT / 2.0);
        write(ui, center, Align2::CENTER_CENTER, label);
        if picture.is_positive() {
            panes.push(variant_ui(ui, picture, workbench, index));
        }
        let is_before = |at: f64| at.fract() != 0.0 && at.floor() == index as f64;
        if current.is_some_and(is_before) {
            let line = Stroke::new(3.0, accent);
            let [x, y] = [picture.right() + GAP / 2.0, place.bottom() + GAP / 2.0];
            match direction {
                SweepDirection::Across => ui.painter().vline(x, picture.y_range(), line),
                SweepDirection::Down => ui.painter().hline(picture.x_range(), y, line),
            };
        }
    }
    panes
}

/// Returns the largest ratio of height to width.
fn tallest(workbench: &Workbench) -> f32 {
    match workbench.scene(workbench.document.selected) {
        Some(_) => 1.0,
        None => MAX_ASPECT,
    }
}

/// Returns the largest thumbnail within `size`.
fn shaped(size: egui::Vec2, tallest: f32) -> egui::Vec2 {
    vec2(size.x.min(MAX_ASPECT * size.y), size.y.min(tallest * size.x))
}

/// Returns the columns in which `count` thumbnails are largest, and the size of one with label and gap, in points.
fn wrapped(size: egui::Vec2, count: usize, tallest: f32) -> (usize, egui::Vec2) {
    let frame = vec2(GAP, GAP + COLUMN_LABEL_HEIGHT);
    let cell = |columns: usize| {
        let rows = count.div_ceil(columns);
        let picture = size / vec2(columns as f32, rows as f32) - frame;
        let picture = shaped(picture, tallest);
        (columns, picture.max(egui::Vec2::ZERO))
    };
    let area = |(_, picture): &(usize, egui::Vec2)| picture.x * picture.y;
    // If several numbers of columns give equal sizes, `max_by` returns the largest number.
    let best = (1..=count).map(cell).max_by(|one, other| area(one).total_cmp(&area(other)));
    let (columns, picture) = best.unwrap_or((1, size));
    (columns, picture + frame)
}

/// Shows a sweep over two controls. Marks beside the labels show the current values.
fn grid_ui(
    ui: &mut Ui,
    area: Rect,
    workbench: &mut Workbench,
    [columns, rows]: [&[String]; 2],
) -> Vec<Pane> {
    let corner = area.min + vec2(ROW_LABEL_WIDTH - GAP, COLUMN_LABEL_HEIGHT);
    let area = Rect::from_min_max(corner, area.max);
    let count = vec2(columns.len() as f32, rows.len() as f32);
    let cell = (area.size() + vec2(GAP, GAP)) / count;
    let cell = shaped(cell, tallest(workbench));
    label_ui(ui, area.min, cell, columns, rows);
    marks_ui(ui, area.min, cell, workbench);
    let mut panes = Vec::new();
    for index in 0..columns.len() * rows.len() {
        let at = vec2((index % columns.len()) as f32, (index / columns.len()) as f32);
        let picture = Rect::from_min_size(area.min + at * cell, cell - vec2(GAP, GAP));
        let picture = picture.round_to_pixels(ui.pixels_per_point());
        if picture.is_positive() {
            panes.push(variant_ui(ui, picture, workbench, index));
        }
    }
    panes
}

/// Marks current values beside the thumbnails, which start at `corner`. `cell` is one with its gap, in points.
fn marks_ui(ui: &Ui, corner: egui::Pos2, cell: egui::Vec2, workbench: &Workbench) {
    let accent = theme::accent(ui.visuals());
    let [x, y] = [SweepDirection::Across, SweepDirection::Down].map(|direction| {
        let at = workbench.current_position(direction)?;
        Some(at as f32 + 0.5)
    });
    let half = GAP / 2.0;
    if let Some(x) = x {
        let at = corner + vec2(x * cell.x - half, -half);
        ui.painter().circle_filled(at, 3.0, accent);
    }
    if let Some(y) = y {
        let at = corner + vec2(-half, y * cell.y - half);
        ui.painter().circle_filled(at, 3.0, accent);
    }
}

fn write(ui: &Ui, at: egui::Pos2, align: Align2, text: &str) {
    let (font, color) = (egui::FontId::proportional(12.0), ui.visuals().weak_text_color());
    ui.painter().text(at, align, text, font, color);
}

/// Draws labels above and left of the thumbnails, which start at `corner`. `cell` is one with its gap, in points.
fn label_ui(ui: &Ui, corner: egui::Pos2, cell: egui::Vec2, columns: &[String], rows: &[String]) {
    for (index, text) in columns.iter().enumerate() {
        let center = corner.x + index as f32 * cell.x + (cell.x - GAP) / 2.0;
        let at = pos2(center, corner.y - COLUMN_LABEL_HEIGHT / 2.0);
        write(ui, at, Align2::CENTER_CENTER, text);
    }
    for (index, text) in rows.iter().enumerate() {
        let center = corner.y + index as f32 * cell.y + (cell.y - GAP) / 2.0;
        write(ui, pos2(corner.x - GAP, center), Align2::RIGHT_CENTER, text);
    }
}

fn variant_ui(ui: &mut Ui, picture: Rect, workbench: &mut Workbench, index: usize) -> Pane {
    let name = workbench.variant_name(index);
    let id = ui.scope_id().with(("variant", index));
    let response = ui.interact(picture, id, Sense::click());
    let is_current = workbench.is_variant_applied(index);
    response.widget_info(|| {
        let label = format!("Variant {name}");
        WidgetInfo::selected(egui::Role::Button, true, is_current, label)
    });
    frame_ui(ui, picture, &response, is_current);
    if response.on_hover_text(name).clicked() {
        workbench.apply_variant(index);
    }
    Pane { key: PaneId::Variant(index), rect: picture, clip: picture }
}

/// Shows axes and close button. Closes a sweep that has no axis left.
fn bar_ui(ui: &mut Ui, workbench: &mut Workbench, generator: &Generator) {
    ui.spacing_mut().item_spacing.x = 6.0;
    let Some(sweep) = workbench.sweep_mut() else {
        return;
    };
    for (direction, icon, tooltip) in [
        (SweepDirection::Across, icons::CARET_RIGHT, "Columns"),
        (SweepDirection::Down, icons::CARET_DOWN, "Rows"),
    ] {
        let slot = sweep.axis_mut(direction);
        let Some(axis) = slot else { continue };
        ui.label(RichText::new(icon).weak()).on_hover_text(tooltip);
        ui.label(RichText::new(&axis.name).font(theme::medium(13.0)));
        axis_ui(ui, axis, generator);
        let close = Button::new(RichText::new(icons::CLOSE).size(12.0)).frame_when_inactive(false);
        let close = ui.add(close).on_hover_text("Remove from the sweep");
        if close.accessible_name(format!("Remove {} from the sweep", axis.name)).clicked() {
            *slot = None;
        }
        ui.add_space(12.0);
    }
    let is_empty = sweep.across.is_none() && sweep.down.is_none();
    let done = ui.button("Done").tip(CommandId::Leave);
    manual::chapter_ui(ui, "Sweep", "values.md");
    if done.clicked() || is_empty {
        workbench.close_sheet();
    }
}

fn axis_ui(ui: &mut Ui, axis: &mut AxisRange, generator: &Generator) {
    let mut controls = generator.controls().iter();
    let Some(control) = controls.find(|control| control.name == axis.name) else {
        return;
    };
    let (min, max) = AxisRange::limits(control);
    let range = &control.range;
    let speed = range.step.unwrap_or((range.max - range.min) / 200.0);
    let name = axis.name.clone();
    let format = NumberFormat {
        is_integer: control.ty.is_integer(),
        limits: (min, max),
        speed,
        ..NumberFormat::default()
    };
    let number = |number, end: &str, ui: &mut Ui| {
        number_in_row_ui(ui, 68.0, &format!("{name} {end}"), number, format);
    };
    number(&mut axis.from, "from", ui);
    ui.weak("to");
    number(&mut axis.to, "to", ui);
    ui.weak("in");
    let label = format!("{name} count");
    let count = count_ui(ui, (40.0, 0.05), &label, &mut axis.count, (MAX_AXIS_VALUES, ""));
    count.on_hover_text("Number of values");
}

/// Draws a drop target. Returns true if the pointer is over it.
fn zone_ui(ui: &Ui, painter: &Painter, zone: Rect, label: &str) -> bool {
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let is_over = pointer.is_some_and(|pointer| zone.contains(pointer));
    let visuals = ui.visuals();
    let (width, color) =
        if is_over { (3.0, theme::accent(visuals)) } else { (1.0, visuals.weak_text_color()) };
    let (fill, stroke) = (visuals.panel_fill.gamma_multiply(0.85), egui::Stroke::new(width, color));
    painter.rect(zone, 6.0, fill, stroke, egui::StrokeKind::Inside);
    let (font, color) = (theme::medium(15.0), visuals.strong_text_color());
    painter.text(zone.center(), Align2::CENTER_CENTER, label, font, color);
    is_over
}

/// Shows drop targets while a control is dragged: the left half of `rect` for columns, the right half for rows.
pub(crate) fn drop_ui(ui: &Ui, rect: Rect, workbench: &mut Workbench) {
    let Some(dragged) = DragAndDrop::payload::<DraggedName>(ui.ctx()) else {
        return;
    };
    let layer = LayerId::new(Order::Foreground, Id::unique("sweep zones"));
    let painter = ui.ctx().layer_painter(layer);
    let center = rect.center().x;
    let (left, right) = (rect.with_max_x(center), rect.with_min_x(center));
    let [across, down] = [icons::CARET_RIGHT, icons::CARET_DOWN];
    let zones = [
        (left, SweepDirection::Across, across, "Sweep across"),
        (right, SweepDirection::Down, down, "Sweep down"),
    ];
    let is_released = ui.input(|input| input.pointer.any_released());
    let mut dropped = None;
    for (zone, direction, icon, text) in zones {
        let is_over = zone_ui(ui, &painter, zone.shrink(GAP), &format!("{icon}  {text}"));
        if is_over && is_released {
            dropped = Some(direction);
        }
    }
    if let Some(direction) = dropped {
        DragAndDrop::clear_payload(ui.ctx());
        workbench.sweep(&dragged.0, direction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_three_dimensional_views_are_as_large_as_fit_without_being_tall() {
        let picture = |tallest| {
            let (columns, cell) = wrapped(vec2(760.0, 700.0), 5, tallest);
            (columns, cell - vec2(GAP, GAP + COLUMN_LABEL_HEIGHT))
        };
        let (columns, map) = picture(MAX_ASPECT);
        assert!(columns == 3 && map.y > 1.2 * map.x, "{map:?}");
        let (columns, scene) = picture(1.0);
        let is_near = |one: f32, other: f32| (one - other).abs() < 0.01;
        assert!(columns == 3 && is_near(scene.x, map.x) && is_near(scene.y, scene.x), "{scene:?}");
    }
}
