//! What runs of a generator, with its loops bounded.

use super::paint::wrap_surface;
use super::wrap::{passes, wrap};
use super::{Generator, LoopGuard};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// The modules that make a generator's picture.
#[derive(Clone, Debug)]
pub struct Modules {
    /// Samples it: the wrapped function, or the passes of a grid program.
    pub evaluate: naga::Module,
    /// Paints it by the file's own `surface`, where there is one.
    pub paint: Option<naga::Module>,
}

impl Modules {
    /// Wraps a generator. Its loops are as their author wrote them.
    ///
    /// # Errors
    /// A wrapper's call does not fit its function, or what is called reads what the host does not fill.
    pub fn new(linked: &Linked, generator: &Generator) -> Result<Self, Box<Diagnostic>> {
        let evaluate = match &generator.program {
            Some(program) => passes(linked, generator, program),
            None => wrap(linked, generator),
        };
        let paint = generator.painted.then(|| wrap_surface(linked, generator));
        Ok(Self {
            evaluate: evaluate?,
            paint: paint.transpose()?,
        })
    }

    /// Bounds all loops: each invocation has so many turns. The guard knows the loop that wanted more.
    pub fn bound(&mut self, linked: &Linked, turns: u32) -> LoopGuard {
        let mut guard = LoopGuard::new(turns);
        guard.bound(&mut self.evaluate, linked);
        if let Some(paint) = &mut self.paint {
            guard.bound(paint, linked);
        }
        guard
    }
}
