//! The operations that the result of one sample needs, as a graph of scalars: equal operations are one node, and what
//! is equal for all samples has none.

use std::collections::HashMap;

/// Part of a chip that executes operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Additions, multiplications, and both at once.
    Float,
    /// Integer multiplications, with an addition at once.
    Multiply,
    /// Other integer operations, comparisons, selections, minima.
    Integer,
    /// Roots, reciprocals, exponentials, sines, conversions, rounding.
    Special,
    /// Texels, and elements of arrays by a computed index.
    Load,
}

pub(crate) const UNITS: [Unit; 5] =
    [Unit::Float, Unit::Multiply, Unit::Integer, Unit::Special, Unit::Load];

/// Numbers of operations in the order of [`UNITS`].
pub(crate) type Counts = [f64; UNITS.len()];

/// Bits of a 32-bit number, and the node that computes it; `None` if it is equal for all samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scalar {
    pub(crate) bits: u32,
    pub(crate) node: Option<usize>,
}

impl Scalar {
    pub(crate) fn uniform(bits: u32) -> Self {
        Self { bits, node: None }
    }

    pub(crate) fn f32(self) -> f32 {
        f32::from_bits(self.bits)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    operation: &'static str,
    operands: Vec<Scalar>,
}

#[derive(Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<(Option<Unit>, Vec<usize>, &'static str)>,
    known: HashMap<Node, usize>,
    /// Nodes whose values the sample needs: its result, and conditions of its branches.
    roots: Vec<usize>,
}

impl Graph {
    /// A value that differs between samples, at no cost.
    pub(crate) fn input(&mut self, bits: u32) -> Scalar {
        self.nodes.push((None, Vec::new(), "input"));
        Scalar { bits, node: Some(self.nodes.len() - 1) }
    }

    /// An operation with the result `bits`. `None` as the unit is for signs, which cost nothing.
    pub(crate) fn add(
        &mut self,
        unit: Option<Unit>,
        operation: &'static str,
        operands: &[Scalar],
        bits: u32,
    ) -> Scalar {
        let inputs: Vec<usize> = operands.iter().filter_map(|operand| operand.node).collect();
        if inputs.is_empty() {
            return Scalar::uniform(bits);
        }
        let node = Node { operation, operands: operands.to_vec() };
        let index = *self.known.entry(node).or_insert_with(|| {
            self.nodes.push((unit, inputs, operation));
            self.nodes.len() - 1
        });
        Scalar { bits, node: Some(index) }
    }

    pub(crate) fn need(&mut self, value: Scalar) {
        self.roots.extend(value.node);
    }

    /// Counts the operations that the needed values depend on. A multiplication whose only use is an addition is one
    /// operation with it, and so are logical operations, additions and shifts of integers in pairs.
    pub(crate) fn counts(&self) -> Counts {
        let uses = self.uses();
        let mut is_fused = vec![false; self.nodes.len()];
        let mut counts = [0.0; UNITS.len()];
        for (index, (unit, operands, operation)) in self.nodes.iter().enumerate().rev() {
            if uses[index] == 0 {
                continue;
            }
            let fused =
                operands.iter().map(|operand| self.without_signs(*operand)).find(|operand| {
                    uses[*operand] == 1
                        && !is_fused[*operand]
                        && fuses(self.nodes[*operand].2, operation)
                });
            let mut unit = *unit;
            if let Some(operand) = fused.filter(|_| !is_fused[index]) {
                is_fused[operand] = true;
                unit = self.nodes[operand].0.filter(|of| *of == Unit::Multiply).or(unit);
            }
            if let Some(unit) = unit.filter(|_| !is_fused[index]) {
                counts[unit as usize] += 1.0;
            }
        }
        counts
    }

    /// How often each node is an operand of a needed one, or needed itself.
    fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.nodes.len()];
        for root in &self.roots {
            uses[*root] += 1;
        }
        for (index, (_, operands, _)) in self.nodes.iter().enumerate().rev() {
            if uses[index] > 0 {
                operands.iter().for_each(|operand| uses[*operand] += 1);
            }
        }
        uses
    }

    fn without_signs(&self, mut node: usize) -> usize {
        while let (None, operands, _) = &self.nodes[node] {
            match operands[..] {
                [inner] => node = inner,
                _ => break,
            }
        }
        node
    }
}

/// True if an operation computes its operand at once.
fn fuses(operand: &str, operation: &str) -> bool {
    match operation {
        "+" | "-" => operand == "*",
        "u+" | "u-" => matches!(operand, "u*" | "u+" | "u-" | "<<"),
        "&" | "|" | "^" => matches!(operand, "&" | "|" | "^"),
        _ => false,
    }
}
