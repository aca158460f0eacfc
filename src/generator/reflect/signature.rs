//! Recognizes generators among the functions of a shader by their parameters and results.

use std::sync::Arc;

use naga::Module;

use super::super::control_type::control_type;
use super::file_comment::FileComment;
use super::result_shape::ResultShape;
use super::uniform::{UniformControls, too_large};
use crate::field::Returns;
use crate::generator::control::{
    Control, ControlSource, ControlType, MAX_UNIFORM_BYTES, MemberInfo, Slot, SlotSource, TagScope,
    UniformLayout, UniformMember, arguments_message, misplaced_message, parse_control,
};
use crate::generator::{Domain, Generator};
use crate::source::Source;
use crate::source::link::Linked;
use crate::wgsl::annotation::FunctionDoc;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::outline::Declaration;

/// Signature of a function that is a generator: position, result, and the parameters after the position.
pub(super) struct Signature {
    domain: Domain,
    result: ResultShape,
    parameters: Vec<(String, ControlType)>,
}

impl Signature {
    pub(super) fn read(
        module: &Module,
        function: &naga::Function,
        declaration: &Declaration,
    ) -> Option<Self> {
        let (position, further) = function.arguments.split_first()?;
        let domain = match control_type(module, position.ty)? {
            ControlType::Vec2 => Domain::Plane,
            ControlType::Vec3 => Domain::Volume,
            ControlType::Vec4 => Domain::VolumeTime,
            _ => return None,
        };
        let result = ResultShape::of(module, function.result.as_ref()?.ty, domain)?;
        let names = declaration.members.iter().skip(1).map(|parameter| parameter.name.clone());
        let types = further.iter().map(|argument| control_type(module, argument.ty));
        let parameters =
            names.zip(types).map(|(name, ty)| Some((name, ty?))).collect::<Option<_>>()?;
        Some(Self { domain, result, parameters })
    }

    /// Returns `None`, with an error, if the values of the parameters do not fit a uniform buffer.
    pub(super) fn generator(
        &self,
        linked: &Arc<Linked>,
        declaration: &Declaration,
        file: &FileComment,
        shared: &UniformControls,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Generator> {
        let root = linked.root();
        let first_argument = shared.controls.len();
        let arguments = match arguments_layout(&self.parameters, first_argument) {
            Ok(arguments) => arguments,
            Err(index) => {
                let (name, ty) = &self.parameters[index];
                let parameter = declaration.members.get(1 + index);
                let location =
                    parameter.map(|parameter| root.location(parameter.name_range.clone()));
                let note = "a function of a position has a control for each further parameter; exclude it with `@hidden`";
                diagnostics.push(too_large(location, name, ty.bytes()).with_note(note));
                return None;
            }
        };
        let comment = FunctionDoc::parse(&declaration.doc);
        let returns = self.returns(root, declaration, &comment, diagnostics);
        let mut controls = shared.controls.clone();
        controls.extend(self.arguments(root, declaration, &comment, shared, diagnostics));
        let doc =
            if comment.function.doc.is_empty() { file.doc.clone() } else { comment.function.doc };
        Some(Generator {
            domain: self.domain,
            returns,
            channels: self.result.channels,
            doc,
            arguments,
            controls,
            channel_names: self.result.names.clone(),
            kind: self.result.kind.clone(),
            ..file.generator(linked, &declaration.name, shared)
        })
    }

    fn arguments(
        &self,
        root: &Source,
        declaration: &Declaration,
        comment: &FunctionDoc,
        shared: &UniformControls,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Control> {
        let mut controls = Vec::new();
        let mut group = None;
        let members = declaration.members.iter().skip(1);
        for ((name, ty), member) in self.parameters.iter().zip(members) {
            let doc = comment.parameter(name).unwrap_or(&member.doc);
            let named = MemberInfo {
                name,
                ty: *ty,
                source: ControlSource::Argument,
                doc: Some(doc),
                name_range: Some(member.name_range.clone()),
                file: root,
            };
            let parsed = parse_control(&named, &mut group, diagnostics);
            let UniformMember::Control(control) = parsed else {
                continue;
            };
            let shares = |other: &Control| other.name == *name && other.ty == *ty;
            if shared.controls.iter().any(shares) {
                let location = root.location(member.name_range.clone());
                let message = format!(
                    "`{name}` shares its value with the uniform's member `{name}`, which is also {}",
                    ty.with_article()
                );
                diagnostics.push(Diagnostic::warning(location, message));
            }
            controls.push(*control);
        }
        controls
    }

    fn returns(
        &self,
        root: &Source,
        declaration: &Declaration,
        comment: &FunctionDoc,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Returns {
        let channels = self.result.channels;
        let is_gradient_sized = match self.domain {
            Domain::Plane | Domain::Grid => channels == 3,
            Domain::Volume | Domain::VolumeTime => channels == 4,
        };
        let is_color_sized = channels >= 3;
        let mut tagged = None;
        for tag in &comment.function.tags {
            let message = match (tag.name.as_str(), tag.word()) {
                // Checked in `program`.
                _ if TagScope::of(tag) == Some(TagScope::GridPass) => continue,
                _ if !tag.closed => tag.unclosed(),
                ("returns", Some("gradient")) if is_gradient_sized => {
                    tagged = Some(Returns::Gradient);
                    continue;
                }
                ("returns", Some("color")) if is_color_sized => {
                    tagged = Some(Returns::Color);
                    continue;
                }
                ("returns", Some(word @ ("gradient" | "color"))) => {
                    format!("`@returns({word})` does not apply to {}", self.result.name())
                }
                ("returns", _) => arguments_message(tag),
                _ => misplaced_message(tag),
            };
            let location = root.location(tag.range.clone());
            let fix = tag.fix(&location);
            diagnostics.push(Diagnostic::warning(location, message).with_fix(fix));
        }
        tagged.unwrap_or(match channels {
            1 => Returns::Value,
            _ if self.result.has_gradient => Returns::Gradient,
            2 => Returns::Channels,
            _ if !self.result.names.is_empty() => Returns::Channels,
            _ if is_gradient_sized && declaration.name.ends_with("_deriv") => Returns::Gradient,
            _ => Returns::Color,
        })
    }
}

/// `first` is the index of the first argument's control. The error is the index of a parameter that does not fit.
fn arguments_layout(
    parameters: &[(String, ControlType)],
    first: usize,
) -> Result<UniformLayout, usize> {
    let mut layout = UniformLayout::default();
    let mut end = 0_u32;
    for (index, (_, ty)) in parameters.iter().enumerate() {
        let offset = end.next_multiple_of(alignment(*ty));
        if u64::from(offset) + ty.bytes() > u64::from(MAX_UNIFORM_BYTES) {
            return Err(index);
        }
        layout.slots.push(Slot { offset, ty: *ty, source: SlotSource::Control(first + index) });
        end = offset + ty.bytes() as u32;
    }
    layout.size = end.next_multiple_of(16);
    Ok(layout)
}

fn alignment(ty: ControlType) -> u32 {
    match ty {
        ControlType::F32 | ControlType::I32 | ControlType::U32 | ControlType::Bool => 4,
        ControlType::Field => 1,
        ControlType::Vec2 => 8,
        ControlType::Vec3 | ControlType::Vec4 | ControlType::Array(_) => 16,
    }
}
