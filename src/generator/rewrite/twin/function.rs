//! Translates a function: its statements and expressions, in the same order.

use naga::valid::FunctionInfo;
use naga::{
    BinaryOperator, Block, Expression, Function, FunctionArgument, FunctionResult, Handle, Literal,
    LocalVariable, MathFunction, ScalarKind, Span, Statement, SwitchCase, TypeInner,
};

use super::super::flipped_sign::FlippedSign;
use super::Twin;
use super::conversion::Width;
use super::expression::{FunctionTwin, Translated, emitted};
use super::math::Replacement;

#[derive(Clone, Copy)]
struct Math {
    fun: MathFunction,
    arguments: [Option<Handle<Expression>>; 4],
}

impl<'a> FunctionTwin<'a> {
    /// The functions that it calls must be translated before.
    pub(super) fn of(
        twin: &'a Twin<'a>,
        source: &'a Function,
        info: &'a FunctionInfo,
    ) -> Translated<Function> {
        let argument = |argument: &FunctionArgument| FunctionArgument {
            ty: twin.types.of(argument.ty),
            ..argument.clone()
        };
        let result = |result: &FunctionResult| FunctionResult {
            ty: twin.types.of(result.ty),
            ..result.clone()
        };
        let mut this = Self {
            twin,
            source,
            info,
            function: Function {
                name: source.name.clone(),
                arguments: source.arguments.iter().map(argument).collect(),
                result: source.result.as_ref().map(result),
                ..Function::default()
            },
            handles: vec![None; source.expressions.len()],
        };
        this.local_variables()?;
        this.function.body = this.block(&source.body)?;
        for (handle, name) in &source.named_expressions {
            if let Some(handle) = this.handles[handle.index()] {
                this.function.named_expressions.insert(handle, name.clone());
            }
        }
        Ok(this.function)
    }

    fn local_variables(&mut self) -> Translated<()> {
        for (handle, variable) in self.source.local_variables.iter() {
            let init = variable.init.map(|init| self.get(init)).transpose()?;
            let variable = LocalVariable {
                name: variable.name.clone(),
                ty: self.twin.types.of(variable.ty),
                init,
            };
            let span = self.source.local_variables.get_span(handle);
            self.function.local_variables.append(variable, span);
        }
        Ok(())
    }

    fn block(&mut self, source: &Block) -> Translated<Block> {
        let mut block = Block::with_capacity(source.len());
        for (statement, span) in source.span_iter() {
            self.statement(&mut block, statement, *span)?;
        }
        Ok(block)
    }

