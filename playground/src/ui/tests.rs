//! The panels, used as a person would use them.

mod pictures;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Key, Rect, Role, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use noise_playground::control::{Control, Values};
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, Generator, compile};
use noise_playground::source::{ModulePath, Source, SourceTree};
use noise_playground::view::{Mode, ValueRange, View};

use super::controls::controls_ui;
use super::{Drawn, workbench_ui};
use crate::workbench::{Action, AdapterLine, Clock, Entry, Panels, Workbench};

/// The main generator of a file with this text.
fn generator(wgsl: &str) -> Arc<Generator> {
    let tree: SourceTree = [("generators/swiss.wgsl", wgsl)].into_iter().collect();
    let source = tree.iter().next().unwrap();
    let compiled = compile(&tree, source);
    assert_eq!(compiled.diagnostics, []);
    Arc::clone(compiled.main().unwrap())
}

/// Controls of a uniform struct with these members.
fn controls(members: &str) -> Vec<Control> {
    let wgsl = format!(
        "struct Params {{\n{members}\n}}\n@group(0) @binding(0) var<uniform> params: Params;\n\
         fn height(p: vec2f) -> f32 {{ let all = params; return p.x; }}"
    );
    generator(&wgsl).controls.clone()
}

fn entry(file: &str, function: &str, title: &str, main: bool) -> Entry {
    let address = Address { file: ModulePath::new(file), function: function.to_owned() };
    Entry { address, title: title.to_owned(), main, error: false }
}

/// An empty folder.
fn empty() -> Workbench {
    Workbench {
        folder: "shaders".to_owned(),
        entries: Vec::new(),
        filter: String::new(),
        shown: None,
        stale: false,
        values: BTreeMap::new(),
        view: View::default(),
        center: [0.0; 2],
        span: 8.0,
        z: 0.0,
        clock: Clock::default(),
        diagnostics: Vec::new(),
        probe: None,
        value_range: None,
        evaluate_ms: None,
        adapter: AdapterLine { name: "NVIDIA GeForce RTX 4070".to_owned(), software: false },
        notice: None,
        panels: Panels { generators: true, controls: true, diagnostics: false, keys: false },
        dark: true,
        flash: 0,
    }
}

/// Swiss turbulence shown, others in the list.
fn swiss() -> Workbench {
    let mut workbench = empty();
    workbench.entries = vec![
        entry("generators/jordan.wgsl", "height", "Jordan turbulence", true),
        entry("generators/swiss.wgsl", "height", "Swiss turbulence", true),
        entry("noise/cellular.wgsl", "cellular", "Cellular noise", true),
        entry("noise/cellular.wgsl", "f1", "f1", false),
    ];
    workbench.show(generator(SWISS));
    workbench
}

const SWISS: &str = include_str!("tests/swiss.wgsl");

/// The window with its state and what it asked for.
fn window(workbench: Workbench) -> Harness<'static, (Workbench, Vec<Action>, Rect)> {
    let draw = |ui: &mut egui::Ui, (workbench, asked, rect): &mut (Workbench, Vec<Action>, Rect)| {
        let Drawn { actions, picture_rect } = workbench_ui(ui, workbench);
        asked.extend(actions);
        *rect = picture_rect;
    };
    let mut harness = Harness::builder()
        .with_size(vec2(1280.0, 800.0))
        .with_context_setup(super::theme::install)
        .build_ui_state(draw, (workbench, Vec::new(), Rect::ZERO));
    harness.run();
    harness
}

/// A panel of controls with its values.
fn panel(members: &str) -> (Vec<Control>, Harness<'static, Values>) {
    let controls = controls(members);
    let shown = controls.clone();
    let mut harness = Harness::builder()
        .with_size(vec2(300.0, 600.0))
        .with_context_setup(super::theme::install)
        .build_ui_state(move |ui, values| controls_ui(ui, &shown, values), Values::default());
    harness.run();
    (controls, harness)
}

fn drag<S>(harness: &mut Harness<'_, S>, from: egui::Pos2, by: Vec2) {
    harness.drag_at(from);
    harness.run();
    harness.hover_at(from + by / 2.0);
    harness.run();
    harness.hover_at(from + by);
    harness.run();
    harness.drop_at(from + by);
    harness.run();
}

const GAIN: &str = "/// @range(0, 1, 0.01, 0.5)\n gain: f32,";

#[test]
fn a_slider_is_dragged() {
    let (controls, mut harness) = panel(GAIN);
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(&mut harness, slider.center(), vec2(slider.width(), 0.0));
    assert_eq!(harness.state().get(&controls[0]).first(), 1.0);
    drag(&mut harness, slider.center(), vec2(-slider.width(), 0.0));
    assert_eq!(harness.state().get(&controls[0]).first(), 0.0);
}

