//! The legend: the palette with the values at its ends. Under the pointer it expands to a histogram, whose ends can be
//! dragged to change the value range. A double click makes the range automatic, as that of a derivative always is.

use egui::emath::smart_aim::best_in_range_f64;
use egui::{
    Align2, Color32, CursorIcon, FontId, Mesh, Rect, Response, Sense, Shape, Stroke, Ui,
    WidgetInfo, lerp, pos2, remap, remap_clamp, vec2,
};
use noise_playground::field::Histogram;
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::{Palette, ValueRange};

use super::MARGIN;
use crate::ui::control_menu::reset_item_ui;
use crate::ui::menu::{context_menu, item};
use crate::ui::palettes::strip_ui;
use crate::ui::view::shows_value_range;
use crate::ui::widgets::arrows::{HORIZONTAL_ARROWS, arrows};
use crate::workbench::format::range_decimals;
use crate::workbench::{CellId, Document, PaneId, View, Workbench};

const WIDTH: f32 = 240.0;
const STRIP: f32 = 10.0;
const HISTOGRAM: f32 = 48.0;
const TEXT: f32 = 18.0;
const INSET: f32 = 10.0;

/// Length of the color strip beyond each end, as a fraction of the value range.
const BEYOND: f64 = 0.25;

/// Converts between values and x coordinates on the screen.
struct Scale {
    strip: Rect,
    /// Values at the edges of the color strip.
    domain: [f64; 2],
    /// Values at the ends of the palette.
    ends: [f64; 2],
}

impl Scale {
    fn x(&self, value: f64) -> f32 {
        let [low, high] = self.domain;
        let fraction = remap_clamp(value, low..=high, 0.0..=1.0);
        lerp(self.strip.x_range(), fraction as f32)
    }

    fn value(&self, x: f32) -> f64 {
        let [low, high] = self.domain;
        let strip = self.strip.x_range();
        remap(f64::from(x), strip.min.into()..=strip.max.into(), low..=high)
    }
}

/// Shows the legend in the lower right corner if colors stand for values. Returns true if so.
pub(super) fn legend_ui(ui: &mut Ui, picture: Rect, workbench: &mut Workbench, id: CellId) -> bool {
    let of_values = value_range(workbench, id).filter(|_| !workbench.shows_other_picture(id));
    let Some((ends, palette)) = of_values else {
        workbench.chrome_mut().legend.take_if(|shown| *shown == id);
        return false;
    };
    let is_open = workbench.chrome.legend == Some(id);
    let heading = heading(workbench, id);
    let [plate, strip] = layout(picture, is_open, heading.is_some());
    ui.push_id("legend", |ui| {
        let sense = Sense::CLICK | Sense::DRAG;
        let response = ui.interact(plate, ui.scope_id().with("plate"), sense);
        response.widget_info(|| {
            let [low, high] = ends.map(|end| number_text(end, ends));
            let unit = unit(workbench, id).map_or_else(String::new, |unit| format!(" {unit}"));
            let label = format!("Legend {low} to {high}{unit}");
            WidgetInfo::labeled(egui::Role::Group, true, label)
        });
        super::plate(ui, plate);
        let id_domain = ui.scope_id().with("domain");
        let dragged: Option<[f64; 2]> = ui.data(|data| data.get_temp(id_domain));
        let [low, high] = ends;
        let margin = BEYOND * (high - low);
        let scale = Scale { strip, domain: dragged.unwrap_or([low - margin, high + margin]), ends };
        if is_open && let Some(histogram) = &workbench.pane_stats(PaneId::Cell(id)).histogram {
            histogram_ui(ui, &scale, histogram);
        }
        palette_ui(ui, &scale, palette);
        if let Some(heading) = heading {
            fixed_ui(ui, plate, &scale, &heading);
            let is_used = ui.rect_contains_pointer(plate);
            return open(ui, &mut workbench.chrome_mut().legend, id, is_used);
        }
        if let Some(unit) = unit(workbench, id) {
            let at = strip.center_bottom() + vec2(0.0, 2.0);
            let color = ui.visuals().weak_text_color();
            ui.painter().text(at, Align2::CENTER_TOP, unit, FontId::proportional(12.0), color);
        }
        let document = workbench.document_mut();
        let [first, second] = ends_ui(ui, &scale, &mut document.view_mut(id));
        let is_dragging = first.dragged() || second.dragged();
        ui.data_mut(|data| {
            data.remove_temp::<[f64; 2]>(id_domain);
            if is_dragging {
                data.insert_temp(id_domain, scale.domain);
            }
        });
        menu_ui(&response, document, id);
        let clicked = [&response, &first, &second];
        if clicked.into_iter().any(Response::double_clicked) {
            document.view_mut(id).reset_setting(ViewSetting::ValueRange);
        }
        let has_focus = first.has_focus() || second.has_focus();
        let is_used = is_dragging || has_focus || ui.rect_contains_pointer(plate);
        open(ui, &mut workbench.chrome_mut().legend, id, is_used);
    });
    true
}

