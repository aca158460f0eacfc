//! Elementary functions, of scalars or of the components of vectors.

use naga::{BinaryOperator, Expression, Handle, MathFunction};

use super::super::Derived;
use super::super::function::{FunctionDerivative, Tangents};
use super::super::operators::Operand;

type Value = Handle<Expression>;

impl FunctionDerivative<'_, '_> {
    /// Tangents of a function of one number; `None` if its derivative is unknown.
    pub(super) fn elementary(
        &mut self,
        fun: MathFunction,
        x: &Operand,
        value: Value,
    ) -> Derived<Option<Tangents>> {
        use MathFunction as Math;
        let Some(slope) = self.slope(fun, x, value) else {
            return Ok(None);
        };
        Ok(Some(match fun {
            Math::Abs | Math::Sin | Math::Cos => self.each(|this, at| this.times(x.at(at), slope)),
            // Somewhere the slope is infinite, or it overflows.
            Math::Cosh => self.scaled(x, slope)?,
            // Compilers may assume that a quotient of 1 is not 0.
            Math::Atan => {
                let smallest = self.number(f32::MIN_POSITIVE, x.source);
                let is_level = self.binary(BinaryOperator::Less, slope, smallest);
                let x = self.damped(x, is_level);
                self.scaled(&x, slope)?
            }
            // The slope is 0 only where the value is next to its limit at infinity.
            _ => {
                let is_level = self.is_zero(slope, x.source);
                let x = self.damped(x, is_level);
                self.scaled(&x, slope)?
            }
        }))
    }

    fn slope(&mut self, fun: MathFunction, x: &Operand, value: Value) -> Option<Value> {
        use MathFunction as Math;
        let (source, x) = (x.source, x.value);
        Some(match fun {
            Math::Abs => {
                let zero = self.number(0.0, source);
                let is_upper = self.binary(BinaryOperator::GreaterEqual, x, zero);
                let (one, minus_one) = (self.number(1.0, source), self.number(-1.0, source));
                self.select(is_upper, one, minus_one)
            }
            Math::Sin => self.call_1(Math::Cos, x),
            Math::Cos => {
                let sine = self.call_1(Math::Sin, x);
                self.negate(sine)
            }
            Math::Tan => {
                let square = self.multiply(value, value);
                self.one_plus(square, source)
            }
            Math::Sinh => self.call_1(Math::Cosh, x),
            Math::Cosh => self.call_1(Math::Sinh, x),
            Math::Tanh => self.one_minus_square(value, source),
            Math::Asin | Math::Acos => {
                let square = self.one_minus_square(x, source);
                let slope = self.call_1(Math::InverseSqrt, square);
                if fun == Math::Acos { self.negate(slope) } else { slope }
            }
            Math::Atan => {
                let square = self.multiply(x, x);
                let square = self.one_plus(square, source);
                self.quotient(1.0, square, source)
            }
            // Squares of large numbers overflow, whose slope times that of the argument is an ordinary number.
            Math::Asinh => {
                let (one, size) = (self.number(1.0, source), self.call_1(Math::Abs, x));
                let larger = self.call_2(Math::Max, size, one);
                let smaller = self.call_2(Math::Min, size, one);
                let ratio = self.divide(smaller, larger);
                let square = self.multiply(ratio, ratio);
                let square = self.one_plus(square, source);
                let slope = self.call_1(Math::InverseSqrt, square);
                self.divide(slope, larger)
            }
            Math::Acosh => {
                let one = self.number(1.0, source);
                let (below, above) = (self.subtract(x, one), self.add(x, one));
                let [below, above] =
                    [below, above].map(|factor| self.call_1(Math::InverseSqrt, factor));
                self.multiply(below, above)
            }
            Math::Atanh => {
                let square = self.one_minus_square(x, source);
                self.quotient(1.0, square, source)
            }
            Math::Exp => value,
            Math::Exp2 => {
                let log = self.log_2(source);
                self.multiply(value, log)
            }
            Math::Log => self.quotient(1.0, x, source),
            Math::Log2 => {
                let log = self.log_2(source);
                let product = self.multiply(x, log);
                self.quotient(1.0, product, source)
            }
            Math::Sqrt => self.quotient(0.5, value, source),
            Math::InverseSqrt => {
                let cube = self.divide(value, x);
                let half = self.number(-0.5, source);
                self.multiply(half, cube)
            }
            _ => return None,
        })
    }

