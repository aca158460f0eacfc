//! The number field, edited by typing or dragging.

use egui::{Align, Atom, DragValue, Layout, Rect, Response, Ui, UiBuilder};

/// Format, limits and drag speed of a number field.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NumberFormat<'a> {
    /// Unit shown after the number; empty for none.
    pub(crate) unit: &'a str,
    /// True if entered numbers are rounded to integers.
    pub(crate) is_integer: bool,
    /// Distance between consecutive values, which determines the number of decimals; `None` without steps.
    pub(crate) step: Option<f64>,
    /// Smallest and largest number that can be entered, inclusive.
    pub(crate) limits: (f64, f64),
    /// Change of the number per point of dragging.
    pub(crate) speed: f64,
}

impl NumberFormat<'_> {
    /// Returns the smallest and largest number of decimals to show.
    fn decimals(&self) -> (usize, usize) {
        match self.step {
            _ if self.is_integer => (0, 0),
            Some(step) => {
                let needed =
                    (0..6).find(|decimals| (step * 10f64.powi(*decimals)).fract().abs() < 1e-6);
                let needed = needed.unwrap_or(6) as usize;
                (needed, needed.max(6))
            }
            None => (2, 12),
        }
    }

    /// Formats a number as the field shows it, with a true minus sign.
    pub(crate) fn text(&self, number: f64) -> String {
        let (min, max) = self.decimals();
        let digits = (-number.abs().log10()).ceil().clamp(0.0, 12.0) as usize;
        let max = if number == 0.0 {
            min
        } else {
            max.min(digits.saturating_add(3)).max(min)
        };
        let text = format!("{number:.max$}");
        let mut text = text.as_str();
        while text.contains('.')
            && text.ends_with('0')
            && text.len() - text.find('.').unwrap_or(0) - 1 > min
        {
            text = &text[..text.len() - 1];
        }
        text.trim_end_matches('.').replace('-', "\u{2212}")
    }
}

/// Draws a number field in `rect`. Typed text is applied on Enter and may be outside the slider range.
pub(crate) fn number_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    number: &mut f64,
    format: NumberFormat<'_>,
) -> Response {
    let suffix = if format.unit.is_empty() {
        String::new()
    } else {
        format!("\u{2009}{}", format.unit)
    };
    let field = DragValue::new(number)
        .range(format.limits.0..=format.limits.1)
        .clamp_existing_to_range(false)
        .speed(format.speed)
        .prefix(Atom::grow()) // Aligns the digits to the right.
        .suffix(suffix)
        .update_while_editing(false)
        .custom_formatter(|number, _| format.text(number))
        .custom_parser(move |text| parse(text, format))
        .min_size(rect.size())
        .clip_text(true);
    let area = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(area, |ui| ui.add(field))
        .inner
        .accessible_name(label)
}

fn parse(text: &str, format: NumberFormat<'_>) -> Option<f64> {
    let plain = text
        .trim()
        .trim_end_matches(format.unit)
        .trim()
        .replace('\u{2212}', "-")
        .replace(',', ".");
    let number: f64 = plain.parse().ok()?;
    let number = if format.is_integer {
        number.round()
    } else {
        number
    };
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_decimals_of_their_step() {
        let step = |step| NumberFormat {
            step: Some(step),
            ..NumberFormat::default()
        };
        assert_eq!(step(0.01).text(2.0), "2.00");
        assert_eq!(step(0.5).text(2.25), "2.25");
        assert_eq!(step(0.01).text(-0.125), "\u{2212}0.125");
        assert_eq!(NumberFormat::default().text(0.000_123), "0.000123");
        assert_eq!(
            NumberFormat::default().text(0.000_000_123_45),
            "0.0000001235"
        );
        assert_eq!(
            NumberFormat {
                is_integer: true,
                ..NumberFormat::default()
            }
            .text(1337.0),
            "1337"
        );
    }

    #[test]
    fn typed_numbers_may_have_a_unit_a_comma_or_a_true_minus() {
        let meters = NumberFormat {
            unit: "m",
            ..NumberFormat::default()
        };
        assert_eq!(parse(" 1,5 m", meters), Some(1.5));
        assert_eq!(parse("\u{2212}2", meters), Some(-2.0));
        assert_eq!(parse("abc", meters), None);
        assert_eq!(parse("inf", meters), None);
    }
}
