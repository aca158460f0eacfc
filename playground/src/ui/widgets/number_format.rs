//! Format of the numbers in a number field, and the parser for typed ones.

use super::expression::evaluate;

/// Sizes of the numbers that are edited without an exponent.
const PLAIN: std::ops::Range<f64> = 1e-5..1e16;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NumberFormat<'a> {
    /// Letter or short word at the left end; may be empty.
    pub(crate) prefix: &'static str,
    /// May be empty.
    pub(crate) unit: &'a str,
    /// True if entered numbers are rounded.
    pub(crate) is_integer: bool,
    /// Determines the number of decimals; `None` if the values are continuous.
    pub(crate) step: Option<f64>,
    /// Inclusive.
    pub(crate) limits: (f64, f64),
    /// Change per dragged point.
    pub(crate) speed: f64,
    /// True if the number is used in double precision.
    pub(crate) is_double: bool,
}

impl NumberFormat<'_> {
    /// Returns the smallest and largest number of decimals.
    fn decimals(&self) -> (usize, usize) {
        match self.step {
            _ if self.is_integer => (0, 0),
            Some(step) => {
                let is_enough = |decimals: &i32| {
                    let steps = step * 10f64.powi(*decimals);
                    steps >= 0.5 && (steps - steps.round()).abs() < 1e-6
                };
                (0..=6).find(is_enough).map_or((2, 12), |needed| (needed as usize, 6))
            }
            None => (2, 12),
        }
    }

    /// Returns the shortest text of the number that is used, for editing: parsed, it is that number again.
    pub(crate) fn exact(&self, number: f64) -> String {
        let single = number as f32;
        match number.abs() {
            _ if self.is_integer => format!("{number:.0}"),
            0.0 => "0".to_owned(),
            size if self.is_double && f64::from(single) != number => {
                if PLAIN.contains(&size) {
                    number.to_string()
                } else {
                    format!("{number:e}")
                }
            }
            size if PLAIN.contains(&size) => single.to_string(),
            _ => format!("{single:e}"),
        }
    }

    /// Without the unit; the minus sign is U+2212.
    pub(crate) fn text(&self, number: f64) -> String {
        let (min, max) = self.decimals();
        let digits = (-number.abs().log10()).ceil().clamp(0.0, 12.0) as usize;
        let max = if number == 0.0 { min } else { max.min(digits.saturating_add(3)).max(min) };
        let text = format!("{number:.max$}");
        let mut text = text.as_str();
        while text.contains('.')
            && text.ends_with('0')
            && text.len() - text.find('.').unwrap_or(0) - 1 > min
        {
            text = &text[..text.len() - 1];
        }
        let is_lost = number != 0.0 && !text.contains(|digit| matches!(digit, '1'..='9'));
        let tiny = is_lost.then(|| format!("{number:.1e}"));
        let text = tiny.as_deref().unwrap_or(text.trim_end_matches('.'));
        text.replace('-', "\u{2212}")
    }

    /// Followed by a thin space and the unit.
    pub(crate) fn text_with_unit(&self, number: f64) -> String {
        let gap = if self.unit.is_empty() { "" } else { "\u{2009}" };
        format!("{}{gap}{}", self.text(number), self.unit)
    }

    /// Returns ever shorter texts: without unit, with fewer decimals but two significant digits, with an exponent.
    pub(crate) fn shorter_and_shorter(&self, number: f64) -> impl Iterator<Item = String> {
        let full = self.text(number);
        let decimals = full.split_once('.').map_or(0, |(_, digits)| digits.len());
        let needed = match number.abs().log10().floor() {
            exponent if exponent < 1.0 => (1.0 - exponent).min(12.0) as usize,
            _ => 0,
        };
        let fewer = (needed..decimals).rev();
        let fewer = fewer.map(move |decimals| format!("{number:.decimals$}"));
        let exponent = std::iter::once_with(move || format!("{number:.1e}"));
        let shorter = fewer.chain(exponent);
        let shorter = shorter.map(|text| text.replace('-', "\u{2212}"));
        [self.text_with_unit(number), full].into_iter().chain(shorter)
    }

    /// Parses an expression, which the unit may follow, and clamps its value. Fails with a message that says why.
    pub(crate) fn parse(&self, text: &str) -> Result<f64, String> {
        let text = text.trim();
        let bare = text.strip_suffix(self.unit).filter(|bare| !bare.trim().is_empty());
        let number = evaluate(text).or_else(|error| bare.map_or(Err(error), evaluate))?;
        let number = if self.is_integer { number.round() } else { number };
        Ok(number.clamp(self.limits.0, self.limits.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_decimals_of_their_step() {
        let step = |step| NumberFormat { step: Some(step), ..NumberFormat::default() };
        assert_eq!(step(0.01).text(2.0), "2.00");
        assert_eq!(step(0.5).text(2.25), "2.25");
        assert_eq!(step(0.01).text(-0.125), "\u{2212}0.125");
        assert_eq!(NumberFormat::default().text(0.000_123), "0.000123");
        assert_eq!(NumberFormat::default().text(0.000_000_123_45), "0.0000001235");
        assert_eq!(
            NumberFormat { is_integer: true, ..NumberFormat::default() }.text(1337.0),
            "1337"
        );
    }

    #[test]
    fn edited_text_is_the_shortest_of_the_exact_number() {
        let single = NumberFormat::default();
        for (number, text) in [
            (0.123_456, "0.123456"),
            (0.000_123_567_8, "0.0001235678"),
            (3.3e-8, "3.3e-8"),
            (-0.5, "-0.5"),
            (f64::from(0.1_f32), "0.1"),
            (0.123_456_789, "0.12345679"),
            (1e20, "1e20"),
            (0.0, "0"),
            (-0.0, "0"),
        ] {
            assert_eq!(single.exact(number), text);
        }
        let double = NumberFormat { is_double: true, ..single };
        assert_eq!(double.exact(0.123_456_789_012), "0.123456789012");
        assert_eq!(double.exact(f64::from(0.1_f32)), "0.1");
        let integer = NumberFormat { is_integer: true, ..single };
        assert_eq!(integer.exact(4_294_967_295.0), "4294967295");
    }

    #[test]
    fn small_number_is_not_shown_as_zero() {
        let step = |step| NumberFormat { step: Some(step), ..NumberFormat::default() };
        assert_eq!(step(1e-9).text(3.3e-8), "0.000000033");
        assert_eq!(step(1e-9).text(0.001), "0.001");
        assert_eq!(step(0.01).text(3e-8), "3.0e\u{2212}8");
    }

    #[test]
    fn typed_numbers_may_have_a_unit_a_comma_or_a_true_minus() {
        let meters = NumberFormat { unit: "m", limits: (-10.0, 10.0), ..NumberFormat::default() };
        assert_eq!(meters.parse(" 1,5 m"), Ok(1.5));
        assert_eq!(meters.parse("\u{2212}2"), Ok(-2.0));
        assert_eq!(meters.parse("1/4 m"), Ok(0.25));
        assert!(meters.parse("abc").is_err() && meters.parse("inf").is_err());
        let limited =
            NumberFormat { limits: (0.0, 90.0), is_integer: true, ..NumberFormat::default() };
        assert_eq!(limited.parse("100"), Ok(90.0));
        assert_eq!(limited.parse("10/4"), Ok(3.0));
    }

    #[test]
    fn number_without_space_loses_decimals_before_digits() {
        let texts = |number| -> Vec<String> {
            let format = NumberFormat::default();
            format.shorter_and_shorter(number).skip(2).collect()
        };
        assert_eq!(texts(0.07073), ["0.0707", "0.071", "7.1e\u{2212}2"]);
        assert_eq!(
            texts(-12.346),
            ["\u{2212}12.35", "\u{2212}12.3", "\u{2212}12", "\u{2212}1.2e1"]
        );
        assert_eq!(texts(0.0), ["0.0e0"]);
    }
}
