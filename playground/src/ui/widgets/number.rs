//! A number to type, or to drag.

use egui::{Align, Atom, DragValue, Layout, Rect, Response, Ui, UiBuilder};

/// How a number is written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Writing<'a> {
    /// What it counts, behind it.
    pub(crate) unit: &'a str,
    pub(crate) whole: bool,
    /// The distance of neighbouring values, where there is one: it says how many decimals matter.
    pub(crate) step: Option<f64>,
    /// The smallest and largest number that can be entered.
    pub(crate) limits: (f64, f64),
    /// What a point of dragging adds.
    pub(crate) speed: f64,
}

impl Writing<'_> {
    fn decimals(&self) -> (usize, usize) {
        match self.step {
            _ if self.whole => (0, 0),
            Some(step) => {
                let needed =
                    (0..6).find(|decimals| (step * 10f64.powi(*decimals)).fract().abs() < 1e-6);
                let needed = needed.unwrap_or(6) as usize;
                (needed, needed.max(6))
            }
            None => (2, 12),
        }
    }

    /// A number as the field shows it.
    pub(crate) fn write(&self, number: f64) -> String {
        let (least, most) = self.decimals();
        let digits = (-number.abs().log10()).ceil().clamp(0.0, 12.0) as usize;
        let most = if number == 0.0 {
            least
        } else {
            most.min(digits.saturating_add(3)).max(least)
        };
        let text = format!("{number:.most$}");
        let mut text = text.as_str();
        while text.contains('.')
            && text.ends_with('0')
            && text.len() - text.find('.').unwrap_or(0) - 1 > least
        {
            text = &text[..text.len() - 1];
        }
        text.trim_end_matches('.').replace('-', "\u{2212}")
    }
}

/// A number field in `rect`. What is typed counts at Enter, and may leave the slider's range.
pub(crate) fn number_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    number: &mut f64,
    writing: Writing<'_>,
) -> Response {
    let suffix = if writing.unit.is_empty() {
        String::new()
    } else {
        format!("\u{2009}{}", writing.unit)
    };
    let field = DragValue::new(number)
        .range(writing.limits.0..=writing.limits.1)
        .clamp_existing_to_range(false)
        .speed(writing.speed)
        .prefix(Atom::grow()) // Moves the digits to the right, where they stand above each other.
        .suffix(suffix)
        .update_while_editing(false)
        .custom_formatter(|number, _| writing.write(number))
        .custom_parser(move |text| read(text, writing))
        .min_size(rect.size())
        .clip_text(true);
    let place = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(place, |ui| ui.add(field))
        .inner
        .accessible_name(label)
}

fn read(text: &str, writing: Writing<'_>) -> Option<f64> {
    let plain = text
        .trim()
        .trim_end_matches(writing.unit)
        .trim()
        .replace('\u{2212}', "-")
        .replace(',', ".");
    let number: f64 = plain.parse().ok()?;
    let number = if writing.whole {
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
        let step = |step| Writing {
            step: Some(step),
            ..Writing::default()
        };
        assert_eq!(step(0.01).write(2.0), "2.00");
        assert_eq!(step(0.5).write(2.25), "2.25");
        assert_eq!(step(0.01).write(-0.125), "\u{2212}0.125");
        assert_eq!(Writing::default().write(0.000_123), "0.000123");
        assert_eq!(Writing::default().write(0.000_000_123_45), "0.0000001235");
        assert_eq!(
            Writing {
                whole: true,
                ..Writing::default()
            }
            .write(1337.0),
            "1337"
        );
    }

    #[test]
    fn typed_numbers_may_have_a_unit_a_comma_or_a_true_minus() {
        let metres = Writing {
            unit: "m",
            ..Writing::default()
        };
        assert_eq!(read(" 1,5 m", metres), Some(1.5));
        assert_eq!(read("\u{2212}2", metres), Some(-2.0));
        assert_eq!(read("abc", metres), None);
        assert_eq!(read("inf", metres), None);
    }
}
