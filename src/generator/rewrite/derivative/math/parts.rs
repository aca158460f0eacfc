//! Functions that split a number: `modf` and `frexp`, which return structs.

use naga::{Expression, Handle, MathFunction, TypeInner};

use super::super::function::{FunctionDerivative, Tangents};
use super::super::operators::Operand;

type Value = Handle<Expression>;

impl FunctionDerivative<'_, '_> {
    /// The whole part is constant.
    pub(super) fn modf(&mut self, x: &Operand, source: Value) -> Tangents {
        self.each(|this, at| {
            let tangent = x.at(at)?;
            this.with_second_zero(source, tangent)
        })
    }

    /// The fraction is x / 2^exponent.
    pub(super) fn frexp(&mut self, x: &Operand, value: Value, source: Value) -> Tangents {
        let exponent = self.member(value, 1);
        let inverse = self.negate(exponent);
        self.each(|this, at| {
            let fraction = this.call_2(MathFunction::Ldexp, x.at(at)?, inverse);
            this.with_second_zero(source, fraction)
        })
    }

    /// A struct like that of the call `source`; `None` if that is none.
    fn with_second_zero(&mut self, source: Value, first: Value) -> Option<Value> {
        let ty = self.derivation.type_handle(&self.info[source].ty);
        let second = match &self.derivation.module.types[ty].inner {
            TypeInner::Struct { members, .. } => members.get(1)?.ty,
            _ => return None,
        };
        let second = self.emit(Expression::ZeroValue(second));
        Some(self.emit(Expression::Compose { ty, components: vec![first, second] }))
    }
}
