//! Every shipped generator at the ends of its controls: always numbers. Grid programs, which would run for minutes there, have tests of their own.

use std::sync::Arc;

use noise_playground::control::{Control, HostInputs, Value, Values};
use noise_playground::field::Field;
use noise_playground::generator::{CompiledFile, Domain, Generator};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, read_field};
use noise_playground::grid::SampleGrid;

use crate::probe::{report, shipped_files};
use crate::support;

#[test]
fn shipped_generators_yield_numbers_at_the_ends_of_their_controls() {
    let mut failures = Vec::new();
    for file in shipped_files() {
        let is_function = |generator: &&Arc<Generator>| generator.domain != Domain::Grid;
        for generator in file.generators.iter().filter(is_function) {
            if let Some(wrong) = Bench::new(file, generator).first_strange() {
                failures.push(format!("{}: {wrong}", generator.address));
            }
        }
    }
    report(&failures);
}

/// Part of the default view's width that the samples cover: a line across the picture.
pub(crate) const PICTURE: f64 = 1.0;
/// So little that twenty octaves show.
const DEEP: f64 = 1e-6;

/// A generator ready to be evaluated over a line through the middle of its own view.
pub(crate) struct Bench {
    generator: Arc<Generator>,
    pipeline: EvaluatePipeline,
    field: FieldTexture,
    grid: SampleGrid,
}

impl Bench {
    pub(crate) fn new(file: &CompiledFile, generator: &Arc<Generator>) -> Self {
        let gpu = support::gpu();
        let ([x, y], span) = generator.hint.placement.unwrap_or(([0.0, 0.0], 8.0));
        let grid = SampleGrid {
            center: [x, y],
            span,
            size: [64, 1],
        };
        Self {
            generator: Arc::clone(generator),
            pipeline: EvaluatePipeline::new(gpu, file.linked.as_ref().unwrap(), generator).unwrap(),
            field: FieldTexture::new(gpu, grid.size, generator.channels).unwrap(),
            grid,
        }
    }

    /// The first values that yield what is no number.
    fn first_strange(&self) -> Option<String> {
        let controls = &self.generator.controls;
        let everything_at = |end: End| controls.iter().map(|control| (control, end)).collect();
        let mixed = (0..8).map(|corner: u32| {
            let end = |at: u32| {
                let bit = corner
                    .wrapping_mul(0x9e37_79b9)
                    .wrapping_add(at)
                    .wrapping_mul(0x7feb_352d)
                    >> 31;
                if bit == 0 { End::Low } else { End::High }
            };
            (0..)
                .zip(controls)
                .map(|(at, control)| (control, end(at)))
                .collect()
        });
        let corners: Vec<Vec<(&Control, End)>> = [
            Vec::new(),
            everything_at(End::Low),
            everything_at(End::High),
        ]
        .into_iter()
        .chain(mixed)
        .collect();
        let strange = corners.into_iter().find(|corner| {
            let mut values = Values::default();
            for (control, end) in corner {
                values.set(control, end.of(control));
            }
            [PICTURE, DEEP].into_iter().any(|scale| {
                let samples = self.samples(&values, scale).samples;
                !samples.iter().all(|number| number.is_finite())
            })
        })?;
        Some(
            strange
                .iter()
                .map(|(control, end)| format!("{} = {}", control.name, end.of(control)))
                .collect::<Vec<_>>()
                .join(", "),
        )
    }

    pub(crate) fn samples(&self, values: &Values, scale: f64) -> Field {
        let gpu = support::gpu();
        let host = HostInputs::default();
        let grid = SampleGrid {
            span: scale * self.grid.span,
            ..self.grid
        };
        let inputs = EvaluateInputs::new(&self.generator, values, grid, 0.25, &host).unwrap();
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.pipeline
            .evaluate(gpu, &mut encoder, &inputs, grid.region(), &self.field, None);
        gpu.queue.submit([encoder.finish()]);
        read_field(gpu, &self.field).unwrap()
    }
}

/// Controls of grid programs that say how long they run.
const WORK: [&str; 2] = ["side", "steps"];

#[derive(Clone, Copy)]
enum End {
    Low,
    High,
}

impl End {
    /// Twenty octaves where a slider ends at sixteen: people type.
    fn of(self, control: &Control) -> Value {
        let number = match self {
            Self::Low => control.range.min,
            Self::High if control.name.ends_with("octaves") => control.range.max.max(20.0),
            // How much work a grid program has is no end to be tried.
            Self::High if WORK.contains(&control.name.as_str()) => control.range.min.max(64.0),
            Self::High => control.range.max,
        };
        Value(vec![number; control.ty.components()])
    }
}
