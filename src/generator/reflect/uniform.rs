//! Creates a control for each member of a uniform struct, and for each uniform that is not a struct.

use std::ops::Range;

use naga::proc::Layouter;
use naga::{
    AddressSpace, GlobalVariable, Handle, Module, ShaderStage, Span, StructMember, Type, TypeInner,
};

use super::super::FieldInput;
use super::super::control_type::control_type;
use crate::generator::control::{
    AutoInput, Control, ControlSource, MAX_UNIFORM_BYTES, MemberInfo, Slot, SlotSource,
    UniformBlock, UniformLayout, UniformMember, parse_control,
};
use crate::source::link::Linked;
use crate::source::{Source, SourceLocation};
use crate::wgsl::annotation::ParsedComment;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::outline::DocComment;

#[derive(Default)]
pub(super) struct UniformControls {
    pub(super) controls: Vec<Control>,
    pub(super) layout: UniformLayout,
}

/// Alignment of structs and arrays in a uniform buffer, in bytes.
const ALIGNMENT: u32 = 16;

/// Returns the controls in the order of bind groups and bindings.
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
        layouter: &layouter,
        linked,
        inputs,
        diagnostics,
        read: UniformControls::default(),
        group: None,
        has_fragment: module.entry_points.iter().any(|entry| entry.stage == ShaderStage::Fragment),
    };
    for (_, variable) in &uniforms {
        let offset = reader.read.layout.size;
        let (group, binding) = binding_of(variable);
        if !is_only_struct {
            let block = UniformBlock { group, binding, offset };
            reader.read.layout.blocks.push(block);
        }
        if uniforms.len() > 1 {
            let name = linked.with_author_names(variable.name.as_deref().unwrap_or_default());
            reader.group = is_struct(variable).then_some(name);
        }
        match &module.types[variable.ty].inner {
            TypeInner::Struct { members, .. } => reader.add_controls(variable, members, offset),
            _ => reader.variable(variable, offset),
        }
        // A larger size is an error.
        let size = layouter[variable.ty].size.min(MAX_UNIFORM_BYTES);
        reader.read.layout.size =
            (offset + size).next_multiple_of(if is_only_struct { 1 } else { ALIGNMENT });
    }
    reader.read
}

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

fn binding_of(variable: &GlobalVariable) -> (u32, u32) {
    let binding = variable.binding.as_ref();
    binding.map_or((0, 0), |binding| (binding.group, binding.binding))
}

fn repeated_bindings(linked: &Linked, uniforms: &[(Span, &GlobalVariable)]) -> Vec<Diagnostic> {
    let repeated =
        uniforms.windows(2).filter(|pair| binding_of(pair[0].1) == binding_of(pair[1].1));
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
    layouter: &'a Layouter,
    linked: &'a Linked,
    inputs: &'a [(FieldInput, Control)],
    diagnostics: &'a mut Vec<Diagnostic>,
    read: UniformControls,
    /// Section of the next control.
    group: Option<String>,
    has_fragment: bool,
}

pub(super) fn too_large(location: Option<SourceLocation>, name: &str, bytes: u64) -> Diagnostic {
    let message = format!(
        "`{name}` has {bytes} bytes, with which the values of the controls have more than {MAX_UNIFORM_BYTES}"
    );
    let vec4s = MAX_UNIFORM_BYTES / 16;
    Diagnostic::error(location, message).with_note(format!(
        "a uniform buffer holds at most {MAX_UNIFORM_BYTES} bytes on some adapters, such as an `array<vec4f, {vec4s}>`"
    ))
}

