//! Tests of exact derivatives, in double precision against extrapolated differences.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "derivatives/cost.rs"]
mod cost;
#[path = "derivatives/generated.rs"]
mod generated;
#[path = "derivatives/language.rs"]
mod language;
#[path = "derivatives/level.rs"]
mod level;
#[path = "derivatives/named.rs"]
mod named;
#[path = "derivatives/pointers.rs"]
mod pointers;
#[path = "derivatives/power.rs"]
mod power;
#[allow(dead_code, reason = "fuzzing uses more of it")]
#[path = "fuzz/random.rs"]
mod random;
#[path = "derivatives/reference.rs"]
mod reference;
#[path = "derivatives/romberg.rs"]
mod romberg;
mod support;
#[path = "derivatives/written.rs"]
mod written;

use std::sync::Arc;

use noise_playground::field::Channel;
use noise_playground::generator::control::{Control, ControlSource, HostInputs, Values, Widget};
use noise_playground::generator::{self, Derivative, Generator, Precision, derive};
use noise_playground::gpu::{EvaluateInputs, PointPipeline};
use noise_playground::source::SourceTree;

use romberg::{LEVELS, Limit, limit};
use support::gpu;

const POINTS: usize = 64;

/// Positions in the initial view, without regularity.
fn positions(generator: &Generator) -> Vec<[f64; 4]> {
    let grid = generator.initial_grid(1);
    // The first point is not the center, where many noises have a kink.
    let at = |index: usize, step: f64| (0.5 + (index + 1) as f64 * step).fract() - 0.5;
    let point = |index| {
        let offsets =
            [0.819_172_513_396, 0.671_043_606_704, 0.549_700_477_902].map(|step| at(index, step));
        let [x, y, z] = offsets.map(|offset| f64::from((grid.span * offset) as f32));
        [grid.center[0] + x, grid.center[1] + y, 0.37 + z, 0.21]
    };
    (0..POINTS).map(point).collect()
}

struct Subject {
    generator: Arc<Generator>,
    pipeline: PointPipeline,
}

impl Subject {
    fn new(generator: Arc<Generator>) -> Self {
        let pipeline = PointPipeline::new(gpu(), &generator, Precision::Double).unwrap();
        Self { generator, pipeline }
    }

    fn evaluate(&self, values: &Values, positions: &[[f64; 4]]) -> Vec<[f64; 4]> {
        let grid = self.generator.initial_grid(500);
        let host = HostInputs { pixel_size: grid.span / 500.0, ..HostInputs::default() };
        let inputs = EvaluateInputs::new(&self.generator, values, grid, 0.0, &host).unwrap();
        self.pipeline.evaluate(gpu(), &inputs, positions).unwrap()
    }

    fn derived(&self, derivative: &Derivative, channel: Channel) -> Self {
        Self::new(derive(&self.generator, derivative, channel).unwrap().into())
    }
}

/// Extrapolates from differences with several first steps, and keeps the estimate with the smallest error.
fn limits(steps: &[f64], value: impl Fn(f64) -> Vec<f64>) -> Vec<Limit> {
    let count = value(0.0).len();
    let mut best = vec![Limit::UNKNOWN; count];
    let mut finest = vec![0.0; count];
    for step in steps {
        let mut rounding = vec![0.0; best.len()];
        let differences = std::array::from_fn::<Vec<f64>, LEVELS, _>(|level| {
            let step = step / f64::powi(2.0, level as i32);
            let (below, above) = (value(-step), value(step));
            let pairs = below.iter().zip(&above).zip(&mut rounding);
            let differences = pairs.map(|((below, above), rounding)| {
                *rounding = 4.0 * f64::EPSILON * above.abs() / step;
                (above - below) / (2.0 * step)
            });
            differences.collect()
        });
        for (point, best) in best.iter_mut().enumerate() {
            let mut found = limit(std::array::from_fn(|level| differences[level][point]));
            found.error += rounding[point];
            if found.error < best.error {
                *best = found;
            }
            finest[point] = differences[LEVELS - 1][point];
        }
    }
    // Far from a point, a function may be flat: then differences converge to 0 before they find its slope.
    for (best, finest) in best.iter_mut().zip(finest) {
        if (best.value - finest).abs() > 1e-3 * best.value.abs().max(finest.abs()) {
            best.error += (best.value - finest).abs();
        }
    }
    best
}

/// Result of a comparison.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    compared: usize,
    /// Points at which differences do not converge.
    kinks: usize,
    not_finite: usize,
    /// Largest relative error.
    worst: f64,
}

impl Tally {
    fn merge(&mut self, other: Self) {
        self.compared += other.compared;
        self.kinks += other.kinks;
        self.not_finite += other.not_finite;
        self.worst = self.worst.max(other.worst);
    }

