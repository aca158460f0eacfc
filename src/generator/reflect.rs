//! naga's module and the authors' comments → generators. The two are joined by name.

mod program;
mod strays;

use std::sync::Arc;

use naga::{
    AddressSpace, ArraySize, Handle, Module, ScalarKind, Span, Type, TypeInner, VectorSize,
};

use super::paint::{STRUCT, SURFACE};
use super::wrap::arguments_layout;
use super::{Address, Domain, GRID, Generator, GridProgram, LoopBudget, Returns, ViewHint};
use crate::annotation::{Annotated, FunctionDoc, Tag};
use crate::control::{
    Control, ControlSource, ControlType, Named, Reading, Slot, SlotUse, UniformLayout, read_control,
};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;
use crate::outline::{Declaration, DeclarationKind, Outline};
use crate::source::Source;
use crate::view::Mode;
pub(crate) use program::GRID_GROUP;

/// What a file holds, and what is odd about its tags.
pub(super) struct Reflected {
    pub(super) generators: Vec<Generator>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads all generators of the root module.
pub(super) fn reflect(module: &Module, linked: &Linked) -> Reflected {
    let root = &linked.sources[0];
    let outline = Outline::read(&root.text);
    let mut diagnostics = Vec::new();
    let file = FileComment::read(root, &outline, &mut diagnostics);
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
            signature.generator(root, declaration, &file, &shared, &mut diagnostics)
        })
        .collect();
    let program = program::read(module, root, &outline, &shared.controls, &mut diagnostics);
    match program {
        Some(program) => {
            let generator = file.program(root, &shared, program);
            if !diagnostics.iter().any(Diagnostic::is_error) {
                diagnostics.extend(program::check_defaults(&generator, root, &outline));
            }
            generators.push(generator);
        }
        None => mark_main(&mut generators, root),
    }
    if paints(module, linked) {
        let heights = generators
            .iter_mut()
            .filter(|generator| generator.returns != Returns::Color);
        heights.for_each(|generator| generator.painted = true);
    }
    diagnostics.extend(strays::strays(root, &outline, &generators));
    Reflected {
        generators,
        diagnostics,
    }
}

/// Whether the root module has a `surface` that takes the host's struct and returns a colour.
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

/// What a file's `//!` comment says.
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
        // The title is the first line that has words beside its tags.
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

    /// The generator that a file with passes is.
    fn program(&self, root: &Source, shared: &UniformControls, program: GridProgram) -> Generator {
        let stem = root.path.stem().to_owned();
        Generator {
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
            painted: false,
        }
    }
}

/// Modes of the contract that this version does not draw yet; asking for one is no mistake.
const LATER_MODES: [&str; 3] = ["terrain", "planet", "solid"];

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
            hint.mode = Mode::from_name(name);
            if hint.mode.is_none() && !LATER_MODES.contains(&name) {
                return Err(format!("no view `{name}`"));
            }
        }
        _ => return Err(tag.stray()),
    }
    Ok(())
}

/// Whether a shader's numbers can hold such a place.
fn is_view(x: f64, y: f64, span: f64) -> bool {
    let holds = |number: f64| (number as f32).is_finite();
    holds(x) && holds(y) && holds(span) && span as f32 > 0.0
}

/// The file's uniform struct as controls.
#[derive(Default)]
struct UniformControls {
    controls: Vec<Control>,
    layout: UniformLayout,
}

fn uniform_controls(
    module: &Module,
    linked: &Linked,
    diagnostics: &mut Vec<Diagnostic>,
) -> UniformControls {
    let mut uniforms: Vec<_> = module
        .global_variables
        .iter()
        .filter(|(_, variable)| {
            let binding = variable.binding.as_ref();
            let first = binding.is_some_and(|binding| (binding.group, binding.binding) == (0, 0));
            variable.space == AddressSpace::Uniform && first
        })
        .map(|(handle, variable)| (module.global_variables.get_span(handle), variable))
        .collect();
    uniforms.sort_by_key(|(span, _)| span.to_range().map(|range| range.start));
    let place = |span: &Span| span.to_range().and_then(|range| linked.place(range));
    for (span, variable) in uniforms.iter().skip(1) {
        let name = linked.with_author_names(variable.name.as_deref().unwrap_or_default());
        let message = format!("`{name}` is a second uniform at @group(0) @binding(0)");
        diagnostics.push(
            Diagnostic::error(place(span), message)
                .note("a file and what it imports have one uniform struct between them"),
        );
    }
    let Some((span, variable)) = uniforms.first() else {
        return UniformControls::default();
    };
    let ty = &module.types[variable.ty];
    let TypeInner::Struct {
        members,
        span: size,
    } = &ty.inner
    else {
        let name = linked.with_author_names(variable.name.as_deref().unwrap_or_default());
        let message =
            format!("the uniform `{name}` is no struct: its members would be the controls");
        diagnostics.push(Diagnostic::error(place(span), message));
        return UniformControls::default();
    };
    let (owner, struct_name) = linked.declared_in(ty.name.as_deref().unwrap_or_default());
    let outline = Outline::read(&owner.text);
    let documented = outline
        .find(struct_name)
        .map(|declaration| declaration.members.as_slice())
        .unwrap_or_default();

    let mut read = UniformControls {
        controls: Vec::new(),
        layout: UniformLayout {
            size: *size,
            slots: Vec::new(),
        },
    };
    let mut group = None;
    for member in members {
        let name = member.name.as_deref().unwrap_or_default();
        let documented = documented.iter().find(|documented| documented.name == name);
        let Some(ty) = control_type(module, member.ty) else {
            let place = documented.map(|documented| owner.place(documented.name_range.clone()));
            diagnostics.extend(place.map(|place| {
                Diagnostic::warning(
                    place,
                    format!("`{name}` has a type without a control; it stays zero"),
                )
            }));
            continue;
        };
        let doc = documented.map(|documented| &documented.doc);
        let named = Named {
            name,
            ty,
            source: ControlSource::Uniform,
            doc,
            file: owner,
        };
        let fill = match read_control(&named, &mut group, diagnostics) {
            Reading::Control(control) => {
                read.controls.push(*control);
                SlotUse::Control(read.controls.len() - 1)
            }
            Reading::Auto(auto) => SlotUse::Auto(auto),
        };
        read.layout.slots.push(Slot {
            offset: member.offset,
            ty,
            fill,
        });
    }
    read
}

