//! Taps, and their evaluation in place of the generator's result.
//!
//! [`insert()`] adds code after each `let`, each assignment to a variable and each call, and before each `return`. The
//! code stores the value if a uniform selects it. The taps of a group share a pipeline, so that another selection in
//! the group compiles nothing: a window builds the pipelines of all groups ahead. Other inserted code counts how often
//! each value is computed, or records all values of one sample.
//!
//! The command line and the window call a tap a *stage* of the shader.

mod address;
mod components;
mod cost_estimate;
mod groups;
mod insert;
mod named;
mod omitted;
mod passes;
mod select;
mod select_code;
mod variables;
mod write;

use std::collections::BTreeSet;

use naga::valid::ModuleInfo;
use naga::{Function, Handle, Module};

use super::derivative::callees;
use crate::generator::definition::FunctionKind;
use crate::generator::functions::function_named;
use crate::generator::tap::{GroupSite, Tap};
use crate::generator::validate::validate;
use crate::generator::{Address, Generator, GridProgram};
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;
pub use address::{TapAddress, TapAddressError, TapName};
use cost_estimate::Work;
pub(crate) use insert::Mode;
use insert::TapSite;
pub use named::TapWord;
pub use omitted::{OmittedValue, omission_note, omitted_values};
pub(crate) use passes::{call_passes, record_samples};
pub use select::TapError;
pub(crate) use variables::TapVariables;
pub(crate) use write::{MAX_COUNTED, MAX_ROWS};

/// Name of the tap for the value that a function returns.
pub const RETURN: &str = "return";

/// Returns the taps of a generator, or of the passes of a grid program, then of the functions that it calls, in the
/// order of statements. If there are too many, some are [left out](omitted_values).
///
/// # Errors
/// The generator does not compile.
pub fn taps(generator: &Generator) -> Result<Vec<Tap>, Box<Diagnostic>> {
    let mut module = tapped_module(generator)?;
    insert(&mut module, generator, None, &Mode::List)
}

/// Returns the linked names of the generator's function and of all that it calls; none if it does not compile.
pub(crate) fn called_names(generator: &Generator) -> Vec<String> {
    let Ok(module) = tapped_module(generator) else {
        return Vec::new();
    };
    let functions = called(&module, &roots(&module, generator)).into_iter();
    functions.filter_map(|function| module.functions[function].name.clone()).collect()
}

/// The entry points of a fragment generator or of a grid program become functions with the same names.
fn tapped_module(generator: &Generator) -> Result<Module, Box<Diagnostic>> {
    let linked = &generator.linked;
    if let FunctionKind::Fragment(fragment) = &generator.kind {
        return fragment.module(linked);
    }
    let mut module = linked.valid_module()?.clone();
    if let Some(program) = &generator.program {
        retain_passes(&mut module, program);
        call_passes(&mut module, None);
    }
    Ok(module)
}

pub(crate) fn retain_passes(module: &mut Module, program: &GridProgram) {
    let is_pass = |name: &str| program.passes.iter().any(|pass| pass.entry_point == name);
    module.entry_points.retain(|entry| is_pass(&entry.name));
}

fn roots(module: &Module, generator: &Generator) -> Vec<Handle<Function>> {
    let names: Vec<&str> = match &generator.program {
        Some(program) => {
            let passes = program.passes.iter();
            passes.map(|pass| pass.entry_point.as_str()).collect()
        }
        None => vec![&generator.address.function],
    };
    let functions = names.iter().filter_map(|name| function_named(module, name));
    functions.map(|(handle, _)| handle).collect()
}

/// Inserts code into `function` only, or into all functions for `None`.
pub(crate) fn insert(
    module: &mut Module,
    generator: &Generator,
    function: Option<&str>,
    mode: &Mode,
) -> Result<Vec<Tap>, Box<Diagnostic>> {
    let linked = &generator.linked;
    let info = module_info(module)?;
    let roots = roots(module, generator);
    let work = Work::estimate(module, &info, &roots);
    let mut functions = called(module, &roots);
    let omitted = omitted::omitted(module, &info, &work, &functions);
    // No author has written a derived function, nor those that it calls, whose names are no identifiers.
    let is_derived = |name: &str| linked.derived.iter().any(|(derived, _)| derived == name);
    let is_written = |name: &str| !name.contains(' ') && !is_derived(name);
    functions.retain(|handle| module.functions[*handle].name.as_deref().is_some_and(is_written));
    if let Some(name) = function {
        functions.retain(|handle| module.functions[*handle].name.as_deref() == Some(name));
    }
    let found = insert::insert(module, &info, &work, &functions, mode, &omitted);
    let mut sites = found.sites;
    groups::assign(&mut sites, &work, generator.program.is_none());
    Ok(sites.iter().map(|site| tap(linked, site)).collect())
}

fn tap(linked: &Linked, site: &TapSite) -> Tap {
    let (source, function) = linked.declared_in(&site.function);
    let location = match site.argument {
        Some(index) => source.outline().find(function).and_then(|declaration| {
            let parameter = declaration.members.get(index)?;
            Some(source.location(parameter.name_range.clone()))
        }),
        None => site.span.to_range().and_then(|range| linked.location(range)),
    };
    Tap {
        function: Address { file: source.path.clone(), function: function.to_owned() },
        name: linked.with_author_names(&site.name),
        location,
        ty: site.numbers.type_name(),
        channels: site.numbers.count(),
        is_variable: site.is_variable,
        linked_function: site.function.clone(),
        group: site.group,
        site: GroupSite {
            index: site.index,
            is_counted: site.is_counted,
            numbers: site.numbers.scalar.into(),
            bit: site.bit,
        },
    }
}

/// The module must be valid.
fn module_info(module: &Module) -> Result<ModuleInfo, Box<Diagnostic>> {
    validate(module).map_err(|error| {
        let message = format!("cannot look inside this shader: {}", error.as_inner());
        Box::new(Diagnostic::error(None, message))
    })
}

/// In the order of the first calls, directly or through others.
fn called(module: &Module, roots: &[Handle<Function>]) -> Vec<Handle<Function>> {
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    for root in roots {
        visit(module, *root, &mut order, &mut seen);
    }
    order
}

fn visit(
    module: &Module,
    function: Handle<Function>,
    order: &mut Vec<Handle<Function>>,
    seen: &mut BTreeSet<Handle<Function>>,
) {
    if !seen.insert(function) {
        return;
    }
    order.push(function);
    for callee in callees(&module.functions[function].body) {
        visit(module, callee, order, seen);
    }
}
