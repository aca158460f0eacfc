//! Shorthands for the arithmetic that a derivative adds.

use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, Scalar, ScalarKind, TypeInner,
    UnaryOperator, VectorSize,
};

use super::function::FunctionDerivative;

type Value = Handle<Expression>;

impl FunctionDerivative<'_, '_> {
    pub(super) fn add(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Add, left, right)
    }

    pub(super) fn subtract(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Subtract, left, right)
    }

    pub(super) fn multiply(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Multiply, left, right)
    }

    pub(super) fn divide(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Divide, left, right)
    }

    pub(super) fn binary(&mut self, op: BinaryOperator, left: Value, right: Value) -> Value {
        self.emit(Expression::Binary { op, left, right })
    }

    pub(super) fn negate(&mut self, expr: Value) -> Value {
        self.emit(Expression::Unary { op: UnaryOperator::Negate, expr })
    }

    pub(super) fn select(&mut self, condition: Value, accept: Value, reject: Value) -> Value {
        self.emit(Expression::Select { condition, accept, reject })
    }

    pub(super) fn member(&mut self, base: Value, index: u32) -> Value {
        self.emit(Expression::AccessIndex { base, index })
    }

    pub(super) fn call_1(&mut self, fun: MathFunction, arg: Value) -> Value {
        self.emit(Expression::Math { fun, arg, arg1: None, arg2: None, arg3: None })
    }

    pub(super) fn call_2(&mut self, fun: MathFunction, arg: Value, second: Value) -> Value {
        self.emit(Expression::Math { fun, arg, arg1: Some(second), arg2: None, arg3: None })
    }

    /// Product of scalars, or the scalar product of vectors; `like` is an expression of the original with their type.
    pub(super) fn dot(&mut self, left: Value, right: Value, like: Value) -> Value {
        match self.vector_size(like) {
            Some(_) => self.call_2(MathFunction::Dot, left, right),
            None => self.multiply(left, right),
        }
    }

    /// A scalar, or a vector of equal components if `like`, an expression of the original, is a vector.
    pub(super) fn splat(&mut self, value: Value, like: Value) -> Value {
        match self.vector_size(like) {
            Some(size) => self.emit(Expression::Splat { size, value }),
            None => value,
        }
    }

    pub(super) fn number(&mut self, number: f32, like: Value) -> Value {
        let scalar = self.scalar_number(number, like);
        self.splat(scalar, like)
    }

    /// Number of the type of the components of `like`, an expression of the original.
    pub(super) fn scalar_number(&mut self, number: f32, like: Value) -> Value {
        let inner = self.info[like].ty.inner_with(&self.derivation.source.types);
        let scalar = inner.scalar().unwrap_or(Scalar::F32);
        if scalar == Scalar::F64 {
            return self.emit(Expression::Literal(Literal::F64(number.into())));
        }
        let single = self.emit(Expression::Literal(Literal::F32(number)));
        if scalar == Scalar::F32 {
            return single;
        }
        let convert = Some(scalar.width);
        self.emit(Expression::As { expr: single, kind: ScalarKind::Float, convert })
    }

    pub(super) fn vector_size(&self, source: Value) -> Option<VectorSize> {
        match self.info[source].ty.inner_with(&self.derivation.source.types) {
            TypeInner::Vector { size, .. } => Some(*size),
            _ => None,
        }
    }
}
