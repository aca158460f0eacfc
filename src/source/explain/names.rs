//! Explanations of compile errors about names that do not exist, with the name that was probably meant.

mod scope;

use super::{Explanation, ParserError, Site};
use crate::wgsl::suggest::{closest, did_you_mean};
use scope::Scope;

const ATTRIBUTES: [&str; 15] = [
    "align", "binding", "builtin", "compute", "const", "diagnostic", "fragment", "group", "id",
    "interpolate", "invariant", "location", "must_use", "size", "vertex",
];

const KEYWORDS: [&str; 12] = [
    "return", "let", "var", "const", "if", "else", "for", "while", "loop", "switch", "break",
    "continue",
];

const WORKGROUP_SIZE: &str = "workgroup_size";

const BUILTIN_VALUES: [&str; 12] = [
    "position", "vertex_index", "instance_index", "front_facing", "frag_depth", "sample_index",
    "sample_mask", "global_invocation_id", "local_invocation_id", "local_invocation_index",
    "workgroup_id", "num_workgroups",
];

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let found = |message: String| Explanation::new(site.range.clone(), message);
    let suggested = |name: &str, known: &[&str]| {
        let suggestion = did_you_mean(name, known.iter().copied());
        found(format!("{}{suggestion}", error.message))
    };
    if let Some(name) = error.quoted_after("no definition in scope for identifier: ") {
        return Some(unknown(site, name));
    }
    if let Some(name) = error.quoted_after("invalid field accessor ") {
        return Some(member(error, name));
    }
    if let Some(name) = error.quoted_after("unknown attribute: ") {
        let known: Vec<&str> = ATTRIBUTES.into_iter().chain([WORKGROUP_SIZE]).collect();
        return Some(suggested(name, &known));
    }
    if let Some(name) = error.quoted_after("unknown builtin: ") {
        let similar = suggested(name, &BUILTIN_VALUES);
        let is_suggested = similar.message != error.message;
        let list =
            "a compute shader has global_invocation_id, local_invocation_id and workgroup_id";
        return Some(similar.note_if((!is_suggested).then(|| list.to_owned())));
    }
    if let Some(name) = error.quoted_after("unknown address space: ") {
        let spaces = ["private", "workgroup", "uniform", "storage", "function"];
        return Some(suggested(name, &spaces)).filter(|found| found.message != error.message);
    }
    if let Some(name) = error.quoted_after("redefinition of ") {
        return Some(redefinition(site, error, name));
    }
    if error.message.starts_with("expected variable access") {
        return not_a_variable(site);
    }
    misspelled_keyword(error).or_else(|| needs_template(error))
}

/// Explains `retrun x;`.
fn misspelled_keyword(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    if !error.is_syntax() || !site.starts_statement(-1) {
        return None;
    }
    let word = site.word(-1);
    let keyword = closest(word, KEYWORDS)?;
    let message = format!("unknown word `{word}`; did you mean `{keyword}`?");
    Some(Explanation::new(site.moved(-1).range, message))
}

fn unknown(site: &Site<'_>, name: &str) -> Explanation {
    let unknown = format!("no definition in scope for identifier: `{name}`");
    let found = |end: String| Explanation::new(site.range.clone(), format!("{unknown}{end}"));
    let scope = Scope::of(site);
    if site.word(1) == "=" && site.word(2) != "=" && site.starts_statement(0) {
        let is_loop = site.word(-1) == "(";
        let similar = did_you_mean(name, scope.variables());
        return match (is_loop, similar.as_str()) {
            (true, _) => found(format!("; declare it: `for (var {name} = …`")),
            (false, "") => found(format!("; declare it: `let {name} = …`, or `var` if it changes")),
            (false, similar) => found(similar.to_owned()),
        };
    }
    if let Some((line, is_above)) = scope.declared_elsewhere(name) {
        let place = if is_above {
            "which is in another block: move the declaration out of it"
        } else {
            "after its use: move the declaration up"
        };
        return found(format!("; it is declared at line {line}, {place}"));
    }
    let similar = did_you_mean(name, scope.candidates());
    found(similar)
}

