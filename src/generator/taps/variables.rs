//! The variables of the host's stages that taps use.

use naga::{GlobalVariable, Handle, Module};

/// The WGSL variables of the host that the code for taps uses; `None` for those that the stage of a module does not
/// have.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct TapVariables {
    /// Value that was taken, private to the invocation.
    pub(super) value: Option<Handle<GlobalVariable>>,
    /// Value that was taken if its numbers are integers, as bits, private to the invocation.
    pub(super) integers: Option<Handle<GlobalVariable>>,
    /// Bits of the selected places.
    pub(super) places: Option<Handle<GlobalVariable>>,
    /// Number of runs of the selected value up to the selected one that are still to come, or of calls of the function
    /// that have not started yet.
    pub(super) remaining: Option<Handle<GlobalVariable>>,
    /// 1 if calls are counted; 0 if runs are.
    pub(super) calls: Option<Handle<GlobalVariable>>,
    /// Number of values recorded so far, of all taps.
    pub(super) count: Option<Handle<GlobalVariable>>,
    /// Number of runs of each tap in the present sample.
    pub(super) counts: Option<Handle<GlobalVariable>>,
    /// Largest number of runs of each tap in any sample, an atomic in a storage buffer.
    pub(super) maxima: Option<Handle<GlobalVariable>>,
    /// Recorded values, in a storage buffer: two `vec4f` each.
    pub(super) rows: Option<Handle<GlobalVariable>>,
    /// Number of the sample that an invocation of a pass writes, from 1, private to the invocation.
    pub(in super::super) sample: Option<Handle<GlobalVariable>>,
    /// Selection of the sample whose writing invocation is looked for, a struct in a storage buffer.
    pub(super) traced: Option<Handle<GlobalVariable>>,
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
