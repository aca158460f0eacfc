//! Kinks and jumps between neighboring samples, where the exact gradient or the value itself changes at once.
//!
//! Bisection keeps the half of a step whose ends differ more. Those of a smooth function differ less and less, in
//! proportion to the length; at a jump the difference stays. The positions are in double precision.

use crate::analysis::{Jumps, Kinks};
use crate::gpu::PointsError;

use super::points::{Points, deviation, rms};

/// After these, numbers of a smooth function differ by a millionth as much as at neighboring samples.
const HALVINGS: usize = 20;

/// Smallest jump that counts, as a fraction of the RMS length of the gradient or of the values' standard deviation.
const JUMP: f64 = 1e-3;

const LISTED: usize = 8;

/// `points` are those of a generator that returns a gradient, in double precision.
pub(super) fn find_kinks(points: &Points<'_>) -> Result<Kinks, PointsError> {
    let starts = starts(points);
    let gradients = points.best(&starts)?;
    let typical = rms(gradients.iter().map(length)).unwrap_or_default();
    let crossed = crossed(points, |at| points.best(at), JUMP * typical)?;
    let poles = starts.iter().zip(&gradients).filter(|(_, gradient)| !is_finite(gradient));
    let poles: Vec<&[f64; 4]> = poles.map(|(start, _)| start).collect();
    Ok(Kinks {
        share: crossed.share,
        at: crossed.at,
        not_finite_share: poles.len() as f64 / starts.len() as f64,
        not_finite_at: poles.iter().take(LISTED).map(|[x, y, ..]| [*x, *y]).collect(),
    })
}

/// `points` are those of the generator itself, in double precision.
pub(super) fn find_jumps(points: &Points<'_>) -> Result<Jumps, PointsError> {
    let values = |at: &[[f64; 4]]| {
        let values = points.values(&points.best(at)?, points.channel);
        Ok(values.into_iter().map(|value| [value, 0.0, 0.0, 0.0]).collect())
    };
    let typical = deviation(&points.values(&points.best(&starts(points))?, points.channel));
    crossed(points, values, JUMP * typical)
}

fn starts(points: &Points<'_>) -> Vec<[f64; 4]> {
    points.in_view().map(|world| points.position(world)).collect()
}

fn is_finite(numbers: &[f64; 4]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

/// Jumps above `least` on the steps from each point, where the function is finite, along x and y.
fn crossed(
    points: &Points<'_>,
    evaluate: impl Fn(&[[f64; 4]]) -> Result<Vec<[f64; 4]>, PointsError>,
    least: f64,
) -> Result<Jumps, PointsError> {
    let starts = starts(points);
    let results = evaluate(&starts)?;
    let mut crossed = Vec::new();
    for axis in [0, 1] {
        let jumps = jumps(&evaluate, &starts, &results, (axis, points.inputs.grid.spacing()))?;
        let jumps = results.iter().zip(jumps).filter(|(result, _)| is_finite(result));
        crossed.extend(jumps.map(|(_, jump)| jump).filter(|jump| jump.size > least));
    }
    crossed.sort_by(|one, other| other.size.total_cmp(&one.size));
    Ok(Jumps {
        share: crossed.len() as f64 / (2 * starts.len()) as f64,
        at: crossed.iter().take(LISTED).map(|jump| jump.at).collect(),
    })
}

#[derive(Clone, Copy)]
struct Jump {
    /// Infinite at a place without a finite result.
    size: f64,
    /// World position.
    at: [f64; 2],
}

/// Returns the largest jump on the way from each position to its neighbor along an axis.
fn jumps(
    evaluate: impl Fn(&[[f64; 4]]) -> Result<Vec<[f64; 4]>, PointsError>,
    starts: &[[f64; 4]],
    results: &[[f64; 4]],
    (axis, spacing): (usize, f64),
) -> Result<Vec<Jump>, PointsError> {
    let mut low = starts.to_vec();
    let mut high = starts.to_vec();
    high.iter_mut().for_each(|position| position[axis] += spacing);
    let (mut at_low, mut at_high) = (results.to_vec(), evaluate(&high)?);
    for _ in 0..HALVINGS {
        let pairs = low.iter().zip(&high);
        let middle = pairs.map(|(low, high)| {
            let mut middle = *low;
            middle[axis] = f64::midpoint(low[axis], high[axis]);
            middle
        });
        let middle: Vec<[f64; 4]> = middle.collect();
        let at_middle = evaluate(&middle)?;
        for index in 0..starts.len() {
            let below = jump(&at_low[index], &at_middle[index]);
            let above = jump(&at_middle[index], &at_high[index]);
            if below.is_nan() || below > above {
                (high[index], at_high[index]) = (middle[index], at_middle[index]);
            } else {
                (low[index], at_low[index]) = (middle[index], at_middle[index]);
            }
        }
    }
    let jumps = at_low.iter().zip(&at_high).zip(&low).map(|((below, above), [x, y, ..])| {
        let size = jump(below, above);
        Jump { size: if size.is_nan() { f64::INFINITY } else { size }, at: [*x, *y] }
    });
    Ok(jumps.collect())
}

fn jump(one: &[f64; 4], other: &[f64; 4]) -> f64 {
    length(&std::array::from_fn(|axis| one[axis] - other[axis]))
}

fn length(vector: &[f64; 4]) -> f64 {
    vector.iter().map(|number| number.powi(2)).sum::<f64>().sqrt()
}
