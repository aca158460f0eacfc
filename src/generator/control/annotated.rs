//! Creates controls from the tags of uniform members and function parameters; invalid tags are ignored with a warning.

mod tags;
#[cfg(test)]
pub(super) mod tests;

use std::ops::Range;

pub(super) use tags::fewest_numbers;
pub(crate) use tags::{TAGS, TagInfo, TagScope, arguments_message, misplaced_message};
use tags::{TaggedControl, in_order};

use super::{AutoInput, Control, ControlSource, ControlType, SliderRange, Value, Widget};
use crate::source::Source;
use crate::wgsl::annotation::ParsedComment;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::outline::DocComment;

#[derive(Debug, PartialEq)]
pub(crate) enum UniformMember {
    /// The user, by this control.
    Control(Box<Control>),
    /// The host, to this quantity.
    Auto(AutoInput),
    /// The host, to the placement of the field input with this name. Holds the byte range of the tag in the file.
    Placement(String, Range<usize>),
}

pub(crate) struct MemberInfo<'a> {
    pub(crate) name: &'a str,
    pub(crate) ty: ControlType,
    pub(crate) source: ControlSource,
    pub(crate) doc: Option<&'a DocComment>,
    /// Bytes of the name in `file`; `None` if the outline of the file has no such declaration.
    pub(crate) name_range: Option<Range<usize>>,
    pub(crate) file: &'a Source,
}

/// Applies the tags of a doc comment. `group` is the section of the previous control; `@group` replaces it.
pub(crate) fn parse_control(
    member: &MemberInfo<'_>,
    group: &mut Option<String>,
    warnings: &mut Vec<Diagnostic>,
) -> UniformMember {
    let comment = member.doc.map(ParsedComment::parse).unwrap_or_default();
    let mut tagged = TaggedControl {
        control: Control { group: group.take(), ..untagged_control(member, &comment.doc) },
        has_range: false,
        host: None,
    };
    for tag in in_order(&comment.tags) {
        if let Err(message) = tagged.apply(tag) {
            let location = member.file.location(tag.range.clone());
            let fix = tag.fix(&location);
            warnings.push(Diagnostic::warning(location, message).with_fix(fix));
        }
    }
    group.clone_from(&tagged.control.group);
    tagged.host.unwrap_or_else(|| UniformMember::Control(Box::new(tagged.control)))
}

/// Returns the control before its tags are applied. A few names (`octaves`, `gain`, …) have common ranges.
fn untagged_control(member: &MemberInfo<'_>, doc: &str) -> Control {
    let integer = member.ty.is_integer();
    let scalar = member.ty.components() == 1;
    let common = match member.name {
        "octaves" if scalar => Some((1.0, 16.0, 8.0, false)),
        "lacunarity" if member.ty == ControlType::F32 => Some((1.0, 4.0, 2.0, false)),
        "gain" | "persistence" if member.ty == ControlType::F32 => Some((0.0, 1.0, 0.5, false)),
        "frequency" | "scale" if member.ty == ControlType::F32 => Some((0.05, 64.0, 1.0, true)),
        _ => None,
    };
    let seed = member.name == "seed" && integer;
    let (min, max, default, log) = common.unwrap_or(match member.ty {
        ControlType::I32 | ControlType::U32 if seed => (0.0, 65_535.0, 0.0, false),
        ControlType::I32 | ControlType::U32 => (0.0, 16.0, 1.0, false),
        _ => (0.0, 1.0, 0.5, false),
    });
    let widget = match common {
        _ if seed => Widget::Seed,
        Some(_) => Widget::Slider,
        None => Widget::Number,
    };
    let range = SliderRange { log, ..SliderRange::linear(min, max, member.ty) };
    let default = Value::from(vec![default; member.ty.components()]);
    let location = |range| member.file.location(range);
    Control {
        doc: doc.to_owned(),
        location: member.name_range.clone().map(location),
        ..Control::new(member.name, member.ty, member.source, widget, range, default)
    }
}
