//! Whole-number expressions of tags, over the names of controls: `2 ** magnitude + 1`.

use crate::lexer::{Token, tokens};

/// The longest expression read, in bytes: it bounds how deep one nests.
const MAX_LENGTH: usize = 256;

/// `+ - * / % **`, parentheses, whole numbers and names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A whole number.
    Number(i64),
    /// What a control is set to.
    Name(String),
    /// Minus an expression.
    Negated(Box<Self>),
    /// Two expressions with an operator between them.
    Binary(Box<Self>, Operator, Box<Self>),
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, toward zero.
    Divide,
    /// `%`, with the sign of what is divided.
    Remainder,
    /// `**`; the right one of two comes first.
    Power,
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MAX_LENGTH {
            return Err(format!("an expression has at most {MAX_LENGTH} characters"));
        }
        let tokens = tokens(text);
        let mut parser = Parser {
            text,
            tokens: &tokens,
        };
        let expression = parser.sum()?;
        match parser.word() {
            None => Ok(expression),
            Some(word) => Err(format!("`{word}` is not expected in an expression")),
        }
    }

    /// Its value, where `value` knows all names.
    ///
    /// # Errors
    /// A name is not known, a number is divided by zero or grows beyond 64 bits.
    pub fn evaluate(&self, value: &impl Fn(&str) -> Option<i64>) -> Result<i64, String> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Name(name) => {
                value(name).ok_or_else(|| format!("`{name}` is no whole-number control"))
            }
            Self::Negated(inner) => {
                let inner = inner.evaluate(value)?;
                inner.checked_neg().ok_or_else(too_large)
            }
            Self::Binary(left, operator, right) => {
                operator.apply(left.evaluate(value)?, right.evaluate(value)?)
            }
        }
    }
}

fn too_large() -> String {
    "the result is beyond 64 bits".to_owned()
}

impl Operator {
    fn apply(self, left: i64, right: i64) -> Result<i64, String> {
        if right == 0 && matches!(self, Self::Divide | Self::Remainder) {
            return Err("it divides by zero".to_owned());
        }
        let result = match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide => left.checked_div(right),
            Self::Remainder => left.checked_rem(right),
            Self::Power => match u32::try_from(right) {
                Ok(exponent) => left.checked_pow(exponent),
                Err(_) => return Err(format!("the exponent {right} is no whole number from 0")),
            },
        };
        result.ok_or_else(too_large)
    }
}

/// What of a text is not read yet.
struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl<'a> Parser<'a> {
    fn word(&self) -> Option<&'a str> {
        let text = self.text;
        self.tokens.first().map(|token| token.text(text))
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.word()?;
        self.tokens = &self.tokens[1..];
        Some(word)
    }

    fn takes(&mut self, wanted: &str) -> bool {
        let found = self.word() == Some(wanted);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn sum(&mut self) -> Result<Expression, String> {
        let mut sum = self.product()?;
        loop {
            let operator = match self.word() {
                Some("+") => Operator::Add,
                Some("-") => Operator::Subtract,
                _ => return Ok(sum),
            };
            self.next();
            sum = binary(sum, operator, self.product()?);
        }
    }

    fn product(&mut self) -> Result<Expression, String> {
        let mut product = self.sign()?;
        loop {
            let operator = match self.word() {
                Some("*") => Operator::Multiply,
                Some("/") => Operator::Divide,
                Some("%") => Operator::Remainder,
                _ => return Ok(product),
            };
            self.next();
            product = binary(product, operator, self.sign()?);
        }
    }

    fn sign(&mut self) -> Result<Expression, String> {
        if self.takes("-") {
            return Ok(Expression::Negated(Box::new(self.sign()?)));
        }
        let base = self.atom()?;
        if self.takes_power() {
            return Ok(binary(base, Operator::Power, self.sign()?));
        }
        Ok(base)
    }

    /// `**`, which WGSL's tokens do not know.
    fn takes_power(&mut self) -> bool {
        let found = matches!(self.tokens, [first, second, ..]
            if first.text(self.text) == "*" && second.text(self.text) == "*"
                && first.range.end == second.range.start);
        if found {
            self.tokens = &self.tokens[2..];
        }
        found
    }

    fn atom(&mut self) -> Result<Expression, String> {
        let word = self.next().ok_or("an expression is missing")?;
        if word == "(" {
            let inner = self.sum()?;
            return if self.takes(")") {
                Ok(inner)
            } else {
                Err("a closing parenthesis is missing".to_owned())
            };
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = word.strip_suffix(['i', 'u']).unwrap_or(word);
            let number = digits.parse().map(Expression::Number);
            return number.map_err(|_| format!("`{word}` is no whole number"));
        }
        if word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Ok(Expression::Name(word.to_owned()));
        }
        Err(format!("`{word}` is not expected in an expression"))
    }
}

fn binary(left: Expression, operator: Operator, right: Expression) -> Expression {
    Expression::Binary(Box::new(left), operator, Box::new(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        let known = |name: &str| (name == "magnitude").then_some(9);
        Expression::parse(text)?.evaluate(&known)
    }

    #[test]
    fn operators_bind_as_in_arithmetic() {
        assert_eq!(value("2 ** magnitude + 1"), Ok(513));
        assert_eq!(value("1 + 2 * 3 - 4"), Ok(3));
        assert_eq!(value("2**3**2"), Ok(512));
        assert_eq!(value("-2 ** 2"), Ok(-4));
        assert_eq!(value("(1 + 2) * -3"), Ok(-9));
        assert_eq!(value("100 / 3 % 7"), Ok(5));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text| value(text).unwrap_err();
        assert_eq!(error(""), "an expression is missing");
        assert_eq!(error("2 +"), "an expression is missing");
        assert_eq!(error("(2"), "a closing parenthesis is missing");
        assert_eq!(error("2 3"), "`3` is not expected in an expression");
        assert_eq!(error("1.5"), "`1.5` is no whole number");
        assert_eq!(error("size"), "`size` is no whole-number control");
        assert_eq!(error("1 / (9 - magnitude)"), "it divides by zero");
        assert_eq!(error("2 ** 63"), "the result is beyond 64 bits");
        assert_eq!(
            error("2 ** -1"),
            "the exponent -1 is no whole number from 0"
        );
        assert!(error(&"(".repeat(300)).contains("256 characters"));
    }
}
