//! Passes pointers to parts of variables, such as `&list[1]`, as pointers to copies: naga's SPIR-V writer supports
//! pointers to whole variables only. A part is copied before the call, and back after it. WGSL forbids calls in which
//! this would make a difference, since no other argument may access the same part.

use naga::{
    AddressSpace, Arena, Block, Expression, Function, GlobalVariable, Handle, LocalVariable,
    Module, Span, Statement, Type, TypeInner,
};

use super::block_builder::BlockBuilder;
use crate::wgsl::naga_blocks::inner_blocks_mut;

/// Address space and type of the target of each pointer argument, by function and argument.
type Pointers = Vec<Vec<Option<(AddressSpace, Handle<Type>)>>>;

pub(super) fn copy_part_pointers(module: &mut Module) -> bool {
    let pointers: Pointers =
        module.functions.iter().map(|(_, function)| pointers(module, function)).collect();
    if pointers.iter().flatten().all(Option::is_none) {
        return false;
    }
    let mut globals = std::mem::take(&mut module.global_variables);
    let count = globals.len();
    let functions = module.functions.iter_mut().map(|(_, function)| function);
    let entry_points = module.entry_points.iter_mut().map(|entry| &mut entry.function);
    let mut is_changed = false;
    for function in functions.chain(entry_points) {
        let locals = function.local_variables.len();
        let body = std::mem::take(&mut function.body);
        let mut copier = Copier { pointers: &pointers, function, globals: &mut globals };
        let body = copier.block(body);
        function.body = body;
        is_changed |= function.local_variables.len() > locals;
    }
    is_changed |= globals.len() > count;
    module.global_variables = globals;
    is_changed
}

fn pointers(module: &Module, function: &Function) -> Vec<Option<(AddressSpace, Handle<Type>)>> {
    let target = |argument: &naga::FunctionArgument| match module.types[argument.ty].inner {
        TypeInner::Pointer { base, space } => Some((space, base)),
        _ => None,
    };
    function.arguments.iter().map(target).collect()
}

struct Copier<'m> {
    pointers: &'m Pointers,
    function: &'m mut Function,
    globals: &'m mut Arena<GlobalVariable>,
}

impl Copier<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut copied = Block::with_capacity(block.len());
        for (mut statement, span) in block.span_into_iter() {
            for inner in inner_blocks_mut(&mut statement) {
                *inner = self.block(std::mem::take(inner));
            }
            let parts = self.replace_parts(&mut statement, span);
            let expressions = &mut self.function.expressions;
            for (part, copy) in &parts {
                let mut write = BlockBuilder::new(expressions, &mut copied);
                let value = write.load(*part);
                write.store(*copy, value);
            }
            copied.push(statement, span);
            for (part, copy) in &parts {
                let mut write = BlockBuilder::new(expressions, &mut copied);
                let value = write.load(*copy);
                write.store(*part, value);
            }
        }
        copied
    }

    fn replace_parts(
        &mut self,
        statement: &mut Statement,
        span: Span,
    ) -> Vec<(Handle<Expression>, Handle<Expression>)> {
        let Statement::Call { function, arguments, .. } = statement else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        for (argument, pointer) in arguments.iter_mut().zip(&self.pointers[function.index()]) {
            let is_part = matches!(
                self.function.expressions[*argument],
                Expression::Access { .. } | Expression::AccessIndex { .. }
            );
            if let Some((space, ty)) = pointer.filter(|_| is_part) {
                let copy = self.variable(space, ty, span);
                parts.push((*argument, copy));
                *argument = copy;
            }
        }
        parts
    }

    /// A copy in private memory is not shared with another call: a function cannot call itself.
    fn variable(
        &mut self,
        space: AddressSpace,
        ty: Handle<Type>,
        span: Span,
    ) -> Handle<Expression> {
        let expression = if space == AddressSpace::Function {
            let variable = LocalVariable { name: None, ty, init: None };
            Expression::LocalVariable(self.function.local_variables.append(variable, span))
        } else {
            let variable = GlobalVariable {
                name: None,
                space,
                binding: None,
                ty,
                init: None,
                memory_decorations: naga::MemoryDecorations::empty(),
            };
            Expression::GlobalVariable(self.globals.append(variable, span))
        };
        self.function.expressions.append(expression, span)
    }
}
