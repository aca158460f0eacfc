//! The twin of a module in double precision: each `f32` becomes an `f64`, and the rest stays as it is.
//!
//! Scalars, vectors, matrices, members of structs, private and local variables, arguments and results are widened.
//! Literals and constants are the widened `f32` numbers, so that a difference to the original is an error of its
//! arithmetic. Integers stay, and the bits of a float are those of its `f32`: hashes agree. Uniforms and storage
//! buffers stay `f32`, since the host writes them; their numbers are widened when they are loaded.
//!
//! SPIR-V has no `sin`, `pow` and others of `f64`, although naga writes them. The twin calls `shaders/stages/f64.wgsl`
//! instead, and a function that is neither allowed nor replaced is an error at its location.

mod conversion;
mod expression;
mod function;
mod math;
mod types;

use naga::compact::{KeepUnused, compact};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, Arena, Expression, Function, GlobalVariable, Handle, Literal, Module};

use super::interface::{HOST_GROUP, POSITIONS_BINDING, RESULTS_BINDING};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;
use expression::FunctionTwin;
use math::MathFunctions;
use types::WideTypes;

/// Precision of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `f32`, as the author wrote it.
    Single,
    /// `f64`: the twin.
    Double,
}

/// Returns the twin of a module that evaluates a generator at points.
///
/// # Errors
/// The module contains something that has no version in double precision.
pub(super) fn twin(source: &Module, linked: &Linked) -> Result<Module, Box<Diagnostic>> {
    let rejected = |reason: String| {
        let message = format!("cannot be computed in double precision: {reason}");
        Box::new(Diagnostic::error(None, message))
    };
    let info = validate(source).map_err(&rejected)?;
    let mut module = source.clone();
    let types = WideTypes::add(&mut module);
    widen_constants(&mut module, &types);
    module.functions = Arena::new();
    let math = MathFunctions::append(&mut module);
    let mut twin = Twin {
        source,
        types,
        math,
        functions: Vec::new(),
        linked,
    };
    for (handle, function) in source.functions.iter() {
        let wide = FunctionTwin::of(&twin, function, &info[handle])?;
        let span = source.functions.get_span(handle);
        twin.functions.push(module.functions.append(wide, span));
    }
    for (index, entry) in source.entry_points.iter().enumerate() {
        let info = info.get_entry_point(index);
        module.entry_points[index].function = FunctionTwin::of(&twin, &entry.function, info)?;
    }
    compact(&mut module, KeepUnused::No);
    validate(&module).map_err(rejected)?;
    Ok(module)
}

/// Checks a module with all capabilities that a twin may use.
fn validate(module: &Module) -> Result<ModuleInfo, String> {
    let capabilities = Capabilities::default() | Capabilities::FLOAT64;
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    let checked = validator.validate(module);
    checked.map_err(|error| match std::error::Error::source(error.as_inner()) {
        Some(source) => format!("{}: {source}", error.as_inner()),
        None => error.as_inner().to_string(),
    })
}

/// A module and what its functions are translated with.
struct Twin<'a> {
    source: &'a Module,
    types: WideTypes,
    math: MathFunctions,
    /// The twins of the functions, by the index of the original.
    functions: Vec<Handle<Function>>,
    linked: &'a Linked,
}

impl Twin<'_> {
    /// Returns true if a variable has `f32` numbers in the twin too.
    fn is_narrow(&self, variable: Handle<GlobalVariable>) -> bool {
        is_narrow(&self.source.global_variables[variable])
    }
}

/// Returns true if the host writes or reads a variable as `f32`. Positions and results are `f64` in the twin.
fn is_narrow(variable: &GlobalVariable) -> bool {
    let is_host_visible = matches!(
        variable.space,
        AddressSpace::Uniform | AddressSpace::Storage { .. }
    );
    let is_wide = variable.binding.is_some_and(|binding| {
        binding.group == HOST_GROUP
            && [POSITIONS_BINDING, RESULTS_BINDING].contains(&binding.binding)
    });
    is_host_visible && !is_wide
}

/// Widens constants, overrides and the types and initial values of variables.
fn widen_constants(module: &mut Module, types: &WideTypes) {
    for (_, expression) in module.global_expressions.iter_mut() {
        match expression {
            Expression::Literal(literal) => *literal = wide_literal(*literal),
            Expression::ZeroValue(ty) | Expression::Compose { ty, .. } => *ty = types.of(*ty),
            _ => {}
        }
    }
    for (_, constant) in module.constants.iter_mut() {
        constant.ty = types.of(constant.ty);
    }
    for (_, constant) in module.overrides.iter_mut() {
        constant.ty = types.of(constant.ty);
    }
    for (_, variable) in module.global_variables.iter_mut() {
        if !is_narrow(variable) {
            variable.ty = types.of(variable.ty);
        }
    }
}

fn wide_literal(literal: Literal) -> Literal {
    match literal {
        Literal::F32(number) => Literal::F64(number.into()),
        other => other,
    }
}
