//! Outline of a WGSL file: its declarations with names, members and doc comments, parsed from the file's own text.
//!
//! The linker drops comments, and naga's table of them has no locations and assigns some to the wrong member
//! (gfx-rs/wgpu#10249); so doc comments are read here and joined to naga's reflection by name.

mod doc;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::wgsl::lexer::{Token, TokenKind, tokens};
pub(crate) use doc::DocComment;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclarationKind {
    Function,
    Struct,
    /// `var`, `const`, `override` or `alias`.
    Other,
}

#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) kind: DeclarationKind,
    pub(crate) name: String,
    pub(crate) name_range: Range<usize>,
    /// From the first attribute to the last token.
    pub(crate) range: Range<usize>,
    pub(crate) doc: DocComment,
    pub(crate) members: Vec<Member>,
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) name_range: Range<usize>,
    pub(crate) doc: DocComment,
}

/// Each list is in the order of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) file_doc: DocComment,
    pub(crate) declarations: Vec<Declaration>,
    /// `import` statements from the first attribute to the semicolon.
    pub(crate) imports: Vec<Range<usize>>,
    /// `const_assert` outside of functions, with the semicolon.
    pub(crate) assertions: Vec<Range<usize>>,
    /// `enable`, `requires` and `diagnostic`, with the semicolon.
    pub(crate) directives: Vec<Range<usize>>,
    /// Doc comments that document nothing: they end a line of code, or are in the body of a function.
    pub(crate) unread: Vec<DocComment>,
}

impl Outline {
    pub(crate) fn parse(text: &str) -> Self {
        Self::new(text, &tokens(text))
    }

    /// The outline of invalid WGSL has the declarations that are recognized.
    pub(crate) fn new(text: &str, tokens: &[Token]) -> Self {
        let mut parser = OutlineParser {
            text,
            tokens,
            at: 0,
            doc: DocComment::default(),
            read: BTreeSet::new(),
            attributes_start: None,
        };
        let mut outline = Self::default();
        while parser.at < parser.tokens.len() {
            parser.global(&mut outline);
        }
        outline.unread = parser.unread();
        outline
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Declaration> {
        self.declarations.iter().find(|declaration| declaration.name == name)
    }
}

struct OutlineParser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    doc: DocComment,
    /// Doc comments of a declaration or member, as indices of tokens.
    read: BTreeSet<usize>,
    /// First attribute before the next declaration, as a byte position.
    attributes_start: Option<usize>,
}

const STARTS: [&str; 8] = ["fn", "struct", "const", "var", "alias", "override", "import", "@"];

