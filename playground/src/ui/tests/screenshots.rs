//! Screenshots of the panels for visual review: `PANELS_PNG=FOLDER cargo test -p playground screenshots`.

use std::path::PathBuf;

use super::*;
use crate::workbench::analysis::{OctaveCosts, PlotKind};
use crate::workbench::capture_settings::{CaptureKind, Size};

/// Returns a gray landscape as a placeholder for the picture.
fn placeholder(ctx: &egui::Context) -> egui::TextureHandle {
    let [width, height] = [760, 700];
    let shade = |x: usize, y: usize| {
        let (x, y) = (x as f32 / 90.0, y as f32 / 90.0);
        let ridge = 1.0 - ((x + (1.3 * y).sin()).sin() * (0.7 * y - 0.4 * x).cos()).abs();
        [
            (90.0 + 130.0 * ridge) as u8,
            (110.0 + 100.0 * ridge) as u8,
            (90.0 + 80.0 * ridge * ridge) as u8,
        ]
    };
    let bytes: Vec<u8> = (0..width * height)
        .flat_map(|index| shade(index % width, index / width))
        .collect();
    ctx.load_texture(
        "placeholder",
        egui::ColorImage::from_rgb([width, height], &bytes),
        egui::TextureOptions::LINEAR,
    )
}

fn take(
    folder: &str,
    name: &str,
    scale: f32,
    mut workbench: Workbench,
    touch: impl FnOnce(&mut Harness<'_, Workbench>),
) {
    let mut texture = None;
    let mut rect = Rect::ZERO;
    let draw = move |ui: &mut egui::Ui, workbench: &mut Workbench| {
        let texture = texture.get_or_insert_with(|| placeholder(ui.ctx()));
        let ground = ui.visuals().panel_fill;
        let window = ui.ctx().content_rect();
        ui.painter().rect_filled(window, 0.0, ground);
        if workbench.shown().is_some() {
            egui::Image::new((texture.id(), rect.size())).paint_at(ui, rect);
        }
        let panes = workbench_ui(ui, workbench).panes;
        rect = panes.first().map_or(Rect::ZERO, |pane| pane.rect);
    };
    workbench.chrome.dark = !name.contains("light");
    let mut harness = Harness::builder()
        .with_size(vec2(1280.0, 800.0))
        .with_pixels_per_point(scale)
        .with_context_setup(crate::ui::theme::install)
        .wgpu()
        .build_ui_state(draw, workbench);
    harness.run();
    touch(&mut harness);
    let image = harness.render().unwrap();
    image
        .save(PathBuf::from(folder).join(format!("{name}.png")))
        .unwrap();
}

fn busy() -> Workbench {
    let mut workbench = swiss();
    workbench.folder.entries = [
        (
            "generators/base_terrain.wgsl",
            "height",
            "Base terrain",
            true,
        ),
        (
            "generators/cellular.wgsl",
            "height",
            "Cellular landscape",
            true,
        ),
        (
            "generators/jordan.wgsl",
            "height",
            "Jordan turbulence",
            true,
        ),
        (
            "generators/ridged.wgsl",
            "height",
            "Ridged multifractal",
            true,
        ),
        ("generators/swiss.wgsl", "height", "Swiss turbulence", true),
        ("noise/cellular.wgsl", "cellular", "Cellular noise", true),
        ("noise/cellular.wgsl", "f1", "f1", false),
        ("noise/cellular.wgsl", "f2", "f2", false),
        (
            "noise/perlin.wgsl",
            "perlin",
            "Gradient noise after Perlin, with derivatives",
            true,
        ),
        ("noise/perlin.wgsl", "perlin_deriv", "perlin_deriv", false),
        ("noise/value.wgsl", "value", "Value noise", true),
    ]
    .map(|(file, function, title, main)| entry(file, function, title, main))
    .into();
    measured(&mut workbench).value_range = Some((-0.93, 1.87));
    measured(&mut workbench).evaluate_ms = Some(0.8);
    measured(&mut workbench).histogram = Some(bell());
    workbench.notify("saved captures/swiss-0001.png".to_owned());
    let generator = Arc::clone(workbench.shown().unwrap());
    let values = workbench.values_mut().unwrap();
    values.set(
        generator
            .controls
            .iter()
            .find(|control| control.name == "gain")
            .unwrap(),
        0.72.into(),
    );
    values.set(
        generator
            .controls
            .iter()
            .find(|control| control.name == "lacunarity")
            .unwrap(),
        5.5.into(),
    );
    workbench
}

/// Returns a histogram of two peaks over the range of `busy`.
fn bell() -> noise_playground::field::Histogram {
    let at = |bin: u32, center: f32| (-((bin as f32 - center) / 14.0).powi(2)).exp();
    noise_playground::field::Histogram {
        domain: [-1.63, 2.57],
        counts: (0..128)
            .map(|bin| (900.0 * at(bin, 50.0) + 400.0 * at(bin, 84.0)) as u32)
            .collect(),
    }
}

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
    workbench.folder.diagnostics = vec![
        warning,
        error.with_note("imported by generators/swiss.wgsl"),
    ];
    workbench.chrome.panels.diagnostics = true;
    workbench.folder.stale.extend(workbench.targets());
    workbench.folder.entries[8].error = true;
    workbench.chrome.adapter = AdapterSummary {
        name: "llvmpipe (LLVM 15.0.6, 256 bits)".to_owned(),
        software: true,
    };
    workbench
}

