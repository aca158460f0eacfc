//! The power spectrum as a picture, and the power by direction as polar curves ("roses").

use egui::{Align2, Color32, ColorImage, FontId, Id, Image, Rect, Sense, TextureHandle, Ui, vec2};
use egui_plot::{Line, LineStyle};
use noise_playground::analysis::{PowerSpectrum, Rose};

use super::PlottedCell;
use crate::ui::axes::empty_plot;
use crate::ui::textures::{shown, upload};
use crate::workbench::CellId;
use crate::workbench::analysis::AnalysisSource;
use crate::workbench::analysis::plots::Axis;

/// Segments of the dashed circle of an isotropic noise.
const CIRCLE: usize = 72;

/// The cell and its samples detect that the texture is outdated.
type Shown = (CellId, AnalysisSource, TextureHandle);

/// Shows frequency 0 at the center.
pub(super) fn spectrum_ui(ui: &mut Ui, selected: &PlottedCell<'_>) {
    let result = selected.cell.result;
    let Some(power) = &result.analysis.power else {
        return;
    };
    let texture = texture(ui, selected, power);
    let available = ui.available_size();
    let side = available.x.min(available.y);
    let (area, response) = ui.allocate_exact_size(available, Sense::hover());
    let rect = Rect::from_min_size(area.min, vec2(side, side));
    Image::new((texture.id(), rect.size())).paint_at(ui, rect);
    let nyquist: [f64; 2] =
        std::array::from_fn(|axis| power.size[axis] as f64 * power.step[axis] / 2.0);
    let label = format!("±{}", (1e3 * nyquist[0]).round() / 1e3);
    let at = rect.right_bottom() - vec2(4.0, 3.0);
    ui.painter().text(
        at,
        Align2::RIGHT_BOTTOM,
        label,
        FontId::proportional(10.0),
        Color32::from_gray(200),
    );
    let pointer = response.hover_pos().filter(|pointer| rect.contains(*pointer));
    if let Some(pointer) = pointer {
        let fraction = (pointer - rect.min) / rect.size();
        let pixel = [fraction.x, fraction.y];
        let sample: [usize; 2] = std::array::from_fn(|axis| {
            ((pixel[axis] * power.size[axis] as f32) as usize).min(power.size[axis] - 1)
        });
        response.on_hover_text_at_pointer(frequency_text(power, sample));
    }
}

/// Returns frequency and power density at one pixel (`sample`).
fn frequency_text(power: &PowerSpectrum, sample: [usize; 2]) -> String {
    let [x, y] = std::array::from_fn(|axis| {
        (sample[axis] as f64 - (power.size[axis] / 2) as f64) * power.step[axis]
    });
    let density = power.at_centered(sample);
    format!("f ({x:.3}, {:.3})\n|f| {:.3} cycles per unit\nP {density:.3e}", -y, x.hypot(y))
        .replace('-', "−")
}

/// Uploads a new texture if the cell or its samples have changed.
fn texture(ui: &Ui, selected: &PlottedCell<'_>, power: &PowerSpectrum) -> TextureHandle {
    let id = Id::unique("analysis spectrum");
    let (cell, result) = (selected.cell.id, selected.cell.result);
    let is_current = |shown: &Shown| (shown.0, shown.1) == (cell, result.source);
    let (.., texture) = shown(ui, id, is_current, || {
        let image = ColorImage::from_rgb(power.size, &result.spectrum);
        (cell, result.source, upload(ui, image))
    });
    texture
}

/// Plots the power by direction in the octave around the cell's mean frequency; a dashed circle is an isotropic noise.
pub(super) fn rose_ui(ui: &mut Ui, cells: &[PlottedCell<'_>]) {
    let pale = ui.visuals().weak_text_color();
    let axes = ["east", "north"].map(|label| Axis::linear(label, [0.0, 1.0]));
    let plot = empty_plot(ui, "rose", &axes).data_aspect(1.0);
    let circle = (0..=CIRCLE).map(|index| {
        let angle = std::f64::consts::TAU * index as f64 / CIRCLE as f64;
        [angle.cos(), angle.sin()]
    });
    let circle: Vec<[f64; 2]> = circle.collect();
    plot.show_axes(false).show(ui, |plot| {
        plot.line(
            Line::new("isotropic", circle).color(pale).width(1.0).style(LineStyle::dashed_dense()),
        );
        for cell in cells {
            if let Some(rose) = &cell.cell.result.rose {
                let name = format!(
                    "{}, {:.2} … {:.2} cycles per unit",
                    cell.cell.name,
                    rose.frequency,
                    2.0 * rose.frequency
                );
                plot.line(Line::new(name, outline(rose)).color(cell.color).width(1.5));
            }
        }
    });
}

/// Returns a closed curve. A rose stores half of the directions; power is equal in opposite ones.
fn outline(rose: &Rose) -> Vec<[f64; 2]> {
    let sectors = (0..=2 * Rose::SECTORS).filter_map(|index| {
        let radius = rose.sectors[index % Rose::SECTORS];
        let angle = std::f64::consts::PI * index as f64 / Rose::SECTORS as f64;
        radius.is_finite().then(|| [radius * angle.cos(), radius * angle.sin()])
    });
    sectors.collect()
}
