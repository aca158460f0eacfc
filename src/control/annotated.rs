//! A member or parameter and its tags → a control. Wrong tags are warnings; the control falls back.

use super::{Auto, Control, ControlSource, ControlType, Range, Value, Widget};
use crate::annotation::{Annotated, Argument, OF_THE_FUNCTION, Tag};
use crate::diagnostic::Diagnostic;
use crate::outline::Doc;
use crate::source::Source;

/// What an annotated member turned out to be.
#[derive(Debug, PartialEq)]
pub(crate) enum Reading {
    /// A person sets it.
    Control(Box<Control>),
    /// The host fills it.
    Auto(Auto),
}

/// What is known of a member or parameter before its tags are read.
pub(crate) struct Named<'a> {
    pub(crate) name: &'a str,
    pub(crate) ty: ControlType,
    pub(crate) source: ControlSource,
    pub(crate) doc: Option<&'a Doc>,
    /// The file that the comment stands in.
    pub(crate) file: &'a Source,
}

/// Reads a control. `group` is the section that the members before it stand in, and is moved on.
pub(crate) fn read_control(
    named: &Named<'_>,
    group: &mut Option<String>,
    warnings: &mut Vec<Diagnostic>,
) -> Reading {
    let annotated = named.doc.map(Annotated::read).unwrap_or_default();
    let mut control = fallback(named, &annotated.doc);
    let mut auto = None;
    for tag in in_order(&annotated.tags) {
        let complaint = match tag.name.as_str() {
            "auto" => read_auto(tag, named).map(|found| auto = Some(found)),
            "group" | "section" => text_of(tag).map(|name| *group = Some(name)),
            name if named.source == ControlSource::Argument && OF_THE_FUNCTION.contains(&name) => {
                Ok(())
            }
            _ => apply(tag, &mut control, annotated.tag("range").is_some()),
        };
        if let Err(message) = complaint {
            warnings.push(Diagnostic::warning(
                named.file.place(tag.range.clone()),
                message,
            ));
        }
    }
    if let Some(auto) = auto {
        return Reading::Auto(auto);
    }
    control.group.clone_from(group);
    Reading::Control(Box::new(control))
}

/// Tags that others build on come first, wherever the author put them.
fn in_order(tags: &[Tag]) -> Vec<&Tag> {
    let rank = |tag: &&Tag| match tag.name.as_str() {
        "color" | "toggle" | "enum" | "angle" | "seed" | "xy" | "octaves" | "curve"
        | "gradient" => 0,
        "range" => 1,
        "log" | "step" => 2,
        "default" => 3,
        _ => 4,
    };
    let mut tags: Vec<&Tag> = tags.iter().collect();
    tags.sort_by_key(rank);
    tags
}

/// The control without tags: some names have usual ranges.
fn fallback(named: &Named<'_>, doc: &str) -> Control {
    let integer = named.ty.is_integer();
    let scalar = named.ty.components() == 1;
    let usual = match named.name {
        "octaves" if scalar => Some((1.0, 16.0, 8.0, false)),
        "lacunarity" if named.ty == ControlType::F32 => Some((1.0, 4.0, 2.0, false)),
        "gain" | "persistence" if named.ty == ControlType::F32 => Some((0.0, 1.0, 0.5, false)),
        "frequency" | "scale" if named.ty == ControlType::F32 => Some((0.05, 64.0, 1.0, true)),
        _ => None,
    };
    let seed = named.name == "seed" && integer;
    let (min, max, default, log) = usual.unwrap_or(match named.ty {
        ControlType::I32 | ControlType::U32 if seed => (0.0, 65_535.0, 0.0, false),
        ControlType::I32 | ControlType::U32 => (0.0, 16.0, 1.0, false),
        _ => (0.0, 1.0, 0.5, false),
    });
    let widget = if seed {
        Widget::Seed
    } else if usual.is_some() {
        Widget::Slider
    } else {
        Widget::Number
    };
    Control {
        name: named.name.to_owned(),
        ty: named.ty,
        source: named.source,
        widget,
        range: Range {
            min,
            max,
            step: integer.then_some(1.0),
            log,
        },
        default: Value(vec![default; named.ty.components()]),
        group: None,
        label: named.name.to_owned(),
        unit: None,
        doc: doc.to_owned(),
        hidden: false,
    }
}

