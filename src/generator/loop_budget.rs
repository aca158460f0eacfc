//! The type [`LoopBudget`].

use super::control::arguments_message;
use crate::source::{Source, SourceLocation};
use crate::wgsl::annotation::Tag;
use crate::wgsl::diagnostic::Diagnostic;

/// Number of loop iterations that one invocation of a shader may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBudget {
    /// Iterations of all loops together.
    pub iterations: u32,
    /// Tag `@loop_budget`; `None` for the default budget.
    pub tag: Option<SourceLocation>,
}

impl Default for LoopBudget {
    fn default() -> Self {
        Self { iterations: 32_768, tag: None }
    }
}

/// Largest budget of a tag. The sum of two trip counts stays below 2^32.
const MAX_ITERATIONS: u32 = 1 << 30;

impl LoopBudget {
    /// The error is a message for the author.
    pub(crate) fn parse(tag: &Tag, file: &Source) -> Result<Self, String> {
        tag.check_closed()?;
        match tag.numbers().as_deref() {
            Some(&[iterations])
                if iterations.fract() == 0.0
                    && (1.0..=f64::from(MAX_ITERATIONS)).contains(&iterations) =>
            {
                Ok(Self {
                    iterations: iterations as u32,
                    tag: Some(file.location(tag.range.clone())),
                })
            }
            _ => {
                let integer = arguments_message(tag);
                Err(format!("{integer} from 1 to {MAX_ITERATIONS}"))
            }
        }
    }

    /// Clamps to `limit`, after which the adapter ends loops. A warning at the tag says that it reduces the budget.
    pub(crate) fn clamped_to(&self, limit: u32) -> (u32, Option<Diagnostic>) {
        if self.iterations <= limit {
            return (self.iterations, None);
        }
        let message = format!(
            "this adapter ends loops after {limit} iterations, which limits the budget of {}",
            self.iterations
        );
        let warning = self.tag.clone().map(|location| Diagnostic::warning(location, message));
        (limit, warning)
    }
}
