//! Explanations of validation errors about entry points, and operations that compute shaders do not have.

use naga::valid::{EntryPointError, VaryingError};
use naga::{Block, BuiltIn, Expression, Function, SampleLevel, Span, Statement};

use super::{Explanation, Invalid};

impl Invalid<'_> {
    /// Explains the entry point of this program, which calls the generator, or one of the author.
    pub(super) fn entry_error(&self, error: &EntryPointError) -> Option<Explanation> {
        match error {
            EntryPointError::ForbiddenStageOperations => self.forbidden(),
            EntryPointError::BindingCollision(variable) => {
                let variables = &self.module.global_variables;
                let binding = variables[*variable].binding;
                let mut others = variables.iter();
                let (handle, other) = others.find(|(handle, other)| {
                    other.binding == binding && variables.get_span(*handle).is_defined()
                })?;
                let name = other.name.as_deref()?;
                let range = variables.get_span(handle).to_range();
                let message =
                    format!("another resource has the `@group` and `@binding` of `{name}`");
                let note = "group 2 belongs to the host";
                let is_hosts = binding.is_some_and(|binding| binding.group == HOST_GROUP);
                Some(Explanation::new(range, message).note_if(is_hosts.then(|| note.to_owned())))
            }
            EntryPointError::Argument(_, error) | EntryPointError::Result(error) => {
                self.varying_error(error)
            }
            EntryPointError::OutOfRangeWorkgroupSize => {
                let message = "the workgroup size is 0 or too large";
                Some(Explanation::new(self.range(), message))
            }
            _ => None,
        }
    }

    fn varying_error(&self, error: &VaryingError) -> Option<Explanation> {
        let found = |message: String| Some(Explanation::new(self.range(), message));
        match error {
            VaryingError::MissingBinding => found(
                "inputs and results of an entry point need `@builtin(…)` or `@location(…)`"
                    .to_owned(),
            ),
            VaryingError::MemberMissingBinding(index) => found(format!(
                "member {} of the struct needs `@builtin(…)` or `@location(…)`",
                index + 1
            )),
            VaryingError::InvalidBuiltInStage(value) => found(format!(
                "`@builtin({})` is not available in this kind of shader",
                builtin_name(*value)
            )),
            VaryingError::InvalidBuiltInType(value, _) => {
                found(format!("`@builtin({})` has another type", builtin_name(*value)))
            }
            VaryingError::DuplicateBuiltIn(value) => {
                found(format!("`@builtin({})` is declared twice", builtin_name(*value)))
            }
            VaryingError::InvalidType(_) | VaryingError::NotIOShareableType(_) => {
                found("an input or result of an entry point is a number or a vector".to_owned())
            }
            VaryingError::BindingCollision { location } => {
                found(format!("`@location({location})` is declared twice"))
            }
            _ => None,
        }
    }

    fn forbidden(&self) -> Option<Explanation> {
        let functions = self.module.functions.iter().map(|(_, function)| function);
        let entries = self.module.entry_points.iter().map(|entry| &entry.function);
        let (span, what) = functions.chain(entries).find_map(forbidden_in)?;
        let range = span.to_range();
        let (message, note) = match what {
            Forbidden::Derivative => (
                "derivatives are not available in a compute shader",
                "take the difference of two samples instead",
            ),
            Forbidden::Sample => (
                "`textureSample` is not available in a compute shader",
                "write `textureSampleLevel(t, s, uv, 0.0)`",
            ),
            Forbidden::Discard => {
                ("`discard` is not available in a compute shader", "return a value instead")
            }
        };
        Some(Explanation::new(range, message).note(note))
    }
}

fn builtin_name(value: BuiltIn) -> String {
    let print = format!("{value:?}");
    let name = print.split(|c: char| !c.is_alphanumeric()).next();
    let mut words = String::new();
    for character in name.unwrap_or_default().chars() {
        if character.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(character.to_lowercase());
    }
    words.replace("work_group", "workgroup")
}

const HOST_GROUP: u32 = 2;

/// Only fragment shaders have these.
enum Forbidden {
    Derivative,
    Sample,
    Discard,
}

fn forbidden_in(function: &Function) -> Option<(Span, Forbidden)> {
    let mut expressions = function.expressions.iter();
    let expression = expressions.find_map(|(handle, expression)| {
        let what = match expression {
            Expression::Derivative { .. } => Forbidden::Derivative,
            Expression::ImageSample { level: SampleLevel::Auto | SampleLevel::Bias(_), .. } => {
                Forbidden::Sample
            }
            _ => return None,
        };
        Some((function.expressions.get_span(handle), what))
    });
    expression.or_else(|| Some((discard(&function.body)?, Forbidden::Discard)))
}

fn discard(block: &Block) -> Option<Span> {
    block.span_iter().find_map(|(statement, span)| {
        if matches!(statement, Statement::Kill) {
            return Some(*span);
        }
        let mut inner = crate::wgsl::naga_blocks::inner_blocks(statement).into_iter();
        inner.find_map(discard)
    })
}
