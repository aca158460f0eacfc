//! One control in the panel on the right: its name, its widget, and the dot that resets it.

use egui::{Label, Rect, Response, RichText, Ui};
use noise_playground::generator::control::{Control, Value, Values, Widget};

use super::control_menu::{MenuContext, control_menu_ui};
use super::control_text::{default_text, facts, number_format};
use super::sweep::DraggedName;
use super::theme::{self, ROW};
use super::tooltips::beside_panel;
use super::widgets::choice::{enum_ui, toggle_ui};
use super::widgets::color::color_ui;
use super::widgets::curve::curve_ui;
use super::widgets::field::field_ui;
use super::widgets::gradient::gradient_ui;
use super::widgets::octaves::{Octaves, octaves_ui};
use super::widgets::row::Columns;
use super::widgets::seed::seed_ui;
use super::widgets::slider::{Slider, slider_ui};
use super::widgets::track::SliderTrack;
use super::widgets::vector::vector_ui;
use super::widgets::xy::xy_ui;
use crate::workbench::sweep::is_sweepable;

pub(crate) const OCTAVES: &str = "octaves";

struct Row<'a> {
    control: &'a Control,
    /// Before the user's input of this frame.
    value: &'a Value,
    is_modified: bool,
    /// Icons of a linked or excluded control, then its name.
    text: String,
    /// Bars of a widget with one bar per octave; `None` for one bar per number.
    octaves: Option<usize>,
}

/// Height of the pad of an `@xy` control, in points.
const PAD_HEIGHT: f32 = 112.0;

/// Height of the editors of curves, gradients and octaves, in points.
const EDITOR_HEIGHT: f32 = 120.0;

/// Largest number of components beside the name; more are below it.
const MAX_BESIDE: usize = 3;

pub(crate) fn control_ui(
    ui: &mut Ui,
    control: &Control,
    values: &mut Values,
    octaves: Option<usize>,
    menus: &mut MenuContext<'_>,
) {
    let before = values.get(control).clone();
    let mut value = before.clone();
    let row = Row {
        control,
        value: &before,
        is_modified: values.is_modified(control),
        text: format!("{}{}", menus.marks(&control.name), control.label),
        octaves,
    };
    let is_reset = match (&control.widget, value.0.as_mut_slice()) {
        (Widget::Field, _) => row.field_ui(ui, &mut value, menus),
        (Widget::Slider | Widget::Angle, [number]) => row.bar_ui(ui, number, menus),
        (_, numbers) => row.named_ui(ui, numbers, menus),
    };
    if is_reset {
        values.reset(control);
    } else if value != before {
        values.set(control, value);
    }
}

