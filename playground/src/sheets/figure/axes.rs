//! Axes of a plot in a figure: scales, ticks and curves.

use super::{Anchor, Color, Figure, INK, PALE, Stroke, Text};
use crate::workbench::format::{minus, round_step};

/// In points.
pub(crate) const TICK_SIZE: f32 = 9.0;

/// In points.
const TICK_LENGTH: f32 = 3.5;

/// Steps between the ticks of a linear axis.
const MOST_STEPS: u32 = 5;

/// Width of a character of a number, and distance between numbers, in points.
const DIGIT: f32 = 0.66 * TICK_SIZE;
const GAP: f32 = 4.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    min: f64,
    max: f64,
    is_log: bool,
}

impl Scale {
    /// An empty interval is extended to length 1; a non-finite one becomes 0 to 1.
    pub(crate) fn linear(min: f64, max: f64) -> Self {
        let is_valid = min.is_finite() && max.is_finite();
        let (min, max) = if is_valid { (min, max) } else { (0.0, 1.0) };
        let max = if max > min { max } else { min + 1.0 };
        Self { min, max, is_log: false }
    }

    /// An empty interval is extended to a decade; one that is non-finite or not above 0 becomes 1 to 10.
    pub(crate) fn log(min: f64, max: f64) -> Self {
        let is_valid = min.is_finite() && max.is_finite() && min > 0.0;
        let (min, max) = if is_valid { (min, max) } else { (1.0, 10.0) };
        let max = if max > min { max } else { 10.0 * min };
        Self { min, max, is_log: true }
    }

    /// 0 at the lower end, 1 at the upper end.
    fn fraction(&self, value: f64) -> f64 {
        if self.is_log {
            (value / self.min).ln() / (self.max / self.min).ln()
        } else {
            (value - self.min) / (self.max - self.min)
        }
    }

    fn contains(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// The label is `None` for a tick without one.
    pub(crate) fn ticks(&self) -> Vec<(f64, Option<String>)> {
        if self.is_log { self.log_ticks() } else { self.linear_ticks(MOST_STEPS) }
    }

    /// About so many steps.
    fn linear_ticks(&self, steps: u32) -> Vec<(f64, Option<String>)> {
        let step = round_step((self.max - self.min) / f64::from(steps));
        let digits = (-step.log10().floor()).max(0.0) as usize;
        let first = (self.min / step - 1e-9).ceil() as i64;
        let last = (self.max / step + 1e-9).floor() as i64;
        let tick = |index: i64| {
            let value = index as f64 * step;
            (value, Some(minus(&format!("{value:.digits$}"))))
        };
        (first..=last).map(tick).collect()
    }

    /// 1 to 9 times each power of ten. Powers of ten are labeled; below two decades, their multiples by 2 and 5 too.
    fn log_ticks(&self) -> Vec<(f64, Option<String>)> {
        let [low, high] = [self.min, self.max].map(|value| value.log10());
        let every = ((high - low) / 6.0).ceil().max(1.0) as i32;
        let is_plain = low >= PLAIN_EXPONENTS[0] && high <= PLAIN_EXPONENTS[1];
        let mut ticks = Vec::new();
        for exponent in low.floor() as i32..=high.ceil() as i32 {
            for digit in 1..=9 {
                let value = f64::from(digit) * 10f64.powi(exponent);
                let is_labeled = match digit {
                    1 => exponent.rem_euclid(every) == 0,
                    2 | 5 => high - low < 1.7,
                    _ => false,
                };
                if self.contains(value) && (digit == 1 || high - low < 4.0) {
                    ticks.push((value, is_labeled.then(|| power_label(digit, exponent, is_plain))));
                }
            }
        }
        ticks
    }
}

/// Exponents for which labels are plain numbers instead of powers.
const PLAIN_EXPONENTS: [f64; 2] = [-2.5, 3.99];

/// `digit` · 10^`exponent`, as a plain number or as a power.
fn power_label(digit: i32, exponent: i32, is_plain: bool) -> String {
    if is_plain {
        let digits = (-exponent).max(0) as usize;
        return format!("{:.digits$}", f64::from(digit) * 10f64.powi(exponent));
    }
    let factor = if digit == 1 { String::new() } else { format!("{digit}·") };
    format!("{factor}10{}", superscript(exponent))
}

fn superscript(number: i32) -> String {
    let raised = |character: char| match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    number.to_string().chars().map(raised).collect()
}

/// A rectangle in a figure, with the scales of its axes.
pub(crate) struct Axes {
    /// Left, top, width and height in points.
    pub(crate) rect: [f32; 4],
    pub(crate) x: Scale,
    pub(crate) y: Scale,
}

#[derive(Clone, Copy)]
pub(crate) enum Ticks {
    Inside,
    /// For a picture, which ticks on its inner side would cover.
    Outside,
}

impl Axes {
    /// Returns points. Values beyond the ends of the y axis are moved to these.
    fn at(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let [left, top, width, height] = self.rect;
        let y = self.y.fraction(y).clamp(0.0, 1.0) as f32;
        [left + self.x.fraction(x) as f32 * width, top + (1.0 - y) * height]
    }

