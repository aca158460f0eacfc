//! Finds the generators of a file in naga's module and in the doc comments, which are joined by name.

mod misplaced_tags;
mod program;
mod signature;
mod uniform;

use std::sync::Arc;

use naga::{ArraySize, Handle, Module, ScalarKind, Type, TypeInner, VectorSize};

use super::surface::{STRUCT, SURFACE};
use super::{Address, Domain, GRID, Generator, GridProgram, LoopBudget, Returns, ViewHint};
use crate::annotation::{Annotated, Tag};
use crate::control::{ControlType, UniformLayout};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;
use crate::outline::{DeclarationKind, Outline};
use crate::shading::ViewMode;
use crate::source::Source;
use signature::Signature;
use uniform::{UniformControls, uniform_controls};

/// The generators of a file, and the diagnostics about its tags.
pub(super) struct Reflected {
    pub(super) generators: Vec<Generator>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads all generators of the root module.
pub(super) fn reflect(module: &Module, linked: &Arc<Linked>) -> Reflected {
    let root = &linked.sources[0];
    let outline = root.outline();
    let mut diagnostics = Vec::new();
    let file = FileComment::read(root, outline, &mut diagnostics);
    let shared = uniform_controls(module, linked, &mut diagnostics);
    let mut generators: Vec<Generator> = outline
        .declarations
        .iter()
        .filter(|declaration| declaration.kind == DeclarationKind::Function)
        .filter_map(|declaration| {
            let function = module.functions.iter().map(|(_, function)| function);
            let function = function
                .into_iter()
                .find(|function| function.name.as_deref() == Some(&declaration.name))?;
            let signature = Signature::read(module, function, declaration)?;
            signature.generator(linked, declaration, &file, &shared, &mut diagnostics)
        })
        .collect();
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
    if paints(module, linked) {
        let heights = generators
            .iter_mut()
            .filter(|generator| generator.returns != Returns::Color);
        heights.for_each(|generator| generator.has_surface = true);
    }
    diagnostics.extend(misplaced_tags::check_misplaced_tags(
        root,
        outline,
        &generators,
    ));
    Reflected {
        generators,
        diagnostics,
    }
}

/// Returns true if the root module has a `surface` that takes the host's struct and returns a color.
fn paints(module: &Module, linked: &Linked) -> bool {
    let mut functions = module.functions.iter().map(|(_, function)| function);
    let surface = functions.find(|function| function.name.as_deref() == Some(SURFACE));
    let Some((surface, wanted)) = surface.zip(linked.host_name(STRUCT)) else {
        return false;
    };
    let takes_place = match surface.arguments.as_slice() {
        [place] => module.types[place.ty].name.as_deref() == Some(wanted),
        _ => false,
    };
    let result = surface.result.as_ref();
    let result = result.and_then(|result| control_type(module, result.ty));
    takes_place && result == Some(ControlType::Vec3)
}

/// The `//!` comment of a file.
struct FileComment {
    title: String,
    doc: String,
    hint: ViewHint,
    loop_budget: LoopBudget,
}

impl FileComment {
    fn read(root: &Source, outline: &Outline, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let annotated = Annotated::read(&outline.file_doc);
        let mut hint = ViewHint::default();
        let mut loop_budget = LoopBudget::default();
        for tag in &annotated.tags {
            let applied = match tag.name.as_str() {
                "loop_budget" => LoopBudget::read(tag, root).map(|asked| loop_budget = asked),
                _ => apply_hint(tag, &mut hint),
            };
            if let Err(message) = applied {
                diagnostics.push(Diagnostic::warning(root.place(tag.range.clone()), message));
            }
        }
        // The title is the first line with other words than tags.
        let up_to = |end: usize| Annotated::read(&outline.file_doc.slice(0..end)).doc;
        let ends = outline.file_doc.line_ends();
        let title = ends.map(up_to).find(|words| !words.is_empty());
        let title = title.unwrap_or_default();
        let doc = annotated.doc.strip_prefix(&title).unwrap_or(&annotated.doc);
        let doc = doc.trim().to_owned();
        let title = title.trim_end_matches('.').to_owned();
        Self {
            title,
            doc,
            hint,
            loop_budget,
        }
    }

    /// Returns the generator for the grid program of the file.
    fn program(
        &self,
        linked: &Arc<Linked>,
        shared: &UniformControls,
        program: GridProgram,
    ) -> Generator {
        let root = &linked.sources[0];
        let stem = root.path.stem().to_owned();
        Generator {
            linked: Arc::clone(linked),
            address: Address {
                file: root.path.clone(),
                function: GRID.to_owned(),
            },
            domain: Domain::Grid,
            returns: Returns::Value,
            channels: 1,
            main: true,
            title: Some(self.title.clone())
                .filter(|title| !title.is_empty())
                .unwrap_or(stem),
            doc: self.doc.clone(),
            hint: self.hint,
            loop_budget: self.loop_budget.clone(),
            controls: shared.controls.clone(),
            uniform: shared.layout.clone(),
            arguments: UniformLayout::default(),
            program: Some(program),
            has_surface: false,
        }
    }
}

fn apply_hint(tag: &Tag, hint: &mut ViewHint) -> Result<(), String> {
    tag.check_closed()?;
    match tag.name.as_str() {
        "view" => match tag.numbers().as_deref() {
            Some(&[x, y, span]) if is_view(x, y, span) => hint.placement = Some(([x, y], span)),
            _ => {
                return Err(
                    "`@view` takes (center_x, center_y, span) with a span above 0".to_owned(),
                );
            }
        },
        "mode" => {
            let name = tag.word().ok_or("`@mode` takes the name of a view")?;
            hint.mode = ViewMode::from_name(name);
            if hint.mode.is_none() && !ViewMode::PLANNED.contains(&name) {
                return Err(format!("no view `{name}`"));
            }
        }
        _ => return Err(tag.misplaced_message()),
    }
    Ok(())
}

/// Returns true if a placement is valid in 32-bit numbers, with a width above 0.
fn is_view(x: f64, y: f64, span: f64) -> bool {
    let holds = |number: f64| (number as f32).is_finite();
    holds(x) && holds(y) && holds(span) && span as f32 > 0.0
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

/// Returns the control type of a WGSL type, or `None` if there is none.
fn control_type(module: &Module, ty: Handle<Type>) -> Option<ControlType> {
    let float = |scalar: naga::Scalar| scalar.kind == ScalarKind::Float && scalar.width == 4;
    match &module.types[ty].inner {
        TypeInner::Scalar(scalar) if scalar.width == 4 => match scalar.kind {
            ScalarKind::Float => Some(ControlType::F32),
            ScalarKind::Sint => Some(ControlType::I32),
            ScalarKind::Uint => Some(ControlType::U32),
            _ => None,
        },
        TypeInner::Vector { size, scalar } if float(*scalar) => Some(match size {
            VectorSize::Bi => ControlType::Vec2,
            VectorSize::Tri => ControlType::Vec3,
            VectorSize::Quad => ControlType::Vec4,
        }),
        TypeInner::Array {
            base,
            size: ArraySize::Constant(length),
            ..
        } => (control_type(module, *base) == Some(ControlType::Vec4))
            .then_some(ControlType::Array(length.get())),
        _ => None,
    }
}
