//! Tests of the ways to open files and folders and to run commands: list, menus, search, dialogs.

use egui_kittest::kittest::NodeT as _;

use super::*;
use crate::workbench::{CellId, Panel};

pub(super) fn item<'a>(harness: &'a Window, label: &'a str) -> egui_kittest::Node<'a> {
    harness.get_by_role_and_label(Role::ListItem, label)
}

pub(super) fn has_item(harness: &Window, label: &str) -> bool {
    let items = harness.query_all_by_role(Role::ListItem);
    let mut labels = items.filter_map(|node| node.accesskit_node().label());
    labels.any(|other| other == label)
}

fn shown_address(harness: &Window) -> String {
    harness.state().0.selected_address().unwrap().to_string()
}

#[test]
fn untitled_files_of_one_name_show_their_files() {
    let mut workbench = swiss();
    *workbench.folder.entries = vec![
        entry("a/one.wgsl", "height", "Hills", true),
        entry("a/two.wgsl", "height", "Hills", true),
        entry("a/ridges.wgsl", "height", "ridges", true),
    ];
    let harness = window(workbench);
    for label in ["Hills (one.wgsl)", "Hills (two.wgsl)", "ridges"] {
        assert!(has_item(&harness, label), "{label}");
    }
}

#[test]
fn new_file_is_selected_in_the_list_and_scrolled_into_view() {
    let mut workbench = swiss();
    let other =
        |index| entry(&format!("a/{index:03}.wgsl"), "height", &format!("Noise {index}"), true);
    workbench.folder.entries.extend((0..200).map(other));
    let mut harness = window(workbench);
    // The window shows the file before it knows its function, and lists it once it has compiled.
    let new = Address { file: ModulePath::new("z/zebra.wgsl"), function: "zebra".to_owned() };
    harness.state_mut().0.show(new.clone());
    harness.run();
    let compiled = {
        let source = "fn height(p: vec2f) -> f32 { return p.x; }";
        let tree: SourceTree = [("z/zebra.wgsl", source)].into_iter().collect();
        let file = compile(&tree, tree.iter().next().unwrap());
        let generator = Arc::clone(file.main().unwrap());
        CompiledGenerator { linked: Arc::clone(generator.linked()), generator }
    };
    let workbench = &mut harness.state_mut().0;
    workbench.folder.entries.push(entry("z/zebra.wgsl", "height", "Zebra", true));
    workbench.insert_compiled(GeneratorRef::live(new), compiled);
    harness.run();
    harness.run();
    let list = harness.state().0.generator_list();
    assert_eq!(list.shown, Some(list.rows.len() - 1), "the last row is selected");
    let row = item(&harness, "Zebra");
    assert!(row.rect().max.y < 775.0, "{:?}", row.rect());
}

#[test]
fn folders_and_helper_functions_fold() {
    let mut harness = window(swiss());
    assert!(!has_item(&harness, "f1") && has_item(&harness, "Cellular noise"));
    unfold_cellular(&mut harness);
    assert!(has_item(&harness, "f1"));
    click_role(&mut harness, Role::TreeItem, "noise");
    assert!(!has_item(&harness, "f1") && !has_item(&harness, "Cellular noise"));
    // A filter finds what is folded, and the shown generator is always listed.
    harness.state_mut().0.chrome.filter = "f1".to_owned();
    harness.run();
    assert!(has_item(&harness, "f1"));
    harness.state_mut().0.chrome.filter.clear();
    let address = entry("noise/cellular.wgsl", "f1", "", false).address;
    harness.state_mut().0.show(address);
    harness.run();
    assert!(has_item(&harness, "f1") && !has_item(&harness, "Cellular noise"));
}

#[test]
fn files_outside_of_folders_come_first_and_each_folder_once() {
    let mut workbench = swiss();
    *workbench.folder.entries = vec![
        entry("a/one.wgsl", "height", "One", true),
        entry("a/deep/two.wgsl", "height", "Two", true),
        entry("a/three.wgsl", "height", "Three", true),
        entry("caves.wgsl", "height", "Caves", true),
    ];
    let harness = window(workbench);
    let top = |role, label| harness.get_by_role_and_label(role, label).rect().top();
    let tops = [
        top(Role::ListItem, "Caves"),
        top(Role::TreeItem, "a"),
        top(Role::ListItem, "One"),
        top(Role::ListItem, "Three"),
        top(Role::TreeItem, "a/deep"),
        top(Role::ListItem, "Two"),
    ];
    assert!(tops.is_sorted(), "{tops:?}");
}

#[test]
fn escape_clears_the_filter_and_down_enters_the_list() {
    let mut harness = window(swiss());
    focus(&mut harness, "Filter generators");
    harness.event(egui::Event::Text("jor".to_owned()));
    harness.run();
    assert!(!has_item(&harness, "Cellular noise"));
    plain(&mut harness, Key::Escape);
    assert_eq!(harness.state().0.chrome.filter, "");
    assert!(has_item(&harness, "Cellular noise"));
    assert_eq!(focused(&harness).as_deref(), Some("Filter generators"));
    plain(&mut harness, Key::ArrowDown);
    assert_eq!(focused(&harness).as_deref(), Some("Jordan turbulence"));
    plain(&mut harness, Key::ArrowDown);
    assert_eq!(focused(&harness).as_deref(), Some("Swiss turbulence"));
    plain(&mut harness, Key::ArrowUp);
    plain(&mut harness, Key::Enter);
    assert_eq!(shown_address(&harness), "generators/jordan.wgsl::height");
}

