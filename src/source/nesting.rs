//! Limits of the nesting depth and of operator chains, over which naga's parser recurses, for some in exponential time.

use crate::source::Source;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::lexer::{Token, TokenKind};

/// Open brackets; hand-written shaders stay below 30.
const MAX_DEPTH: usize = 100;

/// Open `<` after a word, in templates and comparisons. naga searches for the end of each, and again for the ends of
/// those inside, so that each further `<` doubles the time.
const MAX_OPEN: usize = 8;

/// Operators in one expression, including those in its brackets, and `else if`s in one chain.
const MAX_CHAIN: usize = 1000;

#[derive(Default)]
struct Level {
    /// Operators outside of these brackets in a chain that continues inside them.
    outside: usize,
    /// `<` that may start a template list and are neither closed nor known to be comparisons.
    open: usize,
    operators: usize,
    /// Most operators in an earlier element of the list.
    max_operators: usize,
    else_ifs: usize,
}

pub(crate) fn too_deep(source: &Source) -> Option<Diagnostic> {
    source.parsed.too_deep.get_or_init(|| check(source)).clone()
}

fn check(source: &Source) -> Option<Diagnostic> {
    let text = &source.text;
    let tokens = source.tokens();
    let mut levels = vec![Level::default()];
    for (at, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        let closed = match word {
            "(" | "[" | "{" => {
                let outside = levels.last().map_or(0, Level::chain);
                if let Some(level) = levels.last_mut().filter(|_| word == "{") {
                    level.open = 0;
                }
                levels.push(Level { outside, ..Level::default() });
                None
            }
            ")" | "]" | "}" if levels.len() > 1 => levels.pop(),
            _ => None,
        };
        let depth = levels.len() - 1;
        let Some(level) = levels.last_mut() else {
            continue;
        };
        level.operators += closed.map_or(0, |inner| inner.operators.max(inner.max_operators));
        level.count(tokens, at, text);
        let chain = level.chain();
        let message = if depth > MAX_DEPTH {
            format!("brackets nest more than {MAX_DEPTH} levels deep")
        } else if levels.iter().map(|level| level.open).sum::<usize>() > MAX_OPEN {
            format!("more than {MAX_OPEN} unclosed `<`; put comparisons in parentheses")
        } else if chain > MAX_CHAIN {
            format!("more than {MAX_CHAIN} operators or `else if`s in one chain")
        } else {
            continue;
        };
        return Some(Diagnostic::error(Some(source.location(token.range.clone())), message));
    }
    None
}

impl Level {
    fn chain(&self) -> usize {
        self.outside + self.operators + self.else_ifs
    }