#[test]
fn typing_goes_beyond_the_range_and_widens_the_slider() {
    let (controls, mut harness) = panel(GAIN);
    let field = harness.get_by_role_and_label(Role::SpinButton, "gain");
    field.click();
    harness.run();
    harness.get_by_role_and_label(Role::SpinButton, "gain").type_text("2.5");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().get(&controls[0]).first(), 2.5);
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    drag(&mut harness, slider.right_center() - vec2(6.0, 0.0), vec2(6.0 - slider.width() / 2.0, 0.0));
    assert_eq!(harness.state().get(&controls[0]).first(), 1.25);
}

#[test]
fn a_value_out_of_range_stays_until_it_is_touched() {
    let (controls, mut harness) = panel(GAIN);
    harness.state_mut().set(&controls[0], 7.123_456_789.into());
    harness.run();
    harness.hover_at(egui::pos2(150.0, 12.0));
    harness.run();
    assert_eq!(harness.state().get(&controls[0]).first(), 7.123_456_789);
}

#[test]
fn a_checkbox_and_a_list_set_whole_numbers() {
    let (controls, mut harness) = panel("/// @toggle\n flip: u32,\n /// @enum(\"hard\", \"soft\")\n edge: u32,");
    harness.get_by_role_and_label(Role::CheckBox, "flip").click();
    harness.run();
    harness.get_by_role_and_label(Role::ComboBox, "edge").click();
    harness.run();
    harness.get_by_label("soft").click();
    harness.run();
    let values = harness.state();
    assert_eq!((values.get(&controls[0]).first(), values.get(&controls[1]).first()), (1.0, 1.0));
}

#[test]
fn a_group_and_a_value_are_reset() {
    let (controls, mut harness) = panel(&format!("/// @group(\"Fractal\")\n {GAIN}\n lacunarity: f32,"));
    let set = |values: &mut Values| controls.iter().for_each(|control| values.set(control, 0.9.into()));
    set(harness.state_mut());
    harness.run();
    harness.get_by_label("Reset gain").click();
    harness.run();
    assert!(!harness.state().is_modified(&controls[0]) && harness.state().is_modified(&controls[1]));
    set(harness.state_mut());
    harness.run();
    harness.get_by_label("Reset group Fractal").click();
    harness.run();
    assert!(controls.iter().all(|control| !harness.state().is_modified(control)));
}

#[test]
fn a_double_click_resets() {
    let (controls, mut harness) = panel(GAIN);
    harness.state_mut().set(&controls[0], 0.9.into());
    harness.run();
    let name = harness.get_by_role_and_label(Role::Label, "gain").rect().center();
    for _ in 0..2 {
        harness.drag_at(name);
        harness.drop_at(name);
        harness.step();
    }
    harness.run();
    assert!(!harness.state().is_modified(&controls[0]));
}

#[test]
fn the_wheel_and_the_arrows_step_the_slider_under_the_mouse() {
    let (controls, mut harness) = panel(GAIN);
    harness.hover_at(harness.get_by_role_and_label(Role::Slider, "gain").rect().center());
    harness.run();
    let notch = egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 1.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: egui::Modifiers::NONE,
    };
    harness.event(notch);
    harness.run();
    assert_eq!(harness.state().get(&controls[0]).first(), 0.51);
    harness.key_press(Key::ArrowLeft);
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert_eq!(harness.state().get(&controls[0]).first(), 0.49);
}

#[test]
fn an_alt_drag_is_ten_times_finer() {
    let (controls, mut harness) = panel("/// @range(0, 1)\n /// @default(0.5)\n gain: f32,");
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    harness.event(egui::Event::ModifiersChanged(egui::Modifiers::ALT));
    drag(&mut harness, slider.center(), vec2(20.0, 0.0));
    let moved = harness.state().get(&controls[0]).first() - 0.5;
    let coarse = 20.0 / f64::from(slider.width() - 12.0);
    assert!(moved > 0.0 && moved < 0.15 * coarse, "{moved} against {coarse}");
}

#[test]
fn a_pad_sets_two_numbers() {
    let (controls, mut harness) = panel("/// @xy\n place: vec2f,");
    let pad = harness.get_by_label("place pad").rect();
    drag(&mut harness, pad.center(), pad.size() * vec2(0.25, -0.25));
    let place = &harness.state().get(&controls[0]).0;
    assert!((place[0] - 0.5).abs() < 0.02 && (place[1] - 0.5).abs() < 0.02, "{place:?}");
}

#[test]
fn a_colour_is_shown_as_a_well() {
    let (controls, mut harness) = panel("/// @color(0.123456789, 0.5, 1)\n tint: vec3f,");
    harness.get_by_role_and_label(Role::ColorWell, "tint").click();
    harness.run();
    assert!(!harness.state().is_modified(&controls[0]));
}

