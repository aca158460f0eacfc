//! Reasons why a sweep cannot be created.

use super::MAX_VARIANTS;
use crate::generator::control::{ControlType, ValueError};

/// Reason why a sweep cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// The text of an axis is neither `NAME=FROM:TO:COUNT` nor `NAME=V1,V2,…`.
    #[error("{0:?} is neither NAME=FROM:TO:COUNT nor NAME=V1,V2,…")]
    Syntax(String),
    /// A value is not a finite `f32`.
    #[error("{name}: {text:?} is not a finite number")]
    NotFinite {
        /// `FROM` or `TO`; or the axis with a wrong value in its list.
        name: String,
        /// Text as typed.
        text: String,
    },
    /// The number of values is not an integer from 1 to [`MAX_VARIANTS`].
    #[error("COUNT {0:?} is not an integer from 1 to {MAX_VARIANTS}")]
    Count(String),
    /// The first or last value of a logarithmic axis is not above 0.
    #[error("{0}: both ends of a logarithmic range must be above 0")]
    NotPositive(String),
    /// An axis of all combinations has no number of values.
    #[error("{0}=FROM..TO has no COUNT: write {0}=FROM..TO:COUNT, or sample at random")]
    MissingCount(String),
    /// An axis of random points is not an interval `NAME=FROM..TO`.
    #[error("{0}: a random sample takes NAME=FROM..TO")]
    NotAnInterval(String),
    /// Random points have no axes, and the generator has no sliders that could be the axes.
    #[error("{0} has no sliders to sample")]
    NothingToSample(String),
    /// Random points have more variants or axes than the Sobol sequence.
    #[error(
        "a random sample has at most {} variants and {} axes",
        super::MAX_RANDOM,
        super::MAX_RANDOM_AXES
    )]
    RandomLimit,
    /// A value is not a number.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// Presets are given as a range of numbers instead of names.
    #[error("{0}: presets are listed by name: preset=NAME,NAME")]
    PresetRange(String),
    /// A setting of the view, or a number of the camera, is outside of its limits.
    #[error("{0}")]
    View(String),
    /// An axis varies the third coordinate of a generator whose position has none.
    #[error("{0} has no z: its position is in a plane")]
    NoDepth(String),
    /// The control has no such component.
    #[error("{name} is {}; it has no component {component:?}", .ty.with_article())]
    UnknownComponent {
        /// Name of the control.
        name: String,
        /// Name of the component, after the period.
        component: String,
        /// Type of the control.
        ty: ControlType,
    },
    /// An axis varies a feature or field input, each of whose values needs other pipelines.
    #[error(
        "{0} compiles the generator: each of its values needs a sweep of its own, with --set or --feature"
    )]
    Feature(String),
    /// The generator has no such control.
    #[error("no control {0:?}")]
    UnknownControl(String),
    /// The control has several components.
    #[error("{name} is {}; vary one component, as in {name}.x", .ty.with_article())]
    NotScalar {
        /// Name of the control.
        name: String,
        /// Type of the control.
        ty: ControlType,
    },
    /// A value is not valid for its control.
    #[error("{name}: {error}")]
    Value {
        /// Name of the control.
        name: String,
        /// Reason why the value is not valid.
        error: ValueError,
    },
    /// Two axes vary the same control.
    #[error("{0} is varied twice")]
    Repeated(String),
    /// There are more than [`MAX_VARIANTS`] variants.
    #[error("more than {MAX_VARIANTS} variants")]
    TooManyVariants,
}