    fn count(&mut self, tokens: &[Token], at: usize, text: &str) {
        let token = &tokens[at];
        let previous = at.checked_sub(1).map(|previous| &tokens[previous]);
        let follows = |symbol: &str| {
            previous.is_some_and(|previous| {
                previous.range.end == token.range.start && previous.text(text) == symbol
            })
        };
        let is_followed_by = |symbol: &str| {
            tokens.get(at + 1).is_some_and(|next| {
                next.range.start == token.range.end && next.text(text) == symbol
            })
        };
        let after_word = previous.is_some_and(|previous| previous.kind == TokenKind::Word);
        match token.text(text) {
            "," => {
                self.max_operators = self.max_operators.max(self.operators);
                self.operators = 0;
            }
            ";" => *self = Self { outside: self.outside, ..Self::default() },
            "}" => (self.operators, self.open) = (0, 0),
            "if" if previous.is_some_and(|token| token.text(text) == "else") => self.else_ifs += 1,
            "if" => self.else_ifs = 0,
            "<" if after_word && !is_followed_by("<") && !is_followed_by("=") => self.open += 1,
            ">" => self.open = self.open.saturating_sub(1),
            // A template list contains neither `&&` nor `||`: each open `<` was a comparison.
            "&" if follows("&") => self.open = 0,
            "|" if follows("|") => self.open = 0,
            _ => {}
        }
        let symbol = token.kind == TokenKind::Symbol;
        let operator = symbol && "+-*/%&|^~!<>=.]".contains(token.text(text));
        self.operators += usize::from(operator);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEEP: &str = "brackets nest more than 100 levels deep";
    const OPEN: &str = "more than 8 unclosed `<`; put comparisons in parentheses";
    const CHAIN: &str = "more than 1000 operators or `else if`s in one chain";

    /// Message and column of the error about a text of one line; `None` within all limits.
    fn rejection(text: &str) -> Option<(String, usize)> {
        let error = too_deep(&Source::new("a.wgsl", text))?;
        Some((error.message, error.location?.start.column))
    }

    fn is_rejected(text: String) -> bool {
        rejection(&text).is_some()
    }

    /// Asserts that one text is within all limits, and another one exceeds a limit with this message at a column.
    fn assert_limit(accepted: &str, rejected: &str, message: &str, column: usize) {
        assert_eq!(rejection(accepted), None, "{accepted}");
        let expected = Some((message.to_owned(), column));
        assert_eq!(rejection(rejected), expected, "{rejected}");
    }

    #[test]
    fn text_beyond_each_limit_is_rejected_where_it_exceeds_it() {
        for (open, close, (limit, message), symbol) in [
            ("(", ")", (MAX_DEPTH, DEEP), 0),
            ("{", "}", (MAX_DEPTH, DEEP), 0),
            ("array<", ",2>", (MAX_OPEN, OPEN), 5),
            ("array<2, ", ">", (MAX_OPEN, OPEN), 5),
            ("b < (", ")", (MAX_OPEN, OPEN), 2),
            ("b < ", "", (MAX_OPEN, OPEN), 2),
            ("b < c, ", "", (MAX_OPEN, OPEN), 2),
        ] {
            let text = |depth| format!("{}x{};", open.repeat(depth), close.repeat(depth));
            let column = limit * open.len() + symbol + 1;
            assert_limit(&text(limit), &text(limit + 1), message, column);
        }
        // The `=` is an operator, too.
        for (chain, symbol) in [("- ", 0), ("x + ", 2), ("x.", 1), ("[1]", 2)] {
            let text = |length| format!("a = {}x;", chain.repeat(length));
            let column = "a = ".len() + (MAX_CHAIN - 1) * chain.len() + symbol + 1;
            assert_limit(&text(MAX_CHAIN - 1), &text(MAX_CHAIN), CHAIN, column);
        }
        let nested = |count| {
            let (open, close) = ("2 + (".repeat(count), format!(")){}", " + 2".repeat(400)));
            format!("a = {open}({}1{};", "(".repeat(count), close.repeat(count))
        };
        assert_eq!(rejection(&nested(2)), None);
        assert_eq!(rejection(&nested(3)).unwrap().0, CHAIN);
        let else_ifs = |count| format!("if a {{}} {}", "else if b {}".repeat(count));
        let column = "if a {} ".len() + MAX_CHAIN * "else if b {}".len() + "else ".len() + 1;
        assert_limit(&else_ifs(MAX_CHAIN), &else_ifs(MAX_CHAIN + 1), CHAIN, column);
    }

    #[test]
    fn long_but_flat_text_is_accepted() {
        let many = 3 * MAX_CHAIN;
        assert!(!is_rejected("if a < b { return; }".repeat(many)));
        assert!(!is_rejected(format!("const a = array({});", "-1 << 2, ".repeat(many))));
        assert!(!is_rejected(format!("const a = array({});", "(b < c), ".repeat(many))));
        assert!(!is_rejected(format!("a = {} true;", "b < c && ".repeat(MAX_DEPTH))));
        assert!(!is_rejected(format!("a = {} 1;", "b << 1 | ".repeat(MAX_DEPTH))));
        let ifs = (MAX_DEPTH - 2) / 2;
        let (open, close) = ("if a < b { while c < d {".repeat(ifs), "}}".repeat(ifs));
        assert!(!is_rejected(format!("{open} {close}")));
        assert!(!is_rejected("var a: array<vec4<f32>, 2>, ".repeat(many)));
    }
}