/// Returns the quantity that the colors stand for, with its unit, if it is a derivative by a control.
fn heading(workbench: &Workbench, id: CellId) -> Option<String> {
    let generator = workbench.pane_content(PaneId::Cell(id))?.generator;
    let quantity = format!("\u{2202}value / \u{2202}{}", generator.sensitivity()?);
    Some(match generator.sensitivity_unit() {
        Some(unit) => format!("{quantity}   {unit}"),
        None => quantity,
    })
}

/// Returns the legend and its color strip. `is_open` is true for the form with a histogram.
fn layout(picture: Rect, is_open: bool, has_heading: bool) -> [Rect; 2] {
    let height = STRIP
        + TEXT
        + 6.0
        + if is_open { HISTOGRAM } else { 0.0 }
        + if has_heading { TEXT } else { 0.0 };
    let corner = picture.right_bottom() - vec2(MARGIN, MARGIN);
    let plate = Rect::from_min_max(corner - vec2(WIDTH, height), corner);
    let bottom = plate.bottom() - TEXT;
    let strip = Rect::from_min_max(
        pos2(plate.left() + INSET, bottom - STRIP),
        pos2(plate.right() - INSET, bottom),
    );
    [plate, strip]
}

/// Expands the legend while `is_used`.
fn open(ui: &Ui, shown: &mut Option<CellId>, id: CellId, is_used: bool) {
    let before = *shown;
    if is_used {
        *shown = Some(id);
    } else {
        shown.take_if(|shown| *shown == id);
    }
    if *shown != before {
        ui.ctx().request_repaint();
    }
}

/// Returns the values at the palette's ends; `None` until measured, and for colors that stand for no values.
fn value_range(workbench: &Workbench, id: CellId) -> Option<([f64; 2], Palette)> {
    let content = workbench.pane_content(PaneId::Cell(id))?;
    if !shows_value_range(&content.generator, &content.view) {
        return None;
    }
    let ends = match content.view.shading.value_range {
        ValueRange::Fixed(low, high) => [low, high],
        ValueRange::Auto | ValueRange::Full => {
            let (low, high) = workbench.pane_stats(PaneId::Cell(id)).value_range?;
            [low.into(), high.into()]
        }
    };
    Some((ends, content.view.shading.palette()))
}

fn number_text(number: f64, [low, high]: [f64; 2]) -> String {
    let decimals = range_decimals(low, high).saturating_sub(1);
    format!("{number:.decimals$}").replace('-', "\u{2212}")
}

/// Draws the palette, and its first and last color beyond its ends.
fn palette_ui(ui: &Ui, scale: &Scale, palette: Palette) {
    let colors = noise_playground::view::palette::colors(palette);
    let [low, high] = scale.ends.map(|end| scale.x(end));
    let strip = scale.strip;
    for (rect, [r, g, b]) in
        [(strip.with_max_x(low), colors[0]), (strip.with_min_x(high), colors[colors.len() - 1])]
    {
        ui.painter().rect_filled(rect, 0.0, Color32::from_rgb(r, g, b));
    }
    strip_ui(ui, strip.with_min_x(low).with_max_x(high), palette);
}

fn histogram_ui(ui: &Ui, scale: &Scale, histogram: &Histogram) {
    let most = histogram.counts.iter().max().copied().unwrap_or_default();
    let [low, high] = histogram.domain.map(f64::from);
    let bottom = scale.strip.top() - 2.0;
    let mut bars = Mesh::default();
    let count = histogram.counts.len();
    let at = |bin: usize| scale.x(lerp(low..=high, bin as f64 / count as f64));
    for (bin, counted) in histogram.counts.iter().enumerate().filter(|(_, counted)| **counted > 0) {
        let height = (HISTOGRAM - 6.0) * *counted as f32 / most as f32;
        let rect = Rect::from_min_max(pos2(at(bin), bottom - height), pos2(at(bin + 1), bottom));
        bars.add_colored_rect(rect, ui.visuals().weak_text_color());
    }
    ui.painter().add(Shape::mesh(bars));
}

