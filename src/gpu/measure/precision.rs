//! Errors of a generator in single precision, by the distance from the origin.
//!
//! The generator is evaluated in single precision at rounded positions, and its twin in double precision at exact ones
//! and at rounded ones, which separates the errors of positions from those of arithmetic. Constants and controls are
//! `f32` in both; products of them are exact in the twin alone, so that their rounding counts as arithmetic.
//! Far from the origin the rounding of the positions dominates: a noise with an rms slope s along each axis has the rms
//! error √2 · s · ulp(p) / √12.

use super::measures::GeneratorMeasures;
use crate::analysis::PrecisionPoint;
use crate::field::Channel;
use crate::gpu::PointsError;

use super::points::{Points, deviation, rms};

/// Exponents of the measured distances from the origin, along both axes: 2^6 to 2^22 world units.
pub const OFFSETS: std::ops::RangeInclusive<i32> = 6..=22;

/// Decimal digits below which a warning says that single precision leaves too few.
pub const FEW_DIGITS: f64 = 3.0;

/// Number of decimal digits of an `f32`, which has 24 bits.
const ALL_DIGITS: f64 = 24.0 * std::f64::consts::LOG10_2;

const RUNS: u32 = 3;

/// Errors by distance, and digits left in the view. `None` if no value is finite.
type Measured = (Option<Vec<PrecisionPoint>>, Option<f64>);

/// Root mean squares at some positions; of several channels, of the vector. `None` if no difference is finite.
struct Errors {
    total: Option<f64>,
    /// `None` for an estimate.
    of_positions: Option<f64>,
    of_arithmetic: Option<f64>,
    /// Standard deviation of the values.
    deviation: f64,
}

