//! The naga modules of a generator, with their loops bounded.

use super::surface::wrap_surface;
use super::wrap::{passes, wrap};
use super::{Generator, LoopGuard};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// The naga modules that evaluate a generator and its albedo.
#[derive(Clone, Debug)]
pub struct Modules {
    /// Evaluates the field: the wrapped function, or the passes of a grid program.
    pub evaluate: naga::Module,
    /// Evaluates the file's `surface`; `None` if the file has none.
    pub paint: Option<naga::Module>,
}

impl Modules {
    /// Wraps a generator. Its loops are not bounded yet.
    ///
    /// # Errors
    /// A function cannot run in a compute shader, or it reads a resource that the host does not provide.
    pub fn new(generator: &Generator) -> Result<Self, Box<Diagnostic>> {
        let linked = &generator.linked;
        let evaluate = match &generator.program {
            Some(program) => passes(linked, generator, program),
            None => wrap(linked, generator),
        };
        let paint = generator
            .has_surface
            .then(|| wrap_surface(linked, generator));
        Ok(Self {
            evaluate: evaluate?,
            paint: paint.transpose()?,
        })
    }

    /// Bounds all loops to `turns` iterations per invocation. The returned guard identifies the loop that exceeds them.
    pub fn bound(&mut self, linked: &Linked, turns: u32) -> LoopGuard {
        let mut guard = LoopGuard::new(turns);
        guard.bound(&mut self.evaluate, linked);
        if let Some(paint) = &mut self.paint {
            guard.bound(paint, linked);
        }
        guard
    }
}
