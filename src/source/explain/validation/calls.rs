//! Explanations of validation errors about calls with wrong arguments.

use naga::valid::CallError;
use naga::{Function, Handle};

use super::super::conversion::advice;
use super::super::parser_types::arguments;
use super::super::types::type_name;
use super::{Explanation, Invalid};

impl Invalid<'_> {
    pub(super) fn call_error(
        &self,
        function: &Function,
        callee: Handle<Function>,
        error: &CallError,
    ) -> Option<Explanation> {
        let called = &self.module.functions[callee];
        let name = called.name.as_deref().unwrap_or("the function");
        match error {
            CallError::ArgumentCount { required, seen } => {
                let range = self.argument(function, callee, 0, None).or_else(|| self.range());
                let required = arguments(&required.to_string());
                let message = format!("`{name}` takes {required}, found {seen}");
                let note = format!("it is declared as `{}`", self.signature(called));
                Some(Explanation::new(range, message).note(note))
            }
            CallError::ArgumentType { index, required, seen_expression } => {
                let expected = type_name(self.module, *required);
                let found = self.type_of(function, *seen_expression)?;
                let range = self
                    .argument(function, callee, *index, Some(*seen_expression))
                    .or_else(|| self.range());
                let text = self.text(range.clone()).to_owned();
                let number = index + 1;
                let message =
                    format!("argument {number} of `{name}` must be `{expected}`, found `{found}`");
                Some(Explanation::new(range, message).note_if(advice(&found, &expected, &text)))
            }
            _ => None,
        }
    }

    fn signature(&self, function: &Function) -> String {
        let parameters = function.arguments.iter().map(|argument| {
            let name = argument.name.as_deref().unwrap_or("_");
            format!("{name}: {}", type_name(self.module, argument.ty))
        });
        let parameters: Vec<String> = parameters.collect();
        let result = function.result.as_ref();
        let result = result.map(|result| format!(" -> {}", type_name(self.module, result.ty)));
        let name = function.name.as_deref().unwrap_or_default();
        let result = result.unwrap_or_default();
        format!("fn {name}({}){result}", parameters.join(", "))
    }
}
