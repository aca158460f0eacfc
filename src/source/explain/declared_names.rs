//! Explanations of compile errors about names that cannot be declared: words, types and functions of WGSL.

use super::{Explanation, ParserError, Site};
use crate::wgsl::builtins::builtin;

/// Words before a declaration that other languages have.
const MODIFIERS: [&str; 9] =
    ["pub", "export", "public", "private", "static", "inline", "async", "extern", "global"];

const DECLARATIONS: [&str; 6] = ["fn", "struct", "const", "var", "alias", "override"];

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    reserved(error).or_else(|| modifier(error)).or_else(|| hidden(error))
}

fn reserved(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    if site.text().starts_with("__") && error.message.contains("reserved prefix") {
        let message = "names cannot start with two underscores";
        return Some(Explanation::new(site.range.clone(), message));
    }
    if !error.message.ends_with("is a reserved keyword") {
        return None;
    }
    let found = |message: String| Some(Explanation::new(site.range.clone(), message));
    match site.text() {
        "mut" => {
            let message = "`mut` is Rust; WGSL declares variables that change with `var`";
            let found = found(message.to_owned())?;
            Some(if site.word(-1) == "let" { found.fix(site.span(-1, 0), "var") } else { found })
        }
        "fn" if site.is_name(1) && DECLARATIONS.contains(&site.word(-1)) => {
            let keyword = site.word(-1);
            let message = format!("`{keyword}` declares a value, not a function: delete it");
            Some(deleted(site, -1, message))
        }
        // A statement that was begun on the line above.
        _ if super::unfinished::is_next_line(site, 0) => None,
        name => found(format!("`{name}` is reserved in WGSL; choose another name")),
    }
}

fn modifier(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let (word, next) = (site.word(0), site.word(1));
    let is_modifier = MODIFIERS.contains(&word) && DECLARATIONS.contains(&next);
    (error.is_syntax() && is_modifier && site.function().is_none())
        .then(|| deleted(site, 0, format!("`{word}` is not WGSL: delete it")))
}

/// The space after the word at an offset is deleted too.
fn deleted(site: &Site<'_>, offset: isize, message: String) -> Explanation {
    let range = site.span(offset, offset);
    let with_space = range.start..site.span(offset + 1, offset + 1).start;
    Explanation::new(range, message).fix(with_space, "")
}

/// Explains a declaration with the name of a type or a function of WGSL, which is needed in it, or elsewhere as a type.
fn hidden(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let (name, range) = match error.quoted_after("declaration of ") {
        Some(name) if error.message.ends_with("is recursive") => (name, site.range.clone()),
        _ if error.message == "unexpected expression" => {
            let declared = site.source.outline().find(site.word(0))?;
            (site.word(0), declared.name_range.clone())
        }
        _ => return None,
    };
    let kind = if builtin(name)?.signature.is_empty() { "type" } else { "function" };
    let message =
        format!("`{name}` is a {kind} of WGSL, which this declaration hides; choose another name");
    Some(Explanation::new(range, message))
}
