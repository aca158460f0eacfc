//! Sweeps: variants of one generator, in which one or more controls take several values.
//!
//! ```
//! use noise_playground::sweep::Sweep;
//! use noise_playground::{Values, compile};
//!
//! let text = "fn height(p: vec2f, gain: f32, octaves: u32) -> f32 { return gain * p.x; }";
//! let generator = &compile(text).unwrap()[0];
//!
//! let ranges = ["gain=0:1:5".parse()?, "octaves=1:3:3".parse()?];
//! let sweep = Sweep::new(&ranges, generator)?;
//! assert_eq!(sweep.count(), 15);
//! assert_eq!(sweep.file_stem(6), "gain=0.25_octaves=2");
//! let values = sweep.values(6, generator, &Values::default());
//! assert_eq!(values.get(&generator.controls[0]).first(), 0.25);
//! # Ok::<(), noise_playground::sweep::SweepError>(())
//! ```

mod axis;

use crate::control::{ControlType, ValueError, Values};
use crate::generator::Generator;
pub use axis::{Axis, AxisRange};

/// Largest number of variants in a sweep.
pub const MAX_VARIANTS: usize = 100_000;

/// Reason why a sweep cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// A text is not of the form `NAME=FROM:TO:COUNT`.
    #[error("{0:?} is not NAME=FROM:TO:COUNT")]
    Syntax(String),
    /// An end of an axis is not a finite `f32`.
    #[error("{end}: {text:?} is not a finite number")]
    NotFinite {
        /// `FROM` or `TO`.
        end: &'static str,
        /// Text of the end.
        text: String,
    },
    /// The number of values is not an integer from 1 to [`MAX_VARIANTS`].
    #[error("COUNT {0:?} is not an integer from 1 to {MAX_VARIANTS}")]
    Count(String),
    /// The generator has no control with this name.
    #[error("no control {0:?}")]
    UnknownControl(String),
    /// The control has several components.
    #[error("{name} is {}; only single numbers can be swept", .ty.with_article())]
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

/// All combinations of the values of several axes. Variants are counted from 0; the first axis changes fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    axes: Vec<Axis>,
}

impl Sweep {
    /// Creates a sweep over controls of a generator. Without a range it has one variant.
    ///
    /// # Errors
    /// An [axis](Axis::new) is invalid, two axes have the same control, or there are more than [`MAX_VARIANTS`] variants.
    pub fn new<'a>(
        ranges: impl IntoIterator<Item = &'a AxisRange>,
        generator: &Generator,
    ) -> Result<Self, SweepError> {
        let mut sweep = Self { axes: Vec::new() };
        for range in ranges {
            let axis = Axis::new(range, generator)?;
            if sweep.axes.iter().any(|other| other.name() == axis.name()) {
                return Err(SweepError::Repeated(axis.name().to_owned()));
            }
            sweep.axes.push(axis);
            if sweep.count() > MAX_VARIANTS {
                return Err(SweepError::TooManyVariants);
            }
        }
        Ok(sweep)
    }

    /// Returns the axes in order.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Returns the number of variants.
    pub fn count(&self) -> usize {
        let counts = self.axes.iter().map(|axis| axis.values().len());
        counts.fold(1, usize::saturating_mul)
    }

    /// Returns each axis with the index of a variant's value on it.
    pub fn positions(&self, variant: usize) -> impl Iterator<Item = (&Axis, usize)> {
        let mut rest = variant;
        self.axes.iter().map(move |axis| {
            let position = rest % axis.values().len();
            rest /= axis.values().len();
            (axis, position)
        })
    }

    /// Returns `base` with a variant's values set.
    pub fn values(&self, variant: usize, generator: &Generator, base: &Values) -> Values {
        let mut values = base.clone();
        for (axis, position) in self.positions(variant) {
            axis.set(position, generator, &mut values);
        }
        values
    }

    /// Returns the file name of a variant without its extension: `warp=0.2_gain=0.5`.
    pub fn file_stem(&self, variant: usize) -> String {
        let parts = self.positions(variant);
        let parts = parts.map(|(axis, at)| format!("{}={}", axis.name(), axis.values()[at]));
        parts.collect::<Vec<_>>().join("_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::axis::tests::generator;

    #[test]
    fn first_axis_changes_fastest() {
        let generator = &generator();
        let ranges: Vec<AxisRange> = ["gain=0:1:2", "scale=1:4:3"]
            .map(|text| text.parse().unwrap())
            .into();
        let sweep = Sweep::new(&ranges, generator).unwrap();
        let names: Vec<String> = (0..sweep.count())
            .map(|index| sweep.file_stem(index))
            .collect();
        let expected = ["0_1", "1_1", "0_2", "1_2", "0_4", "1_4"];
        let expected = expected.map(|pair| format!("gain={}", pair.replace('_', "_scale=")));
        assert_eq!(names, expected);
        let twice = Sweep::new([&ranges[0], &ranges[0]], generator);
        assert_eq!(twice, Err(SweepError::Repeated("gain".to_owned())));
        let large = [
            AxisRange {
                count: 400,
                ..ranges[0].clone()
            },
            AxisRange {
                count: 400,
                ..ranges[1].clone()
            },
        ];
        assert_eq!(
            Sweep::new(&large, generator),
            Err(SweepError::TooManyVariants)
        );
    }
}
