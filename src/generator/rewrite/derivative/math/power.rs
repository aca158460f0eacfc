//! `pow`, whose derivatives have limits at the base 0.

use naga::{BinaryOperator, Expression, Handle, Literal, MathFunction};

use super::super::Derived;
use super::super::function::{FunctionDerivative, Tangents};
use super::super::operators::Operand;

type Value = Handle<Expression>;

impl FunctionDerivative<'_, '_> {
    pub(super) fn power(
        &mut self,
        base: &Operand,
        exponent: &Operand,
        value: Value,
    ) -> Derived<Tangents> {
        let is_level = self.has_faded(base, exponent, value);
        let (base, exponent) = (&self.damped(base, is_level), &self.damped(exponent, is_level));
        let mut tangents = self.zeros();
        if base.is_active() && self.literal(exponent.source) != Some(0.0) {
            let slope = self.slope_by_base(base, exponent);
            tangents = self.scaled(base, slope)?;
        }
        if exponent.is_active() {
            let slope = self.slope_by_exponent(base, exponent, value);
            let of_exponent = self.scaled(exponent, slope)?;
            tangents = self.each(|this, at| this.sum(tangents[at], of_exponent[at]));
        }
        Ok(tangents)
    }

    /// Where the power is 0 and stays so: not next to the base 0, unless the exponent is large.
    fn has_faded(&mut self, base: &Operand, exponent: &Operand, value: Value) -> Value {
        let [zero, one, large] = [0.0, 1.0, 16.0].map(|number| self.number(number, base.source));
        let is_zero = self.binary(BinaryOperator::Equal, value, zero);
        let is_base_large = self.binary(BinaryOperator::Greater, base.value, one);
        let is_exponent_large = self.binary(BinaryOperator::Greater, exponent.value, large);
        let is_far = self.binary(BinaryOperator::InclusiveOr, is_base_large, is_exponent_large);
        self.binary(BinaryOperator::And, is_zero, is_far)
    }

    /// y x^(y - 1), which has derivatives of its own at x = 0.
    fn slope_by_base(&mut self, base: &Operand, exponent: &Operand) -> Value {
        let (x, y, like) = (base.value, exponent.value, exponent.source);
        let literal = self.literal(like);
        let lower = match literal {
            Some(1.0) => return y,
            Some(2.0) => return self.multiply(y, x),
            // Exact, and a literal again.
            Some(whole) if whole.fract() == 0.0 => self.number(whole - 1.0, like),
            _ => {
                let one = self.number(1.0, like);
                self.subtract(y, one)
            }
        };
        let power = self.call_2(MathFunction::Pow, x, lower);
        let slope = self.multiply(y, power);
        if literal.is_some_and(|number| number > 1.0) {
            return slope;
        }
        // At x = 0, drivers compute 0 or NaN for the power if y is at most 1.
        let (zero, one) = (self.number(0.0, like), self.number(1.0, like));
        let is_linear = self.binary(BinaryOperator::Equal, y, one);
        let is_constant = self.binary(BinaryOperator::Equal, y, zero);
        let is_straight = self.binary(BinaryOperator::InclusiveOr, is_linear, is_constant);
        let magnitude = self.call_1(MathFunction::Abs, x);
        let pole = self.divide(y, magnitude);
        let limit = self.select(is_straight, y, pole);
        let is_origin = self.binary(BinaryOperator::Equal, x, zero);
        let is_low = self.binary(BinaryOperator::LessEqual, y, one);
        let is_limit = self.binary(BinaryOperator::And, is_origin, is_low);
        self.select(is_limit, limit, slope)
    }

    /// x^y log(x). At x = 0 and y above 0 it is 0, written -x^y, whose slope by x has the same limit for each y but 1.
    fn slope_by_exponent(&mut self, base: &Operand, exponent: &Operand, value: Value) -> Value {
        let log = self.call_1(MathFunction::Log, base.value);
        let slope = self.multiply(value, log);
        let limit = self.negate(value);
        let zero = self.number(0.0, base.source);
        let is_zero = self.binary(BinaryOperator::Equal, value, zero);
        let is_power = self.binary(BinaryOperator::Greater, exponent.value, zero);
        let is_limit = self.binary(BinaryOperator::And, is_zero, is_power);
        self.select(is_limit, limit, slope)
    }

    /// The number of an `f32` literal of the original, or of a vector of it.
    pub(crate) fn literal(&self, source: Value) -> Option<f32> {
        match self.source.expressions[source] {
            Expression::Literal(Literal::F32(number)) => Some(number),
            Expression::Splat { value, .. } => self.literal(value),
            _ => None,
        }
    }
}
