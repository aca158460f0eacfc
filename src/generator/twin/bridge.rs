//! Generates a function with the signature of a single-precision function that calls its twin.

use naga::{
    Block, Expression, Function, FunctionArgument, Handle, Module, Scalar, ScalarKind, Span,
    Statement, Type,
};

use super::Twin;
use super::expression::emitted;

impl Twin<'_> {
    /// `narrow` has parameters and a result of scalars or vectors.
    pub(super) fn bridge(&self, narrow: Handle<Function>) -> Function {
        let source = &self.source.functions[narrow];
        let mut bridge = Function {
            arguments: source.arguments.clone(),
            result: source.result.clone(),
            ..Function::default()
        };
        let mut body = Block::new();
        let arguments = (0..).zip(&source.arguments).map(|(index, argument)| {
            let expression = Expression::FunctionArgument(index);
            let handle = bridge.expressions.append(expression, Span::UNDEFINED);
            (handle, argument)
        });
        let arguments: Vec<(Handle<Expression>, &FunctionArgument)> = arguments.collect();
        let wide = arguments.into_iter().map(|(handle, argument)| {
            let width = is_single(self.source, argument.ty).then_some(8);
            converted(&mut bridge, &mut body, handle, width)
        });
        let wide = wide.collect();
        let function = self.functions[narrow.index()];
        let result = Expression::CallResult(function);
        let result = bridge.expressions.append(result, Span::UNDEFINED);
        let call = Statement::Call { function, arguments: wide, result: Some(result) };
        body.push(call, Span::UNDEFINED);
        let of_source = source.result.as_ref();
        let is_single = of_source.is_some_and(|result| is_single(self.source, result.ty));
        let value = converted(&mut bridge, &mut body, result, is_single.then_some(4));
        body.push(Statement::Return { value: Some(value) }, Span::UNDEFINED);
        bridge.body = body;
        bridge
    }
}

fn is_single(module: &Module, ty: Handle<Type>) -> bool {
    module.types[ty].inner.scalar() == Some(Scalar::F32)
}

/// Casts to `width` bytes; `None` returns the float as it is.
fn converted(
    function: &mut Function,
    body: &mut Block,
    expr: Handle<Expression>,
    width: Option<u8>,
) -> Handle<Expression> {
    let Some(width) = width else {
        return expr;
    };
    let conversion = Expression::As { expr, kind: ScalarKind::Float, convert: Some(width) };
    let handle = function.expressions.append(conversion, Span::UNDEFINED);
    body.push(emitted(handle), Span::UNDEFINED);
    handle
}