    /// The label of the x axis is below the frame, that of the y axis above it.
    pub(crate) fn draw_frame(
        &self,
        figure: &mut Figure,
        [x_label, y_label]: [&str; 2],
        ticks: Ticks,
    ) {
        let [left, top, width, height] = self.rect;
        let (right, bottom) = (left + width, top + height);
        let stroke = Stroke::solid(PALE, 0.75);
        // Lengths to the outside, in points.
        let (tick, offset, anchor) = match ticks {
            Ticks::Inside => (-TICK_LENGTH, 0.0, Anchor::Start),
            Ticks::Outside => (TICK_LENGTH, 2.0, Anchor::End),
        };
        figure.rectangle(self.rect, stroke);
        for (value, label) in self.x_ticks() {
            let [x, _] = self.at([value, f64::NAN]);
            figure.line(vec![[x, bottom], [x, bottom + tick]], stroke);
            if let Some(label) = label {
                figure.label([x, bottom + 12.0 + offset], Anchor::Middle, TICK_SIZE, label);
            }
        }
        for (value, label) in self.y.ticks() {
            let [_, y] = self.at([f64::NAN, value]);
            figure.line(vec![[left, y], [left - tick, y]], stroke);
            if let Some(label) = label {
                figure.label([left - 5.0 - offset, y + 3.2], Anchor::End, TICK_SIZE, label);
            }
        }
        let below = bottom + 25.0 + 1.5 * offset;
        figure.label([right, below], Anchor::End, TICK_SIZE, x_label);
        figure.label([left - 5.0 - offset, top - 6.0], anchor, TICK_SIZE, y_label);
    }

    /// As many as have room beside each other.
    fn x_ticks(&self) -> Vec<(f64, Option<String>)> {
        if self.x.is_log {
            return self.x.ticks();
        }
        let fits = |ticks: &Vec<(f64, Option<String>)>| {
            let half = |label: &Option<String>| {
                label.as_ref().map_or(0.0, |label| label.chars().count() as f32 * DIGIT / 2.0)
            };
            ticks.windows(2).all(|pair| {
                let [[one, _], [other, _]] = [0, 1].map(|index| self.at([pair[index].0, f64::NAN]));
                other - one >= half(&pair[0].1) + half(&pair[1].1) + GAP
            })
        };
        let mut coarser = (1..=MOST_STEPS).rev().map(|steps| self.x.linear_ticks(steps));
        coarser.find(fits).unwrap_or_default()
    }

