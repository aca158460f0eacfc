//! Tests of the command palette and the list of keyboard shortcuts.

use egui_kittest::kittest::NodeT as _;
use noise_playground::subject::preset::PresetFile;

use super::*;
use crate::catalog::ImportEntry;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, Panel};

pub(super) fn search(harness: &mut Window, text: &str) {
    press(harness, egui::Modifiers::COMMAND, Key::K);
    harness.event(egui::Event::Text(text.to_owned()));
    harness.run();
}

/// Returns the lines of the open command palette that are in view.
pub(super) fn lines(harness: &Window) -> Vec<String> {
    let all = harness.query_all_by_role(Role::ListItem);
    let panel = harness.state().0.chrome.panel_size(Panel::GENERATORS).unwrap();
    let lines = all.filter(|node| node.rect().left() > panel);
    lines.filter_map(|node| node.accesskit_node().label()).collect()
}

/// Chooses the first line, which closes the palette.
pub(super) fn enter(harness: &mut Window) {
    plain(harness, Key::Enter);
    assert!(!harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE));
}

#[test]
fn command_is_found_by_a_few_letters_and_run_by_enter() {
    let mut harness = window(swiss());
    search(&mut harness, "contour");
    assert_eq!(lines(&harness), ["View: contour"]);
    enter(&mut harness);
    assert_eq!(harness.state().0.view().shading.mode, ViewMode::Contour);
    search(&mut harness, "cell dupl");
    enter(&mut harness);
    assert_eq!(harness.state().0.document.cells.len(), 2);
    search(&mut harness, "capture");
    assert_eq!(lines(&harness)[0], "Capture");
    plain(&mut harness, Key::ArrowDown);
    enter(&mut harness);
    assert!(
        harness.state().0.chrome.is_open(crate::ui::capture::CAPTURE),
        "the second match opens the capture settings"
    );
    assert_eq!(harness.state().1, []);
}

#[test]
fn keys_of_the_frame_that_opens_the_palette_are_typed_there() {
    let mut harness = window(swiss());
    let key = |key, modifiers| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    let typed = ["d", "u", "p", "l"].into_iter().flat_map(|letter| {
        let pressed = key(Key::from_name(letter).unwrap(), egui::Modifiers::NONE);
        [pressed, egui::Event::Text(letter.to_owned())]
    });
    let events: Vec<_> = [key(Key::K, egui::Modifiers::COMMAND)].into_iter().chain(typed).collect();
    harness.input_mut().events.extend(events.clone());
    harness.run();
    assert_eq!(lines(&harness), ["Duplicate the cell"]);
    assert_eq!(harness.state().0.document.cells.len(), 1, "D did not duplicate it");
    plain(&mut harness, Key::Escape);
    let enter = key(Key::Enter, egui::Modifiers::NONE);
    harness.input_mut().events.extend(events.into_iter().chain([enter]));
    harness.run();
    assert_eq!(harness.state().0.document.cells.len(), 2, "Enter runs the command");
}

#[test]
fn palette_closes_an_open_menu() {
    let mut harness = window(swiss());
    harness.get_by_label("Picture").click_secondary();
    harness.run();
    let is_open = |harness: &Window| egui::Popup::is_any_open(&harness.ctx);
    assert!(is_open(&harness));
    press(&mut harness, egui::Modifiers::COMMAND, Key::K);
    assert!(!is_open(&harness));
    assert!(harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE));
}

#[test]
fn tooltip_does_not_stay_above_the_palette() {
    let mut harness = window_at(swiss(), 0.1);
    let about = |harness: &Window| {
        let about = "The value through a palette";
        harness.query_by_label_contains(about).is_some()
    };
    let texture = harness.get_by_role_and_label(Role::Button, "Texture");
    texture.hover();
    harness.run_steps(10);
    assert!(about(&harness));
    press(&mut harness, egui::Modifiers::COMMAND, Key::K);
    harness.run_steps(10);
    assert!(
        harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE) && !about(&harness)
    );
    plain(&mut harness, Key::Escape);
    harness.run_steps(10);
    assert!(about(&harness), "tooltips are back after the palette");
}

