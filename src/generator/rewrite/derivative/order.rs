//! Puts the functions of a module in an order that naga accepts: each after those that it calls.

use naga::{Arena, Block, Expression, Function, Handle, Module, Span, Statement};

use crate::wgsl::naga_blocks::{inner_blocks, inner_blocks_mut};

/// No function may call itself, directly or through others.
pub(crate) fn order_functions(module: &mut Module) {
    let mut order =
        Order { module, handles: vec![None; module.functions.len()], sorted: Arena::new() };
    for (handle, _) in module.functions.iter() {
        order.add(handle);
    }
    let (sorted, handles) = order.finished();
    let renumbered = |old: Handle<Function>| handles[old.index()].unwrap_or(old);
    module.functions = sorted;
    for entry in &mut module.entry_points {
        renumber(&mut entry.function, renumbered);
    }
}

/// Copies a module with one function, those that it calls, and no entry points, so that large files cost no more.
pub(crate) fn with_called_functions(module: &Module, root: Handle<Function>) -> Module {
    let mut order =
        Order { module, handles: vec![None; module.functions.len()], sorted: Arena::new() };
    order.add(root);
    Module {
        types: module.types.clone(),
        special_types: module.special_types.clone(),
        constants: module.constants.clone(),
        overrides: module.overrides.clone(),
        global_variables: module.global_variables.clone(),
        global_expressions: module.global_expressions.clone(),
        functions: order.finished().0,
        entry_points: Vec::new(),
        diagnostic_filters: module.diagnostic_filters.clone(),
        diagnostic_filter_leaf: module.diagnostic_filter_leaf,
        doc_comments: None,
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

    /// Returns the functions, and by the index of the present order their new handles.
    fn finished(self) -> (Arena<Function>, Vec<Option<Handle<Function>>>) {
        let Self { handles, mut sorted, .. } = self;
        let renumbered = |old: Handle<Function>| handles[old.index()].unwrap_or(old);
        for (_, function) in sorted.iter_mut() {
            renumber(function, renumbered);
        }
        (sorted, handles)
    }
}

/// In the order of the statements, repeated calls too.
pub(crate) fn callees(block: &Block) -> Vec<Handle<Function>> {
    let callees = block.iter().flat_map(|statement| match statement {
        Statement::Call { function, .. } => vec![*function],
        other => inner_blocks(other).into_iter().flat_map(callees).collect(),
    });
    callees.collect()
}

pub(crate) fn renumber(
    function: &mut Function,
    renumbered: impl Fn(Handle<Function>) -> Handle<Function>,
) {
    for (_, expression) in function.expressions.iter_mut() {
        if let Expression::CallResult(function) = expression {
            *function = renumbered(*function);
        }
    }
    renumber_calls(&mut function.body, &renumbered);
}

fn renumber_calls(block: &mut Block, renumbered: &impl Fn(Handle<Function>) -> Handle<Function>) {
    for statement in block.iter_mut() {
        if let Statement::Call { function, .. } = statement {
            *function = renumbered(*function);
        }
        for inner in inner_blocks_mut(statement) {
            renumber_calls(inner, renumbered);
        }
    }
}
