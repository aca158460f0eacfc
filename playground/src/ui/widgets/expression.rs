//! Arithmetic in number fields: `1/3*100`, `2*pi`, `sqrt(2)^3`.
//!
//! Sums of products of powers of numbers, constants, function calls and parentheses, with the usual precedence. `^` is
//! right-associative and binds tighter than a sign before it: `-2^2` is −4.

use std::f64::consts::{E, PI, TAU};

const CONSTANTS: [(&str, f64); 4] = [("pi", PI), ("\u{3c0}", PI), ("tau", TAU), ("e", E)];

type Function = fn(f64) -> f64;

/// Angles are in radians.
const FUNCTIONS: [(&str, Function); 13] = [
    ("sqrt", f64::sqrt),
    ("abs", f64::abs),
    ("exp", f64::exp),
    ("ln", f64::ln),
    ("log2", f64::log2),
    ("log10", f64::log10),
    ("sin", f64::sin),
    ("cos", f64::cos),
    ("tan", f64::tan),
    ("floor", f64::floor),
    ("ceil", f64::ceil),
    ("round", f64::round),
    ("rad", f64::to_radians),
];

/// Maximum depth of nested parentheses and signs, so that no text overflows the stack.
const MAX_DEPTH: usize = 64;

/// The error is a short sentence that says what is wrong, and where.
pub(crate) fn evaluate(text: &str) -> Result<f64, String> {
    let mut parser = Parser { rest: text.trim(), depth: 0 };
    if parser.rest.is_empty() {
        return Err("type a number".to_owned());
    }
    let number = parser.sum()?;
    match parser.rest.chars().next() {
        Some(')') => Err("`)` without `(`".to_owned()),
        Some(next) => Err(format!("unexpected `{next}`")),
        None if number.is_nan() => Err("the result is not a number".to_owned()),
        None if number.is_infinite() => Err("the result is infinite".to_owned()),
        None => Ok(number),
    }
}

struct Parser<'a> {
    /// Not parsed yet, without leading white space.
    rest: &'a str,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// Consumes the next character if it is one of `characters`.
    fn take(&mut self, characters: &[char]) -> Option<char> {
        let next = self.rest.chars().next()?;
        characters.contains(&next).then(|| {
            self.advance(next.len_utf8());
            next
        })
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    /// Consumes characters as long as they satisfy `belongs`.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|next| !belongs(next));
        let (taken, _) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.advance(taken.len());
        taken
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut total = self.product()?;
        while let Some(sign) = self.take(&['+', '-', '\u{2212}']) {
            let term = self.product()?;
            total += if sign == '+' { term } else { -term };
        }
        Ok(total)
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut total = self.signed()?;
        while let Some(operator) = self.take(&['*', '/', '\u{d7}', '\u{b7}']) {
            let factor = self.signed()?;
            if operator != '/' {
                total *= factor;
            } else if factor == 0.0 {
                return Err("division by 0".to_owned());
            } else {
                total /= factor;
            }
        }
        Ok(total)
    }

    fn signed(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nested too deeply".to_owned());
        }
        let number = match self.take(&['+', '-', '\u{2212}']) {
            Some('+') => self.signed(),
            Some(_) => self.signed().map(|number| -number),
            None => self.power(),
        };
        self.depth -= 1;
        number
    }

    fn power(&mut self) -> Result<f64, String> {
        let base = self.operand()?;
        if self.take(&['^']).is_some() {
            return Ok(base.powf(self.signed()?));
        }
        Ok(base)
    }

    fn operand(&mut self) -> Result<f64, String> {
        let Some(next) = self.rest.chars().next() else {
            return Err("a number is missing at the end".to_owned());
        };
        if self.take(&['(']).is_some() {
            return self.closed();
        }
        if next.is_ascii_digit() || matches!(next, '.' | ',') {
            return self.number();
        }
        if next.is_alphabetic() {
            return self.named();
        }
        Err(format!("a number is missing before `{next}`"))
    }

    /// Parses the inside of parentheses and the `)` after it.
    fn closed(&mut self) -> Result<f64, String> {
        let number = self.sum()?;
        let is_closed = self.take(&[')']).is_some();
        is_closed.then_some(number).ok_or_else(|| "a `)` is missing".to_owned())
    }

    /// The decimal point may be a comma.
    fn number(&mut self) -> Result<f64, String> {
        let is_digit = |next: char| next.is_ascii_digit() || matches!(next, '.' | ',');
        let end = self.rest.find(|next| !is_digit(next));
        let mut length = end.unwrap_or(self.rest.len());
        length += exponent_length(&self.rest[length..]);
        let text = self.rest[..length].to_owned();
        self.advance(length);
        let number = text.replace(',', ".").parse();
        number.map_err(|_| format!("`{text}` is not a number"))
    }

    fn named(&mut self) -> Result<f64, String> {
        let name = self.take_while(char::is_alphanumeric);
        let constant = CONSTANTS.iter().find(|(other, _)| *other == name);
        if let Some((_, number)) = constant {
            return Ok(*number);
        }
        let Some((_, function)) = FUNCTIONS.iter().find(|(other, _)| *other == name) else {
            return Err(format!("unknown name `{name}`"));
        };
        if self.take(&['(']).is_none() {
            return Err(format!("`{name}` needs its number in parentheses"));
        }
        Ok(function(self.closed()?))
    }
}

/// Returns the bytes of an exponent such as `e-3` at the start; 0 without one.
fn exponent_length(text: &str) -> usize {
    let Some(after) = text.strip_prefix(['e', 'E']) else {
        return 0;
    };
    let digits = after.strip_prefix(['+', '-']).unwrap_or(after);
    let end = digits.find(|next: char| !next.is_ascii_digit());
    match end.unwrap_or(digits.len()) {
        0 => 0,
        count => text.len() - digits.len() + count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_follow_the_usual_precedence() {
        let cases = [
            ("1/3*100", 100.0 / 3.0),
            ("2*pi", TAU),
            ("-2^2", -4.0),
            ("2^3^2", 512.0),
            ("2^-1", 0.5),
            ("1 + 2*(3 - 4)/5", 0.6),
            ("sqrt(2)^2 - sqrt(2)^2", 0.0),
            ("1,5e-3 \u{d7} 2", 0.003),
            ("\u{2212}rad(180) + \u{3c0}", 0.0),
            ("2e", f64::NAN),
            ("2e3", 2000.0),
        ];
        for (text, number) in cases {
            match evaluate(text) {
                Ok(found) => assert!((found - number).abs() < 1e-12, "{text}: {found}"),
                Err(error) => assert!(number.is_nan(), "{text}: {error}"),
            }
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            ("", "type a number"),
            ("2*", "a number is missing at the end"),
            ("2*/3", "a number is missing before `/`"),
            ("(1+2", "a `)` is missing"),
            ("1)", "`)` without `(`"),
            ("foo", "unknown name `foo`"),
            ("sqrt 2", "`sqrt` needs its number in parentheses"),
            ("1/0", "division by 0"),
            ("1.2.3", "`1.2.3` is not a number"),
            ("sqrt(-1)", "the result is not a number"),
            ("10^999", "the result is infinite"),
            ("2 3", "unexpected `3`"),
        ];
        for (text, error) in cases {
            assert_eq!(evaluate(text), Err(error.to_owned()), "{text}");
        }
        let deep = "-".repeat(100_000) + "1";
        assert_eq!(evaluate(&deep), Err("nested too deeply".to_owned()));
        let deep = "(".repeat(100_000);
        assert_eq!(evaluate(&deep), Err("nested too deeply".to_owned()));
    }
}
