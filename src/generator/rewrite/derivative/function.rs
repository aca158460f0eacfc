//! The derivative of a function: its arguments, local variables and result.

use std::collections::{BTreeMap, BTreeSet};

use naga::valid::FunctionInfo;
use naga::{
    Block, Expression, Function, FunctionArgument, FunctionResult, Handle, LocalVariable, Range,
    Span, Statement,
};

use super::{Derivation, Derived};

/// A value and its derivative with respect to each variable, or pointers to these.
#[derive(Clone, Debug)]
pub(super) struct Dual {
    pub(super) value: Handle<Expression>,
    pub(super) tangents: Tangents,
}

/// One for each variable; `None` for 0.
pub(super) type Tangents = Vec<Option<Handle<Expression>>>;

impl Dual {
    pub(super) fn is_active(&self) -> bool {
        self.tangents.iter().any(Option::is_some)
    }
}

pub(super) struct FunctionDerivative<'d, 'a> {
    pub(super) derivation: &'d mut Derivation<'a>,
    pub(super) source: &'a Function,
    pub(super) info: &'a FunctionInfo,
    /// Index in the derivative of each argument, and true if its tangents follow.
    arguments: Vec<(u32, bool)>,
    /// Local variables that may depend on a variable, in all attempts.
    active: &'d mut BTreeSet<Handle<LocalVariable>>,
    shadows: BTreeMap<Handle<LocalVariable>, Vec<Handle<LocalVariable>>>,
    /// False if `active` has grown, so that statements before that may lack tangents.
    is_complete: bool,
    pub(super) function: Function,
    /// The block that is being written, and the author's statement for which it is written.
    pub(super) block: Block,
    pub(super) span: Span,
    /// By the index of the original; `None` for those not evaluated yet.
    pub(super) duals: Vec<Option<Dual>>,
}

/// No name of an author's function: it has a space.
fn derivative_name(function: &Function) -> Option<String> {
    function.name.as_ref().map(|name| format!("{name} derivative"))
}

impl<'d, 'a> FunctionDerivative<'d, 'a> {
    /// Returns `None` if `locals` has grown: then another attempt is needed.
    pub(super) fn of(
        derivation: &'d mut Derivation<'a>,
        handle: Handle<Function>,
        active: &[bool],
        locals: &'d mut BTreeSet<Handle<LocalVariable>>,
    ) -> Derived<Option<Function>> {
        let source = &derivation.source.functions[handle];
        let mut this = Self {
            info: &derivation.info[handle],
            derivation,
            source,
            arguments: Vec::new(),
            active: locals,
            shadows: BTreeMap::new(),
            is_complete: true,
            function: Function { name: derivative_name(source), ..Function::default() },
            block: Block::new(),
            span: Span::UNDEFINED,
            duals: vec![None; source.expressions.len()],
        };
        this.add_arguments(active);
        this.add_result();
        this.add_local_variables()?;
        this.function.body = this.nested(&source.body)?;
        Ok(this.is_complete.then_some(this.function))
    }

    pub(super) fn count(&self) -> usize {
        self.derivation.variables.len()
    }

    fn add_arguments(&mut self, active: &[bool]) {
        for (argument, is_active) in self.source.arguments.iter().zip(active) {
            let index = self.function.arguments.len() as u32;
            self.arguments.push((index, *is_active));
            self.function.arguments.push(argument.clone());
            let tangents = if *is_active { self.count() } else { 0 };
            let tangent = FunctionArgument { name: None, ty: argument.ty, binding: None };
            self.function.arguments.extend(std::iter::repeat_n(tangent, tangents));
        }
    }

    /// A result without floats has no tangents.
    fn add_result(&mut self) {
        self.function.result = self.source.result.as_ref().map(|result| {
            let derivation = &mut *self.derivation;
            let ty = if derivation.has_floats[result.ty.index()] {
                let count = derivation.variables.len();
                derivation.types.of(derivation.module, result.ty, count)
            } else {
                result.ty
            };
            FunctionResult { ty, binding: None }
        });
    }

