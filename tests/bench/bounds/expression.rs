//! Evaluates expressions.

use naga::{BinaryOperator, Expression, Handle, Literal, MathFunction, ScalarKind, TypeInner};

use super::graph::{Scalar, Unit};
use super::machine::{Frame, Machine};
use super::value::{Outcome, Value};

impl<'a> Machine<'a> {
    /// Of an emitted expression, or of one that needs no evaluation.
    pub(super) fn value(
        &mut self,
        frame: &Frame<'a>,
        handle: Handle<Expression>,
    ) -> Outcome<Value> {
        match &frame.emitted[handle.index()] {
            Some(value) => Ok(value.clone()),
            None => self.expression(frame, handle),
        }
    }

    pub(super) fn constant(&mut self, handle: Handle<Expression>) -> Outcome<Value> {
        let module = self.module;
        self.plain(&module.global_expressions[handle], &mut |machine, inner| {
            machine.constant(inner)
        })
    }

    pub(super) fn expression(
        &mut self,
        frame: &Frame<'a>,
        handle: Handle<Expression>,
    ) -> Outcome<Value> {
        match frame.function.expressions[handle] {
            Expression::FunctionArgument(index) => Ok(frame.arguments[index as usize].clone()),
            Expression::GlobalVariable(global) => match self.variables[global.index()] {
                Value::Opaque => Ok(Value::Opaque),
                _ => Ok(Value::Pointer(global.index(), Vec::new())),
            },
            Expression::LocalVariable(local) => {
                Ok(Value::Pointer(frame.locals[local.index()], Vec::new()))
            }
            Expression::CallResult(_) => Err("a call without a result".to_owned()),
            Expression::Binary { op, left, right } => {
                let kind = frame.kind(self.module, left)?;
                let (left, right) = (self.value(frame, left)?, self.value(frame, right)?);
                self.binary(op, kind, &left, &right)
            }
            Expression::Unary { op, expr } => {
                let kind = frame.kind(self.module, expr)?;
                let value = self.value(frame, expr)?;
                self.each(&[value], &mut |machine, a| Ok(machine.graph.unary(op, kind, a[0])))
            }
            Expression::Math { fun, arg, arg1, arg2, .. } => {
                let kind = frame.kind(self.module, arg)?;
                let arguments = [Some(arg), arg1, arg2].into_iter().flatten();
                let arguments = arguments.map(|argument| self.value(frame, argument));
                let arguments: Vec<Value> = arguments.collect::<Outcome<_>>()?;
                self.math(fun, kind, &arguments)
            }
            Expression::As { expr, kind, convert } => {
                let from = frame.kind(self.module, expr)?;
                let value = self.value(frame, expr)?;
                match convert {
                    Some(_) => self.each(&[value], &mut |machine, a| {
                        Ok(machine.graph.convert(from, kind, a[0]))
                    }),
                    None => Ok(value),
                }
            }
            ref expression => {
                self.plain(expression, &mut |machine, inner| machine.value(frame, inner))
            }
        }
    }

