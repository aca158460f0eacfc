//! Creates the controls of a file's uniforms: one for each member of a uniform struct, and one for each uniform that is
//! not a struct.

use naga::proc::Layouter;
use naga::{AddressSpace, GlobalVariable, Module, Span, StructMember, TypeInner};

use super::super::FieldInput;
use super::super::control_type::control_type;
use crate::control::{
    Control, ControlSource, MemberInfo, Slot, SlotSource, UniformBlock, UniformLayout,
    UniformMember, parse_control,
};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// Controls that the uniforms of a WGSL file declare, and the memory layout of their values.
#[derive(Default)]
pub(super) struct UniformControls {
    pub(super) controls: Vec<Control>,
    pub(super) layout: UniformLayout,
}

/// Alignment of structs and arrays in a uniform buffer, in bytes.
const ALIGNMENT: u32 = 16;

/// Creates the controls for all uniforms of a shader, in the order of their bind groups and bindings.
pub(super) fn uniform_controls(
    module: &Module,
    linked: &Linked,
    inputs: &[(FieldInput, Control)],
    diagnostics: &mut Vec<Diagnostic>,
) -> UniformControls {
    let mut layouter = Layouter::default();
    let uniforms = uniforms(module);
    if uniforms.is_empty() || layouter.update(module.to_ctx()).is_err() {
        return UniformControls::default();
    }
    diagnostics.extend(repeated_bindings(linked, &uniforms));
    let is_struct = |variable: &GlobalVariable| {
        matches!(module.types[variable.ty].inner, TypeInner::Struct { .. })
    };
    let is_only_struct = match uniforms.as_slice() {
        [(_, only)] => is_struct(only) && binding_of(only) == (0, 0),
        _ => false,
    };
    let mut reader = UniformReader {
        module,
        linked,
        inputs,
        diagnostics,
        read: UniformControls::default(),
        group: None,
    };
    for (_, variable) in &uniforms {
        let offset = reader.read.layout.size;
        let (group, binding) = binding_of(variable);
        if !is_only_struct {
            let block = UniformBlock {
                group,
                binding,
                offset,
            };
            reader.read.layout.blocks.push(block);
        }
        if uniforms.len() > 1 {
            let name = linked.with_author_names(variable.name.as_deref().unwrap_or_default());
            reader.group = is_struct(variable).then_some(name);
        }
        match &module.types[variable.ty].inner {
            TypeInner::Struct { members, .. } => reader.members(variable, members, offset),
            _ => reader.variable(variable, offset),
        }
        let size = layouter[variable.ty].size;
        reader.read.layout.size = (offset + size).next_multiple_of(match is_only_struct {
            true => 1,
            false => ALIGNMENT,
        });
    }
    reader.read
}

/// Returns the uniform variables of a shader module and their spans, ordered by bind group, binding and position in the
/// text.
fn uniforms(module: &Module) -> Vec<(Span, &GlobalVariable)> {
    let mut uniforms: Vec<(Span, &GlobalVariable)> = module
        .global_variables
        .iter()
        .filter(|(_, variable)| {
            variable.space == AddressSpace::Uniform && variable.binding.is_some()
        })
        .map(|(handle, variable)| (module.global_variables.get_span(handle), variable))
        .collect();
    uniforms.sort_by_key(|(span, variable)| {
        let start = span.to_range().map(|range| range.start);
        (binding_of(variable), start)
    });
    uniforms
}

/// Returns the numbers of the bind group and the binding of a WGSL variable.
fn binding_of(variable: &GlobalVariable) -> (u32, u32) {
    let binding = variable.binding.as_ref();
    binding.map_or((0, 0), |binding| (binding.group, binding.binding))
}

