//! Notes about details that a picture cannot show: octaves finer than a pixel, and positions finer than `f32`.

use egui::{Align2, Pos2, Rect, Ui, vec2};
use noise_playground::camera::Scene;
use noise_playground::capture::PlanetLimit;
use noise_playground::control::{AutoInput, Values};
use noise_playground::generator::{Domain, Generator};
use noise_playground::grid::SampleGrid;

use crate::workbench::{CellId, PaneId, Workbench};

/// Shows the notes above the plate whose upper left corner is `corner`.
pub(super) fn notes_ui(ui: &Ui, corner: Pos2, picture: Rect, workbench: &Workbench, id: CellId) {
    let Some(content) = workbench.pane_content(PaneId::Cell(id)) else {
        return;
    };
    let pixels = ui.pixels_per_point();
    let size = [picture.width(), picture.height()];
    let size = size.map(|points| (points * pixels).round().max(1.0) as u32);
    let settings = content.view.settings(&content.generator, size, 0.0);
    let texts = match settings.shading.mode.info().scene {
        Some(Scene::Planet) => planet_note(settings.planet_limit()).into_iter().collect(),
        // The samples of their data do not follow the pixels.
        Some(Scene::Terrain | Scene::Solid) => Vec::new(),
        None => {
            let grid = content.view.grid(size);
            notes(&content.generator, &content.values, &grid)
        }
    };
    let mut at = corner - vec2(0.0, super::MARGIN);
    for text in texts {
        let color = ui.visuals().warn_fg_color;
        let plate = super::text_plate(ui, at, Align2::LEFT_BOTTOM, &text, color);
        at.y = plate.top() - 4.0;
    }
}

/// Returns a note about missing detail.
fn planet_note(limit: Option<PlanetLimit>) -> Option<String> {
    match limit? {
        PlanetLimit::Precision => Some("f32 precision reached: the ground is in steps".to_owned()),
        PlanetLimit::Samples(pixels) => Some(format!("samples are {pixels:.0} pixels apart")),
    }
}

/// Returns notes about what a picture with this grid cannot show.
fn notes(generator: &Generator, values: &Values, grid: &SampleGrid) -> Vec<String> {
    let mut notes = Vec::new();
    if generator.domain != Domain::Grid && exceeds_precision(grid) {
        notes.push("f32 precision reached: neighboring pixels share a position".to_owned());
    }
    if let Some((visible, octaves)) = faded_octaves(generator, values, grid.spacing()) {
        notes.push(format!("finer than a pixel: {visible:.0} of {octaves:.0} octaves visible"));
    }
    notes
}

/// Returns true if neighboring samples at the edge of the grid have the same coordinates in `f32`.
fn exceeds_precision(grid: &SampleGrid) -> bool {
    let half = [grid.span / 2.0, grid.spacing() * f64::from(grid.size[1]) / 2.0];
    let reach = (0..2).map(|axis| grid.center[axis].abs() + half[axis]);
    let largest = reach.fold(0.0, f64::max) as f32;
    grid.spacing() < f64::from(largest.next_up() - largest)
}

/// Returns the number of octaves visible in samples `spacing` world units apart, and the number set. `None` if all are
/// visible, or if the generator does not fade octaves, which is recognized by the names of its inputs; see
/// `visible_octaves` in `noise/octaves.wgsl`.
fn faded_octaves(generator: &Generator, values: &Values, spacing: f64) -> Option<(f64, f64)> {
    let is_pixel_size = |input| input == AutoInput::PixelSize;
    if !generator.uniform.uses(is_pixel_size) {
        return None;
    }
    let number = |name: &str| {
        let mut controls = generator.controls.iter();
        let control = controls.find(|control| control.name == name)?;
        Some(values.get(control).first())
    };
    let (octaves, frequency) = (number("octaves")?, number("frequency")?);
    let lacunarity = number("lacunarity").unwrap_or(2.0).max(1.001);
    let visible = -(2.0 * frequency.abs() * spacing).max(1e-30).log2() / lacunarity.log2();
    let visible = visible.ceil().max(0.0);
    (visible < octaves).then_some((visible, octaves))
}

#[cfg(test)]
mod tests {
    use noise_playground::compile;

    use super::*;

    fn grid(center: f64, span: f64) -> SampleGrid {
        SampleGrid { center: [center, 0.0], span, size: [1024, 512] }
    }

    #[test]
    fn precision_is_reached_when_pixels_share_positions() {
        // At 1000, neighboring f32 numbers are 2⁻¹⁴ apart.
        assert!(!exceeds_precision(&grid(1000.0, 1024.0 / 16384.0 * 1.01)));
        assert!(exceeds_precision(&grid(1000.0, 1024.0 / 16384.0 * 0.99)));
        assert!(!exceeds_precision(&grid(0.0, 1e-6)));
    }

    #[test]
    fn notes_of_a_planet_name_its_limit() {
        assert_eq!(planet_note(None), None);
        let note = planet_note(Some(PlanetLimit::Precision)).unwrap();
        assert!(note.starts_with("f32 precision reached"));
        let note = planet_note(Some(PlanetLimit::Samples(7.8)));
        assert_eq!(note.as_deref(), Some("samples are 8 pixels apart"));
    }

    #[test]
    fn octaves_fade_only_where_the_generator_reads_the_pixel_size() {
        let text = |auto: &str| {
            format!(
                "struct Params {{ frequency: f32, octaves: f32,\n{auto} pixel_size: f32 }}\n\
                 @group(0) @binding(0) var<uniform> params: Params;\n\
                 fn height(p: vec2f) -> f32 {{ return p.x * params.octaves * params.frequency * params.pixel_size; }}"
            )
        };
        let fading = text("/// World units per sample. @auto\n");
        let generator = &compile(fading.as_str()).unwrap()[0];
        let mut values = Values::default();
        values.set(&generator.controls[0], 1.0.into());
        values.set(&generator.controls[1], 8.0.into());
        // A sample each 1/64: five octaves have two samples per cell.
        let found = faded_octaves(generator, &values, 1.0 / 64.0);
        assert_eq!(found, Some((5.0, 8.0)));
        assert_eq!(faded_octaves(generator, &values, 1.0 / 1024.0), None);
        let plain = text("");
        let generator = &compile(plain.as_str()).unwrap()[0];
        assert_eq!(faded_octaves(generator, &values, 1.0), None);
    }
}
