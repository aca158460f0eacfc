//! Tests of the drawer that shows the source text of a generator and the values inside of it.

use egui::{Pos2, pos2};
use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::source::{LineColumn, SourceLocation};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::*;
use crate::workbench::Panel;
use crate::workbench::inside::Cursor;
use crate::workbench::placed_field::PlacedField;

const SHADER: &str = "fn twice(x: f32) -> f32 {
    let y = 2.0 * x;
    return y;
}
fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < 4; i++) {
        sum += twice(p.x);
    }
    return sum;
}
";

/// Returns a workbench that shows the test shader, with all of its inner values compiled.
pub(super) fn shown() -> Workbench {
    let mut workbench = empty();
    show(&mut workbench, SHADER);
    add_taps(&mut workbench, SHADER);
    workbench
}

/// Compiles the inner values of a shader for the workbench, in place of the compile thread.
pub(super) fn add_taps(workbench: &mut Workbench, text: &str) {
    let CompiledGenerator { generator, linked } = running(text);
    let live = GeneratorRef::live(generator.address().clone());
    // The workbench keeps inner values only while the drawer is open.
    workbench.chrome.set_open(Panel::INSIDE, true);
    // A high dock.
    workbench.chrome.set_sides(false);
    let all = generator.with_all_taps().unwrap();
    for group in 0.. {
        let Some(generator) = all.with_tap_group(group) else {
            break;
        };
        let compiled =
            CompiledGenerator { generator: Arc::new(generator), linked: Arc::clone(&linked) };
        workbench.insert_compiled(live.tapped(group), compiled);
    }
}

fn stage(harness: &Window) -> Option<String> {
    let target = harness.state().0.document.selected().build_target();
    target.unwrap().stage().map(str::to_owned)
}

/// Lines of comments above the shader in a longer text.
const COMMENTS: usize = 80;

/// Returns the position in the window of a character in the source text. Lines are counted from 1, characters from 0.
fn place(harness: &Window, line: usize, character: f32) -> Pos2 {
    let text = SHADER.lines().nth((line - 1) % COMMENTS).unwrap();
    let row = harness.get_by_label(&format!("{line} {text}")).rect();
    // Numbers of lines are 46 points wide, and a character 7.5.
    pos2(row.left() + 46.0 + 7.5 * (character + 0.5), row.center().y)
}

/// Sets the number of times that each sample computes the shown tap.
pub(super) fn set_runs(workbench: &mut Workbench, count: f32) {
    read(workbench, PaneId::Runs, count);
}

#[test]
fn click_on_a_name_shows_its_value_and_escape_the_result() {
    let mut harness = window(shown());
    let sum = place(&harness, 8, 9.0);
    click_at(&mut harness, sum);
    assert_eq!(stage(&harness).as_deref(), Some("sum"));
    assert!(harness.query_by_label("Shows sum").is_some());
    let y = place(&harness, 2, 8.0);
    click_at(&mut harness, y);
    assert_eq!(stage(&harness).as_deref(), Some("twice::y"));
    // Calls and returned values have names too; types do not.
    let call = place(&harness, 8, 16.0);
    click_at(&mut harness, call);
    assert_eq!(stage(&harness).as_deref(), Some("twice()"));
    let returned = place(&harness, 3, 6.0);
    click_at(&mut harness, returned);
    assert_eq!(stage(&harness).as_deref(), Some("twice::return"));
    let ty = place(&harness, 5, 15.0);
    click_at(&mut harness, ty);
    assert_eq!(stage(&harness).as_deref(), Some("twice::return"));
    plain(&mut harness, Key::Escape);
    assert_eq!(stage(&harness), None);
    assert!(harness.query_by_label("Shows sum").is_none());
    assert_eq!(harness.state().0.history.steps().1, 0, "looking is no step");
    for shown in ["twice::return", "twice()"] {
        press(&mut harness, egui::Modifiers::ALT, Key::ArrowLeft);
        assert_eq!(stage(&harness).as_deref(), Some(shown));
    }
}

#[test]
fn clicked_line_says_that_its_value_compiles() {
    let mut workbench = shown();
    // The pipeline of the group is not built yet.
    let target = workbench.document.selected().build_target().unwrap();
    workbench.show_stage(Some("sum".to_owned()));
    let mut harness = window(workbench);
    let group = harness.state().0.stage().unwrap().group;
    let sum = place(&harness, 8, 9.0);
    click_at(&mut harness, sum);
    assert!(harness.query_by_label("value compiling\u{2026}").is_none());
    harness.state_mut().0.compiled.remove(&target.tapped(group));
    harness.run();
    assert!(harness.query_by_label("value compiling\u{2026}").is_some());
    // The picture is still that of another value.
    let work = harness.state().0.stage_work();
    assert_eq!(work, Some("compiling\u{2026}"));
}

