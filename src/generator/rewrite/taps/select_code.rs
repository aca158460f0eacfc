//! Generates the code that stores a tap if the uniform selects it. A software driver executes its statements for every
//! tap in the pipeline, selected or not, so there are as few as possible.

use std::collections::BTreeMap;

use naga::{
    Arena, BinaryOperator, Block, Expression, GlobalVariable, Handle, MathFunction, ScalarKind,
};

use super::variables::TapVariables;
use super::write::{ShownLeaf, as_f32, components, loaded};
use crate::generator::block_builder::BlockBuilder;
use crate::generator::tap::{GroupSite, NumberType};
use crate::generator::tap_selection::TapGroup;

#[derive(Clone, Copy)]
pub(super) struct Selector {
    value: Handle<GlobalVariable>,
    integers: Handle<GlobalVariable>,
    sites: Handle<GlobalVariable>,
    remaining: Handle<GlobalVariable>,
    calls: Handle<GlobalVariable>,
}

impl Selector {
    fn new(variables: &TapVariables) -> Option<Self> {
        Some(Self {
            value: variables.value?,
            integers: variables.integers?,
            sites: variables.sites?,
            remaining: variables.remaining?,
            calls: variables.calls?,
        })
    }
}

/// Bits that select taps in the current call of a function: all 0 after the selected call.
#[derive(Default)]
pub(super) struct CallBits {
    pub(super) start: Block,
    /// True in the calls up to the selected one; `None` until it is first needed.
    is_due: Option<Handle<Expression>>,
    /// By the index of the 32-bit word in the uniform.
    words: BTreeMap<u32, Handle<Expression>>,
}

impl CallBits {
    /// The first call adds code that counts calls down: `is_due = remaining != 0; remaining -= min(remaining, calls);`.
    fn is_due(
        &mut self,
        expressions: &mut Arena<Expression>,
        selector: Selector,
    ) -> Handle<Expression> {
        let start = &mut self.start;
        *self.is_due.get_or_insert_with(|| {
            let mut write = BlockBuilder::new(expressions, start);
            let is_due = is_any_remaining(&mut write, selector);
            let (remaining, calls) =
                (write.global(selector.remaining), write.global(selector.calls));
            let (before, calls) = (write.load(remaining), write.load(calls));
            let counted = write.math(MathFunction::Min, before, Some(calls));
            let after = write.binary(BinaryOperator::Subtract, before, counted);
            write.store(remaining, after);
            is_due
        })
    }

    fn word(
        &mut self,
        expressions: &mut Arena<Expression>,
        selector: Selector,
        word: u32,
    ) -> Handle<Expression> {
        let is_due = self.is_due(expressions, selector);
        let start = &mut self.start;
        *self.words.entry(word).or_insert_with(|| {
            let mut write = BlockBuilder::new(expressions, start);
            let bits = load_word(&mut write, selector, word);
            let none = write.u32(0);
            write.select(is_due, bits, none)
        })
    }
}

/// Adds nothing for a position that is not in the group.
pub(super) fn select(
    expressions: &mut Arena<Expression>,
    block: &mut Block,
    variables: &TapVariables,
    group: &TapGroup,
    bits: &mut CallBits,
    index: u32,
    shown: ShownLeaf<'_>,
) {
    let mut in_group = group.sites.iter();
    let (Some(selector), Some(site)) =
        (Selector::new(variables), in_group.find(|site| site.index == index))
    else {
        return;
    };
    let GroupSite { is_counted, bit, .. } = *site;
    // The only tap of a pipeline is always selected.
    let is_alone = group.sites.len() == 1;
    let (word, bit) = (bit / u32::BITS, bit % u32::BITS);
    let is_taken = match (is_counted, is_alone) {
        (false, true) => bits.is_due(expressions, selector),
        (false, false) => {
            let word = bits.word(expressions, selector, word);
            is_bit_set(&mut BlockBuilder::new(expressions, block), word, bit)
        }
        (true, _) => {
            let mut write = BlockBuilder::new(expressions, block);
            let is_due = is_any_remaining(&mut write, selector);
            if is_alone {
                is_due
            } else {
                let word = load_word(&mut write, selector, word);
                let is_selected = is_bit_set(&mut write, word, bit);
                write.binary(BinaryOperator::LogicalAnd, is_selected, is_due)
            }
        }
    };
    let mut taken = Block::new();
    let mut write = BlockBuilder::new(expressions, &mut taken);
    take(&mut write, selector, shown);
    if is_counted {
        let (pointer, one) = (write.global(selector.remaining), write.u32(1));
        let before = write.load(pointer);
        let after = write.binary(BinaryOperator::Subtract, before, one);
        write.store(pointer, after);
    }
    BlockBuilder::new(expressions, block).branch(is_taken, taken, Block::new());
}

/// This is true until the selected run or call is over.
fn is_any_remaining(write: &mut BlockBuilder<'_>, selector: Selector) -> Handle<Expression> {
    let (pointer, zero) = (write.global(selector.remaining), write.u32(0));
    let remaining = write.load(pointer);
    write.binary(BinaryOperator::NotEqual, remaining, zero)
}

/// Integers of 32 bits are stored as bits, other numbers as `f32`.
fn take(write: &mut BlockBuilder<'_>, selector: Selector, shown: ShownLeaf<'_>) {
    let Selector { value, integers, .. } = selector;
    let taken = loaded(write, shown);
    let numbers = shown.leaf.numbers;
    let (target, taken) = match NumberType::from(numbers.scalar) {
        NumberType::Unsigned => (integers, taken),
        NumberType::Signed => (integers, write.converted(taken, ScalarKind::Uint, None)),
        NumberType::Float => (value, as_f32(write, taken, numbers)),
    };
    let target = write.global(target);
    for (index, number) in (0..).zip(components(write, taken, numbers)) {
        let component = write.member(target, index);
        write.store(component, number);
    }
}

fn load_word(write: &mut BlockBuilder<'_>, selector: Selector, word: u32) -> Handle<Expression> {
    let sites = write.global(selector.sites);
    let pointer = write.member(sites, word);
    write.load(pointer)
}

fn is_bit_set(
    write: &mut BlockBuilder<'_>,
    word: Handle<Expression>,
    bit: u32,
) -> Handle<Expression> {
    let (bit, zero) = (write.u32(1 << bit), write.u32(0));
    let selected = write.binary(BinaryOperator::And, word, bit);
    write.binary(BinaryOperator::NotEqual, selected, zero)
}
