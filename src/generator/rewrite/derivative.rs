//! Exact derivatives of naga's functions, by forward-mode automatic differentiation: a rewrite of a module, like that
//! to double precision, with which it can be combined.
//!
//! Each float carries one tangent per variable: its partial derivative with respect to that variable. The tangent of a
//! vector, array or struct has the same type, with 0 for its integers. A function that depends on a variable gets a
//! derivative, which takes the tangents of each argument after the argument and returns a struct of the value and its
//! tangents. Local and private variables, and those behind pointers, get a shadow variable for each tangent.
//!
//! Comparisons, integers, bits and numbers rounded to integers have no tangents, so selections and branches follow the
//! value; only a sign that is flipped in the bits of a float has some. At a kink, such as `abs(0)`, the derivative is the
//! one-sided one of the branch that the value takes. At a pole, such as `sqrt(0)`, it is not finite, except for where the
//! argument is level. Where a value has reached its limit at infinity, such as `exp(-1e3)`, it is 0.

mod arithmetic;
mod call;
mod dual_type;
mod expression;
mod function;
mod level;
mod math;
mod named;
mod operators;
mod order;
mod result;
mod seed;
mod statement;

use std::collections::{BTreeMap, BTreeSet};

use naga::proc::TypeResolution;
use naga::valid::{GlobalUse, ModuleInfo};
use naga::{
    AddressSpace, Function, GlobalVariable, Handle, Module, ScalarKind, Span, Type, TypeInner,
};

use crate::generator::validate::validate;
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;
use dual_type::DualTypes;
use function::FunctionDerivative;
pub(crate) use named::write_derivatives;
pub(crate) use order::{callees, order_functions, renumber, with_called_functions};
pub(crate) use result::differentiate_result;

pub(crate) type Derived<T> = Result<T, Box<Diagnostic>>;

/// Variable of a derivative: a float, which the host writes to one or more places.
pub(crate) type Variable = Vec<Place>;

/// Float in the input of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Component of an argument of the function; 0 for a scalar.
    Argument { index: u32, component: u32 },
    /// Float in a uniform variable, at an offset in bytes.
    Uniform { variable: Handle<GlobalVariable>, offset: u32 },
}

/// Appends a function with the arguments of `function`. It returns a struct of the value, and of its derivative with
/// respect to each variable. Fails if the module is not valid, or if something cannot be differentiated.
pub(crate) fn append_derivative(
    module: &mut Module,
    function: Handle<Function>,
    variables: &[Variable],
    linked: &Linked,
) -> Derived<Handle<Function>> {
    let source = module.clone();
    let info = validate(&source)
        .map_err(|error| failure(&format!("cannot be differentiated: {}", error.as_inner())))?;
    let mut derivation = Derivation::new(&source, &info, module, variables, linked);
    derivation.add_globals(function)?;
    let is_active = |index| {
        let mut places = variables.iter().flatten();
        places.any(|place| matches!(place, Place::Argument { index: other, .. } if *other == index))
    };
    let arguments = 0..source.functions[function].arguments.len() as u32;
    let active: Vec<bool> = arguments.map(is_active).collect();
    let derivative = derivation.function(function, &active)?;
    Ok(derivation.seeded(function, derivative, &active))
}

fn failure(message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(None, message))
}

struct Derivation<'a> {
    /// The module as it was, whose functions are differentiated.
    source: &'a Module,
    info: &'a ModuleInfo,
    module: &'a mut Module,
    variables: &'a [Variable],
    linked: &'a Linked,
    types: DualTypes,
    /// For each type of the source, true if it contains floats.
    has_floats: Vec<bool>,
    globals: BTreeMap<Handle<GlobalVariable>, Vec<Handle<GlobalVariable>>>,
    /// Functions of the host that return the tangent of their argument for the variable at an index.
    tangents: Vec<Handle<Function>>,
    /// By the function and the arguments that have tangents.
    functions: BTreeMap<(Handle<Function>, Vec<bool>), Handle<Function>>,
    /// Number of functions that are being differentiated, each called by the one before.
    depth: usize,
}

/// Functions that call each other more deeply would exhaust the stack.
const MAX_DEPTH: usize = 200;

impl<'a> Derivation<'a> {
    fn new(
        source: &'a Module,
        info: &'a ModuleInfo,
        module: &'a mut Module,
        variables: &'a [Variable],
        linked: &'a Linked,
    ) -> Self {
        Self {
            source,
            info,
            module,
            variables,
            linked,
            types: DualTypes::default(),
            has_floats: types_with_floats(source),
            globals: BTreeMap::new(),
            tangents: tangent_functions(source).collect(),
            functions: BTreeMap::new(),
            depth: 0,
        }
    }

