//! Applies the tags of a doc comment to a control. Errors are messages for the author.

use crate::annotation::{Argument, Tag};
use crate::control::{Control, ControlType, SliderRange, Value, Widget};

/// Applies one tag, such as `@step`, to a control. Sets `has_range` for `@range`. The error is a message for the
/// author.
pub(super) fn apply(tag: &Tag, control: &mut Control, has_range: &mut bool) -> Result<(), String> {
    use ControlType::{Array, F32, I32, U32, Vec2, Vec3, Vec4};
    match tag.name.as_str() {
        "range" => range(tag, control, has_range),
        "step" => step(tag, control),
        "log" => log(tag, control),
        "default" => default(tag, control, *has_range),
        "color" => {
            check_type(tag, control, &[Vec3, Vec4])?;
            color(tag, control)
        }
        "toggle" => {
            check_type(tag, control, &[I32, U32])?;
            toggle(tag, control)
        }
        "enum" => {
            check_type(tag, control, &[I32, U32])?;
            options(tag, control)
        }
        "seed" => {
            check_type(tag, control, &[I32, U32])?;
            seed(tag, control)
        }
        "angle" => {
            check_type(tag, control, &[F32])?;
            check_no_arguments(tag)?;
            set_widget(control, Widget::Angle, (0.0, 360.0), 0.0);
            Ok(())
        }
        "xy" => {
            check_type(tag, control, &[Vec2])?;
            check_no_arguments(tag)?;
            set_widget(control, Widget::Xy, (-1.0, 1.0), 0.0);
            Ok(())
        }
        "octaves" | "curve" | "gradient" => {
            let Array(length) = control.ty else {
                return Err(wrong_type(tag, control));
            };
            check_no_arguments(tag)?;
            array_widget(tag, control, length as usize);
            Ok(())
        }
        "label" => name_of(tag).map(|label| control.label = label),
        "unit" => text_of(tag).map(|unit| control.unit = Some(unit)),
        "hidden" => check_no_arguments(tag).map(|()| control.hidden = true),
        _ => Err(tag.misplaced_message()),
    }
}

fn set_widget(control: &mut Control, widget: Widget, (min, max): (f64, f64), default: f64) {
    control.widget = widget;
    control.range = SliderRange {
        min,
        max,
        step: control.ty.is_integer().then_some(1.0),
        log: false,
    };
    control.default = Value::from(vec![default; control.ty.components()]);
}

fn range(tag: &Tag, control: &mut Control, has_range: &mut bool) -> Result<(), String> {
    let numbers = numbers(tag, "(min, max[, step[, initial]])")?;
    let [min, max] = check_range(tag, control, &numbers)?;
    *has_range = true;
    let integer_step = control.ty.is_integer().then_some(1.0);
    control.range = SliderRange {
        min,
        max,
        step: numbers.get(2).copied().or(integer_step),
        log: false,
    };
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
    control.default = Value::from(vec![
        if inside { initial } else { fallback };
        control.ty.components()
    ]);
    if inside {
        Ok(())
    } else {
        Err(format!(
            "the default {initial} is outside the range {min} to {max}"
        ))
    }
}

/// Checks that the numbers of the tag `@range` fit together and the control. Returns the minimum and the maximum.
fn check_range(tag: &Tag, control: &Control, numbers: &[f64]) -> Result<[f64; 2], String> {
    let (min, max) = match numbers {
        [min, max, ..] if numbers.len() <= 4 => (*min, *max),
        _ => return Err("`@range` takes (min, max[, step[, initial]])".to_owned()),
    };
    if matches!(
        control.widget,
        Widget::Color | Widget::Toggle | Widget::Enum(_) | Widget::Curve | Widget::Gradient
    ) {
        return Err(format!(
            "`@range` cannot be combined with `@{}`",
            control.widget.name()
        ));
    }
    if let (ControlType::Array(_), Widget::Number) = (control.ty, &control.widget) {
        return Err(wrong_type(tag, control));
    }
    if min >= max {
        return Err(format!(
            "the minimum {min} of `@range` is not below its maximum {max}"
        ));
    }
    fits(control.ty, numbers)?;
    if numbers.get(2).is_some_and(|step| *step <= 0.0) {
        return Err("the step of `@range` is not above 0".to_owned());
    }
    Ok([min, max])
}

