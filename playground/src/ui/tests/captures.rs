//! Tests of the capture dialog and of captures dropped on the window.

use std::path::{Path, PathBuf};

use egui_kittest::kittest::NodeT as _;
use noise_playground::Subject;
use noise_playground::field::files::Format;
use noise_playground::subject::derived::{Derived, Quantity};

use super::*;
use crate::catalog::GeneratorSnapshot;
use crate::workbench::capture_settings::{CaptureKind, CaptureProgress, Size};
use crate::workbench::document::Arrangement;
use crate::workbench::restore::{PendingRestore, RestoredCell};
use crate::workbench::{Dialog, NoticeAction};

#[test]
fn dialog_lists_the_capture_and_the_shortcut_repeats_it() {
    let mut harness = window(swiss());
    assert!(harness.query_by_label("Capture now").is_none());
    click(&mut harness, "Capture settings");
    click(&mut harness, "16-bit PNG");
    click(&mut harness, "EXR");
    click_role(&mut harness, Role::ComboBox, "Size");
    // With the height that the file will have.
    let picture = harness.state().2.size();
    let height = (2048.0 * picture.y / picture.x).round();
    assert!(harness.query_by_label(&format!("{} \u{d7} {}", picture.x, picture.y)).is_some());
    click(&mut harness, &format!("2048 \u{d7} {height}"));
    click(&mut harness, "Capture now");
    let capturing = &harness.state().0.capture_settings;
    assert_eq!((capturing.format(), capturing.size), (Format::Exr, Size::Width(2048)));
    assert!(!harness.state().0.chrome.is_open(crate::ui::capture::CAPTURE));
    assert_eq!(capturing.summary(), "Save the values as EXR, 2048 pixels wide");
    plain(&mut harness, Key::S);
    assert_eq!(harness.state().1, [Action::Capture, Action::Capture]);
}

#[test]
fn dialog_shows_only_relevant_settings() {
    let mut harness = window(swiss());
    press(&mut harness, egui::Modifiers::SHIFT, Key::S);
    assert!(harness.state().1.is_empty(), "only the dialog opens");
    click(&mut harness, "Comparison");
    assert!(harness.query_by_label("EXR").is_none());
    assert!(harness.query_by_label("Each cell").is_some());
    click(&mut harness, "Window");
    assert!(harness.query_by_role_and_label(Role::ComboBox, "Size").is_none());
    assert_eq!(harness.state().0.capture_settings.kind, CaptureKind::Window);
    click(&mut harness, "Open folder");
    assert_eq!(harness.state().1, [Action::OpenCaptures]);
    plain(&mut harness, Key::Escape);
    assert!(!harness.state().0.chrome.is_open(crate::ui::capture::CAPTURE));
}

#[test]
fn animation_varies_a_control_of_the_generator() {
    let mut harness = window(swiss());
    press(&mut harness, egui::Modifiers::SHIFT, Key::S);
    click(&mut harness, "Animation");
    click_role(&mut harness, Role::ComboBox, "Animated control");
    harness
        .get_all_by_label("gain")
        .find(|node| node.accesskit_node().role() == Role::Button)
        .unwrap()
        .click();
    harness.run();
    let generator = Arc::clone(harness.state().0.shown().unwrap());
    let gain = generator.controls().iter().find(|control| control.name == "gain").unwrap();
    let animation = &harness.state().0.capture_settings.animation;
    assert_eq!(animation.name, "gain");
    assert_eq!((animation.from, animation.to), (gain.range.min, gain.range.max));
}

#[test]
fn capture_progress_is_shown_and_can_be_canceled() {
    let mut workbench = swiss();
    workbench.capture_settings.progress =
        Some(CaptureProgress { name: "swiss".to_owned(), fraction: 0.347 });
    let mut harness = window(workbench);
    assert!(harness.query_by_label("capturing swiss  34\u{2009}%").is_some());
    click(&mut harness, "Cancel capture");
    assert_eq!(harness.state().1, [Action::CancelCapture]);
}

