//! The window's panels.
use crate::workbench::*;
pub(crate) mod theme { pub(crate) fn install(_ctx: &egui::Context) {} }
pub(crate) struct Drawn { pub actions: Vec<Action>, pub picture_rect: egui::Rect }
pub(crate) fn workbench_ui(ui: &mut egui::Ui, workbench: &mut Workbench, picture: Option<egui::TextureId>) -> Drawn {
    let _ = workbench;
    let rect = ui.max_rect();
    if let Some(id) = picture { egui::Image::new((id, rect.size())).paint_at(ui, rect); }
    Drawn { actions: Vec::new(), picture_rect: rect }
}
