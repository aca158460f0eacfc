//! The panels at the sides of the pictures. In a narrow window, and for the list of generators also beside an open
//! dock, thin rails stand for them; a rail's button opens the panel, the list over the picture.

use egui::{Area, Button, Frame, Id, Margin, Order, Panel as EguiPanel, Pos2, Ui, pos2, vec2};

use super::focus::{self, FocusZone};
use super::{PanelOutput, contents};
use crate::workbench::{Panel, Workbench, Zone};

/// In points.
const RAIL: f32 = 28.0;

/// Width of the window, in points, from which the list of generators is wider.
const WIDE: f32 = 1600.0;
const WIDE_LIST: f32 = 260.0;

/// Shows a panel at its side, or its rail. Does nothing for other panels.
pub(super) fn side_ui(
    ui: &mut Ui,
    panel: Panel,
    workbench: &mut Workbench,
    output: &mut PanelOutput,
) {
    let Some((size, is_left)) = side(panel) else {
        return;
    };
    if workbench.has_rail(panel) {
        let corner = rail_ui(ui, panel, workbench, is_left);
        if is_left {
            if workbench.shows(panel) {
                over_picture_ui(ui, corner, panel, workbench, output);
            }
            return;
        }
    }
    if workbench.shows(panel) {
        docked_ui(ui, panel, size, is_left, workbench, output);
    }
}

/// Returns the width of the panels and rails at both sides, in points. A list over the picture takes none.
pub(super) fn width(workbench: &Workbench) -> f32 {
    let widths = super::panels().filter_map(|panel| {
        let (size, is_left) = side(panel)?;
        let has_rail = workbench.has_rail(panel);
        let is_beside = workbench.shows(panel) && !(has_rail && is_left);
        let size = workbench.chrome.panel_size(panel).unwrap_or(size[0]);
        Some(if has_rail { RAIL } else { 0.0 } + if is_beside { size } else { 0.0 })
    });
    widths.sum()
}

/// Returns initial, least and largest width, and true for the left side. `None` for other panels.
fn side(panel: Panel) -> Option<([f32; 3], bool)> {
    match panel.info().zone {
        Zone::Left(size) => Some((size, true)),
        Zone::Right(size) => Some((size, false)),
        Zone::Dock | Zone::Picture | Zone::Floating | Zone::Modal => None,
    }
}

fn docked_ui(
    ui: &mut Ui,
    panel: Panel,
    [size, least, most]: [f32; 3],
    is_left: bool,
    workbench: &mut Workbench,
    output: &mut PanelOutput,
) {
    let key = panel.info().key;
    // A wide window has a width of its own, which the user may change too.
    let is_wide = is_left && workbench.chrome.width() >= WIDE;
    let id = Id::unique((key, is_wide));
    let default = if is_wide { WIDE_LIST } else { size };
    let size = workbench.chrome.panel_size(panel).filter(|_| !is_wide).unwrap_or(default);
    let side = if is_left { EguiPanel::left(id) } else { EguiPanel::right(id) };
    let side = side.resizable(true).default_size(size).size_range(least..=most);
    // The scroll bar of the controls is at the edge.
    let right = if is_left { 12 } else { 0 };
    let margin = Margin { left: 12, right, top: 8, bottom: 0 };
    let shown = side
        .frame(Frame::new().inner_margin(margin))
        .show(ui, |ui| contents(panel)(ui, workbench, output));
    if !is_wide {
        workbench.chrome_mut().set_panel_size(panel, shown.response.rect.width());
    }
}

/// Returns the upper end of the rail at the side of the picture.
fn rail_ui(ui: &mut Ui, panel: Panel, workbench: &mut Workbench, is_left: bool) -> Pos2 {
    let id = Id::unique(("rail", panel.info().key));
    let side = if is_left { EguiPanel::left(id) } else { EguiPanel::right(id) };
    let is_open = workbench.shows(panel);
    let arrow = if is_open == is_left { "\u{2039}" } else { "\u{203a}" };
    let title = panel.info().title.to_lowercase();
    let verb = if is_open { "Hide" } else { "Show" };
    let rail = side.resizable(false).exact_size(RAIL).frame(Frame::new().inner_margin(2));
    let shown = rail.show(ui, |ui| {
        if !is_open {
            focus::start_zone(ui, FocusZone::Panel(panel));
        }
        let button = Button::new(arrow).min_size(vec2(RAIL - 4.0, 48.0)).frame_when_inactive(false);
        let name = format!("{verb} {title}");
        ui.add(button).on_hover_text(&name).accessible_name(&name).clicked()
    });
    if shown.inner {
        workbench.chrome_mut().set_open(panel, !is_open);
    }
    shown.response.rect.right_top()
}

/// The panel leaves after a choice, and by a press elsewhere.
fn over_picture_ui(
    ui: &Ui,
    corner: Pos2,
    panel: Panel,
    workbench: &mut Workbench,
    output: &mut PanelOutput,
) {
    let before = workbench.selected_address();
    let height = ui.available_height() - 16.0;
    let area = Area::new(Id::unique(("over the picture", panel.info().key)));
    let shown = area.order(Order::Middle).fixed_pos(corner).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).corner_radius(0.0).inner_margin(8.0).show(ui, |ui| {
            ui.set_width(WIDE_LIST - 16.0);
            ui.set_height(height);
            contents(panel)(ui, workbench, output);
        });
    });
    let rect = shown.response.rect.union(egui::Rect::from_two_pos(corner, pos2(0.0, 0.0)));
    let is_elsewhere = ui.input(|input| {
        let pressed = input.pointer.any_pressed().then(|| input.pointer.interact_pos());
        pressed.flatten().is_some_and(|at| !rect.contains(at))
    });
    let is_popup = egui::Popup::is_any_open(ui.ctx());
    if (is_elsewhere && !is_popup) || workbench.selected_address() != before {
        workbench.chrome_mut().set_open(panel, false);
    }
}