    fn add_local_variables(&mut self) -> Derived<()> {
        for (handle, variable) in self.source.local_variables.iter() {
            let init = variable.init.map(|init| self.value(init)).transpose()?;
            let span = self.source.local_variables.get_span(handle);
            self.function.local_variables.append(LocalVariable { init, ..variable.clone() }, span);
        }
        for handle in self.active.iter() {
            let ty = self.source.local_variables[*handle].ty;
            let shadow = LocalVariable { name: None, ty, init: None };
            let variables = &mut self.function.local_variables;
            let tangents = self.derivation.variables.iter();
            let tangents = tangents.map(|_| variables.append(shadow.clone(), Span::UNDEFINED));
            self.shadows.insert(*handle, tangents.collect());
        }
        Ok(())
    }

    /// The variable behind a pointer may depend on a variable. Does nothing if it has tangents.
    pub(super) fn activate(&mut self, pointer: Handle<Expression>) {
        let mut root = pointer;
        while let Expression::Access { base, .. } | Expression::AccessIndex { base, .. } =
            self.source.expressions[root]
        {
            root = base;
        }
        if let Expression::LocalVariable(variable) = self.source.expressions[root]
            && self.active.insert(variable)
        {
            self.is_complete = false;
        }
    }

    /// Dual of an expression that the original function has evaluated before, or that needs no evaluation.
    pub(super) fn get(&mut self, source: Handle<Expression>) -> Derived<Dual> {
        if let Some(dual) = &self.duals[source.index()] {
            return Ok(dual.clone());
        }
        let span = self.source.expressions.get_span(source);
        let expression = match self.source.expressions[source] {
            Expression::FunctionArgument(index) => {
                Expression::FunctionArgument(self.arguments[index as usize].0)
            }
            ref other => self.translated(other, span)?,
        };
        let value = self.function.expressions.append(expression, span);
        let tangents = self.declared_tangents(&self.source.expressions[source]);
        let tangents = match tangents {
            Some(tangents) => {
                let expressions = &mut self.function.expressions;
                let tangents = tangents.into_iter();
                tangents.map(|tangent| Some(expressions.append(tangent, span))).collect()
            }
            None => self.zeros(),
        };
        let dual = Dual { value, tangents };
        self.duals[source.index()] = Some(dual.clone());
        Ok(dual)
    }

    pub(super) fn value(&mut self, source: Handle<Expression>) -> Derived<Handle<Expression>> {
        Ok(self.get(source)?.value)
    }

    fn declared_tangents(&self, source: &Expression) -> Option<Vec<Expression>> {
        match source {
            Expression::FunctionArgument(index) => {
                let (first, is_active) = self.arguments[*index as usize];
                let count = self.count() as u32;
                let tangents = (0..count).map(|at| Expression::FunctionArgument(first + 1 + at));
                is_active.then(|| tangents.collect())
            }
            Expression::LocalVariable(variable) => {
                let tangents = self.shadows.get(variable)?.iter();
                Some(tangents.map(|tangent| Expression::LocalVariable(*tangent)).collect())
            }
            Expression::GlobalVariable(variable) => {
                let tangents = self.derivation.globals.get(variable)?.iter();
                Some(tangents.map(|tangent| Expression::GlobalVariable(*tangent)).collect())
            }
            _ => None,
        }
    }

    pub(super) fn zeros(&self) -> Tangents {
        vec![None; self.count()]
    }

    pub(super) fn emit(&mut self, expression: Expression) -> Handle<Expression> {
        let is_evaluated = !expression.needs_pre_emit();
        let handle = self.function.expressions.append(expression, self.span);
        if is_evaluated {
            let range = Range::new_from_bounds(handle, handle);
            self.block.push(Statement::Emit(range), self.span);
        }
        handle
    }

    /// 0 of the type that an expression of the original has.
    pub(super) fn zero(&mut self, like: Handle<Expression>) -> Handle<Expression> {
        let ty = self.derivation.type_handle(&self.info[like].ty);
        self.emit(Expression::ZeroValue(ty))
    }
}
