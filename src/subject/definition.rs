//! What is shown: a generator with its values and the settings of its picture.

use std::sync::Arc;

use crate::RenderSettings;
use crate::generator::control::Values;
use crate::generator::{DeriveError, Generator};
use crate::wgsl::diagnostic::Diagnostic;

/// Everything that a field or picture depends on, except the device.
///
/// [`Subject::manifest`] records it in a capture, from which [`Subject::from_manifest`] restores it. A manifest states
/// which palette and the like the automatic settings chose.
///
/// ```
/// use noise_playground::{SampleGrid, Subject, compile, evaluate};
///
/// let generators = compile("fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }")?;
/// let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [4, 1] };
/// let mut subject = Subject::new(&generators[0], grid);
/// subject.values.set(&subject.generator.controls()[0], 2.0.into());
/// assert_eq!(evaluate(&subject)?.samples, [-3.0, -1.0, 1.0, 3.0]);
///
/// let manifest = subject.manifest("any adapter");
/// let restored = Subject::from_manifest(&manifest, &manifest.tree())?;
/// assert_eq!(restored.values, subject.values);
/// assert_eq!(restored.settings.grid, subject.settings.grid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subject {
    /// Compiled with the features and sources in `values`, unless these have changed since.
    pub generator: Arc<Generator>,
    /// Values of the controls.
    pub values: Values,
    /// Placement, time, shading and camera.
    pub settings: RenderSettings,
}

/// Equal subjects share one compiled generator.
impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.generator, &other.generator)
            && self.values == other.values
            && self.settings == other.settings
    }
}

impl Subject {
    /// Returns a generator with default values. `settings` can be a [`SampleGrid`](crate::SampleGrid).
    pub fn new(generator: &Arc<Generator>, settings: impl Into<RenderSettings>) -> Self {
        let generator = Arc::clone(generator);
        let mut settings = settings.into();
        settings.shading.z_factor = settings.shading.z_factor.or(generator.hint.z_factor);
        Self { generator, values: Values::default(), settings }
    }

    /// Returns the generator that a picture evaluates: with its gradient beside its values if normals are exact.
    ///
    /// # Errors
    /// As for [`Generator::with_exact_normals`].
    pub fn picture_generator(&self) -> Result<Arc<Generator>, DeriveError> {
        let shading = &self.settings.shading;
        if !shading.has_exact_normals() || self.generator.normals_at().is_some() {
            return Ok(Arc::clone(&self.generator));
        }
        self.generator.with_exact_normals(shading.channel).map(Arc::new)
    }

    /// Compiles the generator with the features and sources in its values, if they have changed.
    ///
    /// # Errors
    /// As for [`Generator::with_values`].
    pub fn compiled(self) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self { generator: self.generator.with_values(&self.values)?, ..self })
    }
}
