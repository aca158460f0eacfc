//! Draws the dock and its tabs.

use egui::{Button, Frame, Id, Margin, Response, RichText, Stroke, Ui, WidgetText, vec2};
use egui_tiles::{Behavior, SimplificationOptions, TabState, Tabs, TileId, Tiles, UiResponse};

use super::commands::CommandId;
use super::{PanelOutput, contents, icons, manual, panels, theme};
use crate::workbench::dock::DockSide;
use crate::workbench::{Panel, Workbench};

/// Initial fraction of the free height or width.
const INITIAL: f32 = 0.35;

/// Fraction of the window that the pictures keep at first: half, and a little for rounding to whole pixels.
const PICTURES: f32 = 0.505;

/// Least height or width in points, also where the pictures then have less than [`PICTURES`].
const LEAST: f32 = 160.0;

/// Distance in points from which the edge can be dragged.
const GRAB: f32 = 8.0;

/// Fraction of the free height or width up to which the user can drag the edge.
const MOST: f32 = 0.65;

/// Pictures are beside or above it. `beside` is the width in points of the panels that are laid out after it.
pub(super) fn dock_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    output: &mut PanelOutput,
    beside: f32,
) {
    let dock = workbench.chrome.dock();
    if !dock.is_open() {
        return;
    }
    let docked: Vec<Panel> = panels().filter(|panel| panel.is_docked()).collect();
    let visible = |workbench: &Workbench| -> Vec<bool> {
        docked.iter().map(|panel| workbench.chrome.is_open(*panel)).collect()
    };
    let before = visible(workbench);
    let mut tabs = dock.tabs_of(&docked);
    let area = ui.available_rect_before_wrap();
    let free = area.size() - vec2(beside, 0.0);
    let side = dock.side;
    let (free, across, end) = match side {
        DockSide::Bottom => (free.y, free.x, area.bottom()),
        DockSide::Right => (free.x, free.y, area.right()),
    };
    let pictures = PICTURES * ui.ctx().content_rect().area() / across.max(1.0);
    let most = (MOST * free).max(LEAST);
    let fitting = (INITIAL * free).min(free - pictures).max(LEAST);
    let size = dock.size().map_or(fitting, |size| size.clamp(LEAST, most));
    let is_dragged = is_dragged(ui, side, end - size);
    let range = if is_dragged { LEAST..=most } else { size..=size };
    let frame = match side {
        DockSide::Bottom => egui::Panel::bottom("dock"),
        DockSide::Right => egui::Panel::right("dock at the right"),
    };
    let mut behavior = Docked { workbench, output };
    let shown = frame
        .resizable(true)
        .default_size(size)
        .size_range(range)
        .frame(Frame::new())
        .show(ui, |ui| tabs.ui(&mut behavior, ui));
    let shown = shown.response.rect.size();
    let shown = if side == DockSide::Bottom { shown.y } else { shown.x };
    let dock = workbench.chrome_mut().dock_mut();
    if is_dragged && shown != size {
        dock.set_size(shown);
    }
    dock.set_tabs(tabs);
    for (panel, was_visible) in docked.iter().zip(before) {
        if workbench.chrome.is_open(*panel) != was_visible {
            (panel.info().toggled)(workbench);
        }
    }
    output.run_commands(ui, workbench);
}

/// Returns true while a press on the dock's edge, which was at this coordinate, is held: only then may its size change,
/// which otherwise depends on the window.
fn is_dragged(ui: &Ui, side: DockSide, edge: f32) -> bool {
    let id = Id::unique("edge of the dock");
    let held = ui.data(|data| data.get_temp(id).unwrap_or(false));
    let is_held = ui.input(|input| {
        let at = input.pointer.press_origin().filter(|_| input.pointer.primary_down());
        at.is_some_and(|at| {
            let at = if side == DockSide::Bottom { at.y } else { at.x };
            held || (input.pointer.primary_pressed() && (at - edge).abs() < GRAB)
        })
    });
    ui.data_mut(|data| data.insert_temp(id, is_held));
    is_held
}

struct Docked<'a> {
    workbench: &'a mut Workbench,
    output: &'a mut PanelOutput,
}

fn panel_of(key: &str) -> Option<Panel> {
    panels().find(|panel| panel.info().key == key)
}

impl Behavior<String> for Docked<'_> {
    fn tab_title_for_pane(&mut self, key: &String) -> WidgetText {
        let title = panel_of(key).map_or("", |panel| panel.info().title);
        RichText::new(title).font(theme::medium(12.5)).into()
    }

    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, key: &mut String) -> UiResponse {
        let Some(panel) = panel_of(key) else {
            return UiResponse::None;
        };
        let margin = Margin { left: 12, right: 12, top: 4, bottom: 8 };
        Frame::new().inner_margin(margin).show(ui, |ui| {
            if (panel.info().is_available)(self.workbench) {
                contents(panel)(ui, self.workbench, self.output);
            } else {
                let about = panel.info().tooltip;
                let text = format!("Nothing to show for this picture\n{about}");
                ui.centered_and_justified(|ui| ui.weak(text));
            }
        });
        UiResponse::None
    }

    /// Screen readers find a tab by its role.
    fn on_tab_button(&mut self, _: &mut Tiles<String>, _: TileId, tab: Response) -> Response {
        tab.ctx.accesskit_node_builder(tab.id, |node| node.set_role(egui::accesskit::Role::Tab));
        tab
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<String>,
        ui: &mut Ui,
        _: TileId,
        tabs: &Tabs,
        _: &mut f32,
    ) {
        let Some(panel) = tabs.active.and_then(|tile| panel_of(tiles.get_pane(&tile)?)) else {
            return;
        };
        let button = |icon| Button::new(RichText::new(icon).size(13.0)).frame_when_inactive(false);
        let close = ui.add(button(icons::CLOSE)).on_hover_text("Close the dock");
        if close.accessible_name("Close the dock").clicked() {
            self.output.commands.push(CommandId::Inspect);
        }
        let (icon, about) = match self.workbench.chrome.dock().side {
            DockSide::Bottom => (icons::CARET_RIGHT, "Move the dock to the right"),
            DockSide::Right => (icons::CARET_DOWN, "Move the dock to the bottom"),
        };
        if ui.add(button(icon)).on_hover_text(about).accessible_name(about).clicked() {
            self.output.commands.push(CommandId::MoveDock);
        }
        manual::help_ui(ui, panel);
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        26.0
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        visuals.panel_fill
    }

    fn tab_bg_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<String>,
        _: TileId,
        _: &TabState,
    ) -> egui::Color32 {
        visuals.panel_fill
    }

    fn tab_outline_stroke(
        &self,
        _: &egui::Visuals,
        _: &Tiles<String>,
        _: TileId,
        _: &TabState,
    ) -> Stroke {
        Stroke::NONE
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<String>,
        _: TileId,
        state: &TabState,
    ) -> egui::Color32 {
        if state.active { visuals.strong_text_color() } else { visuals.weak_text_color() }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }
}