/// A drag or an arrow key on an end sets a fixed value range.
fn ends_ui(ui: &mut Ui, scale: &Scale, view: &mut View) -> [Response; 2] {
    let [low, high] = scale.ends;
    // Minimum distance of the ends, so that both can be dragged and the range is never empty.
    let least = (scale.domain[1] - scale.domain[0]) / 200.0;
    let first = end_ui(ui, scale, "Range minimum", low);
    let second = end_ui(ui, scale, "Range maximum", high);
    let requested = [&first, &second].map(|end| requested_value(ui, scale, end));
    let range = match requested {
        [Some(low), _] => Some((low.min(high - least), high)),
        [_, Some(high)] => Some((low, high.max(low + least))),
        _ => None,
    };
    if let Some((low, high)) = range.filter(|(low, high)| low < high) {
        view.shading.value_range = ValueRange::Fixed(low, high);
    }
    [first, second]
}

fn unit(workbench: &Workbench, id: CellId) -> Option<String> {
    workbench.pane_content(PaneId::Cell(id))?.generator.unit().map(str::to_owned)
}

/// Draws the heading, and ends that cannot be dragged.
fn fixed_ui(ui: &Ui, plate: Rect, scale: &Scale, heading: &str) {
    let color = ui.visuals().text_color();
    let at = plate.left_top() + vec2(INSET, 4.0);
    let painter = ui.painter().with_clip_rect(plate.shrink2(vec2(INSET, 0.0)));
    painter.text(at, Align2::LEFT_TOP, heading, FontId::proportional(12.0), color);
    let [low, high] = scale.ends;
    for value in [low, 0.0, high] {
        end_mark_ui(ui, scale, value, ui.visuals().strong_text_color());
    }
}

/// Draws a line across the color strip, and its value below, which can be dragged.
fn end_ui(ui: &mut Ui, scale: &Scale, name: &str, value: f64) -> Response {
    let x = scale.x(value).round();
    let rect = Rect::from_x_y_ranges(
        x - 7.0..=x + 7.0,
        scale.strip.top() - ABOVE..=scale.strip.bottom() + TEXT,
    );
    let response = ui
        .interact(rect, ui.scope_id().with(name), Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    response.widget_info(|| WidgetInfo::slider(true, value, name));
    let visuals = ui.visuals();
    let color = if response.has_focus() || response.hovered() || response.dragged() {
        crate::ui::theme::accent(visuals)
    } else {
        visuals.strong_text_color()
    };
    end_mark_ui(ui, scale, value, color);
    response
}

/// Height of a line above the color strip, in points.
const ABOVE: f32 = 4.0;

/// Draws a line across the color strip, and its value below.
fn end_mark_ui(ui: &Ui, scale: &Scale, value: f64, color: Color32) {
    let visuals = ui.visuals();
    let x = scale.x(value).round();
    let (top, bottom) = (scale.strip.top() - ABOVE, scale.strip.bottom() + 2.0);
    // Palettes can have the line's own color.
    let ground = visuals.panel_fill;
    ui.painter().vline(x, top..=bottom, Stroke::new(4.0, ground));
    ui.painter().vline(x, top..=bottom, Stroke::new(2.0, color));
    let text = number_text(value, scale.ends);
    let (font, at) = (FontId::proportional(12.0), pos2(x, bottom));
    let text_color = visuals.text_color();
    ui.painter().text(at, Align2::CENTER_TOP, text, font, text_color);
}

/// Returns the value to which a drag or an arrow key moves the end.
fn requested_value(ui: &Ui, scale: &Scale, end: &Response) -> Option<f64> {
    let pixel = (scale.domain[1] - scale.domain[0]) / f64::from(scale.strip.width().max(1.0));
    let steps = arrows(ui, end, HORIZONTAL_ARROWS).x;
    if steps != 0.0 {
        let at = scale.value(end.rect.center().x) + pixel * f64::from(steps);
        return Some(best_in_range_f64(at - pixel / 2.0, at + pixel / 2.0));
    }
    if !end.dragged_by(egui::PointerButton::Primary) {
        return None;
    }
    let at = scale.value(end.interact_pointer_pos()?.x);
    Some(best_in_range_f64(at - pixel / 2.0, at + pixel / 2.0))
}

fn menu_ui(response: &Response, document: &mut Document, id: CellId) {
    context_menu(response, |ui| {
        let is_fixed = document.view(id).is_modified(ViewSetting::ValueRange);
        if reset_item_ui(ui, "automatic", is_fixed) {
            document.view_mut(id).reset_setting(ViewSetting::ValueRange);
        }
        if document.cells.len() > 1 {
            let has_one = document.has_one_range;
            let text = if has_one { "Each cell its own range" } else { "Shared range" };
            if item(ui, true, egui::Button::new(text)).clicked() {
                document.set_one_range(!has_one);
            }
        }
    });
}
