//! Explanations of compile errors about assignments to what cannot be assigned.

use super::{Explanation, ParserError, Site};

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    match error.message {
        "invalid left-hand side of assignment" => Some(target(site, error)),
        "the operand of the `&` operator must be a reference" => address(site),
        "cannot take the address of a vector component" => {
            let message = "a component of a vector has no address; copy it to a `var`";
            Some(Explanation::new(site.range.clone(), message))
        }
        _ => None,
    }
}

fn target(site: &Site<'_>, error: &ParserError<'_>) -> Explanation {
    let wrong = |message: String| Explanation::new(site.range.clone(), message);
    let text = site.text();
    if error.notes.iter().any(|note| note.contains("swizzle")) {
        let (vector, components) = text.rsplit_once('.').unwrap_or((text, "xy"));
        let each = components.chars().take(4);
        let each: Vec<String> = each.map(|c| format!("`{vector}.{c} = …`")).collect();
        return wrong(format!("only one component can be assigned at a time: {}", each.join(", ")));
    }
    let name = site.word(0);
    let is_local = site.local(name);
    let is_parameter = site.function().is_some_and(|function| {
        let mut members = function.members.iter();
        members.any(|member| member.name == name)
    });
    match is_local {
        Some((keyword @ ("let" | "const"), declared)) => {
            wrong(format!("cannot assign to `{name}`: it is declared with `{keyword}`"))
                .note(format!(
                    "declare it with `var` at line {}",
                    declared.line_of(declared.range.start)
                ))
                .fix(declared.span(-1, -1), "var")
        }
        None if is_parameter => wrong(format!("cannot assign to the parameter `{name}`"))
            .note(format!("copy it first, `var {name}_copy = {name};`, and change the copy")),
        _ if site.source.outline().find(name).is_some() => {
            wrong(format!("cannot assign to `{text}`: a constant does not change"))
                .note(format!("declare `{name}` as `var<private>`, or a `var` in the function"))
        }
        _ => wrong(format!("cannot assign to `{text}`")).note(
            "only variables declared with `var`, their members and elements can be assigned to",
        ),
    }
}

fn address(site: &Site<'_>) -> Option<Explanation> {
    let name = site.word(1);
    let message = format!("`{name}` has no address: only a `var` has");
    let declared = site.local(name);
    let note = declared.as_ref().map(|(keyword, declared)| {
        format!(
            "declare it with `var`, not `{keyword}`, at line {}",
            declared.line_of(declared.range.start)
        )
    });
    let found = Explanation::new(site.range.clone(), message).note_if(note);
    Some(match declared {
        Some((_, declared)) => found.fix(declared.span(-1, -1), "var"),
        None => found,
    })
}
