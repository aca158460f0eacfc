//! Context menus of controls and groups, and the buttons to randomize and mutate.

use std::collections::BTreeSet;

use egui::{Button, Response, Ui};
use noise_playground::control::Control;

use super::commands::CommandId;
use super::icons;
use super::menu::{context_menu, item};
use crate::workbench::Workbench;
use crate::workbench::randomize::{Randomization, Scope};
use crate::workbench::sweep::{SweepDirection, can_be_swept};

/// An action requested in a menu.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ControlAction {
    /// Links a control by its name, or unlinks it.
    Lock(String, bool),
    /// Excludes a control by its name, or includes it.
    Keep(String, bool),
    Throw(Scope, Randomization),
    /// Sweeps a control by its name.
    Sweep(String, SweepDirection),
}

/// Input of the menus, and the actions that they request.
pub(crate) struct MenuContext<'a> {
    /// Names of the linked controls; `None` if there is only one cell.
    pub(crate) locked: Option<&'a BTreeSet<String>>,
    /// Names of the excluded controls.
    pub(crate) kept: &'a BTreeSet<String>,
    /// Largest change, in percent of the slider range.
    pub(crate) mutation: f64,
    pub(crate) asked: Vec<ControlAction>,
}

impl MenuContext<'_> {
    fn is_locked(&self, name: &str) -> bool {
        self.locked.is_some_and(|locked| locked.contains(name))
    }

    /// Returns the icons before a control's name.
    pub(crate) fn marks(&self, name: &str) -> String {
        let marks = [
            (self.is_locked(name), icons::LOCKED),
            (self.kept.contains(name), icons::PIN),
        ];
        let marks = marks.into_iter().filter(|(is_on, _)| *is_on);
        marks.map(|(_, icon)| format!("{icon} ")).collect()
    }
}

/// Shows the context menu of a control on its name.
pub(crate) fn control_menu_ui(response: &Response, control: &Control, menus: &mut MenuContext<'_>) {
    let name = &control.name;
    context_menu(response, |ui| {
        let is_kept = menus.kept.contains(name);
        throws_ui(ui, &Scope::One(name.clone()), !is_kept, menus);
        let keep = if is_kept {
            "Include in randomize"
        } else {
            "Exclude from randomize"
        };
        if item(ui, true, Button::new(keep)).clicked() {
            menus
                .asked
                .push(ControlAction::Keep(name.clone(), !is_kept));
        }
        ui.separator();
        for (text, way) in [
            ("Sweep across", SweepDirection::Across),
            ("Sweep down", SweepDirection::Down),
        ] {
            let sweep = item(ui, can_be_swept(control), Button::new(text));
            let sweep = sweep.on_disabled_hover_text("For controls with a single number");
            if sweep.clicked() {
                menus.asked.push(ControlAction::Sweep(name.clone(), way));
            }
        }
        if menus.locked.is_none() {
            return;
        }
        ui.separator();
        let is_locked = menus.is_locked(name);
        let lock = if is_locked {
            "Unlink from other cells"
        } else {
            "Link across cells"
        };
        if item(ui, true, Button::new(lock)).clicked() {
            menus
                .asked
                .push(ControlAction::Lock(name.clone(), !is_locked));
        }
    });
}

/// Shows the context menu of a group on its header.
pub(crate) fn group_menu_ui(response: &Response, name: &str, menus: &mut MenuContext<'_>) {
    context_menu(response, |ui| {
        throws_ui(ui, &Scope::Group(Some(name.to_owned())), true, menus);
    });
}

fn throws_ui(ui: &mut Ui, scope: &Scope, is_on: bool, menus: &mut MenuContext<'_>) {
    let mutate = mutate_text(menus.mutation);
    for (text, throw) in [
        ("Randomize", Randomization::Randomize),
        (&mutate, Randomization::Mutate(menus.mutation)),
    ] {
        if item(ui, is_on, Button::new(text)).clicked() {
            menus.asked.push(ControlAction::Throw(scope.clone(), throw));
        }
    }
}

fn mutate_text(share: f64) -> String {
    format!("Mutate by \u{b1}{:.0} %", 100.0 * share)
}

/// Shows a tooltip with the shortcuts for all controls and for the last edited group.
fn tip_of_all(response: Response, [all, group]: [CommandId; 2]) -> Response {
    response.on_hover_ui(|ui| {
        let [all_key, group_key] = [all, group].map(CommandId::key_text);
        let about = all.command().tooltip;
        ui.label(format!(
            "{about}   ({all_key}; {group_key}: last edited group)"
        ));
    })
}

/// Shows the buttons to randomize and mutate all controls, and the size of mutations.
pub(crate) fn randomize_ui(ui: &mut Ui, mutation: &mut f64, commands: &mut Vec<CommandId>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let randomise = ui.button(format!("{}  Randomize", icons::SHUFFLE));
        let ids = [CommandId::RandomizeAll, CommandId::RandomizeGroup];
        let randomise = tip_of_all(randomise, ids);
        if randomise.accessible_name("Randomize all").clicked() {
            commands.push(CommandId::RandomizeAll);
        }
        let mutate = ui.button("Mutate by \u{b1}");
        let mutate = tip_of_all(mutate, [CommandId::MutateAll, CommandId::MutateGroup]);
        if mutate.accessible_name("Mutate all").clicked() {
            commands.push(CommandId::MutateAll);
        }
        let mut percent = 100.0 * *mutation;
        let amount = egui::DragValue::new(&mut percent)
            .range(1.0..=100.0)
            .max_decimals(0)
            .suffix(" %");
        let amount = ui
            .add(amount)
            .on_hover_text("Largest change, in percent of the slider range");
        if amount.accessible_name("Mutation").changed() {
            *mutation = percent / 100.0;
        }
    });
    ui.add_space(8.0);
}

/// Applies a requested action.
pub(crate) fn apply_action(workbench: &mut Workbench, asked: ControlAction) {
    match asked {
        ControlAction::Lock(name, locked) => workbench.set_control_linked(name, locked),
        ControlAction::Keep(name, kept) => workbench.document.set_excluded(name, kept),
        ControlAction::Throw(scope, throw) => workbench.randomize(&scope, throw),
        ControlAction::Sweep(name, way) => workbench.sweep(&name, way),
    }
}
