//! Table of all tags: where each belongs, what it takes, how it changes a control. Errors are texts for the author.

mod auto;
mod default;

use super::UniformMember;
use crate::generator::control::{Control, ControlSource, ControlType, SliderRange, Value, Widget};
use crate::wgsl::annotation::{Argument, Tag};
use crate::wgsl::suggest::closest;
use auto::auto;
use default::default;
pub(in crate::generator::control) use default::fewest_numbers;

use ControlType::{Array, F32, Vec2, Vec3, Vec4};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagScope {
    Control,
    UniformMember,
    Texture,
    ControlOrFunction,
    Generator,
    Parameter,
    File,
    GridBuffer,
    GridPass,
}

impl TagScope {
    pub(crate) fn of(tag: &Tag) -> Option<Self> {
        TagInfo::named(&tag.name).map(|info| info.scope)
    }

    pub(crate) fn is_of_grid(self) -> bool {
        matches!(self, Self::GridBuffer | Self::GridPass)
    }

    fn text(self) -> &'static str {
        match self {
            Self::Control => "a member of the uniform struct or a generator's parameter",
            Self::UniformMember => "a member of the uniform struct",
            Self::Texture => "a texture_2d<f32>",
            Self::ControlOrFunction => "a control or a function",
            Self::Generator => "a generator",
            Self::Parameter => "a function's parameter, as `@param name text`",
            Self::File => "the file, in its `//!` comment",
            Self::GridBuffer => "a buffer of a grid program",
            Self::GridPass => "an entry point of a grid program",
        }
    }
}

pub(crate) struct TagInfo {
    pub(crate) name: &'static str,
    pub(crate) scope: TagScope,
    pub(crate) arguments: &'static str,
    /// Arguments that editors insert, one after each comma; empty for none.
    pub(crate) example: &'static str,
    pub(crate) summary: &'static str,
    /// Place of the tag in the order in which the tags of a control are applied: after those that it depends on.
    rank: u8,
    fits: fn(ControlType) -> bool,
    apply: fn(&Tag, &mut TaggedControl) -> Result<(), String>,
}

/// A control to which tags are applied, and what they say besides.
pub(super) struct TaggedControl {
    pub(super) control: Control,
    pub(super) has_range: bool,
    /// What the host sets the member to by `@auto`.
    pub(super) host: Option<UniformMember>,
}

const NOTHING: &str = "no arguments";
const ONE_TEXT: &str = "one quoted text";
const ANY: fn(ControlType) -> bool = |_| true;
const INTEGER: fn(ControlType) -> bool = ControlType::is_integer;
const ARRAY: fn(ControlType) -> bool = |ty| matches!(ty, Array(_));
const LAST: u8 = 5;

macro_rules! tags {
    ($($name:literal, $scope:ident, $arguments:expr, $example:literal, $summary:literal $(, $rank:expr, $fits:expr, $apply:expr)?;)*) => {
        /// All tags. Of equally similar names, the first is suggested for an unknown one.
        pub(crate) static TAGS: &[TagInfo] = &[$({
            let info = TagInfo {
                name: $name,
                scope: TagScope::$scope,
                arguments: $arguments,
                example: $example,
                summary: $summary,
                rank: LAST,
                fits: ANY,
                apply: |tag, _| Err(misplaced_message(tag)),
            };
            $(let info = TagInfo { rank: $rank, fits: $fits, apply: $apply, ..info };)?
            info
        },)*];
    };
}

