//! The scenes for the screenshots: each is a workbench and actions of the user.

use super::*;
use crate::ui::tests::{analysis, captures, inside, sensitivity, trace};
use crate::workbench::analysis::PlotKind;
use crate::workbench::capture_settings::{CaptureKind, Size};
use crate::workbench::comparison::PairMetrics;
use crate::workbench::document::Arrangement;
use crate::workbench::picture_state::RunProgress;
use crate::workbench::placed_field::PlacedField;
use crate::workbench::preferences::Preferences;
use crate::workbench::sweep::SweepDirection;
use crate::workbench::{Dialog, NewFile, Panel};

/// A scene for screenshots: its name, a function that creates the workbench, and one that performs the actions of the
/// user.
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) workbench: fn() -> Workbench,
    pub(super) act: fn(&mut Harness<'_, Workbench>),
    /// Moves the pointer, once the window has its size.
    pub(super) point: fn(&mut Harness<'_, Workbench>),
}

/// Declares the list of scenes from lines of name, workbench, and either actions of the user or, after `=>`, the motion
/// of the pointer.
macro_rules! scenes {
    (@scene $name:literal $workbench:expr, $act:expr) => {
        Scene { name: $name, workbench: $workbench, act: $act, point: |_| {} }
    };
    (@scene $name:literal $workbench:expr => $point:expr) => {
        Scene { name: $name, workbench: $workbench, act: |_| {}, point: $point }
    };
    ($($name:literal $workbench:expr $(, $act:expr)? $(=> $point:expr)?;)*) => {
        pub(super) const SCENES: &[Scene] = &[
            $(scenes!(@scene $name $workbench $(, $act)? $(=> $point)?)),*
        ];
    };
}

scenes! {
    "first-start" first_start, |_| {};
    "probe" busy => probe;
    "legend" busy => |harness| hover(harness, "Range minimum");
    "forty-controls" forty_controls, |_| {};
    "widgets" widgets, |_| {};
    "error" broken, |_| {};
    "compiling" compiling, |_| {};
    "slow-program" slow_program, |_| {};
    "volume" volume, |_| {};
    "terrain" || in_scene(ViewMode::Terrain, "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }"), |_| {};
    "exact-normals" exact_normals, |_| {};
    "planet" || in_scene(ViewMode::Planet, "fn density(p: vec3f, gain: f32) -> f32 { return gain * p.x; }"), |_| {};
    "solid" || in_scene(ViewMode::Solid, "fn density(p: vec3f, gain: f32) -> f32 { return gain * p.x; }"), |_| {};
    "cells-02" || cells(2), |_| {};
    "cells-04" || cells(4), |_| {};
    "cells-09" || cells(9), |_| {};
    "cells-16" || cells(16), |_| {};
    "sweep" sweep, |_| {};
    "wipe" || pair(Arrangement::Wipe), |_| {};
    "difference" || pair(Arrangement::Difference), |_| {};
    "profile" profile, |_| {};
    "history" busy, |harness| press_keys(harness, &[Key::R, Key::Num3, Key::M, Key::Z, Key::H]);
    "commands" busy, |harness| harness.state_mut().chrome.set_open(crate::ui::command_palette::PALETTE, true);
    "keys" busy, |harness| harness.state_mut().chrome.set_open(crate::ui::shortcuts::SHORTCUTS, true);
    "capture" capture, |_| {};
    "hints" first_run, |_| {};
    "explore" busy, |harness| press_keys(harness, &[Key::G]);
    "saves" saved, |harness| press_keys(harness, &[Key::R, Key::H]);
    "menu" busy, |harness| open_menu(harness, &["Menu", "View"]);
    "new-shader" busy, |harness| harness.state_mut().chrome.dialog = Some(Dialog::NewFile(NewFile::default()));
    "empty-folder" empty, |_| {};
    "no-generator" no_generator, |_| {};
    "inside" inside::shown, |_| {};
    "inside-value" inside_value, |_| {};
    "inside-slopes" trace::inside_with_slopes, |_| {};
    "trace" trace::traced, |_| {};
    "trace-derivatives" trace::differentiated, |_| {};
    "changes" changed, |_| {};
    "what-matters" || sensitivity::ranked(busy()), |_| {};
    "sensitivity" shown_sensitivity, |_| {};
    "messages" || docked(crate::ui::messages::MESSAGES), |_| {};
    "dock-right" docked_right, |_| {};
    "analysis" analysis::measured_cells, |_| {};
    "analysis-all" all_plots, |_| {};
    "restore" restore, |_| {};
}

fn press_keys(harness: &mut Harness<'_, Workbench>, keys: &[Key]) {
    for key in keys {
        harness.key_press(*key);
        harness.run_steps(5);
    }
}

fn hover(harness: &mut Harness<'_, Workbench>, label: &str) {
    let at = harness.get_by_label(label).rect().center();
    harness.hover_at(at);
}

/// Moves the pointer over the picture and sets the value that is read there.
fn probe(harness: &mut Harness<'_, Workbench>) {
    hover(harness, "Picture");
    harness.run_steps(5);
    measured(harness.state_mut()).sample = Some(vec![0.4821]);
}

fn open_menu(harness: &mut Harness<'_, Workbench>, labels: &[&str]) {
    for label in labels {
        harness.get_by_role_and_label(Role::Button, label).click();
        harness.run_steps(5);
    }
}

fn first_run() -> Workbench {
    let mut workbench = busy();
    workbench.chrome.preferences = Preferences::first();
    workbench
}

/// Returns a workbench whose text was saved twice.
fn saved() -> Workbench {
    let mut workbench = busy();
    for line in ["// Softer crests.", "// Sharper crests."] {
        let saved = running(&format!("{SWISS}\n{line}\n"));
        let target = GeneratorRef::live(saved.generator.address.clone());
        workbench.insert_compiled(target, saved);
    }
    workbench
}

/// Returns a workbench that shows a tap of a loop, with values of both signs.
fn inside_value() -> Workbench {
    let mut workbench = inside::shown();
    workbench.show_stage(Some("sum@2".to_owned()));
    measured(&mut workbench).value_range = Some((-0.8, 0.4));
    inside::set_runs(&mut workbench, 4.0);
    workbench
}

fn exact_normals() -> Workbench {
    let mut workbench = busy();
    show(&mut workbench, "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }");
    let mut view = workbench.view_mut();
    view.set_mode(ViewMode::Relief);
    view.shading.normals = noise_playground::shading::Normals::Exact;
    drop(view);
    workbench
}

fn docked(panel: Panel) -> Workbench {
    let mut workbench = busy();
    workbench.toggle_panel(panel);
    workbench
}

fn shown_sensitivity() -> Workbench {
    let mut workbench = sensitivity::ranked(busy());
    sensitivity::show_sensitivity(&mut workbench, "gain");
    workbench
}

fn docked_right() -> Workbench {
    let mut workbench = analysis::measured_cells();
    workbench.chrome_mut().dock_mut().move_to_other_side();
    workbench
}

fn changed() -> Workbench {
    let mut workbench = cells(2);
    workbench.toggle_panel(Panel::CHANGES);
    workbench
}

fn first_start() -> Workbench {
    let mut workbench = busy();
    workbench.folder.is_scan_complete = false;
    workbench.folder.files =
        (0..58).map(|index| ModulePath::new(format!("generators/{index}.wgsl"))).collect();
    workbench.folder.pending_files = 35;
    workbench
}

/// Returns a workbench with four groups of ten sliders.
fn forty_controls() -> Workbench {
    let groups = ["Terrain", "Fractal", "Rivers", "Erosion"];
    let member = |index: usize| {
        let tags = "@range(0, 4, 0.01, 1.5)";
        let group = groups[index / 10];
        format!(
            "/// Strength of step {index}. @group(\"{group}\") {tags}\n strength_{index}: f32,\n"
        )
    };
    let members: String = (0..40).map(member).collect();
    let mut workbench = busy();
    let text = format!(
        "//! Forty controls\nstruct Params {{\n{members}}}\n\
         @group(0) @binding(0) var<uniform> params: Params;\n\
         fn height(p: vec2f) -> f32 {{ let all = params; return p.x; }}"
    );
    show(&mut workbench, &text);
    workbench
}

fn widgets() -> Workbench {
    let mut workbench = busy();
    show(&mut workbench, include_str!("../widgets.wgsl"));
    workbench.view_mut().shading.value_range = ValueRange::Fixed(-1.0, 1.0);
    workbench
}

fn compiling() -> Workbench {
    let mut workbench = busy();
    measured(&mut workbench).pictured = workbench.document.selected().target.clone();
    let address = workbench.folder.entries[2].address.clone();
    workbench.show(address);
    workbench
}

fn slow_program() -> Workbench {
    let mut workbench = busy();
    measured(&mut workbench).run = Some(RunProgress { passes: [130, 400], is_canceled: false });
    workbench
}

/// Returns a workbench with `count` compared cells, which differ in one control value.
fn cells(count: usize) -> Workbench {
    let mut workbench = busy();
    for index in 1..count {
        let selected = workbench.document.selected;
        workbench.document.duplicate(selected);
        set(&mut workbench, "gain", 0.4 + 0.03 * index as f64);
    }
    // The first frame of a cell drops older results.
    workbench.update();
    for cell in workbench.document.visible_cells() {
        let stats = workbench.measurements.entry(PaneId::Cell(cell));
        stats.value_range = Some((-0.93, 1.87));
    }
    workbench
}

fn set(workbench: &mut Workbench, name: &str, number: f64) {
    let generator = Arc::clone(workbench.shown().unwrap());
    let mut controls = generator.controls.iter();
    let control = controls.find(|control| control.name == name).unwrap();
    workbench.values_mut().unwrap().set(control, number.into());
}

fn sweep() -> Workbench {
    let mut workbench = busy();
    workbench.sweep("gain", SweepDirection::Across);
    workbench
}

fn pair(arrangement: Arrangement) -> Workbench {
    let mut workbench = cells(2);
    workbench.document.arrange(arrangement);
    workbench.measurements.entry(PaneId::Difference).value_range = Some((-0.68, 0.68));
    let metrics = noise_playground::metrics::DifferenceMetrics {
        rmse: 0.0125,
        max: 0.736,
        psnr: 38.06,
        ssim: 0.9871,
    };
    workbench.comparison.metrics = Some(PairMetrics { metrics, is_current: true });
    workbench
}

/// Returns a workbench with the profile panel open, which plots the heights of two cells along a line.
fn profile() -> Workbench {
    let mut workbench = cells(2);
    workbench.toggle_panel(Panel::PROFILE);
    for (index, cell) in workbench.document.visible_cells().into_iter().enumerate() {
        let samples = Arc::new(analysis::field(index as u64, 1.2 + index as f64));
        workbench.measurements.entry(PaneId::Cell(cell)).samples = Some(samples);
    }
    workbench
}

fn capture() -> Workbench {
    let mut workbench = busy();
    workbench.toggle_panel(crate::ui::capture::CAPTURE);
    let settings = &mut workbench.capture_settings;
    settings.size = Size::Custom;
    settings.folder = "/home/ada/studies/mountains/of/the/moon/captures".to_owned();
    settings.kind = CaptureKind::Animation;
    workbench
}

fn no_generator() -> Workbench {
    let mut workbench = empty();
    workbench.folder.entries = busy().folder.entries.clone();
    let file = ModulePath::new("lib.wgsl");
    workbench.folder.files.insert(file);
    workbench.show(entry("lib.wgsl", "lib", "", true).address);
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    workbench.replace_missing();
    workbench
}

fn all_plots() -> Workbench {
    let mut workbench = analysis::measured_cells();
    workbench.analysis.plots = PlotKind::ALL.into();
    let costs = (1..=8).map(|octaves| [f64::from(octaves), 0.4 + 0.31 * f64::from(octaves)]);
    let costs = crate::workbench::analysis::OctaveCosts(costs.collect());
    let cell = workbench.document.selected;
    let (target, _) = workbench.shown_in(cell).unwrap();
    let costs = crate::workbench::ResultOf::new(target.clone(), costs);
    workbench.analysis.set_octaves(cell, Some(costs));
    workbench
}

fn restore() -> Workbench {
    let mut workbench = busy();
    captures::drop_on(&mut workbench, 3);
    workbench
}

/// Returns a workbench with a long list of generators, measured values, changed controls and a notice.
fn busy() -> Workbench {
    let mut workbench = swiss();
    *workbench.folder.entries = [
        ("generators/base_terrain.wgsl", "height", "Base terrain", true),
        ("generators/cellular.wgsl", "height", "Cellular landscape", true),
        ("generators/jordan.wgsl", "height", "Jordan turbulence", true),
        ("generators/ridged.wgsl", "height", "Ridged multifractal", true),
        ("generators/swiss.wgsl", "height", "Swiss turbulence", true),
        ("noise/cellular.wgsl", "cellular", "Cellular noise", true),
        ("noise/cellular.wgsl", "f1", "f1", false),
        ("noise/cellular.wgsl", "f2", "f2", false),
        ("noise/perlin.wgsl", "perlin", "Gradient noise after Perlin, with derivatives", true),
        ("noise/perlin.wgsl", "perlin_deriv", "perlin_deriv", false),
        ("noise/value.wgsl", "value", "Value noise", true),
    ]
    .map(|(file, function, title, main)| entry(file, function, title, main))
    .into();
    measured(&mut workbench).value_range = Some((-0.93, 1.87));
    measured(&mut workbench).evaluate_ms = Some(0.8);
    measured(&mut workbench).histogram = Some(bell());
    workbench.notify("saved captures/swiss-0001.png".to_owned());
    set(&mut workbench, "gain", 0.72);
    set(&mut workbench, "lacunarity", 5.5);
    workbench
}

/// Returns a histogram with two peaks over the value range of the workbench [`busy`].
fn bell() -> noise_playground::field::Histogram {
    let at = |bin: u32, center: f32| (-((bin as f32 - center) / 14.0).powi(2)).exp();
    noise_playground::field::Histogram {
        domain: [-1.63, 2.57],
        counts: (0..128)
            .map(|bin| (900.0 * at(bin, 50.0) + 400.0 * at(bin, 84.0)) as u32)
            .collect(),
    }
}

/// Returns a workbench with an error, a warning and a software driver.
fn broken() -> Workbench {
    let mut workbench = busy();
    let source = Source::new(
        "noise/perlin.wgsl",
        "fn perlin(p: vec2f) -> f32 {\n    let cell = floor(p);\n    return foo * cell.x;\n}\n",
    );
    let at = source.text.find("foo").unwrap();
    let error = Diagnostic::error(
        Some(source.location(at..at + 3)),
        "no definition in scope for identifier `foo`",
    );
    let source = Source::new("generators/ridged.wgsl", "    /// @rnage(0, 1)\n");
    let warning = Diagnostic::warning(source.location(8..20), "unknown tag `@rnage`");
    *workbench.folder.diagnostics =
        vec![warning, error.with_note("imported by generators/swiss.wgsl")];
    workbench.chrome.set_open(Panel::DIAGNOSTICS, true);
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    workbench.folder.entries[8].error = true;
    workbench.chrome.adapter =
        AdapterSummary { name: "llvmpipe (LLVM 15.0.6, 256 bits)".to_owned(), software: true };
    workbench
}

/// Returns a workbench with a three-dimensional view of the WGSL generator `text`, whose samples were read back.
fn in_scene(mode: ViewMode, text: &str) -> Workbench {
    let mut workbench = busy();
    show(&mut workbench, text);
    let mut view = workbench.view_mut();
    view.set_mode(mode);
    view.shading.exaggeration = 2.5;
    view.scene.samples = Some(64);
    drop(view);
    let generator = Arc::clone(workbench.shown().unwrap());
    let settings = workbench.view().settings(&generator, [760, 735], 0.0);
    let grid = settings.data_grid();
    let count = grid.size[0] * grid.size[1] * generator.channels;
    let field = noise_playground::field::Field {
        size: grid.size,
        channels: generator.channels,
        samples: (0..count).map(|index| (0.01 * index as f32).sin()).collect(),
    };
    let mut samples = PlacedField::new(field, grid, 1);
    samples.planet = settings.planet(grid);
    samples.volume = settings.volume(grid);
    measured(&mut workbench).samples = Some(Arc::new(samples));
    workbench
}

/// Returns a workbench that shows an animated volume.
fn volume() -> Workbench {
    let mut workbench = busy();
    show(
        &mut workbench,
        "//! Clouds\n/// Drifts.\n/// @param amount How much. @range(0, 1)\n\
         fn density(p: vec4f, amount: f32) -> f32 { return amount * p.x; }",
    );
    workbench
}
