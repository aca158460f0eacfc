//! Validates naga's modules.

use naga::valid::{Capabilities, ValidationError, ValidationFlags, Validator};
use naga::{Module, WithSpan};

/// Checks that a module is valid WGSL of WebGPU.
pub(super) fn validate(module: &Module) -> Result<(), Box<WithSpan<ValidationError>>> {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
    validator.validate(module)?;
    Ok(())
}
