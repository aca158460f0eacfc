//! Parser of import statements: `import package::a::{b, c as d};`.
//!
//! Source: <https://github.com/wgsl-tooling-wg/wesl-spec/blob/main/Imports.md>.

use std::ops::Range;

use crate::source::Import;
use crate::wgsl::lexer::{Token, TokenKind};

/// Each path in the file is compared with these.
pub(super) const MAX_NAMES: usize = 1000;

/// Words in a path, and braces inside of each other.
const MAX_WORDS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatementError {
    /// Index of the token; that after the last stands for the end.
    Unexpected(usize),
    TooManyNames,
}

/// From the attributes to the semicolon. `range` is recorded as the location of the names.
pub(super) fn import_statement(
    text: &str,
    tokens: &[Token],
    range: &Range<usize>,
) -> Result<Vec<Import>, StatementError> {
    let keyword = tokens.iter().position(|token| token.text(text) == "import");
    let keyword = keyword.unwrap_or_default();
    let is_reexported = tokens[..keyword].iter().any(|token| token.text(text) == "publish");
    let mut parser = StatementParser {
        text,
        tokens,
        at: keyword + 1,
        import: Import {
            path: Vec::new(),
            name: String::new(),
            is_reexported,
            range: range.clone(),
        },
        imports: Vec::new(),
    };
    parser.parse_names(0)?;
    match parser.word_at(parser.at) {
        ";" => Ok(parser.imports),
        _ => Err(StatementError::Unexpected(parser.at)),
    }
}

struct StatementParser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    /// As far as the path is read.
    import: Import,
    imports: Vec<Import>,
}

impl StatementParser<'_> {
    /// After `import`, `::` or a brace: `a`, `a as b`, `a::…` or `{…}`.
    fn parse_names(&mut self, braces: usize) -> Result<(), StatementError> {
        let base = self.import.path.len();
        while self.word_at(self.at) != "{" {
            let word = self.word()?;
            self.import.path.push(word);
            if self.word_at(self.at) != "::" {
                self.push_import()?;
                self.import.path.truncate(base);
                return Ok(());
            }
            self.at += 1;
        }
        let is_in_braces = braces > 0 && self.import.path.len() == base;
        if is_in_braces || braces == MAX_WORDS {
            return Err(StatementError::Unexpected(self.at));
        }
        self.at += 1;
        loop {
            self.parse_names(braces + 1)?;
            let is_next = self.word_at(self.at) == ",";
            self.at += usize::from(is_next);
            if self.word_at(self.at) == "}" {
                break;
            }
            if !is_next {
                return Err(StatementError::Unexpected(self.at));
            }
        }
        self.at += 1;
        self.import.path.truncate(base);
        Ok(())
    }

    fn push_import(&mut self) -> Result<(), StatementError> {
        let mut name = self.import.path.last().cloned().unwrap_or_default();
        if matches!(name.as_str(), "package" | "super" | "self") {
            return Err(StatementError::Unexpected(self.at));
        }
        if self.word_at(self.at) == "as" {
            self.at += 1;
            name = self.word()?;
        }
        if self.imports.len() == MAX_NAMES {
            return Err(StatementError::TooManyNames);
        }
        let import = self.import.clone();
        self.imports.push(Import { name, ..import });
        Ok(())
    }

    /// `package`, `super` and `self` can only start a path.
    fn word(&mut self) -> Result<String, StatementError> {
        let path = &self.import.path;
        let is_valid = |token: &&Token| {
            let is_word = token.kind == TokenKind::Word && path.len() < MAX_WORDS;
            is_word
                && match token.text(self.text) {
                    "import" | "as" => false,
                    "package" | "self" => path.is_empty(),
                    "super" => path.iter().all(|word| word == "super"),
                    _ => true,
                }
        };
        let token = self.tokens.get(self.at).filter(is_valid);
        let token = token.ok_or(StatementError::Unexpected(self.at))?;
        self.at += 1;
        Ok(token.text(self.text).to_owned())
    }

    fn word_at(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wgsl::lexer::tokens;

    fn check(text: &str, expect: Result<&[(&str, &str)], StatementError>) {
        let found = import_statement(text, &tokens(text), &(0..1));
        let found = found.map(|imports| {
            let name = |import: Import| (import.path.join("::"), import.name);
            imports.into_iter().map(name).collect::<Vec<_>>()
        });
        let owned = |pair: &(&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
        assert_eq!(found, expect.map(|pairs| pairs.iter().map(owned).collect()));
    }

    #[test]
    fn statements_name_all_their_imports() {
        check("import a;", Ok(&[("a", "a")]));
        check("import package::a::b as c;", Ok(&[("package::a::b", "c")]));
        check(
            "@publish import super::super::{a, b::{c as d, e,}, f::g,};",
            Ok(&[
                ("super::super::a", "a"),
                ("super::super::b::c", "d"),
                ("super::super::b::e", "e"),
                ("super::super::f::g", "g"),
            ]),
        );
        check("import {a, b::c};", Ok(&[("a", "a"), ("b::c", "c")]));
    }

    #[test]
    fn first_token_that_the_grammar_forbids_is_named() {
        let at = |index| Err(StatementError::Unexpected(index));
        check("import a::;", at(3));
        check("import a b;", at(2));
        check("import a::super::b;", at(3));
        check("import super;", at(2));
        check("import a::{};", at(4));
        check("import a::{b c};", at(5));
        check("import {a, {b}};", at(4));
        check("import a as;", at(3));
        check("import a", at(2));
        check(&format!("import {}", "a::{".repeat(200)), at(301));
        check(&format!("import {}b;", "a::".repeat(200)), at(201));
    }
}
