//! Converts values between the `f32` of memory that the host sees and the `f64` of a shader in double precision.

use naga::proc::TypeResolution;
use naga::{ArraySize, Block, Expression, Handle, Scalar, ScalarKind, Span, Type, TypeInner};

use super::expression::{FunctionTwin, Translated};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    Narrow,
    Wide,
}

impl FunctionTwin<'_> {
    /// `value` is an expression of the twin and has the type that `source` has in the original.
    pub(super) fn convert(
        &mut self,
        block: &mut Block,
        value: Handle<Expression>,
        source: Handle<Expression>,
        width: Width,
    ) -> Translated<Handle<Expression>> {
        let ty = self.info[source].ty.clone();
        let converted = self.converted(block, value, &ty, width);
        converted.ok_or_else(|| {
            let span = self.source.expressions.get_span(source);
            self.unsupported("an array of this size", span)
        })
    }

    /// True if a pointer in the original refers to memory that stays `f32` in the twin.
    pub(super) fn is_narrow(&self, pointer: Handle<Expression>) -> bool {
        match self.source.expressions[pointer] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                self.is_narrow(base)
            }
            Expression::GlobalVariable(variable) => self.twin.is_narrow(variable),
            _ => false,
        }
    }

    /// `value` is an expression of the twin; `ty` is its original type. `None` for an array without constant length.
    fn converted(
        &mut self,
        block: &mut Block,
        value: Handle<Expression>,
        ty: &TypeResolution,
        width: Width,
    ) -> Option<Handle<Expression>> {
        match ty {
            TypeResolution::Handle(ty) => self.converted_to(block, value, *ty, width),
            TypeResolution::Value(inner) => {
                Some(self.converted_numbers(block, value, inner, width))
            }
        }
    }

    fn converted_to(
        &mut self,
        block: &mut Block,
        value: Handle<Expression>,
        ty: Handle<Type>,
        width: Width,
    ) -> Option<Handle<Expression>> {
        let wide = self.twin.types.of(ty);
        if wide == ty {
            return Some(value);
        }
        let target = match width {
            Width::Narrow => ty,
            Width::Wide => wide,
        };
        let parts: Vec<Handle<Type>> = match &self.twin.source.types[ty].inner {
            TypeInner::Struct { members, .. } => members.iter().map(|member| member.ty).collect(),
            TypeInner::Array { base, size: ArraySize::Constant(count), .. } => {
                vec![*base; count.get() as usize]
            }
            TypeInner::Array { .. } => return None,
            inner => return Some(self.converted_numbers(block, value, inner, width)),
        };
        let parts = (0..).zip(parts).map(|(index, part)| {
            let access = Expression::AccessIndex { base: value, index };
            let member = self.emit(block, access, Span::UNDEFINED);
            self.converted_to(block, member, part, width)
        });
        let components = parts.collect::<Option<Vec<_>>>()?;
        let compose = Expression::Compose { ty: target, components };
        Some(self.emit(block, compose, Span::UNDEFINED))
    }

    fn converted_numbers(
        &mut self,
        block: &mut Block,
        value: Handle<Expression>,
        ty: &TypeInner,
        width: Width,
    ) -> Handle<Expression> {
        if ty.scalar() != Some(Scalar::F32) {
            return value;
        }
        let bytes = match width {
            Width::Narrow => 4,
            Width::Wide => 8,
        };
        let conversion =
            Expression::As { expr: value, kind: ScalarKind::Float, convert: Some(bytes) };
        self.emit(block, conversion, Span::UNDEFINED)
    }
}
