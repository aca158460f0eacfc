//! Axes of plots. egui_plot has no logarithmic axes: decimal logarithms are plotted, with ticks and labels from here.

use egui::{FontId, Rangef, Ui};
use egui_plot::{
    AxisHints, CoordinatesFormatter, Corner, GridInput, GridMark, HoverPosition, Plot,
};

use crate::workbench::analysis::plots::Axis;
use crate::workbench::format::{minus, round_step};

impl Axis {
    fn coordinate(&self, value: f64) -> f64 {
        if self.is_log { value.log10() } else { value }
    }

    /// Converts the logarithm of a logarithmic axis back.
    fn value_text(&self, plotted: f64) -> String {
        let value = if self.is_log { 10f64.powf(plotted) } else { plotted };
        let magnitude = value.abs();
        let text = if magnitude == 0.0 || (1e-3..1e5).contains(&magnitude) {
            format!("{value:.4}")
        } else {
            format!("{value:.3e}")
        };
        format!("{} {}", self.label, minus(&text))
    }

    /// Returns an empty label for most ticks between powers of ten.
    fn tick_text(&self, mark: GridMark) -> String {
        if !self.is_log {
            let digits = (-mark.step_size.log10().floor()).clamp(0.0, 6.0) as usize;
            return minus(&format!("{:.digits$}", mark.value));
        }
        if mark.step_size < 1.0 {
            return String::new();
        }
        let exponent = (mark.value + 1e-6).floor();
        let digit = 10f64.powf(mark.value - exponent).round();
        match exponent as i32 {
            exponent @ -2..=-1 => format!("{}", digit / 10f64.powi(-exponent)),
            exponent @ 0..=3 => format!("{}", digit * 10f64.powi(exponent)),
            exponent => minus(&format!("{digit}e{exponent}")),
        }
    }
}

/// Distances in points between tick labels of x axis and y axis: labels are hidden below `min`, and opaque from `max`.
const LABEL_SPACING: [Rangef; 2] =
    [Rangef { min: 18.0, max: 24.0 }, Rangef { min: 10.0, max: 14.0 }];

/// Minimum width of the tick labels of a y axis, in points.
pub(super) const LABEL_WIDTH: f32 = 28.0;

/// Returns about four ticks at round numbers.
fn linear_marks(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step_size = round_step((high - low) / 4.0);
    let [first, last] = [(low / step_size).ceil(), (high / step_size).floor()];
    // No ticks if the bounds are not finite.
    if !(0.0..=16.0).contains(&(last - first)) {
        return Vec::new();
    }
    let mark = |index: i64| GridMark { value: index as f64 * step_size, step_size };
    (first as i64..=last as i64).map(mark).collect()
}

/// Returns spacing, font and text of the tick labels of the x axis (`index` 0) or y axis (1).
fn hints<'a>(index: usize, axis: &Axis) -> AxisHints<'a> {
    let axis = axis.clone();
    let hints =
        if index == 0 { AxisHints::new_x() } else { AxisHints::new_y().min_thickness(LABEL_WIDTH) };
    hints
        .formatter(move |mark, _| axis.tick_text(mark))
        .label_spacing(LABEL_SPACING[index])
        .tick_label_font(FontId::proportional(10.0))
}

/// Returns decimal logarithms: the powers of ten and, if the axis spans less than four decades, their multiples by 2 to
/// 9. Ticks with a label have a step size of at least 1: the powers of ten, on a short axis only some, and, below two
/// decades, their multiples by 2 and 5.
fn log_marks(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let is_fine = high - low < 4.0;
    let labeled: &[i32] = if high - low < 2.0 { &[1, 2, 5] } else { &[1] };
    // The step that egui_plot proposes is about half as long as a line of text.
    let stride = (2.0 * input.base_step_size).ceil().max(1.0) as i32;
    let mut marks = Vec::new();
    for exponent in low.floor() as i32..=high.ceil() as i32 {
        for digit in 1..=9 {
            let value = f64::from(exponent) + f64::from(digit).log10();
            if (low..=high).contains(&value) && (digit == 1 || is_fine) {
                let is_labeled = labeled.contains(&digit) && exponent % stride == 0;
                let step_size = if is_labeled { f64::from(stride) } else { 0.1 };
                marks.push(GridMark { value, step_size });
            }
        }
    }
    marks
}

/// Cannot be panned or zoomed, and shows the values at the pointer.
pub(crate) fn empty_plot<'a>(ui: &Ui, id: &'static str, [x, y]: &[Axis; 2]) -> Plot<'a> {
    let [x_axis, y_axis] = [x, y].map(Axis::clone);
    let texts = move |x: f64, y: f64| [x_axis.value_text(x), y_axis.value_text(y)];
    let at_pointer = texts.clone();
    let plot = Plot::new(id)
        .coordinates_formatter(
            Corner::LeftTop,
            CoordinatesFormatter::new(move |at, _| at_pointer(at.x, at.y).join("   ")),
        )
        .grid_color(ui.visuals().weak_text_color().gamma_multiply(0.35))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .auto_bounds(true)
        .custom_x_axes(vec![hints(0, x)])
        .custom_y_axes(vec![hints(1, y)])
        .label_formatter(move |hover| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } if !plot_name.is_empty() => {
                let [x, y] = texts(position.x, position.y);
                Some(format!("{plot_name}\n{x}\n{y}"))
            }
            _ => None,
        });
    let spacer = |axis: &Axis| if axis.is_log { log_marks } else { linear_marks };
    plot.x_grid_spacer(spacer(x)).y_grid_spacer(spacer(y))
}

/// Leaves out points whose coordinates are not finite.
pub(super) fn plotted(points: &[[f64; 2]], axes: &[Axis; 2]) -> Vec<[f64; 2]> {
    let points =
        points.iter().map(|point| std::array::from_fn(|axis| axes[axis].coordinate(point[axis])));
    points.filter(|point: &[f64; 2]| point.iter().all(|value| value.is_finite())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_axes_of_less_than_two_decades_have_labels_between_powers_of_ten() {
        let axis = Axis { label: "f".to_owned(), is_log: true, range: [0.0; 2] };
        let labels = |low: f64, high: f64| -> Vec<String> {
            let bounds = (low.log10(), high.log10());
            let marks = log_marks(GridInput { bounds, base_step_size: 0.1 });
            let texts = marks.into_iter().map(|mark| axis.tick_text(mark));
            texts.filter(|text| !text.is_empty()).collect()
        };
        assert_eq!(labels(0.06, 3.0), ["0.1", "0.2", "0.5", "1", "2"]);
        assert_eq!(labels(40.0, 3000.0), ["50", "100", "200", "500", "1000", "2000"]);
        assert_eq!(labels(1.5e-5, 6e-3), ["1e−4", "1e−3"]);
        assert_eq!(labels(1.5e-5, 3e-4), ["2e−5", "5e−5", "1e−4", "2e−4"]);
    }

    #[test]
    fn short_axis_of_many_decades_has_few_labels() {
        let bounds = (-10.5, 1.0);
        let marks = log_marks(GridInput { bounds, base_step_size: 1.3 });
        let labeled = marks.iter().filter(|mark| mark.step_size >= 1.0);
        assert_eq!(labeled.map(|mark| mark.value).collect::<Vec<_>>(), [-9.0, -6.0, -3.0, 0.0]);
    }
}
