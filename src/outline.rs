//! What a file declares, read from its own text: names, members and the comments above them.
//!
//! Linkers drop comments, and naga's own table of them has no places and misplaces some
//! (gfx-rs/wgpu#10249); so annotations are read here and joined to naga's reflection by name.

use std::ops::Range;

use crate::lexer::{Token, TokenKind, tokens};

/// A comment's words with the byte of the file that each of them came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Doc {
    /// Lines joined by a space, comment marks taken out.
    pub(crate) text: String,
    /// For every byte of `text` its place in the file.
    origin: Vec<usize>,
}

/// What kind of thing a declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclarationKind {
    Function,
    Struct,
    /// `var`, `const`, `override` or `alias`.
    Other,
}

/// A declaration of the file.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) kind: DeclarationKind,
    pub(crate) name: String,
    pub(crate) name_range: Range<usize>,
    /// All of it, from its first attribute on.
    pub(crate) range: Range<usize>,
    pub(crate) doc: Doc,
    /// Members of a struct, or parameters of a function.
    pub(crate) members: Vec<Member>,
}

/// A member of a struct, or a parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) name_range: Range<usize>,
    pub(crate) doc: Doc,
}

/// A file's declarations in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) file_doc: Doc,
    pub(crate) declarations: Vec<Declaration>,
    /// The `import` statements, each from its first attribute to behind its semicolon.
    pub(crate) imports: Vec<Range<usize>>,
    /// `enable`, `requires` and `diagnostic`, each to behind its semicolon.
    pub(crate) directives: Vec<Range<usize>>,
}

impl Doc {
    /// The bytes of the file that a stretch of `text` came from.
    pub(crate) fn file_range(&self, range: Range<usize>) -> Range<usize> {
        let at = |index: usize| self.origin.get(index).copied().unwrap_or_default();
        at(range.start)..at(range.end.saturating_sub(1)) + 1
    }

    /// A part of this comment.
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        Self {
            text: self.text[range.clone()].to_owned(),
            origin: self.origin[range].to_vec(),
        }
    }

    /// Where its lines end in `text`. The space between two lines has the place of the word behind it.
    pub(crate) fn line_ends(&self) -> impl Iterator<Item = usize> {
        let joins = |at: &usize| self.origin[at - 1] == self.origin[*at];
        let inner = (1..self.origin.len()).filter(joins).map(|at| at - 1);
        inner.chain([self.text.len()])
    }

    fn add_comment(&mut self, comment: &str, start: usize) {
        let block = comment.starts_with("/*");
        let body = if block {
            comment.strip_suffix("*/").unwrap_or(comment)
        } else {
            comment
        };
        let mut at = 3.min(body.len());
        for line in body[at..].split_inclusive('\n') {
            let mut words = line.trim_start();
            if block && at > 3 {
                words = words.strip_prefix('*').unwrap_or(words);
            }
            let skipped = line.len() - words.len();
            self.add_line(
                words.trim(),
                start + at + skipped + words.len() - words.trim_start().len(),
            );
            at += line.len();
        }
    }

    fn add_line(&mut self, words: &str, start: usize) {
        if words.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
            self.origin.push(start);
        }
        self.text.push_str(words);
        self.origin.extend(start..start + words.len());
    }
}

impl Outline {
    /// Reads a file. Text that is no WGSL gives what can be recognised of it.
    pub(crate) fn read(text: &str) -> Self {
        let mut reader = Reader {
            text,
            tokens: tokens(text),
            at: 0,
            doc: Doc::default(),
            attributed: None,
        };
        let mut outline = Self::default();
        while reader.at < reader.tokens.len() {
            reader.global(&mut outline);
        }
        outline
    }

    /// The declaration of this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Declaration> {
        self.declarations
            .iter()
            .find(|declaration| declaration.name == name)
    }
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    /// Comments seen since the last thing that could own them.
    doc: Doc,
    /// Where the attributes begin that stand before what comes next.
    attributed: Option<usize>,
}

