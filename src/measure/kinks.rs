//! Kinks between neighboring samples, where the exact gradient jumps.
//!
//! Bisection keeps the half of a step whose gradients differ more. Those of a smooth function differ less and less, in
//! proportion to the length; at a kink the difference stays. The positions are in double precision.

use crate::analysis::Kinks;
use crate::gpu::PointsError;

use super::points::{Points, rms};

/// After these, gradients of a smooth function differ by a millionth as much as at neighboring samples.
const HALVINGS: usize = 20;

/// Smallest jump that counts, as a fraction of the root mean square of the length of the gradient.
const JUMP: f64 = 1e-3;

/// Positions that are listed.
const LISTED: usize = 8;

/// `points` are those of a generator that returns a gradient, in double precision.
pub(super) fn find(points: &Points<'_>) -> Result<Kinks, PointsError> {
    let starts: Vec<[f64; 4]> = points.in_view().map(|world| points.position(world)).collect();
    let gradients = points.best(&starts)?;
    let typical = rms(gradients.iter().map(length)).unwrap_or_default();
    let is_finite = |gradient: &[f64; 4]| gradient.iter().all(|slope| slope.is_finite());
    let [jumps_x, jumps_y] = [0, 1].map(|axis| jumps(points, &starts, &gradients, axis));
    let jumps =
        jumps_x?.into_iter().zip(jumps_y?).map(|(x, y)| if y.size > x.size { y } else { x });
    let crossed = gradients.iter().zip(jumps).filter(|(gradient, _)| is_finite(gradient));
    let crossed = crossed.map(|(_, jump)| jump).filter(|jump| jump.size > JUMP * typical);
    let mut crossed: Vec<Jump> = crossed.collect();
    crossed.sort_by(|one, other| other.size.total_cmp(&one.size));
    let poles = starts.iter().zip(&gradients).filter(|(_, gradient)| !is_finite(gradient));
    let poles: Vec<&[f64; 4]> = poles.map(|(start, _)| start).collect();
    let share = |count: usize| count as f64 / starts.len() as f64;
    Ok(Kinks {
        share: share(crossed.len()),
        at: crossed.iter().take(LISTED).map(|jump| jump.at).collect(),
        not_finite_share: share(poles.len()),
        not_finite_at: poles.iter().take(LISTED).map(|[x, y, ..]| [*x, *y]).collect(),
    })
}

#[derive(Clone, Copy)]
struct Jump {
    /// Infinite at a place without a gradient.
    size: f64,
    /// World position.
    at: [f64; 2],
}

/// The largest jump of the gradient on the way from each position to its neighbor along an axis.
fn jumps(
    points: &Points<'_>,
    starts: &[[f64; 4]],
    gradients: &[[f64; 4]],
    axis: usize,
) -> Result<Vec<Jump>, PointsError> {
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
