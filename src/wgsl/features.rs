//! Features: names in the conditions of a shader, such as `@if(name)`, that the user switches on and off.

use std::collections::BTreeMap;

/// States by name: true if a feature is on.
pub type Features = BTreeMap<String, bool>;

/// States during linking: those that the user has set, those that files declare, and those that conditions use.
#[derive(Clone, Debug, Default)]
pub(crate) struct FeatureSet {
    set: Features,
    declared: Features,
    pub(crate) used: Features,
}

impl FeatureSet {
    pub(crate) fn new(set: &Features) -> Self {
        Self { set: set.clone(), ..Self::default() }
    }

    /// Used if the user has not set the feature. The first declaration counts.
    pub(crate) fn declare(&mut self, name: &str, on: bool) {
        self.declared.entry(name.to_owned()).or_insert(on);
    }

    /// Records that a condition uses the feature. One that is neither set nor declared is off.
    pub(crate) fn use_feature(&mut self, name: &str) -> bool {
        let state = self.set.get(name).or_else(|| self.declared.get(name));
        let on = state.copied().unwrap_or_default();
        self.used.insert(name.to_owned(), on);
        on
    }
}
