//! All controls of the selected generator, by groups.

use egui::text::LayoutJob;
use egui::{Key, Label, RichText, TextEdit, TextStyle, Ui};
use noise_playground::generator::Generator;
use noise_playground::generator::control::{Control, Values};

use super::control_menu::{MenuContext, group_menu_ui};
use super::control_row::{OCTAVES, control_ui};
use super::manual;
use super::widgets::row::RESET;
use super::widgets::section::section_ui;
use super::widgets::steps::record_scrolling;
use crate::workbench::Panel;

/// From this number of controls on, there is a search field.
const MIN_SEARCHED: usize = 12;

pub(crate) fn controls_ui(
    ui: &mut Ui,
    controls: &[Control],
    values: &mut Values,
    menus: &mut MenuContext<'_>,
) {
    let mut shown: Vec<&Control> = controls.iter().filter(|control| !control.hidden).collect();
    if shown.len() >= MIN_SEARCHED {
        let words = search_ui(ui);
        shown.retain(|control| matches(control, &words));
        if shown.is_empty() {
            ui.weak("No control has these words in its name, group or comment.");
        }
    }
    let octaves = octave_count(controls, values);
    for group in shown.chunk_by(|one, next| one.group == next.group) {
        let name = group[0].group.as_deref();
        ui.push_id((name, &group[0].name), |ui| {
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

/// Escape clears the search. Returns the text in lower case.
fn search_ui(ui: &mut Ui) -> String {
    let id = ui.scope_id().with("search");
    let mut text: String = ui.data(|data| data.get_temp(id).unwrap_or_default());
    let field = TextEdit::singleline(&mut text)
        .hint_text("Search the controls")
        .desired_width(ui.available_width() - RESET);
    let field = ui.add(field).accessible_name("Search the controls");
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        text.clear();
    }
    ui.add_space(4.0);
    ui.data_mut(|data| data.insert_temp(id, text.clone()));
    text.to_lowercase()
}

/// Returns true if name, label, group and comment together contain every word of `words`, which is in lower case.
fn matches(control: &Control, words: &str) -> bool {
    let group = control.group.as_deref().unwrap_or_default();
    let all = format!("{} {} {group} {}", control.name, control.label, control.doc).to_lowercase();
    words.split_whitespace().all(|word| all.contains(word))
}

/// Returns the value of the control `octaves`, at least 1.
fn octave_count(controls: &[Control], values: &Values) -> Option<usize> {
    let control =
        controls.iter().find(|control| control.name == OCTAVES && control.ty.components() == 1)?;
    Some(values.get(control).first().max(1.0) as usize)
}

/// A button resets the group. Returns true if the group is unfolded.
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
        let is_reset = group_menu_ui(header, name, modified, menus);
        if modified && columns.reset_ui(ui, &format!("group {name}"), String::new) || is_reset {
            group.iter().for_each(|control| values.reset(control));
        }
    })
}

/// Height of the window, in points, below which the documentation is cut to two lines; the pointer shows all.
const LOW: f32 = 700.0;

pub(crate) fn title_ui(ui: &mut Ui, generator: &Generator) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(generator.name()).heading());
        manual::help_ui(ui, Panel::CONTROLS);
    });
    if !generator.doc().is_empty() {
        let color = ui.visuals().weak_text_color();
        let font = TextStyle::Body.resolve(ui.style());
        let mut doc =
            LayoutJob::simple(generator.doc().to_owned(), font, color, ui.available_width());
        let is_low = ui.ctx().content_rect().height() < LOW;
        doc.wrap.max_rows = if is_low { 2 } else { usize::MAX };
        ui.add(Label::new(doc).wrap());
    }
    if generator.controls().iter().all(|control| control.hidden) {
        ui.add_space(8.0);
        ui.add(Label::new(RichText::new(NO_CONTROLS).weak()).wrap());
    }
    ui.add_space(8.0);
}

const NO_CONTROLS: &str = "No controls. Parameters after the position become sliders here.";