impl UniformReader<'_> {
    /// Creates the controls of a uniform struct that starts at the byte `offset` of the shared buffer.
    fn add_controls(&mut self, variable: &GlobalVariable, members: &[StructMember], offset: u32) {
        let ty = &self.module.types[variable.ty];
        let (file, name) = self.linked.declared_in(ty.name.as_deref().unwrap_or_default());
        let declaration = file.outline().find(name);
        let documented = declaration.map_or(&[][..], |declaration| &declaration.members);
        for member in members {
            let name = member.name.as_deref().unwrap_or_default();
            let found = documented.iter().find(|documented| documented.name == name);
            let found = found.map(|found| (&found.doc, found.name_range.clone()));
            let offset = u64::from(offset) + u64::from(member.offset);
            if !self.add_control(file, (name, found), member.ty, offset) {
                return;
            }
        }
    }

    fn variable(&mut self, variable: &GlobalVariable, offset: u32) {
        let name = variable.name.as_deref().unwrap_or_default();
        let (file, name) = self.linked.declared_in(name);
        let found = file.outline().find(name);
        let found = found.map(|found| (&found.doc, found.name_range.clone()));
        self.add_control(file, (name, found), variable.ty, offset.into());
    }

    /// `found` has the comment and range of the name. Returns false, with an error, if the values exceed the buffer.
    fn add_control(
        &mut self,
        file: &Source,
        (name, found): (&str, Option<(&DocComment, Range<usize>)>),
        ty: Handle<Type>,
        offset: u64,
    ) -> bool {
        let (doc, name_range) = found.unzip();
        let location = || name_range.clone().map(|range| file.location(range));
        let bytes = u64::from(self.layouter[ty].size);
        if offset + bytes > MAX_UNIFORM_BYTES.into() {
            self.diagnostics.push(too_large(location(), name, bytes));
            return false;
        }
        match control_type(self.module, ty) {
            Some(ty) => {
                let source = ControlSource::Uniform;
                self.control(
                    &MemberInfo { name, ty, source, doc, name_range, file },
                    offset as u32,
                );
            }
            None => {
                let auto = auto_input(name, doc);
                let warning = location().map(|location| without_control(location, name, auto));
                self.diagnostics.extend(warning);
            }
        }
        true
    }

    /// Members without tags are set as fragment shaders of other programs expect it.
    fn member(&mut self, info: &MemberInfo<'_>) -> UniformMember {
        let auto = AutoInput::of_fragment(info.name)
            .filter(|auto| self.has_fragment && auto.types().contains(&info.ty));
        let has_tags = || info.doc.is_some_and(|doc| !ParsedComment::parse(doc).tags.is_empty());
        match auto {
            Some(auto) if !has_tags() => UniformMember::Auto(auto),
            _ => parse_control(info, &mut self.group, self.diagnostics),
        }
    }

    fn control(&mut self, info: &MemberInfo<'_>, offset: u32) {
        let source = match self.member(info) {
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
                    return self.diagnostics.push(Diagnostic::warning(location, message));
                };
                SlotSource::Placement(index)
            }
        };
        self.read.layout.slots.push(Slot { offset, ty: info.ty, source });
    }
}

fn auto_input(name: &str, doc: Option<&DocComment>) -> Option<AutoInput> {
    let comment = ParsedComment::parse(doc?);
    let tag = comment.tag("auto")?;
    AutoInput::from_name(tag.word().unwrap_or(name))
}

fn without_control(location: SourceLocation, name: &str, auto: Option<AutoInput>) -> Diagnostic {
    let message = match auto {
        Some(auto) => format!(
            "`@auto({})` does not apply to the type of `{name}`, but to {}; its value is always 0",
            auto.name(),
            auto.type_names()
        ),
        None => format!("`{name}` has a type without a control; its value is always 0"),
    };
    Diagnostic::warning(location, message)
}

#[cfg(test)]
mod tests {
    use crate::generator::compile;
    use crate::source::SourceTree;

    fn compiled(text: &str) -> (Vec<String>, usize) {
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let files: Vec<_> = tree.iter().map(|source| compile(&tree, source)).collect();
        let errors = files[0].diagnostics.iter();
        let errors = errors.filter(|diagnostic| diagnostic.is_error());
        let errors = errors.map(|error| error.short()).collect();
        (errors, files[0].generators.len())
    }

    #[test]
    fn controls_that_exceed_a_uniform_buffer_are_errors_at_their_lines() {
        let beyond = |place: &str, name: &str, bytes: u64| {
            format!(
                "a.wgsl:{place}: error: `{name}` has {bytes} bytes, with which the values of the controls have more than 65536"
            )
        };
        let height = "\nfn height(p: vec2f) -> f32 { return p.x; }";
        let uniform = |ty: &str| format!("@group(0) @binding(0) var<uniform> u: {ty};{height}");
        let in_struct = |members: &str| format!("struct P {{\n{members}\n}}\n{}", uniform("P"));
        let parameters =
            |more: &str| format!("fn height(p: vec2f,\n{more}) -> f32 {{ return p.x; }}");
        for (text, expected) in [
            (uniform("array<vec4f, 60000000>"), beyond("1:36", "u", 960_000_000)),
            (uniform("array<vec4f, 4097>"), beyond("1:36", "u", 65_552)),
            (in_struct("a: f32, b: array<vec4f, 4095>,\nc: f32, d: f32"), beyond("3:1", "c", 4)),
            (in_struct("a: array<array<vec4f, 4096>, 4096>"), beyond("2:1", "a", 1 << 28)),
            (parameters("a: array<vec4f, 60000000>"), beyond("2:1", "a", 960_000_000)),
            (parameters("a: array<vec4f, 4095>, b: f32,\nc: vec4f"), beyond("3:1", "c", 16)),
        ] {
            let (errors, _) = compiled(&text);
            assert_eq!(errors.first(), Some(&expected), "{text}");
        }
        for text in [
            uniform("array<vec4f, 4096>"),
            in_struct("a: f32, b: array<vec4f, 4095>"),
            parameters("a: array<vec4f, 4095>, b: f32, c: vec2f"),
        ] {
            assert_eq!(compiled(&text), (Vec::new(), 1), "{text}");
        }
        // A function that is only called by others can take more.
        let hidden = parameters("a: array<vec4f, 4097>");
        assert_eq!(compiled(&format!("/// @hidden\n{hidden}")), (Vec::new(), 0));
    }
}
