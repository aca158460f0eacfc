//! Context menus of controls and of their groups, and the buttons that randomize and mutate values.

use std::collections::BTreeSet;

use egui::{Button, Response, Ui};
use noise_playground::generator::control::{Control, Value};

use super::commands::{CommandId, Tip as _};
use super::control_text::default_text;
use super::icons;
use super::menu::{Edit, context_menu, item};
use super::widgets::number::{NumberFormat, number_in_row_ui};
use crate::workbench::Workbench;
use crate::workbench::randomize::{Randomization, Scope};
use crate::workbench::sweep::{SweepDirection, is_sweepable};

/// State that the menus display, and the user's choices.
pub(crate) struct MenuContext<'a> {
    /// `None` if there is only one cell.
    pub(crate) linked: Option<&'a BTreeSet<String>>,
    pub(crate) excluded: &'a BTreeSet<String>,
    /// Controls, and components of controls, that the values have a derivative by.
    pub(crate) sensitivities: &'a [String],
    /// Control, or component of one, whose derivative is shown.
    pub(crate) shown_sensitivity: Option<&'a str>,
    /// Generators and data files that a field input can read.
    pub(crate) field_sources: &'a [String],
    /// Standard deviation of the logarithm of a mutated value.
    pub(crate) mutation: f64,
    /// Octaves that the picture shows; further ones are finer than its pixels. `None` if it shows all.
    pub(crate) visible_octaves: Option<f64>,
    /// Applied after the controls are drawn.
    pub(crate) requested: Vec<Edit>,
}

impl MenuContext<'_> {
    fn is_linked(&self, name: &str) -> bool {
        self.linked.is_some_and(|linked| linked.contains(name))
    }

    fn request(&mut self, edit: impl FnOnce(&mut Workbench) + Send + 'static) {
        self.requested.push(Box::new(edit));
    }

    /// Returns the icons of a linked and of an excluded control.
    pub(crate) fn marks(&self, name: &str) -> String {
        let marks =
            [(self.is_linked(name), icons::LOCKED), (self.excluded.contains(name), icons::PIN)];
        let marks = marks.into_iter().filter(|(is_enabled, _)| *is_enabled);
        marks.map(|(_, icon)| format!("{icon} ")).collect()
    }
}

/// Opens after a right click on the control's name, slider or number. Returns true to reset the control to its default.
pub(crate) fn control_menu_ui(
    response: &Response,
    control: &Control,
    value: &Value,
    is_modified: bool,
    menus: &mut MenuContext<'_>,
) -> bool {
    let mut is_reset = false;
    context_menu(response, |ui| {
        is_reset = reset_item_ui(ui, &default_text(control), is_modified);
        if item(ui, true, Button::new("Copy as WGSL")).clicked() {
            ui.ctx().copy_text(control.wgsl(value));
        }
        if !control.is_feature() {
            write_default_item_ui(ui, &control.name, is_modified, menus);
        }
        ui.separator();
        let is_included = !menus.excluded.contains(&control.name);
        randomize_items_ui(ui, &Scope::One(control.name.clone()), is_included, menus);
        exclude_item_ui(ui, &control.name, is_included, menus);
        ui.separator();
        sensitivity_items_ui(ui, control, menus);
        sweep_items_ui(ui, control, menus);
        if menus.linked.is_some() {
            ui.separator();
            link_item_ui(ui, &control.name, menus);
        }
    });
    is_reset
}

fn write_default_item_ui(ui: &mut Ui, name: &str, is_modified: bool, menus: &mut MenuContext<'_>) {
    let button = Button::new("Write as default into the file");
    let write = item(ui, is_modified, button).on_disabled_hover_text("This is the default");
    if write.clicked() {
        let name = name.to_owned();
        menus.request(move |workbench| workbench.write_default(&name));
    }
}

fn exclude_item_ui(ui: &mut Ui, name: &str, is_included: bool, menus: &mut MenuContext<'_>) {
    let text = if is_included { "Exclude from randomize" } else { "Include in randomize" };
    if item(ui, true, Button::new(text)).clicked() {
        let name = name.to_owned();
        menus.request(move |workbench| workbench.document_mut().set_excluded(name, is_included));
    }
}

/// Vectors and arrays have a submenu of their components.
fn sensitivity_items_ui(ui: &mut Ui, control: &Control, menus: &mut MenuContext<'_>) {
    let names = (0..control.ty.components()).map(|component| control.component_name(component));
    let names: Vec<String> = names.filter(|name| menus.sensitivities.contains(name)).collect();
    match names.as_slice() {
        [] => {}
        [name] => sensitivity_item_ui(ui, "Where it acts", name, menus),
        names => {
            ui.menu_button("Where it acts", |ui| {
                egui::ScrollArea::vertical().max_height(MENU_HEIGHT).show(ui, |ui| {
                    for name in names {
                        sensitivity_item_ui(ui, name, name, menus);
                    }
                });
            });
        }
    }
}

/// Largest height of a submenu, in points.
const MENU_HEIGHT: f32 = 240.0;

