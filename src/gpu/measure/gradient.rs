//! Check of the gradient that a generator returns against the exact derivatives of its values.
//!
//! The generator's twin computes these in double precision or, if they do not exist, their central differences, with a
//! step so small that neither rounding nor curvature matters: they are right to about 1e-9 of a typical slope, far
//! below the errors of single precision.

use super::measures::GeneratorMeasures;
use crate::analysis::GradientCheck;
use crate::field::Returns;
use crate::gpu::PointsError;

use super::points::{Points, rms};

/// Fraction of the width of the view.
const STEP: f64 = 1e-6;

/// Stores the errors in `measures`, or a note with the reason if there are none.
pub(super) fn measure(
    points: &Points<'_>,
    why_not: Option<&str>,
    measures: &mut GeneratorMeasures,
) -> Result<(), PointsError> {
    if points.generator.returns != Returns::Gradient {
        measures.note("gradient", "the generator returns none");
        return Ok(());
    }
    if let Some(why_not) = why_not {
        measures.note("gradient", format!("no double precision: {why_not}"));
        return Ok(());
    }
    measures.gradient = check(points)?;
    if measures.gradient.is_none() {
        measures.note("gradient", "no gradient is finite");
    }
    Ok(())
}

/// Returns `None` if no difference is finite.
pub(super) fn check(points: &Points<'_>) -> Result<Option<GradientCheck>, PointsError> {
    // Positions that single precision has exactly, so that only the gradients differ.
    let rounded = |world| points.inputs.rounded(points.position(world));
    let positions: Vec<[f64; 4]> = points.in_view().map(rounded).collect();
    let returned = points.single(&positions)?;
    let mut squares = vec![0.0; positions.len()];
    let exact =
        points.gradient.map(|gradient| gradient.evaluate(points.gpu, &points.inputs, &positions));
    let exact = exact.transpose()?;
    for axis in 0..points.generator.channels as usize - 1 {
        let slopes = match &exact {
            Some(exact) => exact.iter().map(|slopes| slopes[axis]).collect(),
            None => differences(points, &positions, axis)?,
        };
        for (square, (returned, slope)) in squares.iter_mut().zip(returned.iter().zip(slopes)) {
            *square += (returned[axis + 1] - slope).powi(2);
        }
    }
    Ok(summary(&positions, &squares))
}

fn differences(
    points: &Points<'_>,
    positions: &[[f64; 4]],
    axis: usize,
) -> Result<Vec<f64>, PointsError> {
    let step = STEP * points.inputs.grid.span;
    let moved = |offset: f64| {
        let moved = positions.iter().map(|position| {
            let mut moved = *position;
            moved[axis] += offset;
            moved
        });
        points.best(&moved.collect::<Vec<_>>())
    };
    let (below, above) = (moved(-step)?, moved(step)?);
    let differences = below.iter().zip(&above);
    Ok(differences.map(|(below, above)| (above[0] - below[0]) / (2.0 * step)).collect())
}

fn summary(positions: &[[f64; 4]], squares: &[f64]) -> Option<GradientCheck> {
    let errors = squares.iter().map(|square| square.sqrt());
    let rms_error = rms(errors.clone())?;
    let finite = errors.zip(positions).filter(|(error, _)| error.is_finite());
    let (max_error, at) = finite.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    Some(GradientCheck { max_error, rms_error, at: [at[0], at[1]] })
}