#[test]
fn palette_lists_generators_presets_and_sweeps() {
    let mut workbench = swiss();
    let text = "version = 1\n[[preset]]\nname = \"Alps\"\nvalues = { gain = 0.25 }";
    let presets = PresetFile::parse(text).unwrap().presets().to_vec();
    let file = ModulePath::new("generators/swiss.wgsl");
    workbench.folder.presets.insert(file, presets);
    let mut harness = window(workbench);
    search(&mut harness, "alps");
    assert_eq!(lines(&harness), ["Apply Alps"]);
    enter(&mut harness);
    assert!(harness.state().0.is_applied(PaneId::Preset(0)));
    search(&mut harness, "sweep warp down");
    enter(&mut harness);
    assert!(harness.state().0.active_sweep().is_some());
    search(&mut harness, "back to");
    enter(&mut harness);
    assert!(harness.state().0.active_sweep().is_none());
    search(&mut harness, "jordan");
    click_contains(&mut harness, "Show Jordan");
    let target = harness.state().0.document.selected().target.clone();
    let jordan = harness.state().0.folder.entries[0].address.clone();
    assert_eq!(target, Some(GeneratorRef::live(jordan)));
}

#[test]
fn escape_closes_the_palette_without_changes() {
    let mut harness = window(swiss());
    let before = harness.state().0.document.clone();
    search(&mut harness, "nothing like it");
    assert_eq!(lines(&harness), [""; 0]);
    plain(&mut harness, Key::Enter);
    assert!(harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE));
    plain(&mut harness, Key::Escape);
    assert!(!harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE));
    press(&mut harness, egui::Modifiers::COMMAND, Key::K);
    press(&mut harness, egui::Modifiers::COMMAND, Key::K);
    assert!(!harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE));
    assert!(harness.state().0.document == before);
}

#[test]
fn shortcut_sheet_lists_every_key_and_fits_the_window() {
    let mut harness = window(swiss());
    plain(&mut harness, Key::Questionmark);
    let fits = |text: &str| {
        let row = harness.get_by_role_and_label(Role::Label, text).rect();
        assert!(row.bottom() < 776.0 && row.right() < 1256.0, "{text}: {row}");
    };
    for command in crate::ui::commands::COMMANDS.iter() {
        if !command.keys.is_empty() && !command.is_mode() {
            fits(command.name);
            assert!(harness.query_all_by_label(&command.key_texts()).count() > 0);
        }
    }
    for text in ["1 \u{2026} 9", "View as texture, relief and so on", "Open the context menu"] {
        fits(text);
    }
    plain(&mut harness, Key::Questionmark);
    assert!(!harness.state().0.chrome.is_open(crate::ui::shortcuts::SHORTCUTS));
}

fn with_many_files() -> Workbench {
    let mut workbench = swiss();
    let others = (0..30).map(|number| {
        let name = format!("swiss_{number:02}");
        entry(&format!("more/{name}.wgsl"), "height", &name, true)
    });
    workbench.folder.entries.extend(others);
    let caves = [
        entry("caves.wgsl", "rock", "rock", false),
        entry("caves.wgsl", "density", "Hollow ground", true),
        entry("list_of_caves.wgsl", "height", "caves.wgsl in words", true),
    ];
    workbench.folder.entries.extend(caves);
    workbench
}

#[test]
fn files_are_ranked_by_name_before_helpers() {
    let mut harness = window(with_many_files());
    search(&mut harness, "caves.wgsl");
    let lines = lines(&harness);
    assert_eq!(lines[0], "Show Hollow ground  caves.wgsl");
    assert_eq!(lines.last().unwrap(), "Show rock  caves.wgsl");
    enter(&mut harness);
    let address = harness.state().0.selected_address().unwrap();
    assert_eq!(address.to_string(), "caves.wgsl::density");
}

#[test]
fn at_least_ten_lines_are_visible_within_the_box() {
    for size in [vec2(900.0, 600.0), vec2(1280.0, 800.0)] {
        let mut harness = window(with_many_files());
        harness.set_size(size);
        search(&mut harness, "show swiss");
        let lines: Vec<Rect> = harness
            .query_all_by_role(Role::ListItem)
            .filter(|node| {
                let label = node.accesskit_node().label();
                label.is_some_and(|label| label.starts_with("Show "))
            })
            .map(|node| node.rect())
            .collect();
        let field = harness.get_by_label("Command").rect();
        let inside = |line: &&Rect| {
            line.bottom() < size.y - 8.0
                && line.left() >= field.left() - 1.0
                && line.right() <= field.right() + 1.0
        };
        let visible = lines.iter().filter(inside).count();
        assert!(visible >= 10, "{visible} of {} at {size}", lines.len());
    }
}

#[test]
fn palette_has_settings_and_folders() {
    let mut workbench = swiss();
    workbench.chrome.recent_folders = vec!["/home/ada/hills".into()];
    workbench.view_mut().shading.value_range = ValueRange::Fixed(0.0, 1.0);
    let mut harness = window(workbench);
    search(&mut harness, "palette: viridis");
    enter(&mut harness);
    let palette = harness.state().0.view().shading.palette;
    assert_eq!(palette, Some(noise_playground::view::palette::Palette::Viridis));
    search(&mut harness, "reset value range");
    enter(&mut harness);
    let range = harness.state().0.view().shading.value_range;
    assert_eq!(range, ValueRange::Auto);
    search(&mut harness, "ada/hills");
    enter(&mut harness);
    let folder = Action::OpenFolder(Some("/home/ada/hills".into()));
    assert_eq!(harness.state().1, [folder]);
}

