//! Merges the host's entry points into an author's module. The author's text is parsed only once for all of them.

use std::collections::BTreeMap;

use naga::{
    Block, EntryPoint, Expression, Function, GlobalVariable, Handle, Module, Span, Statement, Type,
    TypeInner,
};

use crate::wgsl::naga_blocks::inner_blocks_mut;

/// Replaces the entry points of `module` by those of `host`, in which calls of `stub` become calls of `function`, and
/// types in the signature of `stub` become those of `function`.
///
/// Everything from `host` has no spans. Its constants must be abstract: only types, variables and functions are copied.
pub(crate) fn merge(module: &mut Module, host: &Module, stub: &str, function: &str) {
    let stub = last_function_named(host, stub);
    let function = last_function_named(module, function);
    let mut merger = Merger {
        module,
        types: BTreeMap::new(),
        variables: BTreeMap::new(),
        functions: BTreeMap::from([(stub, function)]),
    };
    merger.match_signature(&host.functions[stub], function);
    merger.copy_types(host);
    merger.copy_variables(host);
    for (handle, function) in host.functions.iter().filter(|(handle, _)| *handle != stub) {
        merger.append(handle, function);
    }
    let entry_points = host
        .entry_points
        .iter()
        .map(|entry| EntryPoint { function: merger.translated(&entry.function), ..entry.clone() });
    merger.module.entry_points = entry_points.collect();
}

pub(crate) fn append_functions(
    module: &mut Module,
    host: &Module,
) -> BTreeMap<String, Handle<Function>> {
    let mut merger = Merger {
        module,
        types: BTreeMap::new(),
        variables: BTreeMap::new(),
        functions: BTreeMap::new(),
    };
    merger.copy_types(host);
    merger.copy_variables(host);
    let mut names = BTreeMap::new();
    for (handle, function) in host.functions.iter() {
        let copy = merger.append(handle, function);
        names.extend(function.name.clone().map(|name| (name, copy)));
    }
    names
}

/// The last one: the host's functions follow the author's.
pub(crate) fn last_function_named(module: &Module, name: &str) -> Handle<Function> {
    let mut functions = module.functions.iter().rev();
    let found = functions.find(|(_, function)| function.name.as_deref() == Some(name));
    found.expect("the function was found before").0
}

struct Merger<'m> {
    module: &'m mut Module,
    types: BTreeMap<Handle<Type>, Handle<Type>>,
    variables: BTreeMap<Handle<GlobalVariable>, Handle<GlobalVariable>>,
    functions: BTreeMap<Handle<Function>, Handle<Function>>,
}

impl Merger<'_> {
    fn match_signature(&mut self, stub: &Function, function: Handle<Function>) {
        let function = &self.module.functions[function];
        let arguments = stub.arguments.iter().zip(&function.arguments);
        self.types.extend(arguments.map(|(stub, own)| (stub.ty, own.ty)));
        let results = stub.result.iter().zip(&function.result);
        self.types.extend(results.map(|(stub, own)| (stub.ty, own.ty)));
    }

    fn copy_types(&mut self, host: &Module) {
        for (handle, ty) in host.types.iter() {
            if self.types.contains_key(&handle) {
                continue;
            }
            let mut ty = ty.clone();
            match &mut ty.inner {
                TypeInner::Pointer { base, .. } | TypeInner::Array { base, .. } => {
                    *base = self.types[base];
                }
                TypeInner::Struct { members, .. } => {
                    for member in members {
                        member.ty = self.types[&member.ty];
                    }
                }
                _ => {}
            }
            let copy = self.module.types.insert(ty, Span::UNDEFINED);
            self.types.insert(handle, copy);
        }
    }

    fn copy_variables(&mut self, host: &Module) {
        for (handle, variable) in host.global_variables.iter() {
            let variable = GlobalVariable { ty: self.types[&variable.ty], ..variable.clone() };
            let variables = &mut self.module.global_variables;
            let copy = variables.append(variable, Span::UNDEFINED);
            self.variables.insert(handle, copy);
        }
    }

    /// Functions that it calls must be appended before.
    fn append(&mut self, handle: Handle<Function>, function: &Function) -> Handle<Function> {
        let function = self.translated(function);
        let copy = self.module.functions.append(function, Span::UNDEFINED);
        self.functions.insert(handle, copy);
        copy
    }

    fn translated(&self, function: &Function) -> Function {
        let mut function = function.clone();
        for argument in &mut function.arguments {
            argument.ty = self.types[&argument.ty];
        }
        if let Some(result) = &mut function.result {
            result.ty = self.types[&result.ty];
        }
        for (_, variable) in function.local_variables.iter_mut() {
            variable.ty = self.types[&variable.ty];
        }
        for (_, mut expression, _) in std::mem::take(&mut function.expressions).drain() {
            self.translate_expression(&mut expression);
            function.expressions.append(expression, Span::UNDEFINED);
        }
        self.translate_block(&mut function.body);
        function
    }

    fn translate_expression(&self, expression: &mut Expression) {
        match expression {
            Expression::ZeroValue(ty)
            | Expression::Compose { ty, .. }
            | Expression::AtomicResult { ty, .. } => *ty = self.types[ty],
            Expression::GlobalVariable(variable) => *variable = self.variables[variable],
            Expression::CallResult(function) => *function = self.functions[function],
            _ => {}
        }
    }

    fn translate_block(&self, block: &mut Block) {
        for (statement, span) in block.span_iter_mut() {
            if let Statement::Call { function, .. } = statement {
                *function = self.functions[function];
            }
            for inner in inner_blocks_mut(statement) {
                self.translate_block(inner);
            }
            if let Some(span) = span {
                *span = Span::UNDEFINED;
            }
        }
    }
}
