//! Explanations of compile errors about WGSL syntax from before 2023.

use super::{Explanation, ParserError, Site};

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    if error.message.starts_with("unknown attribute: `stage`") {
        let message = format!("unknown attribute: `stage`; write `@{}`", site.word(2));
        return Some(Explanation::new(site.range.clone(), message));
    }
    if !error.is_syntax() {
        return None;
    }
    let is_global = site.function().is_none();
    match site.word(0) {
        ";" if is_in_struct(site) => {
            let message = "expected `,` after a member of the struct, found \";\"";
            let note =
                "members are separated by commas since 2022; replace every `;` in the struct";
            Some(Explanation::new(site.range.clone(), message).note(note))
        }
        "[" if site.word(1) == "[" => Some(double_brackets(site)),
        "let" if is_global => {
            let message = format!(
                "`let` is for functions; at module scope write `const {} = …`",
                name_or_ellipsis(site, 1)
            );
            Some(Explanation::new(site.range.clone(), message).fix(site.span(0, 0), "const"))
        }
        "type" if is_global => {
            let message =
                format!("`type` was renamed: write `alias {} = …`", name_or_ellipsis(site, 1));
            Some(Explanation::new(site.range.clone(), message).fix(site.span(0, 0), "alias"))
        }
        _ if site.word(-1) == "fallthrough" => {
            let message =
                "WGSL has no `fallthrough`; list the values in one case: `case 0, 1: { … }`";
            Some(Explanation::new(site.span(-1, -1), message))
        }
        _ if matches!(site.word(-1), "elseif" | "elif" | "elsif") && site.word(-2) == "}" => {
            let message = format!("`{}` is not WGSL; write `else if`", site.word(-1));
            let range = site.span(-1, -1);
            Some(Explanation::new(range.clone(), message).fix(range, "else if"))
        }
        _ if site.word(-2) == "@" && error.message.starts_with("expected `(`") => {
            let attribute = format!("@{}({})", site.word(-1), site.word(0));
            let message = format!("write `{attribute}`");
            Some(Explanation::new(site.span(-2, 0), message).fix(site.span(-2, 0), attribute))
        }
        _ => None,
    }
}

fn name_or_ellipsis<'s>(site: &Site<'s>, offset: isize) -> &'s str {
    if site.is_name(offset) { site.word(offset) } else { "…" }
}

fn is_in_struct(site: &Site<'_>) -> bool {
    let mut offset = -1;
    while !matches!(site.word(offset), "{" | "}" | "") {
        offset -= 1;
    }
    site.word(offset) == "{" && site.word(offset - 2) == "struct"
}

/// Explains `[[group(0), binding(0)]]`, with the attributes that replace them.
fn double_brackets(site: &Site<'_>) -> Explanation {
    let attributes: Vec<String> = site
        .list(1)
        .into_iter()
        .map(|(first, last)| match site.word(first) {
            "stage" => format!("@{}", site.word(first + 2)),
            _ => format!("@{}", site.text_of(first, last)),
        })
        .collect();
    let close = site.closing(0).unwrap_or(1);
    let message = match attributes.as_slice() {
        [only] if only == "@block" => "`[[block]]` is not needed any more; delete it".to_owned(),
        [] => "attributes start with `@`: `@fragment`, `@location(0)`".to_owned(),
        _ => format!("attributes start with `@` since 2022: write `{}`", attributes.join(" ")),
    };
    Explanation::new(site.span(0, close), message)
}
