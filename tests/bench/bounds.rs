//! How far each built-in generator is from what the chip allows: `cargo bench --bench bounds [SIDE]`, 1024 by default;
//! use 256 with a software driver.
//!
//! The generator's function is executed operation by operation, at some samples of its view with the default values:
//! loops and branches as they are taken there. Counted is what the result depends on. Equal operations count once, those
//! with equal results in all samples do not count, and a multiplication with an addition counts as one. The bound is the
//! rate at which the busiest unit of the chip does that, or at which all operations can be issued, or samples be stored.

#[path = "bounds/arithmetic.rs"]
mod arithmetic;
#[path = "bounds/expression.rs"]
mod expression;
#[path = "bounds/graph.rs"]
mod graph;
#[path = "bounds/machine.rs"]
mod machine;
#[path = "bounds/rates.rs"]
mod rates;
#[path = "bounds/value.rs"]
mod value;

use std::sync::Arc;
use std::time::{Duration, Instant};

use graph::{Counts, UNITS};
use machine::Machine;
use noise_playground::generator::control::{HostInputs, UniformLayout, Values};
use noise_playground::generator::{Domain, Generator, compile};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, TimestampQuery};
use noise_playground::source::{ModulePath, SourceTree};
use value::{Outcome, Value};

/// Evaluations, of which the median counts.
const ROUNDS: usize = 9;

/// Time of evaluations before: clock rates rise meanwhile.
const WARM_UP: Duration = Duration::from_millis(300);

/// Counted samples along each side of the view.
const COUNTED: u32 = 5;

struct Row {
    name: String,
    counts: Counts,
    /// Thousand million samples a second.
    bound: f64,
    measured: f64,
}

fn main() {
    let side = std::env::args().skip(1).find_map(|text| text.parse().ok());
    let bench = Bench::new(side.unwrap_or(1024));
    let rates = bench.rates();
    println!(
        "{}, {side} x {side} samples, medians of {ROUNDS}",
        bench.gpu.name(),
        side = bench.side
    );
    let units = UNITS.iter().zip(rates.units).map(|(unit, rate)| format!("{unit:?} {rate:.0}"));
    println!(
        "thousand million operations a second: {}; stored samples {:.1}",
        units.collect::<Vec<_>>().join(", "),
        rates.stored
    );
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    let mut rows = Vec::new();
    for source in shipped.iter().filter(|source| source.path.as_str().starts_with("generators/")) {
        let file = compile(&shipped, source);
        let Some(generator) = file.main() else { continue };
        match counted(generator, bench.side) {
            Ok(counts) => rows.push(bench.row(generator, counts, &rates)),
            Err(reason) => println!("{} is not counted: {reason}", generator.address().file),
        }
    }
    rows.sort_by(|a, b| (a.measured / a.bound).total_cmp(&(b.measured / b.bound)));
    print(&rows);
}

fn print(rows: &[Row]) {
    print!("{:18}", "operations");
    UNITS.iter().for_each(|unit| print!("{:>10}", format!("{unit:?}")));
    println!("{:>12}{:>12}{:>8}", "bound, G/s", "now, G/s", "share");
    for Row { name, counts, bound, measured } in rows {
        print!("{name:18}");
        counts.iter().for_each(|count| print!("{count:10.0}"));
        println!("{bound:12.2}{measured:12.2}{:7.0}%", 100.0 * measured / bound);
    }
}

/// Mean number of operations in a sample of a picture with `side` samples on each side.
fn counted(generator: &Generator, side: u32) -> Outcome<Counts> {
    if generator.program().is_some() {
        return Err("it is a grid program".to_owned());
    }
    let module =
        naga::front::wgsl::parse_str(&generator.linked().wgsl).map_err(|e| e.to_string())?;
    let info = machine::info(&module)?;
    let name = Some(generator.address().function.as_str());
    let mut functions = module.functions.iter();
    let function = functions.find(|(_, function)| function.name.as_deref() == name);
    let (function, _) = function.ok_or("its function is not found")?;
    let pixel_size = generator.initial_grid(side).spacing();
    let host = HostInputs { resolution: [side; 2], pixel_size, ..HostInputs::default() };
    let encode = |layout: &UniformLayout| {
        layout.encode(generator.controls(), &Values::default(), &host, &[])
    };
    let (uniform, given) = (encode(generator.uniform()), encode(generator.arguments()));
    let grid = generator.initial_grid(COUNTED);
    let mut sum = Counts::default();
    for sample in 0..COUNTED * COUNTED {
        // Not on a lattice of the noise.
        let at = [sample % COUNTED, sample / COUNTED].map(|at| f64::from(at) + 0.137);
        let mut machine = Machine::new(&module, &info, &uniform)?;
        let at = grid.world_from_sample(at);
        let mut coordinate = |number: f64| machine.graph.input((number as f32).to_bits());
        let mut position = vec![coordinate(at[0]), coordinate(at[1])];
        if generator.domain() != Domain::Plane {
            position.push(graph::Scalar::uniform(0));
        }
        let mut arguments = vec![Value::vector(position)];
        for slot in &generator.arguments().slots {
            let ty = &module.functions[function].arguments[arguments.len()].ty;
            let bytes = &given[slot.offset as usize..];
            arguments.push(value::read(&module, &module.types[*ty].inner, bytes)?);
        }
        let result = machine.call(function, arguments)?;
        let numbers = result.ok_or("it returns nothing")?.numbers();
        numbers.into_iter().for_each(|number| machine.graph.need(number));
        sum.iter_mut().zip(machine.graph.counts()).for_each(|(sum, count)| *sum += count);
    }
    if sum == Counts::default() {
        return Err("it has a derivative without a text".to_owned());
    }
    Ok(sum.map(|sum| sum / f64::from(COUNTED * COUNTED)))
}

