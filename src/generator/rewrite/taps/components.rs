//! Splits values, also matrices, arrays and structs, into scalars and vectors, each of which can be a tap.

use naga::{ArraySize, Scalar, Type, TypeInner, UniqueArena, VectorSize};

/// Longer arrays are not listed as taps.
const MAX_ELEMENTS: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(super) scalar: Scalar,
    /// `None` for a scalar.
    pub(super) size: Option<VectorSize>,
}

/// One scalar or vector in a value, which may be a matrix, an array or a struct.
pub(super) struct Leaf {
    /// Name of the whole value, followed by indices and members: `turn[1]`.
    pub(super) name: String,
    /// Column, element or member at each level, from the whole value down.
    pub(super) path: Vec<u32>,
    pub(super) numbers: Numbers,
}

impl Numbers {
    pub(super) fn count(self) -> u32 {
        self.size.map_or(1, |size| size as u32)
    }

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

/// How many scalars and vectors a value of each type consists of, by the index of the type.
pub(super) struct LeafCounts(Vec<u64>);

impl LeafCounts {
    pub(super) fn new(types: &UniqueArena<Type>) -> Self {
        let mut counts = Self(Vec::new());
        // A type follows those of its elements and members.
        for (_, ty) in types.iter() {
            let count = counts.of(&ty.inner);
            counts.0.push(count);
        }
        counts
    }

    pub(super) fn of(&self, ty: &TypeInner) -> u64 {
        match ty {
            TypeInner::Scalar(_) | TypeInner::Vector { .. } => 1,
            TypeInner::Matrix { columns, .. } => *columns as u64,
            TypeInner::Array { base, size: ArraySize::Constant(length), .. }
                if length.get() <= MAX_ELEMENTS =>
            {
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

/// None for pointers, atomics and long arrays.
pub(super) fn leaves(types: &UniqueArena<Type>, ty: &TypeInner, name: &str) -> Vec<Leaf> {
    let mut found = Vec::new();
    add_parts(types, ty, name.to_owned(), Vec::new(), &mut found);
    found
}

fn add_parts(
    types: &UniqueArena<Type>,
    ty: &TypeInner,
    name: String,
    path: Vec<u32>,
    found: &mut Vec<Leaf>,
) {
    let deeper = |index: u32| {
        let mut path = path.clone();
        path.push(index);
        path
    };
    match *ty {
        TypeInner::Scalar(scalar) => {
            found.push(Leaf { name, path, numbers: Numbers { scalar, size: None } });
        }
        TypeInner::Vector { size, scalar } => {
            found.push(Leaf { name, path, numbers: Numbers { scalar, size: Some(size) } });
        }
        TypeInner::Matrix { columns, rows, scalar } => {
            let size = Some(rows);
            found.extend((0..columns as u32).map(|index| Leaf {
                name: format!("{name}[{index}]"),
                path: deeper(index),
                numbers: Numbers { scalar, size },
            }));
        }
        TypeInner::Array { base, size: ArraySize::Constant(count), .. }
            if count.get() <= MAX_ELEMENTS =>
        {
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
