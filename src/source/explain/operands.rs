//! Explanations of compile errors about operands and statements that no other module explains.

use std::ops::Range;

use super::{Explanation, ParserError, short_types};

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let found = |message: String| Some(Explanation::new(site.range.clone(), message));
    let message = error.message;
    if let Some(rest) = message.strip_prefix("incompatible operands: ") {
        return operands(error, rest);
    }
    if message.starts_with("unused return value") {
        let name = site.word(0);
        return found(format!("the result of `{name}` is not used"))
            .map(|found| found.note(format!("assign it to nothing: `_ = {name}(…);`")));
    }
    if message.starts_with("index ") && message.contains(" is out of bounds") {
        let index = message.split_whitespace().nth(1)?;
        return found(format!("index {index} is past the end"));
    }
    if let Some((extension, _)) = message.split_once(" enable extension is not enabled") {
        let extension = extension.trim_start_matches("the ").trim_matches('`');
        return found(format!("`{extension}` needs `enable {extension};` at the top of the file"));
    }
    if message.starts_with("expected global declaration, but found a global directive") {
        return found(format!("`{}` must be above all declarations", site.word(0)));
    }
    None
}

/// `text` is naga's name of the operator and of the operand types: `LogicalAnd(f32, _)`.
fn operands(error: &ParserError<'_>, text: &str) -> Option<Explanation> {
    if text.contains('{') {
        return Some(debug_operands(error, text));
    }
    let (operator, rest) = text.split_once('(')?;
    let (first, second) = rest.trim_end_matches(')').rsplit_once(", ")?;
    let (first, second) = (short_types(first), short_types(second));
    let symbol = match operator {
        "LogicalAnd" => "&&",
        "LogicalOr" => "||",
        other => symbol(other)?,
    };
    let message = match (symbol, second.as_str()) {
        ("&&" | "||", _) => format!("`{symbol}` needs `bool` on both sides, found `{first}`"),
        (_, "_") => format!("`{symbol}` cannot be applied to `{first}`"),
        _ => format!("`{symbol}` cannot combine `{first}` and `{second}`"),
    };
    let is_number = matches!(first.as_str(), "f32" | "i32" | "u32");
    let note = (is_number && matches!(symbol, "&&" | "||")).then(|| {
        let zero = if first == "f32" { "0.0" } else { "0" };
        format!("compare the number, as in `x > {zero}`")
    });
    Some(Explanation::new(sign_range(error, symbol), message).note_if(note))
}

/// `text` has naga's debug prints of types: `Vector { size: Bi, … } * Array { … }` or `Image { … } as Float`.
fn debug_operands(error: &ParserError<'_>, text: &str) -> Explanation {
    if let Some((first, second)) = text.split_once(" * ") {
        let message = format!("`*` cannot combine {} and {}", kind(first), kind(second));
        return Explanation::new(sign_range(error, "*"), message);
    }
    let range = error.site.range.clone();
    match text.split_once('(').and_then(|(name, operand)| Some((symbol(name)?, operand))) {
        Some((symbol, operand)) => {
            let message = format!("`{symbol}` cannot be applied to {}", kind(operand));
            Explanation::new(sign_range(error, symbol), message)
        }
        None => Explanation::new(range, format!("{} cannot be converted", kind(text))),
    }
}

fn kind(print: &str) -> &'static str {
    match print.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default() {
        "Scalar" => "a number",
        "Vector" => "a vector",
        "Matrix" => "a matrix",
        "Array" | "BindingArray" => "an array",
        "Struct" => "a struct",
        "Pointer" | "ValuePointer" => "a pointer",
        "Atomic" => "an atomic",
        "Image" => "a texture",
        "Sampler" => "a sampler",
        _ => "this value",
    }
}

/// The range of the whole statement if the operator occurs more than once.
fn sign_range(error: &ParserError<'_>, symbol: &str) -> Range<usize> {
    let site = &error.site;
    let signs = site.text().match_indices(symbol);
    match signs.collect::<Vec<_>>().as_slice() {
        [(at, sign)] => site.range.start + at..site.range.start + at + sign.len(),
        _ => site.range.clone(),
    }
}

pub(super) fn symbol(name: &str) -> Option<&'static str> {
    Some(match name {
        "Add" => "+",
        "Subtract" => "-",
        "Multiply" => "*",
        "Divide" => "/",
        "Modulo" => "%",
        "Equal" => "==",
        "NotEqual" => "!=",
        "Less" => "<",
        "LessEqual" => "<=",
        "Greater" => ">",
        "GreaterEqual" => ">=",
        "And" => "&",
        "ExclusiveOr" => "^",
        "InclusiveOr" => "|",
        "LogicalAnd" => "&&",
        "LogicalOr" => "||",
        "ShiftLeft" => "<<",
        "ShiftRight" => ">>",
        _ => return None,
    })
}
