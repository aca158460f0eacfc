//! `textDocument/documentColor` and `textDocument/colorPresentation`: linear numbers in the file, sRGB in the protocol.

use lsp_types::{
    Color, ColorInformation, ColorPresentation, ColorPresentationParams, DocumentColorParams,
    TextEdit,
};
use noise_playground::assist::colors as tag_colors;

use super::Answer;
use crate::lsp::state::State;

pub(super) fn colors(
    state: &mut State,
    params: DocumentColorParams,
) -> Answer<Vec<ColorInformation>> {
    let Some(file) = state.file(&params.text_document.uri) else {
        return Ok(Vec::new());
    };
    let lines = file.lines();
    let colors = tag_colors(&file.source).into_iter().map(|found| {
        let [red, green, blue, alpha] = found.linear;
        let [red, green, blue] = [red, green, blue].map(|linear| srgb(linear) as f32);
        let color = Color { red, green, blue, alpha: alpha.clamp(0.0, 1.0) as f32 };
        ColorInformation { range: lines.range(&found.range), color }
    });
    Ok(colors.collect())
}

pub(super) fn presentations(
    state: &mut State,
    params: ColorPresentationParams,
) -> Answer<Vec<ColorPresentation>> {
    let Some(file) = state.file(&params.text_document.uri) else {
        return Ok(Vec::new());
    };
    let range = file.lines().bytes(params.range);
    let known = tag_colors(&file.source).into_iter().find(|found| found.range == range);
    let Color { red, green, blue, alpha } = params.color;
    let mut numbers: Vec<String> =
        [red, green, blue].map(|encoded| number(linear(f64::from(encoded)))).into();
    if alpha < 1.0 || known.is_some_and(|known| known.has_alpha) {
        numbers.push(number(f64::from(alpha)));
    }
    let text = numbers.join(", ");
    let edit = TextEdit { range: params.range, new_text: text.clone() };
    Ok(vec![ColorPresentation { label: text, text_edit: Some(edit), additional_text_edits: None }])
}

/// With at most four decimals.
fn number(value: f64) -> String {
    ((value * 1e4).round() / 1e4).to_string()
}

/// Encodes a linear component, limited to 0 to 1 (IEC 61966-2-1).
fn srgb(linear: f64) -> f64 {
    let linear = linear.clamp(0.0, 1.0);
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

fn linear(srgb: f64) -> f64 {
    if srgb <= 0.040_45 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_survive_the_way_to_srgb_and_back() {
        for value in [0.0, 0.002, 0.18, 0.5, 1.0] {
            assert_eq!(number(linear(f64::from(srgb(value) as f32))), value.to_string());
        }
        assert!((srgb(0.5) - 0.7354).abs() < 1e-4);
    }
}
