//! Periods of a noise: the distances after which it repeats exactly.
//!
//! Candidates are typical periods of lattices and tables, those that the controls name, and those at which rows of the
//! view resemble themselves. A candidate is a period if evaluation of the noise gives equal values at points that far
//! apart, except for rounding.

use std::collections::BTreeSet;

use super::measures::GeneratorMeasures;
use crate::generator::control::Values;
use crate::gpu::PointsError;

use super::points::{COUNT, Points, deviation};

/// World units.
const LONGEST: f64 = (1 << 20) as f64;

/// Every integer up to this is tried: above the 256 entries of common tables, and the 289 of a common hash. Beyond it,
/// only powers of two and periods of octaves are tried.
const INTEGERS: i32 = 300;

/// Points of the first test, which most candidates fail.
const FEW: usize = 48;

/// Largest difference of equal values, as a fraction of the standard deviation: in double, and in single precision.
const TOLERANCE: (f64, f64) = (1e-8, 1e-5);

/// Multiples of the longer of the periods along x and y that are tried as a period along both axes.
const MULTIPLES: i32 = 64;

/// Stores the smallest period along both axes in `measures`, or a note with the reason if there is none.
pub(super) fn measure(
    points: &Points<'_>,
    values: &Values,
    measures: &mut GeneratorMeasures,
) -> Result<(), PointsError> {
    let test = ExactTest::new(points)?;
    if test.tolerance == 0.0 {
        let finite = test.values.iter().filter(|value| value.is_finite()).count();
        let reason = match finite {
            0 => "no value is finite",
            COUNT => "all values are equal",
            _ => "all finite values are equal",
        };
        measures.note("period", reason);
        return Ok(());
    }
    let mut candidates = typical(points, values);
    candidates.extend(test.resembling()?);
    candidates.retain(|period| *period > 0.0 && *period <= LONGEST);
    candidates.sort_by(f64::total_cmp);
    candidates.dedup();
    let mut smallest = [None; 2];
    for axis in [0, 1] {
        smallest[axis] = test.smallest(&candidates, axis)?;
    }
    match smallest {
        [Some(x), Some(y)] => measures.period = test.common(x, y)?,
        [None, None] => {}
        [Some(x), None] => measures.note("period", format!("repeats after {x} along x only")),
        [None, Some(y)] => measures.note("period", format!("repeats after {y} along y only")),
    }
    if measures.period.is_none() && !measures.notes.contains_key("period") {
        let reason = format!("none of {} distances up to 2^20 is a period", candidates.len());
        measures.note("period", reason);
    }
    Ok(())
}

/// Of lattices and tables, as they are and divided by the control `frequency`.
fn typical(points: &Points<'_>, values: &Values) -> Vec<f64> {
    let control = |name: &str| {
        let mut controls = points.generator.controls.iter();
        let control = controls.find(|control| control.name == name)?;
        Some(values.get(control).0.clone())
    };
    let first = |name: &str| control(name).and_then(|numbers| numbers.first().copied());
    let mut typical: Vec<f64> = (1..=INTEGERS).map(f64::from).collect();
    typical.extend((0..=20).map(|exponent| 2.0f64.powi(exponent)));
    let lacunarity = first("lacunarity").filter(|ratio| *ratio > 1.0);
    typical.extend((-4..=20).map(|octave| 256.0 * lacunarity.unwrap_or(2.0).powi(octave)));
    typical.extend(control("period").unwrap_or_default());
    if let Some(frequency) = first("frequency").filter(|frequency| *frequency > 0.0) {
        let scaled: Vec<f64> = typical.iter().map(|period| period / frequency).collect();
        typical.extend(scaled);
    }
    typical
}

/// Test of a distance at points whose sums with integers are exact.
struct ExactTest<'a> {
    points: &'a Points<'a>,
    at: Vec<[f64; 2]>,
    values: Vec<f64>,
    /// 0 if all finite values are equal, or none is finite.
    tolerance: f64,
}

impl<'a> ExactTest<'a> {
    fn new(points: &'a Points<'a>) -> Result<Self, PointsError> {
        // Positions are multiples of 1/1024, or of 1/16 in single precision: their sums with 2^19 are exact.
        let (scale, tolerance) = match points.double {
            Some(_) => (1024.0, TOLERANCE.0),
            None => (16.0, TOLERANCE.1),
        };
        let at: Vec<[f64; 2]> = (0..COUNT as u32)
            .map(|index| {
                let number = |stride: u32| f64::from(index.wrapping_mul(stride) >> 18);
                [0x9e37_79b1, 0x85eb_ca77].map(|stride| number(stride) / scale)
            })
            .collect();
        let mut test = Self { points, values: Vec::new(), tolerance: 0.0, at };
        test.values = test.evaluated(test.at.iter().copied())?;
        test.tolerance = tolerance * deviation(&test.values);
        Ok(test)
    }