#[test]
fn escape_clears_the_filter_when_nothing_else_takes_it() {
    let mut workbench = swiss();
    workbench.chrome.filter = "jor".to_owned();
    let mut harness = window(workbench);
    let filter = |harness: &Window| harness.state().0.chrome.filter.clone();
    // Command palette, a typed number and a wipe are left first.
    press(&mut harness, egui::Modifiers::COMMAND, Key::K);
    plain(&mut harness, Key::Escape);
    assert!(!harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE));
    click_role(&mut harness, Role::SpinButton, "gain");
    harness.event(egui::Event::Text("0.9".to_owned()));
    harness.run();
    plain(&mut harness, Key::Escape);
    assert!(!harness.state().0.is_modified());
    plain(&mut harness, Key::D);
    plain(&mut harness, Key::W);
    plain(&mut harness, Key::Escape);
    assert!(harness.state().0.document.compared().is_none());
    assert_eq!(filter(&harness), "jor");
    plain(&mut harness, Key::Escape);
    assert_eq!(filter(&harness), "");
    harness.state_mut().0.chrome.filter = "jor".to_owned();
    harness.run();
    click_role(&mut harness, Role::Button, "Clear the filter");
    assert_eq!(filter(&harness), "");
}

#[test]
fn menu_of_the_list_opens_beside_and_in_the_editor() {
    let mut harness = window(swiss());
    let address = harness.state().0.folder.entries[0].address.clone();
    let choose = |harness: &mut Window, line: &str| {
        item(harness, "Jordan turbulence").click_secondary();
        harness.run();
        click_contains(harness, line);
    };
    choose(&mut harness, "Open beside");
    let cells = &harness.state().0.document.cells;
    assert_eq!(cells.len(), 2);
    let target = |index: usize| cells[index].target.clone().unwrap();
    assert_eq!(target(1).address(), &address);
    assert_ne!(target(0).address(), &address);
    choose(&mut harness, "Open in editor");
    choose(&mut harness, "Reveal in file manager");
    choose(&mut harness, "Copy path");
    // `E` is the key of the menu's line while it is open, and enlarges the cell otherwise.
    item(&harness, "Jordan turbulence").click_secondary();
    harness.run();
    plain(&mut harness, Key::E);
    let edit = Action::OpenGenerator(address.clone());
    let expected =
        [edit.clone(), Action::Reveal(address.file.clone()), Action::CopyPath(address.file), edit];
    assert_eq!(harness.state().1, expected);
    use crate::workbench::document::Arrangement;
    assert_eq!(harness.state().0.document.arrangement, Arrangement::Grid);
    assert!(!egui::Popup::is_any_open(&harness.ctx));
    plain(&mut harness, Key::E);
    assert_eq!(harness.state().0.document.arrangement, Arrangement::Enlarged);
}

#[test]
fn shown_file_opens_in_the_editor_from_bar_picture_and_key() {
    let mut harness = window(swiss());
    click(&mut harness, "File generators/swiss.wgsl");
    press(&mut harness, egui::Modifiers::COMMAND, Key::E);
    harness.get_by_label("Picture").click_secondary();
    harness.run();
    click_contains(&mut harness, "Open in editor");
    let address = harness.state().0.selected_address().unwrap();
    assert_eq!(harness.state().1, vec![Action::OpenGenerator(address); 3]);
}

#[test]
fn views_stay_where_they_are_when_cells_come() {
    let mut harness = window(swiss());
    let place = |harness: &Window| {
        let button = harness.get_by_role_and_label(Role::Button, "Relief");
        button.rect()
    };
    let before = place(&harness);
    plain(&mut harness, Key::D);
    assert_eq!(place(&harness), before);
    plain(&mut harness, Key::D);
    assert_eq!(place(&harness), before);
    let far = "a/very/long/path/to/a/generator/of/heights.wgsl";
    let far = entry(far, "height", "", true).address;
    harness.state_mut().0.show(far);
    harness.run();
    assert_eq!(place(&harness), before);
}

#[test]
fn views_of_a_volume_keep_their_buttons_when_cells_come() {
    let mut workbench = swiss();
    show(&mut workbench, "fn density(p: vec3f) -> f32 { return p.z; }");
    let mut harness = window(workbench);
    // The harness has a margin of 8 points, a window has none.
    harness.set_size(vec2(1296.0, 816.0));
    let solid = |harness: &Window| {
        let button = harness.get_by_role_and_label(Role::Button, "Solid");
        button.rect()
    };
    harness.run();
    let before = solid(&harness);
    plain(&mut harness, Key::D);
    assert_eq!(solid(&harness), before);
    let rect = |name| harness.get_by_role_and_label(Role::Button, name).rect();
    let search = rect("Search commands");
    assert!(before.right() <= search.left(), "{before} {search}");
    assert!(search.right() <= rect("Compare").left());
    assert!(rect("Capture settings").right() <= 1288.0);
}