    fn add(&mut self, exact: &[f64], limits: &[Limit], name: &str) {
        let finite = exact.iter().filter(|exact| exact.is_finite());
        let squares = finite.clone().map(|exact| exact * exact).sum::<f64>();
        let typical = (squares / finite.count().max(1) as f64).sqrt();
        let mut worst = (0.0, 0);
        for (index, (exact, limit)) in exact.iter().zip(limits).enumerate() {
            let scale = exact.abs().max(typical).max(1e-12);
            if !exact.is_finite() {
                // Where the value itself is not finite, nothing can be compared.
                self.not_finite += usize::from(limit.value.is_finite());
            } else if *exact == 0.0 && limit.value == 0.0 {
                self.compared += 1;
            } else if limit.error.is_nan() || limit.error > 3e-9 * scale {
                self.kinks += 1;
            } else {
                self.compared += 1;
                let error = (exact - limit.value).abs() / scale;
                if error > worst.0 {
                    worst = (error, index);
                }
            }
        }
        if worst.0 > 1e-8 {
            let (error, index) = worst;
            println!("{name}: {error:e} at {index}: {:e}, not {:?}", exact[index], limits[index]);
        }
        self.worst = self.worst.max(worst.0);
    }
}

fn shipped_functions() -> Vec<Arc<Generator>> {
    let tree = support::shipped();
    let filter = std::env::var("DERIVATIVES_OF").unwrap_or_default();
    let files = tree.iter().flat_map(|source| generator::compile(&tree, source).generators);
    files
        .filter(|generator| generator.program().is_none())
        .filter(|generator| generator.returns() != noise_playground::field::Returns::Color)
        .filter(|generator| generator.address().to_string().contains(&filter))
        .collect()
}

/// The main generator of a file beside the built-in folder's.
fn beside_shipped(text: &str) -> Arc<Generator> {
    let tree = support::shipped();
    let files = tree.iter().map(|source| (source.path.to_string(), source.text.clone()));
    let files = files.chain([("mine.wgsl".to_owned(), text.to_owned())]);
    support::generator(&SourceTree::from_iter(files), "mine.wgsl", None)
}

#[test]
fn gradients_of_shipped_generators_are_limits_of_differences() {
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for generator in shipped_functions() {
        let name = generator.address().to_string();
        let subject = Subject::new(generator);
        let gradient = subject.derived(&Derivative::Gradient, Channel::X);
        let (positions, values) = (positions(&subject.generator), Values::default());
        let exact = gradient.evaluate(&values, &positions);
        let span = subject.generator.initial_grid(1).span;
        let mut own = Tally::default();
        for axis in 0..gradient.generator.channels() as usize {
            let exact: Vec<f64> = exact.iter().map(|exact| exact[axis]).collect();
            let limits = limits(&[span / 4096.0, span / 131_072.0, span / 4e6], |offset| {
                let mut moved = positions.clone();
                moved.iter_mut().for_each(|position| position[axis] += offset);
                let results = subject.evaluate(&values, &moved);
                results.iter().map(|result| result[0]).collect()
            });
            own.add(&exact, &limits, &format!("{name} d{axis}"));
        }
        println!("{name}: {own:?}");
        if own.worst > 1e-8 || own.compared == 0 {
            failures.push(name);
        }
        tally.merge(own);
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "{failures:?}");
    // Kinks are rare: creases of ridged noise, and the edges of clamps, pass next to few points.
    assert!(tally.kinks + tally.not_finite < tally.compared / 20, "{tally:?}");
}

/// True for all controls in a long run, else for one in `SHARE` of them, since each takes a pipeline of its own.
fn is_chosen(index: usize) -> bool {
    const SHARE: usize = 6;
    std::env::var_os("DERIVATIVES_ALL").is_some() || index.is_multiple_of(SHARE)
}

#[test]
fn derivatives_by_controls_of_shipped_generators_are_limits_of_differences() {
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    let mut index = 0;
    for generator in shipped_functions() {
        let subject = Subject::new(generator);
        let positions = positions(&subject.generator);
        for (control, component) in float_components(&subject.generator) {
            index += 1;
            if !is_chosen(index) {
                continue;
            }
            let own = by_control(&subject, &positions, control, component);
            println!("{} {}.{component}: {own:?}", subject.generator.address(), control.name);
            if own.worst > 1e-8 {
                failures.push(format!("{} {}", subject.generator.address(), control.name));
            }
            tally.merge(own);
        }
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "{failures:?}");
    assert!(tally.kinks + tally.not_finite < tally.compared / 20, "{tally:?}");
}

