//! The difference: its picture, and how large it is in numbers.

use egui::{
    Align, Color32, Label, Layout, Mesh, Rect, RichText, Sense, Shape, Ui, UiBuilder, pos2, vec2,
};
use noise_playground::palette;
use noise_playground::view::Palette;

use crate::ui::cells::whole;
use crate::ui::view::range_decimals;
use crate::workbench::comparing::Numbers;
use crate::workbench::{CellId, Pane, PaneKey, Workbench};

/// Length of the palette below the picture.
const SCALE: f32 = 120.0;

/// The difference above the two that it is made from: they are evaluated there, and not seen.
pub(crate) fn panes(picture: Rect, pair: [CellId; 2]) -> Vec<Pane> {
    let [first, second] = pair.map(PaneKey::Cell);
    [first, second, PaneKey::Difference]
        .map(|key| whole(key, picture))
        .into()
}

/// The line below the picture: how far the two differ, and what the colours mean.
pub(crate) fn numbers_ui(ui: &mut Ui, rect: Rect, workbench: &Workbench) {
    let line = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(line, |ui| {
        if let Some(Err(why)) = workbench.subtracted() {
            ui.add(Label::new(RichText::new(why).color(ui.visuals().warn_fg_color)).truncate());
            return;
        }
        scale_ui(ui, workbench.measured(PaneKey::Difference).value_range);
        let rest = UiBuilder::new()
            .max_rect(ui.available_rect_before_wrap())
            .layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(rest, |ui| words_ui(ui, workbench.comparing.numbers));
    });
}

/// Weak while the pictures are already other ones.
fn words_ui(ui: &mut Ui, numbers: Option<Numbers>) {
    ui.spacing_mut().item_spacing.x = 16.0;
    for (name, about, number) in named(numbers) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.weak(name);
            let number = RichText::new(number);
            let is_current = numbers.is_some_and(|numbers| numbers.is_current);
            ui.label(if is_current { number } else { number.weak() });
        })
        .response
        .on_hover_text(about);
    }
}

/// The four numbers with their names and meanings; an ellipsis before they are known.
fn named(numbers: Option<Numbers>) -> [(&'static str, &'static str, String); 4] {
    let write =
        |write: fn(&Numbers) -> String| numbers.as_ref().map_or("\u{2026}".to_owned(), write);
    [
        (
            "RMSE",
            "Root of the mean squared difference",
            write(|numbers| significant(numbers.comparison.rmse)),
        ),
        (
            "max",
            "The largest difference, without its sign",
            write(|numbers| significant(numbers.comparison.max)),
        ),
        (
            "PSNR",
            "Peak signal to noise: 20 log\u{2081}\u{2080}(value range of the first / RMSE)",
            write(|numbers| decibels(numbers.comparison.psnr)),
        ),
        (
            "SSIM",
            "Mean structural similarity after Wang et al. 2004; 1 for equal pictures",
            write(|numbers| fraction(numbers.comparison.ssim)),
        ),
    ]
}

/// Four digits that mean something.
fn significant(number: f64) -> String {
    if number.is_nan() {
        return "none".to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    let decimals = (3.0 - number.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{number:.decimals$}")
}

fn decibels(number: f64) -> String {
    match number {
        _ if number.is_nan() => "none".to_owned(),
        _ if number.is_infinite() => "\u{221e} dB".to_owned(),
        _ => format!("{number:.1} dB"),
    }
}

fn fraction(number: f64) -> String {
    if number.is_nan() {
        "none".to_owned()
    } else {
        format!("{number:.4}")
    }
}

/// The palette with the values at its ends.
fn scale_ui(ui: &mut Ui, range: Option<(f32, f32)>) {
    let ends = range.map(|(low, high)| (f64::from(low), f64::from(high)));
    let word = |number: fn((f64, f64)) -> f64, sign: &str| {
        ends.map_or(String::new(), |(low, high)| {
            let decimals = range_decimals(low, high);
            format!("{sign}{:.decimals$}", number((low, high)).abs())
        })
    };
    ui.weak(word(|ends| ends.1, "+"));
    let (rect, response) = ui.allocate_exact_size(vec2(SCALE, 10.0), Sense::hover());
    ui.painter().add(Shape::mesh(gradient(rect)));
    response.on_hover_text("Second less first: the middle is 0, blue is below, red is above");
    ui.weak(word(|ends| ends.0, "\u{2212}"));
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_far_as_they_mean_something() {
        assert_eq!(
            [0.0, 1.23456, 0.000_123_46, 123.4].map(significant),
            ["0", "1.235", "0.0001235", "123.4"]
        );
        assert_eq!(
            [f64::NAN, f64::INFINITY, 38.25].map(decibels),
            ["none", "\u{221e} dB", "38.2 dB"]
        );
    }
}
