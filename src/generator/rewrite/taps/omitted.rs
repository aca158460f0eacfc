//! Limits the number of taps of a generator: an array of arrays has one for each number.

use std::collections::BTreeSet;
use std::fmt;

use naga::valid::ModuleInfo;
use naga::{Function, Handle, Module};

use super::cost_estimate::Work;
use super::insert::{Mode, NamedValue, insert};
use super::write::MAX_COUNTED;
use super::{called, module_info, roots, tapped_module};
use crate::generator::{Address, Generator};
use crate::source::link::Linked;
use crate::wgsl::diagnostic::Diagnostic;

/// A named value without taps, because a generator would have too many with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedValue {
    /// Function that computes the value.
    pub function: Address,
    /// Name of the value.
    pub name: String,
    /// Scalars and vectors of the value, for each code position that computes it.
    pub taps: u64,
}

impl fmt::Display for OmittedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, name, taps } = self;
        write!(f, "{function}::{name} (in {taps} parts)")
    }
}

/// Returns a note for the user; `None` without values.
pub fn omission_note(omitted: &[OmittedValue]) -> Option<String> {
    const NAMED: usize = 8;
    let names = omitted.iter().take(NAMED).map(OmittedValue::to_string);
    let mut names = names.collect::<Vec<_>>().join(", ");
    if names.is_empty() {
        return None;
    }
    if omitted.len() > NAMED {
        names += &format!(" and {} others", omitted.len() - NAMED);
    }
    Some(format!("at most {MAX_COUNTED} values of a generator can be shown; left out: {names}"))
}

/// Returns the named values without taps, because there would be too many.
///
/// # Errors
/// The generator does not compile.
pub fn omitted_values(generator: &Generator) -> Result<Vec<OmittedValue>, Box<Diagnostic>> {
    let module = tapped_module(generator)?;
    let info = module_info(&module)?;
    let roots = roots(&module, generator);
    let work = Work::estimate(&module, &info, &roots);
    let sizes = largest(&module, &info, &work, &called(&module, &roots));
    let of_value = |(value, taps)| omitted_value(&module, &generator.linked, value, taps);
    Ok(sizes.into_iter().map(of_value).collect())
}

fn omitted_value(
    module: &Module,
    linked: &Linked,
    (function, name): NamedValue,
    taps: u64,
) -> OmittedValue {
    let function = module.functions[function].name.as_deref();
    let (source, function) = linked.declared_in(function.unwrap_or_default());
    OmittedValue {
        function: Address { file: source.path.clone(), function: function.to_owned() },
        name: linked.with_author_names(&name),
        taps,
    }
}

/// Those with the most taps, until the others together have no more than [`MAX_COUNTED`].
pub(super) fn omitted(
    module: &Module,
    info: &ModuleInfo,
    work: &Work,
    functions: &[Handle<Function>],
) -> BTreeSet<NamedValue> {
    let largest = largest(module, info, work, functions).into_iter();
    largest.map(|(value, _)| value).collect()
}

fn largest(
    module: &Module,
    info: &ModuleInfo,
    work: &Work,
    functions: &[Handle<Function>],
) -> Vec<(NamedValue, u64)> {
    let mut copy = module.clone();
    let found = insert(&mut copy, info, work, functions, &Mode::Size, &BTreeSet::new());
    let sizes = found.sizes.values().copied();
    let mut all = sizes.fold(0, u64::saturating_add);
    let mut values: Vec<(NamedValue, u64)> = found.sizes.into_iter().collect();
    values.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let largest = values.into_iter().take_while(|(_, size)| {
        let is_too_many = all > MAX_COUNTED.into();
        all = all.saturating_sub(*size);
        is_too_many
    });
    largest.collect()
}