/// The controls that are floats, with the indices of their components: of an array, only the first two.
fn float_components(generator: &Generator) -> impl Iterator<Item = (&Control, usize)> {
    let is_float = |control: &&Control| {
        let is_of_shader =
            matches!(control.source, ControlSource::Uniform | ControlSource::Argument);
        !control.ty.is_integer() && is_of_shader
    };
    let controls = generator.controls().iter().filter(is_float);
    controls.flat_map(|control| (0..control.default.0.len().min(2)).map(move |at| (control, at)))
}

fn by_control(
    subject: &Subject,
    positions: &[[f64; 4]],
    control: &Control,
    component: usize,
) -> Tally {
    // Defaults are often at kinks, such as a whole number of octaves. Steps are exact in single precision.
    let is_angle = control.widget == Widget::Angle;
    let number = control.default.0[component];
    let number = if is_angle { number.to_radians() } else { number };
    let number = if number == 0.0 { 0.031 } else { 0.969 * number };
    let scale = f64::powi(2.0, (number.abs().max(0.25)).log2().floor() as i32);
    let number = f64::from(number as f32);
    let at = |offset: f64| {
        let moved = number + offset;
        let mut value = control.default.clone();
        value.0[component] = if is_angle { moved.to_degrees() } else { moved };
        let mut values = Values::default();
        values.set(control, value);
        values
    };
    let derivative = Derivative::Sensitivity { control: control.name.clone(), component };
    let exact = subject.derived(&derivative, Channel::X).evaluate(&at(0.0), positions);
    let exact: Vec<f64> = exact.iter().map(|exact| exact[0]).collect();
    let limits =
        limits(&[scale / 64.0, scale / 1024.0, scale / 16_384.0, scale / 262_144.0], |offset| {
            let results = subject.evaluate(&at(offset), positions);
            results.iter().map(|result| result[0]).collect()
        });
    let mut own = Tally::default();
    own.add(&exact, &limits, &format!("{} {}", subject.generator.address(), control.name));
    own
}

/// Second derivatives are the limits of differences of the exact gradient, and do not depend on the order of the axes.
#[test]
fn second_derivatives_are_limits_and_symmetric() {
    let noises = [
        ("perlin", "perlin(q, 7u)"),
        ("perlin", "perlin_deriv(q, 7u).y"),
        ("simplex", "simplex(q, 7u)"),
        ("value", "value(q, 7u)"),
        ("turbulence", "fbm(q, 7u, 5.5, 1.9, 0.5)"),
        ("turbulence", "swiss_turbulence(q, 7u, 4.5, 1.9, 0.6, 0.15)"),
        ("turbulence", "jordan_turbulence(q, 7u, 4.5, 1.9, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)"),
    ];
    for (file, call) in noises {
        let name = call.split_once('(').unwrap().0;
        let subject = |q: &str| {
            let text = format!(
                "import package::noise::{file}::{name};\nfn f(p: vec2f) -> f32 {{ let q = {q}; return {call}; }}"
            );
            Subject::new(beside_shipped(&text))
        };
        let (plain, turned) = (subject("p"), subject("p.yx"));
        let positions = positions(&plain.generator);
        let turned_positions: Vec<_> =
            positions.iter().map(|[x, y, z, t]| [*y, *x, *z, *t]).collect();
        let values = Values::default();
        let [hessian, swapped] =
            [(&plain, &positions), (&turned, &turned_positions)].map(|(subject, positions)| {
                subject.derived(&Derivative::Hessian, Channel::X).evaluate(&values, positions)
            });
        let scale = hessian.iter().map(|second| second[1].abs()).fold(0.0, f64::max);
        let laplacian = plain.derived(&Derivative::Laplacian, Channel::X);
        for ((second, swapped), trace) in
            hessian.iter().zip(&swapped).zip(laplacian.evaluate(&values, &positions))
        {
            assert!(
                (second[1] - swapped[1]).abs() <= 1e-12 * scale,
                "{name}: {second:?} {swapped:?}"
            );
            assert!((second[0] + second[2] - trace[0]).abs() <= 1e-12 * scale, "{name}");
        }
        let gradient = plain.derived(&Derivative::Gradient, Channel::X);
        for (index, (of, axis)) in [(0, 0), (0, 1), (1, 1)].into_iter().enumerate() {
            let limits = limits(&[1e-3, 1e-4], |offset| {
                let mut moved = positions.clone();
                moved.iter_mut().for_each(|position| position[axis] += offset);
                gradient.evaluate(&values, &moved).iter().map(|slope| slope[of]).collect()
            });
            let exact: Vec<f64> = hessian.iter().map(|second| second[index]).collect();
            let mut own = Tally::default();
            own.add(&exact, &limits, &format!("{call} {index}"));
            println!("{call} {index}: {own:?}");
            assert!(own.worst < 1e-8 && own.compared > POINTS / 2, "{call}: {own:?}");
        }
    }
}
