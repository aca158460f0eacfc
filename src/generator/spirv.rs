//! Trial of naga's SPIR-V writer, which may not support all that its validator accepts. Such a file has an error then,
//! rather than a pipeline that cannot be built.

use std::panic::{AssertUnwindSafe, catch_unwind};

use naga::back::pipeline_constants::process_overrides;
use naga::back::spv::{Options, write_vec};
use naga::valid::ModuleInfo;
use naga::{Expression, MathFunction, Module};

use super::bisection::find_error_range;
use super::endless_loops::parse_wgsl;
use super::part_pointers::copy_part_pointers;
use super::recovery::complete_returns;
use super::validate::validate;
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;

/// Functions of bits, which Vulkan has for 32 bits only: drivers end the process at others.
const OF_BITS: [(MathFunction, &str); 8] = [
    (MathFunction::CountTrailingZeros, "countTrailingZeros"),
    (MathFunction::CountLeadingZeros, "countLeadingZeros"),
    (MathFunction::CountOneBits, "countOneBits"),
    (MathFunction::ReverseBits, "reverseBits"),
    (MathFunction::ExtractBits, "extractBits"),
    (MathFunction::InsertBits, "insertBits"),
    (MathFunction::FirstTrailingBit, "firstTrailingBit"),
    (MathFunction::FirstLeadingBit, "firstLeadingBit"),
];

fn wide_bits(linked: &Linked, module: &Module, info: &ModuleInfo) -> Option<Diagnostic> {
    let functions = module.functions.iter().map(|(handle, function)| (function, &info[handle]));
    let entry_points = module.entry_points.iter().enumerate();
    let entry_points =
        entry_points.map(|(index, entry)| (&entry.function, info.get_entry_point(index)));
    functions.chain(entry_points).find_map(|(function, info)| {
        let mut expressions = function.expressions.iter();
        expressions.find_map(|(handle, expression)| {
            let Expression::Math { fun, arg, .. } = expression else {
                return None;
            };
            let (_, name) = OF_BITS.iter().find(|(of_bits, _)| of_bits == fun)?;
            let width = info[*arg].ty.inner_with(&module.types).scalar_width()?;
            let range = function.expressions.get_span(handle).to_range();
            let location = range.and_then(|range| linked.location(range));
            (width == 8).then(|| {
                Diagnostic::error(location, format!("`{name}` takes integers of 32 bits"))
                    .with_note("call it for both halves: `u32(x)` and `u32(x >> 32u)`")
            })
        })
    })
}

/// Fails at the statement that cannot be written. `info` is that of the module.
pub(super) fn check_spirv(
    linked: &Linked,
    module: &Module,
    info: &ModuleInfo,
) -> Result<(), Box<Diagnostic>> {
    if let Some(error) = wide_bits(linked, module, info) {
        return Err(Box::new(error));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_of_the_writer_is_an_error() {
        // The writer panics at a pointer to a part of a variable, which is not copied here.
        let text = "fn f(v: ptr<function, f32>) {} fn g() { var a: array<f32, 2>; f(&a[1]); }";
        let mut module = naga::front::wgsl::parse_str(text).unwrap();
        let info = validate(&module).unwrap();
        assert!(write(&module, &info).is_err());
        assert!(copy_part_pointers(&mut module));
        let info = validate(&module).unwrap();
        assert_eq!(write(&module, &info), Ok(()));
    }
}
