//! The difference of a pair, with metrics and color scale below it.

use egui::{Align, Color32, FontId, Label, Layout, Rect, RichText, Sense, Ui, UiBuilder, vec2};
use noise_playground::view::palette;
use noise_playground::view::shading::Palette;

use crate::ui::panes::{CAPTION, full_pane};
use crate::ui::widgets::gradient::paint_ramp;
use crate::workbench::comparison::PairMetrics;
use crate::workbench::format::{metric_rows, signed_ends};
use crate::workbench::{CellId, Pane, PaneId, Workbench};

/// Width of the color scale, in points.
const SCALE: f32 = 120.0;

/// Returns the panes of both cells, which are evaluated but covered, and that of the difference on top.
pub(crate) fn panes(picture: Rect, pair: [CellId; 2]) -> Vec<Pane> {
    let [first, second] = pair.map(PaneId::Cell);
    [first, second, PaneId::Difference].map(|key| full_pane(key, picture)).into()
}

/// Width in points below which metrics and color scale are on two lines.
const ONE_LINE: f32 = 620.0;

/// In points.
pub(crate) fn metrics_height(width: f32) -> f32 {
    if width < ONE_LINE { 2.0 * CAPTION } else { CAPTION }
}

/// Shows metrics and color scale, or the reason why the cells cannot be subtracted.
pub(crate) fn metrics_ui(ui: &mut Ui, rect: Rect, workbench: &Workbench) {
    let line = |rect: Rect, layout| UiBuilder::new().max_rect(rect).layout(layout);
    let left = Layout::left_to_right(Align::Center);
    if let Some(Err(error)) = workbench.subtracted_pair() {
        let text = format!("Cannot subtract: {error}");
        let text = RichText::new(text).color(ui.visuals().warn_fg_color);
        ui.scope_builder(line(rect, left), |ui| ui.add(Label::new(text).truncate()));
        return;
    }
    let has_two_lines = metrics_height(rect.width()) > CAPTION;
    let (first, last) =
        if has_two_lines { rect.split_top_bottom_at_fraction(0.5) } else { (rect, rect) };
    ui.scope_builder(line(first, left), |ui| {
        if has_two_lines {
            ui.style_mut().override_font_id = Some(FontId::proportional(12.0));
        }
        ui.spacing_mut().item_spacing.x = if has_two_lines { 8.0 } else { 16.0 };
        metrics_text_ui(ui, workbench.comparison.metrics);
    });
    let right = if has_two_lines { left } else { Layout::right_to_left(Align::Center) };
    ui.scope_builder(line(last, right), |ui| {
        scale_ui(ui, workbench.pane_stats(PaneId::Difference).value_range);
    });
}

/// Dims metrics of outdated pictures. `None` until they are first computed.
fn metrics_text_ui(ui: &mut Ui, metrics: Option<PairMetrics>) {
    let values = metrics.as_ref().map(|metrics| &metrics.metrics);
    for (name, about, number) in metric_rows(values) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.weak(name);
            let number = RichText::new(number);
            let is_current = metrics.is_some_and(|metrics| metrics.is_current);
            ui.label(if is_current { number } else { number.weak() });
        })
        .response
        .on_hover_text(about);
    }
}

/// `range` is `None` until it is read back.
fn scale_ui(ui: &mut Ui, range: Option<(f32, f32)>) {
    let mut ends = range.map_or_else(Default::default, signed_ends);
    if ui.layout().prefer_right_to_left() {
        ends.reverse();
    }
    let [first, last] = ends;
    ui.weak(first);
    let (rect, response) = ui.allocate_exact_size(vec2(SCALE, 10.0), Sense::hover());
    let colors = palette::colors(Palette::Vik);
    paint_ramp(ui, rect, 255, |index| {
        let [red, green, blue] = colors[usize::from(index)];
        Color32::from_rgb(red, green, blue)
    });
    response.on_hover_text(SCALE_EXPLAINED);
    ui.weak(last);
    ui.weak("99.9 % within").on_hover_text(SCALE_EXPLAINED);
}

const SCALE_EXPLAINED: &str = "Selected cell minus reference: blue below 0, red above. 99.9 percent of the \
    differences are between the ends; larger ones, up to max, have the color of an end.";
