//! Codes of diagnostics: names of the kinds of problems, for programs. They stay when messages are worded anew.

/// Code of a diagnostic that no row of [`CODES`] fits, such as naga's own messages.
pub(super) const OTHER: &str = "shader";

/// Codes with words of their messages, in which the texts in backticks are left out. The first row that fits counts.
const CODES: &[(&str, &[&str])] = &[
    ("loop-budget", &["exceeded its budget", "loop budget", "makes more than"]),
    ("unknown-name", &["no definition in scope", "unknown word"]),
    ("unknown-member", &["no member ``", "no component ``", "the components x y z w"]),
    ("unknown-tag", &["unknown tag"]),
    ("unknown-attribute", &["unknown attribute", "unknown builtin", "unknown enable-extension"]),
    ("unknown-view", &["no view mode"]),
    ("misplaced-tag", &["misplaced ``", "is not read here", "belongs above"]),
    ("left-out", &["that leads outside of the folder", "write its extension"]),
    ("data-file", &["is outside of the folder"]),
    (
        "import",
        &[
            "no module", "no package", "the package", "declares no ``", "are the same module",
            "leaves the folder", "imports stand", "an import is", "end of the import",
        ],
    ),
    (
        "uniform",
        &[
            "second uniform", "in a uniform", "a uniform cannot", "a struct cannot",
            "whose size is not fixed", "no control for",
        ],
    ),
    ("binding", &["the host provides no resource", "needs a binding"]),
    (
        "grid-program",
        &[
            "side of the grid", "a grid needs", "workgroup size", "fills a texture",
            "is the result, a",
        ],
    ),
    (
        "tag-argument",
        &[
            "takes an integer from", "has no closing parenthesis", "in parentheses", "takes (",
            "takes a text", "takes two integer", "is not below its maximum", "is not between",
            "has the option", "duplicate ``", "does not apply to", "is not a valid",
            "has no parameter", "has no input", "`` has no ``", "no control ``",
            "not an integer control", "missing expression", "shares its value with",
        ],
    ),
    ("cyclic-declaration", &["is cyclic", "is recursive"]),
    ("duplicate-name", &["is declared twice", "redefinition"]),
    ("early-wgsl", &["is of early WGSL", "was renamed", "attributes start with"]),
    (
        "other-language",
        &[
            "is GLSL",
            "is HLSL",
            "is Rust",
            "is of Shadertoy",
            "is of the Shadertoy extension",
            "is of compute.toys",
            "is not WGSL",
            "WGSL has no",
            "WGSL writes",
            "WGSL's loop",
            "WGSL declares",
            "comments start with",
            "inside functions",
            "type is written",
            "array is written",
            "length in the type",
            "for functions; at module scope",
        ],
    ),
    ("not-available", &["not available in", "cannot be compiled for"]),
    ("assignment", &["cannot assign", "can be assigned"]),
    ("missing-return", &["on every path"]),
    (
        "missing-value",
        &["needs a value", "an initial value", "not known before", "must be a constant"],
    ),
    (
        "argument-count",
        &[
            "arguments, found", "argument, found", "constructor expects", "takes one argument",
            "components, found", "elements, found",
        ],
    ),
    (
        "type",
        &[
            "must be ``, found", "must be `` or ``, found", "returns ``, found",
            "but its value is", "cannot combine", "incompatible operands", "abstract types",
            "cannot be applied", "must have one type", "takes integers of", "cannot convert",
            "can be converted", "on both sides", "declares no result", "chooses between",
            "the wrong type", "cannot be indexed", "must be an integer", "must be a pointer",
            "has no address", "is not a texture", "cannot point to", "is a function or a type",
            "has no component", "needs the type", "needs a type", "a function cannot be",
            "atomic variables",
        ],
    ),
    (
        "out-of-range",
        &["does not fit", "past the end", "cannot be negative", "division by zero", "too few bits"],
    ),
    ("unused-result", &["is not used"]),
    (
        "entry-point",
        &["inputs and results of an entry point", "vertex shaders must", "does not run"],
    ),
    ("reserved-name", &["is reserved", "two underscores", "choose another name"]),
    (
        "syntax",
        &[
            "expected ", "is not closed", "closes nothing", "needs braces", "is a statement",
            "write ``", "be chained", "compare with", "above all declarations", "needs a member",
            "delete it", "needs `` at the top", "needs an address space", "needs a `` case",
            "two cases", "a storage buffer is", "needs ``",
        ],
    ),
];

pub(super) fn code(message: &str) -> &'static str {
    // Every second part is in backticks.
    let words: Vec<&str> = message.split('`').step_by(2).collect();
    let words = words.join("``");
    let fits = |parts: &&[&str]| parts.iter().any(|part| words.contains(part));
    CODES.iter().find(|(_, parts)| fits(parts)).map_or(OTHER, |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_do_not_depend_on_names_in_messages() {
        assert_eq!(code("no definition in scope for identifier: `f`"), "unknown-name");
        assert_eq!(code("`expected ` returns `f32`, found `u32`"), "type");
        assert_eq!(code("unknown tag `@is GLSL`; did you mean `@log`?"), "unknown-tag");
        assert_eq!(code("something else"), OTHER);
    }

    #[test]
    fn each_code_has_one_row() {
        let mut codes: Vec<&str> = CODES.iter().map(|(code, _)| *code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), CODES.len());
    }
}
