//! Integer expressions in tags, in which names stand for the values of controls: `2 ** magnitude + 1`.

use crate::wgsl::lexer::{Token, tokens};

/// In bytes, which limits the depth of the parser's recursion.
const MAX_BYTES: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Number(i64),
    Name(String),
    Negated(Box<Self>),
    Binary(Box<Self>, Operator, Box<Self>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    /// The quotient of integers is rounded toward zero.
    Divide,
    /// The result has the sign of the dividend.
    Remainder,
    /// Evaluated from the right: `2 ** 3 ** 2` is `2 ** 9`.
    Power,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExpressionError {
    #[error("an expression has at most {MAX_BYTES} bytes")]
    TooLong,
    #[error("missing expression")]
    Missing,
    #[error("missing closing parenthesis")]
    Unclosed,
    #[error("unexpected `{0}` in an expression")]
    Unexpected(String),
    #[error("`{0}` is not an integer")]
    NotInteger(String),
    #[error("`{0}` is not an integer control")]
    UnknownName(String),
    #[error("division by zero")]
    DivisionByZero,
    #[error("the exponent {0} is negative or too large")]
    Exponent(i64),
    #[error("the result exceeds 64 bits")]
    Overflow,
}

impl Expression {
    pub(crate) fn parse(text: &str) -> Result<Self, ExpressionError> {
        if text.len() > MAX_BYTES {
            return Err(ExpressionError::TooLong);
        }
        let tokens = tokens(text);
        let mut parser = Parser { text, tokens: &tokens };
        let expression = parser.sum()?;
        match parser.word() {
            None => Ok(expression),
            Some(word) => Err(ExpressionError::Unexpected(word.to_owned())),
        }
    }

    pub(crate) fn evaluate(
        &self,
        value: &impl Fn(&str) -> Option<i64>,
    ) -> Result<i64, ExpressionError> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Name(name) => {
                value(name).ok_or_else(|| ExpressionError::UnknownName(name.clone()))
            }
            Self::Negated(inner) => {
                let inner = inner.evaluate(value)?;
                inner.checked_neg().ok_or(ExpressionError::Overflow)
            }
            Self::Binary(left, operator, right) => {
                operator.apply(left.evaluate(value)?, right.evaluate(value)?)
            }
        }
    }
}

impl Operator {
    fn apply(self, left: i64, right: i64) -> Result<i64, ExpressionError> {
        if right == 0 && matches!(self, Self::Divide | Self::Remainder) {
            return Err(ExpressionError::DivisionByZero);
        }
        let result = match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide => left.checked_div(right),
            Self::Remainder => left.checked_rem(right),
            Self::Power => match u32::try_from(right) {
                Ok(exponent) => left.checked_pow(exponent),
                Err(_) => return Err(ExpressionError::Exponent(right)),
            },
        };
        result.ok_or(ExpressionError::Overflow)
    }
}

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

    fn consume(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn sum(&mut self) -> Result<Expression, ExpressionError> {
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

    fn product(&mut self) -> Result<Expression, ExpressionError> {
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

    fn sign(&mut self) -> Result<Expression, ExpressionError> {
        if self.consume("-") {
            return Ok(Expression::Negated(Box::new(self.sign()?)));
        }
        let base = self.atom()?;
        if self.consume_power() {
            return Ok(binary(base, Operator::Power, self.sign()?));
        }
        Ok(base)
    }

    /// Returns false if another token is next. `**` is two tokens of WGSL.
    fn consume_power(&mut self) -> bool {
        let found = matches!(self.tokens, [first, second, ..]
            if first.text(self.text) == "*" && second.text(self.text) == "*"
                && first.range.end == second.range.start);
        if found {
            self.tokens = &self.tokens[2..];
        }
        found
    }

    fn atom(&mut self) -> Result<Expression, ExpressionError> {
        let word = self.next().ok_or(ExpressionError::Missing)?;
        if word == "(" {
            let inner = self.sum()?;
            return if self.consume(")") { Ok(inner) } else { Err(ExpressionError::Unclosed) };
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = word.strip_suffix(['i', 'u']).unwrap_or(word);
            let number = digits.parse().map(Expression::Number);
            return number.map_err(|_| ExpressionError::NotInteger(word.to_owned()));
        }
        if word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Ok(Expression::Name(word.to_owned()));
        }
        Err(ExpressionError::Unexpected(word.to_owned()))
    }
}

fn binary(left: Expression, operator: Operator, right: Expression) -> Expression {
    Expression::Binary(Box::new(left), operator, Box::new(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, ExpressionError> {
        let known = |name: &str| (name == "magnitude").then_some(9);
        Expression::parse(text)?.evaluate(&known)
    }

    #[test]
    fn operators_have_the_precedence_of_arithmetic() {
        assert_eq!(value("2 ** magnitude + 1"), Ok(513));
        assert_eq!(value("1 + 2 * 3 - 4"), Ok(3));
        assert_eq!(value("2**3**2"), Ok(512));
        assert_eq!(value("-2 ** 2"), Ok(-4));
        assert_eq!(value("(1 + 2) * -3"), Ok(-9));
        assert_eq!(value("100 / 3 % 7"), Ok(5));
    }

    #[test]
    fn invalid_expressions_are_refused_with_their_errors() {
        let error = |text: &str| value(text).unwrap_err();
        let of = |word: &str| word.to_owned();
        assert_eq!(error(""), ExpressionError::Missing);
        assert_eq!(error("2 +"), ExpressionError::Missing);
        assert_eq!(error("(2"), ExpressionError::Unclosed);
        assert_eq!(error("2 3"), ExpressionError::Unexpected(of("3")));
        assert_eq!(error("1.5"), ExpressionError::NotInteger(of("1.5")));
        assert_eq!(error("size"), ExpressionError::UnknownName(of("size")));
        assert_eq!(error("1 / (9 - magnitude)"), ExpressionError::DivisionByZero);
        assert_eq!(error("2 ** 63"), ExpressionError::Overflow);
        assert_eq!(error("2 ** -1"), ExpressionError::Exponent(-1));
        assert_eq!(error(&"(".repeat(300)), ExpressionError::TooLong);
    }
}
