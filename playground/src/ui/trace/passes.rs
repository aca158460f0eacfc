//! Widgets that select which pass of a grid program is traced, and which execution of it.

use egui::{Button, ComboBox, RichText, Slider, Ui, WidgetInfo};
use noise_playground::generator::PassSelection;

use crate::ui::theme;
use crate::workbench::Workbench;

/// Width of the list of passes, and of the widgets after the slider, in points.
const LIST: f32 = 132.0;
const AFTER: f32 = 148.0;

/// Selects the last pass that writes the sample.
const LAST: &str = "Last that writes";

/// Shows nothing if the generator is a function of a position.
pub(super) fn passes_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let passes = workbench.traced_passes();
    if passes.is_empty() {
        return;
    }
    let mut selection = workbench.selected_passes();
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW);
        list_ui(ui, &passes, &mut selection);
        execution_ui(ui, workbench, &passes, &mut selection);
    });
    workbench.select_passes(selection);
}

fn list_ui(ui: &mut Ui, passes: &[(String, u32)], selection: &mut PassSelection) {
    let shown = selection.pass.as_deref().unwrap_or(LAST).to_owned();
    let list = ComboBox::from_id_salt("pass").width(LIST).truncate();
    let list = list.selected_text(&shown).show_ui(ui, |ui| {
        let executed = passes.iter().filter(|(_, count)| *count > 0);
        let names = executed.map(|(name, _)| Some(name.clone()));
        for pass in std::iter::once(None).chain(names) {
            let text = pass.as_deref().unwrap_or(LAST);
            if ui.selectable_label(selection.pass == pass, text).clicked() {
                *selection = PassSelection { pass: pass.clone(), execution: None };
            }
        }
    });
    list.response
        .widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, format!("Pass: {shown}")));
    list.response.on_hover_text("The pass that is traced, as it computes the sample");
}

fn execution_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    passes: &[(String, u32)],
    selection: &mut PassSelection,
) {
    let recorded = workbench.trace_result();
    let recorded = recorded.and_then(|result| result.recorded.as_ref().ok());
    let traced = recorded.and_then(|recorded| recorded.steps.execution.as_ref());
    let is_selected = |pass: &str| selection.pass.as_deref().is_none_or(|name| name == pass);
    let traced = traced.filter(|traced| is_selected(&traced.pass));
    let pass = selection.pass.clone();
    let Some(pass) = pass.or_else(|| Some(traced?.pass.clone())) else {
        return;
    };
    let mut counts = passes.iter();
    let count = counts.find(|(name, _)| *name == pass);
    let count = count.map_or(1, |(_, count)| *count).max(1);
    let number = selection.execution.or_else(|| Some(traced?.execution)).unwrap_or(count);
    let mut chosen = number.clamp(1, count);
    if count > 1 {
        ui.spacing_mut().slider_width = (ui.available_width() - AFTER).max(48.0);
        let slider = Slider::new(&mut chosen, 1..=count).show_value(false);
        let slider = ui.add(slider).on_hover_text("Execution of the pass, from 1");
        slider.widget_info(|| WidgetInfo::slider(true, f64::from(chosen), "Execution"));
        if slider.changed() {
            *selection = PassSelection { pass: Some(pass.clone()), execution: Some(chosen) };
        }
    }
    let text = match selection.pass {
        Some(_) => format!("{chosen} of {count}"),
        None => format!("{pass} {chosen} of {count}"),
    };
    ui.label(RichText::new(text).size(12.0));
    if count > 1 && selection.pass.is_some() {
        let last = Button::new("Last").selected(selection.execution.is_none());
        let last = ui.add(last).on_hover_text("The last execution that writes the sample");
        if last.clicked() {
            selection.execution = None;
        }
    }
}