/// Returns a workbench with an animated volume.
fn volume() -> Workbench {
    let mut workbench = busy();
    show(
        &mut workbench,
        "//! Clouds\n/// Drifts.\n/// @param amount How much. @range(0, 1)\n\
         fn density(p: vec4f, amount: f32) -> f32 { return amount * p.x; }",
    );
    workbench
}

fn gallery() -> Workbench {
    let mut workbench = busy();
    show(&mut workbench, include_str!("gallery.wgsl"));
    workbench.view_mut().shading.value_range = ValueRange::Fixed(-1.0, 1.0);
    workbench
}

#[test]
fn screenshots_of_all_panels_are_written_for_review() {
    let Ok(folder) = std::env::var("PANELS_PNG") else {
        return;
    };
    let point = |harness: &mut Harness<'_, Workbench>| {
        harness.hover_at(egui::pos2(600.0, 400.0));
        harness.run();
        measured(harness.state_mut()).sample = Some(vec![0.4821]);
        harness.run();
    };
    take(&folder, "dark", 1.0, busy(), point);
    take(&folder, "light", 1.0, busy(), point);
    take(&folder, "dark-error", 1.0, broken(), |_| {});
    take(&folder, "light-error", 1.0, broken(), |_| {});
    take(&folder, "dark-empty", 1.0, empty(), |_| {});
    take(&folder, "dark-gallery", 1.0, gallery(), |_| {});
    take(&folder, "dark-legend", 1.0, busy(), |harness| {
        harness.hover_at(egui::pos2(850.0, 745.0));
        harness.run();
        harness.run();
    });
    take(&folder, "dark-cells", 1.0, busy(), |harness| {
        for _ in 0..3 {
            harness.key_press(Key::D);
        }
        harness.run();
        let workbench = harness.state_mut();
        let generator = Arc::clone(workbench.shown().unwrap());
        let control = generator
            .controls
            .iter()
            .find(|control| control.name == "warp");
        let values = workbench.values_mut().unwrap();
        values.set(control.unwrap(), 0.4.into());
        harness.hover_at(egui::pos2(420.0, 200.0));
        harness.run();
    });
    take(&folder, "dark-sweep", 1.0, busy(), |harness| {
        let across = crate::workbench::sweep::SweepDirection::Across;
        harness.state_mut().sweep("gain", across);
        harness.run();
    });
    take(&folder, "dark-2x", 2.0, busy(), point);
    take(&folder, "light-gallery-2x", 2.0, gallery(), |_| {});
    take(&folder, "dark-volume-small", 1.0, volume(), |harness| {
        harness.set_size(vec2(800.0, 600.0));
        harness.run();
    });
    take(&folder, "dark-palettes", 1.0, busy(), |harness| {
        harness
            .get_by_role_and_label(Role::ComboBox, "palette")
            .click();
        harness.run();
    });
    take(&folder, "dark-keys", 1.0, busy(), |harness| {
        harness.state_mut().chrome.panels.shortcuts = true;
        harness.run();
    });
    for name in ["dark-capture", "light-capture"] {
        let mut workbench = busy();
        (
            workbench.capture_settings.is_open,
            workbench.capture_settings.size,
        ) = (true, Size::Custom);
        workbench.capture_settings.folder =
            "/home/ada/studies/mountains/of/the/moon/captures".to_owned();
        workbench.capture_settings.kind = CaptureKind::Animation;
        take(&folder, name, 1.0, workbench, |_| {});
    }
    for name in ["dark-analysis", "light-analysis"] {
        take(&folder, name, 1.0, analysis::measured_cells(), |_| {});
        let mut workbench = analysis::measured_cells();
        workbench.analysis.plots = PlotKind::ALL.into();
        let costs = (1..=8).map(|octaves| [f64::from(octaves), 0.4 + 0.31 * f64::from(octaves)]);
        let costs = OctaveCosts(costs.collect());
        workbench
            .analysis
            .set_octaves(workbench.document.selected, Some(costs));
        (
            workbench.chrome.panels.generators,
            workbench.chrome.panels.controls,
        ) = (false, false);
        take(&folder, &format!("{name}-all"), 1.0, workbench, |harness| {
            harness.set_size(vec2(2000.0, 900.0));
            harness.run();
        });
    }
    let mut workbench = busy();
    captures::drop_on(&mut workbench, 3);
    take(&folder, "light-restore", 1.0, workbench, |_| {});
}
