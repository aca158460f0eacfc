//! Removes declarations and function bodies that have errors from a WGSL text, so that the rest can be checked for
//! further errors.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::lexer::{TokenKind, blank, tokens};
use crate::outline::{Declaration, DeclarationKind, Outline};

/// Remainder of a WGSL text after declarations and function bodies with errors were removed. They are replaced by
/// spaces, so that all other bytes keep their positions.
pub(crate) struct Remainder {
    pub(crate) wgsl: String,
    /// All declarations of the original WGSL text, including those that were removed.
    declarations: Vec<Declaration>,
    /// Names of functions whose bodies were removed.
    pub(crate) without_body: BTreeSet<String>,
    /// Names of declarations that were removed entirely.
    pub(crate) removed: BTreeSet<String>,
    /// First bytes of the declarations that were removed entirely. Two of them may have equal names if they are of
    /// another language: `const float A`.
    removed_at: BTreeSet<usize>,
}

impl Remainder {
    pub(crate) fn new(wgsl: &str) -> Self {
        Self {
            wgsl: wgsl.to_owned(),
            declarations: Outline::parse(wgsl).declarations,
            without_body: BTreeSet::new(),
            removed: BTreeSet::new(),
            removed_at: BTreeSet::new(),
        }
    }

    /// Removes the function body that contains an error, or else the declaration. Returns false if the error is in
    /// neither, or if that was removed already.
    pub(crate) fn remove(&mut self, error: &Range<usize>) -> bool {
        let mut declarations = self.declarations.iter();
        let position = declarations.position(|declared| declared.range.contains(&error.start));
        let Some(declared) = position.map(|index| self.declarations[index].clone()) else {
            return false;
        };
        let body = self.body(&declared);
        match body.filter(|body| body.start < error.start) {
            Some(body) => self.remove_body(&declared, body),
            None => self.remove_declaration(&declared),
        }
    }

    fn remove_body(&mut self, declared: &Declaration, body: Range<usize>) -> bool {
        blank(&mut self.wgsl, body.start + 1..body.end - 1);
        self.without_body.insert(declared.name.clone())
    }

    /// Removes a declaration, and the declarations and bodies that use its name. Returns false if it was removed
    /// already.
    fn remove_declaration(&mut self, declared: &Declaration) -> bool {
        if !self.removed_at.insert(declared.range.start) {
            return false;
        }
        // In `const float PI`, with a type of another language, the name is the second word.
        let words = tokens(&self.wgsl[declared.name_range.start..declared.range.end]);
        let second = words.get(1).filter(|token| token.kind == TokenKind::Word);
        let second = second.map(|token| {
            token
                .text(&self.wgsl[declared.name_range.start..])
                .to_owned()
        });
        blank(&mut self.wgsl, declared.range.clone());
        for name in [Some(declared.name.clone()), second].into_iter().flatten() {
            self.remove_users(&name);
            self.removed.insert(name);
        }
        true
    }

    /// Removes the declarations and function bodies in which a name occurs.
    pub(crate) fn remove_users(&mut self, name: &str) {
        for user in self.declarations.clone() {
            if self.removed_at.contains(&user.range.start) {
                continue;
            }
            let body = self.body(&user);
            let head_end = body.as_ref().map_or(user.range.end, |body| body.start);
            if self.mentions(user.range.start..head_end, name) {
                self.remove_declaration(&user);
            } else if let Some(body) = body.filter(|body| self.mentions(body.clone(), name)) {
                self.remove_body(&user, body);
            }
        }
    }

    fn mentions(&self, range: Range<usize>, name: &str) -> bool {
        let text = &self.wgsl[range];
        text.contains(name) && tokens(text).iter().any(|token| token.text(text) == name)
    }

    /// Returns the byte range of a function's body, braces included; `None` for other declarations.
    fn body(&self, declared: &Declaration) -> Option<Range<usize>> {
        if declared.kind != DeclarationKind::Function {
            return None;
        }
        let text = &self.wgsl[declared.range.clone()];
        let tokens = tokens(text);
        let open = tokens.iter().find(|token| token.text(text) == "{")?;
        let close = tokens.last().filter(|token| token.text(text) == "}")?;
        let start = declared.range.start;
        Some(start + open.range.start..start + close.range.end)
    }
}
