//! A generator and an entry point around it that samples it over a grid.

use std::fmt::Write as _;

use super::compile::parse;
use super::paint::SURFACE;
use super::{Domain, GRID_GROUP, Generator, GridProgram};
use crate::control::{ControlType, Slot, SlotUse, UniformLayout};
use crate::diagnostic::Diagnostic;
use crate::lexer::tokens;
use crate::link::Linked;
use crate::outline::Outline;

/// The wrapper's entry point.
pub const ENTRY_POINT: &str = "playground_evaluate";

/// Samples across and down that one workgroup evaluates.
pub const WORKGROUP: u32 = 8;

/// Bind group of the host: the grid, the texture that results go to, the function's arguments.
/// The author's uniform has group 0; the buffers of grid programs have group 1.
pub const HOST_GROUP: u32 = 2;

/// Where the samples lie.
pub(super) const GRID_STRUCT: &str = "struct playground_Grid {
    center: vec2f,
    middle: vec2f,
    first: vec2u,
    size: vec2u,
    texel: vec2u,
    spacing: f32,
    z: f32,
    time: f32,
}";

/// Wraps a generator as a compute shader that writes its results to a texture, one texel a sample.
/// What the generator does not use is dropped.
///
/// # Errors
/// The wrapper's call does not fit the function; the place is the function's own. Or the generator reads
/// what the host does not fill.
pub(super) fn wrap(
    linked: &Linked,
    generator: &Generator,
) -> Result<naga::Module, Box<Diagnostic>> {
    let function = &generator.address.function;
    around(
        linked,
        generator,
        &wrapper(generator),
        function,
        ENTRY_POINT,
    )
}

/// The module of an author's function and an entry point that calls it.
pub(super) fn around(
    linked: &Linked,
    generator: &Generator,
    wrapper: &str,
    function: &str,
    entry_point: &str,
) -> Result<naga::Module, Box<Diagnostic>> {
    if let Some(complaint) = shadowed(linked, wrapper, function) {
        return Err(Box::new(complaint));
    }
    let wgsl = format!("{}\n{wrapper}", linked.wgsl);
    let mut module = parse(linked, &wgsl)
        .map_err(|diagnostic| Box::new(at_function(linked, function, *diagnostic)))?;
    module
        .entry_points
        .retain(|entry| entry.name == entry_point);
    filled(linked, module, generator)
}

/// The passes of a grid program, as their author wrote them. What they do not use is dropped.
///
/// # Errors
/// They read what the host does not fill.
pub(super) fn passes(
    linked: &Linked,
    generator: &Generator,
    program: &GridProgram,
) -> Result<naga::Module, Box<Diagnostic>> {
    let mut module = parse(linked, &linked.wgsl)?;
    let is_pass = |name: &str| program.passes.iter().any(|pass| pass.entry_point == name);
    module.entry_points.retain(|entry| is_pass(&entry.name));
    filled(linked, module, generator)
}

/// The module without what is not used, if the host has all that it reads.
fn filled(
    linked: &Linked,
    mut module: naga::Module,
    generator: &Generator,
) -> Result<naga::Module, Box<Diagnostic>> {
    naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
    let complaint = unfilled(linked, &module, generator).or_else(|| unset(linked, &module));
    match complaint {
        Some(complaint) => Err(Box::new(complaint)),
        None => Ok(module),
    }
}

/// The first declaration that takes a name which the wrapper needs: WGSL's own `vec4f`, or one of the host's.
fn shadowed(linked: &Linked, wrapper: &str, function: &str) -> Option<Diagnostic> {
    let tokens = tokens(wrapper);
    let symbol = |at: usize| tokens.get(at).map_or("", |token| token.text(wrapper));
    let is_type_or_call = |at: usize| symbol(at - 1) == ":" || symbol(at + 1) == "(";
    let needed: Vec<&str> = (1..tokens.len())
        .filter(|&at| is_type_or_call(at))
        .map(symbol)
        .collect();
    let outline = Outline::read(&linked.wgsl);
    let shadowing = outline.declarations.iter().find(|declaration| {
        let name = declaration.name.as_str();
        let uses = needed.iter().filter(|needed| **needed == name).count();
        // Names that the linker gave shadow nothing; a wrapper may call one.
        linked.is_author_name(name) && uses > usize::from(name == function)
    })?;
    let place = linked.place(shadowing.name_range.clone());
    let message = format!(
        "the name `{}` is needed to evaluate a generator; choose another",
        shadowing.name
    );
    Some(Diagnostic::error(place, message))
}

/// The first override that has no value.
fn unset(linked: &Linked, module: &naga::Module) -> Option<Diagnostic> {
    let mut overrides = module.overrides.iter();
    let (handle, unset) = overrides.find(|(_, constant)| constant.init.is_none())?;
    let span = module.overrides.get_span(handle);
    let place = span.to_range().and_then(|range| linked.place(range));
    let name = linked.with_author_names(unset.name.as_deref().unwrap_or_default());
    let message = format!("nothing sets the override `{name}`: it needs a value of its own");
    Some(Diagnostic::error(place, message))
}

