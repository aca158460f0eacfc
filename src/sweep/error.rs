//! Reasons why a sweep cannot be created.

use super::MAX_VARIANTS;
use crate::control::{ControlType, ValueError};

/// Reason why a sweep cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// A text is neither `NAME=FROM:TO:COUNT` nor `NAME=V1,V2,…`.
    #[error("{0:?} is neither NAME=FROM:TO:COUNT nor NAME=V1,V2,…")]
    Syntax(String),
    /// An end of an axis is not a finite `f32`.
    #[error("{end}: {text:?} is not a finite number")]
    NotFinite {
        /// `FROM` or `TO`.
        end: &'static str,
        /// Text of a range's lower or upper end, as typed.
        text: String,
    },
    /// The number of values is not an integer from 1 to [`MAX_VARIANTS`].
    #[error("COUNT {0:?} is not an integer from 1 to {MAX_VARIANTS}")]
    Count(String),
    /// A logarithmic range has an end that is not above 0.
    #[error("{0}: both ends of a logarithmic range must be above 0")]
    NotPositive(String),
    /// An axis of a sweep over all combinations has ends without a number of values.
    #[error("{0}=FROM..TO has no COUNT: write {0}=FROM..TO:COUNT, or sample at random")]
    MissingCount(String),
    /// An axis of a random sample is not an interval `NAME=FROM..TO`.
    #[error("{0}: a random sample takes NAME=FROM..TO")]
    NotAnInterval(String),
    /// A random sample without intervals is requested of a generator that has no sliders.
    #[error("{0} has no sliders to sample")]
    NothingToSample(String),
    /// A random sample has more variants or axes than the Sobol sequence.
    #[error(
        "a random sample has at most {} variants and {} axes",
        super::MAX_RANDOM,
        super::MAX_RANDOM_AXES
    )]
    RandomLimit,
    /// A value is not a number.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// The axis of presets is a range of numbers instead of names.
    #[error("{0}: presets are listed by name: preset=NAME,NAME")]
    PresetRange(String),
    /// The span of the picture is not above 0.
    #[error("span {0} is not above 0")]
    Span(String),
    /// A number of the camera is outside of its limits.
    #[error("{0}")]
    Camera(String),
    /// The generator's position has no third coordinate.
    #[error("{0} has no z: its position is in a plane")]
    NoDepth(String),
    /// The control has no such component.
    #[error("{name} is {}; it has no component {component:?}", .ty.with_article())]
    UnknownComponent {
        /// The control's name.
        name: String,
        /// Text after the period.
        component: String,
        /// The control's type.
        ty: ControlType,
    },
    /// The axis varies a feature or field input, whose values need different pipelines.
    #[error(
        "{0} compiles the generator: each of its values needs a sweep of its own, with --set or --feature"
    )]
    Feature(String),
    /// The generator has no control with this name.
    #[error("no control {0:?}")]
    UnknownControl(String),
    /// The control has several components.
    #[error("{name} is {}; vary one component, as in {name}.x", .ty.with_article())]
    NotScalar {
        /// The control's name.
        name: String,
        /// The control's type.
        ty: ControlType,
    },
    /// The control cannot take a value of the axis.
    #[error("{name}: {error}")]
    Value {
        /// The control's name.
        name: String,
        /// Reason why the control cannot take the value.
        error: ValueError,
    },
    /// Two axes vary the same control.
    #[error("{0} is varied twice")]
    Repeated(String),
    /// More than [`MAX_VARIANTS`] variants.
    #[error("more than {MAX_VARIANTS} variants")]
    TooManyVariants,
}
