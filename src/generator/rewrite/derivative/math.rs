//! Tangents of WGSL's math functions, by the chain rule.

mod elementary;
mod geometry;
mod parts;
mod power;

use naga::{BinaryOperator, Expression, Handle, MathFunction};

use super::Derived;
use super::function::{FunctionDerivative, Tangents};
use super::operators::Operand;

impl FunctionDerivative<'_, '_> {
    pub(super) fn math_tangents(
        &mut self,
        fun: MathFunction,
        operands: &[Operand],
        source: Handle<Expression>,
        value: Handle<Expression>,
    ) -> Derived<Tangents> {
        use MathFunction as Math;
        if !operands.iter().any(Operand::is_active) {
            return Ok(self.zeros());
        }
        Ok(match (fun, operands) {
            (Math::Ceil | Math::Floor | Math::Round | Math::Trunc | Math::Sign | Math::Step, _) => {
                self.zeros()
            }
            // A rounding, not a step.
            (Math::Fract | Math::QuantizeToF16, [x]) => self.each(|_, at| x.at(at)),
            (Math::Radians | Math::Degrees | Math::Transpose, [x]) => {
                self.each(|this, at| x.at(at).map(|tangent| this.call_1(fun, tangent)))
            }
            (Math::Min | Math::Max, [x, y]) => {
                let is_first = self.binary(BinaryOperator::Equal, x.value, value);
                self.each(|this, at| this.selected(is_first, x.at(at), y.at(at), source))
            }
            (Math::Clamp, [x, low, high]) => self.clamped(x, low, high, value),
            (Math::Saturate, [x]) => self.within(x, value),
            (Math::Atan2, [y, x]) => self.atan2(y, x)?,
            (Math::Pow, [base, exponent]) => self.power(base, exponent, value)?,
            (Math::Fma, [x, y, z]) => {
                let products = self.bilinear(x, y, Self::multiply);
                self.each(|this, at| this.sum(products[at], z.at(at)))
            }
            (Math::Mix, [x, y, ratio]) => self.mixed(x, y, ratio),
            (Math::SmoothStep, [low, high, x]) => self.smooth_step(low, high, x),
            (Math::Modf, [x]) => self.modf(x, source),
            (Math::Frexp, [x]) => self.frexp(x, value, source),
            (Math::Ldexp, [x, exponent]) => self.each(|this, at| {
                x.at(at).map(|tangent| this.call_2(Math::Ldexp, tangent, exponent.value))
            }),
            (Math::Dot | Math::Cross, [x, y]) => {
                self.bilinear(x, y, |this, x, y| this.call_2(fun, x, y))
            }
            (Math::Length, [x]) => self.length(x, value),
            (Math::Distance, [x, y]) => self.distance(x, y, value),
            (Math::Normalize, [x]) => self.normalized(x, value),
            (Math::FaceForward, [x, y, z]) => self.face_forward(x, y, z),
            (Math::Reflect, [x, normal]) => self.reflected(x, normal),
            (Math::Refract, [x, normal, ratio]) => self.refracted(x, normal, ratio),
            (Math::Determinant, [matrix]) => self.determinant(matrix),
            (_, [x]) => match self.elementary(fun, x, value)? {
                Some(tangents) => tangents,
                None => return Err(self.without_derivative(fun)),
            },
            _ => return Err(self.without_derivative(fun)),
        })
    }

    fn without_derivative(&self, fun: MathFunction) -> Box<crate::wgsl::diagnostic::Diagnostic> {
        let name = format!("`{fun:?}`").to_lowercase();
        self.derivation.unsupported(&name, self.span)
    }
}