#[test]
fn hidden_controls_are_not_shown() {
    let (_, harness) = panel("/// @hidden\n secret: f32,\n /// @range(0, 1)\n gain: f32,");
    assert!(harness.query_by_role_and_label(Role::Slider, "secret").is_none());
    assert!(harness.query_by_role_and_label(Role::Slider, "gain").is_some());
}

#[test]
fn the_dice_throw_another_seed() {
    let (controls, mut harness) = panel("/// @seed(1337)\n seed: u32,");
    harness.get_by_label("Another seed").click();
    harness.run();
    let seed = harness.state().get(&controls[0]).first();
    assert!(seed != 1337.0 && seed.fract() == 0.0);
}

#[test]
fn a_click_in_the_list_asks_for_the_generator() {
    let mut harness = window(swiss());
    harness.get_by_role_and_label(Role::ListItem, "f1").click();
    harness.run();
    let asked = entry("noise/cellular.wgsl", "f1", "f1", false).address;
    assert_eq!(harness.state().1, [Action::Show(asked)]);
}

#[test]
fn the_filter_is_a_key_away_and_enter_takes_the_first() {
    let mut harness = window(swiss());
    harness.event(egui::Event::Text("/".to_owned()));
    harness.key_press(Key::Slash);
    harness.run();
    harness.event(egui::Event::Text("jord".to_owned()));
    harness.run();
    assert_eq!(harness.state().0.filter, "jord");
    assert!(harness.query_by_role_and_label(Role::ListItem, "f1").is_none());
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().1, [Action::Show(harness.state().0.entries[0].address.clone())]);
}

#[test]
fn a_click_on_a_diagnostic_opens_its_place() {
    let source = Source::new("noise/a.wgsl", "fn f() { foo }");
    let place = source.place(9..12);
    let mut workbench = swiss();
    workbench.diagnostics = vec![Diagnostic::error(Some(place.clone()), "no `foo`")];
    workbench.panels.diagnostics = true;
    let mut harness = window(workbench);
    harness.get_by_role(Role::Link).click();
    harness.run();
    assert_eq!(harness.state().1, [Action::Open(place)]);
}

#[test]
fn keys_choose_the_view_and_hide_the_panels() {
    let mut harness = window(swiss());
    let before = harness.state().2;
    harness.key_press(Key::Num4);
    harness.run();
    assert_eq!(harness.state().0.view.mode, Mode::Slope);
    harness.key_press(Key::Num7);
    harness.run();
    assert_eq!(harness.state().0.view.mode, Mode::Slope, "a plane has no slices");
    harness.key_press(Key::Space);
    harness.run();
    assert_eq!(harness.state().0.view.mode, Mode::Aspect);
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.state().2.width() > before.width() + 500.0);
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().2, before);
    harness.key_press(Key::F);
    harness.key_press(Key::S);
    harness.run();
    assert_eq!(harness.state().1, [Action::ResetView, Action::Capture]);
}

#[test]
fn keys_are_letters_while_somebody_types() {
    let mut harness = window(swiss());
    harness.get_by_label("Filter generators").focus();
    harness.run();
    harness.key_press(Key::S);
    harness.event(egui::Event::Text("s".to_owned()));
    harness.run();
    assert_eq!((harness.state().1.len(), harness.state().0.filter.as_str()), (0, "s"));
}

#[test]
fn the_sun_is_dragged() {
    let mut harness = window(swiss());
    let dial = harness.get_by_label("Sun").rect();
    drag(&mut harness, dial.center(), vec2(dial.width() / 4.0, 0.0));
    let light = harness.state().0.view.light;
    assert_eq!(light.azimuth, 90.0);
    assert!((30.0..50.0).contains(&light.altitude), "{light:?}");
}

#[test]
fn the_picture_is_dragged_and_zoomed_at_the_mouse() {
    let mut harness = window(swiss());
    let rect = harness.state().2;
    let (center, span) = (harness.state().0.center, harness.state().0.span);
    drag(&mut harness, rect.center(), vec2(rect.width() / 4.0, 0.0));
    assert!((harness.state().0.center[0] - (center[0] - span / 4.0)).abs() < 0.02 * span);
    let before = harness.state().0.probe.clone().unwrap().world;
    harness.event(egui::Event::Zoom(2.0));
    harness.run();
    let after = harness.state().0.probe.clone().unwrap().world;
    assert!((harness.state().0.span - span / 2.0).abs() < 1e-6);
    assert!((after[0] - before[0]).abs() < 0.01 && (after[1] - before[1]).abs() < 0.01);
}

#[test]
fn every_widget_has_a_name() {
    for workbench in [swiss(), empty()] {
        let unnamed = window(workbench).unnamed_widgets();
        assert_eq!(unnamed, [String::new(); 0]);
    }
}
