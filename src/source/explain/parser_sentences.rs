//! Plain words for messages of naga's parser that use internal terms.

use super::{Explanation, ParserError};

/// Each line has the start of naga's message (`*`: start and end), what is said instead if anything, and a note. `{}` is the name in
/// backticks that follows the start, or else the author's text at the error.
const OTHER_WORDS: &str = "\
input/output binding is not consistent ¦ write either `@builtin(…)` or `@location(…)`, not both ¦
unexpected components ¦ only one value can be converted; delete this one ¦
a break if is only allowed in a continuing block ¦ `break if` ends a `continuing` block; elsewhere write `if condition { break; }` ¦
type can't be inferred ¦ the type of this is not known; write it ¦
must be a const-expression that resolves to a concrete ¦ `{}` must be a constant integer ¦
array element count must be positive (> 0) ¦ an array has at least one element ¦
invalid `switch` selector ¦ the value of a `switch` must be an integer ¦
invalid `switch` case selector value ¦ a case must be a constant integer of the type of the `switch` ¦
invalid type for constructor component ¦ `{}` has the wrong type for what is constructed ¦
expected an image, but found ¦ `{}` is not a texture ¦
declaration of *needs a type specifier or initializer ¦ `var {}` needs a type or a value: `var {}: f32;` ¦
numeric literal not representable by target type: ¦ {} does not fit in its type ¦
the operand of the `*` operator must be a pointer ¦ ¦ `.` and `[ ]` come before `*`: write `(*p).x`, `(*p)[i]`
atomic variables cannot be accessed directly; use atomic built-in functions ¦ ¦ write `atomicLoad(&x)` or `atomicStore(&x, value)`
entry point cannot be called ¦ ¦ move its body into a function that both call
function does not return any value ¦ ¦ call it in a statement of its own
invalid access into expression ¦ this value cannot be indexed ¦ only arrays, vectors and matrices can be indexed, and only structs have members
invalid sub-access into type ¦ this value cannot be indexed ¦
cannot access the type ¦ a number cannot be indexed ¦
increment/decrement operation ¦ `++` and `--` are for `i32` and `u32`; write `+= 1.0` ¦
workgroup size is missing on compute shader entry point ¦ `@compute` needs `@workgroup_size(8, 8)` ¦
unknown access: ¦ ¦ a storage buffer is `read` or `read_write`
unknown address space: ¦ ¦ there are `function`, `private`, `workgroup`, `uniform` and `storage`";

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let (start, rest) = OTHER_WORDS.lines().find_map(|line| {
        let (message, rest) = line.split_once(" ¦ ")?;
        let (start, end) = message.split_once('*').unwrap_or((message, ""));
        (error.message.starts_with(start) && error.message.ends_with(end)).then_some((start, rest))
    })?;
    let (instead, note) = rest.split_once('¦')?;
    let [instead, note] = [instead, note].map(str::trim);
    let quoted = error.message[start.len()..].trim_start().strip_prefix('`');
    let named = quoted.and_then(|rest| rest.split('`').next()).unwrap_or(error.site.text());
    let message = if instead.is_empty() { error.message } else { instead };
    let message = message.replace("{}", named);
    let note = (!note.is_empty()).then(|| note.to_owned());
    Some(Explanation::new(error.site.range.clone(), message).note_if(note))
}
