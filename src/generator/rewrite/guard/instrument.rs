//! Adds code to each loop of a shader module that counts the loop's iterations and ends the loop above the budget.

use std::collections::BTreeSet;

use naga::{
    Arena, BinaryOperator, Block, Expression, Function, GlobalVariable, Handle, MathFunction, Span,
    Statement,
};

use super::counted_loop::CountedLoop;
use super::variables::GuardVariables;
use crate::generator::block_builder::BlockBuilder;
use crate::wgsl::naga_blocks::{inner_blocks, inner_blocks_mut};

pub(super) struct Instrumenter<'a> {
    globals: &'a Arena<GlobalVariable>,
    variables: GuardVariables,
    budget: u32,
    /// Index of the first loop among those of all modules of a [`LoopGuard`](super::LoopGuard).
    first_loop: usize,
    /// Also functions that call one with a barrier.
    with_barrier: BTreeSet<Handle<Function>>,
    /// True if the trip count of some loop is unknown, so that it may run long before it exceeds the budget.
    charges_per_iteration: bool,
    pub(super) loops: Vec<Span>,
}

impl<'a> Instrumenter<'a> {
    pub(super) fn new(
        globals: &'a Arena<GlobalVariable>,
        variables: GuardVariables,
        budget: u32,
        first_loop: usize,
    ) -> Self {
        Self {
            globals,
            variables,
            budget,
            first_loop,
            with_barrier: BTreeSet::new(),
            charges_per_iteration: false,
            loops: Vec::new(),
        }
    }

    /// Functions that it calls must be instrumented before, as in the order of a module.
    pub(super) fn function(&mut self, handle: Handle<Function>, function: &mut Function) {
        if self.has_barrier(&function.body) {
            self.with_barrier.insert(handle);
        }
        self.body(function);
    }

    /// If some loop is charged per iteration, invocations also return after a report, unless all must reach a barrier.
    pub(super) fn entry_point(&mut self, function: &mut Function) {
        let has_barrier = self.has_barrier(&function.body);
        self.body(function);
        let returns_early = self.charges_per_iteration && !has_barrier;
        if !self.loops.is_empty()
            && let Some(mut begin) = self.variables.begin(function, returns_early)
        {
            begin.append(&mut function.body);
            function.body = begin;
        }
    }

    fn body(&mut self, function: &mut Function) {
        let body = std::mem::take(&mut function.body);
        function.body = self.block(&mut function.expressions, body);
    }

    fn block(&mut self, expressions: &mut Arena<Expression>, block: Block) -> Block {
        let mut guarded = Block::with_capacity(block.len());
        for (mut statement, span) in block.span_into_iter() {
            if matches!(statement, Statement::Loop { .. }) {
                self.guard_loop(expressions, statement, span, &mut guarded);
                continue;
            }
            for inner in inner_blocks_mut(&mut statement) {
                *inner = self.block(expressions, std::mem::take(inner));
            }
            guarded.push(statement, span);
        }
        guarded
    }

    fn guard_loop(
        &mut self,
        expressions: &mut Arena<Expression>,
        mut statement: Statement,
        span: Span,
        block: &mut Block,
    ) {
        let index = self.first_loop + self.loops.len();
        self.loops.push(span);
        let has_barrier = self.has_barrier(std::slice::from_ref(&statement));
        let counted =
            CountedLoop::recognize(self.globals, expressions, &statement).filter(|_| !has_barrier);
        for inner in inner_blocks_mut(&mut statement) {
            *inner = self.block(expressions, std::mem::take(inner));
        }
        let counter =
            if has_barrier { self.variables.uniform_iterations } else { self.variables.iterations };
        let report = self.variables.report(expressions, index);
        let charged_loop = match counted {
            Some(counted) => {
                self.charge_upfront(expressions, counter, &counted, block);
                let mut charged_loop = Block::new();
                charged_loop.push(statement, span);
                charged_loop
            }
            None => {
                self.charges_per_iteration = true;
                self.charge_iteration(expressions, counter, &mut statement);
                block.push(statement, span);
                Block::new()
            }
        };
        // `if iterations > budget { report } else { charged_loop }`
        let mut write = BlockBuilder::new(expressions, block);
        let pointer = write.global(counter);
        let budget = write.u32(self.budget);
        let iterations = write.load(pointer);
        let is_exceeded = write.binary(BinaryOperator::Greater, iterations, budget);
        write.branch(is_exceeded, report, charged_loop);
    }

    /// Before the loop: `iterations = min(iterations + trip_count, budget + 1);`.
    fn charge_upfront(
        &self,
        expressions: &mut Arena<Expression>,
        counter: Handle<GlobalVariable>,
        counted: &CountedLoop,
        block: &mut Block,
    ) {
        let mut write = BlockBuilder::new(expressions, block);
        let cost = counted.trip_count(&mut write, self.budget);
        let pointer = write.global(counter);
        let limit = write.u32(self.budget + 1);
        let before = write.load(pointer);
        let after = write.binary(BinaryOperator::Add, before, cost);
        let after = write.math(MathFunction::Min, after, Some(limit));
        write.store(pointer, after);
    }

    /// At the end of the body: `iterations += 1; break if … || iterations > budget;`.
    fn charge_iteration(
        &self,
        expressions: &mut Arena<Expression>,
        counter: Handle<GlobalVariable>,
        statement: &mut Statement,
    ) {
        let Statement::Loop { continuing, break_if, .. } = statement else {
            return;
        };
        let mut write = BlockBuilder::new(expressions, continuing);
        let pointer = write.global(counter);
        let (one, budget) = (write.u32(1), write.u32(self.budget));
        let before = write.load(pointer);
        let after = write.binary(BinaryOperator::Add, before, one);
        write.store(pointer, after);
        let is_exceeded = write.binary(BinaryOperator::Greater, after, budget);
        *break_if = Some(match *break_if {
            Some(condition) => write.binary(BinaryOperator::LogicalOr, condition, is_exceeded),
            None => is_exceeded,
        });
    }

    fn has_barrier(&self, statements: &[Statement]) -> bool {
        statements.iter().any(|statement| match statement {
            Statement::ControlBarrier(_) | Statement::WorkGroupUniformLoad { .. } => true,
            Statement::Call { function, .. } => self.with_barrier.contains(function),
            other => inner_blocks(other).into_iter().any(|inner| self.has_barrier(inner)),
        })
    }
}