tags! {
    "range", Control, "(min, max[, step[, initial]])", "0, 1, 0.01, 0.5",
        "Limits of the slider, with a step and the value that it starts with.", 1, ANY, range;
    "default", Control, "(v…)", "0",
        "Value that the control starts with.", 3, ANY, default;
    "step", Control, "(s)", "0.01",
        "Smallest change by the slider.", 2, ANY, step;
    // After `@default`, which may widen the range.
    "log", Control, NOTHING, "",
        "Logarithmic slider.", 4, |ty| matches!(ty, F32 | Vec2 | Vec3 | Vec4) || ty.is_integer(), log;
    "color", Control, "(r, g, b[, a])", "1, 1, 1",
        "Linear color that the control starts with; an alpha is optional.", 0, |ty| matches!(ty, Vec3 | Vec4), color;
    "toggle", Control, "[(0 or 1)]", "",
        "Switch with the values 0 and 1.", 0, INTEGER, toggle;
    "enum", Control, "quoted names", "\"one\", \"two\"",
        "Choice among names; the number of the chosen one, from 0, is the value.", 0, INTEGER, options;
    "angle", Control, NOTHING, "",
        "Angle in degrees, 0 to 360.", 0, |ty| ty == F32, |_, to| to.set_widget(Widget::Angle, 0.0, 360.0, 0.0);
    "seed", Control, "[(initial)]", "",
        "Random seed, which randomizing leaves as it is.", 0, INTEGER, seed;
    "xy", Control, NOTHING, "",
        "Two numbers that are set by dragging a point.", 0, |ty| ty == Vec2, |_, to| to.set_widget(Widget::Xy, -1.0, 1.0, 0.0);
    // Neutral defaults: octaves of weight 1, the identity curve, a gradient from black to white. The latter two have two
    // points; the others of the array equal the second.
    "octaves", Control, NOTHING, "",
        "Weights of octaves, one for each number of the array.", 0, ARRAY, |_, to| to.set_array(Widget::Octaves, |_| [1.0; 4]);
    "curve", Control, NOTHING, "",
        "Curve through points; the array holds their positions and tangents.", 0, ARRAY, |_, to| to.set_array(Widget::Curve, |x| [x.ceil(), x.ceil(), 1.0, 1.0]);
    "gradient", Control, NOTHING, "",
        "Color gradient; the array holds its stops.", 0, ARRAY, |_, to| to.set_array(Widget::Gradient, |x| [x.ceil(); 4]);
    "group", Control, ONE_TEXT, "\"text\"",
        "Title of the section that starts with this control.", LAST, ANY, group;
    "section", Control, ONE_TEXT, "\"text\"",
        "Title of the section that starts with this control.", LAST, ANY, group;
    "label", Control, ONE_TEXT, "\"text\"",
        "Name of the control in the window.", LAST, ANY, |tag, to| name(tag).map(|label| to.control.label = label);
    "unit", Control, ONE_TEXT, "\"text\"",
        "Unit behind the number.", LAST, ANY, |tag, to| text(tag).map(|unit| to.control.unit = Some(unit.to_owned()));
    "auto", UniformMember, "one name", "pixel_size",
        "Value that this program sets, such as pixel_size, time or the placement of a field.", LAST, ANY, auto;
    "field", Texture, "a file, (file::function), or (\"file.r16\", width, height)", "file.tif",
        "Field that the texture holds: a data file, or the generator of a file.", LAST, ANY, |tag, to| {
        matches!(to.control.ty, ControlType::Field).then_some(()).ok_or_else(|| misplaced_message(tag))
    };
    "hidden", ControlOrFunction, NOTHING, "",
        "Leaves the control or generator out of lists.", LAST, ANY, |_, to| {
        to.control.hidden = true;
        Ok(())
    };
    // Read with the function, even if it stands after `@param`.
    "returns", Generator, "gradient or color", "gradient",
        "What the numbers of the result are: a value with its gradient, or a color.", LAST, ANY, |tag, to| match to.control.source {
        ControlSource::Argument => Ok(()),
        _ => Err(misplaced_message(tag)),
    };
    "param", Parameter, "a name and a text", "name, text",
        "Text about a parameter of the function.";
    "view", File, "(center_x, center_y, span) with a span above 0", "0, 0, 8",
        "Center and width of the first view, in world units.";
    "mode", File, "the name of a view mode", "relief",
        "View mode at the start.";
    "camera", File, "(azimuth, altitude, distance) or (azimuth, altitude, distance, field of view)", "155, 35, fit",
        "Camera at the start: angles in degrees, distance or `fit`, and field of view.";
    "sea", File, "(level), the value at which the ocean lies", "0",
        "Value at which the ocean of a planet lies.";
    "z_factor", File, "a number above 0", "0.3048",
        "World units in a unit of the values, such as 0.3048 for heights in feet over meters.";
    "loop_budget", File, "an integer", "100000",
        "Iterations that all loops of one sample may run together.";
    "define", File, "(NAME) or (NAME, value)", "NAME",
        "Name for the conditions of directives, with an optional value.";
    "feature", File, "(name) or (name, on)", "name",
        "Feature of conditional compilation, which the window can switch.";
    "grid", GridBuffer, "integer expressions for width and height, or one for both; in place of the height the name of a field", "256",
        "Buffer that holds the result of a grid program, and width and height of its grid.";
    "pass", GridPass, "one integer expression", "1",
        "Pass of a grid program, with its number of executions.";
    "dispatch", GridPass, "two integer expressions", "32, 32",
        "Workgroups of a pass in both directions.";
}

