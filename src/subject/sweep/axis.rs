//! One axis of a sweep: the subject that it varies, and the values.

use super::range::NumberKind;
use super::subject::{Stop, Subject};
use super::{AxisRange, AxisText, MAX_VARIANTS, SweepError};
use crate::RenderSettings;
use crate::generator::Generator;
use crate::generator::control::{Control, Settings, Value, Values, Widget};

/// A control, a component of a control, a setting of the view or the preset, with at least one value for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    name: String,
    title: String,
    subject: Subject,
    stops: Vec<Stop>,
    labels: Vec<String>,
}

impl Axis {
    /// Creates an axis of evenly spaced numbers. Integers are rounded.
    ///
    /// # Errors
    /// The generator has no such control or component, the control has several components, a value is not valid for it,
    /// or their number is 0 or above [`MAX_VARIANTS`].
    pub fn new(range: &AxisRange, generator: &Generator) -> Result<Self, SweepError> {
        let subject = Subject::find(&range.name, generator)?;
        check_count(range.count)?;
        let kind = subject.kind(generator);
        Self::of_numbers(range, subject, range.values(kind), kind, generator)
    }

    /// Creates an axis from the text of the user.
    ///
    /// # Errors
    /// As for [`Self::new`]. Presets have an axis of their [own](Self::presets), and an interval is for
    /// [`Sweep::random`](super::Sweep::random).
    pub fn from_text(text: &AxisText, generator: &Generator) -> Result<Self, SweepError> {
        match text {
            AxisText::Range(range) => Self::new(range, generator),
            AxisText::Interval(range) => Err(SweepError::MissingCount(range.name.clone())),
            AxisText::List { name, values } => {
                let subject = Subject::find(name, generator)?;
                check_count(values.len())?;
                let is_control = matches!(subject, Subject::Control(_));
                let is_named = is_control && has_options(subject.controls(generator).next());
                let stop = |text: &String| match text.parse() {
                    Ok(number) if !is_named => Ok(Stop::Number(number)),
                    _ if is_control => Ok(Stop::Text(text.clone())),
                    _ => Err(SweepError::NotANumber(text.clone())),
                };
                let stops = values.iter().map(stop).collect::<Result<_, _>>()?;
                let labels = values.clone();
                Self::checked(name, subject, stops, labels, generator)
            }
        }
    }

    /// Creates an axis of presets, given by their names and values.
    ///
    /// # Errors
    /// There is no preset, or more than [`MAX_VARIANTS`], or a preset selects another source or feature.
    pub fn presets(
        presets: Vec<(String, Settings)>,
        generator: &Generator,
    ) -> Result<Self, SweepError> {
        check_count(presets.len())?;
        let labels = presets.iter().map(|(name, _)| name.clone()).collect();
        let stop = |(name, settings)| Stop::Preset(name, settings);
        let stops: Vec<Stop> = presets.into_iter().map(stop).collect();
        let mut checked = stops.iter();
        checked.try_for_each(|stop| Subject::Preset.check(stop, generator))?;
        Ok(Self {
            name: super::notation::PRESET.to_owned(),
            title: super::notation::PRESET.to_owned(),
            subject: Subject::Preset,
            stops,
            labels,
        })
    }

    pub(super) fn random(
        range: &AxisRange,
        random: impl Iterator<Item = f64>,
        generator: &Generator,
    ) -> Result<Self, SweepError> {
        let subject = Subject::find(&range.name, generator)?;
        let kind = subject.kind(generator);
        let values = random.map(|random| range.random(random, kind)).collect();
        Self::of_numbers(range, subject, values, kind, generator)
    }

    fn of_numbers(
        range: &AxisRange,
        subject: Subject,
        values: Vec<f64>,
        kind: NumberKind,
        generator: &Generator,
    ) -> Result<Self, SweepError> {
        let control = subject.controls(generator).next();
        let labels = match control.filter(|_| kind.is_integer) {
            Some(control) => {
                let label = |value: &f64| control.value_text(&Value::from(*value));
                values.iter().map(label).collect()
            }
            None => range.labels(&values, kind),
        };
        let stop = |value: f64| {
            let option = control.and_then(|control| control.option(&Value::from(value)));
            option.map_or(Stop::Number(value), |name| Stop::Text(name.to_owned()))
        };
        let stops = values.into_iter().map(stop).collect();
        Self::checked(&range.name, subject, stops, labels, generator)
    }

