//! Tangents of the variables themselves, with which derivatives start.

use naga::proc::Layouter;
use naga::{
    ArraySize, Expression, Function, FunctionResult, GlobalVariable, Handle, Literal, Module,
    Scalar, Span, Statement, Type, TypeInner,
};

use super::{Derivation, Derived, Place, failure};
use crate::generator::block_builder::BlockBuilder;

impl Derivation<'_> {
    /// Appends a function with the arguments of `function` that calls its derivative, with 1 as the tangent of each
    /// variable. `active` is true for the arguments that have tangents.
    pub(super) fn seeded(
        &mut self,
        function: Handle<Function>,
        derivative: Handle<Function>,
        active: &[bool],
    ) -> Handle<Function> {
        let arguments = self.source.functions[function].arguments.clone();
        let mut seeded = Function { arguments, ..Function::default() };
        let result = self.module.functions[derivative].result.clone();
        let mut body = naga::Block::new();
        let mut builder = BlockBuilder::new(&mut seeded.expressions, &mut body);
        let mut passed = Vec::new();
        for (index, argument) in (0..).zip(&seeded.arguments) {
            passed.push(builder.argument(index));
            if !active[index as usize] {
                continue;
            }
            let inner = &self.source.types[argument.ty].inner;
            for variable in self.variables {
                let component = variable.iter().find_map(|place| match place {
                    Place::Argument { index: own, component } if *own == index => Some(*component),
                    _ => None,
                });
                passed.push(unit(&mut builder, argument.ty, inner, component));
            }
        }
        let call = builder.call(derivative, passed);
        builder.statement(Statement::Return { value: Some(call) });
        seeded.body = body;
        seeded.result = result.map(|result| FunctionResult { ty: result.ty, binding: None });
        self.module.functions.append(seeded, Span::UNDEFINED)
    }
}

fn unit(
    builder: &mut BlockBuilder<'_>,
    ty: Handle<Type>,
    inner: &TypeInner,
    component: Option<u32>,
) -> Handle<Expression> {
    let Some(component) = component else {
        return builder.constant(Expression::ZeroValue(ty));
    };
    match inner {
        TypeInner::Vector { size, scalar } => {
            let components = (0..*size as u32).map(|index| {
                let number = if index == component { 1.0 } else { 0.0 };
                builder.constant(Expression::Literal(literal(number, *scalar)))
            });
            let components = components.collect();
            builder.evaluated(Expression::Compose { ty, components })
        }
        inner => {
            let scalar = inner.scalar().unwrap_or(Scalar::F32);
            builder.constant(Expression::Literal(literal(1.0, scalar)))
        }
    }
}

fn literal(number: f32, scalar: Scalar) -> Literal {
    match scalar {
        Scalar::F64 => Literal::F64(number.into()),
        _ => Literal::F32(number),
    }
}

/// In bytes; `None` if the variable is not there.
pub(super) fn offset_in(global: Handle<GlobalVariable>, variable: &[Place]) -> Option<u32> {
    variable.iter().find_map(|place| match place {
        Place::Uniform { variable, offset } if *variable == global => Some(*offset),
        _ => None,
    })
}

/// Constant of a type, with 1 in the float at an offset in bytes and 0 in all others. Fails if no float is there.
pub(super) fn at_offset(
    module: &mut Module,
    ty: Handle<Type>,
    offset: u32,
) -> Derived<Handle<Expression>> {
    let inner = module.types[ty].inner.clone();
    let (index, count, part, rest) = match inner {
        TypeInner::Scalar(Scalar::F32) if offset == 0 => {
            let one = Expression::Literal(Literal::F32(1.0));
            return Ok(module.global_expressions.append(one, Span::UNDEFINED));
        }
        TypeInner::Vector { size, scalar } => {
            let part = insert(module, TypeInner::Scalar(scalar));
            let width = u32::from(scalar.width);
            (offset / width, size as u32, part, offset % width)
        }
        TypeInner::Matrix { columns, rows, scalar } => {
            let column = insert(module, TypeInner::Vector { size: rows, scalar });
            let stride = stride(module, column);
            (offset / stride, columns as u32, column, offset % stride)
        }
        TypeInner::Array { base, size: ArraySize::Constant(count), stride } => {
            (offset / stride, count.get(), base, offset % stride)
        }
        TypeInner::Struct { members, .. } => {
            let last = members.iter().rposition(|member| member.offset <= offset);
            let at = last.unwrap_or_default();
            let mut components = Vec::new();
            for (index, member) in members.iter().enumerate() {
                components.push(if index == at {
                    at_offset(module, member.ty, offset - member.offset)?
                } else {
                    zero(module, member.ty)
                });
            }
            let compose = Expression::Compose { ty, components };
            return Ok(module.global_expressions.append(compose, Span::UNDEFINED));
        }
        _ => return Err(failure("only controls that are floats have derivatives")),
    };
    let mut components = Vec::new();
    for other in 0..count {
        components.push(if other == index {
            at_offset(module, part, rest)?
        } else {
            zero(module, part)
        });
    }
    let compose = Expression::Compose { ty, components };
    Ok(module.global_expressions.append(compose, Span::UNDEFINED))
}

fn insert(module: &mut Module, inner: TypeInner) -> Handle<Type> {
    module.types.insert(Type { name: None, inner }, Span::UNDEFINED)
}

fn stride(module: &Module, ty: Handle<Type>) -> u32 {
    let mut layouter = Layouter::default();
    // Layouts are errors only for types that the validator has rejected before.
    let _ = layouter.update(module.to_ctx());
    layouter[ty].to_stride()
}

fn zero(module: &mut Module, ty: Handle<Type>) -> Handle<Expression> {
    module.global_expressions.append(Expression::ZeroValue(ty), Span::UNDEFINED)
}