    /// Adds the tangents of private variables that the function may write, and of uniforms that contain a variable.
    fn add_globals(&mut self, function: Handle<Function>) -> Derived<()> {
        let is_seeded = |handle| {
            let mut places = self.variables.iter().flatten();
            places.any(
                |place| matches!(place, Place::Uniform { variable, .. } if *variable == handle),
            )
        };
        let has_pointers = has_private_pointers(self.source);
        let is_written = |handle: Handle<GlobalVariable>| {
            let used = self.info[function][handle];
            used.contains(GlobalUse::WRITE) || (has_pointers && !used.is_empty())
        };
        let globals = self.source.global_variables.iter();
        let active = globals.filter(|(handle, variable)| {
            let has_tangents = match variable.space {
                AddressSpace::Uniform => is_seeded(*handle),
                AddressSpace::Private => is_written(*handle),
                _ => false,
            };
            has_tangents && self.has_floats[variable.ty.index()]
        });
        let active: Vec<_> = active.map(|(handle, variable)| (handle, variable.ty)).collect();
        for (handle, ty) in active {
            let tangents = self.variables.iter().map(|variable| {
                let init = match seed::offset_in(handle, variable) {
                    Some(offset) => Some(seed::at_offset(self.module, ty, offset)?),
                    None => None,
                };
                let tangent = GlobalVariable {
                    name: None,
                    space: AddressSpace::Private,
                    binding: None,
                    ty,
                    init,
                    memory_decorations: naga::MemoryDecorations::empty(),
                };
                Ok(self.module.global_variables.append(tangent, Span::UNDEFINED))
            });
            let tangents: Derived<Vec<_>> = tangents.collect();
            self.globals.insert(handle, tangents?);
        }
        Ok(())
    }

    /// Derivative of a function of the source. `active` has an element for each argument.
    fn function(
        &mut self,
        function: Handle<Function>,
        active: &[bool],
    ) -> Derived<Handle<Function>> {
        let key = (function, active.to_vec());
        if let Some(found) = self.functions.get(&key) {
            return Ok(*found);
        }
        let span = self.source.functions.get_span(function);
        if self.depth == MAX_DEPTH {
            return Err(self.unsupported("a function below 200 others", span));
        }
        self.depth += 1;
        // A variable that turns out to depend on others through a loop is known to from the next attempt on.
        let mut locals = BTreeSet::new();
        let derivative = loop {
            if let Some(complete) = FunctionDerivative::of(self, function, active, &mut locals)? {
                break complete;
            }
        };
        self.depth -= 1;
        let derivative = self.module.functions.append(derivative, span);
        self.functions.insert(key, derivative);
        Ok(derivative)
    }

    fn uses_active_global(&self, function: Handle<Function>) -> bool {
        let info = &self.info[function];
        self.globals.keys().any(|global| !info[*global].is_empty())
    }

    fn has_floats(&self, ty: &TypeResolution) -> bool {
        match ty {
            TypeResolution::Handle(ty) => self.has_floats[ty.index()],
            TypeResolution::Value(inner) => has_floats(inner, &self.has_floats),
        }
    }

    fn type_handle(&mut self, ty: &TypeResolution) -> Handle<Type> {
        match ty {
            TypeResolution::Handle(ty) => *ty,
            TypeResolution::Value(inner) => {
                let ty = Type { name: None, inner: inner.clone() };
                self.module.types.insert(ty, Span::UNDEFINED)
            }
        }
    }

    fn unsupported(&self, what: &str, span: Span) -> Box<Diagnostic> {
        let location = span.to_range().and_then(|range| self.linked.location(range));
        let message = format!("{what} cannot be differentiated");
        Box::new(Diagnostic::error(location, message))
    }
}

/// Of `host/trace_taps.wgsl`, for x, y and z.
pub(crate) const TANGENT_FUNCTIONS: [&str; 3] = ["tap_slope_x", "tap_slope_y", "tap_slope_z"];

/// Empty unless the host's shader has such functions.
pub(crate) fn tangent_functions(module: &Module) -> impl Iterator<Item = Handle<Function>> {
    TANGENT_FUNCTIONS.iter().filter_map(|name| {
        let is_host = |handle| !module.functions.get_span(handle).is_defined();
        let mut functions = module.functions.iter();
        let found = functions
            .find(|(handle, function)| is_host(*handle) && function.name.as_deref() == Some(*name));
        found.map(|(handle, _)| handle)
    })
}

fn has_private_pointers(module: &Module) -> bool {
    let arguments = module.functions.iter().flat_map(|(_, function)| &function.arguments);
    let mut types = arguments.map(|argument| &module.types[argument.ty].inner);
    types.any(|inner| matches!(inner, TypeInner::Pointer { space: AddressSpace::Private, .. }))
}

fn types_with_floats(module: &Module) -> Vec<bool> {
    let mut found = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        found.push(has_floats(&ty.inner, &found));
    }
    found
}

/// `known` has the types that `inner` refers to.
fn has_floats(inner: &TypeInner, known: &[bool]) -> bool {
    match inner {
        TypeInner::Scalar(scalar)
        | TypeInner::Vector { scalar, .. }
        | TypeInner::Matrix { scalar, .. }
        | TypeInner::ValuePointer { scalar, .. } => scalar.kind == ScalarKind::Float,
        TypeInner::Pointer { base, .. } | TypeInner::Array { base, .. } => known[base.index()],
        TypeInner::Struct { members, .. } => members.iter().any(|member| known[member.ty.index()]),
        _ => false,
    }
}
