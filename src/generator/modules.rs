//! The naga modules that evaluate a generator on the GPU, and the limits of their loops.

use super::precision::Precision;
use super::rewrite::albedo::{wrap_surface, wrap_surface_at_hits};
use super::rewrite::twin::{twin, with_twin_of};
use super::rewrite::wrap::{
    ERROR_FUNCTION, SAMPLE_FUNCTION, passes, traced_passes, wrap, wrap_counted, wrap_errors,
    wrap_points, wrap_traced,
};
use super::tap::Tap;
use super::{Generator, GridProgram, LoopGuard};
use crate::source::link::Linked;
use crate::view::shading::ViewMode;
use crate::wgsl::diagnostic::Diagnostic;

/// The modules that evaluate a generator's field, and the albedo of its `surface`.
#[derive(Clone, Debug)]
pub struct Modules {
    /// The generator's function in a compute shader, or the passes of a grid program.
    pub evaluate: naga::Module,
    /// The function `surface`; `None` if the file has none.
    pub surface: Option<naga::Module>,
    /// `surface` where rays hit a solid; `None` if no view needs it.
    pub surface_at_hits: Option<naga::Module>,
}

impl Modules {
    /// Creates the modules of field and albedo, whose loops are not limited yet.
    ///
    /// # Errors
    /// A function cannot run in a compute shader, reads an unknown resource, or has no version in the precision.
    pub fn new(generator: &Generator) -> Result<Self, Box<Diagnostic>> {
        let evaluate = match &generator.program {
            Some(program) => passes(generator, program)?,
            None => match generator.precision {
                Precision::Single => wrap(generator)?,
                Precision::Double => {
                    with_twin_of(&wrap(generator)?, SAMPLE_FUNCTION, &generator.linked)?
                }
            },
        };
        let surface = generator.has_surface.then(|| wrap_surface(generator));
        let has_hits = generator.has_surface && generator.supports(ViewMode::Solid);
        let surface_at_hits = has_hits.then(|| wrap_surface_at_hits(generator));
        Ok(Self {
            evaluate,
            surface: surface.transpose()?,
            surface_at_hits: surface_at_hits.transpose()?,
        })
    }

    /// Creates the module for given positions, in `f32` or in double precision, whose loops are not limited yet.
    ///
    /// # Errors
    /// The generator is a grid program, or calls something that has no version in double precision.
    pub fn at_points(generator: &Generator, precision: Precision) -> Result<Self, Box<Diagnostic>> {
        let module = wrap_points(generator)?;
        Ok(Self::of_values(match precision {
            Precision::Single => module,
            Precision::Double => twin(&module, &generator.linked)?,
        }))
    }

    /// Single minus double precision, with loops not limited yet. Fails for what has no version in double precision.
    pub(crate) fn of_errors(generator: &Generator) -> Result<Self, Box<Diagnostic>> {
        let errors = with_twin_of(&wrap_errors(generator)?, ERROR_FUNCTION, &generator.linked)?;
        Ok(Self::of_values(errors))
    }

    /// Counts how often each tap is computed in a sample, or in an invocation of a pass. Loops are not limited yet.
    pub(crate) fn counting_taps(
        generator: &Generator,
    ) -> Result<(Self, Vec<Tap>), Box<Diagnostic>> {
        let (evaluate, taps) = wrap_counted(generator)?;
        Ok((Self::of_values(evaluate), taps))
    }

    /// Records the taps at one position, of one function or of all. Loops are not limited yet.
    pub(crate) fn tracing_taps(
        generator: &Generator,
        function: Option<&str>,
        precision: Precision,
    ) -> Result<(Self, Vec<Tap>), Box<Diagnostic>> {
        let (module, taps) = wrap_traced(generator, function)?;
        let evaluate = match precision {
            Precision::Single => module,
            Precision::Double => twin(&module, &generator.linked)?,
        };
        Ok((Self::of_values(evaluate), taps))
    }

    /// The passes as written, without code for taps. Loops are not limited yet.
    pub(crate) fn of_passes(
        generator: &Generator,
        program: &GridProgram,
    ) -> Result<Self, Box<Diagnostic>> {
        passes(&generator.without_tap(), program).map(Self::of_values)
    }

    /// One module reports which invocation writes a sample, the other also records its taps. Loops are not limited yet.
    pub(crate) fn tracing_passes(
        generator: &Generator,
        program: &GridProgram,
    ) -> Result<([Self; 2], Vec<Tap>), Box<Diagnostic>> {
        let (modules, taps) = traced_passes(generator, program)?;
        Ok((modules.map(Self::of_values), taps))
    }

    fn of_values(evaluate: naga::Module) -> Self {
        Self { evaluate, surface: None, surface_at_hits: None }
    }

    /// Limits all loops to `iterations` per invocation. `guard` can then identify the loop that exceeds the limit.
    pub fn bound(&mut self, linked: &Linked, iterations: u32, guard: &mut LoopGuard) {
        guard.bound(&mut self.evaluate, linked, iterations);
        let surfaces = self.surface.iter_mut().chain(&mut self.surface_at_hits);
        surfaces.for_each(|surface| guard.bound(surface, linked, iterations));
    }

    /// Limits loops to the generator's budget, or to `limit` with a warning if the budget is larger.
    pub(crate) fn bound_within(
        &mut self,
        limit: u32,
        generator: &Generator,
        guard: &mut LoopGuard,
    ) -> Option<Diagnostic> {
        let (budget, warning) = generator.loop_budget.clamped_to(limit);
        self.bound(&generator.linked, budget, guard);
        warning
    }
}
