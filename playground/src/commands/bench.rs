//! `playground bench`: measures the evaluation time of generators. Their runs alternate, so that changes of the clock
//! rate affect all of them.

mod timing;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use noise_playground::Subject;
use noise_playground::generator::{Generator, Schedule};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, GpuError, Quartiles, TimestampQuery, empty_generator,
    read_report,
};
use noise_playground::grid::SampleGrid;
use serde_json::{Value, json};

use super::options::{given_placement, grid, reject_placement};
use super::{print, print_json};
use crate::args::{GeneratorArg, Global, GridSettings, OutputArgs, SettingArgs, ValueArgs};
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use timing::{FrameBenchmark, time_evaluation};

#[derive(Debug, Args)]
#[command(after_help = BENCH_HELP)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Further generators or captures. The runs of all are interleaved, and compared with the first. --set and --preset
    /// apply to all.
    pub(crate) others: Vec<String>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    #[command(flatten)]
    pub(crate) grid: SettingArgs<GridSettings>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `bench --help`.
const BENCH_HELP: &str = "\
Prints medians of repeated runs after a warm-up: of the evaluation, and of a
full frame (evaluation, value range, shading). The evaluation is timed with GPU
timestamps if the adapter supports them, else from submission to completion.
Several generators run in turn on the same samples, and the ratio of their times
to those of the first is printed: the median of all runs and its quartiles,
without the time of the empty kernel.
The empty kernel writes a constant to the same texture; its time is the part of
the evaluation that is independent of the generator.";

/// Default width and height of the field in samples.
const SIDE: u32 = 4096;

/// Clock rates rise and memory is mapped meanwhile.
const WARM_UP: Duration = Duration::from_millis(300);

/// For one generator; longer or shorter if [`RUNS`] requires it.
const MEASUREMENT: Duration = Duration::from_secs(2);

/// Minimum and maximum per generator.
const RUNS: (usize, usize) = (5, 200);