#[test]
fn copy_shortcut_copies_the_picture() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::C);
    click(&mut harness, "Capture settings");
    click(&mut harness, "Copy picture");
    assert_eq!(harness.state().1, [Action::CopyPicture, Action::CopyPicture]);
}

#[derive(Debug)]
struct File(PathBuf);

impl egui::DroppedFile for File {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("not used by this test".to_owned())
    }
}

#[test]
fn dropped_files_are_read_as_captures() {
    let mut harness = window(swiss());
    let path = PathBuf::from("/captures/swiss-0001.png");
    let file = Arc::new(File(path.clone()));
    harness.input_mut().dropped_files.push(file);
    harness.run();
    assert_eq!(harness.state().1, [Action::Restore(vec![path])]);
}

/// Returns a cell as restored from a capture of the selected cell, with a width of 0.5 world units, pinned or live.
fn restored(workbench: &Workbench, is_pinned: bool) -> RestoredCell {
    let (target, running) = workbench.shown_in(workbench.document.selected).unwrap();
    let version = GeneratorSnapshot::new(target.address(), &running.generator);
    let mut settings = workbench.view().settings(&running.generator, [1, 1], 0.0);
    settings.grid.span = 0.5;
    RestoredCell {
        name: String::new(),
        target: if is_pinned { GeneratorRef::pinned(version) } else { target.clone() },
        subject: Subject::new(&running.generator, settings),
    }
}

fn window_with_dropped(count: usize) -> Window {
    let mut workbench = swiss();
    drop_on(&mut workbench, count);
    window(workbench)
}

pub(super) fn drop_on(workbench: &mut Workbench, count: usize) {
    let cell = restored(workbench, count > 1);
    workbench.pending_restore = Some(PendingRestore {
        is_data_file: false,
        name: "swiss-0001.png".to_owned(),
        cells: vec![cell; count],
        arrangement: Arrangement::Grid,
    });
}

#[test]
fn dropped_capture_is_added_as_a_cell_by_default() {
    let mut harness = window_with_dropped(1);
    assert!(harness.query_by_label("Restore swiss-0001.png?").is_some());
    plain(&mut harness, Key::Enter);
    let workbench = &harness.state().0;
    assert!(workbench.pending_restore.is_none());
    assert_eq!(workbench.document.cells.len(), 2);
    assert_eq!(workbench.view().span, 0.5);
    plain(&mut harness, Key::Z);
    assert_eq!(harness.state().0.document.cells.len(), 1);
    assert_eq!(harness.state().0.view().span, 4.0);
}

#[test]
fn dropped_capture_replaces_cells_only_on_request() {
    let mut harness = window_with_dropped(1);
    plain(&mut harness, Key::Escape);
    let before = harness.state().0.document.clone();
    assert!(harness.state().0.pending_restore.is_none());
    assert_eq!((before.cells.len(), before.shared_view.span), (1, 4.0));

    let mut harness = window_with_dropped(3);
    let note =
        "3 of 3 were made from source text that the folder no longer has; they will be pinned.";
    assert!(harness.query_by_label(note).is_some());
    click(&mut harness, "Replace all cells");
    let workbench = &harness.state().0;
    assert_eq!(workbench.document.cells.len(), 3);
    assert_eq!(workbench.document.shared_view.span, 0.5);
    plain(&mut harness, Key::Z);
    assert_eq!(harness.state().0.document, before);
}

#[test]
fn captures_are_not_added_beyond_the_cell_limit() {
    let mut harness = window_with_dropped(16);
    plain(&mut harness, Key::Enter);
    assert!(harness.state().0.pending_restore.is_some());
    assert_eq!(harness.state().0.document.cells.len(), 1);
    let harness = window_with_dropped(17);
    let replace = harness.query_by_label("Replace all cells by the first 16");
    assert!(replace.is_some());
}

