//! A strip of small pictures of the runs of the selected tap: of a variable, the change by each run, else the value.

use std::sync::Arc;

use egui::{
    Color32, ColorImage, FontId, Id, Image, Rect, RichText, Role, Sense, TextureHandle, Ui,
    WidgetInfo, vec2,
};
use noise_playground::view::palette::{Palette, colors};

use crate::ui::textures::{shown, upload};
use crate::ui::theme;
use crate::ui::widgets::thumbnail::frame_ui;
use crate::workbench::placed_field::PlacedField;
use crate::workbench::{PaneId, Workbench};

/// Size of a small picture, the space between two, and the height of the number below, in points.
const TILE: egui::Vec2 = vec2(72.0, 48.0);
const GAP: f32 = 6.0;
const NUMBER: f32 = 16.0;

/// The evaluation numbers detect outdated textures.
type Shown = (Vec<u64>, Vec<TextureHandle>);

/// Shows the strip once all runs are evaluated. A click shows a run in the cell's picture.
pub(super) fn strip_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let Some(stage) = workbench.stage() else {
        return;
    };
    let (is_sum, run) = (stage.tap.is_variable, stage.run);
    let Some(textures) = textures(ui, workbench, is_sum) else {
        return progress_ui(ui, workbench);
    };
    ui.add_space(6.0);
    let title = if is_sum { "Contribution of each run" } else { "Each run" };
    let title = ui.label(RichText::new(title).font(theme::medium(12.0)));
    if is_sum {
        title.on_hover_text("The value after a run minus the value before it: blue below 0, red above. All with one scale.");
    }
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, 2.0);
        for (number, texture) in (1..).zip(&textures) {
            let (rect, response) = ui.allocate_exact_size(TILE + vec2(0.0, NUMBER), Sense::click());
            let picture = Rect::from_min_size(rect.min, TILE);
            Image::new((texture.id(), TILE)).paint_at(ui, picture);
            let is_shown = run == Some(number);
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, is_shown, format!("Run {number}"))
            });
            frame_ui(ui, picture, &response, is_shown);
            let at = rect.left_bottom() - vec2(0.0, 1.0);
            let color = ui.visuals().weak_text_color();
            let font = FontId::proportional(11.0);
            ui.painter().text(at, egui::Align2::LEFT_BOTTOM, number.to_string(), font, color);
            if response.clicked() {
                chosen = Some(number);
            }
        }
    });
    if chosen.is_some() {
        workbench.show_run(chosen);
    }
}

/// Shows how many runs are evaluated, only for grid programs, which are executed as a whole for each.
fn progress_ui(ui: &mut Ui, workbench: &Workbench) {
    let count = workbench.shown_runs();
    let is_program = workbench.shown().is_some_and(|shown| shown.program().is_some());
    if count == 0 || !is_program {
        return;
    }
    let is_ready = |run: &u32| workbench.pane_stats(PaneId::Run(*run)).samples.is_some();
    let ready = (1..=count).filter(is_ready).count();
    let text = format!("{ready} of {count} runs evaluated\u{2026}");
    ui.label(RichText::new(text).weak().size(12.0));
}

/// Returns `None` until all runs are evaluated. `is_sum` is true for a variable, whose changes are shown.
fn textures(ui: &Ui, workbench: &Workbench, is_sum: bool) -> Option<Vec<TextureHandle>> {
    let count = workbench.shown_runs();
    let samples = |run| workbench.pane_stats(PaneId::Run(run)).samples.as_ref();
    let fields: Option<Vec<_>> = (1..=count).map(samples).collect();
    let fields = fields.filter(|fields| !fields.is_empty())?;
    let size = fields[0].field.size;
    if fields.iter().any(|field| field.field.size != size) {
        return None;
    }
    let evaluations: Vec<u64> = fields.iter().map(|field| field.evaluation).collect();
    let id = Id::unique("runs of the drawer");
    let is_current = |(known, _): &Shown| *known == evaluations;
    let (_, textures) = shown(ui, id, is_current, || {
        let images = images(size, &values(&fields, is_sum), is_sum);
        (evaluations.clone(), images.into_iter().map(|image| upload(ui, image)).collect())
    });
    Some(textures)
}

/// Returns the first channel of each run; if `is_sum`, minus that of the run before.
fn values(fields: &[&Arc<PlacedField>], is_sum: bool) -> Vec<Vec<f32>> {
    let first = |field: &noise_playground::Field| -> Vec<f32> {
        let samples = field.samples.chunks_exact(field.channels as usize);
        samples.map(|sample| sample[0]).collect()
    };
    let mut values: Vec<Vec<f32>> = fields.iter().map(|placed| first(&placed.field)).collect();
    if is_sum {
        for run in (1..values.len()).rev() {
            let (before, after) = values.split_at_mut(run);
            for (value, before) in after[0].iter_mut().zip(&before[run - 1]) {
                *value -= before;
            }
        }
    }
    values
}

/// Uses one palette and one value range for all. If `is_sum`, the range is symmetric about 0.
fn images(size: [u32; 2], values: &[Vec<f32>], is_sum: bool) -> Vec<ColorImage> {
    let finite = values.iter().flatten().copied().filter(|value| value.is_finite());
    let (low, high) = finite.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let (low, high) =
        if is_sum { (-low.abs().max(high.abs()), low.abs().max(high.abs())) } else { (low, high) };
    let palette = colors(if is_sum { Palette::Vik } else { Palette::Grey });
    let width = (high - low).max(f32::MIN_POSITIVE);
    let color = |value: &f32| {
        let fraction = ((value - low) / width).clamp(0.0, 1.0);
        let [r, g, b] = palette[(fraction * 255.0) as usize];
        if value.is_finite() { Color32::from_rgb(r, g, b) } else { Color32::from_rgb(255, 0, 255) }
    };
    let image = |values: &Vec<f32>| {
        let pixels = values.iter().map(color).collect();
        ColorImage::new(size.map(|count| count as usize), pixels)
    };
    values.iter().map(image).collect()
}
