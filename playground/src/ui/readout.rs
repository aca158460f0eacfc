//! Formats sample values as text, for captions and the status line.

use egui::Ui;

use crate::workbench::PaneStats;

/// Returns an ellipsis until the sample is read, "none" outside; `≈` comes before one of an incomplete picture.
pub(crate) fn value_text(measured: &PaneStats) -> String {
    let Some(sample) = &measured.sample else {
        return "\u{2026}".to_owned();
    };
    let numbers = sample.iter().map(|number| number_text((*number).into()));
    let numbers: Vec<String> = numbers.collect();
    let sign = if measured.progress.is_some() { "\u{2248}" } else { "" };
    if numbers.is_empty() { "none".to_owned() } else { sign.to_owned() + &numbers.join("  ") }
}

/// Formats with four decimals, or with an exponent if these would be zeros.
fn number_text(number: f64) -> String {
    if number == 0.0 || number.abs() >= 5e-5 {
        return signed(number, 4);
    }
    let text = format!("{:.2e}", number.abs()).replace('-', "\u{2212}");
    let sign = if number < 0.0 { '\u{2212}' } else { '\u{2007}' };
    format!("{sign}{text}")
}

/// Formats with U+2212; other numbers start with a space as wide, so that digits are aligned.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let sign = if number < 0.0 { '\u{2212}' } else { '\u{2007}' };
    format!("{sign}{:.decimals$}", number.abs())
}

/// Shows, unless they are 0, non-finite samples, and rays that reached the step limit.
pub(crate) fn non_finite_ui(ui: &mut Ui, measured: &PaneStats) {
    if measured.non_finite_count > 0 {
        let text = format!("{} non-finite", measured.non_finite_count);
        ui.colored_label(ui.visuals().warn_fg_color, text)
            .on_hover_text("NaN and infinite samples, shown in magenta");
    }
    if measured.rays_at_limit > 0 {
        let text = format!("{} rays gave up", measured.rays_at_limit);
        ui.colored_label(ui.visuals().warn_fg_color, text)
            .on_hover_text("They took too many steps through the data, and are shown in magenta");
    }
}
