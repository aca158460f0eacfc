//! How deep a text nests. What parses it recurses, and some of it takes exponential time.

use crate::diagnostic::Diagnostic;
use crate::lexer::tokens;
use crate::source::Source;

/// The most brackets that may stand open at once; hand-written shaders stay below 30.
const MAX_DEPTH: usize = 100;

/// The error of a text that nests too deep, at the bracket that is one too many.
pub(crate) fn too_deep(source: &Source) -> Option<Diagnostic> {
    let (mut brackets, mut templates) = (0_usize, 0_usize);
    for token in tokens(&source.text) {
        match token.text(&source.text) {
            "(" | "[" | "{" => brackets += 1,
            ")" | "]" | "}" => brackets = brackets.saturating_sub(1),
            // A `<` may also compare; a statement's end forgets it.
            "<" => templates += 1,
            ">" => templates = templates.saturating_sub(1),
            ";" => templates = 0,
            _ => {}
        }
        if brackets.max(templates) > MAX_DEPTH {
            let message = format!("brackets nest more than {MAX_DEPTH} deep");
            return Some(Diagnostic::error(Some(source.place(token.range)), message));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_hand_writes_is_too_deep() {
        let nested = |open: &str, close: &str, depth: usize| {
            let text = format!("{}x{};", open.repeat(depth), close.repeat(depth));
            too_deep(&Source::new("a.wgsl", text)).is_some()
        };
        for (open, close) in [("(", ")"), ("{", "}"), ("array<", ",2>")] {
            assert!(!nested(open, close, MAX_DEPTH), "{open}");
            assert!(nested(open, close, MAX_DEPTH + 1), "{open}");
        }
        let many_comparisons = "if a < b { return; }".repeat(3 * MAX_DEPTH);
        assert!(too_deep(&Source::new("a.wgsl", many_comparisons)).is_none());
    }
}
