//! Puts the functions of a module in an order that naga accepts: each after those that it calls.

use naga::{Arena, Block, Expression, Function, Handle, Module, Span, Statement};

use crate::naga_blocks::{inner_blocks, inner_blocks_mut};

/// No function may call itself, directly or through others.
pub(in crate::generator) fn order_functions(module: &mut Module) {
    let mut order =
        Order { module, handles: vec![None; module.functions.len()], sorted: Arena::new() };
    for (handle, _) in module.functions.iter() {
        order.add(handle);
    }
    let Order { handles, mut sorted, .. } = order;
    for (_, function) in sorted.iter_mut() {
        renumber(function, &handles);
    }
    module.functions = sorted;
    for entry in &mut module.entry_points {
        renumber(&mut entry.function, &handles);
    }
}

struct Order<'m> {
    module: &'m Module,
    /// By the index of the present order; `None` for those not added yet.
    handles: Vec<Option<Handle<Function>>>,
    sorted: Arena<Function>,
}

impl Order<'_> {
    fn add(&mut self, handle: Handle<Function>) {
        if self.handles[handle.index()].is_some() {
            return;
        }
        let function = &self.module.functions[handle];
        for callee in callees(&function.body) {
            self.add(callee);
        }
        let span: Span = self.module.functions.get_span(handle);
        let sorted = self.sorted.append(function.clone(), span);
        self.handles[handle.index()] = Some(sorted);
    }
}

pub(super) fn callees(block: &Block) -> Vec<Handle<Function>> {
    let callees = block.iter().flat_map(|statement| match statement {
        Statement::Call { function, .. } => vec![*function],
        other => inner_blocks(other).into_iter().flat_map(callees).collect(),
    });
    callees.collect()
}

fn renumber(function: &mut Function, handles: &[Option<Handle<Function>>]) {
    let renumbered = |old: &mut Handle<Function>| {
        if let Some(new) = handles[old.index()] {
            *old = new;
        }
    };
    for (_, expression) in function.expressions.iter_mut() {
        if let Expression::CallResult(function) = expression {
            renumbered(function);
        }
    }
    renumber_calls(&mut function.body, &renumbered);
}

fn renumber_calls(block: &mut Block, renumbered: &impl Fn(&mut Handle<Function>)) {
    for statement in block.iter_mut() {
        if let Statement::Call { function, .. } = statement {
            renumbered(function);
        }
        for inner in inner_blocks_mut(statement) {
            renumber_calls(inner, renumbered);
        }
    }
}
