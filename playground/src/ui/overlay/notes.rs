//! Notes about what a picture cannot show: octaves finer than a pixel, positions finer than `f32`, negative colors.

use egui::{Align2, Pos2, Rect, Ui, vec2};
use noise_playground::capture::PlanetLimit;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::generator::control::{AutoInput, Values};
use noise_playground::view::space::camera::Scene;

use crate::ui::control_row::OCTAVES;
use crate::workbench::{CellId, PaneId, Workbench};
use noise_playground::render::{SIGNED_COLORS, precision_note};

/// Shows the notes above the plate whose upper left corner is `corner`: that about octaves only for the selected cell.
pub(super) fn notes_ui(ui: &Ui, corner: Pos2, picture: Rect, workbench: &Workbench, id: CellId) {
    let Some(content) = workbench.pane_content(PaneId::Cell(id)) else {
        return;
    };
    let (warning, grey) = (ui.visuals().warn_fg_color, ui.visuals().weak_text_color());
    let size = pixels_of(ui, picture);
    let settings = content.view.settings(&content.generator, size, 0.0);
    let notes = match settings.shading.mode.info().scene {
        Some(Scene::Planet) => {
            [planet_note(settings.planet_limit()).map(|text| (text, warning)), None, None]
        }
        // The samples of their data do not follow the pixels.
        Some(Scene::Terrain | Scene::Solid) => [None, None, None],
        None => {
            let grid = content.view.grid(size);
            let octaves = octave_note(&content.generator, &content.values, &grid);
            let octaves = octaves.filter(|_| workbench.document.selected == id);
            let precision = precision_note(&content.generator, &grid);
            let has_signs = workbench.pane_stats(PaneId::Cell(id)).has_signed_colors;
            let signs = has_signs.then(|| (SIGNED_COLORS.to_owned(), grey));
            [
                precision.map(|text| (text.to_owned(), warning)),
                octaves.map(|text| (text, grey)),
                signs,
            ]
        }
    };
    let mut at = corner - vec2(0.0, super::MARGIN);
    for (text, color) in notes.into_iter().flatten() {
        let plate = super::text_plate(ui, at, Align2::LEFT_BOTTOM, &text, color);
        at.y = plate.top() - 4.0;
    }
}

fn pixels_of(ui: &Ui, picture: Rect) -> [u32; 2] {
    let size = [picture.width(), picture.height()];
    size.map(|points| (points * ui.pixels_per_point()).round().max(1.0) as u32)
}

/// Returns the number of octaves that a picture of the cell shows from above, as [`visible_octaves`].
pub(super) fn visible_octaves_in(
    ui: &Ui,
    picture: Rect,
    workbench: &Workbench,
    id: CellId,
) -> Option<f64> {
    let content = workbench.pane_content(PaneId::Cell(id))?;
    let grid = content.view.grid(pixels_of(ui, picture));
    visible_octaves(&content.generator, &content.values, grid.spacing())
}

fn planet_note(limit: Option<PlanetLimit>) -> Option<String> {
    match limit? {
        PlanetLimit::Precision => Some("f32 precision reached: the ground is in steps".to_owned()),
        PlanetLimit::Samples(pixels) => Some(format!("samples are {pixels:.0} pixels apart")),
    }
}

fn octave_note(generator: &Generator, values: &Values, grid: &SampleGrid) -> Option<String> {
    let visible = visible_octaves(generator, values, grid.spacing())?;
    let octaves = number_of(generator, values, OCTAVES)?;
    (visible < octaves)
        .then(|| format!("finer than a pixel: {visible:.0} of {octaves:.0} octaves visible"))
}

/// Returns the most octaves visible in samples `spacing` world units apart. `None` if the generator does not fade
/// octaves, which is recognized by names of inputs; see `visible_octaves` in `noise/octaves.wgsl`.
fn visible_octaves(generator: &Generator, values: &Values, spacing: f64) -> Option<f64> {
    if !generator.uniform().uses(|input| input == AutoInput::PixelSize) {
        return None;
    }
    number_of(generator, values, OCTAVES)?;
    let frequency = number_of(generator, values, "frequency")?;
    let lacunarity = number_of(generator, values, "lacunarity").unwrap_or(2.0).max(1.001);
    let visible = -(2.0 * frequency.abs() * spacing).max(1e-30).log2() / lacunarity.log2();
    Some(visible.ceil().max(0.0))
}

fn number_of(generator: &Generator, values: &Values, name: &str) -> Option<f64> {
    let control = generator.controls().iter().find(|control| control.name == name)?;
    Some(values.get(control).first())
}

#[cfg(test)]
mod tests {
    use noise_playground::compile;

    use super::*;

    fn grid(center: f64, span: f64) -> SampleGrid {
        SampleGrid { center: [center, 0.0], span, size: [1024, 512] }
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
        values.set(&generator.controls()[0], 1.0.into());
        values.set(&generator.controls()[1], 8.0.into());
        // A sample each 1/64: five octaves have two samples per cell.
        assert_eq!(visible_octaves(generator, &values, 1.0 / 64.0), Some(5.0));
        let note = |spacing: f64| octave_note(generator, &values, &grid(0.0, 1024.0 * spacing));
        let expected = "finer than a pixel: 5 of 8 octaves visible";
        assert_eq!(note(1.0 / 64.0).as_deref(), Some(expected));
        assert_eq!(note(1.0 / 1024.0), None);
        let plain = text("");
        let generator = &compile(plain.as_str()).unwrap()[0];
        assert_eq!(visible_octaves(generator, &values, 1.0), None);
    }
}
