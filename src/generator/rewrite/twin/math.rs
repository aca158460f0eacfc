//! Math functions that SPIR-V or a driver lacks for `f64`, and their replacements in `shaders/host/f64.wgsl`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use naga::{Function, Handle, MathFunction, Module, Scalar, Span, Type, TypeInner, VectorSize};

use super::super::merge::append_functions;
use super::super::wrap::host_module;

/// Not linked: the linker does not know the literals of `f64`.
const SOURCE: &str = include_str!("../../../../shaders/host/f64.wgsl");

/// Replacements by name, and the types of `f64` vectors.
pub(super) struct MathFunctions {
    functions: BTreeMap<String, Handle<Function>>,
    /// Two, three and four components.
    vectors: [Handle<Type>; 3],
}

pub(super) enum Replacement {
    /// Keeps the function, which naga writes in `f64`.
    None,
    /// Calls this function of scalars.
    Function(Handle<Function>),
    /// Calls this function of scalars for the whole part of `modf`.
    WholePart(Handle<Function>),
    /// Converts the argument to `f32`, because the function reads its bits.
    NarrowArgument,
    /// Converts the `f32` result to `f64`.
    NarrowResult,
    Unsupported,
}

impl MathFunctions {
    pub(super) fn append(module: &mut Module) -> Self {
        static HOST: LazyLock<Module> = LazyLock::new(|| host_module(SOURCE));
        let vectors = [VectorSize::Bi, VectorSize::Tri, VectorSize::Quad].map(|size| {
            let scalar = Scalar::F64;
            let inner = TypeInner::Vector { size, scalar };
            module.types.insert(Type { name: None, inner }, Span::UNDEFINED)
        });
        Self { functions: append_functions(module, &HOST), vectors }
    }

    /// Replacement of the operator `%`.
    pub(super) fn modulo(&self) -> Handle<Function> {
        self.functions["modulo_f64"]
    }

    pub(super) fn vector(&self, size: VectorSize) -> Handle<Type> {
        self.vectors[size as usize - 2]
    }

    pub(super) fn replacement(&self, function: MathFunction) -> Replacement {
        use MathFunction as Math;
        let name = match function {
            Math::Radians => "radians_f64",
            Math::Degrees => "degrees_f64",
            Math::Round => "round_f64",
            Math::Trunc => "trunc_f64",
            Math::Sin => "sin_f64",
            Math::Cos => "cos_f64",
            Math::Tan => "tan_f64",
            Math::Asin => "asin_f64",
            Math::Acos => "acos_f64",
            Math::Atan => "atan_f64",
            Math::Sinh => "sinh_f64",
            Math::Cosh => "cosh_f64",
            Math::Tanh => "tanh_f64",
            Math::Asinh => "asinh_f64",
            Math::Acosh => "acosh_f64",
            Math::Atanh => "atanh_f64",
            Math::Atan2 => "atan2_f64",
            Math::Pow => "pow_f64",
            Math::Exp => "exp_f64",
            Math::Log => "log_f64",
            Math::Exp2 => "exp2_f64",
            Math::Log2 => "log2_f64",
            Math::Modf => return Replacement::WholePart(self.functions["trunc_f64"]),
            Math::Pack4x8snorm
            | Math::Pack4x8unorm
            | Math::Pack2x16snorm
            | Math::Pack2x16unorm
            | Math::Pack2x16float => return Replacement::NarrowArgument,
            Math::Unpack4x8snorm
            | Math::Unpack4x8unorm
            | Math::Unpack2x16snorm
            | Math::Unpack2x16unorm
            | Math::Unpack2x16float => return Replacement::NarrowResult,
            // naga gives `frexp` of an `f64` a 64-bit exponent; SPIR-V's `Refract` takes a 32-bit index of refraction.
            Math::Frexp | Math::Refract | Math::QuantizeToF16 => return Replacement::Unsupported,
            _ => return Replacement::None,
        };
        match self.functions.get(name) {
            Some(function) => Replacement::Function(*function),
            None => Replacement::Unsupported,
        }
    }
}
