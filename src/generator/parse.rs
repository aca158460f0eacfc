//! Parses and validates a linked WGSL text with naga, once for all uses.

use naga::Module;

use super::endless_loops::parse_wgsl;
use super::part_pointers::copy_part_pointers;
use super::recovery;
use super::rewrite::derivative::write_derivatives;
use super::spirv::check_spirv;
use super::validate::validate;
use crate::source::link::{InvalidText, Linked};
use crate::wgsl::diagnostic::Diagnostic;

pub(super) fn parsed(linked: &Linked) -> Result<&Module, &[Diagnostic]> {
    let module = linked.module.get_or_init(|| parse(linked));
    module.as_ref().map_err(|invalid| invalid.errors.as_slice())
}

/// Returns the valid module, or that of the text without its errors; `None` if a declaration has an error.
pub(super) fn rest(linked: &Linked) -> Option<&Module> {
    match linked.module.get_or_init(|| parse(linked)) {
        Ok(module) => Some(module),
        Err(invalid) => invalid.rest.as_deref(),
    }
}

fn parse(linked: &Linked) -> Result<Module, InvalidText> {
    let errors = || recovery::all_errors(linked);
    let mut module = parse_wgsl(&linked.wgsl).map_err(|_| errors())?;
    recovery::stub_bodies(&mut module, &linked.without_body);
    let info = validate(&module).map_err(|_| errors())?;
    let invalid = |error: Box<Diagnostic>| InvalidText { errors: vec![*error], rest: None };
    let info = if copy_part_pointers(&mut module) {
        validate(&module).map_err(|_| errors())?
    } else {
        info
    };
    check_spirv(linked, &module, &info).map_err(invalid)?;
    write_derivatives(&mut module, linked).map_err(invalid)?;
    Ok(module)
}
