//! Duals of expressions: the value as in the original, and the tangents of what has components.

use naga::{BinaryOperator, Expression, Handle, Range, ScalarKind, Span, Statement, TypeInner};

use super::super::flipped_sign::FlippedSign;
use super::Derived;
use super::function::{Dual, FunctionDerivative, Tangents};

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

    /// The expression with the values of its operands.
    pub(super) fn translated(&mut self, source: &Expression, span: Span) -> Derived<Expression> {
        use Expression as E;
        let mut translated = source.clone();
        match &mut translated {
            E::Literal(_)
            | E::Constant(_)
            | E::Override(_)
            | E::ZeroValue(_)
            | E::GlobalVariable(_)
            | E::LocalVariable(_) => {}
            E::Compose { components, .. } => self.translate(components)?,
            E::Access { base, index } => self.translate([base, index])?,
            E::AccessIndex { base, .. } => self.translate([base])?,
            E::Splat { value, .. } => self.translate([value])?,
            E::Swizzle { vector, .. } => self.translate([vector])?,
            E::Load { pointer } => self.translate([pointer])?,
            E::Unary { expr, .. } | E::As { expr, .. } => self.translate([expr])?,
            E::Binary { left, right, .. } => self.translate([left, right])?,
            E::Select { condition, accept, reject } => {
                self.translate([condition, accept, reject])?;
            }
            E::Relational { argument, .. } => self.translate([argument])?,
            E::Math { arg, arg1, arg2, arg3, .. } => {
                self.translate(
                    [Some(arg), arg1.as_mut(), arg2.as_mut(), arg3.as_mut()].into_iter().flatten(),
                )?;
            }
            E::ImageLoad { image, coordinate, array_index, sample, level } => {
                let optional = [array_index.as_mut(), sample.as_mut(), level.as_mut()];
                self.translate(
                    [image, coordinate].into_iter().chain(optional.into_iter().flatten()),
                )?;
            }
            E::ImageQuery { image, query } => {
                self.translate([image])?;
                if let naga::ImageQuery::Size { level: Some(level) } = query {
                    self.translate([level])?;
                }
            }
            E::ImageSample { .. } => {
                return Err(self.derivation.unsupported("a sample of a texture", span));
            }
            E::Derivative { .. } => {
                return Err(self.derivation.unsupported("a derivative in screen space", span));
            }
            _ => return Err(self.derivation.unsupported("this expression", span)),
        }
        Ok(translated)
    }

    fn translate<'e>(
        &mut self,
        operands: impl IntoIterator<Item = &'e mut Handle<Expression>>,
    ) -> Derived<()> {
        for operand in operands {
            *operand = self.value(*operand)?;
        }
        Ok(())
    }

    /// Of an expression with floats.
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
                self.binary_tangents(op, &left, &right, value)
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
