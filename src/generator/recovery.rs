//! Finds the further errors of a WGSL text after its first error: each function is checked on its own, and errors that
//! follow from another are not repeated.
//!
//! naga stops at the first error. The function with the error loses its body and the text is parsed again. A
//! declaration with an error is removed, and with it everything that uses its name.

use std::collections::BTreeSet;

use naga::front::wgsl::{ParseError, parse_str};
use naga::valid::ValidationError;
use naga::{Arena, Block, Expression, Function, Module, Span, Statement};

use super::naga_errors::{parse_error, parse_error_range, validation_error};
use super::validate::validate;
use crate::diagnostic::Diagnostic;
use crate::link::Linked;
use crate::remainder::Remainder;

/// Further errors rarely help, and each takes a parse.
const MAX_ERRORS: usize = 20;

/// `first` is naga's error for the whole text.
pub(super) fn all_errors(linked: &Linked, first: ParseError) -> Vec<Diagnostic> {
    let mut text = Remainder::new(&linked.wgsl);
    text.without_body.clone_from(&linked.without_body);
    let mut errors = Vec::new();
    let mut next = Err(first);
    loop {
        let error = match next {
            Ok(mut module) => {
                stub_bodies(&mut module, &text.without_body);
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

/// One for each invalid function or entry point, up to the first error of another declaration.
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

/// Functions in `without_body` return a zero value, and entry points with such names are removed.
pub(super) fn stub_bodies(module: &mut Module, without_body: &BTreeSet<String>) {
    for (_, function) in module.functions.iter_mut() {
        let name = function.name.as_deref().unwrap_or_default();
        if without_body.contains(name) {
            stub(function);
        }
    }
    let entry_points = &mut module.entry_points;
    entry_points.retain(|entry| !without_body.contains(&entry.name));
}

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
        && function.expressions.iter().all(|(_, value)| matches!(value, Expression::ZeroValue(_)))
}
