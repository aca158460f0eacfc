//! The twin of a module in double precision: each `f32` becomes an `f64`, and the rest stays as it is.
//!
//! Scalars, vectors, matrices, members of structs, private and local variables, arguments and results are widened.
//! Literals and constants are the widened `f32` numbers, so that a difference to the original is an error of its
//! arithmetic. Integers stay, and the bits of a float are those of its `f32`: hashes agree. A sign that is flipped in the
//! bits of a float is that of the `f64`. Uniforms, storage buffers and textures stay `f32`, since the host writes them;
//! their numbers are widened when they are loaded.
//!
//! SPIR-V has no `sin`, `pow` and others of `f64`, although naga writes them. The twin calls `shaders/host/f64.wgsl`
//! instead, and a function that is neither allowed nor replaced is an error at its location.

mod bridge;
mod conversion;
mod expression;
mod function;
mod globals;
mod math;
mod types;

use naga::compact::{KeepUnused, compact};
use naga::valid::{ModuleInfo, ValidationError};
use naga::{AddressSpace, Function, GlobalVariable, Handle, Literal, Module, WithSpan};

use super::derivative::renumber;
use super::merge::last_function_named;
use crate::generator::interface::{HOST_GROUP, POSITIONS_BINDING, RESULTS_BINDING};
use crate::generator::validate::validate;
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;
use expression::FunctionTwin;
use globals::WideGlobals;
use math::MathFunctions;
use types::WideTypes;

pub(crate) fn twin(source: &Module, linked: &Linked) -> Result<Module, Box<Diagnostic>> {
    let info = validate(source).map_err(|error| rejected(&error))?;
    let mut module = source.clone();
    let twin = Twin::add(&mut module, source, &info, linked)?;
    for (index, entry) in source.entry_points.iter().enumerate() {
        let info = info.get_entry_point(index);
        module.entry_points[index].function = FunctionTwin::of(&twin, &entry.function, info)?;
    }
    finished(module)
}

/// Entry points call the twin of the last function with this name; all else is unchanged. The function must have
/// scalars or vectors as parameters and result. Fails as [`twin`].
pub(crate) fn with_twin_of(
    source: &Module,
    name: &str,
    linked: &Linked,
) -> Result<Module, Box<Diagnostic>> {
    let info = validate(source).map_err(|error| rejected(&error))?;
    let mut module = source.clone();
    let twin = Twin::add(&mut module, source, &info, linked)?;
    let narrow = last_function_named(source, name);
    let bridge = twin.bridge(narrow);
    let bridge = module.functions.append(bridge, naga::Span::UNDEFINED);
    for entry in &mut module.entry_points {
        renumber(&mut entry.function, |called| if called == narrow { bridge } else { called });
    }
    finished(module)
}

fn finished(mut module: Module) -> Result<Module, Box<Diagnostic>> {
    compact(&mut module, KeepUnused::No);
    validate(&module).map_err(|error| rejected(&error))?;
    Ok(module)
}

fn rejected(error: &WithSpan<ValidationError>) -> Box<Diagnostic> {
    untranslatable(&match std::error::Error::source(error.as_inner()) {
        Some(source) => format!("{}: {source}", error.as_inner()),
        None => error.as_inner().to_string(),
    })
}

fn untranslatable(reason: &str) -> Box<Diagnostic> {
    let message = format!("cannot be computed in double precision: {reason}");
    Box::new(Diagnostic::error(None, message))
}

struct Twin<'a> {
    source: &'a Module,
    types: WideTypes,
    globals: WideGlobals,
    math: MathFunctions,
    /// By the index of the original.
    functions: Vec<Handle<Function>>,
    linked: &'a Linked,
}

impl<'a> Twin<'a> {
    fn add(
        module: &mut Module,
        source: &'a Module,
        info: &ModuleInfo,
        linked: &'a Linked,
    ) -> Result<Self, Box<Diagnostic>> {
        let types = WideTypes::add(module);
        let globals = WideGlobals::add(module, source, &types);
        let globals = globals.map_err(|kind| untranslatable(&format!("a constant with {kind}")))?;
        let math = MathFunctions::append(module);
        let mut twin = Self { source, types, globals, math, functions: Vec::new(), linked };
        for (handle, function) in source.functions.iter() {
            let wide = FunctionTwin::of(&twin, function, &info[handle])?;
            let span = source.functions.get_span(handle);
            twin.functions.push(module.functions.append(wide, span));
        }
        Ok(twin)
    }

    fn is_narrow(&self, variable: Handle<GlobalVariable>) -> bool {
        is_narrow(&self.source.global_variables[variable])
    }
}

/// True if the host writes or reads the variable as `f32` also in a twin, where positions and results are `f64`.
fn is_narrow(variable: &GlobalVariable) -> bool {
    let is_wide = variable.binding.is_some_and(|binding| {
        binding.group == HOST_GROUP
            && [POSITIONS_BINDING, RESULTS_BINDING].contains(&binding.binding)
    });
    match variable.space {
        AddressSpace::Uniform | AddressSpace::Handle => true,
        AddressSpace::Storage { .. } => !is_wide,
        _ => false,
    }
}

fn wide_literal(literal: Literal) -> Literal {
    match literal {
        Literal::F32(number) => Literal::F64(number.into()),
        other => other,
    }
}
