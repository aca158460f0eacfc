//! Explanations of compile errors about syntax of other languages, and about typing errors.

use super::conversion::brief;
use super::{Explanation, ParserError, Site};
use crate::wgsl::outline::DeclarationKind;

/// Explains an unexpected token, or `**`.
pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let hints: [fn(&Site<'_>) -> Option<Explanation>; 8] =
        [preprocessor, operators, loops, other_keywords, declarations, literals, methods, braces];
    if error.is_syntax() {
        return hints
            .iter()
            .find_map(|hint| hint(site))
            .or_else(|| unclosed(error))
            .or_else(|| semicolon(error));
    }
    power(error)
}

fn at(
    site: &Site<'_>,
    first: isize,
    last: isize,
    message: impl Into<String>,
) -> Option<Explanation> {
    Some(Explanation::new(site.span(first, last), message))
}

const COMPUTE_TOYS: &str = "compute.toys";
const SHADERTOY: &str = "the Shadertoy extension of editors";
const CHANNEL: &str =
    "write `/// @field(FILE)` above `@group(0) @binding(1) var NAME: texture_2d<f32>;`";

const TOY_DIRECTIVES: [(&str, &str, &str); 15] = [
    (
        "storage",
        COMPUTE_TOYS,
        "write `/// @grid(256)` above `@group(1) @binding(0) var<storage, read_write> NAME: array<f32>;`",
    ),
    (
        "workgroup_count",
        COMPUTE_TOYS,
        "a pass covers its grid without it; other counts are `/// @dispatch(x, y)` above the entry point",
    ),
    ("dispatch_count", COMPUTE_TOYS, "write `/// @pass(n)` above the entry point"),
    ("dispatch_once", COMPUTE_TOYS, "write `/// @pass` above the entry point: each pass runs once"),
    ("calcdefine", COMPUTE_TOYS, "WGSL writes `const NAME = …;`"),
    ("data", COMPUTE_TOYS, CHANNEL),
    ("assert", COMPUTE_TOYS, "WGSL writes `const_assert …;`"),
    ("iChannel0", SHADERTOY, CHANNEL),
    ("iChannel1", SHADERTOY, CHANNEL),
    ("iChannel2", SHADERTOY, CHANNEL),
    ("iChannel3", SHADERTOY, CHANNEL),
    ("iUniform", SHADERTOY, "declare a member of the uniform struct with `/// @range(min, max)`"),
    ("iKeyboard", SHADERTOY, "a generator has no keyboard; delete the line"),
    ("iVertex", SHADERTOY, "vertex shaders are not run; delete the line"),
    ("StrictCompatibility", SHADERTOY, "delete the line"),
];

/// Explains `#version` or `#define`, or a comment that starts with `#`.
fn preprocessor(site: &Site<'_>) -> Option<Explanation> {
    if site.word(0) != "#" {
        return None;
    }
    let message = match site.word(1) {
        "version" | "extension" => {
            format!("`#{}` is GLSL, and this file is WGSL: delete the line", site.word(1))
        }
        "define" if site.word(3) == "(" => format!(
            "`#define` is GLSL; WGSL writes a function: `fn {}(…) -> f32 {{ … }}`",
            site.word(2)
        ),
        "define" => format!(
            "`#define` is GLSL; WGSL writes `const {} = {};`",
            site.word(2),
            brief(site.word(3))
        ),
        "pragma" | "undef" | "error" | "line" => format!(
            "`#{}` is of the C preprocessor, which WGSL does not have: delete the line",
            site.word(1)
        ),
        // Words of a comment follow a space.
        name if site.is_name(1) && site.span(0, 0).end == site.span(1, 1).start => {
            match TOY_DIRECTIVES.iter().find(|(known, ..)| *known == name) {
                Some((_, program, advice)) => format!("`#{name}` is of {program}; {advice}"),
                None => {
                    format!("`#{name}` is not WGSL; delete the line, or start a comment with `//`")
                }
            }
        }
        _ => return at(site, 0, 0, "comments start with `//`"),
    };
    at(site, 0, 1, message)
}

/// Explains `? :`, `++` inside an expression, `=` in a condition, `and` or `or`.
fn operators(site: &Site<'_>) -> Option<Explanation> {
    if matches!(site.word(-1), "if" | "switch" | "match" | "loop") && !site.starts_statement(-1) {
        let statement = site.word(-1);
        let message = format!(
            "`{statement}` is a statement, not a value; write `select(if_false, if_true, condition)`"
        );
        return at(site, -1, -1, message);
    }
    match site.word(0) {
        "?" => at(site, 0, 0, "WGSL has no `? :`; write `select(if_false, if_true, condition)`"),
        sign @ ("+" | "-") if site.word(1) == sign => {
            let operator = format!("{sign}{sign}");
            let is_prefix = site.starts_statement(0) && site.is_name(2);
            let name = if is_prefix { site.word(2) } else { site.word(-1) };
            let message = if is_prefix {
                format!("write `{name}{operator};`")
            } else {
                format!(
                    "`{operator}` is a statement, not a value; write `{name} {sign}= 1;` on a line of its own"
                )
            };
            at(site, 0, 1, message)
        }
        "=" if is_condition(site) => {
            let found = at(site, 0, 0, "compare with `==`, not with `=`");
            found.map(|found| found.fix(site.span(0, 0), "=="))
        }
        word @ ("and" | "or") => {
            let operator = if word == "and" { "&&" } else { "||" };
            let found = at(site, 0, 0, format!("WGSL writes `{operator}`, not `{word}`"));
            found.map(|found| found.fix(site.span(0, 0), operator))
        }
        _ => None,
    }
}

fn is_condition(site: &Site<'_>) -> bool {
    let start = site.statement_start();
    let is_branch = matches!(site.word(start), "if" | "while");
    is_branch || site.has(start, &["else", "if"])
}

fn loops(site: &Site<'_>) -> Option<Explanation> {
    let is_after = |word: &str| site.word(-1) == word;
    if is_after("for") && site.is_name(0) {
        let message =
            format!("WGSL's loop is `for (var {0} = 0; {0} < n; {0}++) {{ … }}`", site.word(0));
        return at(site, -1, 0, message);
    }
    if is_after("do") && site.word(0) == "{" {
        let message = "WGSL has no `do … while`; write `loop { … if !condition { break; } }`";
        return at(site, -1, -1, message);
    }
    let start = site.statement_start();
    let branch = match site.word(start) {
        word @ ("if" | "for" | "while") => word,
        "else" => "else",
        _ => return None,
    };
    let is_body = site.word(-1) == ")" || is_after("else");
    (is_body && site.is_name(0) && start < 0).then(|| {
        let message = format!("the body of `{branch}` needs braces: `{{ … }}`");
        Explanation::new(site.span(0, 0), message)
    })
}

fn other_keywords(site: &Site<'_>) -> Option<Explanation> {
    if matches!(site.word(0), "function" | "def" | "func" | "fun" | "proc") && site.is_name(1) {
        let message = format!("WGSL declares functions with `fn`: `fn {}(…) -> f32`", site.word(1));
        return at(site, 0, 0, message).map(|found| found.fix(site.span(0, 0), "fn"));
    }
    let is_inside = || open_brackets(site).iter().any(|open| site.word(*open) == "{");
    if site.word(-1) == "fn" && site.is_name(0) && is_inside() {
        let message = "functions cannot be declared inside functions";
        let found = Explanation::new(site.span(-1, 0), message);
        let mut above = site.source.outline().declarations.iter().rev();
        let function = above.find(|declared| {
            declared.kind == DeclarationKind::Function
                && declared.name_range.start < site.range.start
        })?;
        let note = format!("is the `}}` of `{}` missing above?", function.name);
        return Some(found.note(note));
    }
    None
}

/// Explains a return type after `:`, a parameter without a type, or `var a[4]`.
fn declarations(site: &Site<'_>) -> Option<Explanation> {
    if site.word(0) == ":" && site.word(-1) == ")" && site.is_name(1) {
        let message = format!("the result's type is written `-> {}`", site.word(1));
        let arrow = if site.span(-1, -1).end == site.span(0, 0).start { " ->" } else { "->" };
        return at(site, 0, 0, message).map(|found| found.fix(site.span(0, 0), arrow));
    }
    if matches!(site.word(-3), "let" | "var") && site.word(-2) == "mut" {
        return None;
    }
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    if site.word(-1) == "." && is_number(site.word(-2)) {
        return at(site, -2, -1, "a number has one point");
    }
    let keyword = site.word(site.statement_start());
    let has_value = (site.statement_start()..0).any(|offset| site.word(offset) == "=");
    let is_without_value = site.word(0) == ";" && !has_value;
    if is_without_value && matches!(keyword, "let" | "const") {
        let variable = match site.function() {
            Some(_) => "var",
            None => "var<private>",
        };
        let message = format!(
            "`{keyword}` needs a value: `{keyword} x = …`; `{variable} x: f32;` declares one that is set later"
        );
        return at(site, 0, 0, message);
    }
    if site.word(0) == "[" && site.word(-2) == "var" {
        let message = format!(
            "write the length in the type: `var {}: array<f32, {}>`",
            site.word(-1),
            site.word(1)
        );
        return at(site, 0, 2, message);
    }
    let is_parameter =
        matches!(site.word(0), ")" | ",") && matches!(site.word(-2), "(" | ",") && site.is_name(-1);
    let is_signature = || {
        let function = site.function()?;
        let before = site.source.text.get(function.range.start..site.range.start)?;
        (!before.contains('{')).then_some(())
    };
    if is_parameter && is_signature().is_some() {
        let name = site.word(-1);
        let message = format!("the parameter `{name}` needs a type, such as `{name}: f32`");
        return at(site, -1, -1, message);
    }
    None
}

/// Explains `[1.0, 2.0]`, or text in quotes.
fn literals(site: &Site<'_>) -> Option<Explanation> {
    match site.word(0) {
        "[" if matches!(site.word(-1), "=" | "(" | "," | "return") => {
            let close = site.closing(0).unwrap_or(0);
            let elements = match close {
                0 | 1 => "…",
                _ => brief(site.text_of(1, close - 1)),
            };
            at(site, 0, close, format!("an array is written `array({elements})`"))
        }
        "\"" | "'" => at(site, 0, 0, "WGSL has no text, only numbers and booleans"),
        _ => None,
    }
}

/// Explains `p.length()` and `Math.sin(x)`.
fn methods(site: &Site<'_>) -> Option<Explanation> {
    if site.word(0) != "(" || !site.is_name(-1) || site.word(-2) != "." {
        return None;
    }
    let (name, object) = (site.word(-1), site.word(-3));
    let is_namespace = matches!(object, "Math" | "math" | "std" | "np" | "glm");
    let wanted = match (is_namespace, site.list(0).is_empty()) {
        (true, _) => format!("{name}(…)"),
        (false, true) => format!("{name}({object})"),
        (false, false) => format!("{name}({object}, …)"),
    };
    at(site, -3, -1, format!("WGSL has no methods; write `{wanted}`"))
}

fn braces(site: &Site<'_>) -> Option<Explanation> {
    if site.word(0) == "}" && site.function().is_none() && open_brackets(site).is_empty() {
        return at(site, 0, 0, "this `}` closes nothing");
    }
    let is_end = site.token(0).is_none();
    let open = open_brackets(site);
    let opened = open.last().filter(|_| is_end)?;
    let range = site.moved(*opened).range;
    let bracket = site.word(*opened);
    Some(Explanation::new(range, format!("this `{bracket}` is not closed")))
}

/// Offsets from the error of the brackets that are open before it, the innermost last.
fn open_brackets(site: &Site<'_>) -> Vec<isize> {
    let mut first = 0;
    while site.token(first - 1).is_some() {
        first -= 1;
    }
    let mut open = Vec::new();
    for offset in first..0 {
        match site.word(offset) {
            "(" | "[" | "{" => open.push(offset),
            ")" | "]" | "}" => _ = open.pop(),
            _ => {}
        }
    }
    open
}

/// Explains a bracket that is not closed, with a note on where it was opened.
fn unclosed(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let wanted = ["expected `)`", "expected `]`"]
        .iter()
        .position(|start| error.message.starts_with(start))?;
    let open = open_brackets(site).pop()?;
    let bracket = ["(", "["][wanted];
    if site.word(open) != bracket {
        return None;
    }
    let message = super::plain_syntax(error.message);
    let opened = site.source.location(site.moved(open).range);
    let (line, column) = (opened.start.line, opened.start.column);
    let note = format!("the `{bracket}` at {line}:{column} is not closed");
    Some(Explanation::new(site.range.clone(), message).note(note))
}

/// At the end of the line that lacks the semicolon instead of on the next line.
fn semicolon(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let previous = site.token(-1)?;
    let is_next_line = site.line_of(previous.range.start) < site.line_of(site.range.start);
    let misses_end = error.message.starts_with("expected `;`");
    (misses_end && is_next_line).then(|| {
        let message = "expected `;` at the end of the line";
        let end = site.span(-1, -1).end;
        Explanation::new(site.span(-1, -1), message).fix(end..end, ";")
    })
}

/// Explains `x ** y`, which naga reads as the product of `x` and the target of a pointer `y`.
fn power(error: &ParserError<'_>) -> Option<Explanation> {
    let site = &error.site;
    let is_power = error.message.starts_with("the operand of the `*`")
        && site.word(0) == "*"
        && site.word(-1) == "*";
    is_power.then(|| at(site, -1, 0, "WGSL has no `**`; write `pow(x, y)`")).flatten()
}
