//! Syntax colors, few and muted, so that the picture beside them stays the brightest.

use egui::{Color32, Visuals};
use noise_playground::wgsl::syntax::SyntaxKind;

/// Colors have a contrast of at least 4.5:1 on the background of text fields.
pub(super) fn color(kind: SyntaxKind, visuals: &Visuals) -> Color32 {
    let [keyword, ty, number] = if visuals.dark_mode {
        [
            Color32::from_rgb(186, 160, 214),
            Color32::from_rgb(134, 190, 182),
            Color32::from_rgb(214, 172, 122),
        ]
    } else {
        [
            Color32::from_rgb(104, 58, 146),
            Color32::from_rgb(0, 104, 98),
            Color32::from_rgb(138, 76, 0),
        ]
    };
    match kind {
        SyntaxKind::Keyword => keyword,
        SyntaxKind::Type => ty,
        SyntaxKind::Number => number,
        SyntaxKind::Comment | SyntaxKind::Attribute => visuals.weak_text_color(),
        SyntaxKind::Function | SyntaxKind::Name | SyntaxKind::Symbol => visuals.text_color(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme;

    #[test]
    fn colors_of_text_have_sufficient_contrast() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        for dark in [egui::Theme::Dark, egui::Theme::Light] {
            let visuals = ctx.style_of(dark).visuals.clone();
            let ground = luminance(visuals.extreme_bg_color);
            for kind in [SyntaxKind::Keyword, SyntaxKind::Type, SyntaxKind::Number] {
                let text = luminance(color(kind, &visuals));
                let contrast = (text.max(ground) + 0.05) / (text.min(ground) + 0.05);
                assert!(contrast >= 4.5, "{kind:?}: {contrast}");
            }
        }
    }

    fn luminance(color: Color32) -> f32 {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}
