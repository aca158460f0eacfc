//! Prepares the passes of a grid program for taps.

use naga::{
    AddressSpace, Binding, Block, BuiltIn, Expression, Function, FunctionArgument, GlobalVariable,
    Handle, Literal, Module, ScalarKind, Span, Statement, Type, TypeInner, UniqueArena,
};

use super::super::merge::append_functions;
use super::variables::TapVariables;
use crate::generator::block_builder::BlockBuilder;
use crate::generator::interface::GRID_GROUP;
use crate::wgsl::naga_blocks::inner_blocks_mut;

/// The host's functions that reset and store a tap.
const START: &str = "start_tap";
const STORE: &str = "store_tap";

/// Index in the host's struct `Traced`, in `host/trace_passes.wgsl`.
const TRACED_SAMPLE: u32 = 0;

/// Entry points become functions, which new entry points of the same names call between the start and store functions
/// of `host`, if there are any. A start function with a parameter gets `@builtin(global_invocation_id)`.
pub(crate) fn call_passes(module: &mut Module, host: Option<&Module>) {
    let host = host.map(|host| append_functions(module, host));
    let of_host = |name: &str| host.as_ref().and_then(|functions| functions.get(name).copied());
    let (start, store) = (of_host(START), of_host(STORE));
    for index in 0..module.entry_points.len() {
        let entry = &mut module.entry_points[index];
        let caller = Function {
            name: Some(entry.name.clone()),
            arguments: entry.function.arguments.clone(),
            ..Function::default()
        };
        let mut pass = std::mem::replace(&mut entry.function, caller);
        pass.name = Some(entry.name.clone());
        for argument in &mut pass.arguments {
            argument.binding = None;
        }
        let count = pass.arguments.len() as u32;
        let pass = module.functions.append(pass, Span::UNDEFINED);
        let function = &mut module.entry_points[index].function;
        let mut body = Block::new();
        let id_type = start.and_then(|start| Some(module.functions[start].arguments.first()?.ty));
        let id = id_type.map(|ty| invocation_id(function, &module.types, ty));
        let mut write = BlockBuilder::new(&mut function.expressions, &mut body);
        let arguments = (0..count).map(|index| write.argument(index)).collect();
        let id = id.map(|path| {
            let argument = write.argument(path.argument);
            path.member.map_or(argument, |member| write.member(argument, member))
        });
        let callees =
            [(start, id.into_iter().collect()), (Some(pass), arguments), (store, Vec::new())];
        for (callee, arguments) in callees {
            if let Some(function) = callee {
                let result = None;
                write.statement(Statement::Call { function, arguments, result });
            }
        }
        function.body = body;
    }
}

/// Index of the argument, or of the struct that contains it and of the member.
struct InvocationId {
    argument: u32,
    member: Option<u32>,
}

fn invocation_id(
    function: &mut Function,
    types: &UniqueArena<Type>,
    ty: Handle<Type>,
) -> InvocationId {
    let is_id = |binding: &Option<Binding>| {
        matches!(binding, Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId)))
    };
    for (argument, declared) in (0..).zip(&function.arguments) {
        if is_id(&declared.binding) {
            let member = None;
            return InvocationId { argument, member };
        }
        if let TypeInner::Struct { members, .. } = &types[declared.ty].inner {
            let mut indices = (0..).zip(members);
            if let Some((index, _)) = indices.find(|(_, member)| is_id(&member.binding)) {
                let member = Some(index);
                return InvocationId { argument, member };
            }
        }
    }
    function.arguments.push(FunctionArgument {
        name: None,
        ty,
        binding: Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId)),
    });
    InvocationId { argument: function.arguments.len() as u32 - 1, member: None }
}

/// Adds `sample = u32(index) + 1` before each store to a grid's buffers. If the host looks for one sample, only its
/// number is stored.
pub(crate) fn record_samples(module: &mut Module, tap: &TapVariables) {
    let Some(sample) = tap.sample else {
        return;
    };
    let variables = &module.global_variables;
    let is_grid = |handle: Handle<GlobalVariable>| {
        let variable = &variables[handle];
        let group = variable.binding.map(|binding| binding.group);
        matches!(variable.space, AddressSpace::Storage { .. }) && group == Some(GRID_GROUP)
    };
    for (_, function) in module.functions.iter_mut() {
        let body = std::mem::take(&mut function.body);
        function.body = recorded(function, body, sample, tap.traced, &is_grid);
    }
}

fn recorded(
    function: &mut Function,
    block: Block,
    sample: Handle<GlobalVariable>,
    traced: Option<Handle<GlobalVariable>>,
    is_grid: &impl Fn(Handle<GlobalVariable>) -> bool,
) -> Block {
    let mut written = Block::new();
    for (mut statement, span) in block.span_into_iter() {
        for inner in inner_blocks_mut(&mut statement) {
            let block = std::mem::take(inner);
            *inner = recorded(function, block, sample, traced, is_grid);
        }
        if let Statement::Store { pointer, .. } | Statement::Atomic { pointer, .. } = statement
            && let Some(index) = element_of(function, pointer, is_grid)
        {
            let mut write = BlockBuilder::new(&mut function.expressions, &mut written);
            let index = match index {
                Index::Constant(index) => write.u32(index),
                Index::Computed(index) => write.converted(index, ScalarKind::Uint, Some(4)),
            };
            let (target, one) = (write.global(sample), write.u32(1));
            let number = write.binary(naga::BinaryOperator::Add, index, one);
            match traced {
                Some(traced) => {
                    let traced = write.global(traced);
                    let wanted = write.member(traced, TRACED_SAMPLE);
                    let wanted = write.load(wanted);
                    let is_wanted = write.binary(naga::BinaryOperator::Equal, number, wanted);
                    let mut found = Block::new();
                    BlockBuilder::new(write.expressions, &mut found).store(target, number);
                    write.branch(is_wanted, found, Block::new());
                }
                None => write.store(target, number),
            }
        }
        written.push(statement, span);
    }
    written
}

enum Index {
    Constant(u32),
    Computed(Handle<Expression>),
}

/// Returns `None` if the pointer does not refer to a buffer of a grid program.
fn element_of(
    function: &Function,
    mut pointer: Handle<Expression>,
    is_grid: &impl Fn(Handle<GlobalVariable>) -> bool,
) -> Option<Index> {
    let mut element = None;
    loop {
        match function.expressions[pointer] {
            Expression::Access { base, index } => {
                element = Some(match function.expressions[index] {
                    Expression::Literal(Literal::U32(number)) => Index::Constant(number),
                    _ => Index::Computed(index),
                });
                pointer = base;
            }
            Expression::AccessIndex { base, index } => {
                element = Some(Index::Constant(index));
                pointer = base;
            }
            Expression::GlobalVariable(variable) if is_grid(variable) => return element,
            _ => return None,
        }
    }
}
