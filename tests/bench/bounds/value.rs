//! Values of the interpreter: numbers, vectors and structs of them, and pointers to variables.

use naga::TypeInner;

use super::graph::Scalar;

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Scalar(Scalar),
    /// Components of a vector, columns of a matrix, elements of an array, members of a struct.
    Composite(Vec<Self>),
    /// Number of a variable, and the path to a part of it.
    Pointer(usize, Vec<usize>),
    /// A texture.
    Opaque,
}

pub(crate) type Outcome<T> = Result<T, String>;

impl Value {
    pub(crate) fn scalar(&self) -> Outcome<Scalar> {
        match self {
            Self::Scalar(scalar) => Ok(*scalar),
            _ => Err("a scalar was expected".to_owned()),
        }
    }

    /// A scalar is one component.
    pub(crate) fn components(&self) -> Outcome<Vec<Scalar>> {
        match self {
            Self::Scalar(scalar) => Ok(vec![*scalar]),
            Self::Composite(parts) => parts.iter().map(Self::scalar).collect(),
            _ => Err("a vector was expected".to_owned()),
        }
    }

    /// All numbers in it.
    pub(crate) fn numbers(&self) -> Vec<Scalar> {
        match self {
            Self::Scalar(scalar) => vec![*scalar],
            Self::Composite(parts) => parts.iter().flat_map(Self::numbers).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn vector(components: impl IntoIterator<Item = Scalar>) -> Self {
        Self::Composite(components.into_iter().map(Self::Scalar).collect())
    }

    pub(crate) fn part(&self, index: usize) -> Outcome<&Self> {
        match self {
            Self::Composite(parts) => parts.get(index).ok_or_else(|| "no such part".to_owned()),
            _ => Err("a composite was expected".to_owned()),
        }
    }

    pub(crate) fn part_mut(&mut self, index: usize) -> Outcome<&mut Self> {
        match self {
            Self::Composite(parts) => parts.get_mut(index).ok_or_else(|| "no such part".to_owned()),
            _ => Err("a composite was expected".to_owned()),
        }
    }
}

/// The value of a type in a uniform buffer; zero beyond its end.
pub(crate) fn read(module: &naga::Module, ty: &TypeInner, bytes: &[u8]) -> Outcome<Value> {
    let from = |offset: u32| bytes.get(offset as usize..).unwrap_or_default();
    let parts = |count: u32, stride: u32, ty: &TypeInner| -> Outcome<Value> {
        let parts = (0..count).map(|index| read(module, ty, from(index * stride)));
        Ok(Value::Composite(parts.collect::<Outcome<_>>()?))
    };
    match *ty {
        TypeInner::Scalar(_) => {
            let word = bytes.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
            Ok(Value::Scalar(Scalar::uniform(word)))
        }
        TypeInner::Vector { size, scalar } => {
            parts(size as u32, u32::from(scalar.width), &TypeInner::Scalar(scalar))
        }
        TypeInner::Matrix { columns, rows, scalar } => {
            let stride = if rows as u32 == 2 { 8 } else { 16 };
            parts(columns as u32, stride, &TypeInner::Vector { size: rows, scalar })
        }
        TypeInner::Array { base, size: naga::ArraySize::Constant(count), stride } => {
            parts(count.get(), stride, &module.types[base].inner)
        }
        TypeInner::Struct { ref members, .. } => {
            let members = members.iter();
            let values = members
                .map(|member| read(module, &module.types[member.ty].inner, from(member.offset)));
            Ok(Value::Composite(values.collect::<Outcome<_>>()?))
        }
        _ => Ok(Value::Opaque),
    }
}
