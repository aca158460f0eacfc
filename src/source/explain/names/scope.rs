//! Search for the names that are valid at the location of an unknown name, as suggestions.

use super::Site;
use crate::source::Source;
use crate::wgsl::builtins::{FUNCTIONS, TYPES};
use crate::wgsl::lexer::TokenKind;
use crate::wgsl::outline::DeclarationKind;

pub(super) struct Scope<'s> {
    site: &'s Site<'s>,
    is_call: bool,
    is_type: bool,
}

impl<'s> Scope<'s> {
    pub(super) fn of(site: &'s Site<'s>) -> Self {
        let before = site.word(-1);
        let is_arrow = before == ">" && site.word(-2) == "-";
        Self {
            site,
            is_call: site.word(1) == "(",
            is_type: before == ":" || is_arrow || (before == "<" && site.word(1) != "("),
        }
    }

    /// Those of the author before those of WGSL.
    pub(super) fn candidates(&self) -> Vec<&'s str> {
        let mut names = self.declared();
        if self.is_call {
            names.extend(FUNCTIONS.iter().map(|function| function.name));
        }
        if self.is_call || self.is_type {
            names.extend(TYPES.iter().map(|ty| ty.name));
        }
        if !self.is_call && !self.is_type {
            names.extend(self.variables());
            names.extend(["true", "false"]);
        }
        names
    }

    fn declared(&self) -> Vec<&'s str> {
        let source = self.site.source;
        let outline = source.outline();
        let fits = |kind: DeclarationKind| match kind {
            DeclarationKind::Function => self.is_call,
            DeclarationKind::Struct => self.is_type || self.is_call,
            DeclarationKind::Other => true,
        };
        let declared = outline.declarations.iter().filter(|declaration| fits(declaration.kind));
        let imported = outline.imports.iter().flat_map(|import| {
            let tokens = source.tokens_in(import.clone()).iter();
            let words = tokens.filter(|token| token.kind == TokenKind::Word);
            words.map(|token| token.text(&source.text))
        });
        let is_keyword = |word: &&str| matches!(*word, "import" | "package" | "super" | "as");
        declared
            .map(|declaration| declaration.name.as_str())
            .chain(imported.filter(|word| !is_keyword(word)))
            .collect()
    }

    /// The enclosing function's parameters, and its local variables above the error.
    pub(super) fn variables(&self) -> Vec<&'s str> {
        let Some(function) = self.site.function() else {
            return Vec::new();
        };
        let parameters = function.members.iter().map(|member| member.name.as_str());
        let mut names: Vec<&str> = parameters.collect();
        let above = self.locals().into_iter();
        let above = above.filter(|(_, at)| *at < self.site.range.start);
        names.extend(above.map(|(name, _)| name));
        names
    }

    /// Finds a local variable that is not visible at the error: its line, and true if that is above.
    pub(super) fn declared_elsewhere(&self, name: &str) -> Option<(usize, bool)> {
        let locals = self.locals();
        let (_, at) = locals.iter().find(|(local, _)| *local == name)?;
        Some((self.site.line_of(*at), *at < self.site.range.start))
    }

    fn locals(&self) -> Vec<(&'s str, usize)> {
        let Some(function) = self.site.function() else {
            return Vec::new();
        };
        let source = self.site.source;
        let tokens = source.tokens_in(function.range.clone());
        let is_keyword = |text: &str| matches!(text, "let" | "var" | "const");
        tokens
            .windows(2)
            .filter(|pair| is_keyword(pair[0].text(&source.text)))
            .filter(|pair| pair[1].kind == TokenKind::Word)
            .map(|pair| (pair[1].text(&source.text), pair[1].range.start))
            .collect()
    }
}

pub(super) fn members(source: &Source) -> impl Iterator<Item = &str> {
    let declarations = source.outline().declarations.iter();
    let structs = declarations.filter(|declared| declared.kind == DeclarationKind::Struct);
    let members = structs.flat_map(|declared| &declared.members);
    members.map(|member| member.name.as_str())
}
