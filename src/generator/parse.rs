//! Parses a linked text to naga's module and validates it, once.

use naga::Module;
use naga::WithSpan;
use naga::valid::{Capabilities, ValidationError, ValidationFlags, Validator};

use super::naga_errors::{parse_error, validation_error};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// Returns the module of a linked text, which is parsed at the first call.
///
/// # Errors
/// The text is not valid WGSL. The diagnostic is at the author's own location.
pub(super) fn parsed(linked: &Linked) -> Result<&Module, Box<Diagnostic>> {
    let module = linked.module.get_or_init(|| parse(linked));
    module.as_ref().map_err(Clone::clone)
}

fn parse(linked: &Linked) -> Result<Module, Box<Diagnostic>> {
    let module = naga::front::wgsl::parse_str(&linked.wgsl)
        .map_err(|error| Box::new(parse_error(linked, &error)))?;
    validate(&module).map_err(|error| Box::new(validation_error(linked, &module, &error)))?;
    Ok(module)
}

/// Checks that a module is valid WGSL of WebGPU.
pub(super) fn validate(module: &Module) -> Result<(), Box<WithSpan<ValidationError>>> {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
    validator.validate(module)?;
    Ok(())
}