impl TagInfo {
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        TAGS.iter().find(|info| info.name == name)
    }

    pub(crate) fn applies_to(&self) -> &'static str {
        self.scope.text()
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.arguments == NOTHING || self.arguments.starts_with('[')
    }
}

pub(crate) fn misplaced_message(tag: &Tag) -> String {
    if let Some(scope) = TagScope::of(tag) {
        return format!("misplaced `@{}`: it applies to {}", tag.name, scope.text());
    }
    let similar = closest(&tag.name, TAGS.iter().map(|info| info.name));
    let similar = similar.map_or_else(String::new, |name| format!("; did you mean `@{name}`?"));
    format!("unknown tag `@{}`{similar}", tag.name)
}

pub(crate) fn arguments_message(tag: &Tag) -> String {
    let arguments = TagInfo::named(&tag.name).map_or("", |info| info.arguments);
    format!("`@{}` takes {arguments}", tag.name)
}

pub(super) fn in_order(tags: &[Tag]) -> Vec<&Tag> {
    let mut tags: Vec<&Tag> = tags.iter().collect();
    tags.sort_by_key(|tag| TagInfo::named(&tag.name).map_or(LAST, |info| info.rank));
    tags
}

impl TaggedControl {
    pub(super) fn apply(&mut self, tag: &Tag) -> Result<(), String> {
        tag.check_closed()?;
        let info = TagInfo::named(&tag.name).ok_or_else(|| misplaced_message(tag))?;
        if !(info.fits)(self.control.ty) {
            return Err(wrong_type(tag, &self.control));
        }
        if info.arguments == NOTHING && !tag.arguments().is_empty() {
            return Err(arguments_message(tag));
        }
        (info.apply)(tag, self)
    }

    fn set_widget(
        &mut self,
        widget: Widget,
        min: f64,
        max: f64,
        default: f64,
    ) -> Result<(), String> {
        let control = &mut self.control;
        control.widget = widget;
        control.range = SliderRange::linear(min, max, control.ty);
        control.default = Value::from(vec![default; control.ty.components()]);
        Ok(())
    }

    /// Sets the widget of an array. `element` computes the defaults from positions spaced evenly from 0 to 1.
    fn set_array(&mut self, widget: Widget, element: fn(f64) -> [f64; 4]) -> Result<(), String> {
        self.set_widget(widget, 0.0, 1.0, 0.0)?;
        let length = self.control.ty.components() / 4;
        let last = length.saturating_sub(1).max(1) as f64;
        let numbers = (0..length).flat_map(|index| element(index as f64 / last));
        self.control.default = Value::from(numbers.collect::<Vec<_>>());
        Ok(())
    }
}

fn range(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let numbers = numbers(tag)?;
    let control = &mut tagged.control;
    let [min, max] = check_range(tag, control, &numbers)?;
    tagged.has_range = true;
    let linear = SliderRange::linear(min, max, control.ty);
    control.range = SliderRange { step: numbers.get(2).copied().or(linear.step), ..linear };
    if control.widget == Widget::Number {
        control.widget = Widget::Slider;
    }
    // The default of a slider is its minimum; other widgets have defaults of their own.
    let fallback = match control.widget {
        Widget::Slider => min,
        _ => control.default.first().clamp(min, max),
    };
    let initial = numbers.get(3).copied().unwrap_or(fallback);
    let inside = (min..=max).contains(&initial);
    control.default =
        Value::from(vec![if inside { initial } else { fallback }; control.ty.components()]);
    if inside {
        Ok(())
    } else {
        Err(format!("the default {initial} is outside the range {min} to {max}"))
    }
}

/// Checks that the numbers of the tag `@range` fit together and the control. Returns the minimum and the maximum.
fn check_range(tag: &Tag, control: &Control, numbers: &[f64]) -> Result<[f64; 2], String> {
    let (min, max) = match numbers {
        [min, max, ..] if numbers.len() <= 4 => (*min, *max),
        _ => return Err(arguments_message(tag)),
    };
    if matches!(
        control.widget,
        Widget::Color | Widget::Toggle | Widget::Enum(_) | Widget::Curve | Widget::Gradient
    ) {
        return Err(format!("`@range` cannot be combined with `@{}`", control.widget.name()));
    }
    if let (Array(_), Widget::Number) = (control.ty, &control.widget) {
        return Err(wrong_type(tag, control));
    }
    if min >= max {
        return Err(format!("the minimum {min} of `@range` is not below its maximum {max}"));
    }
    fits(control.ty, numbers)?;
    if numbers.get(2).is_some_and(|step| *step <= 0.0) {
        return Err("the step of `@range` is not above 0".to_owned());
    }
    Ok([min, max])
}

