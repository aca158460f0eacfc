//! Finds the generators of a file in naga's module and in the doc comments, which are joined by name.

mod control_type;
mod file_comment;
mod fragments;
mod misplaced_tags;
mod program;
mod result_shape;
mod signature;
mod uniform;

use std::sync::Arc;

use naga::Module;

use super::surface::{STRUCT, SURFACE};
use super::{Generator, Returns};
use crate::control::{Control, ControlType};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;
use crate::outline::DeclarationKind;
use crate::source::Source;
use control_type::control_type;
use file_comment::FileComment;
use signature::Signature;
use uniform::uniform_controls;

/// The generators of a file, and the diagnostics about its tags.
pub(super) struct Reflection {
    pub(super) generators: Vec<Generator>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads all generators of the root module.
pub(super) fn reflect(module: &Module, linked: &Arc<Linked>) -> Reflection {
    let root = linked.root();
    let outline = root.outline();
    let mut diagnostics = Vec::new();
    let file = FileComment::parse(root, outline, &mut diagnostics);
    let shared = uniform_controls(module, linked, &mut diagnostics);
    let mut generators: Vec<Generator> = outline
        .declarations
        .iter()
        .filter(|declaration| declaration.kind == DeclarationKind::Function)
        .filter(|declaration| root.is_own(declaration.name_range.clone()))
        .filter_map(|declaration| {
            let function = module.functions.iter().map(|(_, function)| function);
            let function = function
                .into_iter()
                .find(|function| function.name.as_deref() == Some(&declaration.name))?;
            let signature = Signature::read(module, function, declaration)?;
            signature.generator(linked, declaration, &file, &shared, &mut diagnostics)
        })
        .collect();
    let fragments = fragments::read(module, linked, &file, &shared);
    generators.extend(fragments);
    let program = program::read(module, root, outline, &shared.controls, &mut diagnostics);
    match program {
        Some(program) => {
            let generator = file.program(linked, &shared, program);
            if !diagnostics.iter().any(Diagnostic::is_error) {
                diagnostics.extend(program::check_defaults(&generator, root, outline));
            }
            generators.push(generator);
        }
        None => mark_main(&mut generators, root),
    }
    for generator in &mut generators {
        let features = linked.features.iter();
        let controls = features.map(|(name, on)| Control::feature(name, *on));
        generator.controls.extend(controls);
    }
    if has_surface(module, linked) {
        let heights = generators
            .iter_mut()
            .filter(|generator| generator.returns != Returns::Color);
        heights.for_each(|generator| generator.has_surface = true);
    }
    limit_mode_to_main_domain(&mut generators);
    diagnostics.extend(misplaced_tags::check_misplaced_tags(
        root,
        outline,
        &generators,
    ));
    Reflection {
        generators,
        diagnostics,
    }
}

/// Returns true if the root module has a `surface` that takes the host's struct and returns a color.
fn has_surface(module: &Module, linked: &Linked) -> bool {
    let mut functions = module.functions.iter().map(|(_, function)| function);
    let surface = functions.find(|function| function.name.as_deref() == Some(SURFACE));
    let Some((surface, host_struct)) = surface.zip(linked.host_name(STRUCT)) else {
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

/// Removes the file's view mode from generators whose position has another type than that of the main generator: a
/// volume beside a map opens as a slice, not in the view of the map.
fn limit_mode_to_main_domain(generators: &mut [Generator]) {
    let main = generators.iter().find(|generator| generator.main);
    let Some(domain) = main.map(|main| main.domain) else {
        return;
    };
    for generator in generators.iter_mut() {
        if generator.domain != domain {
            generator.hint.mode = None;
        }
    }
}

/// Marks the main generator: `height`, else `density`, else `elevation`, else `color`, else the function named like
/// the file, else the last one.
fn mark_main(generators: &mut [Generator], root: &Source) {
    let names = ["height", "density", "elevation", "color", root.path.stem()];
    let by_name = names.iter().find_map(|name| {
        generators
            .iter()
            .position(|generator| generator.address.function == *name)
    });
    if let Some(index) = by_name.or(generators.len().checked_sub(1)) {
        generators[index].main = true;
    }
}
