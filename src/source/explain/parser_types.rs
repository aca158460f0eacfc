//! Explanations of compile errors about types that naga's parser reports.

use std::ops::Range;

use super::conversion::{advice, brief};
use super::{Explanation, ParserError, short_types};

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    initializer(error)
        .or_else(|| conversion(error))
        .or_else(|| argument(error))
        .or_else(|| count(error))
        .or_else(|| select(error))
        .or_else(|| cast(error))
        .or_else(|| number(error))
        .or_else(|| constant(error))
}

/// Explains `let x: f32 = p;`.
fn initializer(error: &ParserError<'_>) -> Option<Explanation> {
    let rest = error.message.strip_prefix("the type of `")?;
    let (name, rest) = rest.split_once("` is expected to be `")?;
    let (expected, found) = rest.split_once("`, but got `")?;
    let (expected, found) = (short_types(expected), short_types(found.trim_end_matches('`')));
    let site = &error.site;
    let value = assigned_value(error).unwrap_or_default();
    let text = site.source.text.get(value.clone()).unwrap_or_default();
    let range = if value.is_empty() { site.range.clone() } else { value.clone() };
    let message = format!("`{name}` is declared as `{expected}`, but its value is `{found}`");
    Some(Explanation::new(range, message).note_if(advice(&found, &expected, text)))
}

fn assigned_value(error: &ParserError<'_>) -> Option<Range<usize>> {
    let site = &error.site;
    let equals = (1..40).find(|offset| site.word(*offset) == "=")?;
    let mut end = equals + 1;
    while !matches!(site.word(end), ";" | "") {
        end += 1;
    }
    (end > equals + 1).then(|| site.span(equals + 1, end - 1))
}

/// Explains `sum += p.x` of an integer `sum`.
fn conversion(error: &ParserError<'_>) -> Option<Explanation> {
    let rest = error.message.strip_prefix("automatic conversions cannot convert ")?;
    let rest = rest.strip_prefix("elements of ").unwrap_or(rest);
    let (found, expected) = rest.trim_matches('`').split_once("` to `")?;
    let (found, expected) = (short_types(found), short_types(expected));
    let site = &error.site;
    if let Some(found) = shift(error, &found).filter(|_| expected == "u32") {
        return Some(found);
    }
    let source = error.labels.get(1).and_then(|(range, _)| range.clone());
    // A parameter's range is its declaration, far from its use.
    let body = site.statement_start();
    let statement = site.span(body, body).start;
    let range =
        source.filter(|range| range.start >= statement).unwrap_or_else(|| site.range.clone());
    let text = site.source.text.get(range.clone()).unwrap_or_default();
    let message = format!("expected `{expected}`, found `{found}`");
    let explanation = Explanation::new(range.clone(), message);
    let is_sum = text.contains(' ') && expected == "f32" && found != "bool";
    let note = integer_variable(error, &found).or_else(|| {
        if is_sum {
            Some("convert the integer in it: `f32(…)`".to_owned())
        } else {
            advice(&found, &expected, if range == site.range { "…" } else { text })
        }
    });
    Some(explanation.note_if(note))
}

fn shift(error: &ParserError<'_>, found: &str) -> Option<Explanation> {
    let site = &error.site;
    let sign = (1..60)
        .take_while(|offset| site.span(*offset, *offset).end <= site.range.end)
        .find(|offset| {
            matches!((site.word(*offset), site.word(*offset + 1)), ("<", "<") | (">", ">"))
        })?;
    let last = (sign + 2..60)
        .take_while(|offset| site.span(*offset, *offset).end <= site.range.end)
        .last()?;
    let message = format!("the amount of a shift must be `u32`, found `{found}`");
    let amount = site.text_of(sign + 2, last);
    Some(Explanation::new(site.span(sign + 2, last), message).note_if(advice(found, "u32", amount)))
}

/// A note on a variable that is an integer because of its first value: `var sum = 0;`.
fn integer_variable(error: &ParserError<'_>, found: &str) -> Option<String> {
    let site = &error.site;
    let name = site.text();
    let (_, declared) = site.local(name).filter(|_| found == "f32")?;
    let value = declared.word(2);
    let is_integer = declared.word(1) == "="
        && declared.word(3) == ";"
        && value.bytes().all(|byte| byte.is_ascii_digit());
    let line = declared.line_of(declared.range.start);
    is_integer.then(|| {
        format!("`{name}` is an integer because of its value at line {line}; write `{value}.0`")
    })
}

fn argument(error: &ParserError<'_>) -> Option<Explanation> {
    let rest = error
        .message
        .strip_prefix("wrong type passed as argument #")
        .or_else(|| error.message.strip_prefix("inconsistent type passed as argument #"))?;
    let (index, function) = rest.split_once(" to `")?;
    let function = function.trim_end_matches('`');
    let site = &error.site;
    let index: usize = index.parse().ok()?;
    let found = error.labels.get(1).map(|(_, text)| text)?;
    let found = short_types(found.rsplit_once("type ")?.1.trim_matches('`'));
    let arguments = site.list(1);
    let argument = index.checked_sub(1).and_then(|index| arguments.get(index));
    let range =
        argument.map_or_else(|| site.range.clone(), |&(first, last)| site.span(first, last));
    let value = site.source.text.get(range.clone()).unwrap_or_default();
    let allowed = allowed_types(error);
    let expected = allowed.join(" or ");
    let message = if allowed.is_empty() {
        format!("argument {index} of `{function}` cannot be `{found}`")
    } else {
        format!("argument {index} of `{function}` must be {expected}, found `{found}`")
    };
    let other = constraining(error);
    let advised = match (&other, allowed.first()) {
        // The argument is a vector among numbers: more likely the numbers are wrong.
        (Some((other, ty)), _) if found.starts_with("vec") && !ty.starts_with("vec") => {
            Some(format!("the arguments have one type: write `{found}(…)` for argument {other}"))
        }
        (_, Some(first)) => advice(&found, first.trim_matches('`'), value),
        _ => None,
    };
    let constrained = other.map(|(other, ty)| format!("argument {other} is `{ty}`"));
    Some(Explanation::new(range, message).note_if(constrained).note_if(advised))
}

