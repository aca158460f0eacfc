//! Draws the dock and its tabs.

use egui::accesskit::Action;
use egui::{
    Button, CursorIcon, Frame, Id, Margin, Rect, Response, RichText, Sense, Stroke, Ui, WidgetInfo,
    WidgetText, vec2,
};
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

/// Width of the edge that can be dragged, in points.
const GRAB: f32 = 5.0;

/// Change of the size by one request of a screen reader, in points.
const STEP: f32 = 16.0;

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
    let (frame, rect) = match side {
        DockSide::Bottom => (egui::Panel::bottom("dock"), area.with_min_y(end - size)),
        DockSide::Right => (egui::Panel::right("dock"), area.with_min_x(end - size)),
    };
    let mut behavior = Docked { workbench, output };
    let frame = frame.resizable(false).exact_size(size).frame(Frame::new());
    frame.show(ui, |ui| tabs.ui(&mut behavior, ui));
    let dragged = edge_ui(ui, side, rect, size);
    let dock = workbench.chrome_mut().dock_mut();
    if let Some(size) = dragged {
        dock.set_size(size.clamp(LEAST, most));
    }
    dock.set_tabs(tabs);
    for (panel, was_visible) in docked.iter().zip(before) {
        if workbench.chrome.is_open(*panel) != was_visible {
            (panel.info().toggled)(workbench);
        }
    }
    output.run_commands(ui, workbench);
}

/// Shows the edge between the pictures and the dock in the rectangle `dock`. Returns the size in points that the user
/// gives the dock. egui's own edge of a panel would keep the first size, whatever the window has later.
fn edge_ui(ui: &Ui, side: DockSide, dock: Rect, size: f32) -> Option<f32> {
    let is_bottom = side == DockSide::Bottom;
    let edge = if is_bottom {
        dock.with_max_y(dock.top() + GRAB)
    } else {
        dock.with_max_x(dock.left() + GRAB)
    };
    let response = ui.interact(edge, Id::unique("edge of the dock"), Sense::drag());
    if response.hovered() || response.dragged() {
        let icon =
            if is_bottom { CursorIcon::ResizeVertical } else { CursorIcon::ResizeHorizontal };
        ui.ctx().set_cursor_icon(icon);
        let stroke = ui.visuals().widgets.hovered.fg_stroke;
        if is_bottom {
            ui.painter().hline(edge.x_range(), edge.top(), stroke);
        } else {
            ui.painter().vline(edge.left(), edge.y_range(), stroke);
        }
    }
    response.widget_info(|| WidgetInfo::slider(true, f64::from(size), "Size of the dock"));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
    let requests =
        |action| ui.input(|input| input.num_accesskit_action_requests(response.id, action)) as f32;
    let steps = requests(Action::Increment) - requests(Action::Decrement);
    if steps != 0.0 {
        return Some(size + STEP * steps);
    }
    let delta = if is_bottom { response.drag_delta().y } else { response.drag_delta().x };
    (delta != 0.0).then_some(size - delta)
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
