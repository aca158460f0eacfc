//! The editor of `@seed` controls: a number field, and a button that replaces the seed by another.

use egui::{Button, Rect, Response, Ui};

use super::number::{NumberFormat, number_ui};
use crate::ui::icons;
use crate::workbench::randomize::SplitMix64;

/// In points.
const BUTTON: f32 = 72.0;

/// Returns the response of the number field.
pub(crate) fn seed_ui(
    ui: &mut Ui,
    body: Rect,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let (button, field) = body.split_left_right_at_x(body.left() + BUTTON);
    let field = field.with_min_x(field.left() + 4.0);
    let button = ui.put(
        button,
        Button::new(format!("{}  New", icons::DICE)).wrap_mode(egui::TextWrapMode::Extend),
    );
    let button = button.on_hover_text("New seed").accessible_name(format!("New {label}"));
    let is_new = button.clicked();
    if is_new {
        *number = next_seed(*number);
    }
    let mut response = number_ui(ui, field, label, number, format);
    if is_new {
        response.mark_changed();
    }
    response
}

/// Returns 0 to 65535, which depends on `seed` only, so that sequences are reproducible.
fn next_seed(seed: f64) -> f64 {
    SplitMix64::new(seed.to_bits()).seed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_do_not_repeat_soon() {
        let seeds: Vec<f64> =
            std::iter::successors(Some(1337.0), |seed| Some(next_seed(*seed))).take(64).collect();
        let distinct: std::collections::BTreeSet<u64> =
            seeds.iter().map(|seed| *seed as u64).collect();
        assert_eq!(distinct.len(), seeds.len());
    }
}
