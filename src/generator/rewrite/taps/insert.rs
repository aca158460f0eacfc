//! Inserts code into functions after each tap.

use std::collections::{BTreeMap, BTreeSet};

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Arena, Block, Expression, Function, GlobalVariable, Handle, LocalVariable, Module, Scalar,
    Span, Statement, Type, TypeInner, UniqueArena, VectorSize,
};

use super::RETURN;
use super::components::{LeafCounts, Numbers, leaves};
use super::cost_estimate::{ITERATIONS, Work};
use super::select_code::{self, CallBits};
use super::variables::TapVariables;
use super::write::{self, Shown, ShownLeaf};
use crate::generator::tap_selection::TapGroup;
use crate::wgsl::naga_blocks::{inner_blocks, inner_blocks_mut};

pub(crate) enum Mode {
    /// Lists the taps, without code.
    List,
    /// Counts the taps that each named value would have, without a list of them.
    Size,
    /// Stores a tap if the uniform selects it among those of a group.
    Select(TapVariables, TapGroup),
    /// Counts how often a sample computes each tap, and keeps the largest count of all samples.
    Count(TapVariables),
    Record(TapVariables),
}

#[derive(Clone, Debug)]
pub(crate) struct TapSite {
    pub(super) function: String,
    /// Index among the functions with taps.
    pub(super) function_index: u32,
    /// Name in the linked text, with the indices and members that select a scalar or vector.
    pub(super) name: String,
    /// Index if the tap is a parameter.
    pub(super) argument: Option<usize>,
    pub(super) numbers: Numbers,
    pub(super) span: Span,
    /// Index among all positions in the function.
    pub(super) index: u32,
    /// True for a variable after an assignment, which may change again.
    pub(super) is_variable: bool,
    /// True if each call of the function computes the tap here exactly once.
    pub(super) is_straight: bool,
    /// Estimated computations in a sample.
    pub(super) runs: u64,
    /// True if some position does not compute the tap exactly once in each call, so that computations are counted.
    pub(super) is_counted: bool,
    pub(super) group: u32,
    pub(super) bit: u32,
}

/// A value that consists of one or more taps: the function, and the name in the linked text.
pub(super) type NamedValue = (Handle<Function>, String);

#[derive(Default)]
pub(super) struct Found {
    pub(super) sites: Vec<TapSite>,
    /// Positions of each named value, times the scalars and vectors in it. Empty unless the mode is [`Mode::Size`].
    pub(super) sizes: BTreeMap<NamedValue, u64>,
}

/// Skips the values in `omitted`.
pub(super) fn insert(
    module: &mut Module,
    info: &ModuleInfo,
    work: &Work,
    functions: &[Handle<Function>],
    mode: &Mode,
    omitted: &BTreeSet<NamedValue>,
) -> Found {
    let inner = TypeInner::Vector { size: VectorSize::Quad, scalar: Scalar::F32 };
    let vec4 = module.types.insert(Type { name: None, inner }, Span::UNDEFINED);
    let names: Vec<String> = module
        .functions
        .iter()
        .map(|(_, function)| function.name.clone().unwrap_or_default())
        .collect();
    let counts = LeafCounts::new(&module.types);
    let mut found = Found::default();
    for (function_index, handle) in (0..).zip(functions) {
        let mut function = std::mem::take(&mut module.functions[*handle]);
        let mut taps = FunctionTaps {
            types: &module.types,
            globals: &module.global_variables,
            functions: &names,
            info: &info[*handle],
            counts: &counts,
            mode,
            omitted,
            vec4,
            handle: *handle,
            function_index,
            first: found.sites.len() as u32,
            found: Found::default(),
            is_straight: true,
            runs: work.calls(*handle),
            selection: CallBits::default(),
        };
        taps.insert(&mut function);
        found.sites.append(&mut taps.found.sites);
        found.sizes.append(&mut taps.found.sizes);
        module.functions[*handle] = function;
    }
    found
}

struct FunctionTaps<'a> {
    types: &'a UniqueArena<Type>,
    globals: &'a Arena<GlobalVariable>,
    functions: &'a [String],
    info: &'a FunctionInfo,
    counts: &'a LeafCounts,
    mode: &'a Mode,
    omitted: &'a BTreeSet<NamedValue>,
    vec4: Handle<Type>,
    handle: Handle<Function>,
    function_index: u32,
    /// Number of taps in the functions before.
    first: u32,
    found: Found,
    /// True while the visited statements run exactly once in each call.
    is_straight: bool,
    /// Estimated number of times that a sample runs the visited statements.
    runs: u64,
    selection: CallBits,
}

