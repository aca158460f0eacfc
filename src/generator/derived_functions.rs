//! Functions that a shader calls and that this program derives, since no author has written them.

use super::Generator;
use super::address::Address;
use crate::source::Source;
use crate::source::link::DERIVATIVE_SUFFIX;
use crate::wgsl::outline::Declaration;

/// Derivative that no author has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedFunction {
    /// Name by which its function's own file would call it, such as `billow_deriv`.
    pub name: String,
    /// The function that it is derived from.
    pub of: Address,
    /// One sentence for tooltips, which names the function with its file and lines.
    pub about: String,
}

impl DerivedFunction {
    pub(crate) fn new(file: &Source, declared: &Declaration) -> Self {
        let lines = [declared.range.start, declared.range.end - 1];
        let [first, last] = lines.map(|at| file.location(at..at).start.line);
        let lines = if first == last {
            format!("line {first}")
        } else {
            format!("lines {first} to {last}")
        };
        let (name, path) = (&declared.name, &file.path);
        Self {
            name: format!("{name}{DERIVATIVE_SUFFIX}"),
            of: Address { file: path.clone(), function: name.clone() },
            about: format!("Value and gradient of `{name}`, derived from {path}, {lines}."),
        }
    }
}

impl Generator {
    /// Returns the derivatives that the linked text calls and no author has written.
    pub fn derived_functions(&self) -> Vec<DerivedFunction> {
        let derived = self.linked.derived.iter().filter_map(|(_, of)| {
            let (module, name) = self.linked.declared_in(of);
            let file = self.source(&module.path)?;
            Some(DerivedFunction::new(file, file.outline().find(name)?))
        });
        derived.collect()
    }
}
