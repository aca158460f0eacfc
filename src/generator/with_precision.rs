//! Generators whose field is evaluated in another precision.

use super::{Generator, Modules, Precision};
use crate::wgsl::diagnostic::Diagnostic;

impl Generator {
    /// Returns the generator with its field evaluated in this precision. Samples are stored as `f32`.
    ///
    /// # Errors
    /// The generator is a grid program, or calls something that has no version in double precision.
    pub fn with_precision(&self, precision: Precision) -> Result<Self, Box<Diagnostic>> {
        if precision == Precision::Double && self.program.is_some() {
            let message = "a grid program cannot be evaluated in double precision";
            return Err(Box::new(Diagnostic::error(None, message)));
        }
        let generator = Self { precision, ..self.clone() };
        Modules::new(&generator)?;
        Ok(generator)
    }
}
