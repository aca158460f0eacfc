//! Text shortened in its middle, so that names with equal beginnings remain distinguishable.

use std::sync::Arc;

use egui::{FontId, Galley, Ui};

/// If one line is wider than `width` points, an ellipsis replaces as few characters as possible in the middle.
pub(crate) fn elided_middle(ui: &Ui, text: &str, font: FontId, width: f32) -> Arc<Galley> {
    let color = ui.visuals().text_color();
    elided_in(ui, text, font, color, width)
}

/// Like [`elided_middle`], in one color.
pub(crate) fn elided_in(
    ui: &Ui,
    text: &str,
    font: FontId,
    color: egui::Color32,
    width: f32,
) -> Arc<Galley> {
    let lay_out = |text: String| ui.painter().layout_no_wrap(text, font.clone(), color);
    let full = lay_out(text.to_owned());
    if full.size().x <= width {
        return full;
    }
    let characters: Vec<char> = text.chars().collect();
    let (mut fits, mut too_long) = (0, characters.len());
    while too_long - fits > 1 {
        let middle = usize::midpoint(fits, too_long);
        if lay_out(without_middle(&characters, middle)).size().x <= width {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    lay_out(without_middle(&characters, fits))
}

/// Keeps `kept` characters in total, with an ellipsis between them.
fn without_middle(characters: &[char], kept: usize) -> String {
    let last = characters.len() - kept / 2;
    let first = characters[..kept.div_ceil(2)].iter();
    first.chain(&['\u{2026}']).chain(&characters[last..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_of_a_long_name_stay() {
        let name: Vec<char> = "erosion_strength".chars().collect();
        assert_eq!(without_middle(&name, 5), "ero\u{2026}th");
        assert_eq!(without_middle(&name, 0), "\u{2026}");
    }
}
