//! The controls of a generator, in the panel on the right.

use egui::{Label, RichText, Ui};
use noise_playground::control::{Control, Values, Widget};
use noise_playground::generator::Generator;

use super::control_menu::{MenuContext, control_menu_ui, group_menu_ui};
use super::sweep::DraggedName;
use super::theme::{self, ROW};
use super::widgets::choice::{enum_ui, toggle_ui};
use super::widgets::color::color_ui;
use super::widgets::curve::curve_ui;
use super::widgets::gradient::gradient_ui;
use super::widgets::number::{NumberFormat, number_ui};
use super::widgets::octaves::octaves_ui;
use super::widgets::row::Columns;
use super::widgets::section::section_ui;
use super::widgets::seed::seed_ui;
use super::widgets::slider::{SliderTrack, slider_ui};
use super::widgets::steps::record_scrolling;
use super::widgets::xy::xy_ui;
use crate::workbench::sweep::is_sweepable;

/// Shows all controls that are not hidden, by groups.
pub(crate) fn controls_ui(
    ui: &mut Ui,
    controls: &[Control],
    values: &mut Values,
    menus: &mut MenuContext<'_>,
) {
    let shown: Vec<&Control> = controls.iter().filter(|control| !control.hidden).collect();
    let octaves = octave_count(controls, values);
    for group in shown.chunk_by(|one, next| one.group == next.group) {
        let name = group[0].group.as_deref();
        ui.push_id(&group[0].name, |ui| {
            if group_header_ui(ui, name, group, values, menus) {
                for control in group {
                    ui.push_id(&control.name, |ui| {
                        control_ui(ui, control, values, octaves, menus);
                    });
                }
                ui.add_space(8.0);
            }
        });
    }
    record_scrolling(ui);
}

/// Returns the value of the control named `octaves`, at least 1, or `None` without such a control. Widgets with a bar
/// per octave show this number of bars.
fn octave_count(controls: &[Control], values: &Values) -> Option<usize> {
    let control = controls
        .iter()
        .find(|control| control.name == "octaves" && control.ty.components() == 1)?;
    Some(values.get(control).first().max(1.0) as usize)
}

/// Shows the header of a group, with its reset button. Returns true if the group is open.
fn group_header_ui(
    ui: &mut Ui,
    name: Option<&str>,
    group: &[&Control],
    values: &mut Values,
    menus: &mut MenuContext<'_>,
) -> bool {
    let Some(name) = name else { return true };
    let modified = group.iter().any(|control| values.is_modified(control));
    section_ui(ui, name, |ui, columns, header| {
        group_menu_ui(header, name, menus);
        if modified && columns.reset_ui(ui, &format!("group {name}"), "") {
            group.iter().for_each(|control| values.reset(control));
        }
    })
}

fn control_ui(
    ui: &mut Ui,
    control: &Control,
    values: &mut Values,
    octaves: Option<usize>,
    menus: &mut MenuContext<'_>,
) {
    let mut value = values.get(control).clone();
    let modified = values.is_modified(control);
    let before = value.clone();
    let numbers = &mut value.0;
    let reset = match &control.widget {
        Widget::Slider | Widget::Number | Widget::Angle => {
            scalars_ui(ui, control, numbers, modified, menus)
        }
        Widget::Xy => {
            let reset = scalars_ui(ui, control, numbers, modified, menus);
            let columns = Columns::allocate(ui, 112.0);
            xy_ui(
                ui,
                columns.body(),
                &format!("{} pad", control.label),
                numbers,
                &control.range,
            );
            reset
        }
        Widget::Octaves | Widget::Curve | Widget::Gradient => {
            tall_ui(ui, control, numbers, (modified, octaves), menus)
        }
        Widget::Color | Widget::Toggle | Widget::Enum(_) | Widget::Seed => {
            flat_ui(ui, control, numbers, modified, menus)
        }
    };
    if reset {
        values.reset(control);
    } else if value != before {
        values.set(control, value);
    }
}

/// Shows a slider and a number for each component. Returns true if a reset was requested.
fn scalars_ui(
    ui: &mut Ui,
    control: &Control,
    numbers: &mut [f64],
    modified: bool,
    menus: &mut MenuContext<'_>,
) -> bool {
    let several = numbers.len() > 1;
    let mut reset = false;
    for (index, number) in numbers.iter_mut().enumerate() {
        ui.push_id(index, |ui| {
            let component = ["x", "y", "z", "w"].get(index).filter(|_| several);
            let label = component.map_or_else(
                || control.label.clone(),
                |axis| format!("{} {axis}", control.label),
            );
            let columns = Columns::allocate(ui, ROW);
            let shown = if index == 0 {
                label.clone()
            } else {
                component.map(ToString::to_string).unwrap_or_default()
            };
            reset |= name_ui(ui, &columns, control, (&shown, index > 0), menus);
            let format = number_format(control);
            if control.widget != Widget::Number && control.widget != Widget::Xy {
                let slider = slider_ui(
                    ui,
                    columns.slider,
                    &label,
                    number,
                    SliderTrack::of(control),
                    modified,
                );
                reset |= slider.double_clicked();
            }
            reset |= number_ui(ui, columns.number, &label, number, format).double_clicked();
            reset |= index == 0
                && modified
                && columns.reset_ui(ui, &control.label, &default_text(control));
        });
    }
    reset
}