#[test]
fn bar_fits_the_window_with_several_cells() {
    for width in [900.0, 1280.0, 1920.0] {
        let mut harness = window(swiss());
        harness.set_size(vec2(width, 600.0));
        plain(&mut harness, Key::D);
        let names = ["Capture", "History", "Compare", "Wipe", "Inspect", "Search commands"];
        let rects = names.map(|name| {
            let button = harness.get_by_role_and_label(Role::Button, name);
            button.rect()
        });
        for (name, rect) in names.into_iter().zip(rects) {
            assert!(rect.left() > 0.0 && rect.right() < width, "{name} at {width}: {rect}");
        }
        let views = harness.get_by_role_and_label(Role::Button, "Terrain").rect();
        let search = harness.get_by_label("Search commands").rect();
        assert!(views.right() <= search.left(), "{views} {search} at {width}");
    }
}

#[test]
fn bar_opens_commands_and_shortcuts() {
    let mut harness = window(swiss());
    click(&mut harness, "Search commands");
    assert!(harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE));
    plain(&mut harness, Key::Escape);
    click_role(&mut harness, Role::Button, "Keyboard shortcuts");
    assert!(harness.state().0.chrome.is_open(crate::ui::shortcuts::SHORTCUTS));
}

#[test]
fn long_source_line_scrolls_to_its_caret() {
    let text = format!("fn f() {{ {}foo }}", "a + ".repeat(100));
    let source = Source::new("noise/a.wgsl", &text);
    let at = text.find("foo").unwrap();
    let mut workbench = swiss();
    *workbench.folder.diagnostics =
        vec![Diagnostic::error(Some(source.location(at..at + 3)), "no `foo`")];
    workbench.chrome.set_open(Panel::DIAGNOSTICS, true);
    let mut harness = window(workbench);
    harness.run();
    let code = harness.get_by_label_contains("a + a + a").rect();
    let caret = code.left() + code.width() * (at as f32 / (text.len() as f32));
    assert!((100.0..1256.0).contains(&caret), "{caret} of {code}");
    assert!(code.left() < 0.0, "the start has scrolled away");
}

#[test]
fn every_focused_widget_has_a_frame() {
    let mut workbench = swiss();
    workbench.document.duplicate(CellId(1));
    let mut harness = window(workbench);
    let accent = crate::ui::theme::accent(&harness.ctx.global_style().visuals);
    let frames = |harness: &Window| -> Vec<Rect> {
        let shapes = harness.output().shapes.iter();
        let rects = shapes.filter_map(|clipped| match &clipped.shape {
            egui::Shape::Rect(shape) if shape.stroke.color == accent => Some(shape.rect),
            _ => None,
        });
        rects.collect()
    };
    let mut seen = 0;
    plain(&mut harness, Key::F6);
    for _ in 0..60 {
        plain(&mut harness, Key::Tab);
        let focused = harness.query_all_by(|node| node.is_focused()).next();
        let Some(focused) = focused else {
            continue;
        };
        let rect = focused.rect();
        let label = focused.accesskit_node().label();
        seen += 1;
        assert!(
            frames(&harness).iter().any(|frame| frame.expand(2.0).contains_rect(rect)),
            "{label:?} at {rect}"
        );
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn fallback_font_has_the_characters_that_the_window_lacks() {
    let harness = window(swiss());
    let ctx = &harness.ctx;
    let font = egui::FontId::proportional(13.0);
    let has = |text: &str| ctx.fonts_mut(|fonts| fonts.has_glyphs(&font, text));
    assert!(has("Höhe α → ×") && !has("山"));
    let font = crate::process::fonts::read_cjk();
    let font = font.expect("a font is needed; `playground/prepare tests` installs one");
    super::super::theme::add_fallback_font(ctx, font);
    let mut harness = harness;
    harness.run_steps(2);
    let font = egui::FontId::proportional(13.0);
    let ctx = &harness.ctx;
    assert!(ctx.fonts_mut(|fonts| fonts.has_glyphs(&font, "山ノ")));
}

#[test]
fn another_generator_scrolls_its_settings_to_the_top() {
    let mut harness = window(swiss());
    scroll(&mut harness, egui::pos2(1100.0, 600.0), -400.0);
    let top = |harness: &Window, title: &str| {
        let title = harness.get_by_role_and_label(Role::Label, title);
        title.rect().top()
    };
    assert!(top(&harness, "Swiss turbulence") < 0.0);
    let other = SWISS.replace("Swiss turbulence", "Other hills").replace("fn height", "fn hills");
    show(&mut harness.state_mut().0, &other);
    harness.run();
    assert!(top(&harness, "Other hills") > 40.0);
}