    fn checked(
        name: &str,
        subject: Subject,
        stops: Vec<Stop>,
        labels: Vec<String>,
        generator: &Generator,
    ) -> Result<Self, SweepError> {
        for (stop, label) in stops.iter().zip(&labels) {
            if !subject.is_finite(stop) {
                return Err(SweepError::NotFinite { name: name.to_owned(), text: label.clone() });
            }
            subject.check(stop, generator)?;
        }
        let control = subject.controls(generator).next();
        Ok(Self {
            name: name.to_owned(),
            title: title(name, &subject, control),
            subject,
            stops,
            labels,
        })
    }

    /// Returns the name of a control with its component, if any, or of a setting.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the title for the user: the control's label with its unit, `Angle (°)`, or the name of the setting.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the number of values, at least 1.
    pub fn count(&self) -> usize {
        self.stops.len()
    }

    /// Returns the values as short texts for the user: names of options, or numbers with few digits.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns a value for a file name: a number, or a text with hyphens for all but letters, digits and `-_.#+`.
    pub fn file_text(&self, position: usize) -> String {
        let plain = |c: char| c.is_alphanumeric() || "-_.#+".contains(c);
        match &self.stops[position] {
            Stop::Number(number) => number.to_string(),
            Stop::Text(text) | Stop::Preset(text, _) => text.replace(|c| !plain(c), "-"),
        }
    }

