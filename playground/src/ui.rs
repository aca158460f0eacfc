//! The window's panels.
use crate::workbench::*;
pub(crate) mod theme { pub(crate) fn install(_ctx: &egui::Context) {} }
pub(crate) struct Drawn { pub actions: Vec<Action>, pub picture_rect: egui::Rect }
pub(crate) fn workbench_ui(ui: &mut egui::Ui, workbench: &mut Workbench) -> Drawn {
    let _ = workbench;
    let rect = ui.max_rect();
    Drawn { actions: Vec::new(), picture_rect: rect }
}
