//! Trial of naga's SPIR-V writer, which may not support all that its validator accepts. Such a file has an error then,
//! rather than a pipeline that cannot be built.

use std::panic::{AssertUnwindSafe, catch_unwind};

use naga::Module;
use naga::back::pipeline_constants::process_overrides;
use naga::back::spv::{Options, write_vec};
use naga::valid::ModuleInfo;

use super::bisection::find_error_range;
use super::parse::parse_wgsl;
use super::part_pointers::copy_part_pointers;
use super::recovery::complete_returns;
use super::validate::validate;
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// Fails at the statement that cannot be written. `info` is that of the module.
pub(super) fn check_spirv(
    linked: &Linked,
    module: &Module,
    info: &ModuleInfo,
) -> Result<(), Box<Diagnostic>> {
    let Err(reason) = write(module, info) else {
        return Ok(());
    };
    let range = find_error_range(&linked.wgsl, cannot_be_written);
    let location = range.and_then(|range| linked.location(range));
    let message = "this is valid WGSL, but cannot be compiled for the graphics device";
    let note = "write it in another way";
    Err(Box::new(Diagnostic::error(location, message).with_note(reason).with_note(note)))
}

/// `text` may end before the returns of its last function.
fn cannot_be_written(text: &str) -> bool {
    let Ok(mut module) = parse_wgsl(text) else {
        return false;
    };
    let names = module.functions.iter().filter_map(|(_, function)| function.name.clone());
    let names = names.collect();
    complete_returns(&mut module, &names);
    let is_valid = validate(&module).is_ok();
    copy_part_pointers(&mut module);
    is_valid && validate(&module).is_ok_and(|info| write(&module, &info).is_err())
}

/// The error is a message. Overrides without a value are no error here.
fn write(module: &Module, info: &ModuleInfo) -> Result<(), String> {
    let Ok((module, info)) = process_overrides(module, info, None, &Default::default()) else {
        return Ok(());
    };
    let written = catch_unwind(AssertUnwindSafe(|| {
        write_vec(&module, &info, &Options::default(), None).map_err(|error| error.to_string())
    }));
    match written {
        Ok(written) => written.map(drop),
        Err(panic) => Err(match panic.downcast::<String>() {
            Ok(message) => *message,
            Err(_) => "the compiler panicked".to_owned(),
        }),
    }
}