impl Reader<'_> {
    /// Reads one thing at the level of the file.
    fn global(&mut self, outline: &mut Outline) {
        let token = self.tokens[self.at].clone();
        match (token.kind, token.text(self.text)) {
            (TokenKind::FileDoc, comment) => {
                outline.file_doc.add_comment(comment, token.range.start);
                self.at += 1;
            }
            (TokenKind::Doc, _) => return self.comment(),
            (_, "@") => {
                self.attributed.get_or_insert(token.range.start);
                return self.attribute();
            }
            (_, "import") => {
                let end = self.skip_past(";");
                let start = self.attributed.unwrap_or(token.range.start);
                outline.imports.push(start..end);
                self.doc = Doc::default();
            }
            (_, "enable" | "requires" | "diagnostic") => {
                let end = self.skip_past(";");
                outline.directives.push(token.range.start..end);
                self.doc = Doc::default();
            }
            (_, "fn") => self.declaration(DeclarationKind::Function, outline),
            (_, "struct") => self.declaration(DeclarationKind::Struct, outline),
            (_, "var" | "const" | "override" | "alias") => {
                self.declaration(DeclarationKind::Other, outline);
            }
            (_, "{") => self.skip_block(),
            _ => {
                self.at += 1;
                self.doc = Doc::default();
            }
        }
        self.attributed = None;
    }

    fn declaration(&mut self, kind: DeclarationKind, outline: &mut Outline) {
        let doc = std::mem::take(&mut self.doc);
        let keyword = self.tokens[self.at].range.start;
        let start = self.attributed.unwrap_or(keyword);
        self.at += 1;
        if self.is("<") {
            self.skip_past(">");
        }
        let Some(name) = self
            .tokens
            .get(self.at)
            .filter(|token| token.kind == TokenKind::Word)
            .cloned()
        else {
            return;
        };
        self.at += 1;
        let members = match kind {
            DeclarationKind::Function => self.members("(", ")"),
            DeclarationKind::Struct => self.members("{", "}"),
            DeclarationKind::Other => Vec::new(),
        };
        match kind {
            DeclarationKind::Function => self.skip_to_block(),
            DeclarationKind::Struct => {}
            DeclarationKind::Other => _ = self.skip_past(";"),
        }
        self.doc = Doc::default();
        let name_range = name.range.clone();
        let last = self.at.min(self.tokens.len()) - 1;
        outline.declarations.push(Declaration {
            kind,
            name: name.text(self.text).to_owned(),
            name_range,
            range: start..self.tokens[last].range.end,
            doc,
            members,
        });
    }

    /// `name: type` pairs between two brackets.
    fn members(&mut self, open: &str, close: &str) -> Vec<Member> {
        let mut members = Vec::new();
        if !self.is(open) {
            return members;
        }
        self.at += 1;
        self.doc = Doc::default();
        while self.at < self.tokens.len() && !self.is(close) {
            let token = self.tokens[self.at].clone();
            match (token.kind, token.text(self.text)) {
                (TokenKind::Doc, _) => self.comment(),
                (_, "@") => self.attribute(),
                (TokenKind::Word, name) if self.is_at(self.at + 1, ":") => {
                    let (doc, name) = (std::mem::take(&mut self.doc), name.to_owned());
                    members.push(Member {
                        name,
                        name_range: token.range,
                        doc,
                    });
                    self.skip_type(close);
                }
                _ => self.at += 1,
            }
        }
        self.at += 1;
        members
    }

    /// From a member's name to behind its comma, or to the closing bracket.
    fn skip_type(&mut self, close: &str) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.tokens[self.at].text(self.text) {
                text if text == close && depth == 0 => return,
                "," if depth == 0 => {
                    self.at += 1;
                    return;
                }
                "<" | "(" | "[" => depth += 1,
                ">" | ")" | "]" => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// A comment counts where it opens its line; one that trails on a line belongs to nothing.
    fn comment(&mut self) {
        let token = self.tokens[self.at].clone();
        self.at += 1;
        let trails = self.at.checked_sub(2).is_some_and(|before| {
            let before = &self.tokens[before];
            let same_line = !self.text[before.range.end..token.range.start].contains('\n');
            same_line && matches!(before.text(self.text), "," | ";" | "{" | "}" | "(")
        });
        if !trails {
            self.doc
                .add_comment(token.text(self.text), token.range.start);
        }
    }

    fn attribute(&mut self) {
        self.at += 2;
        if self.is("(") {
            self.skip_brackets("(", ")");
        }
    }

    fn skip_to_block(&mut self) {
        while self.at < self.tokens.len() && !self.is("{") {
            if self.is(";") {
                return;
            }
            self.at += 1;
        }
        self.skip_block();
    }

    fn skip_block(&mut self) {
        self.skip_brackets("{", "}");
        self.doc = Doc::default();
    }

    fn skip_brackets(&mut self, open: &str, close: &str) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            if self.is(open) {
                depth += 1;
            } else if self.is(close) {
                depth -= 1;
            }
            self.at += 1;
            if depth <= 0 {
                return;
            }
        }
    }

    /// Goes behind the next such symbol and says where it ends.
    fn skip_past(&mut self, symbol: &str) -> usize {
        while self.at < self.tokens.len() && !self.is(symbol) {
            self.at += 1;
        }
        let end = self
            .tokens
            .get(self.at)
            .map_or(self.text.len(), |token| token.range.end);
        self.at += 1;
        end
    }

    fn is(&self, symbol: &str) -> bool {
        self.is_at(self.at, symbol)
    }

    fn is_at(&self, at: usize, symbol: &str) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.text(self.text) == symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//! Title\n//! More.\nimport package::a::{b, c};\n\
        /// Of S.\nstruct S {\n    /// Of x,\n    /// two lines.\n    x: f32, /// trailing\n    @align(16) /** Of y. */ y: array<vec4f, 2>,\n}\n\
        @group(0) @binding(0) var<uniform> params: S;\nconst K = 3;\n\
        /// Of f.\nfn f(p: vec2f, /// trailing too\n    /// Of gain.\n    gain: f32) -> f32 { if true { return 1.0; } return p.x; }\n";

    #[test]
    fn declarations_members_and_their_comments() {
        let outline = Outline::read(TEXT);
        let names: Vec<&str> = outline
            .declarations
            .iter()
            .map(|declaration| declaration.name.as_str())
            .collect();
        assert_eq!(names, ["S", "params", "K", "f"]);
        assert_eq!(
            (
                outline.file_doc.text.as_str(),
                outline.file_doc.line_ends().collect::<Vec<_>>()
            ),
            ("Title More.", vec![5, 11])
        );
        assert_eq!(
            &TEXT[outline.imports[0].clone()],
            "import package::a::{b, c};"
        );

        let docs = |name: &str| -> Vec<(String, String)> {
            let members = &outline.find(name).unwrap().members;
            members
                .iter()
                .map(|member| (member.name.clone(), member.doc.text.clone()))
                .collect()
        };
        let pair = |name: &str, doc: &str| (name.to_owned(), doc.to_owned());
        assert_eq!(
            docs("S"),
            [pair("x", "Of x, two lines."), pair("y", "Of y.")]
        );
        assert_eq!(docs("f"), [pair("p", ""), pair("gain", "Of gain.")]);
        assert_eq!(outline.find("f").unwrap().doc.text, "Of f.");
    }

    #[test]
    fn words_of_a_comment_know_their_place() {
        let outline = Outline::read(TEXT);
        let doc = &outline.find("S").unwrap().members[0].doc;
        let at = doc.text.find("two").unwrap();
        assert_eq!(&TEXT[doc.file_range(at..at + 3)], "two");
    }
}