#[test]
fn variable_that_a_later_line_reads_is_named_by_the_line_that_sets_it() {
    let text = "fn raise(sum: ptr<function, f32>) { *sum += 1.0; }
fn height(p: vec2f) -> f32 {
    var sum = p.x;
    while sum < 4.0 { raise(&sum); }
    return 2.0 * sum;
}";
    let mut workbench = empty();
    show(&mut workbench, text);
    add_taps(&mut workbench, text);
    let mut harness = window(workbench);
    let row = harness.get_by_label("5     return 2.0 * sum;").rect();
    click_at(&mut harness, pos2(row.left() + 46.0 + 7.5 * 18.5, row.center().y));
    assert_eq!(stage(&harness).as_deref(), Some("sum"));
    let note = "As line 3 sets it; a loop or a call may change it before line 5.";
    assert!(harness.query_by_label(note).is_some());
    let row = harness.get_by_label("3     var sum = p.x;").rect();
    click_at(&mut harness, pos2(row.left() + 46.0 + 7.5 * 9.5, row.center().y));
    assert!(harness.query_by_label(note).is_none());
}

#[test]
fn source_opens_at_the_generator_and_stays_there_beside_a_shown_value() {
    let text = format!("{}{SHADER}", "//\n".repeat(COMMENTS));
    let mut workbench = empty();
    show(&mut workbench, &text);
    let mut harness = window(workbench);
    click(&mut harness, "Inspect");
    add_taps(&mut harness.state_mut().0, &text);
    harness.run();
    let line = |harness: &Window| harness.get_by_label("85 fn height(p: vec2f) -> f32 {").rect();
    let whole = line(&harness);
    assert!(whole.width() > 700.0, "{whole}");
    let sum = place(&harness, 88, 9.0);
    click_at(&mut harness, sum);
    let beside = line(&harness);
    assert!(beside.width() < whole.width() - 200.0, "{beside} beside {whole}");
    assert!((beside.top() - whole.top()).abs() < 40.0, "{beside} after {whole}");
}

/// WGSL of several functions that have more inner values than one pipeline can return.
const LONG: &str = "fn first(x: f32) -> f32 {
    let a = vec4f(x); let b = 2.0 * a; let c = 3.0 * b; let d = 4.0 * c;
    return d.x;
}
fn second(x: f32) -> f32 {
    let e = vec4f(x); let f = 2.0 * e; let g = 3.0 * f; let h = 4.0 * g;
    return h.x;
}
fn height(p: vec2f) -> f32 { return first(p.x) + second(p.y); }
";

#[test]
fn values_near_the_shown_one_are_compiled_first_and_the_window_tells_what_is_missing() {
    let mut workbench = empty();
    show(&mut workbench, LONG);
    add_taps(&mut workbench, LONG);
    workbench.update();
    workbench.show_stage(Some("second::h".to_owned()));
    workbench.update();
    let own = GeneratorRef::live(workbench.selected_address().unwrap());
    let taps = workbench.all_taps().unwrap();
    let group = |name: &str| taps.iter().find(|tap| tap.name == name).unwrap().group;
    let targets = workbench.targets();
    let place = |group: u32| targets.iter().position(|target| *target == own.tapped(group));
    assert_eq!(place(group("h")), Some(0), "what is shown is first");
    assert!(place(group("e")) < place(group("a")), "then the rest of its function");
    let count = taps.iter().map(|tap| tap.group).max().unwrap() + 1;
    assert!(count >= 4 && (0..count).all(|group| place(group).is_some()));

    assert_eq!(workbench.stage_work(), None);
    let group = group("h");
    workbench.compiled.remove(&own.tapped(group));
    assert_eq!(workbench.stage_work(), Some("compiling\u{2026}"));
    let harness = window(workbench);
    // On the picture and in the drawer.
    assert_eq!(harness.query_all_by_label("compiling\u{2026}").count(), 2);
}

#[test]
fn drawer_opens_and_closes() {
    let mut harness = window(shown());
    assert!(harness.query_by_label("Close the dock").is_some());
    plain(&mut harness, Key::I);
    assert!(harness.query_by_label("Close the dock").is_none());
}

