//! Tests of the dock, and of what may not move when panels and cells come and go.

use super::*;
use crate::workbench::Panel;

const DOCKED: [(Panel, &str); 6] = [
    (Panel::INSIDE, "Inside"),
    (Panel::TRACE, "Trace"),
    (Panel::ANALYSIS, "Analysis"),
    (Panel::PROFILE, "Profile"),
    (Panel::CHANGES, "Changes"),
    (crate::ui::messages::MESSAGES, "Messages"),
];

fn sized(workbench: Workbench, size: Vec2) -> Window {
    let mut harness = window(workbench);
    harness.set_size(size);
    harness.run();
    harness
}

#[test]
fn inspect_opens_the_dock_and_tabs_choose_its_panel() {
    let mut harness = window(swiss());
    assert!(harness.query_by_role_and_label(Role::Tab, "Inside").is_none());
    click(&mut harness, "Inspect");
    for (panel, title) in DOCKED {
        click_role(&mut harness, Role::Tab, title);
        let chrome = &harness.state().0.chrome;
        let open = DOCKED.iter().filter(|(panel, _)| chrome.is_open(*panel)).count();
        assert!(chrome.is_open(panel) && open == 1, "{title}");
    }
    plain(&mut harness, Key::A);
    assert!(harness.state().0.chrome.is_open(Panel::ANALYSIS), "the key brings its tab to front");
    plain(&mut harness, Key::A);
    assert!(!harness.state().0.chrome.dock().is_open(), "the key of the tab in front closes");
    plain(&mut harness, Key::A);
    click(&mut harness, "Close the dock");
    assert!(!harness.state().0.chrome.dock().is_open());
}

#[test]
fn picture_keeps_half_of_the_window_beside_any_panel() {
    // In a small window the dock has its least size.
    for (size, least) in [([1280.0, 800.0], 0.5), ([1920.0, 1080.0], 0.5), ([900.0, 600.0], 0.36)] {
        let size = Vec2::from(size);
        for (panel, title) in DOCKED {
            let mut workbench = swiss();
            workbench.toggle_panel(panel);
            let mut harness = sized(workbench, size);
            harness.run();
            let share = |harness: &Window| harness.state().2.area() / (size.x * size.y);
            assert!(share(&harness) >= least, "{title}: {} of {size}", share(&harness));
            harness.get_by_label("Explore");
            click(&mut harness, "Move the dock to the right");
            harness.run();
            assert!(share(&harness) >= least, "{title}: {} of {size}", share(&harness));
        }
    }
}

#[test]
fn dock_grows_when_its_edge_is_dragged_and_keeps_that_size() {
    let mut workbench = swiss();
    workbench.toggle_panel(Panel::ANALYSIS);
    let mut harness = window(workbench);
    harness.run();
    assert_eq!(harness.state().0.chrome.dock().size(), None);
    let before = harness.state().2;
    let edge = egui::pos2(before.center().x, before.bottom() + 2.0);
    // A press without a drag leaves the size to the window.
    hover(&mut harness, edge);
    harness.drag_at(edge);
    harness.run();
    harness.drop_at(edge);
    harness.run();
    assert_eq!(harness.state().0.chrome.dock().size(), None);
    hover(&mut harness, edge);
    harness.drag_at(edge);
    harness.run();
    for step in 1..=10 {
        hover(&mut harness, edge - vec2(0.0, 15.0 * step as f32));
    }
    harness.drop_at(edge - vec2(0.0, 150.0));
    harness.run();
    let after = harness.state().2;
    assert!((before.height() - after.height() - 150.0).abs() < 8.0, "{before} {after}");
    assert!(harness.state().0.chrome.dock().size().is_some_and(|size| size > 300.0));
    for _ in 0..2 {
        plain(&mut harness, Key::A);
    }
    assert_eq!(harness.state().2, after);
}

#[test]
fn list_gives_its_place_to_the_picture_while_the_dock_is_open() {
    let mut harness = window(swiss());
    let has_list = |harness: &Window| harness.query_by_label("Filter generators").is_some();
    assert!(has_list(&harness));
    plain(&mut harness, Key::A);
    assert!(!has_list(&harness));
    let before = harness.state().2;
    click(&mut harness, "Show generators");
    assert!(has_list(&harness));
    assert_eq!(harness.state().2, before, "it opens over the picture");
    plain(&mut harness, Key::A);
    assert!(has_list(&harness));
    plain(&mut harness, Key::A);
    assert!(!has_list(&harness), "it leaves again");
    plain(&mut harness, Key::Slash);
    assert!(has_list(&harness), "its shortcut opens it");
}

