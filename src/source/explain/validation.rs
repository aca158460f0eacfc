//! Explanations of errors of naga's validator, which refer to types and expressions instead of the author's text.

mod calls;
mod entry_points;
mod expressions;
mod fallback;
mod functions;
mod globals;
mod ranges;
mod types;

use naga::valid::{EntryPointError, FunctionError, ValidationError};
use naga::{Expression, Function, Handle, Module, Span, Statement, WithSpan};

pub(crate) use fallback::uncapitalized;

use super::conversion::advice;
use super::types::{expression_type, type_name};
use super::{Explanation, Site};
use crate::source::Source;

/// `source` is the text that naga parsed; the range of the explanation is in it.
pub(crate) fn validation_error(
    source: &Source,
    module: &Module,
    error: &WithSpan<ValidationError>,
) -> Explanation {
    let invalid = Invalid { source, module, error };
    let known = match error.as_inner() {
        ValidationError::Function { handle, source, .. } => {
            invalid.function_error(&module.functions[*handle], source)
        }
        ValidationError::EntryPoint { name, source, .. } => {
            let mut entries = module.entry_points.iter();
            let entry = entries.find(|entry| entry.name == *name);
            match (source, entry) {
                (EntryPointError::Function(source), Some(entry)) => {
                    invalid.function_error(&entry.function, source)
                }
                _ => invalid.entry_error(source),
            }
        }
        ValidationError::Type { name, source, .. } => invalid.type_error(name, source),
        ValidationError::GlobalVariable { handle, source, .. } => {
            invalid.global_error(*handle, source)
        }
        _ => None,
    };
    known.unwrap_or_else(|| invalid.fallback())
}

struct Invalid<'e> {
    source: &'e Source,
    module: &'e Module,
    error: &'e WithSpan<ValidationError>,
}

impl Invalid<'_> {
    fn function_error(&self, function: &Function, error: &FunctionError) -> Option<Explanation> {
        let found = |message: String| Explanation::new(self.range(), message);
        Some(match error {
            FunctionError::Expression { handle, source } => {
                return self.expression_error(function, *handle, source);
            }
            FunctionError::InvalidReturnType { expression, expected_ty } => {
                self.return_error(function, *expression, *expected_ty)
            }
            FunctionError::InvalidIfType(condition) => {
                let ty = self.type_of(function, *condition)?;
                let range = self.condition(function, *condition);
                let text = self.text(range.clone());
                let message = format!("a condition must be `bool`, found `{ty}`");
                Explanation::new(range, message).note_if(advice(&ty, "bool", text))
            }
            FunctionError::InvalidSwitchType(selector) => {
                let ty = self.type_of(function, *selector)?;
                found(format!("`switch` takes an `i32` or `u32`, found `{ty}`"))
            }
            FunctionError::InvalidStorePointer(pointer) => self.store_error(function, *pointer),
            FunctionError::InvalidStoreTypes { pointer, value } => {
                let expected = self.type_of(function, *pointer)?;
                let expected = expected.split_once(", ")?.1.trim_end_matches('>').to_owned();
                let found_type = self.type_of(function, *value)?;
                let text = self.expression_text(function, *value);
                found(format!("expected `{expected}`, found `{found_type}`"))
                    .note_if(advice(&found_type, &expected, &text))
            }
            FunctionError::InvalidCall { function: callee, error } => {
                return self.call_error(function, *callee, error);
            }
            _ => return self.structure_error(error),
        })
    }

    /// Explains a wrong type of a `return`, or a function that can end without one.
    fn return_error(
        &self,
        function: &Function,
        value: Option<Handle<Expression>>,
        expected: Option<Handle<naga::Type>>,
    ) -> Explanation {
        let name = function.name.as_deref().unwrap_or("the function");
        let expected = expected.map(|ty| type_name(self.module, ty));
        let site = self.site();
        let is_return = site.word(0) == "return";
        match (value, expected) {
            (None, Some(expected)) if is_return => {
                let message = format!("`return` needs a value of type `{expected}`");
                Explanation::new(site.span(0, 0), message)
            }
            (None, Some(expected)) => {
                let message = format!("`{name}` must return `{expected}` on every path");
                Explanation::new(self.function_name(), message)
                    .note("the end of the function can be reached without a `return`")
                    .note_if(self.endless_while(function))
            }
            (Some(value), expected) => {
                let range = self.returned(function, value);
                let text = self.text(range.clone());
                let found = self.type_of(function, value);
                let found = found.unwrap_or_else(|| "another type".to_owned());
                match expected {
                    Some(expected) => {
                        let message = format!("`{name}` returns `{expected}`, found `{found}`");
                        Explanation::new(range, message).note_if(advice(&found, &expected, text))
                    }
                    None => {
                        let message = format!("`{name}` declares no result, but returns `{found}`");
                        Explanation::new(range, message)
                            .note(format!("declare it after the parameters: `-> {found}`"))
                    }
                }
            }
            (None, None) => Explanation::new(self.range(), "this `return` does not fit"),
        }
    }

    fn endless_while(&self, function: &Function) -> Option<String> {
        let statements = function.body.span_iter();
        let is_loop =
            |(statement, _): &(&Statement, &Span)| matches!(statement, Statement::Loop { .. });
        let (_, span) = statements.filter(is_loop).last()?;
        let site = Site::new(self.source, span.to_range()?);
        let is_open = site.word(1) == "(" && site.word(3) == ")";
        let condition = if is_open { site.word(2) } else { site.word(1) };
        (site.word(0) == "while" && condition == "true")
            .then(|| "a `while` can end whatever its condition is; write `loop { … }`".to_owned())
    }

    fn store_error(&self, function: &Function, pointer: Handle<Expression>) -> Explanation {
        let text = self.text(self.range());
        let range = self.range();
        let message = format!("cannot assign to `{}`", super::conversion::brief(text));
        let found = Explanation::new(range, message);
        match self.space_of(function, pointer) {
            Some(naga::AddressSpace::Uniform) => {
                found.note("a uniform cannot be written; copy it to a `var` in the function")
            }
            Some(naga::AddressSpace::Storage { .. }) => {
                found.note("the buffer can only be read; declare it as `var<storage, read_write>`")
            }
            _ => found,
        }
    }

    fn type_of(&self, function: &Function, expression: Handle<Expression>) -> Option<String> {
        expression_type(self.module, function, expression)
    }

    /// The site is the start of the text if the error has no range.
    fn site(&self) -> Site<'_> {
        Site::new(self.source, self.range().unwrap_or(0..0))
    }
}