/// A function that is a generator, before its comment is read.
struct Signature {
    domain: Domain,
    result: ControlType,
    parameters: Vec<(String, ControlType)>,
}

impl Signature {
    fn read(module: &Module, function: &naga::Function, declaration: &Declaration) -> Option<Self> {
        let (position, further) = function.arguments.split_first()?;
        let domain = match control_type(module, position.ty)? {
            ControlType::Vec2 => Domain::Plane,
            ControlType::Vec3 => Domain::Volume,
            ControlType::Vec4 => Domain::VolumeTime,
            _ => return None,
        };
        let result = match control_type(module, function.result.as_ref()?.ty)? {
            ControlType::I32 | ControlType::U32 | ControlType::Array(_) => return None,
            float => float,
        };
        let names = declaration
            .members
            .iter()
            .skip(1)
            .map(|parameter| parameter.name.clone());
        let types = further
            .iter()
            .map(|argument| control_type(module, argument.ty));
        let parameters = names
            .zip(types)
            .map(|(name, ty)| Some((name, ty?)))
            .collect::<Option<_>>()?;
        Some(Self {
            domain,
            result,
            parameters,
        })
    }

    /// Reads the function's comment. `None` where it says `@hidden`.
    fn generator(
        &self,
        root: &Arc<Source>,
        declaration: &Declaration,
        file: &FileComment,
        shared: &UniformControls,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Generator> {
        let comment = FunctionDoc::read(&declaration.doc);
        if comment.function.tag("hidden").is_some() {
            return None;
        }
        let returns = self.returns(root, declaration, &comment, diagnostics);
        let mut controls = shared.controls.clone();
        let first_argument = controls.len();
        let mut group = None;
        for ((name, ty), member) in self
            .parameters
            .iter()
            .zip(declaration.members.iter().skip(1))
        {
            let doc = comment.parameter(name).unwrap_or(&member.doc);
            let named = Named {
                name,
                ty: *ty,
                source: ControlSource::Argument,
                doc: Some(doc),
                file: root,
            };
            if let Reading::Control(control) = read_control(&named, &mut group, diagnostics) {
                let shares = |other: &Control| other.name == *name && other.ty == *ty;
                if shared.controls.iter().any(shares) {
                    let place = root.place(member.name_range.clone());
                    let message = format!(
                        "`{name}` shares its value with the uniform's member `{name}`, which is also {}",
                        ty.with_article()
                    );
                    diagnostics.push(Diagnostic::warning(place, message));
                }
                controls.push(*control);
            }
        }
        let title = if file.title.is_empty() {
            declaration.name.clone()
        } else {
            file.title.clone()
        };
        let doc = if comment.function.doc.is_empty() {
            file.doc.clone()
        } else {
            comment.function.doc
        };
        Some(Generator {
            address: Address {
                file: root.path.clone(),
                function: declaration.name.clone(),
            },
            domain: self.domain,
            returns,
            channels: self.result.components() as u32,
            main: false,
            title,
            doc,
            hint: file.hint,
            loop_budget: file.loop_budget.clone(),
            uniform: shared.layout.clone(),
            arguments: arguments_layout(&self.parameters, first_argument),
            controls,
            program: None,
            painted: false,
        })
    }

    fn returns(
        &self,
        root: &Source,
        declaration: &Declaration,
        comment: &FunctionDoc,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Returns {
        let is_gradient_sized = match self.domain {
            Domain::Plane | Domain::Grid => self.result == ControlType::Vec3,
            Domain::Volume | Domain::VolumeTime => self.result == ControlType::Vec4,
        };
        let is_color_sized = matches!(self.result, ControlType::Vec3 | ControlType::Vec4);
        let mut said = None;
        for tag in &comment.function.tags {
            let complaint = match (tag.name.as_str(), tag.word()) {
                // Said where passes are read.
                ("pass" | "dispatch", _) => continue,
                _ if !tag.closed => tag.unclosed(),
                ("returns", Some("gradient")) if is_gradient_sized => {
                    said = Some(Returns::Gradient);
                    continue;
                }
                ("returns", Some("color")) if is_color_sized => {
                    said = Some(Returns::Color);
                    continue;
                }
                ("returns", Some(word @ ("gradient" | "color"))) => {
                    format!("`@returns({word})` does not go with {}", self.result)
                }
                ("returns", _) => "`@returns` takes gradient or color".to_owned(),
                _ => tag.stray(),
            };
            diagnostics.push(Diagnostic::warning(
                root.place(tag.range.clone()),
                complaint,
            ));
        }
        said.unwrap_or(match self.result {
            ControlType::Vec2 => Returns::Channels,
            _ if is_gradient_sized && declaration.name.ends_with("_deriv") => Returns::Gradient,
            _ if is_color_sized => Returns::Color,
            _ => Returns::Value,
        })
    }
}

/// `height`, else `density`, else `elevation`, else `color`, else the function named like the file, else the last.
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

/// The control type that a WGSL type is, if any.
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
