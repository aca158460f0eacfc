//! Points at which a measurement evaluates a generator, and the evaluation there.

use std::sync::Arc;

use crate::field::Channel;
use crate::field::grid::SampleGrid;
use crate::generator::Generator;
use crate::gpu::{EvaluateInputs, Gpu, PointPipeline, PointsError};

pub(super) const COUNT: usize = 4096;

pub(super) struct Points<'a> {
    pub(super) gpu: &'a Gpu,
    pub(super) generator: &'a Arc<Generator>,
    pub(super) inputs: EvaluateInputs,
    pub(super) single: &'a PointPipeline,
    /// `None` if there is no twin.
    pub(super) double: Option<&'a PointPipeline>,
    /// The exact gradient in double precision; `None` if it is unknown.
    pub(super) gradient: Option<&'a PointPipeline>,
    pub(super) channel: Channel,
}

impl Points<'_> {
    pub(super) fn in_view(&self) -> impl Iterator<Item = [f64; 2]> + Clone {
        in_view(self.inputs.grid)
    }

    /// Positions are rounded.
    pub(super) fn single(&self, positions: &[[f64; 4]]) -> Result<Vec<[f64; 4]>, PointsError> {
        self.single.evaluate(self.gpu, &self.inputs, positions)
    }

    /// By the twin; by the generator itself if it has none.
    pub(super) fn best(&self, positions: &[[f64; 4]]) -> Result<Vec<[f64; 4]>, PointsError> {
        let pipeline = self.double.unwrap_or(self.single);
        pipeline.evaluate(self.gpu, &self.inputs, positions)
    }

    pub(super) fn position(&self, world: [f64; 2]) -> [f64; 4] {
        self.inputs.position(world)
    }

    pub(super) fn values(&self, results: &[[f64; 4]], channel: Channel) -> Vec<f64> {
        let count = self.generator.channels as usize;
        let values = results.iter().map(|result| match channel {
            Channel::X => result[0],
            Channel::Y => result[1],
            Channel::Z => result[2],
            Channel::W => result[3],
            Channel::YMinusX => result[1] - result[0],
            Channel::Length => {
                let squares = result[..count].iter().map(|number| number * number);
                squares.sum::<f64>().sqrt()
            }
        });
        values.collect()
    }
}

/// World positions that are spread evenly over a view, without being on a lattice: the additive recurrence R2 of
/// Roberts, with the fractional parts of multiples of 1/g and 1/g², g³ = g + 1.
pub(super) fn in_view(grid: SampleGrid) -> impl Iterator<Item = [f64; 2]> + Clone {
    (0..COUNT).map(move |index| {
        let at = |step: f64| (0.5 + index as f64 * step).fract();
        let fractions = [at(0.754_877_666_246_692_8), at(0.569_840_290_998_053_3)];
        let sample = [0, 1].map(|axis| fractions[axis] * f64::from(grid.size[axis]) - 0.5);
        grid.world_from_sample(sample)
    })
}

/// Of the finite numbers; `None` if there are none.
pub(super) fn rms(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let finite = numbers.filter(|number| number.is_finite());
    let (sum, count) =
        finite.fold((0.0, 0.0), |(sum, count), number| (sum + number * number, count + 1.0));
    (count > 0.0).then(|| (sum / count).sqrt())
}

/// Of the finite numbers; 0 if there are none.
pub(super) fn deviation(numbers: &[f64]) -> f64 {
    let finite = || numbers.iter().filter(|number| number.is_finite());
    let mean = finite().sum::<f64>() / finite().count().max(1) as f64;
    rms(finite().map(|number| number - mean)).unwrap_or_default()
}
