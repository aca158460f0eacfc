//! Conversion of naga's types to the types of controls.

use naga::{ArraySize, Handle, Module, ScalarKind, Type, TypeInner, VectorSize};

use crate::generator::control::ControlType;

/// `None` if no control can have that type.
pub(super) fn control_type(module: &Module, ty: Handle<Type>) -> Option<ControlType> {
    let float = |scalar: naga::Scalar| scalar.kind == ScalarKind::Float && scalar.width == 4;
    match &module.types[ty].inner {
        TypeInner::Scalar(scalar) if scalar.width == 4 => match scalar.kind {
            ScalarKind::Float => Some(ControlType::F32),
            ScalarKind::Sint => Some(ControlType::I32),
            ScalarKind::Uint => Some(ControlType::U32),
            _ => None,
        },
        TypeInner::Vector { size, scalar } if float(*scalar) => Some(match size {
            VectorSize::Bi => ControlType::Vec2,
            VectorSize::Tri => ControlType::Vec3,
            VectorSize::Quad => ControlType::Vec4,
        }),
        TypeInner::Array { base, size: ArraySize::Constant(length), .. } => {
            (control_type(module, *base) == Some(ControlType::Vec4))
                .then_some(ControlType::Array(length.get()))
        }
        _ => None,
    }
}
