//! A module with every loop bounded: an invocation has a number of loop turns to spend, and the loop that wants
//! one more is named.
//!
//! A turn is a return to a loop's beginning, so a `for` that runs n times costs n. Where the turns of a loop
//! are known before it begins, they are paid there; elsewhere one by one. A loop that cannot be paid ends, and
//! so does every loop after it: the invocation comes to its end, having told the host which loop was the first.
//!
//! The host keeps the report of the uppermost row, and of its first loop. Once there is one, invocations of
//! lower rows return at once where some loop pays turn by turn: a runaway shader does not run away for every
//! sample, and the report is still the same at every run.

mod calls;
mod counted_loop;
mod instrument;
mod variables;
mod writer;

use naga::{Module, Span};

use crate::annotation::Tag;
use crate::diagnostic::Diagnostic;
use crate::lexer::tokens;
use crate::link::Linked;
use crate::source::{Source, SourceLocation};
pub(super) use calls::check_calls;
use instrument::Instrumenter;
use variables::GuardVariables;
pub(crate) use variables::RUNAWAY_BINDING;

/// How many loop turns an invocation may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBudget {
    /// Turns of all loops together.
    pub iterations: u32,
    /// The tag that asks for so many; none where the file leaves it to the host.
    pub tag: Option<SourceLocation>,
}

impl Default for LoopBudget {
    fn default() -> Self {
        Self {
            iterations: 32_768,
            tag: None,
        }
    }
}

/// The most turns that a file can ask for. Sums of two costs stay below 2^32.
const MAX_ITERATIONS: u32 = 1 << 30;

impl LoopBudget {
    /// Reads `@loop_budget(n)`.
    pub(super) fn read(tag: &Tag, file: &Source) -> Result<Self, String> {
        match tag.numbers().as_deref() {
            Some(&[turns])
                if tag.closed
                    && turns.fract() == 0.0
                    && (1.0..=f64::from(MAX_ITERATIONS)).contains(&turns) =>
            {
                Ok(Self {
                    iterations: turns as u32,
                    tag: Some(file.place(tag.range.clone())),
                })
            }
            _ => Err(format!(
                "`@loop_budget` takes a whole number from 1 to {MAX_ITERATIONS}"
            )),
        }
    }

    /// What remains of it on an adapter that honours so many turns, and a warning where that is less.
    pub fn clamped_to(&self, honoured: u32) -> (u32, Option<Diagnostic>) {
        if self.iterations <= honoured {
            return (self.iterations, None);
        }
        let message = format!(
            "this adapter ends loops after {honoured} turns; the budget of {} is cut to that",
            self.iterations
        );
        let warning = self
            .tag
            .clone()
            .map(|place| Diagnostic::warning(place, message));
        (honoured, warning)
    }
}

/// Bounds the loops of the modules that make one picture, and knows them again.
#[derive(Clone, Debug, Default)]
pub struct LoopGuard {
    budget: u32,
    /// The keyword of each loop: in the order of the modules, of their functions, and of their statements.
    loops: Vec<Option<SourceLocation>>,
}

impl LoopGuard {
    /// A guard that grants each invocation so many turns.
    pub(super) fn new(budget: u32) -> Self {
        Self {
            budget,
            loops: Vec::new(),
        }
    }

    /// Bounds all loops of a module.
    pub(super) fn bound(&mut self, module: &mut Module, linked: &Linked) {
        let variables = GuardVariables::declare(module);
        let mut pass = Instrumenter::new(
            &module.global_variables,
            variables,
            self.budget,
            self.loops.len(),
        );
        for (handle, function) in module.functions.iter_mut() {
            pass.function(handle, function);
        }
        for entry in &mut module.entry_points {
            pass.entry_point(&mut entry.function);
        }
        let places = pass.loops.iter().map(|span| keyword(linked, *span));
        self.loops.extend(places);
    }

    /// What is wrong, by what invocations reported; nothing where that is 0.
    pub fn runaway(&self, report: u32) -> Option<Diagnostic> {
        if report == 0 {
            return None;
        }
        let place = self.loops.get(variables::reported_loop(report));
        let budget = self.budget;
        let message = format!("this loop ran out of its budget of {budget} turns");
        let help = "a sample has that many turns for all its loops together; `//! @loop_budget(n)` at the top of the generator's file grants more";
        Some(Diagnostic::error(place.cloned().flatten(), message).note(help))
    }
}

/// The author's place of a statement's first word.
fn keyword(linked: &Linked, statement: Span) -> Option<SourceLocation> {
    let range = statement.to_range()?;
    let text = linked.wgsl.get(range.clone())?;
    let word = tokens(text).into_iter().next()?.range;
    linked.place(range.start + word.start..range.start + word.end)
}