/// Returns an error for each uniform variable that has the bind group and binding of a previous one.
fn repeated_bindings(linked: &Linked, uniforms: &[(Span, &GlobalVariable)]) -> Vec<Diagnostic> {
    let repeated = uniforms
        .windows(2)
        .filter(|pair| binding_of(pair[0].1) == binding_of(pair[1].1));
    let error = |pair: &[(Span, &GlobalVariable)]| {
        let (span, variable) = &pair[1];
        let (group, binding) = binding_of(variable);
        let name = linked.with_author_names(variable.name.as_deref().unwrap_or_default());
        let location = span.to_range().and_then(|range| linked.location(range));
        let message =
            format!("`{name}` is a second uniform at @group({group}) @binding({binding})");
        Diagnostic::error(location, message)
            .with_note("a file and its imports share one uniform struct")
            .with_note("move the struct and its variable to a file that both import, or pass the values as parameters")
    };
    repeated.map(error).collect()
}

struct UniformReader<'a> {
    module: &'a Module,
    linked: &'a Linked,
    inputs: &'a [(FieldInput, Control)],
    diagnostics: &'a mut Vec<Diagnostic>,
    read: UniformControls,
    /// Title of the section (group) of the panel in which the next control is shown; `None` for no section.
    group: Option<String>,
}

impl UniformReader<'_> {
    /// Creates the controls for the members of a uniform struct, which starts at the byte `offset` of the combined
    /// uniform buffer.
    fn members(&mut self, variable: &GlobalVariable, members: &[StructMember], offset: u32) {
        let ty = &self.module.types[variable.ty];
        let (owner, name) = self
            .linked
            .declared_in(ty.name.as_deref().unwrap_or_default());
        let declaration = owner.outline().find(name);
        let documented = declaration.map(|declaration| declaration.members.as_slice());
        for member in members {
            let name = member.name.as_deref().unwrap_or_default();
            let mut documented = documented.unwrap_or_default().iter();
            let documented = documented.find(|documented| documented.name == name);
            let Some(ty) = control_type(self.module, member.ty) else {
                let location =
                    documented.map(|documented| owner.location(documented.name_range.clone()));
                self.diagnostics
                    .extend(location.map(|location| without_control(location, name)));
                continue;
            };
            let info = MemberInfo {
                name,
                ty,
                source: ControlSource::Uniform,
                doc: documented.map(|documented| &documented.doc),
                name_range: documented.map(|documented| documented.name_range.clone()),
                file: owner,
            };
            self.control(&info, offset + member.offset);
        }
    }

    /// Creates the control for a uniform that is not a struct. The control has the name of the WGSL variable.
    fn variable(&mut self, variable: &GlobalVariable, offset: u32) {
        let name = variable.name.as_deref().unwrap_or_default();
        let (owner, name) = self.linked.declared_in(name);
        let declaration = owner.outline().find(name);
        let Some(ty) = control_type(self.module, variable.ty) else {
            let location =
                declaration.map(|declaration| owner.location(declaration.name_range.clone()));
            self.diagnostics
                .extend(location.map(|location| without_control(location, name)));
            return;
        };
        let info = MemberInfo {
            name,
            ty,
            source: ControlSource::Uniform,
            doc: declaration.map(|declaration| &declaration.doc),
            name_range: declaration.map(|declaration| declaration.name_range.clone()),
            file: owner,
        };
        self.control(&info, offset);
    }

    fn control(&mut self, info: &MemberInfo<'_>, offset: u32) {
        let source = match parse_control(info, &mut self.group, self.diagnostics) {
            UniformMember::Control(control) => {
                self.read.controls.push(*control);
                SlotSource::Control(self.read.controls.len() - 1)
            }
            UniformMember::Auto(auto) => SlotSource::Auto(auto),
            UniformMember::Placement(input, tag) => {
                let mut inputs = self.inputs.iter();
                let Some(index) = inputs.position(|(found, _)| found.name == input) else {
                    let location = info.file.location(tag);
                    let message = format!("`@auto`: no texture with `@field` is named `{input}`");
                    return self
                        .diagnostics
                        .push(Diagnostic::warning(location, message));
                };
                SlotSource::Placement(index)
            }
        };
        self.read.layout.slots.push(Slot {
            offset,
            ty: info.ty,
            source,
        });
    }
}

fn without_control(location: crate::source::SourceLocation, name: &str) -> Diagnostic {
    let message = format!("`{name}` has a type without a control; its value is always 0");
    Diagnostic::warning(location, message)
}