fn member(error: &ParserError<'_>, name: &str) -> Explanation {
    let site = &error.site;
    let found = |message: String| Explanation::new(site.range.clone(), message);
    let is_component = |set: &str| name.chars().all(|c| set.contains(c));
    let object = site.word(-2);
    let ty = site.parameter_type(object);
    if name.len() <= 4 && is_component("stpq") && !is_component("xyzwrgba") {
        let components = name.chars().map(|c| match c {
            's' => 'x',
            't' => 'y',
            'p' => 'z',
            _ => 'w',
        });
        let components: String = components.collect();
        return found(format!(
            "vectors have the components x y z w, or r g b a; write `.{components}`"
        ))
        .fix(site.range.clone(), components);
    }
    if name.len() <= 4 && is_component("xyzwrgba") {
        let is_mixed = !is_component("xyzw") && !is_component("rgba");
        return match ty {
            _ if is_mixed => {
                found(format!("`{name}` mixes the components x y z w with r g b a; use one set"))
            }
            Some(ty) => found(format!("`{object}` is a `{ty}` and has no component `{name}`"))
                .note_if(components(ty).map(|all| format!("it has {all}"))),
            None => found(format!(
                "no component `{name}`: the value is a number, or a vector with fewer components"
            )),
        };
    }
    let files = error.files.iter().map(|file| &**file);
    let members = files.chain([site.source]).flat_map(scope::members);
    let similar = did_you_mean(name, members);
    found(format!("no member `{name}`{similar}"))
}

/// For a message, such as `x` and `y`; `None` if the type is no vector.
fn components(ty: &str) -> Option<&'static str> {
    match ty.strip_prefix("vec")?.as_bytes().first()? {
        b'2' => Some("`x` and `y`"),
        b'3' => Some("`x`, `y` and `z`"),
        _ => None,
    }
}

fn redefinition(site: &Site<'_>, error: &ParserError<'_>, name: &str) -> Explanation {
    let message = format!("`{name}` is declared twice");
    let found = Explanation::new(site.range.clone(), message);
    let first = error.labels.get(1).and_then(|(range, _)| range.clone());
    let found = found.note_if(first.map(|range| {
        let location = site.source.location(range);
        let (line, column) = (location.start.line, location.start.column);
        format!("first at {line}:{column}")
    }));
    let is_function = site.word(-1) == "fn";
    found.note_if(
        is_function
            .then(|| "WGSL has no overloading: give each function a name of its own".to_owned()),
    )
}

fn not_a_variable(site: &Site<'_>) -> Option<Explanation> {
    let name = site.word(0);
    let is_function = site
        .source
        .outline()
        .find(name)
        .is_some_and(|declared| !declared.members.is_empty() || site.word(1) != "(");
    let message = if is_function {
        format!("`{name}` is a function or a type, not a value; call it: `{name}(…)`")
    } else {
        format!("`{name}` is not a value")
    };
    Some(Explanation::new(site.range.clone(), message))
}

fn needs_template(error: &ParserError<'_>) -> Option<Explanation> {
    let (name, rest) = error.message.strip_prefix('`')?.split_once('`')?;
    if !rest.starts_with(" needs a template argument") {
        return None;
    }
    let message = match name {
        _ if name.starts_with("vec") || name.starts_with("mat") => {
            format!("`{name}` needs the type of its components: `{name}f`")
        }
        "array" => "`array` needs the type of its elements: `array<f32, 4>`".to_owned(),
        _ => format!("`{name}` needs a type: `{name}<f32>`"),
    };
    let range = error.site.range.clone();
    let found = Explanation::new(range.clone(), message);
    let is_vector = name.starts_with("vec") || name.starts_with("mat");
    Some(if is_vector { found.fix(range, format!("{name}f")) } else { found })
}
