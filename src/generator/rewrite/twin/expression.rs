//! Translates the expressions of a function: the operands, the literals and the types change.

use naga::valid::FunctionInfo;
use naga::{Block, Expression, Function, Handle, Range, ScalarKind, Span, Statement};

use super::{Twin, wide_literal};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::naga_blocks::operands_mut;

/// An error if something has no version in double precision.
pub(super) type Translated<T> = Result<T, Box<Diagnostic>>;

/// The original function, and its twin so far.
pub(super) struct FunctionTwin<'a> {
    pub(super) twin: &'a Twin<'a>,
    pub(super) source: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) function: Function,
    /// By the index of the original; `None` for those not translated yet.
    pub(super) handles: Vec<Option<Handle<Expression>>>,
}

const SINGLE: u8 = 4;

const DOUBLE: u8 = 8;

pub(super) fn emitted(handle: Handle<Expression>) -> Statement {
    Statement::Emit(Range::new_from_bounds(handle, handle))
}

impl FunctionTwin<'_> {
    /// Twin of an expression that the original function has evaluated before, or that is constant.
    pub(super) fn get(&mut self, source: Handle<Expression>) -> Translated<Handle<Expression>> {
        if let Some(handle) = self.handles[source.index()] {
            return Ok(handle);
        }
        let expression = self.structural(source)?;
        let span = self.source.expressions.get_span(source);
        let handle = self.function.expressions.append(expression, span);
        self.handles[source.index()] = Some(handle);
        Ok(handle)
    }

    pub(super) fn all(
        &mut self,
        sources: &[Handle<Expression>],
    ) -> Translated<Vec<Handle<Expression>>> {
        sources.iter().map(|source| self.get(*source)).collect()
    }

    pub(super) fn optional(
        &mut self,
        source: Option<Handle<Expression>>,
    ) -> Translated<Option<Handle<Expression>>> {
        source.map(|source| self.get(source)).transpose()
    }

    pub(super) fn result(
        &mut self,
        source: Handle<Expression>,
        result: Expression,
    ) -> Handle<Expression> {
        let span = self.source.expressions.get_span(source);
        let handle = self.function.expressions.append(result, span);
        self.handles[source.index()] = Some(handle);
        handle
    }

    /// Evaluates the expression at the end of the block.
    pub(super) fn emit(
        &mut self,
        block: &mut Block,
        expression: Expression,
        span: Span,
    ) -> Handle<Expression> {
        let handle = self.function.expressions.append(expression, span);
        block.push(emitted(handle), span);
        handle
    }

    pub(super) fn call(
        &mut self,
        block: &mut Block,
        function: Handle<Function>,
        arguments: Vec<Handle<Expression>>,
        span: Span,
    ) -> Handle<Expression> {
        let result = Expression::CallResult(function);
        let result = self.function.expressions.append(result, span);
        let call = Statement::Call { function, arguments, result: Some(result) };
        block.push(call, span);
        result
    }

    pub(super) fn unsupported(&self, what: &str, span: Span) -> Box<Diagnostic> {
        let linked = self.twin.linked;
        let location = span.to_range().and_then(|range| linked.location(range));
        let message = format!("{what} cannot be computed in double precision");
        Box::new(Diagnostic::error(location, message))
    }

    pub(super) fn structural(&mut self, source: Handle<Expression>) -> Translated<Expression> {
        use Expression as E;
        let mut copy = self.source.expressions[source].clone();
        match &mut copy {
            E::Literal(literal) => *literal = wide_literal(*literal),
            E::Constant(constant) => *constant = self.twin.globals.constant(*constant),
            E::Override(constant) => *constant = self.twin.globals.overrides[constant],
            E::GlobalVariable(variable) => *variable = self.twin.globals.variable(*variable),
            E::ZeroValue(ty) | E::Compose { ty, .. } => *ty = self.twin.types.of(*ty),
            E::As { kind: ScalarKind::Float, convert: Some(width @ SINGLE), .. } => *width = DOUBLE,
            _ => {}
        }
        let span = self.source.expressions.get_span(source);
        for operand in
            operands_mut(&mut copy).ok_or_else(|| self.unsupported("this expression", span))?
        {
            *operand = self.get(*operand)?;
        }
        Ok(copy)
    }
}