/// Applies one tag, or says what is wrong with it.
fn apply(tag: &Tag, control: &mut Control, has_range: bool) -> Result<(), String> {
    use ControlType::{Array, F32, I32, U32, Vec2, Vec3, Vec4};
    if !tag.closed {
        return Err(format!("`@{}(` has no closing parenthesis", tag.name));
    }
    match tag.name.as_str() {
        "range" => range(tag, control),
        "step" => step(tag, control),
        "log" => log(tag, control),
        "default" => default(tag, control, has_range),
        "color" => {
            needs_type(tag, control, &[Vec3, Vec4])?;
            color(tag, control)
        }
        "toggle" => {
            needs_type(tag, control, &[I32, U32])?;
            toggle(tag, control)
        }
        "enum" => {
            needs_type(tag, control, &[I32, U32])?;
            options(tag, control)
        }
        "seed" => {
            needs_type(tag, control, &[I32, U32])?;
            seed(tag, control)
        }
        "angle" => {
            needs_type(tag, control, &[F32])?;
            plain(tag)?;
            become_widget(control, Widget::Angle, (0.0, 360.0), 0.0);
            Ok(())
        }
        "xy" => {
            needs_type(tag, control, &[Vec2])?;
            plain(tag)?;
            become_widget(control, Widget::Xy, (-1.0, 1.0), 0.0);
            Ok(())
        }
        "octaves" | "curve" | "gradient" => {
            let Array(length) = control.ty else {
                return Err(wrong_type(tag, control));
            };
            plain(tag)?;
            packed(tag, control, length as usize);
            Ok(())
        }
        "label" => text_of(tag).map(|label| control.label = label),
        "unit" => text_of(tag).map(|unit| control.unit = Some(unit)),
        "hidden" => plain(tag).map(|()| control.hidden = true),
        name => Err(format!("unknown tag `@{name}`")),
    }
}

fn become_widget(control: &mut Control, widget: Widget, (min, max): (f64, f64), default: f64) {
    control.widget = widget;
    control.range = Range {
        min,
        max,
        step: control.ty.is_integer().then_some(1.0),
        log: false,
    };
    control.default = Value(vec![default; control.ty.components()]);
}

fn range(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let numbers = numbers(tag, "(min, max[, step[, initial]])")?;
    let (min, max) = match numbers[..] {
        [min, max, ..] if numbers.len() <= 4 => (min, max),
        _ => return Err("`@range` takes (min, max[, step[, initial]])".to_owned()),
    };
    if matches!(
        control.widget,
        Widget::Color | Widget::Toggle | Widget::Enum(_) | Widget::Curve | Widget::Gradient
    ) {
        return Err(format!(
            "`@range` does not go with `@{}`",
            control.widget.name()
        ));
    }
    if let (ControlType::Array(_), Widget::Number) = (control.ty, &control.widget) {
        return Err(wrong_type(tag, control));
    }
    if min >= max {
        return Err(format!(
            "`@range` has its minimum {min} not below its maximum {max}"
        ));
    }
    whole(control.ty, &numbers)?;
    if numbers.get(2).is_some_and(|step| *step <= 0.0) {
        return Err("the step of `@range` is not above 0".to_owned());
    }
    let integer_step = control.ty.is_integer().then_some(1.0);
    control.range = Range {
        min,
        max,
        step: numbers.get(2).copied().or(integer_step),
        log: false,
    };
    if control.widget == Widget::Number {
        control.widget = Widget::Slider;
    }
    let initial = numbers.get(3).copied().unwrap_or(min);
    let inside = (min..=max).contains(&initial);
    control.default = Value(vec![
        if inside { initial } else { min };
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

fn step(tag: &Tag, control: &mut Control) -> Result<(), String> {
    match numbers(tag, "(s)")?[..] {
        [step] if step > 0.0 => {
            whole(control.ty, &[step])?;
            control.range.step = Some(step);
            Ok(())
        }
        _ => Err("`@step` takes one number above 0".to_owned()),
    }
}

fn log(tag: &Tag, control: &mut Control) -> Result<(), String> {
    needs_type(tag, control, &[ControlType::F32])?;
    plain(tag)?;
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
    let numbers = spread(&numbers(tag, "(v…)")?, control.ty)?;
    whole(control.ty, &numbers)?;
    let Range { min, max, .. } = control.range;
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
        }
        _ => {}
    }
    control.default = Value(numbers);
    Ok(())
}

fn color(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let mut numbers = numbers(tag, "(r, g, b[, a])")?;
    if control.ty == ControlType::Vec4 && numbers.len() == 3 {
        numbers.push(1.0);
    }
    if numbers.len() != control.ty.components() {
        return Err(format!(
            "`@color` of a {} takes {} numbers",
            control.ty,
            control.ty.components()
        ));
    }
    become_widget(control, Widget::Color, (0.0, 1.0), 0.0);
    control.default = Value(numbers);
    Ok(())
}

fn toggle(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let initial = match numbers(tag, "[(0 or 1)]")?[..] {
        [] => 0.0,
        [number] if number == 0.0 || number == 1.0 => number,
        _ => return Err("`@toggle` takes 0 or 1".to_owned()),
    };
    become_widget(control, Widget::Toggle, (0.0, 1.0), initial);
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
        .ok_or("`@enum` takes names between quotes")?;
    let last = names.len() as f64 - 1.0;
    become_widget(control, Widget::Enum(names), (0.0, last), 0.0);
    Ok(())
}

fn seed(tag: &Tag, control: &mut Control) -> Result<(), String> {
    let initial = match numbers(tag, "[(initial)]")?[..] {
        [] => 0.0,
        [number] => number,
        _ => return Err("`@seed` takes one number".to_owned()),
    };
    whole(control.ty, &[initial])?;
    become_widget(control, Widget::Seed, (0.0, 65_535.0), initial);
    Ok(())
}

/// The array widgets, each with values that do no harm.
fn packed(tag: &Tag, control: &mut Control, length: usize) {
    let (widget, default) = match tag.name.as_str() {
        "octaves" => (Widget::Octaves, vec![1.0; 4 * length]),
        "curve" => (Widget::Curve, evenly(length, |x| [x, x, 1.0, 1.0])),
        _ => (Widget::Gradient, evenly(length, |x| [x, x, x, x])),
    };
    become_widget(control, widget, (0.0, 1.0), 0.0);
    control.default = Value(default);
}

/// One element for each of `length` places evenly spread over 0 to 1.
fn evenly(length: usize, element: impl Fn(f64) -> [f64; 4]) -> Vec<f64> {
    let last = length.saturating_sub(1).max(1) as f64;
    (0..length)
        .flat_map(|index| element(index as f64 / last))
        .collect()
}

/// One number for all components, or one for each. An array's last given element repeats to its end.
fn spread(numbers: &[f64], ty: ControlType) -> Result<Vec<f64>, String> {
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
        _ => Err(format!(
            "`@default` of a {ty} takes 1 or {needed} numbers, not {}",
            numbers.len()
        )),
    }
}

