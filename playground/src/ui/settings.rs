//! The controls panel: title, presets, controls and view settings of the selected generator.

use egui::{RichText, ScrollArea, Ui};
use noise_playground::generator::Generator;
use noise_playground::source::ModulePath;

use super::commands::{CommandId, Tip as _};
use super::control_menu::{self, MenuContext};
use super::focus::{self, FocusZone};
use super::widgets::has_changed;
use super::{PanelOutput, controls, empty, presets, view};
use crate::workbench::picture_state::MissingGenerator;
use crate::workbench::randomize::Scope;
use crate::workbench::{PaneId, Panel, Workbench};

/// Right of the settings, in points.
const SCROLL_MARGIN: i8 = 12;

pub(super) fn settings_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let Some(generator) = workbench.shown().cloned() else {
        return missing_ui(ui, workbench, output);
    };
    // The scroll bar lies in the margin, where it covers no dot.
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.content_margin.right = SCROLL_MARGIN;
    scroll.bar_width = f32::from(SCROLL_MARGIN) - 2.0;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    let address = Some(generator.address().clone());
    if has_changed(ui, "generator of the settings", address) {
        // To the top of another generator.
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        focus::start_zone(ui, FocusZone::Panel(Panel::CONTROLS));
        ui.push_id(generator.address(), |ui| {
            controls::title_ui(ui, &generator);
            if generator.controls().iter().any(|control| !control.hidden) {
                let presets = presets::presets_ui(ui, workbench);
                output.panes.extend(presets.panes);
                output.actions.extend(presets.requested);
                match presets.applied {
                    Some(PaneId::Preset(index)) => workbench.apply_preset(index),
                    Some(_) => workbench.reset_values(&Scope::All),
                    None => {}
                }
                let is_exploring = workbench.mutations.is_some();
                control_menu::randomize_ui(ui, is_exploring, &mut output.commands);
            }
            values_ui(ui, workbench, &generator);
        });
        let pane = PaneId::Cell(workbench.document.selected);
        let value_range = workbench.pane_stats(pane).value_range;
        let shown = workbench.pane_content(pane).map(|content| content.view.shading.palette());
        view::view_ui(ui, &generator, &mut workbench.view_mut(), value_range, shown);
        let visible = workbench.compared_generators();
        let mut clock = workbench.clock;
        let placement = workbench.document.placement_cell(workbench.document.selected);
        let framed = workbench.framed(placement, workbench.document.view(placement)).scene;
        let mut view = workbench.document_mut().view_mut(placement);
        view::scene_ui(ui, &generator, &mut view, &framed, value_range);
        view::slice_and_time_ui(ui, &visible, &mut view, &mut clock);
        drop(view);
        *workbench.clock_mut() = clock;
        ui.add_space(16.0);
    });
}

/// Names the selected file that has no controls, and says what it lacks.
fn missing_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    // The panel keeps its width.
    ui.set_min_width(ui.available_width());
    ui.set_max_width(ui.available_width() - f32::from(SCROLL_MARGIN));
    let selected = workbench.document.selected;
    let title = |ui: &mut Ui, file: &ModulePath| {
        ui.label(RichText::new(file.as_str()).heading());
        ui.add_space(8.0);
    };
    if let Some((file, why)) = workbench.missing_generator(selected) {
        title(ui, file);
        match why {
            MissingGenerator::Deleted | MissingGenerator::LeftOut => {
                ui.weak(format!("{file} {}.", why.predicate()));
            }
            // Without a picture, this is in the center of the window.
            MissingGenerator::NotInFile if !workbench.has_picture() => {}
            MissingGenerator::NotInFile => empty::nothing_to_draw_ui(ui, empty::FIRST),
        }
    } else if let Some(file) = workbench.broken_file() {
        title(ui, file);
        ui.weak(format!("{file} does not compile. Its controls appear once it does."));
    } else {
        return;
    }
    ui.add_space(8.0);
    let name = "Open in editor";
    if workbench.has_picture() && ui.button(name).tip_as(name, CommandId::OpenInEditor).clicked() {
        output.commands.push(CommandId::OpenInEditor);
    }
}

fn values_ui(ui: &mut Ui, workbench: &mut Workbench, generator: &Generator) {
    let document = &workbench.document;
    let cell = workbench.pane_content(PaneId::Cell(document.selected));
    let before = cell.map(|cell| cell.values).unwrap_or_default();
    let mut now = before.clone();
    let field_sources = workbench.field_sources();
    let has_several = document.cells.len() > 1;
    let sensitivities = generator.sensitivities();
    let mut menus = MenuContext {
        sensitivities: &sensitivities,
        shown_sensitivity: workbench.sensitivity(),
        field_sources: &field_sources,
        linked: has_several.then_some(&document.linked_controls),
        excluded: &document.excluded_controls,
        mutation: workbench.randomizer.mutation,
        visible_octaves: workbench.chrome.visible_octaves,
        requested: Vec::new(),
    };
    controls::controls_ui(ui, generator.controls(), &mut now, &mut menus);
    let requested = menus.requested;
    workbench.edit_values(generator.controls(), &before, now);
    requested.into_iter().for_each(|edit| edit(workbench));
}
