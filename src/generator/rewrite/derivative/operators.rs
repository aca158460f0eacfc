//! Tangents of sums, products, quotients and selections.

use naga::{BinaryOperator, Expression, Handle, MathFunction};

use super::Derived;
use super::function::{Dual, FunctionDerivative, Tangents};

pub(super) struct Operand {
    pub(super) source: Handle<Expression>,
    pub(super) value: Handle<Expression>,
    pub(super) tangents: Tangents,
}

impl Operand {
    /// Tangent for the variable at an index; `None` for 0.
    pub(super) fn at(&self, variable: usize) -> Option<Handle<Expression>> {
        self.tangents[variable]
    }

    pub(super) fn is_active(&self) -> bool {
        self.tangents.iter().any(Option::is_some)
    }
}

impl FunctionDerivative<'_, '_> {
    pub(super) fn operand(&mut self, source: Handle<Expression>) -> Derived<Operand> {
        let Dual { value, tangents } = self.get(source)?;
        Ok(Operand { source, value, tangents })
    }

    pub(super) fn each(
        &mut self,
        mut tangent: impl FnMut(&mut Self, usize) -> Option<Handle<Expression>>,
    ) -> Tangents {
        (0..self.count()).map(|variable| tangent(self, variable)).collect()
    }

    pub(super) fn binary_tangents(
        &mut self,
        op: BinaryOperator,
        left: &Operand,
        right: &Operand,
        value: Handle<Expression>,
    ) -> Derived<Tangents> {
        Ok(match op {
            BinaryOperator::Add => self.each(|this, at| this.sum(left.at(at), right.at(at))),
            BinaryOperator::Subtract => {
                self.each(|this, at| this.difference(left.at(at), right.at(at)))
            }
            BinaryOperator::Multiply => self.bilinear(left, right, Self::multiply),
            BinaryOperator::Divide => self.quotient_tangents(left, right, value)?,
            BinaryOperator::Modulo if right.is_active() => {
                let quotient = self.divide(left.value, right.value);
                let whole = self.call_1(MathFunction::Trunc, quotient);
                let is_level = self.is_zero(whole, right.source);
                let right = self.damped(right, is_level);
                let moved = self.scaled(&right, whole)?;
                self.each(|this, at| this.difference(left.at(at), moved[at]))
            }
            BinaryOperator::Modulo => self.each(|_, at| left.at(at)),
            _ => self.zeros(),
        })
    }

    fn quotient_tangents(
        &mut self,
        left: &Operand,
        right: &Operand,
        value: Handle<Expression>,
    ) -> Derived<Tangents> {
        if self.literal(right.source).is_some_and(|divisor| divisor != 0.0) {
            let divided = |this: &mut Self, at| Some(this.divide(left.at(at)?, right.value));
            return Ok(self.each(divided));
        }
        let like = right.source;
        let (of_left, of_right) = (self.levels(left)?, self.levels(right)?);
        let levels = self.both(of_left, of_right);
        let is_pole = self.is_not_finite(value, like);
        let is_far = self.is_far(value, right);
        Ok(self.each(|this, at| {
            let is_level = this.also(levels[at], is_pole);
            let moved = right.at(at).map(|tangent| {
                let value = this.unless(is_level, value, 0.0, like);
                this.multiply(tangent, value)
            });
            let numerator = this.difference(left.at(at), moved)?;
            let is_lost = this.is_not_finite(numerator, like);
            let is_lost = this.binary(BinaryOperator::And, is_far, is_lost);
            let numerator = this.unless(Some(is_lost), numerator, 0.0, like);
            let divisor = this.unless(is_level, right.value, 1.0, like);
            Some(this.divide(numerator, divisor))
        }))
    }

    /// Where a quotient is near 0 since its divisor is large: so is its slope, even if those of its operands overflow.
    fn is_far(&mut self, quotient: Handle<Expression>, divisor: &Operand) -> Handle<Expression> {
        let like = divisor.source;
        let [quotient, divisor] =
            [quotient, divisor.value].map(|number| self.call_1(MathFunction::Abs, number));
        let (small, large) = (self.number(1e-20, like), self.number(1e20, like));
        let is_small = self.binary(BinaryOperator::Less, quotient, small);
        let is_large = self.binary(BinaryOperator::Greater, divisor, large);
        self.binary(BinaryOperator::And, is_small, is_large)
    }

    /// Tangents of a product, whose factors may also be vectors and matrices.
    pub(super) fn bilinear(
        &mut self,
        left: &Operand,
        right: &Operand,
        product: impl Fn(&mut Self, Handle<Expression>, Handle<Expression>) -> Handle<Expression>,
    ) -> Tangents {
        self.each(|this, at| {
            let of_left = left.at(at).map(|tangent| product(this, tangent, right.value));
            let of_right = right.at(at).map(|tangent| product(this, left.value, tangent));
            this.sum(of_left, of_right)
        })
    }

    /// 0 has the type of the expression `like` of the original.
    pub(super) fn selected(
        &mut self,
        condition: Handle<Expression>,
        accept: Option<Handle<Expression>>,
        reject: Option<Handle<Expression>>,
        like: Handle<Expression>,
    ) -> Option<Handle<Expression>> {
        if accept.or(reject).is_none() || accept == reject {
            return accept;
        }
        let accept = accept.unwrap_or_else(|| self.zero(like));
        let reject = reject.unwrap_or_else(|| self.zero(like));
        Some(self.select(condition, accept, reject))
    }

    /// Operands are 0 if they are `None`.
    pub(super) fn sum(
        &mut self,
        left: Option<Handle<Expression>>,
        right: Option<Handle<Expression>>,
    ) -> Option<Handle<Expression>> {
        match (left, right) {
            (Some(left), Some(right)) => Some(self.add(left, right)),
            (one, other) => one.or(other),
        }
    }

    pub(super) fn difference(
        &mut self,
        left: Option<Handle<Expression>>,
        right: Option<Handle<Expression>>,
    ) -> Option<Handle<Expression>> {
        match (left, right) {
            (Some(left), Some(right)) => Some(self.subtract(left, right)),
            (None, Some(right)) => Some(self.negate(right)),
            (left, None) => left,
        }
    }

    pub(super) fn times(
        &mut self,
        tangent: Option<Handle<Expression>>,
        factor: Handle<Expression>,
    ) -> Option<Handle<Expression>> {
        tangent.map(|tangent| self.multiply(tangent, factor))
    }
}
