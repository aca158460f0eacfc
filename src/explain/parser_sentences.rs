//! Plain words for messages of naga's parser that use internal terms.

use super::{Explanation, ParserError};

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    in_other_words(error).or_else(|| with_note(error))
}

fn in_other_words(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let text = site.text();
    let message = match error.message {
        "input/output binding is not consistent" => {
            "write either `@builtin(…)` or `@location(…)`, not both".to_owned()
        }
        "unexpected components" => "only one value can be converted; delete this one".to_owned(),
        "a break if is only allowed in a continuing block" => {
            "`break if` ends a `continuing` block; elsewhere write `if condition { break; }`"
                .to_owned()
        }
        "type can't be inferred" => "the type of this is not known; write it".to_owned(),
        message
            if message.starts_with("must be a const-expression that resolves to a concrete") =>
        {
            if text.is_empty() {
                "this must be a constant integer".to_owned()
            } else {
                format!("`{text}` must be a constant integer")
            }
        }
        "array element count must be positive (> 0)" => {
            "an array has at least one element".to_owned()
        }
        "invalid `switch` selector" => "the value of a `switch` must be an integer".to_owned(),
        "invalid `switch` case selector value" => {
            "a case must be a constant integer of the type of the `switch`".to_owned()
        }
        "cannot take the address of a vector component" => {
            "a component of a vector has no address; copy it to a `var`".to_owned()
        }
        _ => of_a_name(error)?,
    };
    Some(Explanation::new(site.range.clone(), message))
}

fn of_a_name(error: &ParserError<'_>) -> Option<String> {
    if error.message.starts_with("invalid type for constructor component") {
        let text = error.site.text();
        return Some(format!("`{text}` has the wrong type for what is constructed"));
    }
    if let Some(name) = error.quoted_after("expected an image, but found ") {
        return Some(format!("`{name}` is not a texture"));
    }
    if error.message.ends_with("needs a type specifier or initializer") {
        let name = error.quoted_after("declaration of ")?;
        let message = format!("`var {name}` needs a type or a value: `var {name}: f32;`");
        return Some(message);
    }
    let number = error.quoted_after("numeric literal not representable by target type: ")?;
    Some(format!("{number} does not fit in its type"))
}

fn with_note(error: &ParserError<'_>) -> Option<Explanation> {
    let note = match error.message {
        "the operand of the `*` operator must be a pointer" => {
            "`.` and `[ ]` come before `*`: write `(*p).x`, `(*p)[i]`"
        }
        "atomic variables cannot be accessed directly; use atomic built-in functions" => {
            "write `atomicLoad(&x)` or `atomicStore(&x, value)`"
        }
        "entry point cannot be called" => "move its body into a function that both call",
        "function does not return any value" => "call it in a statement of its own",
        message if message.starts_with("unknown access: ") => {
            "a storage buffer is `read` or `read_write`"
        }
        message if message.starts_with("unknown address space: ") => {
            "there are `function`, `private`, `workgroup`, `uniform` and `storage`"
        }
        _ => return None,
    };
    Some(Explanation::new(error.site.range.clone(), error.message).note(note))
}
