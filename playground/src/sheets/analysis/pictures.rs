//! The pictures on an analysis page: the field and its power spectrum, each with a color bar.

use noise_playground::analysis::{Analysis, PowerSpectrum};
use noise_playground::view::palette::{Colors, Palette, colors};

use super::PageSubject;
use crate::sheets::figure::axes::{Axes, Scale, TICK_SIZE, Ticks};
use crate::sheets::figure::{Anchor, Figure, INK, Picture, Stroke};
use crate::workbench::format::round_step;

/// Width of the bar and its distance from the picture, in points.
const BAR: [f32; 2] = [10.0, 8.0];

/// Width of the bar and its numbers, in points.
const BAR_SPACE: f32 = 44.0;

/// Decades below the highest power.
const DECADES: f64 = 8.0;

const NON_FINITE: [u8; 3] = [255, 0, 255];

/// With a color bar and a scale bar.
pub(super) fn draw_field(figure: &mut Figure, rect: [f32; 4], subject: PageSubject<'_>) {
    let PageSubject { analysis, field, channel } = subject;
    let values: Vec<f64> = field.channel(channel).map(f64::from).collect();
    let [width, height] = field.size.map(|count| f64::from(count.max(1)));
    let ratio = height * analysis.spacing[1] / (width * analysis.spacing[0]);
    let rect = fitted(rect, ratio);
    let scale = Scale::linear(analysis.statistics.p001, analysis.statistics.p999);
    let image =
        ColoredValues { size: field.size, values: &values, palette: colors(Palette::Viridis) };
    image.draw(figure, rect, scale, [analysis.statistics.p001, analysis.statistics.p999]);
    title(figure, rect, "Values");
    draw_scale_bar(figure, rect, analysis);
}

/// Its length is a round number of world units.
fn draw_scale_bar(figure: &mut Figure, [left, top, width, height]: [f32; 4], analysis: &Analysis) {
    let longest = analysis.span / 3.0;
    let up = round_step(longest);
    let length = if up > longest * 1.001 { round_step(longest / 2.5) } else { up };
    let points = (length / analysis.span) as f32 * width;
    let y = top + height + 12.0;
    figure.line(vec![[left, y], [left + points, y]], Stroke::solid(INK, 2.0));
    let unit = match analysis.unit.as_str() {
        "unit" if length == 1.0 => "unit",
        "unit" => "units",
        unit => unit,
    };
    figure.label(
        [left + points + 6.0, y + 3.2],
        Anchor::Start,
        TICK_SIZE,
        format!("{length} {unit}"),
    );
}

/// With frequency 0 in the center.
pub(super) fn draw_spectrum(figure: &mut Figure, rect: [f32; 4], analysis: &Analysis) {
    let Some(power) = &analysis.power else {
        title(figure, rect, "Power spectrum");
        let reason = analysis.notes.get("spectrum").cloned().unwrap_or_default();
        figure.label([rect[0], rect[1] + 12.0], Anchor::Start, TICK_SIZE, reason);
        return;
    };
    let [fx, fy] = nyquist(power);
    let rect = fitted(rect, fy / fx);
    let values: Vec<f64> = power.centered().into_iter().map(f64::log10).collect();
    let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = if max.is_finite() { [max - DECADES, max] } else { [0.0, 1.0] };
    let image = ColoredValues {
        size: power.size.map(|count| count as u32),
        values: &values.iter().map(|value| value.max(range[0])).collect::<Vec<_>>(),
        palette: colors(Palette::Inferno),
    };
    image.draw(figure, rect, Scale::linear(range[0], range[1]), range);
    title(figure, rect, "Power spectrum, log₁₀ P");
    let axes = Axes { rect, x: Scale::linear(-fx, fx), y: Scale::linear(-fy, fy) };
    axes.draw_frame(figure, [&format!("cycles per {}", analysis.unit), ""], Ticks::Inside);
}

/// The highest frequencies along x and y in cycles per unit.
fn nyquist(power: &PowerSpectrum) -> [f64; 2] {
    std::array::from_fn(|axis| power.size[axis] as f64 * power.step[axis] / 2.0)
}

fn title(figure: &mut Figure, rect: [f32; 4], title: &str) {
    let axes = Axes { rect, x: Scale::linear(0.0, 1.0), y: Scale::linear(0.0, 1.0) };
    axes.title(figure, title);
}

/// Fits a picture and its color bar into the area of a plot. `ratio` is height over width.
fn fitted([left, top, width, height]: [f32; 4], ratio: f64) -> [f32; 4] {
    let ratio = if ratio.is_finite() && ratio > 0.0 { ratio as f32 } else { 1.0 };
    let free = width - BAR_SPACE;
    let width = free.min(height / ratio);
    [left, top, width, width * ratio]
}

/// Values of a picture, with the palette that colors them.
struct ColoredValues<'a> {
    size: [u32; 2],
    values: &'a [f64],
    palette: &'a Colors,
}

impl ColoredValues<'_> {
    /// `range` are the values at the ends of the palette.
    fn draw(&self, figure: &mut Figure, rect: [f32; 4], scale: Scale, range: [f64; 2]) {
        let [min, max] = range;
        let color = |value: &f64| {
            let fraction = (value - min) / (max - min).max(f64::MIN_POSITIVE);
            let rgb = if value.is_finite() {
                self.palette[(fraction.clamp(0.0, 1.0) * 255.0).round() as usize]
            } else {
                NON_FINITE
            };
            [rgb[0], rgb[1], rgb[2], 255]
        };
        let pixels = self.values.iter().flat_map(color).collect();
        figure.picture(Picture { rect, size: self.size, pixels });
        let [left, top, width, height] = rect;
        let bar = [left + width + BAR[1], top, BAR[0], height];
        let colors =
            self.palette.iter().rev().flat_map(|[red, green, blue]| [*red, *green, *blue, 255]);
        figure.picture(Picture { rect: bar, size: [1, 256], pixels: colors.collect() });
        for (value, label) in scale.ticks() {
            let fraction = ((value - min) / (max - min)) as f32;
            if let Some(label) = label.filter(|_| (0.0..=1.0).contains(&fraction)) {
                let y = top + (1.0 - fraction) * height;
                let right = bar[0] + BAR[0];
                figure.line(vec![[right, y], [right + 3.0, y]], Stroke::solid(INK, 0.75));
                figure.label([right + 5.0, y + 3.2], Anchor::Start, TICK_SIZE, label);
            }
        }
    }
}