    /// Returns a value of `z`, `time`, `span` or the camera; `None` for other axes.
    pub fn view_number(&self, position: usize) -> Option<f64> {
        match (&self.subject, &self.stops[position]) {
            (Subject::View(_) | Subject::Camera(_), Stop::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Returns true for a number of the camera, which only three-dimensional views have.
    pub fn varies_camera(&self) -> bool {
        matches!(self.subject, Subject::Camera(_))
    }

    /// Returns the name of a preset; `None` for other axes.
    pub fn preset_name(&self, position: usize) -> Option<&str> {
        match &self.stops[position] {
            Stop::Preset(name, _) => Some(name),
            Stop::Number(_) | Stop::Text(_) => None,
        }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.subject.overlaps(&other.subject)
    }

    pub(super) fn is_preset(&self) -> bool {
        self.subject == Subject::Preset
    }

    pub(super) fn set(&self, position: usize, generator: &Generator, values: &mut Values) {
        self.subject.set(&self.stops[position], generator, values);
    }

    /// Does nothing if the axis varies a control.
    pub(super) fn set_view(&self, position: usize, settings: &mut RenderSettings) {
        self.subject.set_view(&self.stops[position], settings);
    }
}

fn check_count(count: usize) -> Result<(), SweepError> {
    if (1..=MAX_VARIANTS).contains(&count) {
        return Ok(());
    }
    Err(SweepError::Count(count.to_string()))
}

fn has_options(control: Option<&Control>) -> bool {
    control.is_some_and(|control| matches!(control.widget, Widget::Enum(_)))
}

fn title(name: &str, subject: &Subject, control: Option<&Control>) -> String {
    let Some(control) = control else {
        return name.to_owned();
    };
    let label = match subject {
        Subject::Component(..) => name,
        _ => &control.label,
    };
    match &control.unit {
        Some(unit) => format!("{label} ({unit})"),
        None => label.to_owned(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compile;

    pub(in crate::subject::sweep) fn generator() -> Arc<Generator> {
        let text = "struct P {
            /// @range(0.1, 10) @log
            scale: f32,
            /// @enum(\"flat\", \"steep\")
            shape: u32,
            /// @range(0, 1)
            shift: vec2f,
            /// @color(1, 1, 1)
            tint: vec3f,
        }
        @group(0) @binding(0) var<uniform> params: P;
        fn height(p: vec2f, gain: f32) -> f32 {
            return gain * params.scale * params.shift.x * params.tint.x * f32(params.shape);
        }";
        compile(text).unwrap().remove(0)
    }

    fn axis(text: &str) -> Result<Axis, SweepError> {
        Axis::from_text(&text.parse()?, &generator())
    }

    #[test]
    fn values_have_equal_distances_and_few_digits() {
        let check = |ends: [f64; 2], count: usize, is_integer: bool, expected: &[&str]| {
            let [from, to] = ends;
            let range = AxisRange { name: String::new(), from, to, count, spacing: None };
            let kind = NumberKind { is_integer, is_log: false };
            let values = range.values(kind);
            let values: Vec<String> = values.iter().map(f64::to_string).collect();
            assert_eq!(values, expected);
        };
        check([0.0, 1.0], 1, false, &["0"]);
        check([0.1, 0.5], 5, false, &["0.1", "0.2", "0.3", "0.4", "0.5"]);
        let thirds = ["1", "0.666666667", "0.333333333", "0"];
        check([1.0, 0.0], 4, false, &thirds);
        check([-0.1, 0.3], 5, false, &["-0.1", "0", "0.1", "0.2", "0.3"]);
        check([-0.4, 0.4], 2, true, &["0", "0"]);
        check([1.0, 8.0], 4, true, &["1", "3", "6", "8"]);
        check([0.0, 4_294_967_295.0], 2, true, &["0", "4294967295"]);
        let large = ["3000000000000000000000000000000"; 2];
        check([3e30, 3e30], 2, false, &large);
        check([0.0, 0.0], 2, false, &["0", "0"]);
        check([0.0, 1e-300], 2, false, &["0", "0"]);
        check([0.0, 3e-20], 2, false, &["0", "0.00000000000000000003"]);
    }

    fn texts(text: &str) -> Vec<String> {
        let axis = axis(text).unwrap();
        (0..axis.count()).map(|index| axis.file_text(index)).collect()
    }

    #[test]
    fn logarithmic_control_has_equal_ratios_unless_an_end_is_not_positive() {
        assert_eq!(texts("scale=0.1:10:3"), ["0.1", "1", "10"]);
        assert_eq!(texts("scale=8:0.5:5"), ["8", "4", "2", "1", "0.5"]);
        assert_eq!(texts("scale=0:10:3"), ["0", "5", "10"]);
        assert_eq!(texts("scale=2:10:3 lin"), ["2", "6", "10"]);
        assert_eq!(texts("gain=1:9:3"), ["1", "5", "9"]);
        assert_eq!(texts("gain=1..9:3 log"), ["1", "3", "9"]);
    }

    #[test]
    fn lists_take_numbers_options_and_colors() {
        assert_eq!(texts("gain=0.5,-2,1e-3"), ["0.5", "-2", "0.001"]);
        assert_eq!(texts("shape=steep,0"), ["steep", "0"]);
        assert_eq!(texts("tint=#ff0000, #00ff00"), ["#ff0000", "#00ff00"]);
        assert_eq!(axis("tint.g=0.5").unwrap().title(), "tint.g");
    }

    #[test]
    fn labels_are_short_but_differ() {
        let labels = |text: &str| axis(text).unwrap().labels().to_vec();
        assert_eq!(labels("gain=0:0.1:4"), ["0", "0.0333", "0.0667", "0.1"]);
        assert_eq!(labels("gain=1:1.0002:3"), ["1", "1.0001", "1.0002"]);
        assert_eq!(labels("gain=2:2:2"), ["2", "2"]);
        assert_eq!(labels("shape=0:1:2"), ["flat", "steep"]);
    }

    #[test]
    fn invalid_axes_are_refused_with_a_reason() {
        let check = |text: &str, expected: &str| {
            assert_eq!(axis(text).unwrap_err().to_string(), expected);
        };
        check("gain", "\"gain\" is neither NAME=FROM:TO:COUNT nor NAME=V1,V2,…");
        check("gain=0:1", "\"gain=0:1\" is neither NAME=FROM:TO:COUNT nor NAME=V1,V2,…");
        check("gain=0.5,", "gain: \"\" is not a finite number");
        check("z=0:1:2", "main.wgsl::height has no z: its position is in a plane");
        check("span=0,1", "span 0 is not above 0");
        check("time=now", "\"now\" is not a number");
        check("time=0, nan", "time: \"nan\" is not a finite number");
        check("time=1e300,0", "time: \"1e300\" is not a finite number");
        check("span=8,inf", "span: \"inf\" is not a finite number");
        check("shift.x=0,-inf", "shift.x: \"-inf\" is not a finite number");
        check("shift.x=1e39", "shift.x: \"1e39\" is not a finite number");
        check("shape.x=0.5", "shape: \"0.5\" is not one of \"flat\", \"steep\"");
        check("gain=nan", "gain: \"NaN\" is not a finite number");
        check("shift.z=1", "shift is a vec2f; it has no component \"z\"");
        check(
            "gain=0..1",
            "gain=FROM..TO has no COUNT: write gain=FROM..TO:COUNT, or sample at random",
        );
        check("gain=0:1:3 log", "gain=0:1:3 log: both ends of a logarithmic range must be above 0");
        check("gain=nan:1:2", "FROM: \"nan\" is not a finite number");
        check("gain=0:1e39:2", "TO: \"1e39\" is not a finite number");
        check("gain=0:1:0", "COUNT \"0\" is not an integer from 1 to 100000");
        check("gain=0:1:x", "COUNT \"x\" is not an integer from 1 to 100000");
        check("gian=0:1:2", "no control \"gian\"");
        check("shift=0:1:2", "shift is a vec2f; vary one component, as in shift.x");
        check("shape=0:2:3", "shape: \"2\" is not one of \"flat\", \"steep\"");
    }
}