fn step(tag: &Tag, control: &mut Control) -> Result<(), String> {
    match numbers(tag, "(s)")?[..] {
        [step] if step > 0.0 => {
            fits(control.ty, &[step])?;
            control.range.step = Some(step);
            Ok(())
        }
        _ => Err("`@step` takes one number above 0".to_owned()),
    }
}

fn log(tag: &Tag, control: &mut Control) -> Result<(), String> {
    check_type(tag, control, &[ControlType::F32])?;
    check_no_arguments(tag)?;
    if control.range.min <= 0.0 {
        return Err(format!(
            "`@log` needs a range above 0, not from {}",
            control.range.min
        ));
    }
    control.range.log = true;
    Ok(())
}

fn default(tag: &Tag, control: &mut Control, has_range: bool) -> Result<(), String> {
    if let (Some(name), Widget::Enum(options)) = (tag.text(), &control.widget) {
        let index = options.iter().position(|option| option == name);
        let index = index.ok_or_else(|| format!("`@enum` has no option {name:?}"))?;
        control.default = Value::from(index as f64);
        return Ok(());
    }
    let numbers = expanded(&numbers(tag, "(v…)")?, control.ty)?;
    fits(control.ty, &numbers)?;
    let SliderRange { min, max, .. } = control.range;
    let outside = numbers
        .iter()
        .find(|number| !(min..=max).contains(*number))
        .copied();
    let fixed_range = has_range || matches!(control.widget, Widget::Toggle | Widget::Enum(_));
    match outside {
        Some(number) if fixed_range => {
            return Err(format!(
                "the default {number} is outside the range {min} to {max}"
            ));
        }
        Some(_)
            if matches!(
                control.widget,
                Widget::Slider | Widget::Number | Widget::Angle | Widget::Xy
            ) =>
        {
            control.range.min = numbers.iter().copied().fold(min, f64::min);
            control.range.max = numbers.iter().copied().fold(max, f64::max);
            control.range.log &= control.range.min > 0.0;
        }
        _ => {}
    }
    control.default = Value::from(numbers);
    Ok(())
}

fn color(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let mut numbers = numbers(tag, "(r, g, b[, a])")?;
    if control.ty == ControlType::Vec4 && numbers.len() == 3 {
        numbers.push(1.0);
    }
    if numbers.len() != control.ty.components() {
        return Err(format!(
            "`@color` of {} takes {}",
            control.ty.with_article(),
            control.ty.numbers()
        ));
    }
    fits(control.ty, &numbers)?;
    set_widget(control, Widget::Color, (0.0, 1.0), 0.0);
    control.default = Value::from(numbers);
    Ok(())
}

fn toggle(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let initial = match numbers(tag, "[(0 or 1)]")?[..] {
        [] => 0.0,
        [number] if number == 0.0 || number == 1.0 => number,
        _ => return Err("`@toggle` takes 0 or 1".to_owned()),
    };
    set_widget(control, Widget::Toggle, (0.0, 1.0), initial);
    Ok(())
}

fn options(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let text = |argument: &Argument| match argument {
        Argument::Text(text) => Some(text.clone()),
        Argument::Number(_) | Argument::Word(_) => None,
    };
    let names: Option<Vec<String>> = tag.arguments().iter().map(text).collect();
    let names = names
        .filter(|names| !names.is_empty())
        .ok_or("`@enum` takes quoted names")?;
    if let Some(twice) = (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
        return Err(format!("`@enum` has the option {:?} twice", names[twice]));
    }
    let last = names.len() as f64 - 1.0;
    set_widget(control, Widget::Enum(names), (0.0, last), 0.0);
    Ok(())
}

fn seed(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let initial = match numbers(tag, "[(initial)]")?[..] {
        [] => 0.0,
        [number] => number,
        _ => return Err("`@seed` takes one number".to_owned()),
    };
    fits(control.ty, &[initial])?;
    set_widget(control, Widget::Seed, (0.0, 65_535.0), initial);
    Ok(())
}

