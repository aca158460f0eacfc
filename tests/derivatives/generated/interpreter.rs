//! Runs functions of a module, with each float in double precision: no driver compiles thousands of modules in a minute.

use naga::{
    AddressSpace, Block, Expression, Function, Handle, Literal, Module, ScalarKind, Statement,
    SwitchValue, Type, TypeInner, VectorSize,
};

use super::arithmetic::{self, is_whole};
use crate::random::Random;

/// Number, or the parts of a vector, matrix, array or struct, or pointer.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Float(f64),
    Int(i32),
    Uint(u32),
    Bool(bool),
    Parts(Vec<Self>),
    /// Index of a variable, and those of parts within it.
    Pointer(usize, Vec<usize>),
}

impl Value {
    pub(super) fn float(&self) -> f64 {
        match self {
            Self::Float(number) => *number,
            other => panic!("{other:?} is no float"),
        }
    }

    pub(super) fn bool(&self) -> bool {
        matches!(self, Self::Bool(true))
    }

    pub(super) fn index(&self) -> usize {
        match self {
            Self::Int(index) => *index as usize,
            Self::Uint(index) => *index as usize,
            other => panic!("{other:?} is no index"),
        }
    }

    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Parts(parts) => parts,
            other => panic!("{other:?} has no parts"),
        }
    }
}

enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

/// Loops that run longer are a fault.
const MAX_ITERATIONS: usize = 10_000;

pub(super) struct Interpreter<'m> {
    module: &'m Module,
    /// Values of the global expressions.
    constants: Vec<Value>,
    /// Global variables, then those of the functions that run.
    variables: Vec<Value>,
    /// By which results are rounded at random; `None` for to nearest.
    rounding: Option<Random>,
}

struct Frame<'m> {
    function: &'m Function,
    arguments: Vec<Value>,
    /// Index of its first variable.
    locals: usize,
    evaluated: Vec<Option<Value>>,
}

impl<'m> Interpreter<'m> {
    pub(super) fn new(module: &'m Module, rounding: Option<Random>) -> Self {
        let (constants, variables) = (Vec::new(), Vec::new());
        let mut this = Self { module, constants, variables, rounding };
        for (_, expression) in module.global_expressions.iter() {
            let constant = this.constant(expression);
            this.constants.push(constant);
        }
        this
    }

    /// Calls the function with this name. Private variables begin anew.
    pub(super) fn run(&mut self, name: &str, arguments: Vec<Value>) -> Value {
        let module = self.module;
        let variables = module.global_variables.iter().map(|(_, variable)| match variable.init {
            Some(init) => self.constants[init.index()].clone(),
            None if variable.space == AddressSpace::Private => self.zero(variable.ty),
            None => Value::Bool(false),
        });
        self.variables = variables.collect();
        let mut functions = module.functions.iter();
        let is_named = |function: &Function| function.name.as_deref() == Some(name);
        let (handle, _) = functions.find(|(_, function)| is_named(function)).unwrap();
        self.call(handle, arguments).unwrap()
    }

    fn constant(&self, expression: &Expression) -> Value {
        match expression {
            Expression::Literal(literal) => of_literal(*literal),
            Expression::ZeroValue(ty) => self.zero(*ty),
            Expression::Constant(constant) => {
                self.constants[self.module.constants[*constant].init.index()].clone()
            }
            Expression::Compose { ty, components } => {
                let parts = components.iter().map(|part| self.constants[part.index()].clone());
                self.composed(*ty, parts.collect())
            }
            Expression::Splat { size, value } => splat(*size, &self.constants[value.index()]),
            other => panic!("{other:?}"),
        }
    }

    fn zero(&self, ty: Handle<Type>) -> Value {
        let of_kind = |kind| match kind {
            ScalarKind::Sint => Value::Int(0),
            ScalarKind::Uint => Value::Uint(0),
            ScalarKind::Bool => Value::Bool(false),
            _ => Value::Float(0.0),
        };
        match &self.module.types[ty].inner {
            TypeInner::Scalar(scalar) => of_kind(scalar.kind),
            TypeInner::Vector { size, scalar } => splat(*size, &of_kind(scalar.kind)),
            TypeInner::Matrix { columns, rows, scalar } => {
                splat(*columns, &splat(*rows, &of_kind(scalar.kind)))
            }
            TypeInner::Array { base, size: naga::ArraySize::Constant(count), .. } => {
                Value::Parts(vec![self.zero(*base); count.get() as usize])
            }
            TypeInner::Struct { members, .. } => {
                Value::Parts(members.iter().map(|member| self.zero(member.ty)).collect())
            }
            other => panic!("{other:?}"),
        }
    }