/// Also measures an empty kernel for comparison.
pub(crate) fn bench(arguments: &BenchArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let subjects = subjects(arguments)?;
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let empty = empty_generator(subjects[0].generator.channels);
    let mut baseline = Benchmark::new(&gpu, &Subject::new(&empty, subjects[0].settings))?;
    let benchmarks = subjects.iter().map(|subject| Benchmark::new(&gpu, subject));
    let mut benchmarks: Vec<Benchmark> = benchmarks.collect::<Result<_, _>>()?;
    let timestamps = TimestampQuery::new(&gpu);
    run(&gpu, timestamps.as_ref(), &mut baseline, &mut benchmarks)?;
    let report = Report {
        adapter: gpu.name(),
        clock: if timestamps.is_some() { "gpu" } else { "wall" },
        baseline_ms: Quartiles::of(baseline.evaluations).median,
        benchmarks,
    };
    if arguments.results.json {
        print_json(&report.json())?;
    } else {
        print(&report.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Subjects have the grid of the first, or a grid program's own; z and time are 0.
fn subjects(arguments: &BenchArgs) -> Result<Vec<Subject>, CommandError> {
    let root = &arguments.generator.named.root;
    let set = &arguments.values.set;
    // The folder and the features may be meant for the other generators.
    let first = Opened::open(&arguments.generator.named.generator, root, set)?;
    let first = first.at_stage(&arguments.generator.stage)?;
    let initial = SampleGrid { size: [SIDE; 2], ..first.subject.settings.grid };
    let shared = grid(&arguments.grid, initial)?;
    let mut all = vec![first];
    for other in &arguments.others {
        all.push(Opened::open(other, root, set)?);
    }
    let subjects = all.into_iter().map(|opened| {
        let subject = opened.with_values(&arguments.values)?.subject;
        let schedule = Schedule::new(&subject.generator, &subject.values)?;
        let grid = schedule.map_or(shared, |schedule| schedule.grid(&subject.generator));
        Ok(Subject { settings: grid.into(), ..subject })
    });
    let subjects: Vec<Subject> = subjects.collect::<Result<_, CommandError>>()?;
    let generators: Vec<&Generator> = subjects.iter().map(|subject| &*subject.generator).collect();
    reject_placement(&given_placement(&arguments.grid), &generators)?;
    Ok(subjects)
}

/// Measured milliseconds: one evaluation and one whole frame per run.
struct Benchmark {
    pipeline: EvaluatePipeline,
    inputs: EvaluateInputs,
    frame: FrameBenchmark,
    evaluations: Vec<f64>,
    frames: Vec<f64>,
}

impl Benchmark {
    fn new(gpu: &Gpu, subject: &Subject) -> Result<Self, CommandError> {
        let grid = subject.settings.grid;
        Ok(Self {
            inputs: subject.inputs(grid)?,
            frame: FrameBenchmark::new(gpu, &subject.generator, grid.size)?,
            pipeline: EvaluatePipeline::new(gpu, &subject.generator)?,
            evaluations: Vec::new(),
            frames: Vec::new(),
        })
    }

    fn warm_up(
        &mut self,
        gpu: &Gpu,
        timestamps: Option<&TimestampQuery>,
    ) -> Result<(), CommandError> {
        let start = Instant::now();
        while start.elapsed() < WARM_UP {
            self.time_evaluation(gpu, timestamps)?;
        }
        let report = read_report(gpu, &self.frame.targets.field)?;
        match self.pipeline.runaway(&report) {
            Some(runaway) => Err(CommandError::Shader(vec![runaway])),
            None => Ok(()),
        }
    }

    fn time_evaluation(
        &self,
        gpu: &Gpu,
        timestamps: Option<&TimestampQuery>,
    ) -> Result<f64, GpuError> {
        let field = &self.frame.targets.field;
        time_evaluation(gpu, &self.pipeline, &self.inputs, field, timestamps)
    }

    /// Measures an evaluation, then a whole frame. A frame contains an evaluation, so its recorded time is never less.
    fn run(&mut self, gpu: &Gpu, timestamps: Option<&TimestampQuery>) -> Result<(), GpuError> {
        let evaluation = self.time_evaluation(gpu, timestamps)?;
        let frame = self.frame.time(gpu, &self.pipeline, &self.inputs)?;
        self.evaluations.push(evaluation);
        self.frames.push(frame.max(evaluation));
        Ok(())
    }

    fn gsamples_per_s(&self, evaluate_ms: f64) -> f64 {
        let [width, height] = self.inputs.grid.size.map(f64::from);
        width * height / evaluate_ms / 1e6
    }
}

/// Measures one run of each generator, again and again, and of the empty kernel.
fn run(
    gpu: &Gpu,
    timestamps: Option<&TimestampQuery>,
    baseline: &mut Benchmark,
    benchmarks: &mut [Benchmark],
) -> Result<(), CommandError> {
    baseline.warm_up(gpu, timestamps)?;
    for benchmark in &mut *benchmarks {
        benchmark.warm_up(gpu, timestamps)?;
    }
    let start = Instant::now();
    let duration = MEASUREMENT * benchmarks.len() as u32;
    for count in 0..RUNS.1 {
        if count >= RUNS.0 && start.elapsed() >= duration {
            break;
        }
        let empty_ms = baseline.time_evaluation(gpu, timestamps)?;
        baseline.evaluations.push(empty_ms);
        for benchmark in &mut *benchmarks {
            benchmark.run(gpu, timestamps)?;
        }
    }
    Ok(())
}

struct Report {
    adapter: String,
    /// GPU timestamps or the CPU's clock.
    clock: &'static str,
    baseline_ms: f64,
    benchmarks: Vec<Benchmark>,
}

impl Report {
    /// Returns quartiles of the ratio to the first generator, both minus the empty kernel. `None` if the first takes no
    /// longer than that.
    fn ratio(&self, benchmark: &Benchmark) -> Option<Quartiles> {
        let first = &self.benchmarks[0];
        Quartiles::of_ratios(&first.evaluations, &benchmark.evaluations, self.baseline_ms)
    }

    fn json(&self) -> Value {
        let mut generators: Vec<Value> =
            self.benchmarks.iter().map(|one| self.generator_json(one)).collect();
        if generators.len() == 1 {
            return generators.remove(0);
        }
        let mut report = generators[0].clone();
        report["ratio"] = generators[1]["ratio"].clone();
        report["generators"] = generators.into();
        report
    }

    fn generator_json(&self, benchmark: &Benchmark) -> Value {
        let [width, height] = benchmark.inputs.grid.size;
        let evaluation = Quartiles::of(benchmark.evaluations.clone());
        let mut report = json!({
            "address": benchmark.pipeline.generator.address.to_string(), "adapter": self.adapter,
            "size": if width == height { json!(width) } else { json!([width, height]) },
            "evaluate_ms": evaluation.median, "quartiles_ms": [evaluation.low, evaluation.high],
            "net_ms": evaluation.median - self.baseline_ms,
            "gsamples_per_s": benchmark.gsamples_per_s(evaluation.median),
            "frame_ms": Quartiles::of(benchmark.frames.clone()).median,
            "baseline_ms": self.baseline_ms, "clock": self.clock, "runs": benchmark.evaluations.len(),
        });
        if self.benchmarks.len() > 1 {
            report["ratio"] = json!(self.ratio(benchmark));
        }
        report
    }

    fn text(&self) -> String {
        let mut lines = Vec::new();
        for (index, benchmark) in self.benchmarks.iter().enumerate() {
            self.describe(benchmark, index, &mut lines);
        }
        lines.push(format!("empty kernel  {:9.3} ms", self.baseline_ms));
        lines.join("\n")
    }

    fn describe(&self, benchmark: &Benchmark, index: usize, lines: &mut Vec<String>) {
        let [width, height] = benchmark.inputs.grid.size;
        let address = &benchmark.pipeline.generator.address;
        lines.push(format!("{address} at {width}x{height} on {}", self.adapter));
        let Quartiles { median, low, high } = Quartiles::of(benchmark.evaluations.clone());
        let runs = benchmark.evaluations.len();
        let rate = benchmark.gsamples_per_s(median);
        lines.push(format!(
            "evaluation    {median:9.3} ms   {rate:.3} Gsamples/s   median of {runs} runs, quartiles {low:.3} and {high:.3}, {} clock",
            self.clock
        ));
        let frame = Quartiles::of(benchmark.frames.clone()).median;
        lines.push(format!(
            "whole frame   {frame:9.3} ms   evaluation, value range and shading, wall clock"
        ));
        if index > 0 {
            lines.push(match self.ratio(benchmark) {
                Some(Quartiles { median, low, high }) => format!(
                    "ratio         {median:9.3}      to the first, quartiles {low:.3} and {high:.3}, without the empty kernel"
                ),
                None => "ratio                 –      the first takes no longer than an empty kernel".to_owned(),
            });
        }
    }
}
