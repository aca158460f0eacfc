//! Applies the tag `@auto`, by which the host instead of the user sets a member of the uniform struct.

use super::{TaggedControl, UniformMember, arguments_message};
use crate::generator::control::{AutoInput, Control, ControlSource, ControlType};
use crate::wgsl::annotation::Tag;
use crate::wgsl::suggest::did_you_mean;

pub(super) fn auto(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let is_placement = tag.word().is_some_and(|word| word.starts_with("placement"));
    let read = if is_placement { placement } else { quantity };
    tagged.host = Some(read(tag, &tagged.control)?);
    Ok(())
}

fn quantity(tag: &Tag, member: &Control) -> Result<UniformMember, String> {
    if member.source == ControlSource::Argument {
        return Err(outside_uniform());
    }
    let name = match tag.arguments() {
        [] => &member.name,
        _ => tag.word().ok_or_else(|| arguments_message(tag))?,
    };
    let auto = AutoInput::from_name(name).ok_or_else(|| {
        let names = AutoInput::ALL.map(|auto| auto.name());
        match did_you_mean(name, names) {
            similar if similar.is_empty() => {
                format!("`@auto` has no input `{name}`; it has {}", names.join(", "))
            }
            similar => format!("`@auto` has no input `{name}`{similar}"),
        }
    })?;
    if auto.types().contains(&member.ty) {
        return Ok(UniformMember::Auto(auto));
    }
    let ty = member.ty.with_article();
    Err(format!("`@auto({name})` does not apply to {ty}, but to {}", auto.type_names()))
}

fn placement(tag: &Tag, member: &Control) -> Result<UniformMember, String> {
    let mut words = tag.word().unwrap_or_default().split_whitespace();
    let (Some("placement"), Some(name), None) = (words.next(), words.next(), words.next()) else {
        return Err("`@auto(placement NAME)` takes the name of a texture with `@field`".to_owned());
    };
    match (member.source, member.ty) {
        (ControlSource::Uniform, ControlType::Vec4) => {
            Ok(UniformMember::Placement(name.to_owned(), tag.range.clone()))
        }
        (ControlSource::Uniform, ty) => Err(format!(
            "`@auto(placement {name})` does not apply to {}, but to a vec4f: west edge, north edge, spacing x, y",
            ty.with_article()
        )),
        _ => Err(outside_uniform()),
    }
}

fn outside_uniform() -> String {
    "`@auto` applies only to members of the uniform struct".to_owned()
}
