//! Texts about a control: default, type and slider range, and the format of its numbers.

use noise_playground::generator::control::{Control, Widget};

use super::widgets::number::NumberFormat;

/// Returns type, slider range and default for the tooltip.
pub(crate) fn facts(control: &Control) -> String {
    let range = &control.range;
    let mut facts = vec![control.ty.to_string()];
    if control.widget.has_slider() {
        let unit = unit(control);
        let gap = if unit.is_empty() { "" } else { " " };
        facts.push(format!(
            "{} to {}{gap}{unit}{}",
            range.min,
            range.max,
            if range.log { ", logarithmic" } else { "" }
        ));
    }
    let default = default_text(control);
    if !default.is_empty() {
        facts.push(format!("default {default}"));
    }
    facts.join("  \u{b7}  ")
}

/// Returns an empty text for arrays.
pub(crate) fn default_text(control: &Control) -> String {
    match control.widget {
        Widget::Enum(_) | Widget::Toggle | Widget::Field => control.value_text(&control.default),
        Widget::Octaves | Widget::Curve | Widget::Gradient => String::new(),
        _ => {
            let numbers: Vec<String> = control
                .default
                .0
                .iter()
                .map(|number| number_format(control).text(*number))
                .collect();
            numbers.join(", ")
        }
    }
}

fn unit(control: &Control) -> &str {
    let own = if control.widget == Widget::Angle { "\u{b0}" } else { "" };
    control.unit.as_deref().unwrap_or(own)
}

pub(crate) fn number_format(control: &Control) -> NumberFormat<'_> {
    let range = &control.range;
    NumberFormat {
        prefix: "",
        unit: unit(control),
        is_integer: control.ty.is_integer(),
        step: range.step.or((control.widget == Widget::Angle).then_some(0.1)),
        limits: control.ty.limits(),
        speed: range.step.unwrap_or((range.max - range.min) / 200.0),
        is_double: false,
    }
}
