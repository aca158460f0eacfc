//! Count of kinks between neighboring samples, where the exact gradient jumps.
//!
//! Bisection keeps the half of a step whose gradients differ more. Those of a smooth function differ less and less, in
//! proportion to the length; at a kink the difference stays. The positions are in double precision.

use crate::analysis::Kinks;
use crate::gpu::PointsError;

use super::points::{Points, rms};

/// After these, gradients of a smooth function differ by a millionth as much as at neighboring samples.
const HALVINGS: usize = 20;

/// Smallest jump that counts, as a fraction of the root mean square of the gradient.
const JUMP: f64 = 1e-3;

/// `points` are those of a generator that returns a gradient, in double precision.
pub(super) fn count(points: &Points<'_>) -> Result<Kinks, PointsError> {
    let starts: Vec<[f64; 4]> = points.in_view().map(|world| points.position(world)).collect();
    let gradients = points.best(&starts)?;
    let typical = rms(gradients.iter().flatten().copied()).unwrap_or_default();
    let is_finite = |gradient: &[f64; 4]| gradient.iter().all(|slope| slope.is_finite());
    let [jumps_x, jumps_y] = [0, 1].map(|axis| jumps(points, &starts, &gradients, axis));
    let (jumps_x, jumps_y) = (jumps_x?, jumps_y?);
    // A way to a place without a gradient is a jump, too.
    let is_jump = |jump: f64| jump.is_nan() || jump > JUMP * typical;
    let jumps = jumps_x.into_iter().zip(jumps_y);
    let crossed = gradients.iter().zip(jumps).filter(|(gradient, (along_x, along_y))| {
        is_finite(gradient) && (is_jump(*along_x) || is_jump(*along_y))
    });
    let finite = gradients.iter().filter(|gradient| is_finite(gradient));
    let share = |count: usize| count as f64 / starts.len() as f64;
    Ok(Kinks { share: share(crossed.count()), not_finite_share: 1.0 - share(finite.count()) })
}

/// The largest jump of the gradient on the way from each position to its neighbor along an axis.
fn jumps(
    points: &Points<'_>,
    starts: &[[f64; 4]],
    gradients: &[[f64; 4]],
    axis: usize,
) -> Result<Vec<f64>, PointsError> {
    let mut low = starts.to_vec();
    let mut high = starts.to_vec();
    high.iter_mut().for_each(|position| position[axis] += points.inputs.grid.spacing());
    let (mut at_low, mut at_high) = (gradients.to_vec(), points.best(&high)?);
    for _ in 0..HALVINGS {
        let pairs = low.iter().zip(&high);
        let middle = pairs.map(|(low, high)| {
            let mut middle = *low;
            middle[axis] = f64::midpoint(low[axis], high[axis]);
            middle
        });
        let middle: Vec<[f64; 4]> = middle.collect();
        let at_middle = points.best(&middle)?;
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
    Ok(at_low.iter().zip(&at_high).map(|(low, high)| jump(low, high)).collect())
}

/// Length of the difference.
fn jump(one: &[f64; 4], other: &[f64; 4]) -> f64 {
    let squares = one.iter().zip(other).map(|(one, other)| (one - other).powi(2));
    squares.sum::<f64>().sqrt()
}
