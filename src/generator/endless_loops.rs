//! Completes functions that end in an endless loop: naga adds a `return` without a value, and then requires a value.

use naga::front::wgsl::{ParseError, parse_str};
use naga::{Block, Expression, Handle, Module, Span, Statement};

use crate::wgsl::naga_blocks::{inner_blocks, inner_blocks_mut};

/// Parses a text, with functions that end in endless loops, which naga's validator would refuse.
pub(super) fn parse_wgsl(text: &str) -> Result<Module, ParseError> {
    let mut module = parse_str(text)?;
    complete_endless_loops(&mut module);
    Ok(module)
}

/// Returns a zero value where the end of a function cannot be reached.
fn complete_endless_loops(module: &mut Module) {
    let functions = module.functions.iter_mut().map(|(_, function)| function);
    let entry_points = module.entry_points.iter_mut().map(|entry| &mut entry.function);
    for function in functions.chain(entry_points) {
        if let Some(result) = &function.result
            && has_endless_loop(&function.body)
        {
            let zero = Expression::ZeroValue(result.ty);
            let zero = function.expressions.append(zero, Span::UNDEFINED);
            complete(&mut function.body, zero);
        }
    }
}

fn has_endless_loop(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Loop { .. } => !can_end(statement),
        other => inner_blocks(other).into_iter().any(has_endless_loop),
    })
}

/// naga adds returns to the blocks in which a function ends, without a span.
fn complete(block: &mut Block, zero: Handle<Expression>) {
    let count = block.len().saturating_sub(1);
    let is_reached = block.iter().take(count).all(can_end);
    match block.span_iter_mut().last() {
        Some((Statement::Return { value: value @ None }, span)) => {
            let is_added = span.is_none_or(|span| !span.is_defined());
            if is_added && !is_reached {
                *value = Some(zero);
            }
        }
        Some((
            last @ (Statement::Block(_) | Statement::If { .. } | Statement::Switch { .. }),
            _,
        )) => {
            inner_blocks_mut(last).into_iter().for_each(|inner| complete(inner, zero));
        }
        _ => {}
    }
}

/// Returns true if what follows the statement can be reached, by the rules of WGSL, which look at no condition.
fn can_end(statement: &Statement) -> bool {
    match statement {
        Statement::Return { .. } | Statement::Kill | Statement::Break | Statement::Continue => {
            false
        }
        Statement::Block(block) => block.iter().all(can_end),
        Statement::If { accept, reject, .. } => {
            accept.iter().all(can_end) || reject.iter().all(can_end)
        }
        Statement::Switch { cases, .. } => cases.iter().any(|case| {
            has_break(&case.body) || (!case.fall_through && case.body.iter().all(can_end))
        }),
        Statement::Loop { body, break_if, .. } => break_if.is_some() || has_break(body),
        _ => true,
    }
}

/// Without the breaks of inner loops, and those that cannot be reached.
fn has_break(block: &Block) -> bool {
    for statement in block {
        let breaks = match statement {
            Statement::Break => true,
            Statement::Block(block) => has_break(block),
            Statement::If { accept, reject, .. } => has_break(accept) || has_break(reject),
            _ => false,
        };
        if breaks || !can_end(statement) {
            return breaks;
        }
    }
    false
}