#[test]
fn dialog_offers_quantities_and_masks_of_data_formats() {
    let mut harness = window(swiss());
    click(&mut harness, "Capture settings");
    let content = |harness: &mut Window, name: &str| {
        click_role(harness, Role::ComboBox, "Data");
        // The top bar has buttons of the same names.
        harness.get_all_by_label(name).last().unwrap().click();
        harness.run();
        harness.state().0.capture_settings.derived()
    };
    let is_offered =
        |harness: &Window| harness.query_by_role_and_label(Role::ComboBox, "Data").is_some();
    assert!(!is_offered(&harness), "a picture is the view");
    click(&mut harness, "npy");
    let derived = content(&mut harness, "Slope");
    assert_eq!(derived, Ok(Some(Derived::Quantity(Quantity::Slope))));
    let summary = harness.state().0.capture_settings.summary();
    assert_eq!(summary, "Save slope as npy");
    let derived = content(&mut harness, "Mask");
    let mask = "slope > 30".parse().unwrap();
    assert_eq!(derived, Ok(Some(Derived::Mask(mask))));

    let is_enabled = |harness: &Window| {
        let node = harness.get_by_label("Capture now");
        !node.accesskit_node().is_disabled()
    };
    assert!(is_enabled(&harness));
    harness.state_mut().0.capture_settings.mask = "slope > hight".to_owned();
    harness.run();
    assert!(!is_enabled(&harness));
    assert!(harness.query_by_label_contains("column 9: no definition in scope").is_some());
    click(&mut harness, "PNG");
    assert!(is_enabled(&harness) && !is_offered(&harness));
}

#[test]
fn notice_of_a_capture_is_a_link_to_its_file() {
    let mut workbench = swiss();
    let path = PathBuf::from("/captures/swiss-0001.png");
    let text = "saved captures/swiss-0001.png";
    let chrome = &mut workbench.chrome;
    chrome.notify_with(text.to_owned(), NoticeAction::ShowFile(path.clone()));
    let mut harness = window(workbench);
    click(&mut harness, text);
    assert_eq!(harness.state().1, [Action::ShowCaptured(path)]);
}

#[test]
fn closing_the_window_asks_while_captures_are_saved() {
    let mut workbench = swiss();
    workbench.chrome.dialog = Some(Dialog::Close);
    let mut harness = window(workbench);
    click(&mut harness, "Keep the window open");
    assert_eq!(harness.state().0.chrome.dialog, None);
    assert_eq!(harness.state().1, []);
    harness.state_mut().0.chrome.dialog = Some(Dialog::Close);
    harness.run();
    click(&mut harness, "Cancel the captures and close");
    assert_eq!(harness.state().1, [Action::Close]);
}

#[test]
fn folder_of_captures_can_be_typed() {
    let mut workbench = swiss();
    workbench.capture_settings.folder = "/captures".to_owned();
    workbench.chrome.set_open(crate::ui::capture::CAPTURE, true);
    let mut harness = window(workbench);
    harness.run();
    let field = harness.get_by_label("Folder of captures");
    field.focus();
    harness.run();
    let field = harness.get_by_label("Folder of captures");
    field.type_text("/of/swiss");
    harness.run();
    plain(&mut harness, Key::Enter);
    let folder = &harness.state().0.capture_settings.folder;
    assert_eq!(folder, "/captures/of/swiss");
    let chosen = Action::CaptureTo(folder.clone());
    let actions = &harness.state().1;
    assert!(!actions.is_empty() && actions.iter().all(|action| *action == chosen));
    focus(&mut harness, "Folder of captures");
    harness.get_by_label("Folder of captures").type_text("/other");
    harness.run();
    plain(&mut harness, Key::Escape);
    let kept = Action::CaptureTo(String::new());
    assert_eq!(harness.state().1.last(), Some(&kept), "Escape keeps the folder");
}

#[test]
fn failed_capture_keeps_the_window_open_and_is_shown() {
    let mut workbench = swiss();
    workbench.chrome.dialog = Some(Dialog::Close);
    workbench.chrome.capture_failed("capture failed: the disk is full".to_owned());
    assert_eq!(workbench.chrome.dialog, None);
    let harness = window(workbench);
    assert!(harness.query_by_label_contains("the disk is full").is_some());
}
