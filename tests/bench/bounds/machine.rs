//! Executes a function of a module for one sample: its loops and branches as they are taken there.

use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, Block, Expression, Function, Handle, Module, ScalarKind, Statement, SwitchValue,
    TypeInner,
};

use super::graph::{Graph, Scalar};
use super::value::{Outcome, Value, read};

/// Iterations after which a loop counts as endless.
const MAX_ITERATIONS: usize = 1 << 16;

pub(crate) struct Machine<'a> {
    pub(super) module: &'a Module,
    /// Types of expressions.
    info: &'a ModuleInfo,
    pub(crate) graph: Graph,
    /// Global and local variables.
    pub(super) variables: Vec<Value>,
}

/// One call of a function.
pub(super) struct Frame<'a> {
    pub(super) function: &'a Function,
    info: &'a FunctionInfo,
    pub(super) arguments: Vec<Value>,
    /// Numbers of the local variables.
    pub(super) locals: Vec<usize>,
    /// Values of emitted expressions.
    pub(super) emitted: Vec<Option<Value>>,
}

impl Frame<'_> {
    /// Of a scalar, or of the components of a vector or matrix.
    pub(super) fn kind(&self, module: &Module, handle: Handle<Expression>) -> Outcome<ScalarKind> {
        match *self.info[handle].ty.inner_with(&module.types) {
            TypeInner::Scalar(scalar)
            | TypeInner::Vector { scalar, .. }
            | TypeInner::Matrix { scalar, .. } => Ok(scalar.kind),
            _ => Err("a number was expected".to_owned()),
        }
    }
}

enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

pub(crate) fn info(module: &Module) -> Outcome<ModuleInfo> {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.validate(module).map_err(|error| error.to_string())
}

impl<'a> Machine<'a> {
    /// `uniform` are the bytes of the file's uniform struct.
    pub(crate) fn new(module: &'a Module, info: &'a ModuleInfo, uniform: &[u8]) -> Outcome<Self> {
        let mut machine = Self { module, info, graph: Graph::default(), variables: Vec::new() };
        for (_, variable) in module.global_variables.iter() {
            let value = match (variable.space, variable.init) {
                (AddressSpace::Uniform, _) => {
                    read(module, &module.types[variable.ty].inner, uniform)?
                }
                (_, Some(init)) => machine.constant(init)?,
                (_, None) => machine.zero(&module.types[variable.ty].inner)?,
            };
            machine.variables.push(value);
        }
        Ok(machine)
    }

    pub(crate) fn call(
        &mut self,
        handle: Handle<Function>,
        arguments: Vec<Value>,
    ) -> Outcome<Option<Value>> {
        let function = &self.module.functions[handle];
        let mut frame = Frame {
            function,
            info: &self.info[handle],
            arguments,
            locals: Vec::new(),
            emitted: vec![None; function.expressions.len()],
        };
        for (_, local) in function.local_variables.iter() {
            let value = match local.init {
                Some(init) => self.value(&frame, init)?,
                None => self.zero(&self.module.types[local.ty].inner)?,
            };
            frame.locals.push(self.variables.len());
            self.variables.push(value);
        }
        match self.block(&mut frame, &function.body)? {
            Flow::Return(value) => Ok(value),
            _ => Ok(None),
        }
    }

    fn block(&mut self, frame: &mut Frame<'a>, block: &'a Block) -> Outcome<Flow> {
        for statement in block {
            match self.statement(frame, statement)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, frame: &mut Frame<'a>, statement: &'a Statement) -> Outcome<Flow> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    let value = self.expression(frame, handle)?;
                    frame.emitted[handle.index()] = Some(value);
                }
            }
            Statement::Block(block) => return self.block(frame, block),
            Statement::If { condition, accept, reject } => {
                let taken = self.condition(frame, *condition)?.bits != 0;
                return self.block(frame, if taken { accept } else { reject });
            }
            Statement::Switch { selector, cases } => {
                let selector = self.condition(frame, *selector)?.bits;
                return self.switch(frame, selector, cases);
            }
            Statement::Loop { body, continuing, break_if } => {
                return self.repeat(frame, body, continuing, *break_if);
            }
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Return { value } => {
                let value = value.map(|value| self.value(frame, value));
                return Ok(Flow::Return(value.transpose()?));
            }
            Statement::Store { pointer, value } => {
                let pointer = self.value(frame, *pointer)?;
                let value = self.value(frame, *value)?;
                *self.target(&pointer)? = value;
            }
            Statement::Call { function, arguments, result } => {
                let arguments = arguments.iter().map(|argument| self.value(frame, *argument));
                let arguments = arguments.collect::<Outcome<_>>()?;
                let value = self.call(*function, arguments)?;
                if let (Some(result), Some(value)) = (result, value) {
                    frame.emitted[result.index()] = Some(value);
                }
            }
            _ => return Err("a statement that only passes have".to_owned()),
        }
        Ok(Flow::Next)
    }

    fn switch(
        &mut self,
        frame: &mut Frame<'a>,
        selector: u32,
        cases: &'a [naga::SwitchCase],
    ) -> Outcome<Flow> {
        let matches = |value: &SwitchValue| match *value {
            SwitchValue::I32(value) => value as u32 == selector,
            SwitchValue::U32(value) => value == selector,
            SwitchValue::Default => false,
        };
        let is_default = |case: &naga::SwitchCase| case.value == SwitchValue::Default;
        let first = cases.iter().position(|case| matches(&case.value));
        let first = first.or_else(|| cases.iter().position(is_default));
        for case in cases.iter().skip(first.unwrap_or(cases.len())) {
            match self.block(frame, &case.body)? {
                Flow::Next if case.fall_through => {}
                Flow::Next | Flow::Break => break,
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn repeat(
        &mut self,
        frame: &mut Frame<'a>,
        body: &'a Block,
        continuing: &'a Block,
        break_if: Option<Handle<Expression>>,
    ) -> Outcome<Flow> {
        for _ in 0..MAX_ITERATIONS {
            match self.block(frame, body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Next | Flow::Continue => {}
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
            self.block(frame, continuing)?;
            if let Some(condition) = break_if
                && self.condition(frame, condition)?.bits != 0
            {
                return Ok(Flow::Next);
            }
        }
        Err("an endless loop".to_owned())
    }

    /// The sample needs what decides its branches.
    fn condition(&mut self, frame: &Frame<'a>, condition: Handle<Expression>) -> Outcome<Scalar> {
        let condition = self.value(frame, condition)?.scalar()?;
        self.graph.need(condition);
        Ok(condition)
    }

    pub(super) fn target(&mut self, pointer: &Value) -> Outcome<&mut Value> {
        let Value::Pointer(variable, path) = pointer else {
            return Err("a pointer was expected".to_owned());
        };
        let variable = &mut self.variables[*variable];
        path.iter().try_fold(variable, |value, index| value.part_mut(*index))
    }

    pub(super) fn zero(&self, ty: &TypeInner) -> Outcome<Value> {
        read(self.module, ty, &[])
    }
}
