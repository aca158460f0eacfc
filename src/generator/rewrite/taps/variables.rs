//! The host's variables that code for taps uses.

use naga::{Function, GlobalVariable, Handle, Module};

use super::super::derivative::tangent_functions;

/// `None` for variables that the host's shader in a module does not have.
#[derive(Clone, Debug, Default)]
pub(crate) struct TapVariables {
    /// Selected tap as floats, private to the invocation.
    pub(super) value: Option<Handle<GlobalVariable>>,
    /// Selected tap as bits if its numbers are integers, private to the invocation.
    pub(super) integers: Option<Handle<GlobalVariable>>,
    /// A bit for each code position of the pipeline, 1 if selected.
    pub(super) sites: Option<Handle<GlobalVariable>>,
    /// Computations up to the selected one, or calls of its function, that have not started yet.
    pub(super) remaining: Option<Handle<GlobalVariable>>,
    /// Number by which a call of the function reduces `remaining`; 0 if computations are counted.
    pub(super) calls: Option<Handle<GlobalVariable>>,
    pub(super) count: Option<Handle<GlobalVariable>>,
    pub(super) counts: Option<Handle<GlobalVariable>>,
    /// Largest number of computations of each tap in any sample, as atomics in a storage buffer.
    pub(super) maxima: Option<Handle<GlobalVariable>>,
    /// Recorded values in a storage buffer: two `vec4f` each, and one for each of `slopes`.
    pub(super) rows: Option<Handle<GlobalVariable>>,
    pub(crate) slopes: Vec<Handle<Function>>,
    /// Sample, from 1, that an invocation of a pass writes, private to the invocation.
    pub(crate) sample: Option<Handle<GlobalVariable>>,
    /// Selects the sample whose writing invocation is looked for, a struct in a storage buffer.
    pub(super) traced: Option<Handle<GlobalVariable>>,
}

impl TapVariables {
    pub(crate) fn find(module: &Module) -> Self {
        let find = |name: &str| {
            let variables = &module.global_variables;
            let mut of_host =
                variables.iter().filter(|(handle, _)| !variables.get_span(*handle).is_defined());
            let found = of_host.find(|(_, variable)| variable.name.as_deref() == Some(name));
            found.map(|(handle, _)| handle)
        };
        Self {
            value: find("tap_value"),
            integers: find("tap_integers"),
            sites: find("tap_places"),
            remaining: find("tap_remaining"),
            calls: find("tap_calls"),
            count: find("tap_count"),
            counts: find("tap_counts"),
            maxima: find("tap_maxima"),
            rows: find("tap_rows"),
            slopes: tangent_functions(module).collect(),
            sample: find("tap_sample"),
            traced: find("tap_traced"),
        }
    }
}