impl OutlineParser<'_> {
    /// Parses one doc comment, attribute, directive, assertion or declaration.
    fn global(&mut self, outline: &mut Outline) {
        let token = self.tokens[self.at].clone();
        match (token.kind, token.text(self.text)) {
            (TokenKind::FileDoc, comment) => {
                outline.file_doc.add_comment(comment, token.range.start);
                self.at += 1;
            }
            (TokenKind::Doc, _) => return self.comment(),
            (_, "@") => {
                self.attributes_start.get_or_insert(token.range.start);
                return self.attribute();
            }
            (_, "import") => {
                self.at += 1;
                let end = self.skip_statement(&STARTS);
                let start = self.attributes_start.unwrap_or(token.range.start);
                outline.imports.push(start..end);
                self.doc = DocComment::default();
            }
            (_, "enable" | "requires" | "diagnostic") => {
                let end = self.skip_statement(&STARTS);
                outline.directives.push(token.range.start..end);
                self.doc = DocComment::default();
            }
            (_, "const_assert") => {
                let end = self.skip_statement(&STARTS);
                outline.assertions.push(token.range.start..end);
                self.doc = DocComment::default();
            }
            (_, "fn") => self.declaration(DeclarationKind::Function, outline),
            (_, "struct") => self.declaration(DeclarationKind::Struct, outline),
            // In `override fn f()`, the first word is one too many.
            (_, "var" | "const" | "override" | "alias") if self.is_at(self.at + 1, "fn") => {
                self.attributes_start.get_or_insert(token.range.start);
                self.at += 1;
                return;
            }
            (_, "var" | "const" | "override" | "alias") => {
                self.declaration(DeclarationKind::Other, outline);
            }
            (_, "{") => self.skip_block(),
            _ => {
                self.at += 1;
                self.doc = DocComment::default();
            }
        }
        self.attributes_start = None;
    }

    fn declaration(&mut self, kind: DeclarationKind, outline: &mut Outline) {
        let doc = std::mem::take(&mut self.doc);
        let keyword = self.tokens[self.at].range.start;
        let start = self.attributes_start.unwrap_or(keyword);
        self.at += 1;
        if self.is("<") {
            self.skip_brackets("<", ">");
        }
        let Some(name) =
            self.tokens.get(self.at).filter(|token| token.kind == TokenKind::Word).cloned()
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
            DeclarationKind::Other => _ = self.skip_statement(&["fn", "struct"]),
        }
        self.doc = DocComment::default();
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

    /// `name: type` pairs between the brackets `open` and `close`.
    fn members(&mut self, open: &str, close: &str) -> Vec<Member> {
        let mut members = Vec::new();
        if !self.is(open) {
            return members;
        }
        self.at += 1;
        self.doc = DocComment::default();
        while self.at < self.tokens.len() && !self.is(close) {
            let token = self.tokens[self.at].clone();
            match (token.kind, token.text(self.text)) {
                (TokenKind::Doc, _) => self.comment(),
                (_, "@") => self.attribute(),
                (TokenKind::Word, name) if self.is_at(self.at + 1, ":") => {
                    let (doc, name) = (std::mem::take(&mut self.doc), name.to_owned());
                    members.push(Member { name, name_range: token.range, doc });
                    self.skip_type(close);
                }
                _ => self.at += 1,
            }
        }
        self.at += 1;
        members
    }

    /// Up to the token after the comma, or to the closing bracket.
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

    /// Ignores a comment that ends a line of code.
    fn comment(&mut self) {
        let token = self.tokens[self.at].clone();
        self.at += 1;
        let is_trailing = self.at.checked_sub(2).is_some_and(|previous| {
            let previous = &self.tokens[previous];
            let same_line = !self.text[previous.range.end..token.range.start].contains('\n');
            same_line && matches!(previous.text(self.text), "," | ";" | "{" | "}" | "(")
        });
        let precedes_code = self.tokens.get(self.at).is_some_and(|next| {
            let same_line = !self.text[token.range.end..next.range.start].contains('\n');
            same_line && token.text(self.text).starts_with("/*")
        });
        if !is_trailing || precedes_code {
            self.read.insert(self.at - 1);
            self.doc.add_comment(token.text(self.text), token.range.start);
        }
    }

    fn unread(&self) -> Vec<DocComment> {
        let tokens = self.tokens.iter().enumerate();
        let unread = tokens
            .filter(|(index, token)| token.kind == TokenKind::Doc && !self.read.contains(index));
        let comment = |(_, token): (usize, &Token)| {
            let mut doc = DocComment::default();
            doc.add_comment(token.text(self.text), token.range.start);
            doc
        };
        unread.map(comment).collect()
    }

    fn attribute(&mut self) {
        self.at += 2;
        if self.is("(") {
            self.skip_brackets("(", ")");
        }
    }

    /// Past the body of a function; without its end, to the next function.
    fn skip_to_block(&mut self) {
        while self.at < self.tokens.len() && !self.is("{") {
            if self.is(";") {
                return;
            }
            self.at += 1;
        }
        let start = self.at;
        self.skip_block();
        let count = |brace| (start..self.at).filter(|at| self.is_at(*at, brace)).count();
        if self.at == self.tokens.len() && count("{") > count("}") {
            self.at = self.next_function(start);
        }
    }

    fn skip_block(&mut self) {
        self.skip_brackets("{", "}");
        self.doc = DocComment::default();
    }

    /// Token at which the next function starts, with its comments and attributes; the end of the text without one.
    fn next_function(&self, from: usize) -> usize {
        let mut start = None;
        for at in from..self.tokens.len() {
            let token = &self.tokens[at];
            match (token.kind, token.text(self.text)) {
                (_, "fn") => return start.unwrap_or(at),
                (TokenKind::Doc, _) | (_, "@") => _ = start.get_or_insert(at),
                (_, "{" | "}" | ";") => start = None,
                _ => {}
            }
        }
        self.tokens.len()
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

    /// Past the semicolon, or to one of `starts` or a doc comment after what has no end. Returns the byte of the end.
    fn skip_statement(&mut self, starts: &[&str]) -> usize {
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.get(self.at) {
            let text = token.text(self.text);
            let is_doc = matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc);
            if starts.contains(&text) || (is_doc && depth == 0) {
                break;
            }
            self.at += 1;
            match text {
                ";" => break,
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.tokens[self.at - 1].range.end
    }

    fn is(&self, symbol: &str) -> bool {
        self.is_at(self.at, symbol)
    }

    fn is_at(&self, at: usize, symbol: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text(self.text) == symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//! Title\n//! More.\nimport package::a::{b, c};\n\
        /// Of S.\nstruct S {\n    /// Of x,\n    /// two lines.\n    x: f32, /// trailing\n    @align(16) /** Of y. */ y: array<vec4f, 2>,\n}\n\
        @group(0) @binding(0) var<uniform> params: S;\nconst K = 3;\n\
        /// Of f.\nfn f(p: vec2f, /// trailing too\n    /// Of gain.\n    gain: f32, /** Of warp. */ warp: f32) -> f32 { if true { return 1.0; } /// inside\n return p.x; }\n";

    #[test]
    fn outline_lists_declarations_members_and_comments() {
        let outline = Outline::parse(TEXT);
        let names: Vec<&str> =
            outline.declarations.iter().map(|declaration| declaration.name.as_str()).collect();
        assert_eq!(names, ["S", "params", "K", "f"]);
        assert_eq!(
            (outline.file_doc.text.as_str(), outline.file_doc.line_ends().collect::<Vec<_>>()),
            ("Title More.", vec![5, 11])
        );
        assert_eq!(&TEXT[outline.imports[0].clone()], "import package::a::{b, c};");

        let docs = |name: &str| -> Vec<(String, String)> {
            let members = &outline.find(name).unwrap().members;
            members.iter().map(|member| (member.name.clone(), member.doc.text.clone())).collect()
        };
        let pair = |name: &str, doc: &str| (name.to_owned(), doc.to_owned());
        assert_eq!(docs("S"), [pair("x", "Of x, two lines."), pair("y", "Of y.")]);
        let of_f = [pair("p", ""), pair("gain", "Of gain."), pair("warp", "Of warp.")];
        assert_eq!(docs("f"), of_f);
        assert_eq!(outline.find("f").unwrap().doc.text, "Of f.");
        let unread: Vec<&str> = outline.unread.iter().map(|doc| doc.text.as_str()).collect();
        assert_eq!(unread, ["trailing", "trailing too", "inside"]);
    }

    #[test]
    fn comment_text_maps_back_to_its_bytes() {
        let outline = Outline::parse(TEXT);
        let doc = &outline.find("S").unwrap().members[0].doc;
        let at = doc.text.find("two").unwrap();
        assert_eq!(&TEXT[doc.file_range(at..at + 3)], "two");
    }
}
