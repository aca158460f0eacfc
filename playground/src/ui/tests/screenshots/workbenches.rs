//! The workbenches of the scenes.

use noise_playground::view::shading::Normals;

use super::*;
use crate::ui::tests::{analysis, captures, inside, sensitivity};
use crate::workbench::Panel;
use crate::workbench::analysis::PlotKind;
use crate::workbench::capture_settings::{CaptureKind, Size};
use crate::workbench::comparison::PairMetrics;
use crate::workbench::document::Arrangement;
use crate::workbench::picture_state::RunProgress;
use crate::workbench::placed_field::PlacedField;
use crate::workbench::preferences::Preferences;
use crate::workbench::sweep::SweepDirection;

pub(super) fn first_run() -> Workbench {
    let mut workbench = busy();
    workbench.chrome.preferences = Preferences::first();
    workbench
}

/// Returns a workbench whose text was saved twice.
pub(super) fn saved() -> Workbench {
    let mut workbench = busy();
    for line in ["// Softer crests.", "// Sharper crests."] {
        let saved = running(&format!("{SWISS}\n{line}\n"));
        let target = GeneratorRef::live(saved.generator.address().clone());
        workbench.insert_compiled(target, saved);
    }
    workbench
}

/// Returns a workbench that shows a tap of a loop, with values of both signs.
pub(super) fn inside_value() -> Workbench {
    let mut workbench = inside::shown();
    workbench.show_stage(Some("sum@2".to_owned()));
    measured(&mut workbench).value_range = Some((-0.8, 0.4));
    inside::set_runs(&mut workbench, 4.0);
    workbench
}

pub(super) fn docked(panel: Panel) -> Workbench {
    let mut workbench = busy();
    workbench.toggle_panel(panel);
    workbench
}

pub(super) fn exact_normals() -> Workbench {
    let mut workbench = busy();
    show(&mut workbench, "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }");
    let mut view = workbench.view_mut();
    view.set_mode(ViewMode::Relief);
    view.shading.normals = Normals::Exact;
    drop(view);
    workbench
}

pub(super) fn shown_sensitivity() -> Workbench {
    let mut workbench = sensitivity::ranked(busy());
    sensitivity::show_sensitivity(&mut workbench, "gain");
    workbench
}

pub(super) fn docked_right() -> Workbench {
    let mut workbench = analysis::measured_cells();
    workbench.chrome_mut().dock_mut().move_to_other_side();
    workbench
}

pub(super) fn changed() -> Workbench {
    let mut workbench = cells(2);
    workbench.toggle_panel(Panel::CHANGES);
    workbench
}

pub(super) fn first_start() -> Workbench {
    let mut workbench = busy();
    workbench.folder.is_scan_complete = false;
    workbench.folder.files =
        (0..58).map(|index| ModulePath::new(format!("generators/{index}.wgsl"))).collect();
    workbench.folder.pending_files = 35;
    workbench
}