    /// An expression whose meaning does not depend on the types of its operands.
    fn plain(
        &mut self,
        expression: &Expression,
        value: &mut dyn FnMut(&mut Self, Handle<Expression>) -> Outcome<Value>,
    ) -> Outcome<Value> {
        let module = self.module;
        Ok(match *expression {
            Expression::Literal(literal) => Value::Scalar(Scalar::uniform(bits(literal)?)),
            Expression::Constant(constant) => self.constant(module.constants[constant].init)?,
            Expression::ZeroValue(ty) => self.zero(&module.types[ty].inner)?,
            Expression::Compose { ty, ref components } => {
                let parts = components.iter().map(|component| value(self, *component));
                let parts: Vec<Value> = parts.collect::<Outcome<_>>()?;
                match module.types[ty].inner {
                    TypeInner::Vector { .. } => {
                        let parts = parts.iter().map(Value::components);
                        Value::vector(parts.collect::<Outcome<Vec<_>>>()?.into_iter().flatten())
                    }
                    _ => Value::Composite(parts),
                }
            }
            Expression::Splat { size, value: inner } => {
                let scalar = value(self, inner)?.scalar()?;
                Value::vector(vec![scalar; size as usize])
            }
            Expression::Swizzle { size, vector, pattern } => {
                let components = value(self, vector)?.components()?;
                let pattern = pattern[..size as usize].iter();
                Value::vector(pattern.map(|component| components[*component as usize]))
            }
            Expression::AccessIndex { base, index } => match value(self, base)? {
                Value::Pointer(variable, mut path) => {
                    path.push(index as usize);
                    Value::Pointer(variable, path)
                }
                base => base.part(index as usize)?.clone(),
            },
            Expression::Access { base, index } => {
                let index = value(self, index)?.scalar()?;
                let base = value(self, base)?;
                self.element(base, index)?
            }
            Expression::Load { pointer } => {
                let pointer = value(self, pointer)?;
                self.target(&pointer)?.clone()
            }
            Expression::Select { condition, accept, reject } => {
                let values = [value(self, condition)?, value(self, accept)?, value(self, reject)?];
                self.each(&values, &mut |machine, a| Ok(machine.graph.select(a[0], a[1], a[2])))?
            }
            Expression::Relational { argument, .. } => {
                let components = value(self, argument)?.components()?;
                let joined = components.into_iter().reduce(|a, b| {
                    let bits = u32::from(relation(expression, a.bits != 0, b.bits != 0));
                    self.graph.add(Some(Unit::Integer), "&", &[a, b], bits)
                });
                Value::Scalar(joined.ok_or("no components")?)
            }
            Expression::ImageLoad { coordinate, .. } => {
                let at = value(self, coordinate)?.components()?;
                let texel = self.graph.add(Some(Unit::Load), "texel", &at, 0.5_f32.to_bits());
                Value::vector([texel; 4])
            }
            Expression::ImageQuery { .. } => Value::vector([Scalar::uniform(1024); 2]),
            _ => return Err("an expression that only passes have".to_owned()),
        })
    }

    /// A computed index costs a load.
    fn element(&mut self, base: Value, index: Scalar) -> Outcome<Value> {
        let at = index.bits as usize;
        if let Value::Pointer(variable, mut path) = base {
            self.graph.need(index);
            path.push(at);
            return Ok(Value::Pointer(variable, path));
        }
        let part = base.part(at)?;
        match part {
            Value::Scalar(scalar) if index.node.is_some() => {
                let operands = [*scalar, index];
                let unit = Some(Unit::Load);
                Ok(Value::Scalar(self.graph.add(unit, "element", &operands, scalar.bits)))
            }
            _ => Ok(part.clone()),
        }
    }