#[test]
fn cells_keep_their_order_when_panels_open() {
    let mut workbench = swiss();
    for _ in 1..9 {
        let selected = workbench.document.selected;
        workbench.document.duplicate(selected);
        workbench.update();
    }
    let mut harness = window(workbench);
    let columns = |harness: &Window| {
        let pictures = harness.query_all_by_label("Picture of Swiss turbulence");
        let mut lefts: Vec<_> = pictures.map(|picture| picture.rect().left() as i32).collect();
        lefts.sort_unstable();
        lefts.dedup();
        lefts.len()
    };
    assert_eq!(columns(&harness), 3);
    plain(&mut harness, Key::A);
    harness.run();
    assert_eq!(columns(&harness), 3, "beside the dock");
    press(&mut harness, egui::Modifiers::COMMAND, Key::Backslash);
    harness.run();
    assert_eq!(columns(&harness), 3, "without the sides");
}

#[test]
fn buttons_of_the_bar_stay_where_they_are() {
    let labels =
        ["Compare", "Inspect", "History", "Capture", "Capture settings", "Search commands"];
    for size in [vec2(900.0, 600.0), vec2(1280.0, 800.0), vec2(1920.0, 1080.0)] {
        let mut harness = sized(swiss(), size);
        let places = |harness: &Window| labels.map(|label| harness.get_by_label(label).rect());
        let before = places(&harness);
        for keys in [&[Key::D][..], &[Key::D, Key::W], &[Key::X], &[Key::Escape], &[Key::Num4]] {
            keys.iter().for_each(|key| plain(&mut harness, *key));
            harness.run();
            assert_eq!(places(&harness), before, "{size}: {keys:?}");
        }
        click(&mut harness, "Inspect");
        assert_eq!(places(&harness), before, "{size}: the dock");
    }
}

#[test]
fn an_error_covers_but_does_not_resize_the_picture() {
    let mut harness = window(swiss());
    let before = harness.state().2;
    let source = Source::new("generators/swiss.wgsl", "fn f() { foo }");
    let error = Diagnostic::error(Some(source.location(9..12)), "no `foo`");
    *harness.state_mut().0.folder.diagnostics = vec![error];
    harness.run();
    harness.get_by_label("Close diagnostics");
    assert_eq!(harness.state().2, before);
    harness.state_mut().0.folder.diagnostics.clear();
    harness.run();
    assert_eq!(harness.state().2, before);
    assert!(harness.query_by_label("Close diagnostics").is_none());
}

#[test]
fn an_error_leaves_captions_visible_and_marks_the_selected_cell_red() {
    let mut workbench = swiss();
    let selected = workbench.document.selected;
    workbench.document.duplicate(selected);
    let targets = workbench.targets();
    let mut harness = window(workbench);
    let strokes = |harness: &Window| -> Vec<egui::Color32> {
        let shapes = harness.output().shapes.iter();
        let rects = shapes.filter_map(|shape| match &shape.shape {
            egui::Shape::Rect(rect) if rect.stroke.width == 2.0 => Some(rect.stroke.color),
            _ => None,
        });
        rects.collect()
    };
    let visuals = harness.ctx.style_of(egui::Theme::Dark).visuals.clone();
    let accent = crate::ui::theme::accent(&visuals);
    assert!(strokes(&harness).contains(&accent));
    let source = Source::new("generators/swiss.wgsl", "fn f() { foo }");
    let error = Diagnostic::error(Some(source.location(9..12)), "no `foo`");
    let folder = &mut harness.state_mut().0.folder;
    *folder.diagnostics = vec![error];
    folder.stale.extend(targets);
    harness.run();
    assert!(!strokes(&harness).contains(&accent) && strokes(&harness).len() >= 2);
    let messages = harness.query_all_by_role(Role::Link).map(|link| link.rect());
    let message = messages.reduce(|one, other| one.union(other)).unwrap();
    let captions = harness.query_all_by_role(Role::Caption).map(|caption| caption.rect());
    let last = captions.max_by(|one, other| one.top().total_cmp(&other.top())).unwrap();
    assert!(message.bottom() <= last.top(), "{message} covers {last}");
}

#[test]
fn errors_of_files_that_nobody_opened_only_need_attention() {
    let mut harness = window(swiss());
    let source = Source::new("noise/other.wgsl", "fn f() { foo }");
    let errors = [0..2, 9..12].map(|at| Diagnostic::error(Some(source.location(at)), "wrong"));
    *harness.state_mut().0.folder.diagnostics = errors.into();
    harness.run();
    assert!(harness.query_by_label("Close diagnostics").is_none());
    // Nor does a deleted file open the panel, whose errors are those of others.
    let targets = harness.state().0.targets();
    harness.state_mut().0.folder.stale.extend(targets);
    harness.run();
    assert!(harness.query_by_label("Close diagnostics").is_none());
    click(&mut harness, "1 file needs attention");
    harness.get_by_label("Close diagnostics");
}
