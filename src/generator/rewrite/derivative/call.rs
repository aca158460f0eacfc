//! Calls: of a function's derivative if it depends on a variable, else of the function itself.

use naga::{Expression, Function, Handle, Statement};

use super::Derived;
use super::function::{Dual, FunctionDerivative};

impl FunctionDerivative<'_, '_> {
    pub(super) fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Derived<()> {
        if let Some(variable) = self.derivation.tangents.iter().position(|of| *of == function) {
            return self.tangent(variable, arguments[0], result);
        }
        let duals: Derived<Vec<Dual>> = arguments.iter().map(|source| self.get(*source)).collect();
        let duals = duals?;
        let is_active = duals.iter().any(Dual::is_active);
        if is_active || self.derivation.uses_active_global(function) {
            return self.active_call(function, arguments, result);
        }
        let arguments = duals.into_iter().map(|dual| dual.value).collect();
        let value = self.called(function, arguments, result.is_some());
        if let (Some(result), Some(value)) = (result, value) {
            let tangents = self.zeros();
            self.duals[result.index()] = Some(Dual { value, tangents });
        }
        Ok(())
    }

    /// A call of the host for the tangent of a value, in which it is constant.
    fn tangent(
        &mut self,
        variable: usize,
        of: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Derived<()> {
        let tangent = self.get(of)?.tangents.get(variable).copied().flatten();
        if let Some(result) = result {
            let value = tangent.unwrap_or_else(|| self.zero(of));
            let tangents = self.zeros();
            self.duals[result.index()] = Some(Dual { value, tangents });
        }
        Ok(())
    }

    /// The targets of pointer arguments may depend on a variable afterwards.
    fn active_call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Derived<()> {
        let (mut passed, mut active) = (Vec::new(), Vec::new());
        for source in arguments {
            if self.is_pointer(*source) {
                self.activate(*source);
            }
            let dual = self.get(*source)?;
            passed.push(dual.value);
            active.push(dual.is_active());
            if dual.is_active() {
                for tangent in dual.tangents {
                    passed.push(tangent.unwrap_or_else(|| self.zero(*source)));
                }
            }
        }
        let derivative = self.derivation.function(function, &active)?;
        let Some(value) = self.called(derivative, passed, result.is_some()) else {
            return Ok(());
        };
        if let Some(result) = result {
            let dual = self.parts(result, value);
            self.duals[result.index()] = Some(dual);
        }
        Ok(())
    }

    /// A result without floats is no struct of value and tangents.
    fn parts(&mut self, source: Handle<Expression>, returned: Handle<Expression>) -> Dual {
        if !self.derivation.has_floats(&self.info[source].ty) {
            return Dual { value: returned, tangents: self.zeros() };
        }
        let value = self.member(returned, 0);
        let tangents = (1..=self.count() as u32).map(|index| Some(self.member(returned, index)));
        let tangents = tangents.collect();
        Dual { value, tangents }
    }

    fn called(
        &mut self,
        function: Handle<Function>,
        arguments: Vec<Handle<Expression>>,
        returns: bool,
    ) -> Option<Handle<Expression>> {
        let result = returns.then(|| {
            let result = Expression::CallResult(function);
            self.function.expressions.append(result, self.span)
        });
        self.block.push(Statement::Call { function, arguments, result }, self.span);
        result
    }
}
