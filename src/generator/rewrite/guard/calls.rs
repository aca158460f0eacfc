//! Rejects shaders that call too many functions: n functions that each call the next twice make 2^n calls. Drivers copy
//! a function to each of its calls, so that building such a shader would never finish.

use std::collections::BTreeMap;

use naga::{Block, Function, Handle, Module, Statement};

use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::naga_blocks::inner_blocks;

/// Calls in a function and in the functions that it calls, once for each call. Shipped shaders have up to 734; the
/// software adapter builds a tree of 16,384 calls of the smallest functions in about a second.
const MAX_CALLS: u64 = 1 << 14;

pub(crate) fn check_calls(linked: &Linked, module: &Module) -> Option<Diagnostic> {
    let mut counts = BTreeMap::new();
    // Functions come after those that they call.
    for (handle, function) in module.functions.iter() {
        let count = calls(&function.body, &counts);
        if count > MAX_CALLS {
            return Some(too_many_calls(linked, function.name.as_deref().unwrap_or_default()));
        }
        counts.insert(handle, count);
    }
    let mut entry_points = module.entry_points.iter();
    let too_large = entry_points.find(|entry| calls(&entry.function.body, &counts) > MAX_CALLS)?;
    Some(too_many_calls(linked, &too_large.name))
}

fn too_many_calls(linked: &Linked, name: &str) -> Diagnostic {
    let (source, name) = linked.declared_in(name);
    let declaration = source.outline().find(name);
    let location = declaration.map(|found| source.location(found.name_range.clone()));
    let message = format!("`{name}` makes more than {MAX_CALLS} calls");
    let help = "calls in called functions count too, once for each call of the function; a call in a loop counts once";
    Diagnostic::error(location, message).with_note(help)
}

/// Includes those in called functions, whose counts are in `counts`.
fn calls(block: &Block, counts: &BTreeMap<Handle<Function>, u64>) -> u64 {
    let calls = block.iter().map(|statement| match statement {
        Statement::Call { function, .. } => 1 + counts.get(function).copied().unwrap_or_default(),
        other => inner_blocks(other).into_iter().map(|inner| calls(inner, counts)).sum(),
    });
    calls.sum()
}
