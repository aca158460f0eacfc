//! Reads the controls of a file's uniform struct.

use naga::{AddressSpace, Module, Span, TypeInner};

use super::control_type::control_type;
use crate::control::{
    Control, ControlSource, MemberInfo, Slot, SlotSource, UniformLayout, UniformMember,
    parse_control,
};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// The controls of the uniform struct, and its memory layout.
#[derive(Default)]
pub(super) struct UniformControls {
    pub(super) controls: Vec<Control>,
    pub(super) layout: UniformLayout,
}

/// Reads the controls of the struct at `@group(0) @binding(0)`.
pub(super) fn uniform_controls(
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
    let location = |span: &Span| span.to_range().and_then(|range| linked.location(range));
    for (span, variable) in uniforms.iter().skip(1) {
        let name = linked.with_author_names(variable.name.as_deref().unwrap_or_default());
        let message = format!("`{name}` is a second uniform at @group(0) @binding(0)");
        diagnostics.push(
            Diagnostic::error(location(span), message)
                .note("a file and its imports share one uniform struct")
                .note("move the struct and its variable to a file that both import, or pass the values as parameters"),
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
            format!("the uniform `{name}` must be a struct; its members become the controls");
        diagnostics.push(Diagnostic::error(location(span), message));
        return UniformControls::default();
    };
    let (owner, struct_name) = linked.declared_in(ty.name.as_deref().unwrap_or_default());
    let documented = owner
        .outline()
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
            let location =
                documented.map(|documented| owner.location(documented.name_range.clone()));
            diagnostics.extend(location.map(|location| {
                Diagnostic::warning(
                    location,
                    format!("`{name}` has a type without a control; its value is always 0"),
                )
            }));
            continue;
        };
        let doc = documented.map(|documented| &documented.doc);
        let named = MemberInfo {
            name,
            ty,
            source: ControlSource::Uniform,
            doc,
            file: owner,
        };
        let source = match parse_control(&named, &mut group, diagnostics) {
            UniformMember::Control(control) => {
                read.controls.push(*control);
                SlotSource::Control(read.controls.len() - 1)
            }
            UniformMember::Auto(auto) => SlotSource::Auto(auto),
        };
        read.layout.slots.push(Slot {
            offset: member.offset,
            ty,
            source,
        });
    }
    read
}
