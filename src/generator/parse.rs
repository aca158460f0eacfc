//! Parses and validates a linked WGSL text with naga, once for all uses.

use naga::Module;

use super::derivative::write_derivatives;
use super::recovery;
use super::validate::validate;
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// Parses and validates in the first call.
pub(super) fn parsed(linked: &Linked) -> Result<&Module, &[Diagnostic]> {
    let module = linked.module.get_or_init(|| parse(linked));
    module.as_ref().map_err(Vec::as_slice)
}

/// Fails with the first error of the text, which should be valid.
pub(super) fn valid_module(linked: &Linked) -> Result<&Module, Box<Diagnostic>> {
    parsed(linked).map_err(|errors| Box::new(errors[0].clone()))
}

fn parse(linked: &Linked) -> Result<Module, Vec<Diagnostic>> {
    let mut module = naga::front::wgsl::parse_str(&linked.wgsl)
        .map_err(|error| recovery::all_errors(linked, error))?;
    recovery::stub_bodies(&mut module, &linked.without_body);
    if validate(&module).is_err() {
        return Err(recovery::invalid_functions(linked, module));
    }
    write_derivatives(&mut module, linked).map_err(|error| vec![*error])?;
    Ok(module)
}
