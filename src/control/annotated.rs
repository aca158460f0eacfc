//! Creates a control from the tags of a uniform struct's member or of a function's parameter. An invalid tag is ignored
//! with a warning.

mod auto;
mod tags;
#[cfg(test)]
pub(super) mod tests;

use std::ops::Range;

use auto::{parse_auto, parse_placement};
pub(super) use tags::fewest_numbers;
use tags::{apply, name_of};

use super::{AutoInput, Control, ControlSource, ControlType, SliderRange, Value, Widget};
use crate::annotation::{FUNCTION_TAGS, ParsedComment, Tag};
use crate::diagnostic::Diagnostic;
use crate::outline::DocComment;
use crate::source::Source;

/// Origin of the value of a uniform struct's member, as the member's tags declare it: the user or the host.
#[derive(Debug, PartialEq)]
pub(crate) enum UniformMember {
    /// The user sets the member of the uniform struct by this control.
    Control(Box<Control>),
    /// The host sets the member of the uniform struct to this quantity, such as the time.
    Auto(AutoInput),
    /// The host sets the member of the uniform struct to the placement of a field input (texture with `@field`): west
    /// edge, north edge, spacing along x and y. Holds the name of the field input, and the byte range of the tag in the
    /// file.
    Placement(String, Range<usize>),
}

/// Declaration of a uniform struct's member, a function's parameter or a texture with `@field`, with its doc comment.
pub(crate) struct MemberInfo<'a> {
    pub(crate) name: &'a str,
    pub(crate) ty: ControlType,
    pub(crate) source: ControlSource,
    pub(crate) doc: Option<&'a DocComment>,
    /// Byte range of the declared name in `file`; `None` if the outline of the file has no such declaration.
    pub(crate) name_range: Option<Range<usize>>,
    /// File that contains the doc comment.
    pub(crate) file: &'a Source,
}

/// Creates the control of a uniform struct's member or of a parameter from the tags of its doc comment. `group` is the
/// section of the previous control; a `@group` tag replaces it. Adds warnings about invalid tags.
pub(crate) fn parse_control(
    member: &MemberInfo<'_>,
    group: &mut Option<String>,
    warnings: &mut Vec<Diagnostic>,
) -> UniformMember {
    let annotated = member.doc.map(ParsedComment::parse).unwrap_or_default();
    let mut control = untagged_control(member, &annotated.doc);
    let (mut auto, mut placement, mut has_range) = (None, None, false);
    for tag in in_dependency_order(&annotated.tags) {
        let applied = tag.check_closed().and_then(|()| match tag.name.as_str() {
            "auto" if tag.word().is_some_and(|word| word.starts_with("placement")) => {
                let name = parse_placement(tag, member);
                name.map(|name| placement = Some((name, tag.range.clone())))
            }
            "auto" => parse_auto(tag, member).map(|found| auto = Some(found)),
            "field" if member.ty == ControlType::Field => Ok(()),
            "group" | "section" => name_of(tag).map(|name| *group = Some(name)),
            name if member.source == ControlSource::Argument && FUNCTION_TAGS.contains(&name) => {
                Ok(())
            }
            _ => apply(tag, &mut control, &mut has_range),
        });
        if let Err(message) = applied {
            warnings.push(Diagnostic::warning(
                member.file.location(tag.range.clone()),
                message,
            ));
        }
    }
    if let Some((input, tag)) = placement {
        return UniformMember::Placement(input, tag);
    }
    if let Some(auto) = auto {
        return UniformMember::Auto(auto);
    }
    control.group.clone_from(group);
    UniformMember::Control(Box::new(control))
}

/// Returns the tags of a control in the order in which they are applied: each after the tags that it depends on.
fn in_dependency_order(tags: &[Tag]) -> Vec<&Tag> {
    let rank = |tag: &&Tag| match tag.name.as_str() {
        "color" | "toggle" | "enum" | "angle" | "seed" | "xy" | "octaves" | "curve"
        | "gradient" => 0,
        "range" => 1,
        "step" => 2,
        "default" => 3,
        "log" => 4, // `@default` may have widened the range
        _ => 5,
    };
    let mut tags: Vec<&Tag> = tags.iter().collect();
    tags.sort_by_key(rank);
    tags
}

/// Returns the control for a uniform struct's member or a parameter without tags. A few names (`octaves`, `gain`, …)
/// have common ranges.
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
    let widget = if seed {
        Widget::Seed
    } else if common.is_some() {
        Widget::Slider
    } else {
        Widget::Number
    };
    Control {
        name: member.name.to_owned(),
        ty: member.ty,
        source: member.source,
        widget,
        range: SliderRange {
            min,
            max,
            step: integer.then_some(1.0),
            log,
        },
        default: Value::from(vec![default; member.ty.components()]),
        group: None,
        label: member.name.to_owned(),
        unit: None,
        doc: doc.to_owned(),
        hidden: false,
        location: member
            .name_range
            .clone()
            .map(|range| member.file.location(range)),
    }
}
