//! Pictures of the whole window for review: every scene in each tested size, dark and light.
//!
//! ```sh
//! cargo test --workspace --bin playground window_is_drawn_for_review -- --ignored
//! ```
//!
//! writes them into `target/screenshots`, and a page with all of them. With `SCREENSHOTS="wipe 900x600"`, only those
//! whose names contain all words.

mod scenes;
mod workbenches;

use std::fs;
use std::path::Path;

use super::*;
use scenes::{SCENES, Scene};

/// Sizes of the test windows: width and height in points, and pixels per point.
const SIZES: [([f32; 2], f32); 5] = [
    ([900.0, 600.0], 1.0),
    ([1280.0, 800.0], 1.0),
    ([1920.0, 1080.0], 1.0),
    ([2560.0, 1440.0], 1.0),
    ([1280.0, 720.0], 2.0),
];

/// Returns a texture with a gray landscape, which stands in for the pictures of all panes.
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
    let bytes: Vec<u8> =
        (0..width * height).flat_map(|index| shade(index % width, index / width)).collect();
    ctx.load_texture(
        "placeholder",
        egui::ColorImage::from_rgb([width, height], &bytes),
        egui::TextureOptions::LINEAR,
    )
}

/// Draws panels above placeholders for pictures; `panes`, their rectangles in the previous frame, are updated.
pub(super) fn draw(ui: &mut egui::Ui, workbench: &mut Workbench, panes: &mut Vec<Rect>) {
    let id = egui::Id::unique("placeholder");
    let known = ui.data(|data| data.get_temp::<egui::TextureHandle>(id));
    let texture = known.unwrap_or_else(|| placeholder(ui.ctx()));
    ui.data_mut(|data| data.insert_temp(id, texture.clone()));
    let window = ui.ctx().content_rect();
    let ground = ui.visuals().panel_fill;
    ui.painter().rect_filled(window, 0.0, ground);
    for pane in panes.iter() {
        let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        let tint = egui::Color32::WHITE;
        ui.painter().image(texture.id(), *pane, whole, tint);
    }
    // As in the real window, without the margin that the harness adds.
    let whole = egui::UiBuilder::new().max_rect(window);
    let drawn = ui.scope_builder(whole, |ui| workbench_ui(ui, workbench));
    let drawn = drawn.inner.panes;
    let pictures = drawn.iter().filter(|pane| !pane.key.is_measured());
    *panes = pictures.map(|pane| pane.clip.intersect(pane.rect)).collect();
}

struct Shot {
    size: [f32; 2],
    scale: f32,
    is_dark: bool,
}

impl Shot {
    fn all() -> impl Iterator<Item = Self> {
        SIZES
            .into_iter()
            .flat_map(|(size, scale)| [true, false].map(|is_dark| Self { size, scale, is_dark }))
    }

    fn name(&self, scene: &Scene) -> String {
        let [width, height] = self.size.map(|side| side * self.scale);
        let theme = if self.is_dark { "dark" } else { "light" };
        format!("{}-{width}x{height}-{}x-{theme}.png", scene.name, self.scale)
    }
}

/// Writes those screenshots of a scene whose file names contain all words. Returns the names.
fn write(scene: &Scene, folder: &Path, words: &str) -> Vec<String> {
    let is_wanted = |name: &str| words.split_whitespace().all(|word| name.contains(word));
    let shots: Vec<Shot> = Shot::all().filter(|shot| is_wanted(&shot.name(scene))).collect();
    if shots.is_empty() {
        return Vec::new();
    }
    let mut panes = Vec::new();
    let draw = move |ui: &mut egui::Ui, workbench: &mut Workbench| draw(ui, workbench, &mut panes);
    let mut harness = Harness::builder()
        .with_size(SIZES[1].0)
        .with_context_setup(crate::ui::theme::install)
        .wgpu()
        .build_ui_state(draw, (scene.workbench)());
    harness.run_steps(10);
    (scene.act)(&mut harness);
    for shot in &shots {
        // Another scale changes the size in points.
        harness.set_pixels_per_point(shot.scale);
        harness.step();
        harness.set_size(shot.size.into());
        if harness.state().chrome.is_dark() != shot.is_dark {
            harness.state_mut().chrome.toggle_theme();
        }
        harness.step();
        (scene.point)(&mut harness);
        harness.run_steps(10); // Labels that appear with a delay are visible.
        let picture = harness.render().unwrap();
        picture.save(folder.join(shot.name(scene))).unwrap();
    }
    shots.iter().map(|shot| shot.name(scene)).collect()
}

fn page(rows: &[Vec<String>]) -> String {
    let picture = |name: &String| {
        format!("<a href=\"{name}\"><img src=\"{name}\" title=\"{name}\" width=\"480\"></a>\n")
    };
    let row = |(scene, names): (&Scene, &Vec<String>)| {
        let pictures: String = names.iter().map(picture).collect();
        format!("<h2>{}</h2>\n{pictures}", scene.name)
    };
    let rows = SCENES.iter().zip(rows).filter(|(_, names)| !names.is_empty());
    let rows: String = rows.map(row).collect();
    format!(
        "<!doctype html>\n<title>The window</title>\n<style>body {{ font: 14px sans-serif }}</style>\n{rows}"
    )
}

#[test]
#[ignore = "writes 350 pictures for review"]
fn window_is_drawn_for_review() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/screenshots");
    fs::create_dir_all(&folder).unwrap();
    let words = std::env::var("SCREENSHOTS").unwrap_or_default();
    let written: Vec<_> = SCENES.iter().map(|scene| write(scene, &folder, &words)).collect();
    assert!(written.iter().any(|names| !names.is_empty()), "no picture is named like {words}");
    fs::write(folder.join("index.html"), page(&written)).unwrap();
}
