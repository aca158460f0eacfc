//! Values of controls: the type of one value, and the set of those that the user has set on a generator.

mod stored;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Control, ControlType};
use crate::source::{FieldSource, FieldSources};
use crate::wgsl::features::Features;
use stored::StoredValue;

/// Value of a control, as the user writes it: a number for each component, or the source of a field input.
#[derive(Clone, Debug, PartialEq)]
pub struct Value(pub Vec<f64>, pub(super) Option<Box<FieldSource>>);

impl Value {
    /// Returns the source of a field input; `None` for numbers.
    pub fn source(&self) -> Option<&FieldSource> {
        self.1.as_deref()
    }

    fn is_of(&self, ty: ControlType) -> bool {
        self.source().is_some() == (ty == ControlType::Field)
            && self.0.len() == ty.components()
            && self.0.iter().all(|number| number.is_finite())
    }

    /// Returns the first number, or 0 if there is none.
    pub fn first(&self) -> f64 {
        self.0.first().copied().unwrap_or_default()
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self(vec![number], None)
    }
}

impl From<Vec<f64>> for Value {
    fn from(numbers: Vec<f64>) -> Self {
        Self(numbers, None)
    }
}

impl From<FieldSource> for Value {
    fn from(source: FieldSource) -> Self {
        Self(Vec::new(), Some(Box::new(source)))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = self.source() {
            return source.fmt(f);
        }
        let numbers: Vec<String> = self.0.iter().map(f64::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

/// Values that the user has set on a generator's controls, by name and type. All other controls have their defaults.
///
/// Clones share values until one changes. Values of removed controls stay, and apply again when the controls return.
///
/// ```
/// use noise_playground::{Values, compile};
///
/// let generators = compile("fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }")?;
/// let gain = &generators[0].controls()[0];
/// let mut values = Values::default();
/// values.set(gain, 0.25.into());
/// assert_eq!(values.get(gain).first(), 0.25);
/// # Ok::<(), noise_playground::CompileError>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<StoredValue>", into = "Vec<StoredValue>")]
pub struct Values {
    pub(super) set: Arc<BTreeMap<(String, ControlType), Value>>,
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.set, &other.set) || self.set == other.set
    }
}

impl Values {
    /// Returns the user's value of a control, or its default.
    pub fn get<'a>(&'a self, control: &'a Control) -> &'a Value {
        self.set.get(&(control.name.clone(), control.ty)).unwrap_or(&control.default)
    }

    /// Sets a value, clamped to the [limits](ControlType::limits) of the type rather than the slider range, and rounded
    /// for integers. The former value stays if a number is not finite or the value does not fit the type.
    pub fn set(&mut self, control: &Control, mut value: Value) {
        if !value.is_of(control.ty) {
            return;
        }
        let (min, max) = control.ty.limits();
        for number in &mut value.0 {
            *number = number.clamp(min, max);
            if control.ty.is_integer() {
                *number = number.round();
            }
        }
        let set = Arc::make_mut(&mut self.set);
        set.insert((control.name.clone(), control.ty), value);
    }

    /// Makes the default of a control apply again.
    pub fn reset(&mut self, control: &Control) {
        let set = Arc::make_mut(&mut self.set);
        set.remove(&(control.name.clone(), control.ty));
    }

    /// Returns the features that the user has switched on or off.
    pub fn features(&self) -> Features {
        let set = self.set.iter();
        set.filter(|((_, ty), _)| *ty == ControlType::Bool)
            .map(|((name, _), value)| (name.clone(), value.first() != 0.0))
            .collect()
    }

    /// Returns the sources that the user has set, by the names of the field inputs.
    pub fn field_sources(&self) -> FieldSources {
        let sources = self.set.iter();
        sources
            .filter_map(|((name, _), value)| Some((name.clone(), value.source()?.clone())))
            .collect()
    }

    /// Returns the values for the generator that fills the field input `input`: `input.NAME` as `NAME`.
    #[must_use]
    pub(crate) fn of_input(&self, input: &str) -> Self {
        let inner = |((name, ty), value): (&(String, ControlType), &Value)| {
            let inner = name.strip_prefix(input)?.strip_prefix('.')?;
            Some(((inner.to_owned(), *ty), value.clone()))
        };
        Self { set: Arc::new(self.set.iter().filter_map(inner).collect()) }
    }

    /// Returns true if the value of a control differs from its default.
    pub fn is_modified(&self, control: &Control) -> bool {
        self.get(control) != &control.default
    }
}
