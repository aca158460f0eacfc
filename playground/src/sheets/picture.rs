//! A picture as a figure for papers, with title, axes in world units and color bar.

use anyhow::bail;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::view::palette;
use noise_playground::view::shading::{Palette, Shading};

use super::MAX_PIXELS;
use super::figure::axes::{Axes, Scale, TICK_SIZE, Ticks};
use super::figure::{Anchor, Figure, INK, PALE, Picture, Stroke, Text};
use crate::workbench::format::minus;

/// Longer side in points.
const SIDE: f32 = 420.0;

/// Longer side in a PNG. Smaller pictures are enlarged without interpolation.
const MIN_PIXELS: u32 = 840;

/// Margin around a picture without axes, in points.
const MARGIN: f32 = 14.0;

/// For the numbers to the left and below, in points.
const AXIS: [f32; 2] = [56.0, 38.0];

/// Height in points. `Y_LABEL` is that of the label above the picture.
const TITLE: f32 = 26.0;
const Y_LABEL: f32 = 10.0;

/// Distance from the picture, width of the bar, and of its numbers, in points.
const BAR: [f32; 3] = [16.0, 13.0, 56.0];

/// In points.
const TICK: f32 = 3.5;

/// Of a picture, in points.
const MIN_WIDTH: f32 = 36.0;

pub(crate) struct FigureContent<'a> {
    pub(crate) title: &'a str,
    /// In pixels.
    pub(crate) size: [u32; 2],
    /// Red, green, blue and alpha bytes, row by row from the top.
    pub(crate) pixels: Vec<u8>,
    /// World positions for the axes; `None` for a three-dimensional view.
    pub(crate) grid: Option<SampleGrid>,
    /// Of the x axis and the y axis.
    pub(crate) labels: [String; 2],
    pub(crate) bar: Option<ColorBar>,
    /// Of the whole figure, in millimeters; `None` for a picture of [`SIDE`].
    pub(crate) width: Option<f64>,
    /// Pixels per inch of a PNG; `None` for whole pixels of the picture.
    pub(crate) dpi: Option<f64>,
}

/// Points per millimeter, and per inch.
const POINTS: [f32; 2] = [72.0 / 25.4, 72.0];

pub(crate) struct ColorBar {
    palette: Palette,
    ends: [f64; 2],
    label: String,
    /// Empty to choose round numbers.
    ticks: &'static [f64],
}

impl ColorBar {
    /// `None` if colors do not represent values. `own` replaces the label.
    pub(crate) fn new(
        generator: &Generator,
        shading: &Shading,
        ends: Option<[f64; 2]>,
        own: Option<&str>,
    ) -> Option<Self> {
        let mode = shading.color_mode();
        let channel = match generator.channels() {
            1 => "value",
            _ => generator.channel_name(shading.channel),
        };
        let mut unit = None;
        let (ends, label, ticks): ([f64; 2], &str, &'static [f64]) = match ends {
            Some(ends) if generator.uses_value_range(shading) => {
                unit = value_unit(generator, shading.z_factor);
                (ends, channel, &[])
            }
            _ => {
                let bar = mode.info().color_bar.as_ref()?;
                (bar.ends, bar.label, bar.ticks)
            }
        };
        let label = own.map_or_else(|| with_unit(label, unit.as_deref()), str::to_owned);
        Some(Self { palette: shading.palette(), ends, label, ticks })
    }

    fn draw(&self, figure: &mut Figure, rect @ [left, top, width, height]: [f32; 4]) {
        let colors = palette::colors(self.palette);
        let pixels = colors.iter().rev().flat_map(|&[r, g, b]| [r, g, b, 255]);
        figure.picture(Picture { rect, size: [1, colors.len() as u32], pixels: pixels.collect() });
        let stroke = Stroke::solid(PALE, 0.75);
        figure.rectangle(rect, stroke);
        let [low, high] = self.ends;
        let right = left + width;
        for (value, label) in self.marks() {
            let y = top + height * (1.0 - ((value - low) / (high - low)) as f32);
            figure.line(vec![[right, y], [right + TICK, y]], stroke);
            figure.label([right + TICK + 3.0, y + 3.2], Anchor::Start, TICK_SIZE, label);
        }
        figure.label([left, top - 6.0], Anchor::Start, TICK_SIZE, self.label.as_str());
    }