    fn statement(&mut self, block: &mut Block, source: &Statement, span: Span) -> Translated<()> {
        let statement = match source {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.expression(block, handle)?;
                }
                return Ok(());
            }
            Statement::Block(inner) => Statement::Block(self.block(inner)?),
            Statement::If { condition, accept, reject } => Statement::If {
                condition: self.get(*condition)?,
                accept: self.block(accept)?,
                reject: self.block(reject)?,
            },
            Statement::Switch { selector, cases } => {
                Statement::Switch { selector: self.get(*selector)?, cases: self.cases(cases)? }
            }
            Statement::Loop { body, continuing, break_if } => Statement::Loop {
                body: self.block(body)?,
                continuing: self.block(continuing)?,
                break_if: self.optional(*break_if)?,
            },
            Statement::Return { value } => Statement::Return { value: self.optional(*value)? },
            Statement::Store { pointer, value } => self.store(block, *pointer, *value)?,
            Statement::Call { function, arguments, result } => {
                let function = self.twin.functions[function.index()];
                let arguments = self.all(arguments)?;
                let result =
                    result.map(|result| self.result(result, Expression::CallResult(function)));
                Statement::Call { function, arguments, result }
            }
            Statement::Break
            | Statement::Continue
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_) => source.clone(),
            _ => return Err(self.unsupported("this statement", span)),
        };
        block.push(statement, span);
        Ok(())
    }

    fn cases(&mut self, cases: &[SwitchCase]) -> Translated<Vec<SwitchCase>> {
        let cases = cases
            .iter()
            .map(|case| Ok(SwitchCase { body: self.block(&case.body)?, ..case.clone() }));
        cases.collect()
    }

    fn store(
        &mut self,
        block: &mut Block,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
    ) -> Translated<Statement> {
        let (target, wide) = (self.get(pointer)?, self.get(value)?);
        let stored = if self.is_narrow(pointer) {
            self.convert(block, wide, value, Width::Narrow)?
        } else {
            wide
        };
        Ok(Statement::Store { pointer: target, value: stored })
    }

    /// Evaluates the expression at the end of the block.
    fn expression(&mut self, block: &mut Block, source: Handle<Expression>) -> Translated<()> {
        if let Some(handle) = self.handles[source.index()] {
            // The expression is the initial value of a variable, which was translated before.
            if !self.function.expressions[handle].needs_pre_emit() {
                block.push(emitted(handle), Span::UNDEFINED);
            }
            return Ok(());
        }
        let span = self.source.expressions.get_span(source);
        let handle = match self.source.expressions[source] {
            Expression::Load { pointer } if self.is_narrow(pointer) => {
                self.widened(block, source)?
            }
            Expression::ImageLoad { .. } => self.widened(block, source)?,
            Expression::As { expr, convert: None, kind } => {
                self.bitcast(block, source, expr, kind)?
            }
            Expression::Binary { op: BinaryOperator::Modulo, left, right }
                if self.kind(source) == Some(ScalarKind::Float) =>
            {
                self.replaced(block, source, self.twin.math.modulo(), &[left, right])?
            }
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let arguments = [Some(arg), arg1, arg2, arg3];
                self.math(block, source, Math { fun, arguments })?
            }
            _ => {
                let expression = self.structural(source)?;
                if expression.needs_pre_emit() {
                    self.function.expressions.append(expression, span)
                } else {
                    self.emit(block, expression, span)
                }
            }
        };
        self.handles[source.index()] = Some(handle);
        Ok(())
    }

    fn widened(
        &mut self,
        block: &mut Block,
        source: Handle<Expression>,
    ) -> Translated<Handle<Expression>> {
        let load = self.structural(source)?;
        let loaded = self.emit(block, load, self.source.expressions.get_span(source));
        self.convert(block, loaded, source, Width::Wide)
    }

    /// The bits of a float are those of the number as `f32`, and a float made from bits is an `f32` that is widened.
    /// Where they change only the sign of a number, the number remains wide.
    fn bitcast(
        &mut self,
        block: &mut Block,
        source: Handle<Expression>,
        operand: Handle<Expression>,
        kind: ScalarKind,
    ) -> Translated<Handle<Expression>> {
        let (expressions, types) = (&self.source.expressions, &self.twin.source.types);
        if let Some(flipped) = FlippedSign::of(expressions, self.info, types, source) {
            return self.flipped(block, source, flipped);
        }
        let wide = self.get(operand)?;
        let expr = self.convert(block, wide, operand, Width::Narrow)?;
        let bits = Expression::As { expr, kind, convert: None };
        let bits = self.emit(block, bits, self.source.expressions.get_span(source));
        self.convert(block, bits, source, Width::Wide)
    }

    fn flipped(
        &mut self,
        block: &mut Block,
        source: Handle<Expression>,
        FlippedSign { operand, bits }: FlippedSign,
    ) -> Translated<Handle<Expression>> {
        let span = self.source.expressions.get_span(source);
        let (left, right) = (self.get(operand)?, self.get(bits)?);
        let one = Expression::Literal(Literal::U32(1.0_f32.to_bits()));
        let mut one = self.function.expressions.append(one, span);
        if let TypeInner::Vector { size, .. } =
            *self.info[source].ty.inner_with(&self.twin.source.types)
        {
            one = self.emit(block, Expression::Splat { size, value: one }, span);
        }
        let op = BinaryOperator::ExclusiveOr;
        let expr = self.emit(block, Expression::Binary { op, left: one, right }, span);
        let kind = ScalarKind::Float;
        let sign = self.emit(block, Expression::As { expr, kind, convert: None }, span);
        let right = self.convert(block, sign, source, Width::Wide)?;
        let op = BinaryOperator::Multiply;
        Ok(self.emit(block, Expression::Binary { op, left, right }, span))
    }

    fn math(
        &mut self,
        block: &mut Block,
        source: Handle<Expression>,
        math: Math,
    ) -> Translated<Handle<Expression>> {
        let span = self.source.expressions.get_span(source);
        let expression = self.structural(source)?;
        let arguments: Vec<_> = math.arguments.into_iter().flatten().collect();
        match self.twin.math.replacement(math.fun) {
            Replacement::None => Ok(self.emit(block, expression, span)),
            Replacement::Function(function) => self.replaced(block, source, function, &arguments),
            Replacement::WholePart(function) => {
                let whole = self.replaced(block, arguments[0], function, &arguments)?;
                let left = self.get(arguments[0])?;
                let op = BinaryOperator::Subtract;
                let part = self.emit(block, Expression::Binary { op, left, right: whole }, span);
                let Some(ty) = self.info[source].ty.handle() else {
                    return Err(self.unsupported("`modf`", span));
                };
                let (ty, components) = (self.twin.types.of(ty), vec![part, whole]);
                Ok(self.emit(block, Expression::Compose { ty, components }, span))
            }
            Replacement::NarrowArgument => {
                let wide = self.get(arguments[0])?;
                let arg = self.convert(block, wide, arguments[0], Width::Narrow)?;
                let packed =
                    Expression::Math { fun: math.fun, arg, arg1: None, arg2: None, arg3: None };
                Ok(self.emit(block, packed, span))
            }
            Replacement::NarrowResult => {
                let narrow = self.emit(block, expression, span);
                self.convert(block, narrow, source, Width::Wide)
            }
            Replacement::Unsupported => {
                let name = format!("{:?}", math.fun).to_lowercase();
                Err(self.unsupported(&format!("`{name}`"), span))
            }
        }
    }

    fn kind(&self, source: Handle<Expression>) -> Option<ScalarKind> {
        self.info[source].ty.inner_with(&self.twin.source.types).scalar_kind()
    }

    /// One call for a scalar, one for each component of a vector, which has the type of `source`.
    fn replaced(
        &mut self,
        block: &mut Block,
        source: Handle<Expression>,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
    ) -> Translated<Handle<Expression>> {
        let arguments = self.all(arguments)?;
        let span = self.source.expressions.get_span(source);
        let ty = self.info[source].ty.inner_with(&self.twin.source.types);
        let TypeInner::Vector { size, .. } = *ty else {
            return Ok(self.call(block, function, arguments, span));
        };
        let components = (0..size as u32).map(|index| {
            let arguments = arguments.iter().map(|base| {
                let component = Expression::AccessIndex { base: *base, index };
                self.emit(block, component, span)
            });
            let arguments = arguments.collect();
            self.call(block, function, arguments, span)
        });
        let components: Vec<_> = components.collect();
        let vector = Expression::Compose { ty: self.twin.math.vector(size), components };
        Ok(self.emit(block, vector, span))
    }
}
