//! Generates a function with the signature of a single-precision function that calls its twin.

use naga::{Block, Expression, Function, Handle, Scalar, ScalarKind, Statement, Type};

use super::Twin;
use crate::generator::block_builder::BlockBuilder;

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
        let mut builder = BlockBuilder::new(&mut bridge.expressions, &mut body);
        let arguments: Vec<_> =
            (0..source.arguments.len() as u32).map(|index| builder.argument(index)).collect();
        let wide = arguments.into_iter().zip(&source.arguments);
        let wide = wide.map(|(handle, argument)| self.cast(&mut builder, handle, argument.ty, 8));
        let wide = wide.collect();
        let result = builder.call(self.functions[narrow.index()], wide);
        let value = source
            .result
            .as_ref()
            .map_or(result, |of_source| self.cast(&mut builder, result, of_source.ty, 4));
        builder.statement(Statement::Return { value: Some(value) });
        bridge.body = body;
        bridge
    }

    /// Casts to floats of `width` bytes. A value that is not of the type `f32` in the source stays as it is.
    fn cast(
        &self,
        builder: &mut BlockBuilder<'_>,
        value: Handle<Expression>,
        ty: Handle<Type>,
        width: u8,
    ) -> Handle<Expression> {
        match self.source.types[ty].inner.scalar() {
            Some(Scalar::F32) => builder.converted(value, ScalarKind::Float, Some(width)),
            _ => value,
        }
    }
}
