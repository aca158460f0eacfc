//! The editor of `@octaves` controls: one bar per octave, like the sliders of an equalizer.

use egui::{CursorIcon, Rect, Response, Role, Sense, Ui, WidgetInfo, remap_clamp};
use noise_playground::generator::control::SliderRange;

use super::screen_reader::{describe_range, requested_value};
use super::steps::{round_to_step, steps};
use crate::ui::theme;

pub(crate) struct Octaves<'a> {
    /// For screen readers.
    pub(crate) label: &'a str,
    /// Number of bars, for the first numbers of the control.
    pub(crate) count: usize,
    pub(crate) range: &'a SliderRange,
    /// A bar with another value has the color of modified values.
    pub(crate) defaults: &'a [f64],
}

/// A drag across the bars with the primary button sets each to the pointer's height.
pub(crate) fn octaves_ui(
    ui: &mut Ui,
    rect: Rect,
    numbers: &mut [f64],
    octaves: &Octaves<'_>,
) -> Response {
    let Octaves { label, count, range, defaults } = *octaves;
    let count = count.clamp(1, numbers.len().max(1));
    let (low, high) = numbers[..count.min(numbers.len())]
        .iter()
        .fold((range.min, range.max), |(low, high), number| (low.min(*number), high.max(*number)));
    let mut editor =
        ui.allocate_rect(rect, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeVertical);
    editor.widget_info(|| WidgetInfo::labeled(Role::Group, true, label));
    let width = rect.width() / count as f32;
    let primary = ui.input(|input| input.pointer.primary_down());
    for (index, number) in numbers.iter_mut().take(count).enumerate() {
        let left = rect.left() + width * index as f32;
        let bar = Rect::from_x_y_ranges(left..=left + width, rect.y_range())
            .shrink2(egui::vec2(1.0, 0.0));
        let pointer = editor
            .interact_pointer_pos()
            .filter(|at| (left..left + width).contains(&at.x) && primary);
        let before = *number;
        if let Some(pointer) = pointer {
            let upward = f64::from(bar.bottom())..=f64::from(bar.top());
            let value = remap_clamp(f64::from(pointer.y), upward, range.min..=range.max);
            *number = on_step(value, range);
        }
        let response = ui.interact(bar, editor.id.with(index), Sense::focusable_noninteractive());
        let count = steps(ui, &response);
        if count != 0.0 {
            *number = on_step(*number + count * step(range), range);
        }
        if let Some(requested) = requested_value(ui, response.id) {
            *number = on_step(requested, range);
        }
        describe_range(ui, response.id, range);
        if *number != before {
            editor.mark_changed();
        }
        let name = format!("{label}, octave {}", index + 1);
        response.widget_info(|| WidgetInfo::slider(true, *number, &name));
        let fraction = egui::remap_clamp(*number, low..=high, 0.0..=1.0) as f32;
        let is_modified = defaults.get(index) != Some(&*number);
        paint(ui, &response, bar, fraction, is_modified);
        response.on_hover_text(format!("octave {}: {number}", index + 1));
    }
    editor
}

fn step(range: &SliderRange) -> f64 {
    range.step.unwrap_or((range.max - range.min) / 100.0)
}

fn on_step(number: f64, range: &SliderRange) -> f64 {
    let steps = ((number - range.min) / step(range)).round();
    round_to_step(range.min + steps * step(range), step(range)).clamp(range.min, range.max)
}

fn paint(ui: &Ui, response: &Response, bar: Rect, fraction: f32, is_modified: bool) {
    let visuals = ui.visuals();
    let color = if is_modified {
        theme::accent(visuals)
    } else if response.hovered() {
        visuals.text_color()
    } else {
        visuals.weak_text_color()
    };
    ui.painter().rect_filled(bar, 2.0, visuals.widgets.inactive.bg_fill);
    let filled = bar.with_min_y(bar.bottom() - bar.height() * fraction);
    ui.painter().rect_filled(filled, 2.0, color);
}
