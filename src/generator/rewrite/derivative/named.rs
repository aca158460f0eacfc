//! Bodies of the derivatives that a shader calls by name and no author has written.

use std::collections::BTreeSet;

use naga::{Block, Expression, Function, Handle, Module, Statement, TypeInner};

use super::order::{callees, order_functions};
use super::{Derived, Place, append_derivative};
use crate::generator::block_builder::BlockBuilder;
use crate::generator::rewrite::merge::last_function_named;
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;

pub(crate) fn write_derivatives(module: &mut Module, linked: &Linked) -> Derived<()> {
    let mut writer = Writer { module, linked, written: BTreeSet::new(), open: Vec::new() };
    linked.derived.iter().try_for_each(|(name, of)| writer.write(name, of))
}

struct Writer<'m> {
    module: &'m mut Module,
    linked: &'m Linked,
    written: BTreeSet<&'m str>,
    /// Derivatives that wait for those that their functions call.
    open: Vec<&'m str>,
}

impl<'m> Writer<'m> {
    fn write(&mut self, name: &'m str, of: &str) -> Derived<()> {
        if self.written.contains(name) {
            return Ok(());
        }
        if self.open.contains(&name) {
            return Err(self.calls_itself(of));
        }
        self.open.push(name);
        let called = self.reached(last_function_named(self.module, of));
        let linked = self.linked;
        for (inner, inner_of) in linked.derived.iter().filter(|(inner, _)| called.contains(inner)) {
            self.write(inner, inner_of)?;
        }
        self.open.pop();
        self.written.insert(name);
        self.write_body(name, of)
    }

    fn reached(&self, function: Handle<Function>) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut pending = vec![function];
        while let Some(function) = pending.pop() {
            if reached.insert(function) {
                pending.extend(callees(&self.module.functions[function].body));
            }
        }
        let functions = reached.into_iter().map(|function| &self.module.functions[function]);
        functions.filter_map(|function| function.name.clone()).collect()
    }

    fn write_body(&mut self, name: &str, of: &str) -> Derived<()> {
        let function = last_function_named(self.module, of);
        let axes: Vec<_> = (0..self.dimensions(function))
            .map(|component| vec![Place::Argument { index: 0, component }])
            .collect();
        let derivative = append_derivative(self.module, function, &axes, self.linked);
        let derivative =
            derivative.map_err(|error| Box::new(error.with_note(self.origin(name, of))))?;
        let stub = last_function_named(self.module, name);
        self.module.functions[stub] = calling(&self.module.functions[stub], derivative, axes.len());
        order_functions(self.module);
        Ok(())
    }

    fn dimensions(&self, function: Handle<Function>) -> u32 {
        let position = self.module.functions[function].arguments.first();
        match position.map(|position| &self.module.types[position.ty].inner) {
            Some(TypeInner::Vector { size, .. }) => *size as u32,
            _ => 1,
        }
    }

    fn origin(&self, name: &str, of: &str) -> String {
        let [name, of] = [name, of].map(|name| self.linked.with_author_names(name));
        format!("`{name}` is derived from `{of}`")
    }

    fn calls_itself(&self, of: &str) -> Box<Diagnostic> {
        let function = last_function_named(self.module, of);
        let range = self.module.functions.get_span(function).to_range();
        let location = range.and_then(|range| self.linked.location(range));
        let name = self.linked.with_author_names(of);
        let message = format!("`{name}` calls its own derivative");
        Box::new(Diagnostic::error(location, message))
    }
}

/// The function with a body that returns the value and the tangents of a derivative as one vector.
fn calling(stub: &Function, derivative: Handle<Function>, axes: usize) -> Function {
    let mut function = Function {
        name: stub.name.clone(),
        arguments: stub.arguments.clone(),
        result: stub.result.clone(),
        ..Function::default()
    };
    let mut body = Block::new();
    let mut builder = BlockBuilder::new(&mut function.expressions, &mut body);
    let arguments = (0..stub.arguments.len() as u32).map(|index| builder.argument(index)).collect();
    let call = builder.call(derivative, arguments);
    let components = (0..=axes as u32).map(|index| builder.member(call, index)).collect();
    let ty = stub.result.as_ref().map(|result| result.ty);
    let value = ty.map(|ty| builder.evaluated(Expression::Compose { ty, components }));
    builder.statement(Statement::Return { value });
    function.body = body;
    function
}