impl FunctionTaps<'_> {
    fn insert(&mut self, function: &mut Function) {
        let body = std::mem::take(&mut function.body);
        let mut tapped = Block::new();
        for (index, argument) in function.arguments.clone().iter().enumerate() {
            let (Some(name), None) = (&argument.name, &argument.binding) else {
                continue;
            };
            let read = Expression::FunctionArgument(index as u32);
            let read = function.expressions.append(read, Span::UNDEFINED);
            let first = self.found.sites.len();
            let ty = &self.types[argument.ty].inner;
            self.tap(function, &mut tapped, name, Span::UNDEFINED, Shown::Value(read), ty);
            for site in &mut self.found.sites[first..] {
                site.argument = Some(index);
            }
        }
        self.block(function, body, &mut tapped);
        function.body = std::mem::take(&mut self.selection.start);
        function.body.append(&mut tapped);
    }

    fn block(&mut self, function: &mut Function, block: Block, tapped: &mut Block) {
        for (mut statement, span) in block.span_into_iter() {
            let is_straight = self.is_straight && !may_return(&statement);
            let runs = self.runs;
            if let Statement::Loop { .. } = statement {
                self.runs = runs.saturating_mul(ITERATIONS);
            }
            for inner in inner_blocks_mut(&mut statement) {
                let mut tapped = Block::new();
                self.is_straight = false;
                self.block(function, std::mem::take(inner), &mut tapped);
                *inner = tapped;
            }
            (self.is_straight, self.runs) = (is_straight, runs);
            if let Statement::Return { value: Some(value) } = statement {
                self.value(function, tapped, RETURN, span, value);
            }
            tapped.push(statement.clone(), span);
            self.after(function, tapped, &statement, span);
        }
    }

    fn after(&mut self, function: &mut Function, block: &mut Block, done: &Statement, span: Span) {
        match done {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    if let Some(name) = function.named_expressions.get(&handle).cloned() {
                        let span = function.expressions.get_span(handle);
                        self.value(function, block, &name, span, handle);
                    }
                }
            }
            Statement::Call { function: called, result: Some(result), .. } => {
                let name = match function.named_expressions.get(result) {
                    Some(name) => name.clone(),
                    None => format!("{}()", self.functions[called.index()]),
                };
                self.value(function, block, &name, span, *result);
            }
            Statement::Store { pointer, value } => {
                let span =
                    if span.is_defined() { span } else { function.expressions.get_span(*value) };
                self.variable(function, block, *pointer, span);
                self.element(function, block, *pointer, *value, span);
            }
            _ => {}
        }
    }

    fn value(
        &mut self,
        function: &mut Function,
        block: &mut Block,
        name: &str,
        span: Span,
        value: Handle<Expression>,
    ) {
        let ty = self.info[value].ty.inner_with(self.types);
        self.tap(function, block, name, span, Shown::Value(value), ty);
    }

    fn variable(
        &mut self,
        function: &mut Function,
        block: &mut Block,
        mut pointer: Handle<Expression>,
        span: Span,
    ) {
        while let Expression::Access { base, .. } | Expression::AccessIndex { base, .. } =
            function.expressions[pointer]
        {
            pointer = base;
        }
        let named = |name: &Option<String>| name.clone().unwrap_or_default();
        let (name, ty) = match function.expressions[pointer] {
            Expression::LocalVariable(variable) => {
                let LocalVariable { name, ty, .. } = &function.local_variables[variable];
                (named(name), *ty)
            }
            Expression::GlobalVariable(variable) => {
                let variable = &self.globals[variable];
                if variable.space != naga::AddressSpace::Private {
                    return;
                }
                (named(&variable.name), variable.ty)
            }
            Expression::FunctionArgument(index) => {
                let argument = &function.arguments[index as usize];
                let TypeInner::Pointer { base, .. } = self.types[argument.ty].inner else {
                    return;
                };
                (named(&argument.name), base)
            }
            _ => return,
        };
        let ty = &self.types[ty].inner;
        self.tap(function, block, &name, span, Shown::Variable(pointer), ty);
    }

    /// After a store to a whole element of a storage buffer. The tap has the name of the buffer.
    fn element(
        &mut self,
        function: &mut Function,
        block: &mut Block,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
        span: Span,
    ) {
        let (Expression::Access { base, .. } | Expression::AccessIndex { base, .. }) =
            function.expressions[pointer]
        else {
            return;
        };
        let Expression::GlobalVariable(variable) = function.expressions[base] else {
            return;
        };
        let variable = &self.globals[variable];
        if matches!(variable.space, naga::AddressSpace::Storage { .. }) {
            let name = variable.name.clone().unwrap_or_default();
            self.value(function, block, &name, span, value);
        }
    }

    /// Each scalar or vector is a tap of its own.
    fn tap(
        &mut self,
        function: &mut Function,
        block: &mut Block,
        name: &str,
        span: Span,
        shown: Shown,
        ty: &TypeInner,
    ) {
        // naga stores `a && b` in a variable without a name.
        if name.is_empty() {
            return;
        }
        let value = (self.handle, name.to_owned());
        if matches!(self.mode, Mode::Size) {
            let size = self.found.sizes.entry(value).or_default();
            *size = size.saturating_add(self.counts.of(ty));
            return;
        }
        if self.omitted.contains(&value) {
            return;
        }
        for leaf in leaves(self.types, ty, name) {
            let index = self.found.sites.len() as u32;
            let site = TapSite {
                function: function.name.clone().unwrap_or_default(),
                function_index: self.function_index,
                name: leaf.name.clone(),
                argument: None,
                numbers: leaf.numbers,
                span,
                index,
                is_variable: matches!(shown, Shown::Variable(_)),
                is_straight: self.is_straight,
                runs: self.runs,
                is_counted: false,
                group: 0,
                bit: 0,
            };
            let expressions = &mut function.expressions;
            let (leaf, vec4) = (&leaf, self.vec4);
            let shown = ShownLeaf { leaf, shown, vec4 };
            match self.mode {
                Mode::List | Mode::Size => {}
                Mode::Select(variables, group) => {
                    let bits = &mut self.selection;
                    select_code::select(expressions, block, variables, group, bits, index, shown);
                }
                Mode::Count(variables) => {
                    write::count(expressions, block, variables, self.first + index);
                }
                Mode::Record(variables) => {
                    write::record(expressions, block, variables, self.first + index, shown);
                }
            }
            self.found.sites.push(site);
        }
    }
}

/// True if a `return` or `discard` in a block of the statement can end the call before the statements after it.
fn may_return(statement: &Statement) -> bool {
    let mut inner = inner_blocks(statement).into_iter();
    inner.any(|block| {
        let mut statements = block.iter();
        statements.any(|inner| {
            matches!(inner, Statement::Return { .. } | Statement::Kill) || may_return(inner)
        })
    })
}
