//! Sweeps: grids of variants, pictures with different values of controls, settings of the view or the preset.
//!
//! ```
//! use noise_playground::subject::sweep::{Axis, Sweep};
//! use noise_playground::{Values, compile};
//!
//! let text = "fn height(p: vec2f, gain: f32, octaves: u32) -> f32 { return gain * p.x; }";
//! let generator = &compile(text).unwrap()[0];
//!
//! let gain = Axis::from_text(&"gain=0:1:5".parse()?, generator)?;
//! let octaves = Axis::from_text(&"octaves=1,2,4".parse()?, generator)?;
//! let sweep = Sweep::new(vec![gain, octaves])?;
//! assert_eq!(sweep.count(), 15);
//! assert_eq!(sweep.file_stem(6), "gain=0.25_octaves=2");
//! let values = sweep.values(6, generator, &Values::default());
//! assert_eq!(values.get(&generator.controls()[0]).first(), 0.25);
//! # Ok::<(), noise_playground::subject::sweep::SweepError>(())
//! ```

mod axis;
mod error;
mod notation;
mod range;
mod subject;

use std::sync::Arc;

use crate::RenderSettings;
use crate::generator::Generator;
use crate::generator::control::{Control, Values, Widget};
use crate::subject::Subject;
pub use axis::Axis;
pub use error::SweepError;
pub use notation::{AxisText, PRESET};
pub use range::{AxisRange, Spacing};

/// Largest number of variants.
pub const MAX_VARIANTS: usize = 100_000;

/// Largest number of random variants: the length of the Sobol sequence.
pub const MAX_RANDOM: usize = 1 << 16;

/// Largest number of axes of random variants.
pub const MAX_RANDOM_AXES: usize = sobol_burley::NUM_DIMENSIONS as usize;

/// In bytes.
const MAX_STEM: usize = 180;

/// All combinations of the axes' values, the first axis changing fastest, or random points. Variants count from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    axes: Vec<Axis>,
    /// True if each variant has values of its own on all axes.
    is_random: bool,
}

impl Sweep {
    /// Creates a sweep over all combinations. Without an axis it has one variant.
    ///
    /// # Errors
    /// Two axes vary the same control or setting, or there are more than [`MAX_VARIANTS`] variants.
    pub fn new(axes: Vec<Axis>) -> Result<Self, SweepError> {
        let sweep = Self { axes, is_random: false };
        sweep.check_names()?;
        if sweep.count() > MAX_VARIANTS {
            return Err(SweepError::TooManyVariants);
        }
        Ok(sweep)
    }

    /// Creates `count` variants that fill a space evenly, by an Owen-scrambled Sobol sequence (Burley 2020). The axes
    /// are the given intervals; without any, all sliders of the generator except seeds. Equal seeds give equal points.
    ///
    /// # Errors
    /// A text is not `NAME=FROM..TO`, an axis is invalid, two vary the same, there is no slider, or there are more than
    /// [`MAX_RANDOM`] points or [`MAX_RANDOM_AXES`] axes.
    pub fn random(
        intervals: &[AxisText],
        generator: &Generator,
        count: usize,
        seed: u32,
    ) -> Result<Self, SweepError> {
        let interval = |text: &AxisText| match text {
            AxisText::Interval(range) => Ok(range.clone()),
            AxisText::Range(_) | AxisText::List { .. } => {
                Err(SweepError::NotAnInterval(text.name().to_owned()))
            }
        };
        let mut ranges: Vec<AxisRange> =
            intervals.iter().map(interval).collect::<Result<_, _>>()?;
        if ranges.is_empty() {
            ranges = generator.controls.iter().flat_map(slider_ranges).collect();
        }
        if ranges.is_empty() {
            return Err(SweepError::NothingToSample(generator.address.to_string()));
        }
        if count == 0 {
            return Err(SweepError::Count(count.to_string()));
        }
        if count > MAX_RANDOM || ranges.len() > MAX_RANDOM_AXES {
            return Err(SweepError::RandomLimit);
        }
        let axes = (0u32..).zip(&ranges).map(|(dimension, range)| {
            let point = |index| f64::from(sobol_burley::sample(index, dimension, seed));
            Axis::random(range, (0..count as u32).map(point), generator)
        });
        let sweep = Self { axes: axes.collect::<Result<_, _>>()?, is_random: true };
        sweep.check_names()?;
        Ok(sweep)
    }