fn allowed_types(error: &ParserError<'_>) -> Vec<String> {
    let mut types: Vec<String> = Vec::new();
    for note in error.notes {
        let Some(ty) = note.strip_prefix("allowed type: ") else {
            continue;
        };
        let ty = format!("`{}`", short_types(ty));
        let is_rare =
            ["f16", "f64", "i64", "u64", "2h", "3h", "4h"].iter().any(|rare| ty.contains(rare));
        if !is_rare && !types.contains(&ty) {
            types.push(ty);
        }
    }
    types.truncate(4);
    types
}

/// Number and type of the argument that determines the types of the others; `None` if naga names none.
fn constraining(error: &ParserError<'_>) -> Option<(String, String)> {
    let note = error.notes.iter().find_map(|note| note.strip_prefix("Because argument #"))?;
    let (index, rest) = note.split_once(" has type ")?;
    let (ty, _) = rest.split_once(", only")?;
    Some((index.to_owned(), short_types(ty)))
}

fn count(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let name = site.word(0);
    let found = |message| Some(Explanation::new(site.range.clone(), message));
    if let Some(rest) = error.message.strip_prefix("wrong number of arguments: expected ") {
        let (expected, given) = rest.split_once(", found ")?;
        let expected = match expected.split_once("..") {
            Some((least, beyond)) => {
                let most = beyond.parse::<u32>().ok()?.checked_sub(1)?;
                format!("{least} to {most}")
            }
            None => expected.to_owned(),
        };
        return found(format!("`{name}` takes {}, found {given}", arguments(&expected)));
    }
    let name = error.quoted_after("too many arguments passed to ")?;
    let note = error.notes.first()?;
    let most = note.split_whitespace().rev().nth(1)?;
    found(format!("`{name}` takes at most {}, found {}", arguments(most), site.list(1).len()))
}

pub(super) fn arguments(count: &str) -> String {
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} argument{plural}")
}

/// Explains wrong types of `select`, which is often written in the order of `? :`.
fn select(error: &ParserError<'_>) -> Option<Explanation> {
    let is_select = error.message.contains("`select` call");
    is_select.then(|| {
        let labels = error.labels.iter();
        let types = labels.filter_map(|(_, text)| text.split_once("value of type "));
        let types: Vec<String> = types.map(|(_, ty)| short_types(ty)).collect();
        let range = error.site.range.clone();
        if let [only] = types.as_slice() {
            let message = format!("`select` chooses between numbers or vectors, found {only}");
            return Explanation::new(range, message).note("write `if` and `else`");
        }
        let message =
            format!("the two values of `select` must have one type, found {}", types.join(" and "));
        let note =
            "`select` takes (if_false, if_true, condition): the condition is the last argument";
        Explanation::new(range, message).note(note)
    })
}

/// Explains a conversion that does not exist, such as `f32(p)` of a vector.
fn cast(error: &ParserError<'_>) -> Option<Explanation> {
    let rest = error.message.strip_prefix("cannot cast a ")?;
    let (found, expected) = rest.split_once(" to a ")?;
    let (found, expected) = (short_types(found), short_types(expected));
    let message = format!("cannot convert `{found}` to `{expected}`");
    let advised = advice(&found, &expected, error.site.text());
    Some(Explanation::new(error.site.range.clone(), message).note_if(advised))
}

fn number(error: &ParserError<'_>) -> Option<Explanation> {
    let rest = error.message.strip_prefix("the concrete type `")?;
    let (ty, rest) = rest.split_once("` cannot represent the abstract value `")?;
    let (value, _) = rest.split_once('`')?;
    let limits = match ty {
        "i32" => ", which ends at 2147483647",
        "u32" => ", which holds 0 to 4294967295",
        _ => "",
    };
    let message = format!("{} does not fit in `{ty}`{limits}", brief(value));
    let is_unsigned = ty == "i32" && value.parse::<u32>().is_ok();
    let note = is_unsigned.then(|| format!("as a `u32` it is written `{value}u`"));
    Some(Explanation::new(error.site.range.clone(), message).note_if(note))
}

/// Explains a constant or an array length whose value is not known before the shader runs.
fn constant(error: &ParserError<'_>) -> Option<Explanation> {
    let is_constant =
        ["this operation is not supported in a const context", "unexpected runtime-expression"]
            .contains(&error.message);
    if !is_constant {
        return None;
    }
    let site = &error.site;
    let value = brief(site.text());
    let found = Explanation::new(
        site.range.clone(),
        format!("`{value}` is not known before the shader runs"),
    );
    let start = site.statement_start();
    let is_local_constant = site.function().is_some() && site.word(start) == "const";
    let is_length = !is_local_constant && (-40..0).any(|offset| site.has(offset, &["array", "<"]));
    let note = if is_local_constant {
        "a `const` needs a value that is; write `let`"
    } else if is_length {
        "the length of an array must be a constant; declare the largest one"
    } else {
        "a `const` of the module needs a value that is; compute it in a function"
    };
    Some(found.note(note))
}
