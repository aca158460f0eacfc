//! Fonts and styles of the dark and light theme: neutral grays, one accent, red only for errors, amber for warnings.

use std::sync::Arc;

use egui::epaint::FontColorTransferFunction;
use egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, FontTweak, Margin,
    Shadow, Stroke, Style, TextStyle, Theme, Visuals, style::WidgetVisuals, vec2,
};

pub(crate) fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    for (theme, tones) in [(Theme::Dark, &DARK), (Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| restyle(style, tones));
    }
}

pub(crate) fn add_fallback_font(ctx: &egui::Context, font: Vec<u8>) {
    let families =
        [FontFamily::Proportional, FontFamily::Monospace, FontFamily::Name(MEDIUM.into())];
    let families =
        families.map(|family| InsertFontFamily { family, priority: FontPriority::Lowest });
    let font = FontData::from_owned(font);
    ctx.add_font(FontInsert::new("Fallback", font, families.into()));
}

/// For titles and selected items; size in points.
pub(crate) fn medium(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(MEDIUM.into()))
}

/// Marks active widgets and modified values.
pub(crate) fn accent(visuals: &Visuals) -> Color32 {
    visuals.hyperlink_color
}

/// Curves of the second and further cells; the first has the accent color. Distinguishable with any color vision (Okabe
/// and Ito, 2008, with gray in place of a blue that is near the accent color).
const CURVE_COLORS: [Color32; 5] = [
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(140, 140, 140),
];

/// Returns the curve color of a cell's index, from 0: with more contrast from the seventh on, less from the thirteenth.
pub(crate) fn curve_color(visuals: &Visuals, index: usize) -> Color32 {
    let hue = index % (CURVE_COLORS.len() + 1);
    let color = if hue == 0 { accent(visuals) } else { CURVE_COLORS[hue - 1] };
    match index / (CURVE_COLORS.len() + 1) {
        0 => color,
        1 => color.lerp_to_gamma(visuals.strong_text_color(), 0.5),
        _ => color.lerp_to_gamma(visuals.panel_fill, 0.4),
    }
}

/// Height of one row of a panel, in points.
pub(crate) const ROW: f32 = 24.0;

const DISABLED_ALPHA: f32 = 0.75;

/// Text colors have a contrast of at least 4.5:1 on `panel`, `sunken` and `raised`.
struct Tones {
    text: Color32,
    weak: Color32,
    strong: Color32,
    panel: Color32,
    /// Background of text fields and plots.
    sunken: Color32,
    raised: Color32,
    hovered: Color32,
    pressed: Color32,
    line: Color32,
    accent: Color32,
    selected: Color32,
    warning: Color32,
    error: Color32,
}

const DARK: Tones = Tones {
    text: Color32::from_gray(214),
    weak: Color32::from_gray(158),
    strong: Color32::WHITE,
    panel: Color32::from_gray(30),
    sunken: Color32::from_gray(20),
    raised: Color32::from_gray(46),
    hovered: Color32::from_gray(60),
    pressed: Color32::from_gray(72),
    line: Color32::from_gray(50),
    accent: Color32::from_rgb(92, 172, 255),
    selected: Color32::from_rgb(24, 84, 150),
    warning: Color32::from_rgb(240, 180, 41),
    error: Color32::from_rgb(255, 112, 104),
};

const LIGHT: Tones = Tones {
    text: Color32::from_gray(38),
    weak: Color32::from_gray(92),
    strong: Color32::BLACK,
    panel: Color32::from_gray(246),
    sunken: Color32::WHITE,
    raised: Color32::from_gray(230),
    hovered: Color32::from_gray(216),
    pressed: Color32::from_gray(202),
    line: Color32::from_gray(210),
    accent: Color32::from_rgb(0, 92, 190),
    selected: Color32::from_rgb(186, 216, 250),
    warning: Color32::from_rgb(130, 84, 0),
    error: Color32::from_rgb(188, 28, 20),
};

const MEDIUM: &str = "Medium";

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let regular = FontData::from_static(include_bytes!("../../assets/Inter-Regular.ttf"));
    let medium = FontData::from_static(include_bytes!("../../assets/Inter-Medium.ttf"));
    let icons = FontData::from_static(include_bytes!("../../assets/Phosphor.ttf"))
        .tweak(FontTweak { scale: 1.15, y_offset_factor: 0.08, ..FontTweak::default() });
    for (name, font) in [("Inter", regular), (MEDIUM, medium), ("Phosphor", icons)] {
        fonts.font_data.insert(name.to_owned(), Arc::new(font));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (family, first) in
        [(FontFamily::Proportional, "Inter"), (FontFamily::Name(MEDIUM.into()), MEDIUM)]
    {
        let mut names = vec![first.to_owned(), "Phosphor".to_owned()];
        names.extend(fallbacks.iter().cloned());
        fonts.families.insert(family, names);
    }
    fonts
}

