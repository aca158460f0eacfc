//! Loops whose turns are known before they begin: `for (var i = a; i < b; i++)`, where neither `i` nor `b`
//! changes within, and nothing leaves the loop early.

use naga::{
    AddressSpace, Arena, BinaryOperator, Block, Expression, GlobalVariable, Handle, Literal,
    LocalVariable, MathFunction, Statement,
};

use super::pass::inner_blocks;
use super::writer::Writer;

/// Such a loop.
pub(super) struct Counted {
    /// A pointer to the counter.
    pointer: Handle<Expression>,
    /// Whether the counter is an `i32`, else it is a `u32`.
    signed: bool,
    end: End,
    /// Whether the loop still runs where the counter equals the end.
    inclusive: bool,
}

/// What a counter is compared with.
enum End {
    /// A value that is at hand before the loop.
    Known(Handle<Expression>),
    /// A uniform's member that the loop's head reads: a pointer to it.
    Uniform(Handle<Expression>),
}

impl Counted {
    /// Reads a loop as such a one.
    pub(super) fn read(
        globals: &Arena<GlobalVariable>,
        expressions: &Arena<Expression>,
        statement: &Statement,
    ) -> Option<Self> {
        let Statement::Loop {
            body,
            continuing,
            break_if: None,
        } = statement
        else {
            return None;
        };
        let (pointer, signed) = incremented(expressions, continuing)?;
        let is_code = |statement: &Statement| !matches!(statement, Statement::Emit(_));
        let (head, rest) = body.split_at(body.iter().position(is_code)?);
        let (test, rest) = rest.split_first()?;
        let (left, inclusive, end) = comparison(expressions, test)?;
        let counter = local(expressions, pointer)?;
        let compares_counter = loaded(expressions, left)
            .is_some_and(|pointer| local(expressions, pointer) == Some(counter));
        let changes = |statement| changes(expressions, counter, statement, true);
        if !compares_counter || rest.iter().any(changes) {
            return None;
        }
        let in_head = head.iter().any(|statement| {
            matches!(statement, Statement::Emit(range) if range.clone().any(|emitted| emitted == end))
        });
        let end = if in_head {
            let pointer = loaded(expressions, end)?;
            is_uniform(globals, expressions, pointer).then_some(End::Uniform(pointer))?
        } else {
            End::Known(end)
        };
        Some(Self {
            pointer,
            signed,
            end,
            inclusive,
        })
    }

    /// Writes how many turns the loop is going to take, as a `u32`: `budget + 1` where it is more than the budget.
    pub(super) fn cost(&self, write: &mut Writer<'_>, budget: u32) -> Handle<Expression> {
        let start = write.load(self.pointer);
        let end = match self.end {
            End::Known(value) => value,
            End::Uniform(pointer) => {
                let pointer = copied(write, pointer);
                write.load(pointer)
            }
        };
        let (none, most) = (write.u32(0), write.u32(budget + 1));
        // In u32 the difference is right even where i32 overflows.
        let [from, to] = [start, end].map(|value| match self.signed {
            true => write.bits(value),
            false => value,
        });
        let distance = write.binary(BinaryOperator::Subtract, to, from);
        if !self.inclusive {
            let runs = write.binary(BinaryOperator::Less, start, end);
            let turns = write.math(MathFunction::Min, distance, most);
            return write.select(runs, turns, none);
        }
        let runs = write.binary(BinaryOperator::LessEqual, start, end);
        let (one, limit) = (write.u32(1), write.u32(budget));
        let turns = write.math(MathFunction::Min, distance, limit);
        let turns = write.binary(BinaryOperator::Add, turns, one);
        // No counter gets above the largest number: such a loop never ends.
        let largest = write.u32(if self.signed {
            i32::MAX as u32
        } else {
            u32::MAX
        });
        let endless = write.binary(BinaryOperator::Equal, to, largest);
        let turns = write.select(endless, most, turns);
        write.select(runs, turns, none)
    }
}

/// The counter that a loop's end adds 1 to, and whether it is signed.
fn incremented(
    expressions: &Arena<Expression>,
    continuing: &Block,
) -> Option<(Handle<Expression>, bool)> {
    let mut code = continuing
        .iter()
        .filter(|statement| !matches!(statement, Statement::Emit(_)));
    let (Some(Statement::Store { pointer, value }), None) = (code.next(), code.next()) else {
        return None;
    };
    let Expression::Binary {
        op: BinaryOperator::Add,
        left,
        right,
    } = expressions[*value]
    else {
        return None;
    };
    let signed = match expressions[right] {
        Expression::Literal(Literal::I32(1)) => true,
        Expression::Literal(Literal::U32(1)) => false,
        _ => return None,
    };
    (loaded(expressions, left)? == *pointer).then_some((*pointer, signed))
}

/// The sides of `if left < right {} else { break; }`, and between them whether it is `<=`.
fn comparison(
    expressions: &Arena<Expression>,
    test: &Statement,
) -> Option<(Handle<Expression>, bool, Handle<Expression>)> {
    let Statement::If {
        condition,
        accept,
        reject,
    } = test
    else {
        return None;
    };
    let leaves = accept.is_empty() && matches!(reject[..], [Statement::Break]);
    match expressions[*condition] {
        Expression::Binary { op, left, right } if leaves => match op {
            BinaryOperator::Less => Some((left, false, right)),
            BinaryOperator::LessEqual => Some((left, true, right)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a statement may change the counter, or leave the loop: `breaks` says whether `break` does.
fn changes(
    expressions: &Arena<Expression>,
    counter: Handle<LocalVariable>,
    statement: &Statement,
    breaks: bool,
) -> bool {
    let is_counter = |pointer: &Handle<Expression>| local(expressions, *pointer) == Some(counter);
    let inner_breaks = breaks && matches!(statement, Statement::Block(_) | Statement::If { .. });
    match statement {
        Statement::Break => breaks,
        Statement::Return { .. } | Statement::Kill => true,
        Statement::Store { pointer, .. } => is_counter(pointer),
        Statement::Call { arguments, .. } => arguments.iter().any(is_counter),
        other => inner_blocks(other)
            .into_iter()
            .flatten()
            .any(|inner| changes(expressions, counter, inner, inner_breaks)),
    }
}

fn loaded(
    expressions: &Arena<Expression>,
    value: Handle<Expression>,
) -> Option<Handle<Expression>> {
    match expressions[value] {
        Expression::Load { pointer } => Some(pointer),
        _ => None,
    }
}

fn local(
    expressions: &Arena<Expression>,
    pointer: Handle<Expression>,
) -> Option<Handle<LocalVariable>> {
    match expressions[pointer] {
        Expression::LocalVariable(variable) => Some(variable),
        _ => None,
    }
}

/// Whether a pointer leads to a uniform, or to a member in it.
fn is_uniform(
    globals: &Arena<GlobalVariable>,
    expressions: &Arena<Expression>,
    pointer: Handle<Expression>,
) -> bool {
    match expressions[pointer] {
        Expression::GlobalVariable(global) => globals[global].space == AddressSpace::Uniform,
        Expression::AccessIndex { base, .. } => is_uniform(globals, expressions, base),
        _ => false,
    }
}

/// The same pointer to a uniform once more, for use before the loop.
fn copied(write: &mut Writer<'_>, pointer: Handle<Expression>) -> Handle<Expression> {
    match write.expressions[pointer] {
        Expression::AccessIndex { base, index } => {
            let base = copied(write, base);
            write.evaluated(Expression::AccessIndex { base, index })
        }
        _ => pointer,
    }
}
