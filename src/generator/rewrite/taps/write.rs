//! Generates the code that counts how often a tap is computed, or records its values.

use naga::{
    Arena, AtomicFunction, BinaryOperator, Block, Expression, GlobalVariable, Handle, Scalar,
    ScalarKind, Statement, Type, VectorSize,
};

use super::components::{Leaf, Numbers};
use super::variables::TapVariables;
use crate::generator::block_builder::BlockBuilder;

/// Taps of a generator: the length of the arrays in `host/count_taps.wgsl`. Built-in generators have up to 300.
pub(crate) const MAX_COUNTED: u32 = 1024;

pub(crate) const MAX_ROWS: u32 = 1 << 16;

#[derive(Clone, Copy)]
pub(super) enum Shown {
    Value(Handle<Expression>),
    /// Loaded only where the value is stored.
    Variable(Handle<Expression>),
}

/// One scalar or vector in a tap, with the expression from which it is read.
#[derive(Clone, Copy)]
pub(super) struct ShownLeaf<'a> {
    pub(super) leaf: &'a Leaf,
    pub(super) shown: Shown,
    pub(super) vec4: Handle<Type>,
}

/// `if count < MAX_ROWS { rows[2 * count + 1] = vec4f(tap); rows[2 * count + 2] = …; } count += 1;`, with further rows
/// for slopes.
pub(super) fn record(
    expressions: &mut Arena<Expression>,
    block: &mut Block,
    variables: &TapVariables,
    tap: u32,
    shown: ShownLeaf<'_>,
) {
    let (Some(rows), Some(count)) = (variables.rows, variables.count) else {
        return;
    };
    let mut recorded = Block::new();
    let mut write = BlockBuilder::new(expressions, &mut recorded);
    let numbers = vec4(&mut write, shown);
    let (rows, pointer) = (write.global(rows), write.global(count));
    let index = write.f32(tap as f32);
    let head = write.evaluated(Expression::Splat { size: VectorSize::Quad, value: index });
    let mut parts = vec![head, numbers];
    parts.extend(variables.slopes.iter().map(|slope| write.call(*slope, vec![numbers])));
    let written = write.load(pointer);
    let stride = write.u32(parts.len() as u32);
    let before = write.binary(BinaryOperator::Multiply, written, stride);
    for (offset, numbers) in (1..).zip(parts) {
        let offset = write.u32(offset);
        let index = write.binary(BinaryOperator::Add, before, offset);
        let row = write.evaluated(Expression::Access { base: rows, index });
        write.store(row, numbers);
    }
    let mut write = BlockBuilder::new(expressions, block);
    let (pointer, limit) = (write.global(count), write.u32(MAX_ROWS));
    let written = write.load(pointer);
    let is_room = write.binary(BinaryOperator::Less, written, limit);
    write.branch(is_room, recorded, Block::new());
    increment(&mut write, count);
}

/// Missing components are 0.
fn vec4(write: &mut BlockBuilder<'_>, shown: ShownLeaf<'_>) -> Handle<Expression> {
    let mut components = numbers(write, shown);
    let zero = write.f32(0.0);
    components.resize(4, zero);
    let ty = shown.vec4;
    write.evaluated(Expression::Compose { ty, components })
}

fn numbers(write: &mut BlockBuilder<'_>, shown: ShownLeaf<'_>) -> Vec<Handle<Expression>> {
    let value = loaded(write, shown);
    let value = as_f32(write, value, shown.leaf.numbers);
    components(write, value, shown.leaf.numbers)
}

pub(super) fn as_f32(
    write: &mut BlockBuilder<'_>,
    value: Handle<Expression>,
    numbers: Numbers,
) -> Handle<Expression> {
    match numbers.scalar {
        Scalar::F32 => value,
        _ => write.converted(value, ScalarKind::Float, Some(Scalar::F32.width)),
    }
}

pub(super) fn loaded(write: &mut BlockBuilder<'_>, shown: ShownLeaf<'_>) -> Handle<Expression> {
    let ShownLeaf { leaf, shown, .. } = shown;
    let (Shown::Value(whole) | Shown::Variable(whole)) = shown;
    let path = leaf.path.iter();
    let selected = path.fold(whole, |selected, index| write.member(selected, *index));
    match shown {
        Shown::Value(_) => selected,
        Shown::Variable(_) => write.load(selected),
    }
}

pub(super) fn components(
    write: &mut BlockBuilder<'_>,
    value: Handle<Expression>,
    numbers: Numbers,
) -> Vec<Handle<Expression>> {
    match numbers.size {
        None => vec![value],
        Some(size) => (0..size as u32).map(|index| write.member(value, index)).collect(),
    }
}

/// `counts[tap] += 1; atomicMax(&maxima[tap], counts[tap]);`.
pub(super) fn count(
    expressions: &mut Arena<Expression>,
    block: &mut Block,
    variables: &TapVariables,
    tap: u32,
) {
    let (Some(counts), Some(maxima)) = (variables.counts, variables.maxima) else {
        return;
    };
    let mut write = BlockBuilder::new(expressions, block);
    let (counts, maxima) = (write.global(counts), write.global(maxima));
    let (counter, one) = (write.member(counts, tap), write.u32(1));
    let before = write.load(counter);
    let value = write.binary(BinaryOperator::Add, before, one);
    write.store(counter, value);
    let pointer = write.member(maxima, tap);
    write.statement(Statement::Atomic { pointer, fun: AtomicFunction::Max, value, result: None });
}

fn increment(write: &mut BlockBuilder<'_>, counter: Handle<GlobalVariable>) -> Handle<Expression> {
    let (pointer, one) = (write.global(counter), write.u32(1));
    let before = write.load(pointer);
    let after = write.binary(BinaryOperator::Add, before, one);
    write.store(pointer, after);
    after
}
