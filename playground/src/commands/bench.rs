//! `playground bench`: measures the evaluation time of generators. Their runs alternate, so that changes of the clock
//! rate affect all of them.

mod timing;
mod value_sets;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use noise_playground::Subject;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::{Generator, Schedule};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, GpuError, MedianRatio, Quartiles, TimestampQuery,
    empty_generator, read_report,
};
use serde_json::{Value, json};

use super::options::{given_placement, grid, reject_placement};
use super::{print, print_json};
use crate::args::{GeneratorArg, Global, GridSettings, OutputArgs, SettingArgs};
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use timing::{FrameBenchmark, time_evaluation};
use value_sets::ValueSets;

#[derive(Debug, Args)]
#[command(after_help = BENCH_HELP)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Further generators or captures. The runs of all are interleaved, and compared with the first. --set and --preset
    /// apply to all, and with --vs each runs with each set of values.
    pub(crate) others: Vec<String>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    #[command(flatten)]
    pub(crate) grid: SettingArgs<GridSettings>,

    #[command(flatten)]
    pub(crate) values: ValueSets,
}

/// End of `bench --help`.
const BENCH_HELP: &str = "\
Prints medians of repeated runs after a warm-up: of the evaluation, and of a
full frame (evaluation, value range, shading). The evaluation is timed with GPU
timestamps if the adapter supports them, else from submission to completion.
Several generators, or sets of values with --vs between them, run in blocks on
the same samples, in a random order within each, and the ratio of their times to
those of the first is printed: the median of all blocks with its 95 % interval
by the sign test, and the quartiles, without the time of the empty kernel. An
interval that contains 1 is no difference.
The empty kernel writes a constant to the same texture; its time is the part of
the evaluation that is independent of the generator.";

/// Default width and height of the field in samples.
const SIDE: u32 = 4096;

/// Clock rates rise and memory is mapped meanwhile.
const WARM_UP: Duration = Duration::from_millis(300);

/// For one generator; longer or shorter if [`RUNS`] requires it.
const MEASUREMENT: Duration = Duration::from_secs(2);

/// Minimum and maximum per generator.
const RUNS: (usize, usize) = (6, 200);

