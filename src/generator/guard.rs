//! Limits every loop of a shader: each invocation has a budget of loop iterations, and the loop that exceeds the budget
//! is reported.
//!
//! An iteration is a return to the start of a loop, so a `for` that runs n times costs n. If the number of
//! iterations is known before the loop, all are charged there; otherwise each iteration is charged. A loop that exceeds
//! the budget ends, and so does every loop after it. The invocation then finishes, and reports the first of these loops
//! to the host.
//!
//! If several invocations report, the report of the uppermost row remains, and within a row that of the first loop.
//! Once a report exists, invocations of lower rows return at once if some loop is charged per iteration: so only a few
//! samples spend their budget on a runaway loop, and the report is the same for every evaluation.

mod calls;
mod counted_loop;
mod instrument;
mod memory;
mod variables;

use naga::{Module, Span};

use crate::annotation::Tag;
use crate::control::arguments_message;
use crate::diagnostic::Diagnostic;
use crate::lexer::tokens;
use crate::link::Linked;
use crate::source::{Source, SourceLocation};
pub(super) use calls::check_calls;
use instrument::Instrumenter;
pub(super) use memory::check_memory;
use variables::GuardVariables;
pub(crate) use variables::RUNAWAY_BINDING;

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
    /// Parses `@loop_budget(n)`. The error is a message for the author.
    pub(super) fn parse(tag: &Tag, file: &Source) -> Result<Self, String> {
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

/// Limits the loops of shader modules, and finds the loop that a shader has reported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopGuard {
    /// Keyword and budget of each guarded loop, in the order of modules, functions and statements.
    loops: Vec<(Option<SourceLocation>, u32)>,
}

impl LoopGuard {
    pub(super) fn bound(&mut self, module: &mut Module, linked: &Linked, budget: u32) {
        let variables = GuardVariables::declare(module);
        let mut instrumenter =
            Instrumenter::new(&module.global_variables, variables, budget, self.loops.len());
        for (handle, function) in module.functions.iter_mut() {
            instrumenter.function(handle, function);
        }
        for entry in &mut module.entry_points {
            instrumenter.entry_point(&mut entry.function);
        }
        let spans = instrumenter.loops.iter();
        let loops = spans.map(|span| (keyword(linked, *span), budget));
        self.loops.extend(loops);
    }

    /// Returns the error for a guard report, at the location of the runaway loop; `None` for a report of 0.
    pub fn runaway(&self, report: u32) -> Option<Diagnostic> {
        if report == 0 {
            return None;
        }
        let found = self.loops.get(variables::reported_loop(report));
        let (location, budget) = found.cloned().unwrap_or_default();
        let message = format!("loop exceeded its budget of {budget} iterations");
        let help = "the budget covers all loops of one sample; `//! @loop_budget(n)` at the top of the generator's file sets it";
        Some(Diagnostic::error(location, message).with_note(help))
    }
}

/// First token of a statement, such as `for`.
fn keyword(linked: &Linked, statement: Span) -> Option<SourceLocation> {
    let range = statement.to_range()?;
    let text = linked.wgsl.get(range.clone())?;
    let word = tokens(text).into_iter().next()?.range;
    linked.location(range.start + word.start..range.start + word.end)
}
