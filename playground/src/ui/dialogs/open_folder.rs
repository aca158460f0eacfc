//! The dialog that opens a folder of shaders: a path with completion, recent folders, and the built-in shaders.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use egui::{Button, Id, Key, Label, Modal, RichText, ScrollArea, TextEdit, Ui};

use crate::ui::focus::focus_if_none;
use crate::ui::theme::ROW;
use crate::ui::widgets::line::{Line, line_ui};
use crate::workbench::{Action, FolderDialog, TypedFolder};

/// In points.
const WIDTH: f32 = 520.0;

/// Number of visible lines in the list.
const LINES: f32 = 10.0;

/// Returns true if the dialog must be closed.
pub(super) fn dialog_ui(
    ui: &Ui,
    dialog: &mut FolderDialog,
    recent: &[PathBuf],
    actions: &mut Vec<Action>,
) -> bool {
    if dialog.requested.as_ref() != Some(&dialog.path) {
        dialog.requested = Some(dialog.path.clone());
        actions.push(Action::ListFolders(dialog.path.clone()));
    }
    let mut opened = None;
    let mut is_canceled = false;
    let id = Id::unique("open folder");
    let modal = Modal::new(id).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        ui.label(RichText::new("Open a folder").heading().strong());
        ui.add_space(8.0);
        let id = id.with("path");
        focus_if_none(ui, id);
        let field = TextEdit::singleline(&mut dialog.path)
            .id(id)
            .hint_text("Path of a folder with .wgsl files")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Path of the folder");
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let typed = dialog.path.trim().to_owned();
        ui.add_space(2.0);
        let found = typed_folder_text(dialog);
        ui.add(Label::new(RichText::new(found).weak()).truncate());
        if is_entered && !typed.is_empty() {
            opened = Some(Action::OpenFolder(Some(PathBuf::from(&typed))));
        }
        ui.add_space(4.0);
        let listed = list_ui(ui, dialog, recent);
        opened = opened.take().or(listed.map(|folder| Action::OpenFolder(Some(folder))));
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.add_enabled(!typed.is_empty(), Button::new("Open")).clicked() {
                opened = Some(Action::OpenFolder(Some(PathBuf::from(&typed))));
            }
            is_canceled = ui.button("Cancel").clicked();
            if ui.button("Built-in shaders").clicked() {
                opened = Some(Action::OpenFolder(None));
            }
        });
    });
    let is_closed = is_canceled || opened.is_some() || modal.should_close();
    actions.extend(opened);
    is_closed
}

/// A click completes the typed path. While that is empty, also lists recent folders, and returns the clicked one.
fn list_ui(ui: &mut Ui, dialog: &mut FolderDialog, recent: &[PathBuf]) -> Option<PathBuf> {
    let mut opened = None;
    let height = (ui.ctx().content_rect().height() - 244.0).min(LINES * ROW);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if dialog.path.trim().is_empty() {
                for folder in recent {
                    let (text, note) = (name(folder), folder.display().to_string());
                    if folder_ui(ui, &text, &note) {
                        opened = Some(folder.clone());
                    }
                }
            }
            let mut completed = None;
            for folder in &dialog.listing.folders {
                if folder_ui(ui, &format!("{}{MAIN_SEPARATOR}", name(folder)), "") {
                    completed = Some(format!("{}{MAIN_SEPARATOR}", folder.display()));
                }
            }
            if let Some(path) = completed {
                dialog.path = path;
            }
        },
    );
    opened
}

/// Returns absolute path and number of shader files, or that the folder does not exist.
fn typed_folder_text(dialog: &FolderDialog) -> String {
    let listing = &dialog.listing;
    let Some(TypedFolder { path, shaders }) = &listing.typed else {
        let is_known = dialog.path.trim().is_empty() || !listing.folders.is_empty();
        return if is_known { "" } else { "no such folder" }.to_owned();
    };
    let path = path.display();
    match shaders {
        0 => format!("{path} \u{b7} .wgsl files only in its folders, if any"),
        1 => format!("{path} \u{b7} 1 .wgsl file"),
        count => format!("{path} \u{b7} {count} .wgsl files"),
    }
}

fn folder_ui(ui: &mut Ui, text: &str, note: &str) -> bool {
    let line = Line { text, note, ..Line::default() };
    line_ui(ui, line).clicked()
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or(folder.as_os_str());
    name.to_string_lossy().into_owned()
}