impl Row<'_> {
    /// Shows a number with a slider range as a bar with its name. Returns true to reset it.
    fn bar_ui(&self, ui: &mut Ui, number: &mut f64, menus: &mut MenuContext<'_>) -> bool {
        let control = self.control;
        let columns = Columns::allocate(ui, ROW);
        let handle = columns.bar_handle_ui(ui, &self.text);
        let dead_from = menus.visible_octaves.filter(|_| control.name == OCTAVES);
        let slider = Slider {
            label: &control.label,
            text: &self.text,
            track: SliderTrack { dead_from, ..SliderTrack::of(control) },
            format: number_format(control),
            default: control.default.first(),
            is_modified: self.is_modified,
        };
        let (bar, mut is_reset) = slider_ui(ui, columns.bar, number, &slider);
        is_reset |= control_menu_ui(&bar, control, self.value, self.is_modified, menus);
        self.tooltip_ui(ui, &bar);
        is_reset | self.handle_ui(ui, &columns, handle, menus)
    }

    /// Shows the name on the left and the widget on the right. Returns true to reset the control.
    fn named_ui(&self, ui: &mut Ui, numbers: &mut [f64], menus: &mut MenuContext<'_>) -> bool {
        let columns = Columns::allocate(ui, ROW);
        let handle = columns.name_ui(ui, &self.text);
        let body = match self.height_below(numbers.len()) {
            Some(height) => Columns::allocate(ui, height).bar,
            None => columns.body,
        };
        let numbers_response = self.widget_ui(ui, body, numbers);
        if self.control.widget == Widget::Xy {
            let pad = Columns::allocate(ui, PAD_HEIGHT).body;
            let name = format!("{} pad", self.control.label);
            xy_ui(ui, pad, &name, numbers, &self.control.range);
        }
        let mut is_reset = false;
        if let Some(response) = numbers_response {
            is_reset = response.double_clicked();
            is_reset |=
                control_menu_ui(&response, self.control, self.value, self.is_modified, menus);
            self.tooltip_ui(ui, &response);
        }
        is_reset | self.handle_ui(ui, &columns, handle, menus)
    }

    /// Shows the generator or data file that a field input reads. Returns true to reset it.
    fn field_ui(&self, ui: &mut Ui, value: &mut Value, menus: &mut MenuContext<'_>) -> bool {
        let columns = Columns::allocate(ui, ROW);
        let handle = columns.name_ui(ui, &self.text);
        let label = &self.control.label;
        if let Some(source) = field_ui(ui, columns.body, label, value, menus.field_sources) {
            *value = source.into();
        }
        self.handle_ui(ui, &columns, handle, menus)
    }

    /// Returns the height of a widget with the full width, below the name; `None` for one beside the name.
    fn height_below(&self, numbers: usize) -> Option<f32> {
        match self.control.widget {
            Widget::Gradient | Widget::Octaves | Widget::Curve => Some(EDITOR_HEIGHT),
            Widget::Slider if numbers > MAX_BESIDE => Some(ROW),
            _ => None,
        }
    }

    /// Shows the widget in `rect`. Returns the response of number fields, which have the menu of the name.
    fn widget_ui(&self, ui: &mut Ui, rect: Rect, numbers: &mut [f64]) -> Option<Response> {
        let control = self.control;
        let (label, format) = (&control.label, number_format(control));
        match (&control.widget, numbers) {
            (Widget::Color, numbers) => _ = color_ui(ui, rect, label, numbers),
            (Widget::Toggle, [number]) => {
                let mut is_on = *number != 0.0;
                if toggle_ui(ui, rect, label, "", &mut is_on).changed() {
                    *number = f64::from(u8::from(is_on));
                }
            }
            (Widget::Enum(names), [number]) => _ = enum_ui(ui, rect, label, names, number),
            (Widget::Seed, [number]) => {
                return Some(seed_ui(ui, rect, label, number, format));
            }
            (Widget::Octaves, numbers) => {
                let octaves = Octaves {
                    label,
                    count: self.octaves.unwrap_or(numbers.len()),
                    range: &control.range,
                    defaults: &control.default.0,
                };
                octaves_ui(ui, rect, numbers, &octaves);
            }
            (Widget::Curve, numbers) => _ = curve_ui(ui, rect, label, numbers),
            (Widget::Gradient, numbers) => _ = gradient_ui(ui, rect, label, numbers),
            (_, numbers) => return vector_ui(ui, rect, control, numbers, format),
        }
        None
    }

    /// Makes the name (`handle`) a drag source for sweeps. Adds menu, tooltip and dot; returns true to reset.
    fn handle_ui(
        &self,
        ui: &Ui,
        columns: &Columns,
        handle: Response,
        menus: &mut MenuContext<'_>,
    ) -> bool {
        let control = self.control;
        if is_sweepable(control) {
            handle.dnd_set_drag_payload(DraggedName(control.name.clone()));
            columns.grip_ui(ui, &handle);
        }
        let mut is_reset = handle.double_clicked();
        is_reset |= control_menu_ui(&handle, control, self.value, self.is_modified, menus);
        self.tooltip_ui(ui, &handle);
        let default = || default_text(control);
        is_reset | (self.is_modified && columns.reset_ui(ui, &control.label, default))
    }

    fn tooltip_ui(&self, ui: &Ui, response: &Response) {
        let control = self.control;
        beside_panel(ui, response, |ui| {
            let name = RichText::new(&control.name).font(theme::medium(13.0));
            ui.add(Label::new(name));
            if !control.doc.is_empty() {
                ui.label(&control.doc);
            }
            ui.weak(facts(control));
            if is_sweepable(control) {
                ui.weak("Drag the dots onto the picture to sweep");
            }
        });
    }
}
