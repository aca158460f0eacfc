//! Tests of the window's panels, drawn by egui without a GPU and operated by simulated user input.

mod accessibility;
mod analysis;
mod camera;
mod captures;
mod changes;
mod command_palette;
mod controls;
mod defaults;
mod diagnostics;
mod dock;
mod doors;
mod features;
mod fields;
mod folders;
mod frame_cost;
mod history;
mod inside;
mod keyboard;
mod legend;
mod many_cells;
mod menus;
mod number_entry;
mod pair;
mod picture_state;
mod presets;
mod profile;
mod randomize;
mod reset;
mod screenshots;
mod sensitivity;
mod shortcuts;
mod sides;
mod sliders;
mod solids;
mod sweep;
mod tools;
mod tooltips;
mod trace;
mod typed_values;
mod typo;
mod window;

use std::sync::Arc;

use egui::{Key, Rect, Role, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use noise_playground::field::Channel;
use noise_playground::generator::control::{Control, Values};
use noise_playground::generator::{Address, compile};
use noise_playground::source::{ModulePath, Source, SourceTree};
use noise_playground::view::shading::{ValueRange, ViewMode};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::control_menu::MenuContext;
use super::controls::controls_ui;
use super::{UiOutput, workbench_ui};
use crate::workbench::{
    Action, AdapterSummary, CompiledGenerator, Entry, EntryKind, GeneratorRef, PaneId, PaneStats,
    Workbench,
};

/// Returns the main generator of the text `wgsl`, as the compile thread sends it.
fn running(wgsl: &str) -> CompiledGenerator {
    let tree: SourceTree = [("generators/swiss.wgsl", wgsl)].into_iter().collect();
    let source = tree.iter().next().unwrap();
    let compiled = compile(&tree, source);
    assert_eq!(compiled.diagnostics, []);
    CompiledGenerator {
        generator: Arc::clone(compiled.main().unwrap()),
        linked: Arc::clone(compiled.main().unwrap().linked()),
    }
}

fn show(workbench: &mut Workbench, wgsl: &str) {
    let running = running(wgsl);
    let address = running.generator.address().clone();
    workbench.show(address.clone());
    workbench.insert_compiled(GeneratorRef::live(address), running);
}

/// Returns the measurements of the first cell's picture, such as its value range, for a test to set.
fn measured(workbench: &mut Workbench) -> &mut PaneStats {
    let key = PaneId::Cell(workbench.document.cells[0].id);
    workbench.measurements.entry(key)
}

fn copied_by<S>(harness: &mut Harness<'_, S>, button: &str) -> String {
    harness.get_by_label(button).click();
    for _ in 0..4 {
        harness.step();
        for command in &harness.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                return text.clone();
            }
        }
    }
    panic!("{button} copies nothing");
}

/// Returns the controls of a generator whose uniform struct has the WGSL members `members`.
fn controls(members: &str) -> Vec<Control> {
    let wgsl = format!(
        "struct Params {{\n{members}\n}}\n@group(0) @binding(0) var<uniform> params: Params;\n\
         fn height(p: vec2f) -> f32 {{ let all = params; return p.x; }}"
    );
    running(&wgsl).generator.controls().to_vec()
}

fn entry(file: &str, function: &str, title: &str, main: bool) -> Entry {
    let address = Address { file: ModulePath::new(file), function: function.to_owned() };
    Entry { address, title: title.to_owned(), main, kind: EntryKind::Plane, error: false }
}

/// Returns a workbench, the state of the window, with an empty shader folder.
fn empty() -> Workbench {
    let mut workbench = Workbench::new("shaders".to_owned());
    workbench.folder.is_scan_complete = true;
    workbench.chrome.adapter.name = "NVIDIA GeForce RTX 4070".to_owned();
    workbench
}

/// Returns a workbench that shows Swiss turbulence, with further generators in the list of its folder.
fn swiss() -> Workbench {
    let mut workbench = empty();
    *workbench.folder.entries = vec![
        entry("generators/jordan.wgsl", "height", "Jordan turbulence", true),
        entry("generators/swiss.wgsl", "height", "Swiss turbulence", true),
        entry("noise/cellular.wgsl", "cellular", "Cellular noise", true),
        entry("noise/cellular.wgsl", "f1", "f1", false),
    ];
    show(&mut workbench, SWISS);
    workbench
}

const SWISS: &str = include_str!("tests/swiss.wgsl");

/// The test window with its state: the workbench, the requested actions, and the rectangle of the first pane.
type Window = Harness<'static, (Workbench, Vec<Action>, Rect)>;

/// Returns a test window of a workbench, after its first frames.
fn window(workbench: Workbench) -> Window {
    window_at(workbench, 0.25)
}

/// Draws the first frames. `seconds` is the time between frames, which must be less than 0.1 for double clicks.
fn window_at(mut workbench: Workbench, seconds: f32) -> Window {
    // The setup of a test is no action of the user.
    workbench.commit(0.0);
    let draw = |ui: &mut egui::Ui,
                (workbench, requested, rect): &mut (Workbench, Vec<Action>, Rect)| {
        let UiOutput { actions, panes, .. } = workbench_ui(ui, workbench);
        requested.extend(actions);
        *rect = panes.first().map_or(Rect::ZERO, |pane| pane.rect);
    };
    let mut harness = Harness::builder()
        .with_size(vec2(1280.0, 800.0))
        .with_step_dt(seconds)
        .with_max_steps(60)
        .with_context_setup(super::theme::install)
        .build_ui_state(draw, (workbench, Vec::new(), Rect::ZERO));
    harness.run();
    harness
}