    /// Leaves out points beyond the x axis, and points without a position on the y axis.
    pub(crate) fn curve(&self, figure: &mut Figure, points: &[[f64; 2]], stroke: Stroke) {
        let drawn = self.drawable(points);
        if drawn.len() > 1 {
            figure.line(drawn, stroke);
        }
    }

    pub(crate) fn band(&self, figure: &mut Figure, [low, high]: [&[[f64; 2]]; 2], color: Color) {
        let (mut outline, mut back) = (self.drawable(low), self.drawable(high));
        back.reverse();
        outline.append(&mut back);
        if outline.len() > 2 {
            figure.area(outline, color);
        }
    }

    /// Down to the lower end of the y axis.
    pub(crate) fn fill(&self, figure: &mut Figure, points: &[[f64; 2]], color: Color) {
        let ground: Vec<[f64; 2]> = points.iter().map(|[x, _]| [*x, self.y.min]).collect();
        self.band(figure, [&ground, points], color);
    }

    fn drawable(&self, points: &[[f64; 2]]) -> Vec<[f32; 2]> {
        let is_drawable = |[x, y]: &[f64; 2]| {
            self.x.contains(*x) && y.is_finite() && (!self.y.is_log || *y > 0.0)
        };
        let inside = points.iter().filter(|point| is_drawable(point));
        inside.map(|point| self.at(*point)).collect()
    }

    /// In the upper right corner, each line in its own color.
    pub(crate) fn note(&self, figure: &mut Figure, lines: &[(String, Color)]) {
        let [left, top, width, _] = self.rect;
        for (index, (text, color)) in lines.iter().enumerate() {
            figure.text(Text {
                at: [left + width - 7.0, top + 15.0 + 12.5 * index as f32],
                text: text.clone(),
                size: TICK_SIZE,
                color: *color,
                anchor: Anchor::End,
                is_bold: false,
            });
        }
    }

    pub(crate) fn title(&self, figure: &mut Figure, title: &str) {
        let [left, top, ..] = self.rect;
        figure.text(Text {
            at: [left - 5.0, top - 20.0],
            text: title.to_owned(),
            size: 11.5,
            color: INK,
            anchor: Anchor::Start,
            is_bold: true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().filter_map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(Scale::linear(-0.31, 0.29)), ["−0.2", "0.0", "0.2"]);
        assert_eq!(labels(Scale::linear(0.0, 90.0)), ["0", "20", "40", "60", "80"]);
        assert_eq!(labels(Scale::log(0.2, 30.0)), ["1", "10"]);
        assert_eq!(
            labels(Scale::log(1e-9, 1e-3)),
            ["10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³"]
        );
        assert_eq!(labels(Scale::log(0.25, 8.0)), ["0.5", "1", "2", "5"]);
    }

    #[test]
    fn long_numbers_have_fewer_ticks_below_a_narrow_picture() {
        let x = Scale::linear(500_000.0, 504_030.0);
        for (width, expected) in [(400.0, 5), (98.0, 3), (60.0, 1)] {
            let rect = [0.0, 0.0, width, 50.0];
            let ticks = Axes { rect, x, y: Scale::linear(0.0, 1.0) }.x_ticks();
            assert_eq!(ticks.len(), expected, "{width}: {ticks:?}");
        }
    }

    #[test]
    fn scales_of_nothing_can_be_drawn() {
        let unit = ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"];
        assert_eq!(labels(Scale::linear(f64::NAN, 1.0)), unit);
        let from_three = ["3.0", "3.2", "3.4", "3.6", "3.8", "4.0"];
        assert_eq!(labels(Scale::linear(3.0, 3.0)), from_three);
        let decade = ["1", "2", "5", "10"];
        for scale in [Scale::log(0.0, 1.0), Scale::log(-1.0, f64::INFINITY), Scale::log(1.0, 1.0)] {
            assert_eq!(labels(scale), decade);
            assert_eq!([1.0, 10.0].map(|value| scale.fraction(value)), [0.0, 1.0]);
        }
    }
}
