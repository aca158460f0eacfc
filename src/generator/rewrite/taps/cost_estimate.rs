//! Estimates what a generator executes for one sample: calls of each function, and operations.

use std::collections::BTreeMap;

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Expression, Function, Handle, Module, Statement, TypeInner};

use crate::wgsl::naga_blocks::inner_blocks;

pub(super) const ITERATIONS: u64 = 8;

/// Operations of the host's code for one sample: it computes the position and stores the result.
const HOST_OPERATIONS: u64 = 500;

/// Estimate for one sample, as if both branches of each `if` run.
pub(super) struct Work {
    pub(super) operations: u64,
    calls: BTreeMap<Handle<Function>, u64>,
}

impl Work {
    /// The host calls each of `functions` once.
    pub(super) fn estimate(
        module: &Module,
        info: &ModuleInfo,
        functions: &[Handle<Function>],
    ) -> Self {
        let mut work = Self {
            operations: HOST_OPERATIONS,
            calls: functions.iter().map(|handle| (*handle, 1)).collect(),
        };
        // A function is called by later ones only.
        for (handle, function) in module.functions.iter().rev() {
            if let Some(calls) = work.calls.get(&handle).copied() {
                let types = Types { module, function, info: &info[handle] };
                work.add(types, &function.body, calls);
            }
        }
        work
    }

    pub(super) fn calls(&self, function: Handle<Function>) -> u64 {
        self.calls.get(&function).copied().unwrap_or_default()
    }

    /// `runs` is how often a sample executes the statements.
    fn add(&mut self, types: Types<'_>, statements: &[Statement], runs: u64) {
        for statement in statements {
            let mut runs = runs;
            match statement {
                Statement::Emit(range) => {
                    let expressions = range.clone().map(|handle| types.operations(handle));
                    let operations = expressions.sum::<u64>().saturating_mul(runs);
                    self.operations = self.operations.saturating_add(operations);
                }
                Statement::Call { function, .. } => {
                    let calls = self.calls.entry(*function).or_default();
                    *calls = calls.saturating_add(runs);
                }
                Statement::Loop { .. } => runs = runs.saturating_mul(ITERATIONS),
                _ => {}
            }
            for inner in inner_blocks(statement) {
                self.add(types, inner, runs);
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Types<'a> {
    module: &'a Module,
    function: &'a Function,
    info: &'a FunctionInfo,
}

impl Types<'_> {
    /// One for each component.
    fn operations(self, handle: Handle<Expression>) -> u64 {
        match self.function.expressions[handle] {
            Expression::Binary { .. }
            | Expression::Unary { .. }
            | Expression::Select { .. }
            | Expression::Math { .. }
            | Expression::As { .. }
            | Expression::Relational { .. } => {}
            _ => return 0,
        }
        match *self.info[handle].ty.inner_with(&self.module.types) {
            TypeInner::Vector { size, .. } => size as u64,
            TypeInner::Matrix { columns, rows, .. } => columns as u64 * rows as u64,
            _ => 1,
        }
    }
}