/// Returns the controls of the WGSL struct members `members` and their panel, whose state is the control values.
fn panel(members: &str) -> (Vec<Control>, Harness<'static, Values>) {
    let controls = controls(members);
    let shown = controls.clone();
    let mut harness = Harness::builder()
        .with_size(vec2(300.0, 600.0))
        .with_step_dt(1.0 / 60.0) // Short enough for double clicks.
        .with_max_steps(60)
        .with_context_setup(super::theme::install)
        .build_ui_state(
            move |ui, values| {
                let mut menus = MenuContext {
                    sensitivities: &[],
                    shown_sensitivity: None,
                    linked: None,
                    excluded: &std::collections::BTreeSet::new(),
                    field_sources: &[],
                    mutation: 0.1,
                    visible_octaves: None,
                    requested: Vec::new(),
                };
                controls_ui(ui, &shown, values, &mut menus);
            },
            Values::default(),
        );
    harness.run();
    (controls, harness)
}

/// Returns the first component of a control's value in the selected cell.
fn number(harness: &Window, name: &str) -> f64 {
    let workbench = &harness.state().0;
    let key = PaneId::Cell(workbench.document.selected);
    let setup = workbench.pane_content(key).unwrap();
    let mut controls = setup.generator.controls().iter();
    let control = controls.find(|control| control.name == name).unwrap();
    setup.values.get(control).first()
}

fn set(workbench: &mut Workbench, name: &str, number: f64) {
    let generator = Arc::clone(workbench.shown().unwrap());
    let mut controls = generator.controls().iter();
    let control = controls.find(|control| control.name == name).unwrap();
    workbench.values_mut().unwrap().set(control, number.into());
}

/// As [`set`], and draws a frame.
fn set_shown(harness: &mut Window, name: &str, number: f64) {
    set(&mut harness.state_mut().0, name, number);
    harness.run();
}

fn unfold_cellular(harness: &mut Window) {
    let name = "1 helper functions of Cellular noise";
    click(harness, name);
}

/// Searches the command palette for words, and runs the first command found.
fn command(harness: &mut Window, words: &str) {
    press(harness, egui::Modifiers::COMMAND, Key::K);
    harness.get_by_label("Command").type_text(words);
    harness.run();
    plain(harness, Key::Enter);
}

fn click<S>(harness: &mut Harness<'_, S>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

fn click_contains<S>(harness: &mut Harness<'_, S>, part: &str) {
    harness.get_by_label_contains(part).click();
    harness.run();
}

fn click_role<S>(harness: &mut Harness<'_, S>, role: Role, label: &str) {
    harness.get_by_role_and_label(role, label).click();
    harness.run();
}

fn menu_of<S>(harness: &mut Harness<'_, S>, role: Role, label: &str) {
    harness.get_by_role_and_label(role, label).click_secondary();
    harness.run();
}

fn focus<S>(harness: &mut Harness<'_, S>, label: &str) {
    harness.get_by_label(label).focus();
    harness.run();
}

fn press<S>(harness: &mut Harness<'_, S>, modifiers: egui::Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

fn plain<S>(harness: &mut Harness<'_, S>, key: Key) {
    harness.key_press(key);
    harness.run();
}

fn hover<S>(harness: &mut Harness<'_, S>, at: egui::Pos2) {
    harness.hover_at(at);
    harness.run();
}

fn click_at<S>(harness: &mut Harness<'_, S>, at: egui::Pos2) {
    hover(harness, at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run();
}

/// The time between frames must be less than 0.1 seconds.
fn double_click<S>(harness: &mut Harness<'_, S>, at: egui::Pos2) {
    for _ in 0..2 {
        harness.drag_at(at);
        harness.drop_at(at);
        harness.step();
    }
    harness.run();
}

fn wheel<S>(
    harness: &mut Harness<'_, S>,
    unit: egui::MouseWheelUnit,
    delta: Vec2,
    modifiers: egui::Modifiers,
) {
    let (phase, source) = (egui::TouchPhase::Move, egui::MouseWheelSource::Unknown);
    harness.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
    harness.run();
}

fn scroll(harness: &mut Window, at: egui::Pos2, points: f32) {
    harness.hover_at(at);
    harness.run_steps(12);
    wheel(harness, egui::MouseWheelUnit::Point, vec2(0.0, points), egui::Modifiers::NONE);
    harness.run_steps(12);
}

fn focused(harness: &Window) -> Option<String> {
    let focused = harness.query_all_by(|node| node.is_focused());
    focused.filter_map(|node| node.accesskit_node().label()).next()
}

fn drag<S>(harness: &mut Harness<'_, S>, from: egui::Pos2, by: Vec2) {
    harness.drag_at(from);
    harness.run();
    hover(harness, from + by / 2.0);
    hover(harness, from + by);
    harness.drop_at(from + by);
    harness.run();
}
