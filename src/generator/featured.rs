//! Compiles a generator again with other features or other sources of its field inputs.

use std::sync::Arc;

use super::{Generator, InputSource, compile};
use crate::generator::control::Values;
use crate::source::{Features, FieldSources, SourceTree};
use crate::wgsl::diagnostic::Diagnostic;

impl Generator {
    /// Returns the generator compiled with these features, others at their defaults, or itself if nothing changes.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use noise_playground::{Values, compile};
    ///
    /// let text = "fn height(p: vec2f) -> f32 { @if(flat) return 0.0; @else return p.x; }";
    /// let generator = &compile(text)?[0];
    /// let mut values = Values::default();
    /// values.set(&generator.controls()[0], 1.0.into());
    /// let flat = generator.with_features(&values.features()).unwrap();
    /// assert_eq!(flat.linked().features["flat"], true);
    /// # Ok::<(), noise_playground::CompileError>(())
    /// ```
    ///
    /// # Errors
    /// The file does not compile with these features, or does not declare the generator then.
    pub fn with_features(
        self: &Arc<Self>,
        features: &Features,
    ) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let switches = self.controls.iter().filter(|control| control.is_feature());
        let mut states = features.clone();
        for control in switches {
            let default = control.default.first() != 0.0;
            states.entry(control.name.clone()).or_insert(default);
        }
        let present = self.present_features();
        let mut present = present.iter();
        let tree = match &self.linked.tree {
            Some(tree) if present.any(|(name, on)| states.get(name) != Some(on)) => tree,
            _ => return Ok(Arc::clone(self)),
        };
        let mut tree = SourceTree::clone(tree);
        tree.features.extend(states);
        let featured = self.compiled_in(&tree)?;
        featured.with_tap_of(self).map_err(|error| vec![*error])
    }

    /// Returns the generator with these sources of field inputs, others as declared, or itself if nothing changes.
    ///
    /// # Errors
    /// There is no such source, or it cannot fill the input.
    pub fn with_sources(
        self: &Arc<Self>,
        sources: &FieldSources,
    ) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let tree = match &self.linked.tree {
            Some(tree) if !self.inputs.is_empty() && tree.field_sources != *sources => tree,
            _ => return Ok(Arc::clone(self)),
        };
        let mut tree = SourceTree::clone(tree);
        tree.field_sources.clone_from(sources);
        let filled = self.compiled_in(&tree)?;
        filled.with_tap_of(self).map_err(|error| vec![*error])
    }

    /// Returns the generator compiled with the sources and features that `values` select.
    ///
    /// # Errors
    /// As for [`Self::with_sources`] and [`Self::with_features`].
    pub fn with_values(self: &Arc<Self>, values: &Values) -> Result<Arc<Self>, Vec<Diagnostic>> {
        self.with_sources(&values.field_sources())?.with_features(&values.features())
    }

    /// The generator's own, and as `INPUT.FEATURE` those of its sources.
    fn present_features(&self) -> Features {
        let mut features = self.linked.features.clone();
        for input in &self.inputs {
            if let InputSource::Generator(source) = &input.source {
                let inner = source.present_features().into_iter();
                features.extend(inner.map(|(name, on)| (format!("{}.{name}", input.name), on)));
            }
        }
        features
    }

    fn compiled_in(&self, tree: &SourceTree) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let missing = || {
            let features = tree
                .features
                .iter()
                .map(|(name, on)| if *on { format!("{name} on") } else { format!("{name} off") });
            let features: Vec<String> = features.collect();
            let message = format!(
                "there is no generator {} with the features {}",
                self.address,
                features.join(", ")
            );
            let root = self.linked.root();
            vec![Diagnostic::error(Some(root.location(0..0)), message)]
        };
        let source = tree.get(&self.address.file).ok_or_else(missing)?;
        let compiled = compile(tree, source);
        if compiled.has_error() {
            return Err(compiled.diagnostics);
        }
        let mut generators = compiled.generators.into_iter().chain(compiled.hidden);
        let found = generators.find(|generator| generator.address == self.address);
        let mut generator = Arc::unwrap_or_clone(found.ok_or_else(missing)?);
        for control in generator.controls.iter_mut().filter(|control| control.is_feature()) {
            let mut known = self.controls.iter().filter(|known| known.is_feature());
            if let Some(known) = known.find(|known| known.name == control.name) {
                control.default = known.default.clone();
            }
        }
        let derived = generator.derived_like(self);
        let derived = derived.map_err(|error| vec![Diagnostic::error(None, error.to_string())])?;
        Ok(Arc::new(Self { precision: self.precision, ..derived }))
    }
}