fn restyle(style: &mut Style, tones: &Tones) {
    style.text_styles = [
        (TextStyle::Heading, medium(16.0)),
        (TextStyle::Body, FontId::proportional(13.0)),
        (TextStyle::Button, FontId::proportional(13.0)),
        (TextStyle::Small, FontId::proportional(12.0)),
        (TextStyle::Monospace, FontId::monospace(12.5)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;
    style.animation_time = 0.0;
    style.explanation_tooltips = false;
    style.interaction.tooltip_delay = 0.8;
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 4.0);
    spacing.button_padding = vec2(8.0, 4.0);
    spacing.interact_size = vec2(24.0, ROW);
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(8);
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 10.0;
    spacing.tooltip_width = 320.0;
    spacing.combo_width = 0.0;
    spacing.scroll.floating = true;
    restyle_visuals(&mut style.visuals, tones);
}

fn restyle_visuals(visuals: &mut Visuals, tones: &Tones) {
    let widget = |fill: Color32, line: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: CornerRadius::same(4),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = widget(tones.panel, tones.line, tones.text);
    widgets.inactive = widget(tones.raised, Color32::TRANSPARENT, tones.text);
    widgets.hovered = widget(tones.hovered, Color32::TRANSPARENT, tones.strong);
    widgets.active = widget(tones.pressed, tones.accent, tones.strong);
    widgets.open = widget(tones.hovered, tones.line, tones.strong);
    visuals.weak_text_color = Some(tones.weak);
    visuals.selection.bg_fill = tones.selected;
    visuals.selection.stroke = Stroke::new(1.0, tones.strong);
    visuals.hyperlink_color = tones.accent;
    visuals.faint_bg_color = tones.raised;
    visuals.extreme_bg_color = tones.sunken;
    visuals.text_edit_bg_color = Some(tones.sunken);
    visuals.code_bg_color = tones.sunken;
    visuals.warn_fg_color = tones.warning;
    visuals.error_fg_color = tones.error;
    visuals.panel_fill = tones.panel;
    visuals.window_fill = tones.panel;
    visuals.window_stroke = Stroke::new(1.0, tones.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    let shadow =
        Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(72) };
    visuals.window_shadow = shadow;
    visuals.popup_shadow = shadow;
    visuals.disabled_alpha = DISABLED_ALPHA;
    visuals.slider_trailing_fill = true;
    visuals.indent_has_left_vline = false;
    visuals.text_options.color_transfer_function = FontColorTransferFunction::Off;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the WCAG contrast of two colors: the ratio of their relative luminances, at least 1.
    fn contrast(one: Color32, other: Color32) -> f32 {
        let luminance = |color: Color32| {
            let [r, g, b, _] = egui::Rgba::from(color).to_array();
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn curves_of_sixteen_cells_have_different_colors() {
        for visuals in [Visuals::dark(), Visuals::light()] {
            let colors: Vec<Color32> = (0..16).map(|index| curve_color(&visuals, index)).collect();
            for (index, color) in colors.iter().enumerate() {
                let far = |other: &Color32| {
                    let channels = color.to_array().into_iter().zip(other.to_array());
                    channels.map(|(one, other)| one.abs_diff(other)).max() >= Some(24)
                };
                assert!(colors[..index].iter().all(far), "{index}: {colors:?}");
            }
        }
    }

    #[test]
    fn text_colors_have_sufficient_contrast() {
        for tones in [DARK, LIGHT] {
            for text in
                [tones.text, tones.weak, tones.strong, tones.accent, tones.warning, tones.error]
            {
                for background in [tones.panel, tones.sunken, tones.raised] {
                    assert!(
                        contrast(text, background) >= 4.5,
                        "{text:?} on {background:?}: {}",
                        contrast(text, background)
                    );
                }
            }
            for text in [tones.text, tones.weak, tones.strong] {
                for background in [tones.panel, tones.raised] {
                    // A disabled widget is blended with the panel behind it.
                    let [text, background] = [text, background]
                        .map(|color| tones.panel.lerp_to_gamma(color, DISABLED_ALPHA));
                    let contrast = contrast(text, background);
                    assert!(contrast >= 3.0, "disabled {text:?}: {contrast}");
                }
            }
            // The frame of the focus, and marks of modified values.
            for background in [tones.panel, tones.sunken, tones.raised, tones.hovered] {
                assert!(contrast(tones.accent, background) >= 3.0);
            }
            assert!(contrast(tones.strong, tones.selected) >= 4.5);
            assert!(contrast(tones.strong, tones.pressed) >= 4.5);
        }
    }
}