fn read_auto(tag: &Tag, named: &Named<'_>) -> Result<Auto, String> {
    if named.source == ControlSource::Argument {
        return Err("`@auto` goes with members of the uniform struct only".to_owned());
    }
    let name = match tag.arguments() {
        [] => named.name,
        _ => tag.word().ok_or("`@auto` takes one name")?,
    };
    let auto = Auto::from_name(name).ok_or_else(|| {
        format!(
            "`@auto` knows no `{name}`; it knows {}",
            Auto::ALL.map(|auto| auto.name()).join(", ")
        )
    })?;
    let fits = auto.types().contains(&named.ty);
    if fits {
        Ok(auto)
    } else {
        Err(format!("`@auto({name})` does not fill a {}", named.ty))
    }
}

fn needs_type(tag: &Tag, control: &Control, types: &[ControlType]) -> Result<(), String> {
    if types.contains(&control.ty) {
        Ok(())
    } else {
        Err(wrong_type(tag, control))
    }
}

fn wrong_type(tag: &Tag, control: &Control) -> String {
    format!("`@{}` does not go with a {}", tag.name, control.ty)
}

fn plain(tag: &Tag) -> Result<(), String> {
    if tag.arguments().is_empty() {
        Ok(())
    } else {
        Err(format!("`@{}` takes no arguments", tag.name))
    }
}

fn text_of(tag: &Tag) -> Result<String, String> {
    tag.text()
        .map(str::to_owned)
        .ok_or_else(|| format!("`@{}` takes one text between quotes", tag.name))
}

fn numbers(tag: &Tag, usage: &str) -> Result<Vec<f64>, String> {
    tag.numbers()
        .ok_or_else(|| format!("`@{}` takes numbers: {usage}", tag.name))
}

