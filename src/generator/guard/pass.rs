//! The way through a module, in which each loop is made to pay for its turns.

use std::collections::BTreeSet;

use naga::{
    Arena, BinaryOperator, Block, Expression, Function, GlobalVariable, Handle, MathFunction, Span,
    Statement,
};

use super::super::blocks::{inner_blocks, inner_blocks_mut};
use super::counted::Counted;
use super::variables::Variables;
use super::writer::Writer;

/// What is known of a module so far.
pub(super) struct Pass<'a> {
    globals: &'a Arena<GlobalVariable>,
    variables: Variables,
    budget: u32,
    /// The index of the module's first loop.
    first: usize,
    /// Functions that wait at a barrier.
    waiting: BTreeSet<Handle<Function>>,
    /// Whether some loop pays turn by turn, and so may run long before it is out.
    pays_by_turn: bool,
    /// The statements of the loops.
    pub(super) loops: Vec<Span>,
}

impl<'a> Pass<'a> {
    pub(super) fn new(
        globals: &'a Arena<GlobalVariable>,
        variables: Variables,
        budget: u32,
        first: usize,
    ) -> Self {
        Self {
            globals,
            variables,
            budget,
            first,
            waiting: BTreeSet::new(),
            pays_by_turn: false,
            loops: Vec::new(),
        }
    }

    /// Guards a function. Those that it calls come first, as they do in the module.
    pub(super) fn function(&mut self, handle: Handle<Function>, function: &mut Function) {
        if self.waits(&function.body) {
            self.waiting.insert(handle);
        }
        self.body(function);
    }

    /// Guards an entry point. Invocations that wait for each other cannot return early. Loops that are all paid
    /// before they begin need it not: those out of turns end at once.
    pub(super) fn entry_point(&mut self, function: &mut Function) {
        let waits = self.waits(&function.body);
        self.body(function);
        let returns_early = self.pays_by_turn && !waits;
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
        let index = self.first + self.loops.len();
        self.loops.push(span);
        let waits = self.waits(std::slice::from_ref(&statement));
        let counted = Counted::read(self.globals, expressions, &statement).filter(|_| !waits);
        for inner in inner_blocks_mut(&mut statement) {
            *inner = self.block(expressions, std::mem::take(inner));
        }
        let account = match waits {
            true => self.variables.shared_turns,
            false => self.variables.turns,
        };
        let report = self.variables.report(expressions, index);
        let paid = match counted {
            Some(counted) => {
                self.pay_all(expressions, account, &counted, block);
                let mut paid = Block::new();
                paid.push(statement, span);
                paid
            }
            None => {
                self.pays_by_turn = true;
                self.pay_turn(expressions, account, &mut statement);
                block.push(statement, span);
                Block::new()
            }
        };
        // `if turns > budget { report } else { paid }`
        let mut write = Writer::new(expressions, block);
        let pointer = write.global(account);
        let budget = write.u32(self.budget);
        let turns = write.load(pointer);
        let is_out = write.binary(BinaryOperator::Greater, turns, budget);
        write.branch(is_out, report, paid);
    }

    /// `turns = min(turns + cost, budget + 1);` before a loop.
    fn pay_all(
        &self,
        expressions: &mut Arena<Expression>,
        account: Handle<GlobalVariable>,
        counted: &Counted,
        block: &mut Block,
    ) {
        let mut write = Writer::new(expressions, block);
        let cost = counted.cost(&mut write, self.budget);
        let pointer = write.global(account);
        let most = write.u32(self.budget + 1);
        let before = write.load(pointer);
        let after = write.binary(BinaryOperator::Add, before, cost);
        let after = write.math(MathFunction::Min, after, Some(most));
        write.store(pointer, after);
    }

    /// `turns += 1; break if … || turns > budget;` at the end of a loop.
    fn pay_turn(
        &self,
        expressions: &mut Arena<Expression>,
        account: Handle<GlobalVariable>,
        statement: &mut Statement,
    ) {
        let Statement::Loop {
            continuing,
            break_if,
            ..
        } = statement
        else {
            return;
        };
        let mut write = Writer::new(expressions, continuing);
        let pointer = write.global(account);
        let (one, budget) = (write.u32(1), write.u32(self.budget));
        let before = write.load(pointer);
        let after = write.binary(BinaryOperator::Add, before, one);
        write.store(pointer, after);
        let is_out = write.binary(BinaryOperator::Greater, after, budget);
        *break_if = Some(match *break_if {
            Some(wanted) => write.binary(BinaryOperator::LogicalOr, wanted, is_out),
            None => is_out,
        });
    }

    /// Whether invocations wait for each other somewhere in these statements.
    fn waits(&self, statements: &[Statement]) -> bool {
        statements.iter().any(|statement| match statement {
            Statement::ControlBarrier(_) | Statement::WorkGroupUniformLoad { .. } => true,
            Statement::Call { function, .. } => self.waiting.contains(function),
            other => inner_blocks(other)
                .into_iter()
                .any(|inner| self.waits(inner)),
        })
    }
}
