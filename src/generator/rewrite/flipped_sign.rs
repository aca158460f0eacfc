//! Floats whose sign a shader flips in their bits: unlike other changes of bits, this has a derivative and a twin.

use naga::valid::FunctionInfo;
use naga::{Arena, BinaryOperator, Expression, Handle, Literal, ScalarKind, Type, UniqueArena};

const SIGN: Expression = Expression::Literal(Literal::U32(0x8000_0000));

/// `bitcast<f32>(bitcast<u32>(operand) ^ bits)`, also of vectors; operands of `^` and `&` in any order.
#[derive(Clone, Copy)]
pub(crate) struct FlippedSign {
    pub(crate) operand: Handle<Expression>,
    /// An expression `… & 0x80000000u`.
    pub(crate) bits: Handle<Expression>,
}

impl FlippedSign {
    pub(crate) fn of(
        expressions: &Arena<Expression>,
        info: &FunctionInfo,
        types: &UniqueArena<Type>,
        expression: Handle<Expression>,
    ) -> Option<Self> {
        let (changed, ScalarKind::Float) = bitcast(&expressions[expression])? else {
            return None;
        };
        let parts = binary(&expressions[changed], BinaryOperator::ExclusiveOr)?;
        let orders = [parts, (parts.1, parts.0)].into_iter();
        let mut found = orders.filter_map(|(before, bits)| {
            let (operand, ScalarKind::Uint) = bitcast(&expressions[before])? else {
                return None;
            };
            let kind = info[operand].ty.inner_with(types).scalar_kind();
            let (left, right) = binary(&expressions[bits], BinaryOperator::And)?;
            let is_mask = is_sign(expressions, left) || is_sign(expressions, right);
            (kind == Some(ScalarKind::Float) && is_mask).then_some(Self { operand, bits })
        });
        found.next()
    }
}

fn bitcast(expression: &Expression) -> Option<(Handle<Expression>, ScalarKind)> {
    match *expression {
        Expression::As { expr, kind, convert: None } => Some((expr, kind)),
        _ => None,
    }
}

fn binary(
    expression: &Expression,
    operator: BinaryOperator,
) -> Option<(Handle<Expression>, Handle<Expression>)> {
    match *expression {
        Expression::Binary { op, left, right } if op == operator => Some((left, right)),
        _ => None,
    }
}

fn is_sign(expressions: &Arena<Expression>, mask: Handle<Expression>) -> bool {
    match &expressions[mask] {
        Expression::Splat { value, .. } => expressions[*value] == SIGN,
        Expression::Compose { components, .. } => {
            components.iter().all(|component| expressions[*component] == SIGN)
        }
        literal => *literal == SIGN,
    }
}