    fn quotient(&mut self, number: f32, divisor: Value, like: Value) -> Value {
        let number = self.number(number, like);
        self.divide(number, divisor)
    }

    fn one_plus(&mut self, x: Value, like: Value) -> Value {
        let one = self.number(1.0, like);
        self.add(one, x)
    }

    /// As a product, which is exact next to 1.
    fn one_minus_square(&mut self, x: Value, like: Value) -> Value {
        let one = self.number(1.0, like);
        let (below, above) = (self.subtract(one, x), self.add(one, x));
        self.multiply(below, above)
    }

    /// Computed by the shader, since a literal would have the precision of `f32` in a twin.
    fn log_2(&mut self, like: Value) -> Value {
        let two = self.number(2.0, like);
        self.call_1(MathFunction::Log, two)
    }

    /// Tangents of a call that returns `x` itself or a constant.
    pub(super) fn within(&mut self, x: &Operand, value: Value) -> Tangents {
        let is_within = self.binary(BinaryOperator::Equal, x.value, value);
        self.each(|this, at| this.selected(is_within, x.at(at), None, x.source))
    }

    pub(super) fn clamped(
        &mut self,
        x: &Operand,
        low: &Operand,
        high: &Operand,
        value: Value,
    ) -> Tangents {
        let is_within = self.binary(BinaryOperator::Equal, x.value, value);
        let is_low = self.binary(BinaryOperator::Equal, low.value, value);
        self.each(|this, at| {
            let bound = this.selected(is_low, low.at(at), high.at(at), x.source);
            this.selected(is_within, x.at(at), bound, x.source)
        })
    }

    pub(super) fn atan2(&mut self, y: &Operand, x: &Operand) -> Derived<Tangents> {
        let (xx, yy) = (self.multiply(x.value, x.value), self.multiply(y.value, y.value));
        let square = self.add(xx, yy);
        let is_far = self.is_not_finite(square, y.source);
        let (y, x) = (&self.damped(y, is_far), &self.damped(x, is_far));
        let (of_y, of_x) = (self.divide(x.value, square), self.divide(y.value, square));
        let (of_y, of_x) = (self.scaled(y, of_y)?, self.scaled(x, of_x)?);
        Ok(self.each(|this, at| this.difference(of_y[at], of_x[at])))
    }

    /// The ratio may be a scalar while the others are vectors.
    pub(super) fn mixed(&mut self, x: &Operand, y: &Operand, ratio: &Operand) -> Tangents {
        let one = self.number(1.0, ratio.source);
        let rest = self.subtract(one, ratio.value);
        let slope = ratio.is_active().then(|| self.subtract(y.value, x.value));
        self.each(|this, at| {
            let of_x = this.times(x.at(at), rest);
            let of_y = this.times(y.at(at), ratio.value);
            let of_ratio = slope.and_then(|slope| {
                let tangent = ratio.at(at)?;
                Some(this.multiply(slope, tangent))
            });
            let ends = this.sum(of_x, of_y);
            this.sum(ends, of_ratio)
        })
    }

    /// t²(3 - 2t) for t = saturate((x - low) / (high - low)).
    pub(super) fn smooth_step(&mut self, low: &Operand, high: &Operand, x: &Operand) -> Tangents {
        let span = self.subtract(high.value, low.value);
        let offset = self.subtract(x.value, low.value);
        let ratio = self.divide(offset, span);
        let t = self.call_1(MathFunction::Saturate, ratio);
        let one = self.number(1.0, x.source);
        let (six, rest) = (self.number(6.0, x.source), self.subtract(one, t));
        let product = self.multiply(t, rest);
        let product = self.multiply(six, product);
        // Level beyond the ends, even if these are equal or infinite.
        let is_beyond = self.binary(BinaryOperator::NotEqual, t, ratio);
        let is_endless = self.is_not_finite(span, x.source);
        let is_level = self.binary(BinaryOperator::InclusiveOr, is_beyond, is_endless);
        let is_step = self.is_zero(span, x.source);
        let divisor = self.unless(Some(is_step), span, 1.0, x.source);
        let slope = self.divide(product, divisor);
        self.each(|this, at| {
            let of_offset = this.difference(x.at(at), low.at(at));
            let of_span = this.difference(high.at(at), low.at(at));
            let moved = this.times(of_span, t);
            let change = this.difference(of_offset, moved)?;
            let change = this.unless(Some(is_level), change, 0.0, x.source);
            Some(this.multiply(change, slope))
        })
    }
}
