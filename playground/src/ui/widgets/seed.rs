//! A seed: a number, and dice that throw another.

use egui::{Button, Rect, Response, Ui};

use super::number::{Writing, number_ui};
use super::row::Columns;
use crate::ui::icons;

/// The number and its dice, over the columns of a row.
pub(crate) fn seed_ui(
    ui: &mut Ui,
    columns: &Columns,
    label: &str,
    number: &mut f64,
    writing: Writing<'_>,
) -> Response {
    let mut response = number_ui(ui, columns.number, label, number, writing);
    let button = Rect::from_min_size(
        columns.slider.min,
        egui::vec2(72.0, columns.slider.height()),
    );
    let dice = ui.put(button, Button::new(format!("{}  Dice", icons::DICE)));
    let dice = dice
        .on_hover_text("Another seed")
        .accessible_name(format!("Another {label}"));
    if dice.clicked() {
        *number = f64::from(next_seed(*number));
        response.mark_changed();
    }
    response
}

/// A hash of the seed, 0 to 65535: the dice need no source of randomness, and throw the same row each time.
fn next_seed(seed: f64) -> u16 {
    // The finalizer of MurmurHash3, 64 bits; the constant in front keeps 0 from staying 0.
    let mut hash = seed.to_bits().wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    ((hash ^ (hash >> 33)) >> 24) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_do_not_throw_the_same_again_soon() {
        let thrown: Vec<u16> =
            std::iter::successors(Some(1337), |seed| Some(next_seed(f64::from(*seed))))
                .take(64)
                .collect();
        let distinct: std::collections::BTreeSet<u16> = thrown.iter().copied().collect();
        assert_eq!(distinct.len(), thrown.len());
    }
}
