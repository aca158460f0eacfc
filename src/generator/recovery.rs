//! Finds the further errors of a text that has one: each function is checked on its own, and errors that follow from
//! another are not repeated.
//!
//! naga stops at the first error. The function with the error loses its body and the text is parsed again. A
//! declaration with an error is removed, and with it everything that uses its name.

use std::collections::BTreeSet;
use std::ops::Range;

use naga::front::wgsl::{ParseError, parse_str};
use naga::valid::ValidationError;
use naga::{Arena, Block, Expression, Function, Module, Span, Statement};

use super::naga_errors::{parse_error, parse_error_range, validation_error};
use super::validate::validate;
use crate::diagnostic::Diagnostic;
use crate::lexer::{TokenKind, blank, tokens};
use crate::link::Linked;
use crate::outline::{Declaration, DeclarationKind, Outline};

/// Largest number of errors that are reported for a text. Further ones rarely help, and each takes a parse.
const MAX_ERRORS: usize = 20;

/// Returns all independent errors of a text that does not parse; `first` is the first one.
pub(super) fn all_errors(linked: &Linked, first: ParseError) -> Vec<Diagnostic> {
    let mut text = Remainder::new(&linked.wgsl);
    let mut errors = Vec::new();
    let mut next = Err(first);
    loop {
        let error = match next {
            Ok(mut module) => {
                text.stub_bodies(&mut module);
                errors.extend(invalid_functions(linked, module));
                return errors;
            }
            Err(error) => error,
        };
        let range = parse_error_range(&text.wgsl, &error);
        errors.push(parse_error(linked, &error, range.clone()));
        let is_removed = range.is_some_and(|range| text.remove(&range));
        if !is_removed || errors.len() == MAX_ERRORS {
            return errors;
        }
        next = parse_str(&text.wgsl);
    }
}

/// Returns the errors of a module that was parsed: one for each invalid function, or one for the first other
/// declaration.
pub(super) fn invalid_functions(linked: &Linked, mut module: Module) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    while let Err(error) = validate(&module) {
        errors.push(validation_error(linked, &module, &error));
        let invalid = match error.as_inner() {
            ValidationError::Function { handle, .. } => module.functions.get_mut(*handle),
            ValidationError::EntryPoint { name, .. } => {
                module.entry_points.retain(|entry| entry.name != *name);
                continue;
            }
            _ => return errors,
        };
        if errors.len() == MAX_ERRORS || is_stub(invalid) {
            return errors;
        }
        stub(invalid);
    }
    errors
}

/// A text without the parts that have errors. All other bytes keep their positions.
struct Remainder {
    wgsl: String,
    /// Declarations of the whole text.
    declarations: Vec<Declaration>,
    /// Names of functions that have lost their bodies.
    without_body: BTreeSet<String>,
    /// Names of declarations that are gone.
    removed: BTreeSet<String>,
}

impl Remainder {
    fn new(wgsl: &str) -> Self {
        Self {
            wgsl: wgsl.to_owned(),
            declarations: Outline::parse(wgsl).declarations,
            without_body: BTreeSet::new(),
            removed: BTreeSet::new(),
        }
    }

    /// Removes the body or the declaration that contains an error. Returns false if there is none, or if it was
    /// removed before.
    fn remove(&mut self, error: &Range<usize>) -> bool {
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

    /// Removes a declaration, and all that use it.
    fn remove_declaration(&mut self, declared: &Declaration) -> bool {
        if !self.removed.insert(declared.name.clone()) {
            return false;
        }
        // With a type of another language in front, `const float PI`, the name is the second word.
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
        }
        true
    }

    /// Removes the declarations and bodies that mention a name.
    fn remove_users(&mut self, name: &str) {
        for user in self.declarations.clone() {
            if self.removed.contains(&user.name) {
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

    /// Returns the bytes of a function's body, braces included.
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

    /// Gives the functions without a body one that is valid.
    fn stub_bodies(&self, module: &mut Module) {
        for (_, function) in module.functions.iter_mut() {
            let name = function.name.as_deref().unwrap_or_default();
            if self.without_body.contains(name) {
                stub(function);
            }
        }
        let has_body = |name: &String| !self.without_body.contains(name);
        module.entry_points.retain(|entry| has_body(&entry.name));
    }
}

/// Replaces the body of a function by the return of a zero value.
fn stub(function: &mut Function) {
    function.local_variables = Arena::new();
    function.expressions = Arena::new();
    function.named_expressions.clear();
    let result = function.result.as_ref().map(|result| result.ty);
    let value = result.map(|ty| {
        let zero = Expression::ZeroValue(ty);
        function.expressions.append(zero, Span::UNDEFINED)
    });
    function.body = Block::from_vec(vec![Statement::Return { value }]);
}

fn is_stub(function: &Function) -> bool {
    function.local_variables.is_empty()
        && matches!(function.body.as_ref(), [Statement::Return { .. }])
        && function
            .expressions
            .iter()
            .all(|(_, value)| matches!(value, Expression::ZeroValue(_)))
}