#[test]
fn enter_makes_a_cell_beside_the_result() {
    let mut workbench = shown();
    workbench.show_stage(Some("sum@2".to_owned()));
    let mut harness = window(workbench);
    plain(&mut harness, Key::Enter);
    let cells = &harness.state().0.document.cells;
    let stages: Vec<Option<String>> =
        cells.iter().map(|cell| cell.build_target().unwrap().stage().map(str::to_owned)).collect();
    assert_eq!(stages, [None, Some("sum@2".to_owned())]);
    assert!(harness.query_by_label("Shows sum@2").is_some());
}

#[test]
fn values_are_pinned_shown_again_and_removed() {
    let mut harness = window(shown());
    for character in [9.0, 16.0] {
        let at = place(&harness, 8, character);
        click_at(&mut harness, at);
        let pin = harness.get_by_role_and_label(Role::Button, "\u{e3e2}  Pin").rect();
        click_at(&mut harness, pin.center());
    }
    let pins = |harness: &Window| harness.state().0.pins().len();
    assert_eq!(pins(&harness), 2);
    // In a row.
    let tiles = harness.query_all_by_label_contains("Pinned ");
    let tops: Vec<f32> = tiles.map(|tile| tile.rect().top()).collect();
    assert_eq!(tops, [tops[0]; 2]);
    let tile = harness.get_by_label("Pinned sum").rect();
    click_at(&mut harness, tile.center_top() + vec2(0.0, 10.0));
    assert_eq!(stage(&harness).as_deref(), Some("sum"));
    let remove = harness.get_by_label("Remove the pin of sum").rect();
    click_at(&mut harness, remove.center());
    assert_eq!(pins(&harness), 1);
}

/// Sets the samples of a pane that shows no picture: they are only read back for their values.
fn read(workbench: &mut Workbench, pane: PaneId, value: f32) {
    let grid = SampleGrid { center: [0.0, 0.0], span: 1.0, size: [2, 1] };
    let field = Field { size: [2, 1], channels: 1, samples: vec![value; 2] };
    let placed = PlacedField::new(field, grid, 1 + value as u64);
    workbench.measurements.entry(pane).samples = Some(Arc::new(placed));
}

#[test]
fn runs_of_a_value_are_chosen() {
    let mut workbench = shown();
    workbench.show_stage(Some("sum".to_owned()));
    read(&mut workbench, PaneId::Runs, 4.0);
    for run in 1..=4 {
        read(&mut workbench, PaneId::Run(run), run as f32);
    }
    let mut harness = window(workbench);
    assert!(harness.query_by_label("Contribution of each run").is_some());
    let second = harness.get_by_label("Run 2").rect();
    click_at(&mut harness, second.center());
    assert_eq!(stage(&harness).as_deref(), Some("sum@2"));
    assert!(harness.query_by_label("2 of 4").is_some());
    let last = harness.get_by_label("Last").rect();
    click_at(&mut harness, last.center());
    assert_eq!(stage(&harness).as_deref(), Some("sum"));
}

#[test]
fn errors_are_marked_in_the_source() {
    let mut workbench = shown();
    let location = SourceLocation {
        file: ModulePath::new("generators/swiss.wgsl"),
        start: LineColumn { line: 2, column: 5 },
        end: LineColumn { line: 2, column: 8 },
        line_text: "    let y = 2.0 * x;".to_owned(),
    };
    let error = Diagnostic::error(Some(location), "expected a semicolon");
    *workbench.folder.diagnostics = vec![error];
    let harness = window(workbench);
    let line = "2     let y = 2.0 * x;  expected a semicolon";
    assert!(harness.query_by_label(line).is_some());
}

#[test]
fn cursor_of_an_editor_shows_the_value_there() {
    let mut workbench = shown();
    let cursor =
        |line, column| Cursor { file: ModulePath::new("generators/swiss.wgsl"), line, column };
    let look_at = |workbench: &mut Workbench, cursor| {
        workbench.look_at(cursor, false);
        workbench.take_followed()
    };
    assert_eq!(look_at(&mut workbench, cursor(2, Some(9))), Some(Ok(())));
    let stage = |workbench: &Workbench| {
        let target = workbench.document.selected().build_target().unwrap();
        target.stage().map(str::to_owned)
    };
    assert_eq!(stage(&workbench).as_deref(), Some("twice::y"));
    assert!(workbench.shows(Panel::INSIDE));
    // On no value: the nearest above in the function.
    assert_eq!(look_at(&mut workbench, cursor(9, None)), Some(Ok(())));
    assert_eq!(stage(&workbench).as_deref(), Some("sum"));
    assert_eq!(look_at(&mut workbench, cursor(5, Some(1))), Some(Ok(())));
    assert_eq!(stage(&workbench).as_deref(), Some("p"));
    let answer = look_at(&mut workbench, cursor(99, None));
    let error = answer.unwrap().unwrap_err();
    assert!(error.ends_with("computes no value at generators/swiss.wgsl:99"), "{error}");
    let other = Cursor { file: ModulePath::new("noise/perlin.wgsl"), line: 1, column: None };
    let answer = look_at(&mut workbench, other);
    assert_eq!(answer, Some(Err("no cell shows noise/perlin.wgsl".to_owned())));
}

