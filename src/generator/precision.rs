//! Precision of an evaluation.

use serde::{Deserialize, Serialize};

/// Precision of the floats in an evaluation of a generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// `f32`, as the author wrote the shader.
    #[default]
    Single,
    /// `f64`, in the twin.
    Double,
}

impl Precision {
    /// Returns true for [`Self::Single`].
    pub fn is_single(&self) -> bool {
        *self == Self::Single
    }
}