    fn check_names(&self) -> Result<(), SweepError> {
        for (index, axis) in self.axes.iter().enumerate() {
            if self.axes[..index].iter().any(|other| other.overlaps(axis)) {
                return Err(SweepError::Repeated(axis.name().to_owned()));
            }
        }
        Ok(())
    }

    /// Returns the axes in order.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Returns the number of variants.
    pub fn count(&self) -> usize {
        let mut counts = self.axes.iter().map(Axis::count);
        if self.is_random {
            counts.next().unwrap_or_default()
        } else {
            counts.fold(1, usize::saturating_mul)
        }
    }

    /// Returns the axes, each with the index of its value in a variant.
    pub fn positions(&self, variant: usize) -> impl Iterator<Item = (&Axis, usize)> {
        let mut rest = variant;
        self.axes.iter().map(move |axis| {
            if self.is_random {
                return (axis, variant);
            }
            let position = rest % axis.count();
            rest /= axis.count();
            (axis, position)
        })
    }

    /// Returns `base` changed to the values of a variant: those of its preset first, then those of single controls.
    pub fn values(&self, variant: usize, generator: &Generator, base: &Values) -> Values {
        let mut values = base.clone();
        let mut positions: Vec<_> = self.positions(variant).collect();
        positions.sort_by_key(|(axis, _)| !axis.is_preset());
        for (axis, position) in positions {
            axis.set(position, generator, &mut values);
        }
        values
    }

    /// Returns `base` changed to z, time, span and camera of a variant.
    pub fn settings(&self, variant: usize, base: &RenderSettings) -> RenderSettings {
        let mut settings = *base;
        for (axis, position) in self.positions(variant) {
            axis.set_view(position, &mut settings);
        }
        settings
    }

    /// Returns `base` changed to the values and settings of a variant.
    pub fn subject(&self, variant: usize, base: &Subject) -> Subject {
        Subject {
            generator: Arc::clone(&base.generator),
            values: self.values(variant, &base.generator, &base.values),
            settings: self.settings(variant, &base.settings),
        }
    }

    /// Returns a file name without extension: `warp=0.2_gain=0.5`. A long one leaves out the last axes.
    pub fn file_stem(&self, variant: usize) -> String {
        let mut stem = String::new();
        for (axis, at) in self.positions(variant) {
            let separator = if stem.is_empty() { "" } else { "_" };
            let part = format!("{separator}{}={}", axis.name(), axis.file_text(at));
            if stem.len() + part.len() > MAX_STEM {
                break;
            }
            stem += &part;
        }
        stem
    }
}

