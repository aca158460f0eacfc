//! Variables with which a shader counts iterations, and reports a runaway loop to the host.

use naga::{
    AddressSpace, Arena, AtomicFunction, BinaryOperator, Block, BuiltIn, Expression, Function,
    GlobalVariable, Handle, MathFunction, Module, ResourceBinding, Scalar, Span, Statement,
    StorageAccess, Type, TypeInner,
};

use crate::generator::block_builder::BlockBuilder;
use crate::generator::interface::HOST_GROUP;

/// Guard report, a `u32`: 0 if no loop exceeded its budget.
pub(crate) const RUNAWAY_BINDING: u32 = 3;

/// Bits that identify the runaway loop; the upper 16 bits hold the row of the sample.
const LOOP_BITS: u32 = 0xffff;

/// A lower index gives a larger report.
pub(super) fn reported_loop(report: u32) -> usize {
    (LOOP_BITS - (report & LOOP_BITS)) as usize
}

/// Variables that are added to a module, all `u32` and initially 0.
#[derive(Clone, Copy)]
pub(super) struct GuardVariables {
    /// Above the budget, no loop continues.
    pub(super) iterations: Handle<GlobalVariable>,
    /// Iterations of loops that contain a barrier: equal in a workgroup, so that all leave these loops together.
    pub(super) uniform_iterations: Handle<GlobalVariable>,
    has_reported: Handle<GlobalVariable>,
    /// Upper 16 bits of a report, larger for upper rows of samples.
    row: Handle<GlobalVariable>,
    /// Largest report of any invocation, which the host reads.
    runaway: Handle<GlobalVariable>,
}

impl GuardVariables {
    pub(super) fn declare(module: &mut Module) -> Self {
        let mut add = |name: &str, inner, space, binding| {
            let ty = Type { name: None, inner };
            let variable = GlobalVariable {
                name: Some(format!("playground_{name}")),
                space,
                binding,
                ty: module.types.insert(ty, Span::UNDEFINED),
                init: None,
                memory_decorations: naga::MemoryDecorations::empty(),
            };
            module.global_variables.append(variable, Span::UNDEFINED)
        };
        let number = TypeInner::Scalar(Scalar::U32);
        let mut private = |name| add(name, number.clone(), AddressSpace::Private, None);
        let (iterations, uniform_iterations) =
            (private("iterations"), private("uniform_iterations"));
        let (has_reported, row) = (private("has_reported"), private("row"));
        let access = StorageAccess::LOAD | StorageAccess::STORE;
        let binding = ResourceBinding { group: HOST_GROUP, binding: RUNAWAY_BINDING };
        let runaway = add(
            "runaway",
            TypeInner::Atomic(Scalar::U32),
            AddressSpace::Storage { access },
            Some(binding),
        );
        Self { iterations, uniform_iterations, has_reported, row, runaway }
    }

    /// `if !has_reported { has_reported = true; atomicMax(&runaway, row | …); }`.
    pub(super) fn report(&self, expressions: &mut Arena<Expression>, index: usize) -> Block {
        let bits = LOOP_BITS - index.min(LOOP_BITS as usize - 1) as u32;
        let mut first = Block::new();
        let mut write = BlockBuilder::new(expressions, &mut first);
        let [has_reported, row, runaway] =
            [self.has_reported, self.row, self.runaway].map(|variable| write.global(variable));
        let (yes, bits) = (write.u32(1), write.u32(bits));
        write.store(has_reported, yes);
        let upper = write.load(row);
        let value = write.binary(BinaryOperator::InclusiveOr, upper, bits);
        let report =
            Statement::Atomic { pointer: runaway, fun: AtomicFunction::Max, value, result: None };
        write.statement(report);
        let mut block = Block::new();
        let mut write = BlockBuilder::new(expressions, &mut block);
        let no = write.u32(0);
        let reported = write.load(has_reported);
        let is_first = write.binary(BinaryOperator::Equal, reported, no);
        write.branch(is_first, first, Block::new());
        block
    }

    /// `row = (0xffff - min(id.y, 0xffff)) << 16;`, followed with `returns_early` by `if runaway > row | 0xffff {
    /// return; }`. `None` for an entry point without `global_invocation_id`: its invocations report row 0.
    pub(super) fn begin(&self, function: &mut Function, returns_early: bool) -> Option<Block> {
        let is_id = |argument: &naga::FunctionArgument| {
            argument.binding == Some(naga::Binding::BuiltIn(BuiltIn::GlobalInvocationId))
        };
        let id = function.arguments.iter().position(is_id)?;
        let mut block = Block::new();
        let mut write = BlockBuilder::new(&mut function.expressions, &mut block);
        let id = write.argument(id as u32);
        let [row, runaway] = [self.row, self.runaway].map(|variable| write.global(variable));
        let (lowest, half, below) = (write.u32(LOOP_BITS), write.u32(16), write.u32(LOOP_BITS));
        let y = write.member(id, 1);
        let y = write.math(MathFunction::Min, y, Some(lowest));
        let height = write.binary(BinaryOperator::Subtract, lowest, y);
        let upper = write.binary(BinaryOperator::ShiftLeft, height, half);
        write.store(row, upper);
        if !returns_early {
            return Some(block);
        }
        let most = write.binary(BinaryOperator::InclusiveOr, upper, below);
        let reported = write.load(runaway);
        let is_lower = write.binary(BinaryOperator::Greater, reported, most);
        let end = Block::from_vec(vec![Statement::Return { value: None }]);
        write.branch(is_lower, end, Block::new());
        Some(block)
    }
}
