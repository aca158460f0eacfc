//! Syntax highlighting of WGSL: splits a text into pieces of one kind.

use std::ops::Range;

use crate::wgsl::lexer::{Token, TokenKind, tokens};

/// Determines the color of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxKind {
    /// Also a comment with tags.
    Comment,
    /// The `@` or the name of an attribute.
    Attribute,
    /// Also of imports.
    Keyword,
    /// A type, or a name that begins with a capital letter.
    Type,
    /// A number.
    Number,
    /// A name directly before a parenthesis.
    Function,
    /// A name of no special kind, such as a variable.
    Name,
    /// An operator or bracket.
    Symbol,
}

/// Piece of text of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxPiece {
    /// Kind.
    pub kind: SyntaxKind,
    /// Byte range in the whole text.
    pub range: Range<usize>,
}

pub(crate) const KEYWORDS: [&str; 33] = [
    "alias", "break", "case", "const", "const_assert", "continue", "continuing", "default",
    "diagnostic", "discard", "else", "enable", "false", "fn", "for", "function", "if", "import",
    "let", "loop", "override", "package", "private", "requires", "return", "storage", "struct",
    "super", "switch", "true", "uniform", "var", "while",
];

const TYPES: [&str; 9] = ["array", "atomic", "bool", "f16", "f32", "f64", "i32", "ptr", "u32"];

/// Splits a WGSL text into pieces. White space between the pieces is omitted.
///
/// ```
/// use noise_playground::wgsl::syntax::{SyntaxKind, syntax};
///
/// let text = "let x = f(1.0); // one";
/// let kinds: Vec<(SyntaxKind, &str)> = syntax(text)
///     .into_iter()
///     .map(|piece| (piece.kind, &text[piece.range]))
///     .collect();
/// assert_eq!(kinds[0], (SyntaxKind::Keyword, "let"));
/// assert_eq!(kinds[3], (SyntaxKind::Function, "f"));
/// assert_eq!(kinds.last(), Some(&(SyntaxKind::Comment, "// one")));
/// ```
pub fn syntax(text: &str) -> Vec<SyntaxPiece> {
    let tokens = tokens(text);
    let mut pieces = Vec::with_capacity(tokens.len());
    let mut end = 0;
    for (index, token) in tokens.iter().enumerate() {
        add_comment(text, end..token.range.start, &mut pieces);
        pieces.push(SyntaxPiece { kind: kind(text, &tokens, index), range: token.range.clone() });
        end = token.range.end;
    }
    add_comment(text, end..text.len(), &mut pieces);
    pieces
}

/// Text between tokens is a comment, unless it is white space.
fn add_comment(text: &str, range: Range<usize>, pieces: &mut Vec<SyntaxPiece>) {
    let between = &text[range.clone()];
    let comment = between.trim();
    if comment.is_empty() {
        return;
    }
    let start = range.start + (between.len() - between.trim_start().len());
    pieces.push(SyntaxPiece { kind: SyntaxKind::Comment, range: start..start + comment.len() });
}

fn kind(text: &str, tokens: &[Token], index: usize) -> SyntaxKind {
    let word = tokens[index].text(text);
    let neighbor = |at: Option<usize>| tokens.get(at?).map(|token| token.text(text));
    match tokens[index].kind {
        TokenKind::Doc | TokenKind::FileDoc => SyntaxKind::Comment,
        TokenKind::Number => SyntaxKind::Number,
        TokenKind::Symbol if word == "@" => SyntaxKind::Attribute,
        TokenKind::Symbol => SyntaxKind::Symbol,
        TokenKind::Word if neighbor(index.checked_sub(1)) == Some("@") => SyntaxKind::Attribute,
        TokenKind::Word if KEYWORDS.contains(&word) => SyntaxKind::Keyword,
        TokenKind::Word if is_type(word) => SyntaxKind::Type,
        TokenKind::Word if neighbor(Some(index + 1)) == Some("(") => SyntaxKind::Function,
        TokenKind::Word => SyntaxKind::Name,
    }
}

fn is_type(word: &str) -> bool {
    let is_sized = |prefix: &str| {
        let rest = word.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.len() <= 4)
    };
    TYPES.contains(&word)
        || is_sized("vec")
        || is_sized("mat")
        || word.starts_with(|c: char| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_but_white_space_is_in_one_piece() {
        let text = "//! File\n/* a */ @id(0) override k = 1.5f;\nfn f(p: vec2f) -> Params { // x\n    return mix(p.x, k, 0.5);\n}\n";
        let pieces = syntax(text);
        let mut end = 0;
        for piece in &pieces {
            assert!(text[end..piece.range.start].trim().is_empty());
            end = piece.range.end;
        }
        assert!(text[end..].trim().is_empty());
        let kind = |word: &str| {
            let is_word = |piece: &&SyntaxPiece| &text[piece.range.clone()] == word;
            pieces.iter().find(is_word).unwrap().kind
        };
        assert_eq!(kind("//! File"), SyntaxKind::Comment);
        assert_eq!(kind("/* a */"), SyntaxKind::Comment);
        assert_eq!(kind("id"), SyntaxKind::Attribute);
        assert_eq!(kind("override"), SyntaxKind::Keyword);
        assert_eq!(kind("vec2f"), SyntaxKind::Type);
        assert_eq!(kind("Params"), SyntaxKind::Type);
        assert_eq!(kind("mix"), SyntaxKind::Function);
        assert_eq!(kind("p"), SyntaxKind::Name);
        assert_eq!(kind("0.5"), SyntaxKind::Number);
    }
}
