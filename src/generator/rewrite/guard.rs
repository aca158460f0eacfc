//! Limits every loop of a shader: each invocation has a budget of iterations, and a loop that exceeds it is reported.
//!
//! An iteration is a return to the start of a loop, so a `for` that runs n times costs n. A known number of iterations
//! is charged before the loop, others one by one. A loop above the budget ends, and so does every later loop; the
//! invocation then finishes and reports the first of them to the host.
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

use crate::source::SourceLocation;
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::lexer::tokens;
pub(crate) use calls::check_calls;
use instrument::Instrumenter;
pub(crate) use memory::check_memory;
use variables::GuardVariables;
pub(crate) use variables::RUNAWAY_BINDING;

/// Limits the loops of shader modules, and finds the loop that a shader has reported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopGuard {
    /// Keyword and budget of each guarded loop, in the order of modules, functions and statements.
    loops: Vec<(Option<SourceLocation>, u32)>,
}

impl LoopGuard {
    pub(crate) fn bound(&mut self, module: &mut Module, linked: &Linked, budget: u32) {
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

fn keyword(linked: &Linked, statement: Span) -> Option<SourceLocation> {
    let range = statement.to_range()?;
    let text = linked.wgsl.get(range.clone())?;
    let word = tokens(text).into_iter().next()?.range;
    linked.location(range.start + word.start..range.start + word.end)
}