fn sensitivity_item_ui(ui: &mut Ui, text: &str, name: &str, menus: &mut MenuContext<'_>) {
    let is_shown = menus.shown_sensitivity == Some(name);
    let response = item(ui, true, Button::new(text).selected(is_shown));
    let about = "Show the derivative of the value by this control; Escape shows the value again";
    if response.on_hover_text(about).clicked() {
        let name = name.to_owned();
        menus.request(move |workbench| workbench.toggle_sensitivity(&name));
    }
}

fn sweep_items_ui(ui: &mut Ui, control: &Control, menus: &mut MenuContext<'_>) {
    for (text, direction) in
        [("Sweep across", SweepDirection::Across), ("Sweep down", SweepDirection::Down)]
    {
        let sweep = item(ui, is_sweepable(control), Button::new(text));
        let sweep = sweep.on_disabled_hover_text("For controls with a single number");
        if sweep.clicked() {
            let name = control.name.clone();
            menus.request(move |workbench| workbench.sweep(&name, direction));
        }
    }
}

fn link_item_ui(ui: &mut Ui, name: &str, menus: &mut MenuContext<'_>) {
    let is_linked = menus.is_linked(name);
    let text = if is_linked { "Unlink from other cells" } else { "Link across cells" };
    if item(ui, true, Button::new(text)).clicked() {
        let name = name.to_owned();
        menus.request(move |workbench| workbench.set_control_linked(name, !is_linked));
    }
}

/// Shows "Reset", or "Reset to …" with `default`, which is empty if it is too long. Returns true after a click.
pub(crate) fn reset_item_ui(ui: &mut Ui, default: &str, is_modified: bool) -> bool {
    let text = if default.is_empty() { "Reset".to_owned() } else { format!("Reset to {default}") };
    item(ui, is_modified, Button::new(text)).clicked()
}

/// Opens after a right click on the group's header. Returns true to reset its controls.
pub(crate) fn group_menu_ui(
    response: &Response,
    name: &str,
    is_modified: bool,
    menus: &mut MenuContext<'_>,
) -> bool {
    let mut is_reset = false;
    context_menu(response, |ui| {
        is_reset = reset_item_ui(ui, "", is_modified);
        ui.separator();
        randomize_items_ui(ui, &Scope::Group(Some(name.to_owned())), true, menus);
    });
    is_reset
}

fn randomize_items_ui(ui: &mut Ui, scope: &Scope, is_enabled: bool, menus: &mut MenuContext<'_>) {
    let mutate = format!("Mutate by \u{b1}{:.0} %", 100.0 * menus.mutation);
    for (text, randomization) in
        [("Randomize", Randomization::Randomize), (&mutate, Randomization::Mutate(menus.mutation))]
    {
        if item(ui, is_enabled, Button::new(text)).clicked() {
            let scope = scope.clone();
            menus.request(move |workbench| workbench.randomize(&scope, randomization));
        }
    }
}

/// Names the shortcuts for all controls (`all`) and for the last edited group (`group`).
fn group_tooltip(response: Response, [all, group]: [CommandId; 2]) -> Response {
    response.on_hover_ui(|ui| {
        let [all_key, group_key] = [all, group].map(CommandId::key_text);
        let tooltip = all.command().tooltip;
        ui.label(format!("{tooltip}   ({all_key}; {group_key}: last edited group)"));
    })
}

pub(crate) fn randomize_ui(ui: &mut Ui, is_exploring: bool, commands: &mut Vec<CommandId>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let explore = ui.add(Button::new("      Explore").selected(is_exploring));
        sheet_icon_ui(ui, &explore);
        if explore.tip(CommandId::Mutations).accessible_name("Explore").clicked() {
            commands.push(CommandId::Mutations);
        }
        let randomize = ui.button(format!("{}  Randomize", icons::SHUFFLE));
        let ids = [CommandId::RandomizeAll, CommandId::RandomizeGroup];
        let randomize = group_tooltip(randomize, ids);
        if randomize.accessible_name("Randomize all").clicked() {
            commands.push(CommandId::RandomizeAll);
        }
    });
    ui.add_space(8.0);
}

/// Shows percent; `mutation` is a fraction.
pub(crate) fn mutation_size_ui(ui: &mut Ui, mutation: &mut f64) {
    let mut percent = 100.0 * *mutation;
    let format = NumberFormat {
        unit: "%",
        step: Some(1.0),
        limits: (1.0, 100.0),
        speed: 1.0,
        ..NumberFormat::default()
    };
    let size = number_in_row_ui(ui, 64.0, "Size of variations", &mut percent, format);
    if size.on_hover_text("Typical change of a value, in percent of it").changed() {
        *mutation = percent / 100.0;
    }
}

/// Draws an icon of nine squares at the left of the button.
fn sheet_icon_ui(ui: &Ui, button: &Response) {
    let color = ui.style().interact(button).text_color();
    let center = button.rect.left_center() + egui::vec2(16.0, 0.0);
    for index in 0..9 {
        let [column, row] = [index % 3, index / 3].map(|at| 5.0 * (at as f32 - 1.0));
        let at = center + egui::vec2(column, row);
        let square = egui::Rect::from_center_size(at, egui::Vec2::splat(3.0));
        ui.painter().rect_filled(square, 0.0, color);
    }
}
