//! How deep a text nests, and how long its chains are. What parses it recurses over both, and some of it
//! takes exponential time.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind, tokens};
use crate::source::Source;

/// The most brackets that may stand open at once; hand-written shaders stay below 30.
const MAX_DEPTH: usize = 100;

/// The most `<` behind a word that may stand open at once, be they of templates or comparisons: a parser that
/// looks for the end of each, and on its way for the ends of those in it, takes twice as long for every one.
const MAX_OPEN: usize = 8;

/// The most operators of one expression, those in its brackets included, and the most `else if`s that
/// hang together.
const MAX_CHAIN: usize = 1000;

/// What is open at one depth of brackets.
#[derive(Default)]
struct Level {
    /// Length of the chain around these brackets.
    outside: usize,
    /// Each `<` that may begin a template's list, until it is seen to end or to be none.
    open: usize,
    /// Operators of the expression so far.
    operators: usize,
    /// Most operators of the expressions before it, between the same brackets.
    most_operators: usize,
    /// `else if`s in a row.
    else_ifs: usize,
}

/// The error of a text that nests too deep, or goes on too long, at the token that is one too many.
pub(crate) fn too_deep(source: &Source) -> Option<Diagnostic> {
    let text = &source.text;
    let tokens = tokens(text);
    let mut levels = vec![Level::default()];
    for (at, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        let closed = match word {
            "(" | "[" | "{" => {
                let outside = levels.last().map_or(0, Level::chain);
                if let Some(level) = levels.last_mut().filter(|_| word == "{") {
                    level.open = 0;
                }
                levels.push(Level {
                    outside,
                    ..Level::default()
                });
                None
            }
            ")" | "]" | "}" if levels.len() > 1 => levels.pop(),
            _ => None,
        };
        let depth = levels.len() - 1;
        let Some(level) = levels.last_mut() else {
            continue;
        };
        level.operators += closed.map_or(0, |inner| inner.operators.max(inner.most_operators));
        level.count(&tokens, at, text);
        let chain = level.chain();
        let message = if depth > MAX_DEPTH {
            format!("brackets nest more than {MAX_DEPTH} deep")
        } else if levels.iter().map(|level| level.open).sum::<usize>() > MAX_OPEN {
            format!("more than {MAX_OPEN} `<` stand open; comparisons may be put in brackets")
        } else if chain > MAX_CHAIN {
            format!("more than {MAX_CHAIN} operators or `else if`s hang together")
        } else {
            continue;
        };
        return Some(Diagnostic::error(
            Some(source.place(token.range.clone())),
            message,
        ));
    }
    None
}

impl Level {
    fn chain(&self) -> usize {
        self.outside + self.operators + self.else_ifs
    }

    fn count(&mut self, tokens: &[Token], at: usize, text: &str) {
        let token = &tokens[at];
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let follows = |symbol: &str| {
            before.is_some_and(|before| {
                before.range.end == token.range.start && before.text(text) == symbol
            })
        };
        let goes_on = |symbol: &str| {
            tokens.get(at + 1).is_some_and(|next| {
                next.range.start == token.range.end && next.text(text) == symbol
            })
        };
        let behind_word = before.is_some_and(|before| before.kind == TokenKind::Word);
        match token.text(text) {
            "," => {
                self.most_operators = self.most_operators.max(self.operators);
                self.operators = 0;
            }
            ";" => {
                *self = Self {
                    outside: self.outside,
                    ..Self::default()
                }
            }
            "}" => (self.operators, self.open) = (0, 0),
            "if" if before.is_some_and(|before| before.text(text) == "else") => self.else_ifs += 1,
            "if" => self.else_ifs = 0,
            "<" if behind_word && !goes_on("<") && !goes_on("=") => self.open += 1,
            ">" => self.open = self.open.saturating_sub(1),
            // These stand in no template's list: what looked like one was a comparison.
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

    fn refused(text: String) -> bool {
        too_deep(&Source::new("a.wgsl", text)).is_some()
    }

    #[test]
    fn only_what_no_hand_writes_is_too_deep() {
        let nested = |open: &str, close: &str, depth: usize| {
            refused(format!("{}x{};", open.repeat(depth), close.repeat(depth)))
        };
        for (open, close, most) in [
            ("(", ")", MAX_DEPTH),
            ("{", "}", MAX_DEPTH),
            ("array<", ",2>", MAX_OPEN),
            ("array<2, ", ">", MAX_OPEN),
            ("b < (", ")", MAX_OPEN),
            ("b < ", "", MAX_OPEN),
            ("b < c, ", "", MAX_OPEN),
        ] {
            assert!(!nested(open, close, most), "{open}");
            assert!(nested(open, close, most + 1), "{open}");
        }
        for chain in ["- ", "x + ", "x.", "[1]"] {
            let text = |length| format!("a = {}x;", chain.repeat(length));
            assert!(!refused(text(MAX_CHAIN - 1)), "{chain}");
            assert!(refused(text(MAX_CHAIN + 1)), "{chain}");
        }
        let nested = |count| {
            let (open, close) = ("2 + (".repeat(count), format!(")){}", " + 2".repeat(400)));
            format!("a = {open}({}1{};", "(".repeat(count), close.repeat(count))
        };
        assert!(!refused(nested(2)) && refused(nested(3)));
        let else_ifs = |count| refused(format!("if a {{}} {}", "else if b {}".repeat(count)));
        assert!(!else_ifs(MAX_CHAIN) && else_ifs(MAX_CHAIN + 1));
    }

    #[test]
    fn what_is_long_but_flat_is_fine() {
        let many = 3 * MAX_CHAIN;
        assert!(!refused("if a < b { return; }".repeat(many)));
        assert!(!refused(format!(
            "const a = array({});",
            "-1 << 2, ".repeat(many)
        )));
        assert!(!refused(format!(
            "const a = array({});",
            "(b < c), ".repeat(many)
        )));
        assert!(!refused(format!(
            "a = {} true;",
            "b < c && ".repeat(MAX_DEPTH)
        )));
        assert!(!refused(format!(
            "a = {} 1;",
            "b << 1 | ".repeat(MAX_DEPTH)
        )));
        let ifs = (MAX_DEPTH - 2) / 2;
        let (open, close) = ("if a < b { while c < d {".repeat(ifs), "}}".repeat(ifs));
        assert!(!refused(format!("{open} {close}")));
        assert!(!refused("var a: array<vec4<f32>, 2>, ".repeat(many)));
    }
}
