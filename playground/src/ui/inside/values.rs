//! The right column of the inside drawer: the selected tap, its runs, and the pinned taps as thumbnails.

use egui::emath::GuiRounding as _;
use egui::{
    Align, Button, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Slider, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use super::slopes::slopes_ui;
use super::source;
use super::strip::strip_ui;
use crate::ui::commands::{CommandId, Tip as _};
use crate::ui::widgets::thumbnail::frame_ui;
use crate::ui::{icons, theme};
use crate::workbench::{GeneratorRef, Pane, PaneId, Workbench};

/// Shown until a value is chosen.
pub(super) const HINT: &str =
    "Click an underlined name to see its value; a \"let\" names a part of a term.";

/// Size of a pinned tap's thumbnail, and the space between two, in points.
const TILE: egui::Vec2 = vec2(72.0, 48.0);
const GAP: f32 = 6.0;

/// Returns the panes of the thumbnails.
pub(super) fn values_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
) -> Vec<Pane> {
    let area = ScrollArea::vertical().id_salt("values").auto_shrink(false);
    let shown = area.show(ui, |ui| {
        stage_ui(ui, workbench, commands);
        run_ui(ui, workbench);
        slopes_ui(ui, workbench);
        strip_ui(ui, workbench);
        pins_ui(ui, workbench)
    });
    shown.inner
}

/// Shows name, type and function of the selected tap, and the buttons that pin it or show it in a new cell.
fn stage_ui(ui: &mut Ui, workbench: &Workbench, commands: &mut Vec<CommandId>) {
    let Some(stage) = workbench.stage() else {
        ui.add_space(4.0);
        let hint = if workbench.has_stage() { "compiling\u{2026}" } else { HINT };
        ui.add(Label::new(RichText::new(hint).weak()).wrap());
        return;
    };
    let tap = &stage.tap;
    ui.horizontal(|ui| {
        ui.label(RichText::new(&tap.name).monospace().size(14.0).strong());
        ui.label(RichText::new(&tap.ty).weak());
        if let Some(work) = workbench.stage_work() {
            ui.label(RichText::new(work).color(theme::accent(ui.visuals())));
        }
    });
    let place = format!("line {} of {}", tap.line(), tap.function.function);
    let place = Label::new(RichText::new(place).weak().size(12.0)).truncate();
    ui.add(place).on_hover_text(tap.function.to_string());
    if let Some(note) = later_note(ui, workbench) {
        ui.add(Label::new(RichText::new(note).size(12.0)).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        let pinned = workbench.is_stage_pinned();
        let pin = Button::new(format!("{}  Pin", icons::PIN)).selected(pinned);
        for (button, command) in [
            (pin, CommandId::PinStage),
            (Button::new("As a cell"), CommandId::StageAsCell),
            (Button::new("Result"), CommandId::Leave),
        ] {
            let about = command.command().tooltip;
            if ui.add(button).tip_as(about, command).clicked() {
                commands.push(command);
            }
        }
    });
}

/// A variable is shown as one line assigns it; a loop or a call with a pointer may change it before a later line.
fn later_note(ui: &Ui, workbench: &Workbench) -> Option<String> {
    let tap = &workbench.stage()?.tap;
    let clicked = source::clicked_line(ui, workbench)?;
    (tap.is_variable && clicked != tap.line()).then(|| {
        let line = tap.line();
        if clicked < line {
            return format!("As line {line} sets it.");
        }
        format!("As line {line} sets it; a loop or a call may change it before line {clicked}.")
    })
}

fn run_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let Some(count) = workbench.stage().and_then(|_| workbench.run_count()) else {
        return;
    };
    if count < 2 {
        return;
    }
    let run = workbench.stage().and_then(|stage| stage.run);
    let mut number = run.unwrap_or(count).clamp(1, count);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = (ui.available_width() - 132.0).max(60.0);
        let slider = Slider::new(&mut number, 1..=count).show_value(false);
        let slider = ui.add(slider).on_hover_text("Run of this value in a sample, from 1");
        slider.widget_info(|| WidgetInfo::slider(true, f64::from(number), "Run"));
        ui.label(RichText::new(format!("{number} of {count}")).size(12.0));
        let last = Button::new("Last").selected(run.is_none());
        if ui.add(last).on_hover_text("The last run in each sample").clicked() {
            workbench.show_run(None);
        } else if slider.changed() {
            workbench.show_run(Some(number));
        }
    });
}

fn pins_ui(ui: &mut Ui, workbench: &mut Workbench) -> Vec<Pane> {
    let pins: Vec<(usize, GeneratorRef)> =
        workbench.pins().into_iter().map(|(index, pin)| (index, pin.clone())).collect();
    if pins.is_empty() {
        return Vec::new();
    }
    ui.add_space(6.0);
    ui.label(RichText::new("Pinned").font(theme::medium(12.0)));
    let mut panes = Vec::new();
    let mut removed = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for (index, pin) in &pins {
            let tile = TILE + vec2(0.0, theme::ROW - 4.0);
            let (rect, response) = ui.allocate_exact_size(tile, Sense::click());
            let picture = Rect::from_min_size(rect.min, TILE);
            let picture = picture.round_to_pixels(ui.pixels_per_point());
            let stage = pin.stage().unwrap_or_default().to_owned();
            let is_shown = workbench.document.selected().build_target().as_ref() == Some(pin);
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, is_shown, format!("Pinned {stage}"))
            });
            frame_ui(ui, picture, &response, is_shown);
            if caption_ui(ui, rect.with_min_y(picture.bottom() + 2.0), &stage) {
                removed = Some(*index);
            }
            let clip = picture.intersect(ui.clip_rect());
            if clip.is_positive() {
                let key = PaneId::Pin(*index);
                panes.push(Pane { key, rect: picture, clip });
            }
            if response.clicked() {
                workbench.show_pinned(stage.clone());
            }
            response.on_hover_text(stage);
        }
    });
    if let Some(index) = removed {
        workbench.unpin(index);
    }
    panes
}

/// Returns true if the user unpins the tap.
fn caption_ui(ui: &mut Ui, rect: Rect, stage: &str) -> bool {
    let name = stage.rsplit("::").next().unwrap_or(stage);
    let row = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center));
    // Space for the thumbnail and its caption is allocated already; a separate child does not move the next thumbnail.
    let ui = &mut ui.new_child(row);
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().button_padding = vec2(2.0, 0.0);
    let close = Button::new(RichText::new(icons::CLOSE).size(10.0)).frame_when_inactive(false);
    let close = ui.add(close).on_hover_text("Remove the pin");
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let text = RichText::new(name).monospace().size(11.0);
        ui.add(Label::new(text).truncate().selectable(false));
    });
    close.accessible_name(format!("Remove the pin of {stage}")).clicked()
}