fn whole(ty: ControlType, numbers: &[f64]) -> Result<(), String> {
    let (min, max) = ty.limits();
    match numbers
        .iter()
        .find(|number| ty.is_integer() && (number.fract() != 0.0 || !(min..=max).contains(*number)))
    {
        Some(number) => Err(format!("{number} is no {ty}")),
        None => Ok(()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::outline::Outline;

    fn read(name: &str, ty: ControlType, comment: &str) -> (Reading, Vec<String>) {
        let file = Source::new("a.wgsl", format!("{comment}\nfn f() {{}}"));
        let outline = Outline::read(&file.text);
        let doc = Some(&outline.declarations[0].doc);
        let mut warnings = Vec::new();
        let named = Named {
            name,
            ty,
            source: ControlSource::Uniform,
            doc,
            file: &file,
        };
        let reading = read_control(&named, &mut None, &mut warnings);
        (reading, warnings.iter().map(Diagnostic::short).collect())
    }

    /// The control of a member with this comment, which must have no wrong tag.
    pub(in crate::control) fn control(name: &str, ty: ControlType, comment: &str) -> Control {
        let (reading, warnings) = read(name, ty, comment);
        assert!(warnings.is_empty(), "{warnings:?}");
        let Reading::Control(control) = reading else {
            panic!("filled by the host")
        };
        *control
    }

    #[test]
    fn names_have_usual_ranges_where_nothing_is_annotated() {
        let summary = |name: &str, ty: ControlType| {
            let Control {
                range,
                default,
                widget,
                ..
            } = control(name, ty, "");
            (
                widget.name(),
                range.min,
                range.max,
                range.log,
                default.first(),
            )
        };
        assert_eq!(
            summary("octaves", ControlType::I32),
            ("slider", 1.0, 16.0, false, 8.0)
        );
        assert_eq!(
            summary("lacunarity", ControlType::F32),
            ("slider", 1.0, 4.0, false, 2.0)
        );
        assert_eq!(
            summary("persistence", ControlType::F32),
            ("slider", 0.0, 1.0, false, 0.5)
        );
        assert_eq!(
            summary("scale", ControlType::F32),
            ("slider", 0.05, 64.0, true, 1.0)
        );
        assert_eq!(
            summary("seed", ControlType::U32),
            ("seed", 0.0, 65_535.0, false, 0.0)
        );
        assert_eq!(
            summary("bend", ControlType::F32),
            ("number", 0.0, 1.0, false, 0.5)
        );
        assert_eq!(
            summary("count", ControlType::I32),
            ("number", 0.0, 16.0, false, 1.0)
        );
    }

    #[test]
    fn tags_shape_the_widget() {
        let frequency = control(
            "frequency",
            ControlType::F32,
            "/// Base. @range(0.05, 64) @log @default(1) @unit(\"1/m\")",
        );
        assert_eq!(
            (
                frequency.range.log,
                frequency.default.first(),
                frequency.unit.as_deref()
            ),
            (true, 1.0, Some("1/m"))
        );
        assert_eq!(frequency.doc, "Base.");
        assert_eq!(
            control(
                "mode",
                ControlType::U32,
                "/// @enum(\"a\", \"b\") @default(1)"
            )
            .default
            .first(),
            1.0
        );
        assert_eq!(
            control("tint", ControlType::Vec4, "/// @color(1, 0.5, 0)")
                .default
                .0,
            [1.0, 0.5, 0.0, 1.0]
        );
        assert_eq!(
            control("turn", ControlType::F32, "/// @angle @default(45)")
                .default
                .first(),
            45.0
        );
        assert_eq!(
            control("amount", ControlType::F32, "/// @default(3)")
                .range
                .max,
            3.0
        );
        assert_eq!(
            control("shift", ControlType::Vec2, "/// @range(-2, 2, 0.1, 0.5)")
                .default
                .0,
            [0.5, 0.5]
        );
        assert_eq!(
            control(
                "parts",
                ControlType::Array(2),
                "/// @octaves @range(0, 2) @default(1, 0.5, 0.25, 0.125)"
            )
            .default
            .0
            .len(),
            8
        );
        assert_eq!(
            read("t", ControlType::F32, "/// @auto(time)").0,
            Reading::Auto(Auto::Time)
        );
    }

    #[test]
    fn wrong_tags_are_warnings_from_the_at_to_the_parenthesis() {
        let check = |ty: ControlType, comment: &str, expect: &str| {
            assert_eq!(
                read("x", ty, comment).1,
                [format!("a.wgsl:1:5: warning: {expect}")]
            );
        };
        check(ControlType::F32, "/// @rnage(0, 1)", "unknown tag `@rnage`");
        check(
            ControlType::F32,
            "/// @range(8, 1)",
            "`@range` has its minimum 8 not below its maximum 1",
        );
        check(
            ControlType::F32,
            "/// @range(1)",
            "`@range` takes (min, max[, step[, initial]])",
        );
        check(
            ControlType::F32,
            "/// @range(0, 1, 0.1, 2)",
            "the default 2 is outside the range 0 to 1",
        );
        check(
            ControlType::F32,
            "/// @log",
            "`@log` needs a range above 0, not from 0",
        );
        check(
            ControlType::F32,
            "/// @color(1, 0, 0)",
            "`@color` does not go with a f32",
        );
        check(ControlType::U32, "/// @toggle(2)", "`@toggle` takes 0 or 1");
        check(ControlType::I32, "/// @default(1.5)", "1.5 is no i32");
        check(
            ControlType::Vec2,
            "/// @auto(time)",
            "`@auto(time)` does not fill a vec2f",
        );
        check(
            ControlType::F32,
            "/// @range(0, 1",
            "`@range(` has no closing parenthesis",
        );
        check(
            ControlType::F32,
            "/// @group(Fractal)",
            "`@group` takes one text between quotes",
        );
    }
}
