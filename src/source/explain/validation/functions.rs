//! Explanations of validation errors about statements and signatures of functions, except for their types.

use std::ops::Range;

use naga::SwitchValue;
use naga::valid::FunctionError;

use super::globals::space_name;
use super::{Explanation, Invalid};

/// Tokens of a signature that are searched for a parameter.
const MAX_SIGNATURE: isize = 200;

impl Invalid<'_> {
    fn parameter(&self, name: &str) -> Option<Range<usize>> {
        let site = self.site();
        let mut offsets = 0..MAX_SIGNATURE;
        let found =
            offsets.find(|offset| site.word(*offset) == name && site.word(offset + 1) == ":");
        found.map_or_else(|| self.range(), |offset| Some(site.span(offset, offset)))
    }

    pub(super) fn structure_error(&self, error: &FunctionError) -> Option<Explanation> {
        let found = |message: &str| Some(Explanation::new(self.range(), message));
        match error {
            FunctionError::LocalVariable { name, source, .. } => self.variable_error(name, source),
            FunctionError::InvalidArgumentType { name, .. } => Some(Explanation::new(
                self.parameter(name),
                format!("the parameter `{name}` has a type that cannot be passed to a function"),
            )),
            FunctionError::InvalidArgumentPointerSpace { name, space, .. } => {
                let space = space_name(*space);
                let message = format!("the parameter `{name}` cannot point to `{space}`");
                let note = "pass the value, or use the variable of the module by its name";
                Some(Explanation::new(self.parameter(name), message).note(note))
            }
            FunctionError::NonConstructibleReturnType => {
                found("a value of this type cannot be returned")
            }
            FunctionError::BreakOutsideOfLoopOrSwitch => {
                found("`break` is outside of a loop or `switch`")
            }
            FunctionError::ContinueOutsideOfLoop => found("`continue` is outside of a loop"),
            FunctionError::InvalidReturnSpot => {
                found("`return` cannot be in a `continuing` block; move it into the loop above")
            }
            FunctionError::MissingDefaultCase => {
                let message = "the `switch` needs a `default` case";
                let found = Explanation::new(self.site().span(0, 0), message);
                Some(found.note("add `default: { }`"))
            }
            FunctionError::MultipleDefaultCases => found("the `switch` has two `default` cases"),
            FunctionError::ConflictingSwitchCase(value) => {
                let value = match value {
                    SwitchValue::I32(value) => value.to_string(),
                    SwitchValue::U32(value) => format!("{value}u"),
                    SwitchValue::Default => "default".to_owned(),
                };
                found(&format!("the `switch` has two cases for `{value}`"))
            }
            FunctionError::ConflictingCaseType => {
                found("the cases of a `switch` must have the type of its value")
            }
            FunctionError::NonUniformControlFlow(..)
            | FunctionError::NonUniformWorkgroupUniformLoad(_) => {
                let message = "all invocations of a workgroup must reach this together";
                let note = "it depends on a value that differs between them; move it out of the `if` or loop, and above each `return`";
                found(message).map(|found| found.note(note))
            }
            _ => None,
        }
    }
}