/// Shows a control that fits one row and has no slider: color, checkbox, drop-down, seed. Returns true if a reset was
/// requested.
fn flat_ui(
    ui: &mut Ui,
    control: &Control,
    numbers: &mut [f64],
    modified: bool,
    menus: &mut MenuContext<'_>,
) -> bool {
    let columns = Columns::allocate(ui, ROW);
    let mut reset = name_ui(ui, &columns, control, (&control.label, false), menus);
    let label = &control.label;
    match (&control.widget, numbers) {
        (Widget::Color, numbers) => _ = color_ui(ui, columns.body(), label, numbers),
        (Widget::Toggle, [number]) => _ = toggle_ui(ui, columns.body(), label, number),
        (Widget::Enum(names), [number]) => _ = enum_ui(ui, columns.body(), label, names, number),
        (_, [number, ..]) => {
            reset |= seed_ui(ui, &columns, label, number, number_format(control)).double_clicked();
        }
        (_, []) => {}
    }
    reset | (modified && columns.reset_ui(ui, label, &default_text(control)))
}

/// Shows a tall control: bars, a curve, a gradient. Returns true if a reset was requested.
fn tall_ui(
    ui: &mut Ui,
    control: &Control,
    numbers: &mut [f64],
    (modified, octaves): (bool, Option<usize>),
    menus: &mut MenuContext<'_>,
) -> bool {
    let columns = Columns::allocate(
        ui,
        if control.widget == Widget::Gradient {
            44.0
        } else {
            80.0
        },
    );
    let reset = name_ui(ui, &columns, control, (&control.label, false), menus);
    let (rect, label) = (columns.body(), &control.label);
    match &control.widget {
        Widget::Octaves => {
            let count = octaves.unwrap_or(numbers.len());
            octaves_ui(ui, rect, label, numbers, count, &control.range);
        }
        Widget::Curve => _ = curve_ui(ui, rect, label, numbers),
        _ => _ = gradient_ui(ui, rect, label, numbers),
    }
    reset | (modified && columns.reset_ui(ui, label, ""))
}

/// Shows a control's name with its tooltip and context menu; `is_weak` dims the names of further components. Returns
/// true if it was double-clicked, which resets the control.
fn name_ui(
    ui: &mut Ui,
    columns: &Columns,
    control: &Control,
    (shown, is_weak): (&str, bool),
    menus: &mut MenuContext<'_>,
) -> bool {
    let marks = if is_weak {
        String::new()
    } else {
        menus.marks(&control.name)
    };
    let text = RichText::new(format!("{marks}{shown}"));
    let text = if is_weak { text.weak() } else { text };
    let response = columns.name_ui(ui, text);
    let clicked = response.double_clicked();
    if is_sweepable(control) {
        response.dnd_set_drag_payload(DraggedName(control.name.clone()));
    }
    control_menu_ui(&response, control, menus);
    response.on_hover_ui(|ui| {
        ui.add(Label::new(
            RichText::new(&control.name).font(theme::medium(13.0)),
        ));
        if !control.doc.is_empty() {
            ui.label(&control.doc);
        }
        ui.weak(facts(control));
    });
    clicked
}

/// Returns the type, slider range and default of a control as text for its tooltip.
fn facts(control: &Control) -> String {
    let range = &control.range;
    let mut facts = vec![control.ty.to_string()];
    if matches!(
        control.widget,
        Widget::Slider | Widget::Angle | Widget::Xy | Widget::Octaves
    ) {
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

fn default_text(control: &Control) -> String {
    match &control.widget {
        Widget::Enum(names) => names
            .get(control.default.first() as usize)
            .cloned()
            .unwrap_or_default(),
        Widget::Toggle => if control.default.first() == 0.0 {
            "off"
        } else {
            "on"
        }
        .to_owned(),
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
    let own = if control.widget == Widget::Angle {
        "\u{b0}"
    } else {
        ""
    };
    control.unit.as_deref().unwrap_or(own)
}

fn number_format(control: &Control) -> NumberFormat<'_> {
    let range = &control.range;
    NumberFormat {
        unit: unit(control),
        is_integer: control.ty.is_integer(),
        step: range
            .step
            .or((control.widget == Widget::Angle).then_some(0.1)),
        limits: control.ty.limits(),
        speed: range.step.unwrap_or((range.max - range.min) / 200.0),
    }
}

/// Shows the generator's title and documentation.
pub(crate) fn title_ui(ui: &mut Ui, generator: &Generator) {
    ui.add(Label::new(RichText::new(generator.name()).heading()).wrap());
    if !generator.doc.is_empty() {
        ui.add(Label::new(RichText::new(&generator.doc).weak()).wrap());
    }
    if generator.controls.iter().all(|control| control.hidden) {
        ui.add_space(8.0);
        ui.add(Label::new(RichText::new(NO_CONTROLS).weak()).wrap());
    }
    ui.add_space(8.0);
}

const NO_CONTROLS: &str = "No controls. Parameters after the position become sliders here.";
