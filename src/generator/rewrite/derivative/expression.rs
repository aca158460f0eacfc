//! Duals of expressions: the value as in the original, and the tangents of what has components.

use naga::{BinaryOperator, Expression, Handle, Range, ScalarKind, Span, Statement, TypeInner};

use super::super::flipped_sign::FlippedSign;
use super::Derived;
use super::function::{Dual, FunctionDerivative, Tangents};
use crate::wgsl::naga_blocks::operands_mut;

impl FunctionDerivative<'_, '_> {
    /// Evaluates the expression at the end of the block.
    pub(super) fn expression(&mut self, source: Handle<Expression>) -> Derived<()> {
        let span = self.span;
        if let Some(Dual { value, .. }) = self.duals[source.index()] {
            // The expression is the initial value of a variable, which was translated before.
            if !self.function.expressions[value].needs_pre_emit() {
                let range = Range::new_from_bounds(value, value);
                self.block.push(Statement::Emit(range), span);
            }
            return Ok(());
        }
        let expression = &self.source.expressions[source];
        if expression.needs_pre_emit() {
            return self.get(source).map(|_| ());
        }
        let translated = self.translated(expression, span)?;
        let value = self.emit(translated);
        let tangents = if self.derivation.has_floats(&self.info[source].ty) {
            self.tangents(source, value)?
        } else {
            self.zeros()
        };
        self.duals[source.index()] = Some(Dual { value, tangents });
        Ok(())
    }

    pub(super) fn translated(&mut self, source: &Expression, span: Span) -> Derived<Expression> {
        use Expression as E;
        let mut translated = source.clone();
        let unsupported = |what| self.derivation.unsupported(what, span);
        let operands = match source {
            E::ImageSample { .. } => return Err(unsupported("a sample of a texture")),
            E::Derivative { .. } => return Err(unsupported("a derivative in screen space")),
            E::FunctionArgument(_) | E::ArrayLength(_) => None,
            _ => operands_mut(&mut translated),
        };
        for operand in operands.ok_or_else(|| unsupported("this expression"))? {
            *operand = self.value(*operand)?;
        }
        Ok(translated)
    }

    fn tangents(
        &mut self,
        source: Handle<Expression>,
        value: Handle<Expression>,
    ) -> Derived<Tangents> {
        use Expression as E;
        Ok(match self.source.expressions[source] {
            E::Access { base, index } => {
                let index = self.value(index)?;
                let base = self.get(base)?;
                self.mapped(base, |base| E::Access { base, index })
            }
            E::AccessIndex { base, index } => {
                let base = self.get(base)?;
                self.mapped(base, |base| E::AccessIndex { base, index })
            }
            E::Splat { size, value } => {
                let value = self.get(value)?;
                self.mapped(value, |value| E::Splat { size, value })
            }
            E::Swizzle { size, vector, pattern } => {
                let vector = self.get(vector)?;
                self.mapped(vector, |vector| E::Swizzle { size, vector, pattern })
            }
            E::Load { pointer } => {
                let pointer = self.get(pointer)?;
                self.mapped(pointer, |pointer| E::Load { pointer })
            }
            E::Unary { op, expr } => {
                let operand = self.get(expr)?;
                self.mapped(operand, |expr| E::Unary { op, expr })
            }
            // Other bits have no tangents.
            E::As { kind: ScalarKind::Float, convert: None, .. } => self.flipped(source)?,
            E::As { expr, kind: ScalarKind::Float, convert: Some(width) } => {
                let operand = self.get(expr)?;
                let kind = ScalarKind::Float;
                self.mapped(operand, |expr| E::As { expr, kind, convert: Some(width) })
            }
            E::Compose { ty, ref components } => self.composed(ty, components)?,
            E::Select { condition, accept, reject } => {
                let condition = self.value(condition)?;
                let (accept, reject) = (self.operand(accept)?, self.operand(reject)?);
                self.each(|this, at| this.selected(condition, accept.at(at), reject.at(at), source))
            }
            E::Binary { op, left, right } => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                self.binary_tangents(op, &left, &right, value)?
            }
            E::Math { fun, arg, arg1, arg2, arg3 } => {
                let sources = [Some(arg), arg1, arg2, arg3].into_iter().flatten();
                let operands: Derived<Vec<_>> =
                    sources.map(|source| self.operand(source)).collect();
                self.math_tangents(fun, &operands?, source, value)?
            }
            _ => self.zeros(),
        })
    }

    fn flipped(&mut self, source: Handle<Expression>) -> Derived<Tangents> {
        use Expression as E;
        let (expressions, types) = (&self.source.expressions, &self.derivation.source.types);
        let Some(flipped) = FlippedSign::of(expressions, self.info, types, source) else {
            return Ok(self.zeros());
        };
        let (operand, right) = (self.get(flipped.operand)?, self.value(flipped.bits)?);
        let op = BinaryOperator::ExclusiveOr;
        Ok(self.each(|this, at| {
            let expr = operand.tangents[at]?;
            let left = this.emit(E::As { expr, kind: ScalarKind::Uint, convert: None });
            let expr = this.emit(E::Binary { op, left, right });
            Some(this.emit(E::As { expr, kind: ScalarKind::Float, convert: None }))
        }))
    }

    fn mapped(
        &mut self,
        operand: Dual,
        expression: impl Fn(Handle<Expression>) -> Expression,
    ) -> Tangents {
        let tangents = operand.tangents.into_iter();
        tangents.map(|tangent| tangent.map(|tangent| self.emit(expression(tangent)))).collect()
    }

    fn composed(
        &mut self,
        ty: Handle<naga::Type>,
        components: &[Handle<Expression>],
    ) -> Derived<Tangents> {
        let duals: Derived<Vec<Dual>> = components.iter().map(|source| self.get(*source)).collect();
        let duals = duals?;
        Ok(self.each(|this, at| {
            if duals.iter().all(|dual| dual.tangents[at].is_none()) {
                return None;
            }
            let parts = duals.iter().zip(components);
            let parts =
                parts.map(|(dual, source)| dual.tangents[at].unwrap_or_else(|| this.zero(*source)));
            let components = parts.collect();
            Some(this.emit(Expression::Compose { ty, components }))
        }))
    }

    pub(super) fn is_pointer(&self, source: Handle<Expression>) -> bool {
        let inner = self.info[source].ty.inner_with(&self.derivation.source.types);
        matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. })
            && self.derivation.has_floats(&self.info[source].ty)
    }
}