/// One range for each component; empty for a control that is hidden or has no slider.
fn slider_ranges(control: &Control) -> Vec<AxisRange> {
    let is_slider = matches!(control.widget, Widget::Slider | Widget::Angle);
    if control.hidden || !is_slider {
        return Vec::new();
    }
    let range = AxisRange::over(control, 1);
    let component = |index| AxisRange { name: control.component_name(index), ..range.clone() };
    (0..control.ty.components()).map(component).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::control::{Plain, Setting};
    use crate::subject::sweep::axis::tests::generator;

    fn sweep(texts: &[&str], generator: &Generator) -> Result<Sweep, SweepError> {
        let axes = texts.iter().map(|text| Axis::from_text(&text.parse()?, generator));
        Sweep::new(axes.collect::<Result<_, _>>()?)
    }

    #[test]
    fn first_axis_changes_fastest() {
        let generator = &generator();
        let found = sweep(&["gain=0:1:2", "scale=1:4:3"], generator).unwrap();
        let names: Vec<String> = (0..found.count()).map(|index| found.file_stem(index)).collect();
        let expected = ["0_1", "1_1", "0_2", "1_2", "0_4", "1_4"];
        let expected = expected.map(|pair| format!("gain={}", pair.replace('_', "_scale=")));
        assert_eq!(names, expected);
        let twice = sweep(&["gain=0:1:2", "gain=3"], generator);
        assert_eq!(twice, Err(SweepError::Repeated("gain".to_owned())));
        for (first, second) in [("shift.x", "shift.r"), ("shift.1", "shift.y"), ("tint", "tint.g")]
        {
            let value = if first == "tint" { "#ff0000" } else { "0.5" };
            let twice = sweep(&[&format!("{first}={value}"), &format!("{second}=0.5")], generator);
            assert_eq!(twice, Err(SweepError::Repeated(second.to_owned())));
        }
        assert_eq!(sweep(&["shift.x=0:1:2", "shift.y=0:1:2"], generator).unwrap().count(), 4);
        let large = sweep(&["gain=0:1:400", "scale=1:4:400"], generator);
        assert_eq!(large, Err(SweepError::TooManyVariants));
    }

    #[test]
    fn presets_are_applied_before_single_controls_and_views_apart() {
        let generator = &generator();
        let settings = |gain: f64| {
            let pairs = [("gain", gain), ("scale", 2.0)];
            pairs.map(|(name, value)| (name.to_owned(), Setting::Number(Plain(value))))
        };
        let presets = [("Flat", 0.25), ("Alps/high", 0.75)];
        let presets = presets.map(|(name, gain)| (name.to_owned(), settings(gain).into()));
        let axes = vec![
            Axis::from_text(&"scale=5".parse().unwrap(), generator).unwrap(),
            Axis::presets(presets.into(), generator).unwrap(),
            Axis::from_text(&"time=0,2.5".parse().unwrap(), generator).unwrap(),
            Axis::from_text(&"span=1:16:5 log".parse().unwrap(), generator).unwrap(),
            Axis::from_text(&"shift.y=-1..1:3".parse().unwrap(), generator).unwrap(),
        ];
        let sweep = Sweep::new(axes).unwrap();
        let last = sweep.count() - 1;
        assert_eq!(last, 59);
        let values = sweep.values(last, generator, &Values::default());
        let value = |name: &str| {
            let mut controls = generator.controls.iter();
            values.get(controls.find(|control| control.name == name).unwrap()).clone().0
        };
        assert_eq!((value("scale"), value("gain")), (vec![5.0], vec![0.75]));
        assert_eq!(value("shift")[1], 1.0);
        let base = RenderSettings::new(generator, 8);
        let settings = sweep.settings(last, &base);
        assert_eq!((settings.time, settings.grid.span), (2.5, 16.0));
        assert_eq!(sweep.file_stem(last), "scale=5_preset=Alps-high_time=2.5_span=16_shift.y=1");
    }

    #[test]
    fn random_points_fill_the_space_evenly_and_depend_on_the_seed_alone() {
        let generator = &generator();
        let interval = |text: &str| text.parse::<AxisText>().unwrap();
        let intervals = [interval("gain=2..4"), interval("scale=1..16"), interval("shape=0..1")];
        let random = |seed| Sweep::random(&intervals, generator, 64, seed).unwrap();
        let found = random(7);
        assert_eq!((found.count(), &found), (64, &random(7)));
        assert_ne!(found, random(8));
        let mut quarters = [0; 4];
        let mut octaves = [0; 4];
        let mut shapes = [0; 2];
        for variant in 0..64 {
            let values = found.values(variant, generator, &Values::default());
            let value = |name: &str| {
                let mut controls = generator.controls.iter();
                values.get(controls.find(|control| control.name == name).unwrap()).first()
            };
            quarters[((value("gain") - 2.0) * 2.0) as usize] += 1;
            octaves[value("scale").log2() as usize] += 1;
            shapes[value("shape") as usize] += 1;
        }
        assert_eq!((quarters, octaves, shapes), ([16; 4], [16; 4], [32; 2]));
        let sliders = Sweep::random(&[], generator, 4, 0).unwrap();
        let names: Vec<&str> = sliders.axes().iter().map(Axis::name).collect();
        assert_eq!(names, ["scale", "shift.x", "shift.y", "gain"]);
        let grid = Sweep::random(&[interval("gain=0:1:4")], generator, 4, 0);
        assert_eq!(grid, Err(SweepError::NotAnInterval("gain".to_owned())));
    }
}