/// Returns a workbench with four groups of ten sliders.
pub(super) fn forty_controls() -> Workbench {
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

pub(super) fn widgets() -> Workbench {
    let mut workbench = busy();
    show(&mut workbench, include_str!("../widgets.wgsl"));
    workbench.view_mut().shading.value_range = ValueRange::Fixed(-1.0, 1.0);
    workbench
}

pub(super) fn compiling() -> Workbench {
    let mut workbench = busy();
    measured(&mut workbench).pictured = workbench.document.selected().target.clone();
    let address = workbench.folder.entries[2].address.clone();
    workbench.show(address);
    workbench
}

pub(super) fn slow_program() -> Workbench {
    let mut workbench = busy();
    measured(&mut workbench).run = Some(RunProgress { passes: [130, 400], is_canceled: false });
    workbench
}

/// Returns a workbench with `count` compared cells, which differ in one control value.
pub(super) fn cells(count: usize) -> Workbench {
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

pub(super) fn sweep() -> Workbench {
    let mut workbench = busy();
    workbench.sweep("gain", SweepDirection::Across);
    workbench
}

pub(super) fn pair(arrangement: Arrangement) -> Workbench {
    let mut workbench = cells(2);
    workbench.document.arrange(arrangement);
    workbench.measurements.entry(PaneId::Difference).value_range = Some((-0.68, 0.68));
    let metrics = noise_playground::field::metrics::DifferenceMetrics {
        rmse: 0.0125,
        max: 0.736,
        psnr: 38.06,
        ssim: 0.9871,
    };
    workbench.comparison.metrics = Some(PairMetrics { metrics, is_current: true });
    workbench
}

/// Returns a workbench with the profile panel open, which plots the heights of two cells along a line.
pub(super) fn profile() -> Workbench {
    let mut workbench = cells(2);
    workbench.toggle_panel(Panel::PROFILE);
    for (index, cell) in workbench.document.visible_cells().into_iter().enumerate() {
        let samples = Arc::new(analysis::field(index as u64, 1.2 + index as f64));
        workbench.measurements.entry(PaneId::Cell(cell)).samples = Some(samples);
    }
    workbench
}

pub(super) fn capture() -> Workbench {
    let mut workbench = busy();
    workbench.toggle_panel(crate::ui::capture::CAPTURE);
    let settings = &mut workbench.capture_settings;
    settings.size = Size::Custom;
    settings.folder = "/home/ada/studies/mountains/of/the/moon/captures".to_owned();
    settings.kind = CaptureKind::Animation;
    workbench
}

pub(super) fn no_generator() -> Workbench {
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

pub(super) fn all_plots() -> Workbench {
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

pub(super) fn restore() -> Workbench {
    let mut workbench = busy();
    captures::drop_on(&mut workbench, 3);
    workbench
}

/// Returns a workbench with a long list of generators, measured values, changed controls and a notice.
pub(super) fn busy() -> Workbench {
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
pub(super) fn bell() -> noise_playground::field::Histogram {
    let at = |bin: u32, center: f32| (-((bin as f32 - center) / 14.0).powi(2)).exp();
    noise_playground::field::Histogram {
        domain: [-1.63, 2.57],
        counts: (0..128)
            .map(|bin| (900.0 * at(bin, 50.0) + 400.0 * at(bin, 84.0)) as u32)
            .collect(),
    }
}

/// Returns a workbench with an error, a warning and a software driver.
pub(super) fn broken() -> Workbench {
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
pub(super) fn in_scene(mode: ViewMode, text: &str) -> Workbench {
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
    let count = grid.size[0] * grid.size[1] * generator.channels();
    let field = noise_playground::field::Field {
        size: grid.size,
        channels: generator.channels(),
        samples: (0..count).map(|index| (0.01 * index as f32).sin()).collect(),
    };
    let mut samples = PlacedField::new(field, grid, 1);
    samples.planet = settings.planet(grid);
    samples.volume = settings.volume(grid);
    measured(&mut workbench).samples = Some(Arc::new(samples));
    workbench
}

pub(super) fn volume() -> Workbench {
    let mut workbench = busy();
    show(
        &mut workbench,
        "//! Clouds\n/// Drifts.\n/// @param amount How much. @range(0, 1)\n\
         fn density(p: vec4f, amount: f32) -> f32 { return amount * p.x; }",
    );
    workbench
}

/// Returns a workbench with `count` cells that share a value and differ in several others.
pub(super) fn varied(count: usize) -> Workbench {
    let mut workbench = busy();
    for index in 1..count {
        let selected = workbench.document.selected;
        workbench.document.duplicate(selected);
        let at = index as f64 / count as f64;
        let values = [
            ("warp", 0.9),
            ("gain", at),
            ("lacunarity", 2.0 + 2.0 * at),
            ("octaves", 3.0 + (10.0 * at).round()),
            ("grain", 180.0 * at),
        ];
        values
            .into_iter()
            .take(3 + index % 3)
            .for_each(|(name, number)| set(&mut workbench, name, number));
    }
    workbench.update();
    for cell in workbench.document.visible_cells() {
        let stats = workbench.measurements.entry(PaneId::Cell(cell));
        stats.value_range = Some((-0.93, 1.87));
    }
    workbench
}

/// Returns a workbench with a folder as large as LYGIA, most of whose files are libraries or have errors.
pub(super) fn strangers_folder() -> Workbench {
    let mut workbench = busy();
    let file = |folder: &str, index: usize| format!("{folder}/part{index:03}.wgsl");
    let names = ["fbm", "snoise", "curl", "voronoi", "worley", "pnoise"];
    let drawable = (0..146).map(|index| {
        let name = names[index % names.len()];
        entry(&format!("generative/{name}{index}.wgsl"), name, name, true)
    });
    *workbench.folder.entries = workbench.folder.entries.iter().cloned().chain(drawable).collect();
    let libraries =
        (0..420).map(|index| ModulePath::new(file(["color", "math", "sdf"][index % 3], index)));
    workbench.folder.libraries.set(libraries.collect());
    workbench.folder.was_scanned = true;
    let errors = (0..521).map(|index| {
        let source = Source::new(file("lighting", index), "fn f() { foo }");
        Diagnostic::error(
            Some(source.location(9..12)),
            "no definition in scope for identifier: `foo`",
        )
    });
    workbench.folder.diagnostics.extend(errors);
    workbench
}

/// Returns the same with all files in the list.
pub(super) fn whole_folder() -> Workbench {
    let mut workbench = strangers_folder();
    workbench.chrome.drawable_only = Some(false);
    workbench
}
