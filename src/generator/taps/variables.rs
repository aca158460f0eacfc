//! The variables of the host's stages that taps use.

use naga::{GlobalVariable, Handle, Module};

/// Variables by their names in `shaders/stages`; a stage has those of its own mode.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct TapVariables {
    /// The selected value, private.
    pub(super) value: Option<Handle<GlobalVariable>>,
    /// Bits of the places that are taken, private.
    pub(super) places: Option<Handle<GlobalVariable>>,
    /// Calls of the function that are still to come, private.
    pub(super) calls: Option<Handle<GlobalVariable>>,
    /// Runs of the selected value that are still to come, private.
    pub(super) runs: Option<Handle<GlobalVariable>>,
    /// Runs of all values, private.
    pub(super) count: Option<Handle<GlobalVariable>>,
    /// Runs of each value, private.
    pub(super) counts: Option<Handle<GlobalVariable>>,
    /// Largest number of runs of each value, atomic.
    pub(super) maxima: Option<Handle<GlobalVariable>>,
    /// Recorded values.
    pub(super) rows: Option<Handle<GlobalVariable>>,
    /// The sample that an invocation of a pass writes, private.
    pub(in super::super) sample: Option<Handle<GlobalVariable>>,
}

impl TapVariables {
    /// Finds the variables of the host's stage that was merged into a module.
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
            places: find("tap_places"),
            calls: find("tap_calls"),
            runs: find("tap_runs"),
            count: find("tap_count"),
            counts: find("tap_counts"),
            maxima: find("tap_maxima"),
            rows: find("tap_rows"),
            sample: find("tap_sample"),
        }
    }
}