#[test]
fn cursor_waits_until_the_values_are_compiled() {
    let mut workbench = empty();
    show(&mut workbench, SHADER);
    let cursor =
        Cursor { file: ModulePath::new("generators/swiss.wgsl"), line: 8, column: Some(9) };
    workbench.look_at(cursor.clone(), false);
    assert_eq!(workbench.take_followed(), None);
    assert!(!workbench.has_stage());
    add_taps(&mut workbench, SHADER);
    workbench.update();
    assert_eq!(workbench.take_followed(), Some(Ok(())));
    assert_eq!(workbench.document.selected().build_target().unwrap().stage(), Some("sum"));
}

#[test]
fn value_is_pinned_that_was_asked_for() {
    let mut workbench = empty();
    show(&mut workbench, SHADER);
    let cursor = |line, column| Cursor {
        file: ModulePath::new("generators/swiss.wgsl"),
        line,
        column: Some(column),
    };
    workbench.look_at(cursor(8, 9), true);
    workbench.look_at(cursor(5, 1), false);
    add_taps(&mut workbench, SHADER);
    workbench.update();
    assert_eq!(workbench.take_followed(), Some(Ok(())));
    assert_eq!(workbench.document.selected().build_target().unwrap().stage(), Some("p"));
    let pins = workbench.pins();
    let pins: Vec<_> = pins.iter().map(|(_, pin)| pin.stage()).collect();
    assert_eq!(pins, [Some("sum")]);
}

#[test]
fn waiting_cursor_is_not_followed_in_another_cell_and_no_value_is_an_error() {
    let mut workbench = empty();
    show(&mut workbench, SHADER);
    let cursor =
        |line| Cursor { file: ModulePath::new("generators/swiss.wgsl"), line, column: None };
    let first = workbench.document.selected;
    workbench.look_at(cursor(8), false);
    workbench.document.duplicate(first);
    assert_ne!(workbench.document.selected, first);
    add_taps(&mut workbench, SHADER);
    workbench.update();
    let answer = Some(Err("another cell was selected".to_owned()));
    assert_eq!(workbench.take_followed(), answer);
    assert!(!workbench.has_stage());

    let mut workbench = empty();
    show(&mut workbench, SHADER);
    workbench.look_at(cursor(99), false);
    assert_eq!(workbench.take_followed(), None);
    add_taps(&mut workbench, SHADER);
    workbench.update();
    let error = workbench.take_followed().unwrap().unwrap_err();
    assert!(error.contains("computes no value at"), "{error}");
    assert!(!workbench.has_stage());
}

#[test]
fn value_is_a_texture_with_colors_around_0_and_its_banner_leads_back() {
    let mut workbench = shown();
    workbench.show_stage(Some("sum@2".to_owned()));
    measured(&mut workbench).value_range = Some((-0.8, 0.4));
    set_runs(&mut workbench, 4.0);
    let mut harness = window(workbench);
    let view = |harness: &Window| {
        let workbench = &harness.state().0;
        workbench.pane_content(PaneId::Cell(workbench.document.selected)).unwrap().view
    };
    let shading = view(&harness).shading;
    assert_eq!(shading.mode, ViewMode::Texture);
    assert_eq!(shading.palette(), noise_playground::view::shading::Palette::Vik);
    let ValueRange::Fixed(low, high) = shading.value_range else { panic!("{shading:?}") };
    assert!(low == -high && (high - 0.8).abs() < 1e-6);
    let defaults = harness.state().0.pane_content(PaneId::Defaults).unwrap();
    assert_eq!(defaults.target.stage(), None, "thumbnails of presets show the result");
    assert_eq!(defaults.view.shading.mode, ViewMode::Relief);
    click(&mut harness, "Back to result");
    assert_eq!(stage(&harness), None);
    assert_eq!(view(&harness).shading.mode, ViewMode::Relief);
}
