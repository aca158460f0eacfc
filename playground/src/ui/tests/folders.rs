//! Tests of opening shader folders and of creating shader files.

use std::path::PathBuf;

use super::doors::{has_item, item};
use super::*;
use crate::workbench::{Dialog, FolderListing, NewFile, TypedFolder};

#[test]
fn folder_dialog_completes_and_opens_a_path() {
    let mut workbench = swiss();
    workbench.chrome.recent_folders = vec![PathBuf::from("/home/ada/hills")];
    let mut harness = window(workbench);
    press(&mut harness, egui::Modifiers::COMMAND, Key::O);
    assert_eq!(harness.state().1.first(), Some(&Action::ListFolders(String::new())));
    assert!(has_item(&harness, "hills  /home/ada/hills"));
    harness.event(egui::Event::Text("/ho".to_owned()));
    harness.run();
    let requested = harness.state().1.last().cloned();
    assert_eq!(requested, Some(Action::ListFolders("/ho".to_owned())));
    let Some(Dialog::OpenFolder(dialog)) = &mut harness.state_mut().0.chrome.dialog else {
        panic!("the dialog is closed");
    };
    dialog.listing = FolderListing { folders: vec![PathBuf::from("/home")], typed: None };
    harness.run();
    item(&harness, "home/").click();
    harness.run();
    click(&mut harness, "Open");
    let requested = harness.state().1.last().cloned();
    let folder = PathBuf::from("/home/");
    assert_eq!(requested, Some(Action::OpenFolder(Some(folder))));
    assert_eq!(harness.state().0.chrome.dialog, None);
}

#[test]
fn folder_dialog_says_which_folder_a_path_is() {
    let mut harness = window(swiss());
    press(&mut harness, egui::Modifiers::COMMAND, Key::O);
    let list = |harness: &mut Window, typed: Option<TypedFolder>| {
        let Some(Dialog::OpenFolder(dialog)) = &mut harness.state_mut().0.chrome.dialog else {
            panic!("the dialog is closed");
        };
        (dialog.path, dialog.listing.typed) = ("hills".to_owned(), typed);
        harness.run();
    };
    for (shaders, text) in [
        (2, "/home/ada/hills \u{b7} 2 .wgsl files"),
        (0, "/home/ada/hills \u{b7} .wgsl files only in its folders, if any"),
    ] {
        let path = PathBuf::from("/home/ada/hills");
        list(&mut harness, Some(TypedFolder { path, shaders }));
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
    list(&mut harness, None);
    assert!(harness.query_by_label("no such folder").is_some());
}

#[test]
fn recent_folder_opens_with_one_click() {
    let mut workbench = swiss();
    let folder = PathBuf::from("/home/ada/hills");
    workbench.chrome.recent_folders = vec![folder.clone()];
    let mut harness = window(workbench);
    click(&mut harness, "Folder shaders");
    item(&harness, "hills  /home/ada/hills").click();
    harness.run();
    let requested = harness.state().1.last().cloned();
    assert_eq!(requested, Some(Action::OpenFolder(Some(folder))));
}

#[test]
fn new_file_is_requested_with_its_template() {
    let mut harness = window(swiss());
    press(&mut harness, egui::Modifiers::COMMAND, Key::N);
    harness.event(egui::Event::Text("hills".to_owned()));
    harness.run();
    click(&mut harness, "Volume");
    click(&mut harness, "Create");
    let file = NewFile { path: "hills".to_owned(), template: 2, error: None };
    assert_eq!(harness.state().1, [Action::NewFile(file)]);
    assert!(harness.state().0.chrome.dialog.is_some(), "until it is created");
    plain(&mut harness, Key::Escape);
    assert_eq!(harness.state().0.chrome.dialog, None);
}

#[test]
fn text_of_the_frame_that_opens_a_dialog_is_typed_there() {
    for key in [Key::O, Key::N] {
        let mut harness = window(swiss());
        let opening = egui::Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::COMMAND,
        };
        harness.input_mut().events.extend([opening, egui::Event::Text("hills".to_owned())]);
        harness.run();
        let typed = match &harness.state().0.chrome.dialog {
            Some(Dialog::OpenFolder(dialog)) => &dialog.path,
            Some(Dialog::NewFile(file)) => &file.path,
            _ => panic!("no dialog is open"),
        };
        assert_eq!(typed, "hills", "{key:?}");
    }
}

#[test]
fn empty_folder_offers_template_builtin_and_recent() {
    let mut workbench = empty();
    workbench.chrome.recent_folders = vec![PathBuf::from("/home/ada/hills")];
    let mut harness = window(workbench);
    click(&mut harness, "Built-in shaders");
    click(&mut harness, "/home/ada/hills");
    click(&mut harness, "New file from a template");
    let recent = PathBuf::from("/home/ada/hills");
    let expected = [Action::OpenFolder(None), Action::OpenFolder(Some(recent))];
    assert_eq!(harness.state().1, expected);
    assert!(matches!(harness.state().0.chrome.dialog, Some(Dialog::NewFile(_))));
}

#[test]
fn list_leaves_out_files_without_a_picture_where_they_are_many() {
    let files = |count: usize| -> std::collections::BTreeSet<ModulePath> {
        (0..count).map(|index| ModulePath::new(format!("lib/part{index}.wgsl"))).collect()
    };
    let is_listed = |harness: &Window| has_item(harness, "lib/part0.wgsl, nothing to draw");
    let mut workbench = swiss();
    workbench.folder.was_scanned = true;
    let drawn = (0..21).map(|index| entry(&format!("{index}.wgsl"), "height", "Hills", true));
    *workbench.folder.entries = drawn.chain(workbench.folder.entries.iter().cloned()).collect();
    let mut harness = window(workbench);
    assert!(harness.query_by_label("Drawable only").is_none(), "all files draw");
    // 24 files draw, of 34 more than 70 %.
    harness.state_mut().0.folder.libraries.set(files(10));
    harness.run();
    harness.state_mut().0.chrome.filter = "part0".to_owned();
    harness.run();
    assert!(is_listed(&harness) && harness.query_by_label("Drawable only").is_none());
    harness.state_mut().0.folder.libraries.set(files(11));
    harness.run();
    assert!(!is_listed(&harness) && harness.query_by_label("24 of 35").is_some());
    click(&mut harness, "Drawable only");
    item(&harness, "lib/part0.wgsl, nothing to draw").click();
    harness.run();
    let chosen = |harness: &Window| harness.state().0.selected_address().unwrap().file;
    assert_eq!(chosen(&harness).as_str(), "lib/part0.wgsl");
    // The chosen one stays in the list.
    click(&mut harness, "Drawable only");
    assert!(is_listed(&harness));
    harness.state_mut().0.chrome.drawable_only = Some(false);
    harness.state_mut().0.chrome.filter.clear();
    plain(&mut harness, Key::Slash);
    harness.event(egui::Event::Text("part7".to_owned()));
    harness.run();
    plain(&mut harness, Key::Enter);
    assert_eq!(chosen(&harness).as_str(), "lib/part7.wgsl");
}

#[test]
fn own_file_that_is_broken_stays_in_the_list() {
    let mut workbench = empty();
    workbench.folder.was_scanned = true;
    let broken = entry("mine.wgsl", "mine", "mine", true);
    *workbench.folder.entries = vec![Entry { kind: EntryKind::Unknown, error: true, ..broken }];
    assert!(has_item(&window(workbench), "mine"));
}
