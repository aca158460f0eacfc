//! The variables of the host's WGSL that code for taps (intermediate values) uses.

use naga::{GlobalVariable, Handle, Module};

/// The host's WGSL variables that the code for taps (intermediate values) uses; `None` for those that the host's shader
/// in a module does not have.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct TapVariables {
    /// WGSL variable with the selected intermediate value (tap) as floats, private to the invocation.
    pub(super) value: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the selected intermediate value (tap) as bits if its numbers are integers, private to the
    /// invocation.
    pub(super) integers: Option<Handle<GlobalVariable>>,
    /// WGSL variable with a bit for each code position of the pipeline that computes an intermediate value (tap), 1 if
    /// selected.
    pub(super) places: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the number of computations of the intermediate value (tap) up to the selected one, or of
    /// calls of its function, that have not started yet.
    pub(super) remaining: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the number by which a call of the function reduces the remaining computations of the
    /// intermediate value (tap) or calls; 0 if computations are counted.
    pub(super) calls: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the number of intermediate values (taps) that were recorded so far.
    pub(super) count: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the number of computations of each intermediate value (tap) in the current sample.
    pub(super) counts: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the largest number of computations of each intermediate value (tap) in any sample, as atomics
    /// in a storage buffer.
    pub(super) maxima: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the recorded intermediate values (taps), in a storage buffer: two `vec4f` each.
    pub(super) rows: Option<Handle<GlobalVariable>>,
    /// WGSL variable with the number of the sample that an invocation of a grid program's pass writes, from 1, private
    /// to the invocation.
    pub(in super::super) sample: Option<Handle<GlobalVariable>>,
    /// WGSL variable that selects the sample of a grid whose writing invocation is looked for, a struct in a storage
    /// buffer.
    pub(super) traced: Option<Handle<GlobalVariable>>,
}

impl TapVariables {
    /// Finds the variables for taps (intermediate values) in a module that was merged with a host's shader.
    pub(in super::super) fn find(module: &Module) -> Self {
        let find = |name: &str| {
            let variables = &module.global_variables;
            let mut of_host = variables
                .iter()
                .filter(|(handle, _)| !variables.get_span(*handle).is_defined());
            let found = of_host.find(|(_, variable)| variable.name.as_deref() == Some(name));
            found.map(|(handle, _)| handle)
        };
        Self {
            value: find("tap_value"),
            integers: find("tap_integers"),
            places: find("tap_places"),
            remaining: find("tap_remaining"),
            calls: find("tap_calls"),
            count: find("tap_count"),
            counts: find("tap_counts"),
            maxima: find("tap_maxima"),
            rows: find("tap_rows"),
            sample: find("tap_sample"),
            traced: find("tap_traced"),
        }
    }
}
