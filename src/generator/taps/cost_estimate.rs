//! Estimates what a generator executes to compute one sample: how often it calls each function, and its number of
//! operations.

use std::collections::BTreeMap;

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Expression, Function, Handle, Module, Statement, TypeInner};

use crate::naga_blocks::inner_blocks;

/// Number of iterations that the estimate of a generator's work assumes for each loop.
pub(super) const ITERATIONS: u64 = 8;

/// Estimated number of operations that the host's code executes for one sample: it computes the position and stores the
/// result.
const HOST_OPERATIONS: u64 = 500;

/// Estimate of what a generator executes to compute one sample, as if both branches of each `if` run.
pub(super) struct Work {
    /// Estimated number of operations with scalars to compute one sample.
    pub(super) operations: u64,
    /// Estimated number of calls of each function to compute one sample.
    calls: BTreeMap<Handle<Function>, u64>,
}

impl Work {
    /// Estimates the work to compute one sample for which the host calls each of these functions once.
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
                let types = Types {
                    module,
                    function,
                    info: &info[handle],
                };
                work.add(types, &function.body, calls);
            }
        }
        work
    }

    /// Returns the estimated number of calls of a function to compute one sample.
    pub(super) fn calls(&self, function: Handle<Function>) -> u64 {
        self.calls.get(&function).copied().unwrap_or_default()
    }

    /// Adds the work of statements that are executed `runs` times to compute one sample.
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

/// Lookup of the types of a function's expressions: the function, its module, and naga's information about the
/// function.
#[derive(Clone, Copy)]
struct Types<'a> {
    module: &'a Module,
    function: &'a Function,
    info: &'a FunctionInfo,
}

impl Types<'_> {
    /// Returns the number of scalar operations that compute an expression from its operands: one for each component.
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
