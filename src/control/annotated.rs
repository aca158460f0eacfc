//! Reads the tags of a uniform's member or a parameter, and makes a control of it. An invalid tag is a warning and
//! is ignored.

mod tags;
#[cfg(test)]
pub(super) mod tests;

use tags::{apply, name_of, read_auto};

use super::{AutoInput, Control, ControlSource, ControlType, SliderRange, Value, Widget};
use crate::annotation::{OF_THE_FUNCTION, ParsedComment, Tag};
use crate::diagnostic::Diagnostic;
use crate::outline::DocComment;
use crate::source::Source;

/// Member of a uniform struct after its tags were read.
#[derive(Debug, PartialEq)]
pub(crate) enum UniformMember {
    /// The user sets the member.
    Control(Box<Control>),
    /// The host sets the member.
    Auto(AutoInput),
}

/// Declaration of a member or parameter, with its comment.
pub(crate) struct MemberInfo<'a> {
    pub(crate) name: &'a str,
    pub(crate) ty: ControlType,
    pub(crate) source: ControlSource,
    pub(crate) doc: Option<&'a DocComment>,
    /// File with the comment.
    pub(crate) file: &'a Source,
}

/// Reads the tags of a member. `group` is the section of the previous member; a `@group` tag replaces it.
pub(crate) fn read_control(
    named: &MemberInfo<'_>,
    group: &mut Option<String>,
    warnings: &mut Vec<Diagnostic>,
) -> UniformMember {
    let annotated = named.doc.map(ParsedComment::read).unwrap_or_default();
    let mut control = untagged_control(named, &annotated.doc);
    let (mut auto, mut ranged) = (None, false);
    for tag in in_order(&annotated.tags) {
        let complaint = tag.check_closed().and_then(|()| match tag.name.as_str() {
            "auto" => read_auto(tag, named).map(|found| auto = Some(found)),
            "group" | "section" => name_of(tag).map(|name| *group = Some(name)),
            name if named.source == ControlSource::Argument && OF_THE_FUNCTION.contains(&name) => {
                Ok(())
            }
            _ => apply(tag, &mut control, &mut ranged),
        });
        if let Err(message) = complaint {
            warnings.push(Diagnostic::warning(
                named.file.location(tag.range.clone()),
                message,
            ));
        }
    }
    if let Some(auto) = auto {
        return UniformMember::Auto(auto);
    }
    control.group.clone_from(group);
    UniformMember::Control(Box::new(control))
}

/// Returns the tags sorted so that each finds the ones it depends on applied, whatever the author's order.
fn in_order(tags: &[Tag]) -> Vec<&Tag> {
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

/// Returns the control of a member without tags. A few names (`octaves`, `gain`, …) have their usual ranges.
fn untagged_control(named: &MemberInfo<'_>, doc: &str) -> Control {
    let integer = named.ty.is_integer();
    let scalar = named.ty.components() == 1;
    let usual = match named.name {
        "octaves" if scalar => Some((1.0, 16.0, 8.0, false)),
        "lacunarity" if named.ty == ControlType::F32 => Some((1.0, 4.0, 2.0, false)),
        "gain" | "persistence" if named.ty == ControlType::F32 => Some((0.0, 1.0, 0.5, false)),
        "frequency" | "scale" if named.ty == ControlType::F32 => Some((0.05, 64.0, 1.0, true)),
        _ => None,
    };
    let seed = named.name == "seed" && integer;
    let (min, max, default, log) = usual.unwrap_or(match named.ty {
        ControlType::I32 | ControlType::U32 if seed => (0.0, 65_535.0, 0.0, false),
        ControlType::I32 | ControlType::U32 => (0.0, 16.0, 1.0, false),
        _ => (0.0, 1.0, 0.5, false),
    });
    let widget = if seed {
        Widget::Seed
    } else if usual.is_some() {
        Widget::Slider
    } else {
        Widget::Number
    };
    Control {
        name: named.name.to_owned(),
        ty: named.ty,
        source: named.source,
        widget,
        range: SliderRange {
            min,
            max,
            step: integer.then_some(1.0),
            log,
        },
        default: Value(vec![default; named.ty.components()]),
        group: None,
        label: named.name.to_owned(),
        unit: None,
        doc: doc.to_owned(),
        hidden: false,
    }
}
