//! Recognizes loops whose trip count is known before they start: `for (var i = a; i < b; i++)`, also with `<=` or
//! `f32(i) < b`, if neither `i` nor `b` changes inside and nothing leaves the loop early.

use naga::{
    AddressSpace, Arena, BinaryOperator, Block, Expression, GlobalVariable, Handle, Literal,
    LocalVariable, MathFunction, ScalarKind, Statement,
};

use crate::generator::block_builder::BlockBuilder;
use crate::wgsl::naga_blocks::inner_blocks;

pub(super) struct CountedLoop {
    pointer: Handle<Expression>,
    signed: bool,
    condition: LoopCondition,
    end: LoopBound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopCondition {
    Below,
    UpTo,
    BelowFloat,
}

enum LoopBound {
    Known(Handle<Expression>),
    /// Pointer to a uniform or its member, which the loop reads in each iteration.
    Uniform(Handle<Expression>),
}

impl CountedLoop {
    pub(super) fn recognize(
        globals: &Arena<GlobalVariable>,
        expressions: &Arena<Expression>,
        statement: &Statement,
    ) -> Option<Self> {
        let Statement::Loop { body, continuing, break_if: None } = statement else {
            return None;
        };
        let (pointer, signed) = incremented(expressions, continuing)?;
        let is_code = |statement: &Statement| !matches!(statement, Statement::Emit(_));
        let (head, rest) = body.split_at(body.iter().position(is_code)?);
        let (test, rest) = rest.split_first()?;
        let (compared, condition, end) = loop_condition(expressions, test)?;
        let counter = local(expressions, pointer)?;
        let compares_counter = local(expressions, loaded(expressions, compared)?) == Some(counter);
        let changes = |statement| changes(expressions, counter, statement, true);
        if !compares_counter || rest.iter().any(changes) {
            return None;
        }
        let is_in_head = head.iter().any(|statement| {
            matches!(statement, Statement::Emit(range) if range.clone().any(|emitted| emitted == end))
        });
        let end = if is_in_head {
            let pointer = loaded(expressions, end)?;
            is_uniform(globals, expressions, pointer).then_some(LoopBound::Uniform(pointer))?
        } else {
            LoopBound::Known(end)
        };
        Some(Self { pointer, signed, condition, end })
    }

    /// A `u32`, at most `budget + 1`.
    pub(super) fn trip_count(
        &self,
        write: &mut BlockBuilder<'_>,
        budget: u32,
    ) -> Handle<Expression> {
        let start = write.load(self.pointer);
        let end = match self.end {
            LoopBound::Known(value) => value,
            LoopBound::Uniform(pointer) => {
                let pointer = copied(write, pointer);
                write.load(pointer)
            }
        };
        let (runs, count) = match self.condition {
            LoopCondition::Below => self.count_below(write, start, end, budget),
            LoopCondition::UpTo => self.count_up_to(write, start, end, budget),
            LoopCondition::BelowFloat => self.count_below_float(write, start, end, budget),
        };
        let none = write.u32(0);
        write.select(runs, count, none)
    }

    /// Returns the condition for any iterations, and the trip count `min(end - start, budget + 1)`.
    fn count_below(
        &self,
        write: &mut BlockBuilder<'_>,
        start: Handle<Expression>,
        end: Handle<Expression>,
        budget: u32,
    ) -> (Handle<Expression>, Handle<Expression>) {
        let runs = write.binary(BinaryOperator::Less, start, end);
        let distance = self.distance(write, start, end);
        let limit = write.u32(budget + 1);
        (runs, write.math(MathFunction::Min, distance, Some(limit)))
    }

    /// Returns the condition for any iterations, and the trip count `min(end - start, budget) + 1`.
    fn count_up_to(
        &self,
        write: &mut BlockBuilder<'_>,
        start: Handle<Expression>,
        end: Handle<Expression>,
        budget: u32,
    ) -> (Handle<Expression>, Handle<Expression>) {
        let runs = write.binary(BinaryOperator::LessEqual, start, end);
        let distance = self.distance(write, start, end);
        let [budget, limit, one] = [budget, budget + 1, 1].map(|number| write.u32(number));
        let count = write.math(MathFunction::Min, distance, Some(budget));
        let count = write.binary(BinaryOperator::Add, count, one);
        // A counter that reaches the largest integer wraps around: such a loop never ends.
        let largest = write.u32(if self.signed { i32::MAX as u32 } else { u32::MAX });
        let end = self.bits(write, end);
        let endless = write.binary(BinaryOperator::Equal, end, largest);
        (runs, write.select(endless, limit, count))
    }