    fn evaluated(&self, at: impl Iterator<Item = [f64; 2]>) -> Result<Vec<f64>, PointsError> {
        let positions: Vec<[f64; 4]> = at.map(|world| self.points.position(world)).collect();
        Ok(self.points.values(&self.points.best(&positions)?, self.points.channel))
    }

    fn smallest(&self, candidates: &[f64], axis: usize) -> Result<Option<f64>, PointsError> {
        let few = &self.at[..FEW];
        let moved = candidates
            .iter()
            .flat_map(|period| few.iter().map(|world| moved(*world, axis, *period)));
        let values = self.evaluated(moved)?;
        let passed = values.chunks_exact(FEW).zip(candidates);
        for (values, period) in passed {
            if self.equals(values) && self.is_period(*period, axis)? {
                return Ok(Some(*period));
            }
        }
        Ok(None)
    }

    fn is_period(&self, period: f64, axis: usize) -> Result<bool, PointsError> {
        let all = self.at.iter().map(|world| moved(*world, axis, period));
        Ok(self.equals(&self.evaluated(all)?))
    }

    /// Compares with the first of the test's points.
    fn equals(&self, values: &[f64]) -> bool {
        let mut pairs = values.iter().zip(&self.values);
        pairs.all(|(value, first)| {
            (value - first).abs() <= self.tolerance || value.to_bits() == first.to_bits()
        })
    }

    /// The smallest multiple of the longer of the periods that is a period along both axes.
    fn common(&self, x: f64, y: f64) -> Result<Option<f64>, PointsError> {
        let (longer, other_axis) = if x > y { (x, 1) } else { (y, 0) };
        for multiple in 1..=MULTIPLES {
            let period = longer * f64::from(multiple);
            if self.is_period(period, other_axis)? {
                return Ok(Some(period));
            }
        }
        Ok(None)
    }

    /// Distances after which lines through the view resemble themselves, rounded as an author may have written them.
    fn resembling(&self) -> Result<Vec<f64>, PointsError> {
        let mut found = BTreeSet::new();
        for axis in [0, 1] {
            for lag in self.similar_lags(axis)? {
                for digits in [10.0, 100.0, 1000.0] {
                    found.insert(((lag * digits).round() / digits).to_bits());
                }
            }
        }
        Ok(found.into_iter().map(f64::from_bits).collect())
    }

    /// Peaks above 0.9 of the autocorrelation of lines through the view, interpolated by a parabola.
    fn similar_lags(&self, axis: usize) -> Result<Vec<f64>, PointsError> {
        const LINES: usize = 4;
        const SAMPLES: usize = 512;
        let grid = self.points.inputs.grid;
        let spacing = grid.span / SAMPLES as f64;
        let positions = (0..LINES * SAMPLES).map(|index| {
            let along = (index % SAMPLES) as f64 * spacing;
            let across = (index / SAMPLES) as f64 / LINES as f64 * grid.span;
            let [mut x, mut y] = [along, across];
            if axis == 1 {
                [x, y] = [y, x];
            }
            [grid.center[0] - 0.5 * grid.span + x, grid.center[1] - 0.5 * grid.span + y]
        });
        let values = self.evaluated(positions)?;
        let lines: Vec<&[f64]> = values.chunks_exact(SAMPLES).collect();
        let correlations: Vec<f64> = (0..SAMPLES / 2).map(|lag| correlation(&lines, lag)).collect();
        let peaks = correlations
            .windows(3)
            .zip(1..)
            .filter(|(near, _)| near[1] > 0.9 && near[1] >= near[0] && near[1] > near[2]);
        Ok(peaks
            .map(|(near, lag)| {
                let bend = near[0] - 2.0 * near[1] + near[2];
                (f64::from(lag) + 0.5 * (near[0] - near[2]) / bend) * spacing
            })
            .collect())
    }
}

/// `lag` is in samples.
fn correlation(lines: &[&[f64]], lag: usize) -> f64 {
    let pairs = || {
        let pairs = lines.iter().flat_map(|line| line.iter().zip(&line[lag..]));
        pairs.filter(|(one, other)| one.is_finite() && other.is_finite())
    };
    let count = pairs().count().max(1) as f64;
    let mean = |pick: fn((&f64, &f64)) -> f64| pairs().map(pick).sum::<f64>() / count;
    let (one, other) = (mean(|(one, _)| *one), mean(|(_, other)| *other));
    let covariance = mean(|(one, other)| one * other) - one * other;
    let variances = (mean(|(one, _)| one * one) - one * one)
        * (mean(|(_, other)| other * other) - other * other);
    covariance / variances.sqrt()
}

fn moved(mut world: [f64; 2], axis: usize, distance: f64) -> [f64; 2] {
    world[axis] += distance;
    world
}
