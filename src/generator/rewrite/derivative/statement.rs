//! The statements of a derivative: those of the original, with the tangents of what they store and return.

use naga::{Block, Expression, Handle, Statement, SwitchCase};

use super::Derived;
use super::function::FunctionDerivative;

impl FunctionDerivative<'_, '_> {
    pub(super) fn nested(&mut self, source: &Block) -> Derived<Block> {
        let outer = std::mem::take(&mut self.block);
        for (statement, span) in source.span_iter() {
            self.span = *span;
            self.statement(statement)?;
        }
        Ok(std::mem::replace(&mut self.block, outer))
    }

    fn statement(&mut self, source: &Statement) -> Derived<()> {
        let span = self.span;
        let statement = match source {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.span = self.source.expressions.get_span(handle);
                    self.expression(handle)?;
                }
                return Ok(());
            }
            Statement::Store { pointer, value } => return self.store(*pointer, *value),
            Statement::Call { function, arguments, result } => {
                return self.call(*function, arguments, *result);
            }
            Statement::Return { value } => {
                let value = value.map(|value| self.returned(value)).transpose()?;
                Statement::Return { value }
            }
            Statement::Block(inner) => Statement::Block(self.nested(inner)?),
            Statement::If { condition, accept, reject } => Statement::If {
                condition: self.value(*condition)?,
                accept: self.nested(accept)?,
                reject: self.nested(reject)?,
            },
            Statement::Switch { selector, cases } => {
                Statement::Switch { selector: self.value(*selector)?, cases: self.cases(cases)? }
            }
            Statement::Loop { body, continuing, break_if } => Statement::Loop {
                body: self.nested(body)?,
                continuing: self.nested(continuing)?,
                break_if: break_if.map(|condition| self.value(condition)).transpose()?,
            },
            Statement::Break | Statement::Continue | Statement::Kill => source.clone(),
            _ => return Err(self.derivation.unsupported("this statement", span)),
        };
        self.block.push(statement, span);
        Ok(())
    }

    fn cases(&mut self, cases: &[SwitchCase]) -> Derived<Vec<SwitchCase>> {
        let cases = cases
            .iter()
            .map(|case| Ok(SwitchCase { body: self.nested(&case.body)?, ..case.clone() }));
        cases.collect()
    }

    fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> Derived<()> {
        let stored = self.get(value)?;
        if stored.is_active() {
            self.activate(pointer);
        }
        let target = self.get(pointer)?;
        self.push_store(target.value, stored.value);
        for (target, tangent) in target.tangents.into_iter().zip(stored.tangents) {
            let Some(target) = target else {
                continue;
            };
            let tangent = tangent.unwrap_or_else(|| self.zero(value));
            self.push_store(target, tangent);
        }
        Ok(())
    }

    fn push_store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        self.block.push(Statement::Store { pointer, value }, self.span);
    }

    fn returned(&mut self, value: Handle<Expression>) -> Derived<Handle<Expression>> {
        let dual = self.get(value)?;
        let source = self.source.result.as_ref();
        let ty = self.function.result.as_ref().map(|result| result.ty);
        let Some(ty) = ty.filter(|ty| source.is_some_and(|source| source.ty != *ty)) else {
            return Ok(dual.value);
        };
        let mut components = vec![dual.value];
        for tangent in dual.tangents {
            components.push(tangent.unwrap_or_else(|| self.zero(value)));
        }
        Ok(self.emit(Expression::Compose { ty, components }))
    }
}