    fn marks(&self) -> Vec<(f64, String)> {
        let [low, high] = self.ends;
        if self.ticks.is_empty() {
            let ticks = Scale::linear(low, high).ticks().into_iter();
            return ticks.filter_map(|(value, label)| Some((value, label?))).collect();
        }
        let ticks = self.ticks.iter();
        ticks.map(|value| (*value, minus(&value.to_string()))).collect()
    }
}

/// `value (m)` for `value`.
/// Returns the unit of values, with its length if that is no world unit: `ft = 0.3048 m`.
fn value_unit(generator: &Generator, z_factor: Option<f64>) -> Option<String> {
    let unit = generator.value_unit();
    let Some(factor) = z_factor.filter(|factor| *factor != 1.0) else {
        return unit;
    };
    let unit = unit.unwrap_or_else(|| "1".to_owned());
    let world = generator.world_unit().unwrap_or_else(|| "units".to_owned());
    let digits = (factor * 1e6).round() / 1e6;
    Some(format!("{unit} = {digits} {world}"))
}

pub(crate) fn with_unit(label: &str, unit: Option<&str>) -> String {
    unit.map_or_else(|| label.to_owned(), |unit| format!("{label} ({unit})"))
}

/// Returns the figure, and pixels per point for a PNG: unless they are chosen, each pixel of the picture becomes a square
/// of whole pixels. Fails if the figure would have too many pixels.
pub(crate) fn picture_figure(content: FigureContent<'_>) -> anyhow::Result<(Figure, f32)> {
    let FigureContent { title, size, pixels, grid, labels, bar, width, dpi } = content;
    let longer = size[0].max(size[1]);
    let [left, bottom] = if grid.is_some() { AXIS } else { [MARGIN; 2] };
    let of_bar: f32 = if bar.is_some() { BAR.iter().sum() } else { MARGIN };
    let width = match width {
        Some(millimeters) => millimeters as f32 * POINTS[0] - left - of_bar,
        None => size[0] as f32 * SIDE / longer as f32,
    };
    if width < MIN_WIDTH {
        let least = (MIN_WIDTH + left + of_bar) / POINTS[0];
        bail!("--width-mm: the axes and the color bar need {least:.0} mm");
    }
    let height = width * size[1] as f32 / size[0] as f32;
    let pixels_per_sample = MIN_PIXELS.div_ceil(longer);
    let whole_pixels = (size[0] * pixels_per_sample) as f32 / width;
    let scale = dpi.map_or(whole_pixels, |dpi| dpi as f32 / POINTS[1]);
    let top_of_title = if title.is_empty() { MARGIN - Y_LABEL } else { TITLE };
    let top = top_of_title + Y_LABEL + 8.0;
    let whole = [left + width + of_bar, top + height + bottom];
    check_size(whole, scale)?;
    let mut figure = Figure::new(whole);
    let rect = [left, top, width, height];
    figure.picture(Picture { rect, size, pixels });
    match grid {
        Some(grid) => {
            let labels = labels.each_ref().map(String::as_str);
            world_axes(grid, rect).draw_frame(&mut figure, labels, Ticks::Outside);
        }
        None => figure.rectangle(rect, Stroke::solid(PALE, 0.75)),
    }
    if let Some(bar) = bar {
        bar.draw(&mut figure, [left + width + BAR[0], top, BAR[1], height]);
    }
    figure.text(Text {
        at: [left, 20.0],
        text: title.to_owned(),
        size: 12.5,
        color: INK,
        anchor: Anchor::Start,
        is_bold: true,
    });
    Ok((figure, scale))
}

/// Axes whose ends are the outer edges of the pixels of a sample grid.
fn world_axes(grid: SampleGrid, rect: [f32; 4]) -> Axes {
    let [width, height] = grid.size.map(f64::from);
    let [west, north] = grid.world_from_sample([-0.5, -0.5]);
    let [east, south] = grid.world_from_sample([width - 0.5, height - 0.5]);
    Axes { rect, x: Scale::linear(west, east), y: Scale::linear(south, north) }
}

fn check_size(points: [f32; 2], scale: f32) -> anyhow::Result<()> {
    let [width, height] = points.map(|side| f64::from(side * scale));
    if width * height > MAX_PIXELS as f64 || width.max(height) > f64::from(u16::MAX) {
        bail!(
            "the figure would have {width:.0} \u{d7} {height:.0} pixels; choose a smaller --size"
        );
    }
    Ok(())
}
