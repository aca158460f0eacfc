//! Splits WGSL values, also matrices, arrays and structs, into the scalars and vectors of which they consist. Each can
//! be evaluated on its own as an intermediate value (tap).

use naga::{ArraySize, Scalar, Type, TypeInner, UniqueArena, VectorSize};

/// Largest length of an array whose elements are listed as taps (intermediate values).
const MAX_ELEMENTS: u32 = 16;

/// WGSL type of an intermediate value (tap): a scalar or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Numbers {
    pub(super) scalar: Scalar,
    /// Number of components if the type is a vector; `None` for a scalar.
    pub(super) size: Option<VectorSize>,
}

/// One scalar or vector in a WGSL value, which may be a matrix, an array or a struct.
pub(super) struct Part {
    /// Name of the whole value, followed by the indices and members that select the scalar or vector in it: `turn[1]`.
    pub(super) name: String,
    /// Index of the column, element or member at each level of nesting, from the whole value down to the scalar or
    /// vector.
    pub(super) path: Vec<u32>,
    pub(super) numbers: Numbers,
}

impl Numbers {
    /// Returns the number of components of the scalar or vector, 1 to 4.
    pub(super) fn count(self) -> u32 {
        self.size.map_or(1, |size| size as u32)
    }

    /// Returns the name of the scalar or vector type in WGSL: `f32`, `vec3f`.
    pub(super) fn type_name(self) -> String {
        let (name, suffix) = match self.scalar {
            Scalar::F16 => ("f16", "h"),
            Scalar::F64 => ("f64", "<f64>"),
            Scalar::I32 => ("i32", "i"),
            Scalar::U32 => ("u32", "u"),
            Scalar::I64 => ("i64", "<i64>"),
            Scalar::U64 => ("u64", "<u64>"),
            Scalar::BOOL => ("bool", "<bool>"),
            _ => ("f32", "f"),
        };
        match self.size {
            Some(size) => format!("vec{}{suffix}", size as u32),
            None => name.to_owned(),
        }
    }
}

/// Number of scalars and vectors of which a value of each type in a module consists, by the index of the type.
pub(super) struct PartCounts(Vec<u64>);

impl PartCounts {
    pub(super) fn new(types: &UniqueArena<Type>) -> Self {
        let mut counts = Self(Vec::new());
        // A type follows those of its elements and members.
        for (_, ty) in types.iter() {
            let count = counts.of(&ty.inner);
            counts.0.push(count);
        }
        counts
    }

    /// Returns the length of what [`parts`] returns for a type.
    pub(super) fn of(&self, ty: &TypeInner) -> u64 {
        match ty {
            TypeInner::Scalar(_) | TypeInner::Vector { .. } => 1,
            TypeInner::Matrix { columns, .. } => *columns as u64,
            TypeInner::Array {
                base,
                size: ArraySize::Constant(length),
                ..
            } if length.get() <= MAX_ELEMENTS => {
                self.0[base.index()].saturating_mul(length.get().into())
            }
            TypeInner::Struct { members, .. } => {
                let members = members.iter().map(|member| self.0[member.ty.index()]);
                members.fold(0, u64::saturating_add)
            }
            _ => 0,
        }
    }
}

/// Returns the scalars and vectors of which a value of type `ty` consists; none for pointers, atomics and long arrays.
pub(super) fn parts(types: &UniqueArena<Type>, ty: &TypeInner, name: &str) -> Vec<Part> {
    let mut found = Vec::new();
    add_parts(types, ty, name.to_owned(), Vec::new(), &mut found);
    found
}

fn add_parts(
    types: &UniqueArena<Type>,
    ty: &TypeInner,
    name: String,
    path: Vec<u32>,
    found: &mut Vec<Part>,
) {
    let deeper = |index: u32| {
        let mut path = path.clone();
        path.push(index);
        path
    };
    match *ty {
        TypeInner::Scalar(scalar) => found.push(Part {
            name,
            path,
            numbers: Numbers { scalar, size: None },
        }),
        TypeInner::Vector { size, scalar } => found.push(Part {
            name,
            path,
            numbers: Numbers {
                scalar,
                size: Some(size),
            },
        }),
        TypeInner::Matrix {
            columns,
            rows,
            scalar,
        } => {
            let size = Some(rows);
            found.extend((0..columns as u32).map(|index| Part {
                name: format!("{name}[{index}]"),
                path: deeper(index),
                numbers: Numbers { scalar, size },
            }));
        }
        TypeInner::Array {
            base,
            size: ArraySize::Constant(count),
            ..
        } if count.get() <= MAX_ELEMENTS => {
            for index in 0..count.get() {
                let name = format!("{name}[{index}]");
                add_parts(types, &types[base].inner, name, deeper(index), found);
            }
        }
        TypeInner::Struct { ref members, .. } => {
            for (index, member) in (0..).zip(members) {
                let name = format!("{name}.{}", member.name.as_deref().unwrap_or_default());
                add_parts(types, &types[member.ty].inner, name, deeper(index), found);
            }
        }
        _ => {}
    }
}
