//! Level places: a number whose tangent is 0 stays level, however large the factor by which the chain rule multiplies,
//! and so does one whose factor is 0 because a function is level there, however large the tangent.

use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, RelationalFunction, UnaryOperator,
};

use super::Derived;
use super::function::{FunctionDerivative, Tangents};
use super::operators::Operand;

type Value = Handle<Expression>;

/// For each variable, true where a number does not change with it; `None` for everywhere.
pub(super) type Levels = Vec<Option<Value>>;

impl FunctionDerivative<'_, '_> {
    /// Where `x` is level; of a vector, for each component.
    pub(super) fn levels(&mut self, x: &Operand) -> Derived<Levels> {
        let Some(roots) = self.roots(x.source) else {
            return Ok(self.each(|this, at| Some(this.is_zero(x.at(at)?, x.source))));
        };
        let whole = self.vector_size(x.source).is_none();
        let mut levels = self.zeros();
        for root in roots {
            let root = self.operand(root)?;
            let own = self.each(|this, at| {
                let tangent = root.at(at)?;
                Some(if whole {
                    this.is_all_zero(tangent, root.source)
                } else {
                    this.is_zero(tangent, root.source)
                })
            });
            levels = self.both(levels, own);
        }
        Ok(levels)
    }

    /// Conditions that are true where both operands are level; that of one is enough if the other has none.
    pub(super) fn both(&mut self, left: Levels, right: Levels) -> Levels {
        let pairs = left.into_iter().zip(right);
        let pairs = pairs.map(|(left, right)| match (left, right) {
            (Some(left), Some(right)) => Some(self.binary(BinaryOperator::And, left, right)),
            (one, other) => one.or(other),
        });
        pairs.collect()
    }

    /// `like` is an expression of the original with the type of the tangent.
    pub(super) fn is_zero(&mut self, tangent: Value, like: Value) -> Value {
        let zero = self.zero(like);
        self.binary(BinaryOperator::Equal, tangent, zero)
    }

    pub(super) fn is_all_zero(&mut self, tangent: Value, like: Value) -> Value {
        let argument = self.is_zero(tangent, like);
        match self.vector_size(like) {
            Some(_) => self.emit(Expression::Relational { fun: RelationalFunction::All, argument }),
            None => argument,
        }
    }

    /// The tangents times a factor that may be infinite. Compilers may assume that no number is, so that the factor is
    /// replaced where it does not count, and not the product. A finite factor counts in the next derivative.
    pub(super) fn scaled(&mut self, x: &Operand, factor: Value) -> Derived<Tangents> {
        let levels = self.levels(x)?;
        let is_pole = self.is_not_finite(factor, x.source);
        Ok(self.each(|this, at| {
            let is_level = this.also(levels[at], is_pole);
            let factor = this.unless(is_level, factor, 0.0, x.source);
            this.times(x.at(at), factor)
        }))
    }

    /// The operand without its tangents where `is_level`: there they may overflow.
    pub(super) fn damped(&mut self, x: &Operand, is_level: Value) -> Operand {
        let tangents = self.each(|this, at| {
            let tangent = x.at(at)?;
            Some(this.unless(Some(is_level), tangent, 0.0, x.source))
        });
        Operand { tangents, ..*x }
    }

    /// Also true for numbers of a twin beyond single precision. `like` is an expression of the original of their type.
    pub(super) fn is_not_finite(&mut self, number: Value, like: Value) -> Value {
        let magnitude = self.call_1(MathFunction::Abs, number);
        let largest = self.number(f32::MAX, like);
        let is_finite = self.binary(BinaryOperator::LessEqual, magnitude, largest);
        self.emit(Expression::Unary { op: UnaryOperator::LogicalNot, expr: is_finite })
    }

    pub(super) fn also(&mut self, level: Option<Value>, condition: Value) -> Option<Value> {
        level.map(|level| self.binary(BinaryOperator::And, level, condition))
    }

    /// `value`, or a number where it is level; `like` is an expression of the original with the type of the value.
    pub(super) fn unless(
        &mut self,
        level: Option<Value>,
        value: Value,
        number: f32,
        like: Value,
    ) -> Value {
        let Some(level) = level else {
            return value;
        };
        let number = self.number(number, like);
        self.select(level, number, value)
    }

    /// The numbers whose squares an expression of the original adds up. Where one of them is 0, the tangent of its
    /// square is 0 too, although the square is not level.
    fn roots(&self, source: Value) -> Option<Vec<Value>> {
        match self.source.expressions[source] {
            Expression::Binary { op: BinaryOperator::Add, left, right } => {
                Some([self.roots(left)?, self.roots(right)?].concat())
            }
            Expression::Binary { op: BinaryOperator::Multiply, left, right }
            | Expression::Math { fun: MathFunction::Dot, arg: left, arg1: Some(right), .. } => {
                self.is_same(left, right).then(|| vec![left])
            }
            _ => None,
        }
    }

    /// True if both are the same term of the original, written twice. A variable may change from one to the other.
    fn is_same(&self, left: Value, right: Value) -> bool {
        use Expression as E;
        let expressions = &self.source.expressions;
        left == right
            || match (&expressions[left], &expressions[right]) {
                (E::Literal(Literal::F32(left)), E::Literal(Literal::F32(right))) => left == right,
                (
                    E::AccessIndex { base: left, index },
                    E::AccessIndex { base: right, index: other },
                ) => index == other && self.is_same(*left, *right),
                (E::Unary { op, expr: left }, E::Unary { op: other, expr: right }) => {
                    op == other && self.is_same(*left, *right)
                }
                (
                    E::Binary { op, left: a, right: b },
                    E::Binary { op: other, left: c, right: d },
                ) => op == other && self.is_same(*a, *c) && self.is_same(*b, *d),
                _ => false,
            }
    }
}
