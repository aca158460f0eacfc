//! The difference of a pair: its panes, metrics and scale.

use egui::{
    Align, Color32, Label, Layout, Mesh, Rect, RichText, Sense, Shape, Ui, UiBuilder, pos2, vec2,
};
use noise_playground::palette;
use noise_playground::shading::Palette;

use crate::ui::panes::full_pane;
use crate::workbench::comparison::PairMetrics;
use crate::workbench::format::{metric_rows, signed_ends};
use crate::workbench::{CellId, Pane, PaneId, Workbench};

/// Width of the scale below the picture, in points.
const SCALE: f32 = 120.0;

/// Returns three panes in `picture`: both cells, which are evaluated but covered, and the difference on top.
pub(crate) fn panes(picture: Rect, pair: [CellId; 2]) -> Vec<Pane> {
    let [first, second] = pair.map(PaneId::Cell);
    [first, second, PaneId::Difference]
        .map(|key| full_pane(key, picture))
        .into()
}

/// Shows the metrics and the color scale in `rect`, or why the cells cannot be subtracted.
pub(crate) fn metrics_ui(ui: &mut Ui, rect: Rect, workbench: &Workbench) {
    let line = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(line, |ui| {
        if let Some(Err(error)) = workbench.subtracted_pair() {
            let text = format!("Cannot subtract: {error}");
            ui.add(Label::new(RichText::new(text).color(ui.visuals().warn_fg_color)).truncate());
            return;
        }
        scale_ui(ui, workbench.pane_stats(PaneId::Difference).value_range);
        let rest = UiBuilder::new()
            .max_rect(ui.available_rect_before_wrap())
            .layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(rest, |ui| metrics_text_ui(ui, workbench.comparison.metrics));
    });
}

/// Shows the metrics of the pair, dimmed while they are of previous pictures; `None` before the first are computed.
fn metrics_text_ui(ui: &mut Ui, metrics: Option<PairMetrics>) {
    ui.spacing_mut().item_spacing.x = 16.0;
    let values = metrics.as_ref().map(|metrics| &metrics.metrics);
    for (name, about, number) in metric_rows(values) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.weak(name);
            let number = RichText::new(number);
            let is_current = metrics.is_some_and(|metrics| metrics.is_current);
            ui.label(if is_current { number } else { number.weak() });
        })
        .response
        .on_hover_text(about);
    }
}

/// Shows the color scale with its value range; `None` until the range is read back.
fn scale_ui(ui: &mut Ui, range: Option<(f32, f32)>) {
    let [low, high] = range.map_or_else(Default::default, signed_ends);
    ui.weak(high);
    let (rect, response) = ui.allocate_exact_size(vec2(SCALE, 10.0), Sense::hover());
    ui.painter().add(Shape::mesh(gradient(rect)));
    response.on_hover_text(SCALE_EXPLAINED);
    ui.weak(low);
    ui.weak("99.9 % within").on_hover_text(SCALE_EXPLAINED);
}

const SCALE_EXPLAINED: &str = "Selected cell minus reference: blue below 0, red above. 99.9 percent of the \
    differences are between the ends; larger ones, up to max, have the color of an end.";

fn gradient(rect: Rect) -> Mesh {
    let colors = palette::colors(Palette::Vik);
    let mut mesh = Mesh::default();
    for (index, [red, green, blue]) in colors.iter().enumerate() {
        let x = rect.left() + rect.width() * index as f32 / (colors.len() - 1) as f32;
        for y in [rect.top(), rect.bottom()] {
            mesh.colored_vertex(pos2(x, y), Color32::from_rgb(*red, *green, *blue));
        }
    }
    for column in 0..colors.len() as u32 - 1 {
        let corner = 2 * column;
        mesh.add_triangle(corner, corner + 1, corner + 2);
        mesh.add_triangle(corner + 1, corner + 2, corner + 3);
    }
    mesh
}