    /// Component by component; scalars belong to each component.
    fn each(
        &mut self,
        values: &[Value],
        function: &mut dyn FnMut(&mut Self, &[Scalar]) -> Outcome<Scalar>,
    ) -> Outcome<Value> {
        let parts = values.iter().filter_map(|value| match value {
            Value::Composite(parts) => Some(parts.len()),
            _ => None,
        });
        let Some(count) = parts.max() else {
            let operands: Vec<Scalar> = values.iter().map(Value::scalar).collect::<Outcome<_>>()?;
            return Ok(Value::Scalar(function(self, &operands)?));
        };
        let results = (0..count).map(|index| {
            let operands = values.iter().map(|value| match value {
                Value::Composite(_) => value.part(index).cloned(),
                _ => Ok(value.clone()),
            });
            let operands: Vec<Value> = operands.collect::<Outcome<_>>()?;
            self.each(&operands, function)
        });
        Ok(Value::Composite(results.collect::<Outcome<_>>()?))
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        kind: ScalarKind,
        left: &Value,
        right: &Value,
    ) -> Outcome<Value> {
        let is_matrix = |value: &Value| matches!(value.part(0), Ok(Value::Composite(_)));
        let is_scalar = matches!(right, Value::Scalar(_));
        if op == BinaryOperator::Multiply && is_matrix(left) && !is_scalar {
            return match right {
                Value::Composite(columns) if is_matrix(right) => {
                    let columns = columns.iter().map(|column| self.transform(left, column));
                    Ok(Value::Composite(columns.collect::<Outcome<_>>()?))
                }
                _ => self.transform(left, right),
            };
        }
        if op == BinaryOperator::Multiply && is_matrix(right) && left.components()?.len() > 1 {
            let Value::Composite(columns) = right else { return Err("no matrix".to_owned()) };
            let vector = left.components()?;
            let products = columns
                .iter()
                .map(|column| column.components().map(|column| self.graph.dot(&vector, &column)));
            return Ok(Value::vector(products.collect::<Outcome<Vec<_>>>()?));
        }
        let operands = [left.clone(), right.clone()];
        self.each(&operands, &mut |machine, a| machine.graph.binary(op, kind, a[0], a[1]))
    }

    /// A matrix times a vector.
    fn transform(&mut self, matrix: &Value, vector: &Value) -> Outcome<Value> {
        let Value::Composite(columns) = matrix else { return Err("no matrix".to_owned()) };
        let columns: Vec<Vec<Scalar>> =
            columns.iter().map(Value::components).collect::<Outcome<_>>()?;
        let vector = vector.components()?;
        let rows = (0..columns[0].len()).map(|row| {
            let row: Vec<Scalar> = columns.iter().map(|column| column[row]).collect();
            self.graph.dot(&row, &vector)
        });
        Ok(Value::vector(rows.collect::<Vec<_>>()))
    }

    fn math(&mut self, fun: MathFunction, kind: ScalarKind, arguments: &[Value]) -> Outcome<Value> {
        let a = arguments[0].components()?;
        let b = arguments.get(1).map_or_else(|| Ok(a.clone()), Value::components)?;
        let graph = &mut self.graph;
        Ok(match fun {
            MathFunction::Dot => Value::Scalar(graph.dot(&a, &b)),
            MathFunction::Length => {
                let square = graph.dot(&a, &a);
                Value::Scalar(graph.root(square))
            }
            MathFunction::Distance => {
                let d: Vec<Scalar> = a.iter().zip(&b).map(|(a, b)| graph.minus(*a, *b)).collect();
                let square = graph.dot(&d, &d);
                Value::Scalar(graph.root(square))
            }
            MathFunction::Normalize => {
                let square = graph.dot(&a, &a);
                let length = graph.root(square);
                let inverse = graph.reciprocal(length);
                Value::vector(a.iter().map(|a| graph.times(*a, inverse)).collect::<Vec<_>>())
            }
            MathFunction::Cross => {
                let mut component = |[i, j]: [usize; 2]| {
                    let (first, second) = (graph.times(a[i], b[j]), graph.times(a[j], b[i]));
                    graph.minus(first, second)
                };
                Value::vector([[1, 2], [2, 0], [0, 1]].map(&mut component))
            }
            _ => {
                return self.each(arguments, &mut |machine, a| machine.graph.math(fun, kind, a));
            }
        })
    }
}

fn relation(expression: &Expression, a: bool, b: bool) -> bool {
    match expression {
        Expression::Relational { fun: naga::RelationalFunction::Any, .. } => a || b,
        _ => a && b,
    }
}

fn bits(literal: Literal) -> Outcome<u32> {
    match literal {
        Literal::F32(number) => Ok(number.to_bits()),
        Literal::U32(number) => Ok(number),
        Literal::I32(number) => Ok(number as u32),
        Literal::Bool(value) => Ok(u32::from(value)),
        _ => Err("a literal of another width".to_owned()),
    }
}
