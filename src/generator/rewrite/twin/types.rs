//! Translates types: `f32` becomes `f64` in scalars, vectors, matrices, arrays and structs.

use naga::proc::Layouter;
use naga::{Handle, Module, PredeclaredType, Scalar, Span, StructMember, Type, TypeInner};

/// By index.
pub(super) struct WideTypes(Vec<Handle<Type>>);

impl WideTypes {
    /// The original types keep their handles, since memory that the host sees needs them.
    pub(super) fn add(module: &mut Module) -> Self {
        let count = module.types.len();
        let mut wide = Self(Vec::with_capacity(count));
        let mut layouter = Layouter::default();
        let narrow: Vec<(Handle<Type>, Type)> =
            module.types.iter().map(|(handle, ty)| (handle, ty.clone())).collect();
        for (handle, ty) in narrow {
            let handle = match wide.predeclared(module, handle) {
                Some(handle) => handle,
                None => wide.insert(module, &mut layouter, handle, ty),
            };
            wide.0.push(handle);
        }
        wide
    }

    pub(super) fn of(&self, ty: Handle<Type>) -> Handle<Type> {
        self.0[ty.index()]
    }

    /// naga's predeclared result type of `modf`; `None` for other types.
    fn predeclared(&self, module: &mut Module, handle: Handle<Type>) -> Option<Handle<Type>> {
        let mut special = module.special_types.predeclared_types.iter();
        let (found, _) = special.find(|(_, ty)| **ty == handle)?;
        let PredeclaredType::ModfResult { size, scalar: Scalar::F32 } = *found else {
            return None;
        };
        let scalar = Scalar::F64;
        Some(module.generate_predeclared_type(PredeclaredType::ModfResult { size, scalar }))
    }

    fn insert(
        &self,
        module: &mut Module,
        layouter: &mut Layouter,
        handle: Handle<Type>,
        ty: Type,
    ) -> Handle<Type> {
        // Layouts are errors only for types that the validator has rejected before.
        let _ = layouter.update(module.to_ctx());
        let inner = match ty.inner {
            TypeInner::Scalar(scalar) => TypeInner::Scalar(wide_scalar(scalar)),
            TypeInner::Vector { size, scalar } => {
                TypeInner::Vector { size, scalar: wide_scalar(scalar) }
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                TypeInner::Matrix { columns, rows, scalar: wide_scalar(scalar) }
            }
            TypeInner::Pointer { base, space } => TypeInner::Pointer { base: self.of(base), space },
            TypeInner::ValuePointer { size, scalar, space } => {
                TypeInner::ValuePointer { size, scalar: wide_scalar(scalar), space }
            }
            TypeInner::Array { base, size, .. } if self.of(base) != base => TypeInner::Array {
                base: self.of(base),
                size,
                stride: layouter[self.of(base)].to_stride(),
            },
            TypeInner::Struct { members, .. }
                if members.iter().any(|member| self.of(member.ty) != member.ty) =>
            {
                self.wide_struct(layouter, members)
            }
            _ => return handle,
        };
        module.types.insert(Type { name: ty.name, inner }, Span::UNDEFINED)
    }

    fn wide_struct(&self, layouter: &Layouter, members: Vec<StructMember>) -> TypeInner {
        let mut end = 0;
        let mut alignment = naga::proc::Alignment::ONE;
        let members = members.into_iter().map(|member| {
            let ty = self.of(member.ty);
            let layout = layouter[ty];
            let offset = layout.alignment.round_up(end);
            end = offset + layout.size;
            alignment = alignment.max(layout.alignment);
            StructMember { ty, offset, ..member }
        });
        let members = members.collect();
        TypeInner::Struct { members, span: alignment.round_up(end) }
    }
}

fn wide_scalar(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::F32 => Scalar::F64,
        other => other,
    }
}