    /// `end - start` as a `u32`, which is correct even if an `i32` would overflow.
    fn distance(
        &self,
        write: &mut BlockBuilder<'_>,
        start: Handle<Expression>,
        end: Handle<Expression>,
    ) -> Handle<Expression> {
        let [start, end] = [start, end].map(|value| self.bits(write, value));
        write.binary(BinaryOperator::Subtract, end, start)
    }

    fn bits(&self, write: &mut BlockBuilder<'_>, value: Handle<Expression>) -> Handle<Expression> {
        if self.signed { write.converted(value, ScalarKind::Uint, None) } else { value }
    }

    /// Returns the condition for any iterations, and the trip count `min(ceil(end) - f32(start), budget + 1)`.
    fn count_below_float(
        &self,
        write: &mut BlockBuilder<'_>,
        start: Handle<Expression>,
        end: Handle<Expression>,
        budget: u32,
    ) -> (Handle<Expression>, Handle<Expression>) {
        // Rounding to f32 must not make the limit smaller than `budget + 1`.
        let mut limit = (budget + 1) as f32;
        if limit as u32 <= budget {
            limit = limit.next_up();
        }
        let start = write.converted(start, ScalarKind::Float, Some(4));
        let runs = write.binary(BinaryOperator::Less, start, end);
        let ceiling = write.math(MathFunction::Ceil, end, None);
        let distance = write.binary(BinaryOperator::Subtract, ceiling, start);
        let limit = write.f32(limit);
        let count = write.math(MathFunction::Min, distance, Some(limit));
        // An end above the largest integer is never reached.
        let largest = write.f32(if self.signed { i32::MAX as f32 } else { u32::MAX as f32 });
        let endless = write.binary(BinaryOperator::Greater, end, largest);
        let count = write.select(endless, limit, count);
        (runs, write.converted(count, ScalarKind::Uint, Some(4)))
    }
}

/// Pointer to the counter, and true if it is signed; `None` unless the block increments a counter by 1, and no more.
fn incremented(
    expressions: &Arena<Expression>,
    continuing: &Block,
) -> Option<(Handle<Expression>, bool)> {
    let mut code = continuing.iter().filter(|statement| !matches!(statement, Statement::Emit(_)));
    let (Some(Statement::Store { pointer, value }), None) = (code.next(), code.next()) else {
        return None;
    };
    let Expression::Binary { op: BinaryOperator::Add, left, right } = expressions[*value] else {
        return None;
    };
    let signed = match expressions[right] {
        Expression::Literal(Literal::I32(1)) => true,
        Expression::Literal(Literal::U32(1)) => false,
        _ => return None,
    };
    (loaded(expressions, left)? == *pointer).then_some((*pointer, signed))
}

/// Parts of `if left < right {} else { break; }`, the left one without its conversion to a float.
fn loop_condition(
    expressions: &Arena<Expression>,
    test: &Statement,
) -> Option<(Handle<Expression>, LoopCondition, Handle<Expression>)> {
    let Statement::If { condition, accept, reject } = test else {
        return None;
    };
    if !accept.is_empty() || !matches!(reject[..], [Statement::Break]) {
        return None;
    }
    let Expression::Binary { op, left, right } = expressions[*condition] else {
        return None;
    };
    match (op, &expressions[left]) {
        (
            BinaryOperator::Less,
            &Expression::As { expr, kind: ScalarKind::Float, convert: Some(4) },
        ) => Some((expr, LoopCondition::BelowFloat, right)),
        (BinaryOperator::Less, _) => Some((left, LoopCondition::Below, right)),
        (BinaryOperator::LessEqual, _) => Some((left, LoopCondition::UpTo, right)),
        _ => None,
    }
}

/// Returns true if the counter may change or the loop end. `breaks` is true if a `break` leaves this loop.
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

fn copied(write: &mut BlockBuilder<'_>, pointer: Handle<Expression>) -> Handle<Expression> {
    match write.expressions[pointer] {
        Expression::AccessIndex { base, index } => {
            let base = copied(write, base);
            write.evaluated(Expression::AccessIndex { base, index })
        }
        _ => pointer,
    }
}