fn step(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    match numbers(tag)?[..] {
        [step] if step > 0.0 => {
            fits(tagged.control.ty, &[step])?;
            tagged.control.range.step = Some(step);
            Ok(())
        }
        _ => Err("`@step` takes one number above 0".to_owned()),
    }
}

fn log(_: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let Control { range, widget, .. } = &mut tagged.control;
    if !matches!(widget, Widget::Number | Widget::Slider | Widget::Angle) {
        return Err(format!("`@log` cannot be combined with `@{}`", widget.name()));
    }
    range.log = range.min > 0.0;
    if range.log {
        Ok(())
    } else {
        Err(format!("`@log` needs a range above 0, not from {}", range.min))
    }
}

fn color(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let mut numbers = numbers(tag)?;
    let ty = tagged.control.ty;
    if ty == Vec4 && numbers.len() == 3 {
        numbers.push(1.0);
    }
    if numbers.len() != ty.components() {
        return Err(format!("`@color` of {} takes {}", ty.with_article(), ty.numbers()));
    }
    fits(ty, &numbers)?;
    tagged.set_widget(Widget::Color, 0.0, 1.0, 0.0)?;
    tagged.control.default = Value::from(numbers);
    Ok(())
}

fn toggle(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let initial = match numbers(tag)?[..] {
        [] => 0.0,
        [number] if number == 0.0 || number == 1.0 => number,
        _ => return Err("`@toggle` takes 0 or 1".to_owned()),
    };
    tagged.set_widget(Widget::Toggle, 0.0, 1.0, initial)
}

fn options(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let text = |argument: &Argument| match argument {
        Argument::Text(text) => Some(text.clone()),
        Argument::Number(_) | Argument::Word(_) => None,
    };
    let names: Option<Vec<String>> = tag.arguments().iter().map(text).collect();
    let names = names.filter(|names| !names.is_empty()).ok_or_else(|| arguments_message(tag))?;
    if let Some(twice) = (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
        return Err(format!("`@enum` has the option {:?} twice", names[twice]));
    }
    let last = names.len() as f64 - 1.0;
    tagged.set_widget(Widget::Enum(names), 0.0, last, 0.0)
}

fn seed(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let initial = match numbers(tag)?[..] {
        [] => 0.0,
        [number] => number,
        _ => return Err("`@seed` takes one number".to_owned()),
    };
    fits(tagged.control.ty, &[initial])?;
    tagged.set_widget(Widget::Seed, 0.0, 65_535.0, initial)
}

fn group(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    tagged.control.group = Some(name(tag)?);
    Ok(())
}

fn wrong_type(tag: &Tag, control: &Control) -> String {
    let ty = control.ty.with_article();
    format!("`@{}` does not apply to {ty}", tag.name)
}

/// Returns the text of a tag such as `@label("…")` without spaces around it, if it is not blank.
fn name(tag: &Tag) -> Result<String, String> {
    match text(tag)?.trim() {
        "" => Err(format!("`@{}` takes a text that is not blank", tag.name)),
        name => Ok(name.to_owned()),
    }
}

fn text(tag: &Tag) -> Result<&str, String> {
    tag.text().ok_or_else(|| arguments_message(tag))
}

fn numbers(tag: &Tag) -> Result<Vec<f64>, String> {
    let message = || arguments_message(tag).replacen("takes", "takes numbers:", 1);
    tag.numbers().ok_or_else(message)
}

fn fits(ty: ControlType, numbers: &[f64]) -> Result<(), String> {
    let (min, max) = ty.limits();
    let wrong = numbers.iter().find(|number| {
        !(min..=max).contains(*number) || (ty.is_integer() && number.fract() != 0.0)
    });
    match wrong {
        Some(number) if number.abs() >= 1e16 => Err(format!("{number:e} is not a valid {ty}")),
        Some(number) => Err(format!("{number} is not a valid {ty}")),
        None => Ok(()),
    }
}
