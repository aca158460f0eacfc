//! Tests of every built-in generator at the limits of its controls: all samples must be finite. Grid programs are
//! tested with small grids and few passes.

use std::sync::Arc;

use noise_playground::field::grid::SampleGrid;
use noise_playground::field::{Field, Returns};
use noise_playground::generator::control::{Control, HostInputs, Value, Values};
use noise_playground::generator::{Domain, Generator};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, read_field};

use crate::grids::Grid;
use crate::probe::{max_abs, report, shipped_files};
use crate::support;

#[test]
fn generators_are_finite_at_the_limits_of_their_controls() {
    let mut failures = Vec::new();
    for file in shipped_files() {
        let is_function = |generator: &&Arc<Generator>| generator.domain() != Domain::Grid;
        for generator in file.generators.iter().filter(is_function) {
            if let Some(wrong) = Bench::new(generator).first_non_finite() {
                failures.push(format!("{}: {wrong}", generator.address()));
            }
        }
    }
    report(&failures);
}

/// Checks that octaves, cells and river beds finer than a sample fade. At this scale all of them are finer, so nothing
/// may alias.
#[test]
fn generators_are_flat_where_all_detail_is_finer_than_a_sample() {
    let mut failures = Vec::new();
    for (source, file) in support::shipped().iter().zip(shipped_files()) {
        let is_height = |main: &&Arc<Generator>| {
            (main.domain(), main.returns()) == (Domain::Plane, Returns::Value)
        };
        let Some(main) = file.main().filter(is_height) else {
            continue;
        };
        if !source.path.as_str().starts_with("generators/")
            || main.address().file.as_str() == HASHES
        {
            continue;
        }
        let bench = Bench::new(main);
        let [near, far] = [PICTURE, FAR].map(|scale| {
            let samples = bench.samples(&Values::default(), scale).samples;
            let mean = samples.iter().sum::<f32>() / samples.len() as f32;
            let deviations = samples.iter().map(|sample| f64::from(sample - mean));
            max_abs(deviations)
        });
        if near < 1e-3 || far.is_nan() || far > 1e-3 * near {
            failures.push(format!("{}: near {near}, far {far}", main.address()));
        }
    }
    report(&failures);
}

#[test]
fn grid_programs_are_finite_at_the_limits_of_their_controls() {
    let mut failures = Vec::new();
    for file in shipped_files() {
        let is_program = |generator: &&Arc<Generator>| generator.domain() == Domain::Grid;
        for generator in file.generators.iter().filter(is_program) {
            let strange = corners(generator.controls())
                .into_iter()
                .find(|corner| !Grid::with(generator, &values_at(corner)).is_finite());
            if let Some(corner) = strange {
                failures.push(format!("{}: {}", generator.address(), named(&corner)));
            }
        }
    }
    report(&failures);
}

/// Width of the sampled line, relative to the default view of a generator.
pub(crate) const PICTURE: f64 = 1.0;
/// Width of the sampled line, relative to the default view, at which all detail is finer than a sample.
const FAR: f64 = 4096.0;
/// Path of the built-in generator that shows one random number per cell and does not fade.
const HASHES: &str = "generators/hashes.wgsl";
/// Width of the sampled line, relative to the default view, at which twenty octaves are visible.
const DEEP: f64 = 1e-6;

/// A generator under test with its pipeline. It is evaluated along a line through the center of its initial view.
pub(crate) struct Bench {
    generator: Arc<Generator>,
    pipeline: EvaluatePipeline,
    field: FieldTexture,
    grid: SampleGrid,
}

impl Bench {
    pub(crate) fn new(generator: &Arc<Generator>) -> Self {
        let gpu = support::gpu();
        let ([x, y], span) = generator.hint().placement.unwrap_or(([0.0, 0.0], 8.0));
        let grid = SampleGrid { center: [x, y], span, size: [64, 1] };
        Self {
            generator: Arc::clone(generator),
            pipeline: EvaluatePipeline::new(gpu, generator).unwrap(),
            field: FieldTexture::new(gpu, grid.size, generator.channels()).unwrap(),
            grid,
        }
    }

    /// Evaluates all tested combinations of control limits. Returns a description of the first one with a non-finite
    /// sample, or `None`.
    fn first_non_finite(&self) -> Option<String> {
        let strange = corners(self.generator.controls()).into_iter().find(|corner| {
            let values = values_at(corner);
            [PICTURE, DEEP].into_iter().any(|scale| {
                let samples = self.samples(&values, scale).samples;
                !samples.iter().all(|number| number.is_finite())
            })
        })?;
        Some(named(&strange))
    }

    pub(crate) fn samples(&self, values: &Values, scale: f64) -> Field {
        let gpu = support::gpu();
        let host = HostInputs::default();
        let grid = SampleGrid { span: scale * self.grid.span, ..self.grid };
        let inputs = EvaluateInputs::new(&self.generator, values, grid, 0.25, &host).unwrap();
        let mut encoder = gpu.encoder();
        self.pipeline
            .evaluate(gpu, &mut encoder, &inputs, grid.region(), &self.field, None)
            .unwrap();
        gpu.queue.submit([encoder.finish()]);
        read_field(gpu, &self.field).unwrap()
    }
}

/// A combination of control limits: controls, each with its lower or upper limit. All other controls have their
/// defaults.
type Corner<'a> = Vec<(&'a Control, End)>;

/// Returns the combinations of control values to be tested: all defaults, all lower limits, all upper limits, and
/// mixtures.
fn corners(controls: &[Control]) -> Vec<Corner<'_>> {
    let everything_at = |end: End| controls.iter().map(|control| (control, end)).collect();
    let mixed = (0..8).map(|corner: u32| {
        let end = |at: u32| {
            let bit =
                corner.wrapping_mul(0x9e37_79b9).wrapping_add(at).wrapping_mul(0x7feb_352d) >> 31;
            if bit == 0 { End::Low } else { End::High }
        };
        (0..).zip(controls).map(|(at, control)| (control, end(at))).collect()
    });
    [Vec::new(), everything_at(End::Low), everything_at(End::High)]
        .into_iter()
        .chain(mixed)
        .collect()
}

fn values_at(corner: &Corner<'_>) -> Values {
    let mut values = Values::default();
    for (control, end) in corner {
        values.set(control, end.of(control));
    }
    values
}

fn named(corner: &Corner<'_>) -> String {
    let ends =
        corner.iter().map(|(control, end)| format!("{} = {}", control.name, end.of(control)));
    ends.collect::<Vec<_>>().join(", ")
}

/// Names and values of controls that set the amount of work, which are not tested at their limits.
const WORK: [(&str, f64); 3] = [("side", 65.0), ("steps", 64.0), ("magnitude", 6.0)];

#[derive(Clone, Copy)]
enum End {
    Low,
    High,
}

impl End {
    /// Returns the value of a control at this limit. Typed values may exceed the slider range: 20 octaves instead of
    /// 16.
    fn of(self, control: &Control) -> Value {
        if control.default.source().is_some() {
            return control.default.clone();
        }
        let work = WORK.iter().find(|(name, _)| control.name == *name);
        let number = match self {
            Self::Low => control.range.min,
            Self::High if control.name.ends_with("octaves") => control.range.max.max(20.0),
            Self::High => work.map_or(control.range.max, |(_, enough)| *enough),
        };
        Value::from(vec![number; control.ty.components()])
    }
}