/// In thousand million a second.
struct Rates {
    units: Counts,
    stored: f64,
}

impl Rates {
    fn bound(&self, counts: &Counts) -> f64 {
        let units = counts.iter().zip(self.units).map(|(count, rate)| count / rate);
        // Each unit takes operations of the same schedulers; the fastest shows how many they issue.
        let issued = counts.iter().sum::<f64>() / self.units.iter().copied().fold(0.0, f64::max);
        1.0 / units.fold(issued.max(1.0 / self.stored), f64::max)
    }
}

struct Bench {
    gpu: Gpu,
    side: u32,
    timestamps: Option<TimestampQuery>,
}

impl Bench {
    fn new(side: u32) -> Self {
        let gpu = Gpu::headless(None).expect("an adapter");
        let timestamps = TimestampQuery::new(&gpu);
        Self { gpu, side, timestamps }
    }

    fn rates(&self) -> Rates {
        let constant = "fn constant(p: vec2f) -> f32 { return 0.5; }";
        let text = format!("{}{constant}", rates::kernels());
        let tree = SourceTree::from_iter([("rates.wgsl", text.as_str())]);
        let file = compile(&tree, tree.get(&ModulePath::new("rates.wgsl")).expect("the file"));
        let ms = |name: &str| {
            let mut generators = file.generators.iter();
            let found = generators.find(|generator| generator.address().function == name);
            self.median_ms(found.expect("the kernel"))
        };
        let empty = ms("constant");
        let samples = f64::from(self.side).powi(2);
        let rate = |index: usize| {
            let total = ms(&format!("rate_{index}"));
            samples * rates::operations(UNITS[index]) / total / 1e6
        };
        Rates { units: std::array::from_fn(rate), stored: samples / empty / 1e6 }
    }

    fn row(&self, generator: &Arc<Generator>, counts: Counts, rates: &Rates) -> Row {
        let samples = f64::from(self.side).powi(2);
        let name = generator.address().file.as_str();
        let name = name.strip_prefix("generators/").unwrap_or(name);
        Row {
            name: name.trim_end_matches(".wgsl").to_owned(),
            bound: rates.bound(&counts),
            measured: samples / self.median_ms(generator) / 1e6,
            counts,
        }
    }

    /// Milliseconds of one evaluation.
    fn median_ms(&self, generator: &Arc<Generator>) -> f64 {
        let gpu = &self.gpu;
        let grid = generator.initial_grid(self.side);
        let field = FieldTexture::of_generator(gpu, grid.size, generator).expect("a field");
        let pipeline = EvaluatePipeline::new(gpu, generator).expect("a pipeline");
        let host = HostInputs::default();
        let inputs = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host);
        let inputs = inputs.expect("inputs");
        let begun = Instant::now();
        while begun.elapsed() < WARM_UP {
            self.evaluate_ms(&pipeline, &inputs, &field);
        }
        let mut times: Vec<f64> =
            (0..ROUNDS).map(|_| self.evaluate_ms(&pipeline, &inputs, &field)).collect();
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    }

    fn evaluate_ms(
        &self,
        pipeline: &EvaluatePipeline,
        inputs: &EvaluateInputs,
        field: &FieldTexture,
    ) -> f64 {
        let gpu = &self.gpu;
        let mut encoder = gpu.encoder();
        let region = inputs.grid.region();
        let timestamps = self.timestamps.as_ref();
        pipeline
            .evaluate(gpu, &mut encoder, inputs, region, field, timestamps)
            .expect("an evaluation");
        let readback = timestamps.map(|timestamps| timestamps.request(gpu, &mut encoder));
        let begun = Instant::now();
        gpu.queue.submit([encoder.finish()]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the device");
        let wall = begun.elapsed().as_secs_f64() * 1e3;
        let bytes = readback.and_then(|readback| readback.try_take(gpu).flatten());
        let measured =
            timestamps.zip(bytes).and_then(|(timestamps, bytes)| timestamps.milliseconds(&bytes));
        measured.unwrap_or(wall)
    }
}
