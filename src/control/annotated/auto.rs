//! Parses the tag `@auto`, by which the host instead of the user sets a member of the uniform struct.

use super::MemberInfo;
use crate::annotation::Tag;
use crate::control::{AutoInput, ControlSource, ControlType};
use crate::suggest::did_you_mean;

pub(super) fn parse_auto(tag: &Tag, member: &MemberInfo<'_>) -> Result<AutoInput, String> {
    if member.source == ControlSource::Argument {
        return Err("`@auto` applies only to members of the uniform struct".to_owned());
    }
    let name = match tag.arguments() {
        [] => member.name,
        _ => tag.word().ok_or("`@auto` takes one name")?,
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
    let fits = auto.types().contains(&member.ty);
    if fits {
        Ok(auto)
    } else {
        Err(format!(
            "`@auto({name})` does not apply to {}",
            member.ty.with_article()
        ))
    }
}

/// Parses the tag `@auto(placement NAME)`. Returns the name of the texture with `@field` whose placement the host
/// writes to the member. The error is a message for the author.
pub(super) fn parse_placement(tag: &Tag, member: &MemberInfo<'_>) -> Result<String, String> {
    let mut words = tag.word().unwrap_or_default().split_whitespace();
    let (Some("placement"), Some(name), None) = (words.next(), words.next(), words.next()) else {
        return Err("`@auto(placement NAME)` takes the name of a texture with `@field`".to_owned());
    };
    match (member.source, member.ty) {
        (ControlSource::Uniform, ControlType::Vec4) => Ok(name.to_owned()),
        (ControlSource::Uniform, ty) => Err(format!(
            "`@auto(placement {name})` does not apply to {}, but to a vec4f: west edge, north edge, spacing x, y",
            ty.with_article()
        )),
        _ => Err("`@auto` applies only to members of the uniform struct".to_owned()),
    }
}
