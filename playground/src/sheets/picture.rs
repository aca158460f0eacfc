//! A picture as a figure for papers, with title, axes in world units and color bar.

use anyhow::bail;
use noise_playground::generator::Generator;
use noise_playground::grid::SampleGrid;
use noise_playground::palette;
use noise_playground::shading::{Palette, Shading};

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

pub(crate) struct FigureContent<'a> {
    pub(crate) title: &'a str,
    /// In pixels.
    pub(crate) size: [u32; 2],
    /// Red, green, blue and alpha bytes, row by row from the top.
    pub(crate) pixels: Vec<u8>,
    /// World positions for the axes; `None` for a three-dimensional view.
    pub(crate) grid: Option<SampleGrid>,
    pub(crate) bar: Option<ColorBar>,
}

pub(crate) struct ColorBar {
    palette: Palette,
    ends: [f64; 2],
    label: String,
    /// Empty to choose round numbers.
    ticks: &'static [f64],
}

impl ColorBar {
    /// `None` if colors do not represent values.
    pub(crate) fn new(
        generator: &Generator,
        shading: &Shading,
        ends: Option<[f64; 2]>,
    ) -> Option<Self> {
        let mode = shading.color_mode();
        let channel = match generator.channels {
            1 => "value",
            _ => generator.channel_name(shading.channel),
        };
        let (ends, label, ticks): ([f64; 2], &str, &'static [f64]) = match ends {
            Some(ends) if generator.uses_value_range(shading) => (ends, channel, &[]),
            _ => {
                let bar = mode.info().color_bar.as_ref()?;
                (bar.ends, bar.label, bar.ticks)
            }
        };
        Some(Self { palette: shading.palette(), ends, label: label.to_owned(), ticks })
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

/// Returns the figure, and pixels per point for a PNG: each pixel of the picture becomes a square of whole pixels.
/// Fails if the figure would have too many pixels.
pub(crate) fn picture_figure(content: FigureContent<'_>) -> anyhow::Result<(Figure, f32)> {
    let FigureContent { title, size, pixels, grid, bar } = content;
    let longer = size[0].max(size[1]);
    let pixels_per_sample = MIN_PIXELS.div_ceil(longer);
    let scale = (longer * pixels_per_sample) as f32 / SIDE;
    let [width, height] = size.map(|side| side as f32 * SIDE / longer as f32);
    let [left, bottom] = if grid.is_some() { AXIS } else { [MARGIN; 2] };
    let top_of_title = if title.is_empty() { MARGIN - Y_LABEL } else { TITLE };
    let top = top_of_title + Y_LABEL + 8.0;
    let of_bar: f32 = if bar.is_some() { BAR.iter().sum() } else { MARGIN };
    let whole = [left + width + of_bar, top + height + bottom];
    check_size(whole, scale)?;
    let mut figure = Figure::new(whole);
    let rect = [left, top, width, height];
    figure.picture(Picture { rect, size, pixels });
    match grid {
        Some(grid) => world_axes(grid, rect).draw_frame(&mut figure, ["x", "y"], Ticks::Outside),
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
