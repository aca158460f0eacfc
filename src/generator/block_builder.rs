//! A builder that appends statements and expressions to a block of naga's IR.

use naga::{
    Arena, BinaryOperator, Block, Expression, Function, GlobalVariable, Handle, Literal,
    MathFunction, Range, ScalarKind, Span, Statement,
};

pub(super) struct BlockBuilder<'a> {
    pub(super) expressions: &'a mut Arena<Expression>,
    block: &'a mut Block,
}

impl<'a> BlockBuilder<'a> {
    pub(super) fn new(expressions: &'a mut Arena<Expression>, block: &'a mut Block) -> Self {
        Self { expressions, block }
    }

    /// An expression that needs no evaluation, such as a literal.
    pub(super) fn constant(&mut self, expression: Expression) -> Handle<Expression> {
        self.expressions.append(expression, Span::UNDEFINED)
    }

    pub(super) fn evaluated(&mut self, expression: Expression) -> Handle<Expression> {
        let handle = self.expressions.append(expression, Span::UNDEFINED);
        let emit = Statement::Emit(Range::new_from_bounds(handle, handle));
        self.block.push(emit, Span::UNDEFINED);
        handle
    }

    pub(super) fn u32(&mut self, number: u32) -> Handle<Expression> {
        self.constant(Expression::Literal(Literal::U32(number)))
    }

    pub(super) fn f32(&mut self, number: f32) -> Handle<Expression> {
        self.constant(Expression::Literal(Literal::F32(number)))
    }

    pub(super) fn global(&mut self, variable: Handle<GlobalVariable>) -> Handle<Expression> {
        self.constant(Expression::GlobalVariable(variable))
    }

    pub(super) fn argument(&mut self, index: u32) -> Handle<Expression> {
        self.constant(Expression::FunctionArgument(index))
    }

    pub(super) fn member(&mut self, base: Handle<Expression>, index: u32) -> Handle<Expression> {
        self.evaluated(Expression::AccessIndex { base, index })
    }

    pub(super) fn load(&mut self, pointer: Handle<Expression>) -> Handle<Expression> {
        self.evaluated(Expression::Load { pointer })
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Handle<Expression> {
        self.evaluated(Expression::Binary { op, left, right })
    }

    pub(super) fn math(
        &mut self,
        fun: MathFunction,
        arg: Handle<Expression>,
        second: Option<Handle<Expression>>,
    ) -> Handle<Expression> {
        self.evaluated(Expression::Math { fun, arg, arg1: second, arg2: None, arg3: None })
    }

    /// `None` for `convert`, a width in bytes, reinterprets the bits.
    pub(super) fn converted(
        &mut self,
        expr: Handle<Expression>,
        kind: ScalarKind,
        convert: Option<u8>,
    ) -> Handle<Expression> {
        self.evaluated(Expression::As { expr, kind, convert })
    }

    pub(super) fn select(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Handle<Expression> {
        self.evaluated(Expression::Select { condition, accept, reject })
    }

    pub(super) fn call(
        &mut self,
        function: Handle<Function>,
        arguments: Vec<Handle<Expression>>,
    ) -> Handle<Expression> {
        let result = self.constant(Expression::CallResult(function));
        self.statement(Statement::Call { function, arguments, result: Some(result) });
        result
    }

    pub(super) fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        self.statement(Statement::Store { pointer, value });
    }

    pub(super) fn branch(&mut self, condition: Handle<Expression>, accept: Block, reject: Block) {
        self.statement(Statement::If { condition, accept, reject });
    }

    pub(super) fn statement(&mut self, statement: Statement) {
        self.block.push(statement, Span::UNDEFINED);
    }
}
