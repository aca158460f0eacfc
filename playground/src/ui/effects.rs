//! The panel *What matters*: the controls, ranked by how far they move the values of the view.

use egui::{
    Align2, Color32, FontId, Rect, Response, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};
use noise_playground::gpu::measure::ControlEffect;
use noise_playground::view::palette::colors;
use noise_playground::view::shading::Palette;
use noise_playground::view::space::camera::Scene;

use super::{PanelOutput, theme};
use crate::workbench::Workbench;
use crate::workbench::format::significant;

/// Sizes of a row and of its columns besides the bar, in points.
const HEIGHT: f32 = 22.0;
const NAME: f32 = 150.0;
const NUMBER: f32 = 76.0;
const SHARES: f32 = 96.0;
const HEADING: f32 = 18.0;

const ABOUT: &str = "Mean change of the value over the whole slider, from the exact derivative at each position of \
    this view. Blue where the value falls with the control, red where it rises. A click shows where it acts.";

pub(crate) fn effects_ui(ui: &mut Ui, workbench: &mut Workbench, _: &mut PanelOutput) {
    let effects = match workbench.effects() {
        None => return waiting_ui(ui, workbench),
        Some(Err(reason)) => {
            ui.weak(reason);
            return;
        }
        Some(Ok(effects)) => effects.clone(),
    };
    let most = effects.first().map_or(0.0, |first| first.effect);
    let shown = workbench.sensitivity().map(str::to_owned);
    heading_ui(ui);
    let clicked = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let rows = effects.iter().filter(|effect| {
            row_ui(ui, effect, most, shown.as_ref() == Some(&effect.control)).clicked()
        });
        rows.last().map(|effect| effect.control.clone())
    });
    if let Some(control) = clicked.inner {
        workbench.toggle_sensitivity(&control);
    }
}

fn waiting_ui(ui: &mut Ui, workbench: &Workbench) {
    let scene = workbench.scene(workbench.document.selected);
    let is_body = scene.is_some_and(|scene| scene != Scene::Terrain);
    ui.weak(if is_body {
        "Measured on a plane: choose the view Slice"
    } else {
        "Measuring the derivatives by all controls \u{2026}"
    });
}

fn heading_ui(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADING), Sense::hover());
    let columns = [
        (rect.left() + 4.0, Align2::LEFT_CENTER, "control"),
        (rect.right() - SHARES, Align2::RIGHT_CENTER, "mean change"),
        (rect.right() - 4.0, Align2::RIGHT_CENTER, "falls, rises"),
    ];
    let color = ui.visuals().weak_text_color();
    for (x, align, text) in columns {
        let at = pos2(x, rect.center().y);
        ui.painter().text(at, align, text, FontId::proportional(11.0), color);
    }
}

/// Name, bar, effect in units of the value, and shares of the view where the value falls and rises.
fn row_ui(ui: &mut Ui, effect: &ControlEffect, most: f64, is_shown: bool) -> Response {
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let number = significant(effect.effect);
    let [falls, rises] =
        [effect.falling, effect.rising].map(|share| format!("{:.0} %", 100.0 * share));
    let label = format!("{}: effect {number}, falls {falls}, rises {rises}", effect.control);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, label.clone()));
    let visuals = ui.style().interact_selectable(&response, is_shown);
    if is_shown || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 3.0, visuals.weak_bg_fill);
    }
    let [text, weak] = [ui.visuals().text_color(), ui.visuals().weak_text_color()];
    let font = if is_shown { theme::medium(13.0) } else { FontId::proportional(13.0) };
    let middle = rect.center().y;
    let name = Rect::from_min_size(rect.min, vec2(NAME, HEIGHT));
    let painter = ui.painter().with_clip_rect(name);
    painter.text(pos2(rect.left() + 4.0, middle), Align2::LEFT_CENTER, &effect.control, font, text);
    let has_effect = effect.effect != 0.0;
    let shares = if has_effect { format!("\u{2212}{falls}  +{rises}") } else { String::new() };
    let number = if has_effect { number } else { "none".to_owned() };
    let numbers = [(rect.right() - SHARES, number, text), (rect.right() - 4.0, shares, weak)];
    for (right, number, color) in numbers {
        let font = FontId::proportional(12.0);
        ui.painter().text(pos2(right, middle), Align2::RIGHT_CENTER, number, font, color);
    }
    let left = rect.left() + NAME + 8.0;
    let space = (rect.right() - SHARES - NUMBER - left).max(0.0);
    let bar = Rect::from_min_size(pos2(left, middle - 4.0), vec2(space, 8.0));
    bar_ui(ui, bar, effect, most);
    response.on_hover_text(ABOUT)
}

/// The bar is divided by sign. `most` is the effect that fills the width.
fn bar_ui(ui: &Ui, rect: Rect, effect: &ControlEffect, most: f64) {
    if most <= 0.0 || !effect.effect.is_finite() {
        return;
    }
    let width = rect.width() * (effect.effect / most) as f32;
    let signed = effect.falling + effect.rising;
    let split = if signed > 0.0 { (effect.falling / signed) as f32 } else { 0.0 };
    let middle = rect.left() + split * width;
    let palette = colors(Palette::Vik);
    // Away from the ends, which are too dark or too light for one of the themes.
    let [falling, rising] = [palette.len() / 4, 3 * palette.len() / 4].map(|index| {
        let [r, g, b] = palette[index];
        Color32::from_rgb(r, g, b)
    });
    let end = rect.left() + width.max(1.0);
    ui.painter().rect_filled(rect.with_max_x(middle), 0.0, falling);
    ui.painter().rect_filled(rect.with_min_x(middle).with_max_x(end), 0.0, rising);
}