/// Also measures an empty kernel for comparison.
pub(crate) fn bench(arguments: &BenchArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let subjects = subjects(arguments)?;
    let gpu = global.open_gpu()?;
    let (first, _) = &subjects[0];
    let empty = empty_generator(first.generator.channels());
    let mut baseline = Benchmark::new(&gpu, &Subject::new(&empty, first.settings), String::new())?;
    let benchmarks =
        subjects.iter().map(|(subject, label)| Benchmark::new(&gpu, subject, label.clone()));
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

/// Subjects, each with the label of its values, have the grid of the first, or a grid program's own; z and time are 0.
fn subjects(arguments: &BenchArgs) -> Result<Vec<(Subject, String)>, CommandError> {
    let root = &arguments.generator.named.root;
    let sets = &arguments.values;
    let mut all = Vec::new();
    for (index, values) in sets.0.iter().enumerate() {
        // The folder and the features may be meant for the other generators.
        let first = Opened::open(&arguments.generator.named.generator, root, &values.set)?;
        all.push((first.at_stage(&arguments.generator.stage)?, index));
        for other in &arguments.others {
            all.push((Opened::open(other, root, &values.set)?, index));
        }
    }
    let initial = SampleGrid { size: [SIDE; 2], ..all[0].0.subject.settings.grid };
    let shared = grid(&arguments.grid, initial)?;
    let subjects = all.into_iter().map(|(opened, set)| {
        let subject = opened.with_values(&sets.0[set])?.subject;
        let schedule = Schedule::new(&subject.generator, &subject.values)?;
        let grid = schedule.map_or(shared, |schedule| schedule.grid(&subject.generator));
        Ok((Subject { settings: grid.into(), ..subject }, sets.label(set)))
    });
    let subjects: Vec<(Subject, String)> = subjects.collect::<Result<_, CommandError>>()?;
    let generators: Vec<&Generator> =
        subjects.iter().map(|(subject, _)| &*subject.generator).collect();
    reject_placement(&given_placement(&arguments.grid), &generators)?;
    Ok(subjects)
}

/// Measured milliseconds: one evaluation and one whole frame per run.
struct Benchmark {
    /// Set of values; empty if all have the same.
    label: String,
    pipeline: EvaluatePipeline,
    inputs: EvaluateInputs,
    frame: FrameBenchmark,
    evaluations: Vec<f64>,
    frames: Vec<f64>,
}

impl Benchmark {
    fn new(gpu: &Gpu, subject: &Subject, label: String) -> Result<Self, CommandError> {
        let grid = subject.settings.grid;
        Ok(Self {
            label,
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

/// Measures one run of each generator in a random order, again and again, and of the empty kernel.
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
        for index in shuffled(benchmarks.len(), count as u64) {
            benchmarks[index].run(gpu, timestamps)?;
        }
    }
    Ok(())
}

/// Returns the numbers below `count` in an order that differs from block to block, so that no generator is always after
/// the same one. Fisher–Yates shuffle with numbers of splitmix64.
fn shuffled(count: usize, block: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = block << 32;
    for last in (1..count).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        order.swap(last, ((mixed >> 32) % (last as u64 + 1)) as usize);
    }
    order
}

struct Report {
    adapter: String,
    /// GPU timestamps or the CPU's clock.
    clock: &'static str,
    baseline_ms: f64,
    benchmarks: Vec<Benchmark>,
}

impl Report {
    /// Returns the ratio to the first generator, both minus the empty kernel. `None` if the first takes no longer than
    /// that.
    fn ratio(&self, benchmark: &Benchmark) -> Option<MedianRatio> {
        let first = &self.benchmarks[0];
        MedianRatio::of(&first.evaluations, &benchmark.evaluations, self.baseline_ms)
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
            "address": benchmark.pipeline.generator.address().to_string(), "adapter": self.adapter,
            "size": if width == height { json!(width) } else { json!([width, height]) },
            "evaluate_ms": evaluation.median, "quartiles_ms": [evaluation.low, evaluation.high],
            "net_ms": evaluation.median - self.baseline_ms,
            "gsamples_per_s": benchmark.gsamples_per_s(evaluation.median),
            "frame_ms": Quartiles::of(benchmark.frames.clone()).median,
            "baseline_ms": self.baseline_ms, "clock": self.clock, "runs": benchmark.evaluations.len(),
        });
        if !benchmark.label.is_empty() {
            report["set"] = benchmark.label.clone().into();
        }
        if self.benchmarks.len() > 1 {
            let ratio = self.ratio(benchmark);
            report["ratio"] = json!(ratio);
            if let Some(ratio) = ratio {
                report["ratio"]["distinguishable"] = ratio.is_distinguishable().into();
            }
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
        let address = benchmark.pipeline.generator.address();
        let set = match benchmark.label.as_str() {
            "" => String::new(),
            label => format!(" with {label}"),
        };
        lines.push(format!("{address}{set} at {width}x{height} on {}", self.adapter));
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
                Some(ratio) => ratio_line(&ratio),
                None => {
                    "ratio                 –      the first takes no longer than an empty kernel"
                        .to_owned()
                }
            });
        }
    }
}

fn ratio_line(ratio: &MedianRatio) -> String {
    let Quartiles { median, low, high } = ratio.quartiles;
    let interval = match ratio.interval {
        Some([low, high]) => format!("95 % {low:.3} to {high:.3}"),
        None => "too few runs for an interval".to_owned(),
    };
    let verdict = if ratio.is_distinguishable() { "" } else { "; not distinguishable from 1" };
    format!(
        "ratio         {median:9.3}      to the first, {interval}{verdict}; quartiles {low:.3} and {high:.3}, without the empty kernel"
    )
}