/// Applies a tag for the widget of an array (`@octaves`, `@curve` or `@gradient`), which also sets a neutral default:
/// octaves of weight 1, the identity curve, or a gradient from black to white.
fn array_widget(tag: &Tag, control: &mut Control, length: usize) {
    let (widget, default) = match tag.name.as_str() {
        "octaves" => (Widget::Octaves, vec![1.0; 4 * length]),
        "curve" => (Widget::Curve, evenly(length, |x| [x, x, 1.0, 1.0])),
        _ => (Widget::Gradient, evenly(length, |x| [x, x, x, x])),
    };
    set_widget(control, widget, (0.0, 1.0), 0.0);
    control.default = Value::from(default);
}

/// Returns the numbers of `length` array elements of a control. Each element is computed from its position; the
/// positions are evenly spaced from 0 to 1.
fn evenly(length: usize, element: impl Fn(f64) -> [f64; 4]) -> Vec<f64> {
    let last = length.saturating_sub(1).max(1) as f64;
    (0..length)
        .flat_map(|index| element(index as f64 / last))
        .collect()
}

/// Expands the numbers of the tag `@default` to all components of a control: one number applies to all; the last
/// element of a shorter array is repeated. The error is a message for the author.
fn expanded(numbers: &[f64], ty: ControlType) -> Result<Vec<f64>, String> {
    let needed = ty.components();
    match numbers {
        [one] => Ok(vec![*one; needed]),
        all if all.len() == needed => Ok(all.to_vec()),
        all if matches!(ty, ControlType::Array(_))
            && !all.is_empty()
            && all.len() < needed
            && all.len() % 4 == 0 =>
        {
            let last = &all[all.len() - 4..];
            Ok(all
                .iter()
                .chain(last.iter().cycle())
                .take(needed)
                .copied()
                .collect())
        }
        all => {
            let takes = match needed {
                1 => ty.numbers(),
                _ => format!("1 or {}", ty.numbers()),
            };
            let ty = ty.with_article();
            Err(format!(
                "`@default` of {ty} takes {takes}, not {}",
                all.len()
            ))
        }
    }
}

/// Returns the smallest count of numbers, from the first on, that the tag `@default` needs so that they expand to all
/// of `numbers`; at least `at_least`.
pub(in crate::control) fn fewest_numbers(
    numbers: &[f64],
    ty: ControlType,
    at_least: usize,
) -> usize {
    let is_enough =
        |count: &usize| expanded(&numbers[..*count], ty).is_ok_and(|all| all == numbers);
    let mut counts = at_least.max(1)..numbers.len();
    counts.find(is_enough).unwrap_or(numbers.len())
}

fn check_type(tag: &Tag, control: &Control, types: &[ControlType]) -> Result<(), String> {
    if types.contains(&control.ty) {
        Ok(())
    } else {
        Err(wrong_type(tag, control))
    }
}

fn wrong_type(tag: &Tag, control: &Control) -> String {
    let ty = control.ty.with_article();
    format!("`@{}` does not apply to {ty}", tag.name)
}

fn check_no_arguments(tag: &Tag) -> Result<(), String> {
    if tag.arguments().is_empty() {
        Ok(())
    } else {
        Err(format!("`@{}` takes no arguments", tag.name))
    }
}

/// Returns the text in quotes that a tag such as `@label("…")` has, without spaces around it. The error is a message
/// for a text that is missing or blank.
pub(super) fn name_of(tag: &Tag) -> Result<String, String> {
    match text_of(tag)?.trim() {
        "" => Err(format!("`@{}` takes a text that is not blank", tag.name)),
        name => Ok(name.to_owned()),
    }
}

fn text_of(tag: &Tag) -> Result<String, String> {
    tag.text()
        .map(str::to_owned)
        .ok_or_else(|| format!("`@{}` takes one quoted text", tag.name))
}

fn numbers(tag: &Tag, usage: &str) -> Result<Vec<f64>, String> {
    tag.numbers()
        .ok_or_else(|| format!("`@{}` takes numbers: {usage}", tag.name))
}

/// Checks that a control of type `ty` can hold each of the numbers in a component. The error is a message for the
/// author.
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
