//! Finds the further errors of a WGSL text after its first error, except those that follow from another.
//!
//! naga stops at the first error. The statement with the error is removed and the text is parsed and validated again;
//! what uses a name that it declares, or seems to declare, follows from it. If there is no such statement, the function
//! loses its body. A declaration with an error is removed, and with it everything that uses its name.

use std::collections::BTreeSet;

use naga::front::wgsl::ParseError;
use naga::valid::ValidationError;
use naga::{Arena, Block, Expression, Function, Handle, Module, Span, Statement, WithSpan};

use super::endless_loops::parse_wgsl;
use super::naga_errors::{parse_error, parse_error_range, validation_error};
use super::validate::validate;
use crate::source::link::{InvalidText, Linked};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::naga_blocks::inner_blocks_mut;
use crate::wgsl::remainder::Remainder;
use crate::wgsl::syntax::KEYWORDS;

/// Further errors rarely help, and each takes a parse.
const MAX_ERRORS: usize = 20;

/// Errors that follow from another count too.
const MAX_PARSES: usize = 3 * MAX_ERRORS;

pub(super) fn all_errors(linked: &Linked) -> InvalidText {
    let mut text = Remainder::new(&linked.wgsl);
    text.without_body.clone_from(&linked.without_body);
    let (mut errors, mut rest) = (Vec::new(), None);
    for _ in 0..MAX_PARSES {
        let is_removed = match parse_wgsl(&text.wgsl) {
            Err(error) => remove_unparsed(linked, &error, &mut text, &mut errors),
            Ok(mut module) => {
                stub_bodies(&mut module, &text.without_body);
                complete_returns(&mut module, &text.without_return);
                match validate(&module) {
                    Err(error) => remove_invalid(linked, &module, &error, &mut text, &mut errors),
                    Ok(_) => {
                        rest = Some(Box::new(module)).filter(|_| text.removed.is_empty());
                        false
                    }
                }
            }
        };
        if !is_removed || errors.len() == MAX_ERRORS {
            break;
        }
    }
    InvalidText { errors, rest }
}

/// Returns false if nothing can be removed.
fn remove_unparsed(
    linked: &Linked,
    error: &ParseError,
    text: &mut Remainder,
    errors: &mut Vec<Diagnostic>,
) -> bool {
    let range = parse_error_range(&text.wgsl, error);
    let diagnostic = parse_error(linked, error, range.clone());
    let Some(range) = range else {
        errors.push(diagnostic);
        return false;
    };
    // The statement is blank afterward.
    let word = text.wgsl.get(range.clone()).unwrap_or_default().to_owned();
    let message = error.message();
    let is_syntax = message.starts_with("expected ");
    // A keyword as a name makes statements of what uses the name.
    let is_keyword =
        message.ends_with("is a reserved keyword") && KEYWORDS.contains(&word.as_str());
    match (!is_keyword).then(|| text.remove_statement(&range)).flatten() {
        Some(is_first) => {
            if message.starts_with("no definition in scope") {
                text.forget_name(&range, &word);
            }
            if is_syntax {
                text.forget_return(&range);
            }
            errors.extend((is_first || is_syntax).then_some(diagnostic));
            true
        }
        None => {
            errors.push(diagnostic);
            text.remove(&range)
        }
    }
}

fn remove_invalid(
    linked: &Linked,
    module: &Module,
    error: &WithSpan<ValidationError>,
    text: &mut Remainder,
    errors: &mut Vec<Diagnostic>,
) -> bool {
    let (diagnostic, range) = validation_error(linked, module, error);
    let name = match error.as_inner() {
        ValidationError::Function { handle, .. } => module.functions[*handle].name.clone(),
        ValidationError::EntryPoint { name, .. } => Some(name.clone()),
        _ => None,
    };
    let in_function = range.filter(|_| name.is_some());
    if let Some(is_first) = in_function.and_then(|range| text.remove_statement(&range)) {
        errors.extend(is_first.then_some(diagnostic));
        return true;
    }
    // Most likely it is that of a statement that was removed in part.
    let is_repeated = errors.iter().any(|earlier| earlier.message == diagnostic.message);
    errors.extend((!is_repeated).then_some(diagnostic));
    name.is_some_and(|name| text.without_body.insert(name))
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

/// Where a `return` was removed, naga ends the block with one without a value: it becomes a zero value.
pub(super) fn complete_returns(module: &mut Module, without_return: &BTreeSet<String>) {
    for (_, function) in module.functions.iter_mut() {
        let name = function.name.as_deref().unwrap_or_default();
        let result = function.result.as_ref().filter(|_| without_return.contains(name));
        if let Some(ty) = result.map(|result| result.ty) {
            let zero = function.expressions.append(Expression::ZeroValue(ty), Span::UNDEFINED);
            complete(&mut function.body, zero);
        }
    }
}

fn complete(block: &mut Block, zero: Handle<Expression>) {
    for statement in block.iter_mut() {
        match statement {
            Statement::Return { value } => *value = value.or(Some(zero)),
            other => inner_blocks_mut(other).into_iter().for_each(|block| complete(block, zero)),
        }
    }
}
