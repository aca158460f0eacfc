//! Applies the tag `@default`.

use super::{TaggedControl, fits, numbers};
use crate::generator::control::{ControlType, SliderRange, Value, Widget};
use crate::wgsl::annotation::Tag;

pub(super) fn default(tag: &Tag, tagged: &mut TaggedControl) -> Result<(), String> {
    let control = &mut tagged.control;
    if let (Some(name), Widget::Enum(options)) = (tag.text(), &control.widget) {
        let index = options.iter().position(|option| option == name);
        let index = index.ok_or_else(|| format!("`@enum` has no option {name:?}"))?;
        control.default = Value::from(index as f64);
        return Ok(());
    }
    let numbers = expanded(&numbers(tag)?, control.ty)?;
    fits(control.ty, &numbers)?;
    let SliderRange { min, max, .. } = control.range;
    let outside = numbers.iter().find(|number| !(min..=max).contains(*number)).copied();
    let fixed_range =
        tagged.has_range || matches!(control.widget, Widget::Toggle | Widget::Enum(_));
    match outside {
        Some(number) if fixed_range => {
            return Err(format!("the default {number} is outside the range {min} to {max}"));
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

/// Expands numbers to all components: one applies to all, the last element of a shorter array is repeated.
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
            Ok(all.iter().chain(last.iter().cycle()).take(needed).copied().collect())
        }
        all => {
            let takes = match needed {
                1 => ty.numbers(),
                _ => format!("1 or {}", ty.numbers()),
            };
            let ty = ty.with_article();
            Err(format!("`@default` of {ty} takes {takes}, not {}", all.len()))
        }
    }
}

/// Returns how many of `numbers`, at least `at_least`, the tag needs so that they expand to all.
pub(in crate::generator::control) fn fewest_numbers(
    numbers: &[f64],
    ty: ControlType,
    at_least: usize,
) -> usize {
    let is_enough =
        |count: &usize| expanded(&numbers[..*count], ty).is_ok_and(|all| all == numbers);
    let mut counts = at_least.max(1)..numbers.len();
    counts.find(is_enough).unwrap_or(numbers.len())
}
