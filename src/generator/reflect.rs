//! Finds the generators of a WGSL file by joining naga's functions and the file's doc comments by name.

mod entry_points;
mod field_inputs;
mod file_comment;
mod misplaced_tags;
mod program;
mod result_shape;
mod signature;
mod uniform;
mod view_hint;

use crate::field::Returns;
use std::sync::Arc;

use naga::Module;

use super::Generator;
use super::control_type::control_type;
use super::fields::declare;
use super::functions::{FunctionInfo, exclusion, function_named, is_hidden};
use super::rewrite::albedo::{STRUCT, SURFACE};
use crate::generator::control::{Control, ControlType};
use crate::source::ModulePath;
use crate::source::link::Linked;
use crate::view::shading::ViewMode;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::outline::{Declaration, DeclarationKind};

use field_inputs::field_inputs;
use file_comment::FileComment;
use signature::Signature;
use uniform::uniform_controls;

pub(super) struct Reflection {
    pub(super) generators: Vec<Generator>,
    pub(super) hidden: Vec<Generator>,
    pub(super) functions: Vec<FunctionInfo>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

pub(super) fn reflect(module: &Module, linked: &Arc<Linked>) -> Reflection {
    let root = linked.root();
    let outline = root.outline();
    let mut diagnostics = Vec::new();
    let file = FileComment::parse(root, outline, &mut diagnostics);
    let inputs = field_inputs(module, linked, &mut diagnostics);
    let shared = uniform_controls(module, linked, &inputs, &mut diagnostics);
    let declared = outline.declarations.iter().filter(|declaration| {
        declaration.kind == DeclarationKind::Function && root.is_own(declaration.name_range.clone())
    });
    let (mut generators, mut hidden) = (Vec::new(), Vec::new());
    for declaration in declared.clone() {
        let function = function_named(module, &declaration.name);
        let signature =
            function.and_then(|(_, function)| Signature::read(module, function, declaration));
        if let Some(signature) = &signature {
            let mut ignored = Vec::new();
            let (list, warnings) = if is_hidden(declaration) {
                (&mut hidden, &mut ignored)
            } else {
                (&mut generators, &mut diagnostics)
            };
            list.extend(signature.generator(linked, declaration, &file, &shared, warnings));
        }
    }
    let entry_points = entry_points::read(module, linked, &file, &shared, &mut diagnostics);
    generators.extend(entry_points);
    let functions = declared.map(|declaration| {
        let reason = reason(module, linked, declaration, [&generators, &hidden]);
        FunctionInfo::new(module, root, declaration, reason)
    });
    let functions: Vec<FunctionInfo> = functions.collect();
    let program = program::read(module, root, outline, &shared.controls, &mut diagnostics);
    match program {
        Some(program) => {
            let generator = file.program(linked, &shared, program);
            if !diagnostics.iter().any(Diagnostic::is_error) {
                diagnostics.extend(program::check_defaults(&generator, root, outline));
            }
            generators.push(generator);
        }
        None => mark_main(&mut generators, &root.path),
    }
    let has_surface = has_surface(module, linked);
    for generator in generators.iter_mut().chain(&mut hidden) {
        declare(generator, &inputs);
        let features = linked.features.iter();
        let controls = features.map(|(name, on)| Control::feature(name, *on));
        generator.controls.extend(controls);
        generator.has_surface = has_surface && generator.returns != Returns::Color;
    }
    limit_mode_to_main_domain(&mut generators);
    let misplaced = misplaced_tags::check_misplaced_tags(root, outline, &generators);
    diagnostics.extend(misplaced);
    Reflection { generators, hidden, functions, diagnostics }
}

fn reason(
    module: &Module,
    linked: &Linked,
    declaration: &Declaration,
    [generators, hidden]: [&[Generator]; 2],
) -> Option<String> {
    let is_in = |list: &[Generator]| {
        let mut names = list.iter().map(|generator| &generator.address.function);
        names.any(|function| *function == declaration.name)
    };
    if is_in(generators) {
        return None;
    }
    let is_hidden = is_in(hidden);
    Some(if is_hidden { "@hidden".to_owned() } else { exclusion(module, linked, declaration) })
}

fn has_surface(module: &Module, linked: &Linked) -> bool {
    let surface = function_named(module, SURFACE);
    let Some(((_, surface), host_struct)) = surface.zip(linked.host_name(STRUCT)) else {
        return false;
    };
    let takes_ground = match surface.arguments.as_slice() {
        [ground] => module.types[ground.ty].name.as_deref() == Some(host_struct),
        _ => false,
    };
    let result = surface.result.as_ref();
    let result = result.and_then(|result| control_type(module, result.ty));
    takes_ground && result == Some(ControlType::Vec3)
}

/// Removes the requested view mode from generators with another type of position than the main one: a volume beside a
/// map opens as a slice. A three-dimensional mode stays, since it fits one kind of generator only.
fn limit_mode_to_main_domain(generators: &mut [Generator]) {
    let main = generators.iter().find(|generator| generator.main);
    let Some(domain) = main.map(|main| main.domain) else {
        return;
    };
    for generator in generators.iter_mut() {
        let is_flat = |mode: &ViewMode| mode.info().scene.is_none();
        if generator.domain != domain && generator.hint.mode.as_ref().is_some_and(is_flat) {
            generator.hint.mode = None;
        }
    }
}

/// Marks a file's main generator, unless one is marked: the function `height`, else `density`, else `elevation`, else
/// `color`, else the function named like the file, else the last generator.
pub(super) fn mark_main(generators: &mut [Generator], file: &ModulePath) {
    if generators.iter().any(|generator| generator.main) {
        return;
    }
    let names = ["height", "density", "elevation", "color", file.stem()];
    let by_name = names.iter().find_map(|name| {
        generators.iter().position(|generator| generator.address.function == *name)
    });
    if let Some(index) = by_name.or(generators.len().checked_sub(1)) {
        generators[index].main = true;
    }
}