    /// A vector may be composed of vectors.
    fn composed(&self, ty: Handle<Type>, parts: Vec<Value>) -> Value {
        if !matches!(self.module.types[ty].inner, TypeInner::Vector { .. }) {
            return Value::Parts(parts);
        }
        let flat = parts.into_iter().flat_map(|part| match part {
            Value::Parts(parts) => parts,
            scalar => vec![scalar],
        });
        Value::Parts(flat.collect())
    }

    fn call(&mut self, function: Handle<Function>, arguments: Vec<Value>) -> Option<Value> {
        let function = &self.module.functions[function];
        let locals = self.variables.len();
        let evaluated = vec![None; function.expressions.len()];
        let mut frame = Frame { function, arguments, locals, evaluated };
        for (_, variable) in function.local_variables.iter() {
            let value = match variable.init {
                Some(init) => self.value(&mut frame, init),
                None => self.zero(variable.ty),
            };
            self.variables.push(value);
        }
        let flow = self.block(&mut frame, &function.body);
        self.variables.truncate(locals);
        match flow {
            Flow::Return(value) => value,
            _ => None,
        }
    }

    fn block(&mut self, frame: &mut Frame<'m>, block: &'m Block) -> Flow {
        for statement in block {
            match self.statement(frame, statement) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    fn statement(&mut self, frame: &mut Frame<'m>, statement: &'m Statement) -> Flow {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    let value = self.evaluated(frame, handle);
                    frame.evaluated[handle.index()] = Some(value);
                }
            }
            Statement::Block(block) => return self.block(frame, block),
            Statement::If { condition, accept, reject } => {
                let accepted = self.value(frame, *condition).bool();
                return self.block(frame, if accepted { accept } else { reject });
            }
            Statement::Switch { selector, cases } => {
                let selector = self.value(frame, *selector);
                return self.switch(frame, &selector, cases);
            }
            Statement::Loop { body, continuing, break_if } => {
                return self.repeated(frame, body, continuing, *break_if);
            }
            Statement::Break => return Flow::Break,
            Statement::Continue => return Flow::Continue,
            Statement::Return { value } => {
                return Flow::Return(value.map(|value| self.value(frame, value)));
            }
            Statement::Store { pointer, value } => {
                let value = self.value(frame, *value);
                let Value::Pointer(variable, path) = self.value(frame, *pointer) else {
                    panic!("a store to no pointer");
                };
                *self.target(variable, &path) = value;
            }
            Statement::Call { function, arguments, result } => {
                let arguments = arguments.iter().map(|argument| self.value(frame, *argument));
                let arguments = arguments.collect();
                let returned = self.call(*function, arguments);
                if let Some(result) = result {
                    frame.evaluated[result.index()] = returned;
                }
            }
            other => panic!("{other:?}"),
        }
        Flow::Next
    }

    fn switch(
        &mut self,
        frame: &mut Frame<'m>,
        selector: &Value,
        cases: &'m [naga::SwitchCase],
    ) -> Flow {
        let is_chosen = |value: &SwitchValue| match (value, selector) {
            (SwitchValue::I32(value), Value::Int(selector)) => value == selector,
            (SwitchValue::U32(value), Value::Uint(selector)) => value == selector,
            _ => false,
        };
        let chosen = cases.iter().position(|case| is_chosen(&case.value));
        let default = || cases.iter().position(|case| case.value == SwitchValue::Default);
        for case in &cases[chosen.or_else(default).unwrap()..] {
            match self.block(frame, &case.body) {
                Flow::Next if case.fall_through => {}
                Flow::Next | Flow::Break => return Flow::Next,
                flow => return flow,
            }
        }
        Flow::Next
    }

    fn repeated(
        &mut self,
        frame: &mut Frame<'m>,
        body: &'m Block,
        continuing: &'m Block,
        break_if: Option<Handle<Expression>>,
    ) -> Flow {
        for _ in 0..MAX_ITERATIONS {
            match self.block(frame, body) {
                Flow::Break => return Flow::Next,
                Flow::Next | Flow::Continue => {}
                Flow::Return(value) => return Flow::Return(value),
            }
            self.block(frame, continuing);
            if break_if.is_some_and(|condition| self.value(frame, condition).bool()) {
                return Flow::Next;
            }
        }
        panic!("an endless loop");
    }

    fn target(&mut self, variable: usize, path: &[usize]) -> &mut Value {
        path.iter().fold(&mut self.variables[variable], |value, index| match value {
            // As WGSL allows, an index beyond the end is one within.
            Value::Parts(parts) => {
                let last = parts.len() - 1;
                &mut parts[(*index).min(last)]
            }
            other => panic!("{other:?} has no parts"),
        })
    }

    /// Returns the value of an expression, which is evaluated if it was not before.
    fn value(&mut self, frame: &mut Frame<'m>, handle: Handle<Expression>) -> Value {
        match &frame.evaluated[handle.index()] {
            Some(value) => value.clone(),
            None => self.evaluated(frame, handle),
        }
    }

    fn evaluated(&mut self, frame: &mut Frame<'m>, handle: Handle<Expression>) -> Value {
        use Expression as E;
        let function = frame.function;
        match &function.expressions[handle] {
            E::FunctionArgument(index) => frame.arguments[*index as usize].clone(),
            E::GlobalVariable(variable) => Value::Pointer(variable.index(), Vec::new()),
            E::LocalVariable(variable) => {
                Value::Pointer(frame.locals + variable.index(), Vec::new())
            }
            E::Compose { ty, components } => {
                let parts = components.iter().map(|part| self.value(frame, *part)).collect();
                self.composed(*ty, parts)
            }
            E::Splat { size, value } => splat(*size, &self.value(frame, *value)),
            E::Access { base, index } => {
                let index = self.value(frame, *index).index();
                part(self.value(frame, *base), index)
            }
            E::AccessIndex { base, index } => part(self.value(frame, *base), *index as usize),
            E::Swizzle { size, vector, pattern } => {
                let vector = self.value(frame, *vector);
                let pattern = pattern[..*size as usize].iter();
                Value::Parts(pattern.map(|at| vector.parts()[*at as usize].clone()).collect())
            }
            E::Load { pointer } => match self.value(frame, *pointer) {
                Value::Pointer(variable, path) => self.target(variable, &path).clone(),
                other => panic!("{other:?} is no pointer"),
            },
            E::Unary { op, expr } => arithmetic::unary(*op, &self.value(frame, *expr)),
            E::Binary { op, left, right } => {
                let (left, right) = (self.value(frame, *left), self.value(frame, *right));
                let is_exact = is_whole(&left) && is_whole(&right);
                self.rounded(arithmetic::binary(*op, &left, &right), is_exact)
            }
            E::Select { condition, accept, reject } => {
                let [condition, accept, reject] =
                    [condition, accept, reject].map(|operand| self.value(frame, *operand));
                arithmetic::select(&condition, accept, reject)
            }
            E::Relational { fun, argument } => {
                arithmetic::relational(*fun, &self.value(frame, *argument))
            }
            E::Math { fun, arg, arg1, arg2, arg3 } => {
                let operands = [Some(arg), arg1.as_ref(), arg2.as_ref(), arg3.as_ref()];
                let operands = operands.into_iter().flatten();
                let operands: Vec<_> = operands.map(|arg| self.value(frame, *arg)).collect();
                let value = arithmetic::math(*fun, &operands);
                // The result is exact: that of `floor`, or a bound of `clamp`.
                let is_exact = is_whole(&value);
                self.rounded(value, is_exact)
            }
            E::As { expr, kind, convert: Some(_) } => {
                arithmetic::converted(*kind, &self.value(frame, *expr))
            }
            other => self.constant(other),
        }
    }

    /// Moves floats at random to the next ones, unless `is_exact`.
    fn rounded(&mut self, value: Value, is_exact: bool) -> Value {
        let Some(random) = self.rounding.as_mut().filter(|_| !is_exact) else {
            return value;
        };
        match value {
            Value::Float(number) => {
                Value::Float(number * (1.0 + f64::EPSILON * (random.below(3) as f64 - 1.0)))
            }
            Value::Parts(parts) => {
                Value::Parts(parts.into_iter().map(|part| self.rounded(part, false)).collect())
            }
            other => other,
        }
    }
}

fn of_literal(literal: Literal) -> Value {
    match literal {
        Literal::F32(number) => Value::Float(number.into()),
        Literal::I32(number) => Value::Int(number),
        Literal::U32(number) => Value::Uint(number),
        Literal::Bool(is_true) => Value::Bool(is_true),
        other => panic!("{other:?}"),
    }
}

fn splat(size: VectorSize, value: &Value) -> Value {
    Value::Parts(vec![value.clone(); size as usize])
}

fn part(base: Value, index: usize) -> Value {
    match base {
        Value::Pointer(variable, mut path) => {
            path.push(index);
            Value::Pointer(variable, path)
        }
        Value::Parts(mut parts) => {
            let last = parts.len() - 1;
            parts.swap_remove(index.min(last))
        }
        other => panic!("{other:?} has no parts"),
    }
}