#[test]
fn shortcut_sheet_is_not_clipped_in_a_small_window() {
    let mut harness = window(swiss());
    harness.set_size(vec2(900.0, 600.0));
    plain(&mut harness, Key::Questionmark);
    for command in crate::ui::commands::COMMANDS.iter() {
        if command.keys.is_empty() || command.is_mode() {
            continue;
        }
        let row = harness.get_by_role_and_label(Role::Label, command.name);
        let rect = row.rect();
        assert!(rect.left() > 24.0 && rect.right() < 876.0, "{}: {rect}", command.name);
    }
}

#[test]
fn value_inside_of_the_generator_is_shown_and_left() {
    let mut harness = window(swiss());
    search(&mut harness, "stage: return");
    enter(&mut harness);
    let workbench = &harness.state().0;
    let cell = workbench.document.selected();
    let target = cell.build_target().unwrap();
    assert_eq!(target.stage(), Some("return"));
    assert!(workbench.name(cell.id).ends_with(" \u{b7} return"));
    // All values are requested from the compile thread, and the result stays ready.
    assert_eq!(workbench.targets(), [target.tapped(0), target.result()]);
    press(&mut harness, egui::Modifiers::ALT, Key::ArrowLeft);
    let target = harness.state().0.document.selected().build_target();
    assert_eq!(target.unwrap().stage(), None);
}

#[test]
fn import_line_of_a_function_is_copied() {
    let mut workbench = swiss();
    *workbench.folder.imports = ["perlin", "perlin_deriv"]
        .map(|function| ImportEntry {
            package: "package",
            file: ModulePath::new("noise/perlin.wgsl"),
            function: function.to_owned(),
        })
        .to_vec();
    let mut harness = window(workbench);
    search(&mut harness, "import perlin_deriv");
    assert_eq!(lines(&harness), ["Copy the import of perlin_deriv  noise/perlin.wgsl"]);
    enter(&mut harness);
    let (notice, _) = harness.state_mut().0.chrome.notice_at(0.0).unwrap();
    assert_eq!(notice.text, "copied import package::noise::perlin::perlin_deriv;");
}

#[test]
fn placement_of_an_unlinked_pair_is_that_of_its_reference() {
    let mut workbench = empty();
    show(&mut workbench, "fn density(p: vec3f) -> f32 { return p.x + p.z; }");
    workbench.view_mut().shading.mode = ViewMode::Slice;
    let [one, other] = [CellId(1), CellId(2)];
    workbench.document.duplicate(one);
    workbench.document.set_linked(other, false);
    workbench.document.arrange(Arrangement::Wipe);
    let mut harness = window(workbench);
    command(&mut harness, "z 0.5");
    command(&mut harness, "exaggeration 3");
    let z = |harness: &Window| {
        let document = &harness.state().0.document;
        [one, other].map(|cell| (document.view(cell).z, document.view(cell).shading.exaggeration))
    };
    assert_eq!(harness.state().0.document.selected, other);
    let [reference, selected] = z(&harness);
    assert_eq!((reference.0, selected.0), (0.5, 0.0));
    let visible = harness.state().0.document.effective_view(other);
    assert_eq!(visible.z, 0.5);
}

#[test]
fn palette_knows_other_words_and_lists_values_of_imports_last() {
    let mut harness = window(swiss());
    for (word, expected) in [
        ("export", "Capture"),
        ("screenshot", "Capture"),
        ("split", "Wipe"),
        ("compare", "Duplicate the cell"),
        ("3d", "terrain"),
        ("variations", "Explore variations"),
    ] {
        search(&mut harness, word);
        let found = lines(&harness);
        let has = found.iter().any(|line| line.to_lowercase().contains(&expected.to_lowercase()));
        assert!(has, "{word}: {found:?}");
        plain(&mut harness, Key::Escape);
    }
}

#[test]
fn palette_opens_on_recent_lines_then_on_first_steps() {
    let mut harness = window(swiss());
    search(&mut harness, "light or dark");
    enter(&mut harness);
    search(&mut harness, "");
    let first: Vec<String> = lines(&harness).into_iter().take(4).collect();
    let starts = ["Light or dark theme", "New shader", "Look inside", "Sweep "];
    for (line, start) in first.iter().zip(starts) {
        assert!(line.starts_with(start), "{first:?}");
    }
}
