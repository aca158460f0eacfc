//! Removes declarations and bodies that have errors from a text, so that the rest can be checked for further errors.

mod braces;
mod statements;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::wgsl::lexer::{TokenKind, blank, tokens};
use crate::wgsl::outline::{Declaration, DeclarationKind, Outline};

/// Removed parts are replaced by spaces, so that all other bytes keep their positions.
pub(crate) struct Remainder {
    pub(crate) wgsl: String,
    declarations: Vec<Declaration>,
    users: BTreeMap<String, Vec<User>>,
    pub(crate) without_body: BTreeSet<String>,
    pub(crate) removed: BTreeSet<String>,
    /// First bytes of declarations. Two may have equal names if they are of another language: `const float A`.
    removed_at: BTreeSet<usize>,
    /// By declaration: names that are not declared in its body anymore, or never were. Errors of what uses them follow.
    undeclared: BTreeMap<usize, BTreeSet<String>>,
    /// Functions that lost a `return`.
    pub(crate) without_return: BTreeSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct User {
    declaration: usize,
    is_in_body: bool,
}

impl Remainder {
    pub(crate) fn new(wgsl: &str) -> Self {
        let declarations = Outline::parse(wgsl).declarations;
        Self {
            wgsl: wgsl.to_owned(),
            users: users(wgsl, &declarations),
            declarations,
            without_body: BTreeSet::new(),
            removed: BTreeSet::new(),
            removed_at: BTreeSet::new(),
            undeclared: BTreeMap::new(),
            without_return: BTreeSet::new(),
        }
    }

    /// Removes the body with an error, or else the declaration. False for neither, or if that was removed already.
    pub(crate) fn remove(&mut self, error: &Range<usize>) -> bool {
        if let Some(index) = self.unclosed_before(error) {
            return self.remove_unclosed(index);
        }
        let Some(index) = self.declaration_at(error) else {
            return self.remove_outside(error);
        };
        let body = body(&self.wgsl, &self.declarations[index]);
        match body.filter(|body| body.start < error.start) {
            Some(body) => self.remove_body(index, body),
            None => {
                let names = self.remove_declaration(index);
                let is_removed = !names.is_empty();
                self.remove_all_users(names);
                is_removed
            }
        }
    }

    fn remove_body(&mut self, index: usize, body: Range<usize>) -> bool {
        blank(&mut self.wgsl, body.start + 1..body.end - 1);
        self.without_body.insert(self.declarations[index].name.clone())
    }

    fn remove_declaration(&mut self, index: usize) -> Vec<String> {
        let declared = &self.declarations[index];
        if !self.removed_at.insert(declared.range.start) {
            return Vec::new();
        }
        // In `const float PI`, with a type of another language, the name is the second word.
        let words = tokens(&self.wgsl[declared.name_range.start..declared.range.end]);
        let second = words.get(1).filter(|token| token.kind == TokenKind::Word);
        let second =
            second.map(|token| token.text(&self.wgsl[declared.name_range.start..]).to_owned());
        blank(&mut self.wgsl, declared.range.clone());
        let names: Vec<String> = [declared.name.clone()].into_iter().chain(second).collect();
        self.removed.extend(names.iter().cloned());
        names
    }

    /// Also removes those in which the names of these occur.
    pub(crate) fn remove_users(&mut self, name: &str) {
        self.remove_all_users(vec![name.to_owned()]);
    }

    fn remove_all_users(&mut self, mut names: Vec<String>) {
        while let Some(name) = names.pop() {
            for user in self.users.remove(&name).unwrap_or_default() {
                let declared = &self.declarations[user.declaration];
                if self.removed_at.contains(&declared.range.start) {
                    continue;
                }
                if !user.is_in_body {
                    names.extend(self.remove_declaration(user.declaration));
                } else if let Some(body) = body(&self.wgsl, declared) {
                    self.remove_body(user.declaration, body);
                }
            }
        }
    }
}

/// Each declaration once for its head and once for its body.
fn users(wgsl: &str, declarations: &[Declaration]) -> BTreeMap<String, Vec<User>> {
    let mut users: BTreeMap<String, Vec<User>> = BTreeMap::new();
    for (index, declared) in declarations.iter().enumerate() {
        let body_start = body(wgsl, declared).map_or(declared.range.end, |body| body.start);
        let text = &wgsl[declared.range.clone()];
        let words = tokens(text).into_iter();
        for word in words.filter(|token| token.kind == TokenKind::Word) {
            let user = User {
                declaration: index,
                is_in_body: declared.range.start + word.range.start >= body_start,
            };
            let found = users.entry(word.text(text).to_owned()).or_default();
            if found.last() != Some(&user) {
                found.push(user);
            }
        }
    }
    users
}

/// Returns the range of the body of a function, with its braces; `None` for other declarations.
pub(crate) fn body(wgsl: &str, declared: &Declaration) -> Option<Range<usize>> {
    if declared.kind != DeclarationKind::Function {
        return None;
    }
    let text = &wgsl[declared.range.clone()];
    let tokens = tokens(text);
    let open = tokens.iter().find(|token| token.text(text) == "{")?;
    let close = tokens.last().filter(|token| token.text(text) == "}")?;
    let start = declared.range.start;
    Some(start + open.range.start..start + close.range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_of_what_was_removed_are_removed_too() {
        let text = "const a = x; const b = a; fn f(p: S) -> f32 { return b; } struct S { y: f32 } fn g() { h(); } fn h() {}";
        let mut rest = Remainder::new(text);
        assert!(rest.remove(&(10..11)));
        let left: Vec<&str> = rest.wgsl.split_whitespace().collect();
        assert_eq!(
            left.join(" "),
            "fn f(p: S) -> f32 { } struct S { y: f32 } fn g() { h(); } fn h() {}"
        );
        assert!(rest.without_body.contains("f") && !rest.remove(&(10..11)));
        rest.remove_users("y");
        let left: Vec<&str> = rest.wgsl.split_whitespace().collect();
        assert_eq!(left.join(" "), "fn g() { h(); } fn h() {}");
    }

    #[test]
    fn long_chain_of_users_is_removed() {
        let chain = (1..40_000).map(|index| format!("const a{index} = a{};\n", index - 1));
        let text: String = ["const a0 = x;\n".to_owned()].into_iter().chain(chain).collect();
        let mut rest = Remainder::new(&text);
        assert!(rest.remove(&(11..12)));
        assert_eq!(rest.wgsl.trim(), "");
    }
}
