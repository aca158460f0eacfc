//! Reads the field inputs of a WGSL file: its textures with the tag `@field`.

use naga::{GlobalVariable, ImageClass, ImageDimension, Module, ScalarKind, TypeInner};

use super::super::fields::outside_message;
use super::super::{FieldInput, InputSource};
use crate::generator::control::{
    Control, ControlSource, ControlType, MemberInfo, UniformMember, arguments_message,
    parse_control,
};
use crate::source::FieldSource;
use crate::source::link::Linked;
use crate::wgsl::annotation::{Argument, ParsedComment, Tag};
use crate::wgsl::diagnostic::Diagnostic;

/// Returns the field inputs in the order of their bind groups and bindings, with their controls.
pub(super) fn field_inputs(
    module: &Module,
    linked: &Linked,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(FieldInput, Control)> {
    let mut inputs: Vec<(FieldInput, Control)> = module
        .global_variables
        .iter()
        .filter_map(|(_, variable)| read(module, linked, variable, diagnostics))
        .collect();
    inputs.sort_by_key(|(input, _)| input.author_binding);
    for pair in inputs.windows(2) {
        let [(one, _), (other, _)] = pair else {
            continue;
        };
        if one.author_binding == other.author_binding {
            let (group, binding) = other.author_binding;
            let message = format!(
                "`{}` and `{}` are both at @group({group}) @binding({binding})",
                one.name, other.name
            );
            diagnostics.push(Diagnostic::error(Some(other.location.clone()), message));
        }
    }
    inputs
}

fn read(
    module: &Module,
    linked: &Linked,
    variable: &GlobalVariable,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(FieldInput, Control)> {
    let binding = variable.binding.as_ref()?;
    let (owner, name) = linked.declared_in(variable.name.as_deref()?);
    let declaration = owner.outline().find(name)?;
    let comment = ParsedComment::parse(&declaration.doc);
    let tag = comment.tag("field")?;
    if !matches!(module.types[variable.ty].inner, TypeInner::Image { .. }) {
        return None;
    }
    let location = owner.location(tag.range.clone());
    let source = if is_field(module, variable) {
        parse(tag)
    } else {
        Err("`@field` fills a texture_2d<f32>".to_owned())
    };
    let source = source.map_err(|message| {
        let error = Diagnostic::error(Some(location.clone()), message);
        diagnostics.push(error.with_fix(tag.fix(&location)));
    });
    let info = MemberInfo {
        name,
        ty: ControlType::Field,
        source: ControlSource::Field,
        doc: Some(&declaration.doc),
        file: owner,
        name_range: Some(declaration.name_range.clone()),
    };
    let UniformMember::Control(tagged) = parse_control(&info, &mut None, diagnostics) else {
        return None;
    };
    let control = Control {
        group: tagged.group,
        label: tagged.label,
        hidden: tagged.hidden,
        ..Control::field(name, source.ok()?, tagged.doc)
    };
    let input = FieldInput {
        name: name.to_owned(),
        location,
        source: InputSource::Missing,
        author_binding: (binding.group, binding.binding),
    };
    Some((input, control))
}

fn is_field(module: &Module, variable: &GlobalVariable) -> bool {
    matches!(
        module.types[variable.ty].inner,
        TypeInner::Image {
            dim: ImageDimension::D2,
            arrayed: false,
            class: ImageClass::Sampled { kind: ScalarKind::Float, multi: false },
        }
    )
}

fn parse(tag: &Tag) -> Result<FieldSource, String> {
    tag.check_closed()?;
    let text = match tag.arguments() {
        [Argument::Word(name) | Argument::Text(name)] => name.clone(),
        [
            Argument::Word(name) | Argument::Text(name),
            Argument::Number(width),
            Argument::Number(height),
        ] => format!("{name},{width},{height}"),
        _ => return Err(arguments_message(tag)),
    };
    let source = FieldSource::parse(&text).map_err(|error| format!("`@field`: {error}"))?;
    if source.is_outside() {
        Err(format!("`@field`: {}", outside_message(&text)))
    } else {
        Ok(source)
    }
}