/// The first variable that needs a resource which the host does not have.
fn unfilled(linked: &Linked, module: &naga::Module, generator: &Generator) -> Option<Diagnostic> {
    let buffers = generator
        .program
        .iter()
        .flat_map(|program| &program.buffers);
    let buffers: Vec<u32> = buffers.map(|buffer| buffer.binding).collect();
    module
        .global_variables
        .iter()
        .find_map(|(handle, variable)| {
            let naga::ResourceBinding { group, binding } = variable.binding?;
            let name = variable.name.as_deref().unwrap_or_default();
            let authors =
                (group, binding) == (0, 0) && variable.space == naga::AddressSpace::Uniform;
            let of_program = group == GRID_GROUP && buffers.contains(&binding);
            if authors || of_program || name.starts_with("playground_") {
                return None;
            }
            let span = module.global_variables.get_span(handle);
            let place = span.to_range().and_then(|range| linked.place(range));
            let name = linked.with_author_names(name);
            let message = format!("nothing fills `{name}` at @group({group}) @binding({binding})");
            let resources = "a generator has one uniform struct, at @group(0) @binding(0)";
            let of_grids =
                "buffers with `@grid`, at @group(1), are for the passes of a grid program";
            Some(
                Diagnostic::error(place, message).note(if group == GRID_GROUP {
                    of_grids
                } else {
                    resources
                }),
            )
        })
}

/// What is wrong in the wrapper's own text stands at the function that it calls.
fn at_function(linked: &Linked, function: &str, diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.place.is_some() {
        return diagnostic;
    }
    let root = &linked.sources[0];
    let outline = Outline::read(&root.text);
    let place = outline
        .find(function)
        .map(|declaration| root.place(declaration.name_range.clone()));
    let why = match function {
        SURFACE => "`surface` paints the relief, in a compute shader".to_owned(),
        _ => format!("`{function}` takes a position; `@hidden` keeps it from being a generator"),
    };
    Diagnostic {
        place,
        ..diagnostic
    }
    .note(why)
}

/// The WGSL format of the texture that holds so many numbers a sample.
pub(crate) fn texture_format(channels: u32) -> &'static str {
    match channels {
        1 => "r32float",
        2 => "rg32float",
        _ => "rgba32float",
    }
}

fn wrapper(generator: &Generator) -> String {
    let arguments: Vec<(&str, ControlType)> = generator
        .arguments
        .slots
        .iter()
        .filter_map(|slot| match slot.fill {
            SlotUse::Control(index) => Some((generator.controls[index].name.as_str(), slot.ty)),
            SlotUse::Auto(_) => None,
        })
        .collect();
    let position = match generator.domain {
        Domain::Plane | Domain::Grid => "playground_point",
        Domain::Volume => "vec3f(playground_point, playground_grid.z)",
        Domain::VolumeTime => "vec4f(playground_point, playground_grid.z, playground_grid.time)",
    };
    let texel = match generator.channels {
        1 => "vec4f(playground_result, 0.0, 0.0, 0.0)",
        2 => "vec4f(playground_result, 0.0, 0.0)",
        3 => "vec4f(playground_result, 1.0)",
        _ => "playground_result",
    };
    let format = texture_format(generator.channels);
    let function = &generator.address.function;
    let mut call = format!("{function}({position}");
    for (name, _) in &arguments {
        let _ = write!(call, ", playground_arguments.{name}");
    }
    call.push(')');
    format!(
        "{GRID_STRUCT}
@group({HOST_GROUP}) @binding(0) var<uniform> playground_grid: playground_Grid;
@group({HOST_GROUP}) @binding(1) var playground_field: texture_storage_2d<{format}, write>;
{}
@compute @workgroup_size({WORKGROUP}, {WORKGROUP})
fn {ENTRY_POINT}(@builtin(global_invocation_id) playground_id: vec3u) {{
    if any(playground_id.xy >= playground_grid.size) {{
        return;
    }}
    let playground_sample = playground_grid.first + playground_id.xy;
    let playground_offset = vec2f(playground_sample) + 0.5 - playground_grid.middle;
    let playground_point = playground_grid.center + vec2f(playground_offset.x, -playground_offset.y) * playground_grid.spacing;
    let playground_result = {call};
    textureStore(playground_field, playground_grid.texel + playground_id.xy, {texel});
}}
",
        arguments_struct(&arguments)
    )
}

fn arguments_struct(arguments: &[(&str, ControlType)]) -> String {
    if arguments.is_empty() {
        return String::new();
    }
    let members: String = arguments
        .iter()
        .map(|(name, ty)| format!("    {name}: {ty},\n"))
        .collect();
    format!(
        "struct playground_Arguments {{\n{members}}}\n\
         @group({HOST_GROUP}) @binding(2) var<uniform> playground_arguments: playground_Arguments;\n"
    )
}

/// Lays out the wrapper's struct of arguments as WGSL does. `first` is the first argument's control.
pub(super) fn arguments_layout(
    parameters: &[(String, ControlType)],
    first: usize,
) -> UniformLayout {
    let mut layout = UniformLayout::default();
    let mut end = 0_u32;
    for (index, (_, ty)) in parameters.iter().enumerate() {
        let (size, align) = size_and_align(*ty);
        let offset = end.next_multiple_of(align);
        layout.slots.push(Slot {
            offset,
            ty: *ty,
            fill: SlotUse::Control(first + index),
        });
        end = offset + size;
    }
    layout.size = end.next_multiple_of(16);
    layout
}

fn size_and_align(ty: ControlType) -> (u32, u32) {
    match ty {
        ControlType::F32 | ControlType::I32 | ControlType::U32 => (4, 4),
        ControlType::Vec2 => (8, 8),
        ControlType::Vec3 => (12, 16),
        ControlType::Vec4 => (16, 16),
        ControlType::Array(length) => (16 * length, 16),
    }
}