/// Errors of several channels are lengths of vectors. Members of `measures` that are estimated or missing get a note.
pub(super) fn measure(
    points: &Points<'_>,
    channels: &[Channel],
    members: [&'static str; 2],
    why_not: Option<&str>,
    measures: &mut GeneratorMeasures,
) -> Result<Measured, PointsError> {
    for member in members {
        if let Some(why_not) = why_not {
            let estimate =
                "estimate from three runs with coordinates moved by one unit of the last place";
            measures.note(member, format!("{estimate}; no double precision: {why_not}"));
        }
    }
    let in_view: Vec<[f64; 2]> = points.in_view().collect();
    let [west, south] = [0, 1].map(|axis| {
        let coordinates = in_view.iter().map(|world| world[axis]);
        coordinates.fold(f64::INFINITY, f64::min)
    });
    let mut curve = Vec::new();
    for exponent in OFFSETS {
        let offset = 2.0f64.powi(exponent);
        let moved = |[x, y]: &[f64; 2]| [offset + x - west, offset + y - south];
        let moved: Vec<[f64; 2]> = in_view.iter().map(moved).collect();
        let errors = errors(points, channels, &moved)?;
        curve.extend(errors.total.map(|rms_error| PrecisionPoint {
            offset,
            rms_error,
            position_error: errors.of_positions,
            arithmetic_error: errors.of_arithmetic,
        }));
    }
    let curve = Some(curve).filter(|curve| !curve.is_empty());
    let digits = digits_left(points, channels)?;
    let is_missing = [curve.is_none(), digits.is_none()];
    for (member, _) in members.into_iter().zip(is_missing).filter(|(_, is_missing)| *is_missing) {
        measures.note(member, "no value is finite");
    }
    Ok((curve, digits))
}

/// `None` if no value is finite.
pub(super) fn digits_left(
    points: &Points<'_>,
    channels: &[Channel],
) -> Result<Option<f64>, PointsError> {
    let in_view: Vec<[f64; 2]> = points.in_view().collect();
    let errors = errors(points, channels, &in_view)?;
    Ok(errors.total.map(|total| digits(errors.deviation, total)))
}

fn digits(deviation: f64, rms_error: f64) -> f64 {
    let digits = (deviation / rms_error).log10();
    // Equal values without errors lose no digits.
    if digits.is_nan() { ALL_DIGITS } else { digits.clamp(0.0, ALL_DIGITS) }
}

fn errors(
    points: &Points<'_>,
    channels: &[Channel],
    at: &[[f64; 2]],
) -> Result<Errors, PointsError> {
    let exact: Vec<[f64; 4]> = at.iter().map(|world| points.position(*world)).collect();
    if points.double.is_none() {
        return estimated_errors(points, channels, &exact);
    }
    let rounded = exact.iter().map(|position| points.inputs.rounded(*position));
    let rounded: Vec<[f64; 4]> = rounded.collect();
    let single = points.single(&exact)?;
    let [exact, rounded] = [points.best(&exact)?, points.best(&rounded)?];
    let difference = |results: &[[f64; 4]], reference: &[[f64; 4]]| {
        length(channels.iter().map(|channel| {
            let [one, other] = [results, reference].map(|of| points.values(of, *channel));
            rms(one.iter().zip(&other).map(|(one, other)| one - other))
        }))
    };
    Ok(Errors {
        total: difference(&single, &exact),
        of_positions: difference(&rounded, &exact),
        of_arithmetic: difference(&single, &rounded),
        deviation: deviation_of(points, channels, &exact),
    })
}

fn length(components: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let squares: Option<Vec<f64>> =
        components.map(|error| error.map(|error| error * error)).collect();
    squares.map(|squares| squares.iter().sum::<f64>().sqrt())
}

fn deviation_of(points: &Points<'_>, channels: &[Channel], results: &[[f64; 4]]) -> f64 {
    let deviations = channels.iter().map(|channel| deviation(&points.values(results, *channel)));
    length(deviations.map(Some)).unwrap_or_default()
}

/// The rms error from the spread of several evaluations, as CESTAC does: each coordinate is moved by plus or minus one
/// unit in the last place, which is √12 times as much as rounding moves it.
fn estimated_errors(
    points: &Points<'_>,
    channels: &[Channel],
    positions: &[[f64; 4]],
) -> Result<Errors, PointsError> {
    let mut runs = Vec::new();
    for run in 0..RUNS {
        let moved = (0..).zip(positions).map(|(index, position)| {
            let mut moved = *position;
            for axis in 0..2 {
                let is_up = random_bit(index, 2 * run + axis);
                let origin = points.inputs.origin[axis as usize];
                let coordinate = (position[axis as usize] - origin) as f32;
                let next = if is_up { coordinate.next_up() } else { coordinate.next_down() };
                moved[axis as usize] = origin + f64::from(next);
            }
            moved
        });
        let moved: Vec<[f64; 4]> = moved.collect();
        runs.push(points.single(&moved)?);
    }
    let spread = |channel: &Channel| {
        let runs: Vec<Vec<f64>> = runs.iter().map(|run| points.values(run, *channel)).collect();
        let spreads = (0..positions.len()).map(|index| {
            let values: Vec<f64> = runs.iter().map(|run| run[index]).collect();
            let mean = values.iter().sum::<f64>() / f64::from(RUNS);
            let squares = values.iter().map(|value| (value - mean).powi(2));
            (squares.sum::<f64>() / f64::from(RUNS - 1)).sqrt()
        });
        rms(spreads).map(|spread| spread / 12.0f64.sqrt())
    };
    Ok(Errors {
        total: length(channels.iter().map(spread)),
        of_positions: None,
        of_arithmetic: None,
        deviation: deviation_of(points, channels, &runs[0]),
    })
}

/// Equal each time the program runs: the finalizer of MurmurHash3.
fn random_bit(index: u32, stream: u32) -> bool {
    let mut bits = index.wrapping_mul(0x9e37_79b9) ^ stream.wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xc2b2_ae35);
    (bits ^ (bits >> 16)) & 1 == 1
}
