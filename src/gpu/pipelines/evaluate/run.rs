//! Runs: the work before the evaluation of samples. Generators fill the field inputs, then a grid program runs passes.

use std::sync::Arc;

use super::evaluate_inputs::InputFields;
use super::{EvaluateInputs, EvaluatePipeline, InputPipelines, PipelineKind};
use crate::field::grid::{Region, SampleGrid};
use crate::gpu::device::binding::lock;
use crate::gpu::pipelines::grid_run::{GridRun, RunInputs};
use crate::gpu::pipelines::run_pool::{FieldVersions, RunPool, Shared, unshared};
use crate::gpu::{Chunks, FieldTexture, Gpu, GpuError, TimestampQuery};

/// Evaluations that fill field inputs, and the passes of a grid program.
#[derive(Debug)]
pub struct Run {
    /// `None` for an input that a file fills.
    sources: Vec<Option<Shared<SourceRun>>>,
    program: Option<Shared<GridRun>>,
    /// Recorded chunks and passes when the run was last advanced; `None` if another picture may be recording its work.
    seen: Option<u64>,
}

#[derive(Debug)]
struct SourceRun {
    pipeline: Arc<EvaluatePipeline>,
    inputs: EvaluateInputs,
    run: Option<Box<Run>>,
    field: FieldTexture,
    remaining: Chunks,
    recorded_chunks: u64,
}

/// Pools through which pictures with equal inputs share one evaluation or grid run. An entry exists as long as a
/// picture uses it. Only one picture records the work of a shared entry, see [`Run::was_advanced`]. All pictures are
/// recorded in the order in which their encoders are submitted.
#[derive(Debug, Default)]
pub struct SharedRuns {
    sources: RunPool<SourceRun>,
    programs: RunPool<GridRun>,
}

impl EvaluateInputs {
    /// Adds the field inputs that `run` has filled; unchanged without a run.
    #[must_use]
    pub fn with_fields(&self, run: Option<&Run>) -> Self {
        let mut inputs = self.clone();
        if let Some(run) = run {
            inputs.fields = run.fields();
        }
        inputs
    }
}

impl Run {
    pub(super) fn start(
        gpu: &Gpu,
        pipeline: &EvaluatePipeline,
        inputs: &EvaluateInputs,
        previous: Option<Self>,
        shared: &SharedRuns,
    ) -> Result<Option<Self>, GpuError> {
        let mut previous = previous;
        let mut run = Self::of_sources(gpu, &pipeline.inputs, inputs, previous.as_mut(), shared)?;
        let previous = previous.and_then(|run| run.program);
        if let (PipelineKind::Program(program), Some(inputs_of_run)) =
            (&pipeline.kind, &inputs.program)
        {
            let filled = inputs.with_fields(Some(&run));
            let inputs = RunInputs {
                program: inputs_of_run,
                fields: pipeline.inputs.views(&filled),
                reports: filled.fields.reports,
                versions: FieldVersions::new(&run.sources),
            };
            let started = GridRun::start(gpu, program, inputs, previous, &shared.programs)?;
            run.program = Some(started);
            run.watch();
        }
        let is_needed = run.program.is_some() || run.sources.iter().any(Option::is_some);
        Ok(is_needed.then_some(run))
    }

    pub(crate) fn of_sources(
        gpu: &Gpu,
        pipelines: &InputPipelines,
        inputs: &EvaluateInputs,
        previous: Option<&mut Self>,
        shared: &SharedRuns,
    ) -> Result<Self, GpuError> {
        let previous = previous.map(|run| std::mem::take(&mut run.sources));
        let mut previous = previous.unwrap_or_default().into_iter();
        let mut sources = Vec::new();
        for (pipeline, inputs) in pipelines.generators().zip(&inputs.sources) {
            let previous = previous.next().flatten();
            sources.push(match pipeline.zip(inputs.as_deref()) {
                Some((pipeline, inputs)) => {
                    Some(SourceRun::start(gpu, pipeline, inputs, previous, shared)?)
                }
                None => None,
            });
        }
        let mut run = Self { sources, program: None, seen: None };
        run.watch();
        Ok(run)
    }

    /// Stores `None` if another picture shares the run and may record its work first.
    fn watch(&mut self) {
        let is_shared = self.sources.iter().flatten().any(has_others)
            || self.program.as_ref().is_some_and(has_others);
        self.seen = (!is_shared).then(|| self.recorded());
    }

    fn recorded(&self) -> u64 {
        let sources = self.sources.iter().flatten();
        let chunks = sources.map(|source| {
            let source = lock(source);
            let inner = source.run.as_ref().map_or(0, |run| run.recorded());
            source.recorded_chunks + inner
        });
        let passes = self.program.as_ref();
        chunks.sum::<u64>() + passes.map_or(0, |run| lock(run).passes()[0] as u64)
    }

    /// Returns true if another picture has recorded a part of this run since the last call, or may do so: the caller
    /// must then not advance the run before the next submission.
    pub fn was_advanced(&mut self) -> bool {
        let recorded = Some(self.recorded());
        std::mem::replace(&mut self.seen, recorded) != recorded
    }

    pub(crate) fn fields(&self) -> InputFields {
        let field = |source: &Shared<SourceRun>| lock(source).field.clone();
        let sources = self.sources.iter();
        let textures = sources.map(|source| source.as_ref().map(field));
        let textures: Vec<Option<FieldTexture>> = textures.collect();
        let reports = textures.iter().flatten();
        InputFields { reports: reports.map(|texture| texture.runaway.clone()).collect(), textures }
    }

    /// Records the next chunks or passes of at most `max_invocations` together, but at least one, and returns their
    /// invocations. The encoder must be submitted before the next call unless the run is [done](Self::is_done).
    pub fn advance(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        max_invocations: u64,
        timestamps: Option<&TimestampQuery>,
    ) -> u64 {
        let mut sources = self.sources.iter().flatten().map(|source| lock(source));
        let source = sources.find(|source| !source.remaining.is_done());
        let recorded = match (source, &self.program) {
            (Some(mut source), _) => source.advance(gpu, encoder, max_invocations, timestamps),
            (None, Some(program)) => {
                lock(program).advance(gpu, encoder, max_invocations, timestamps)
            }
            (None, None) => 0,
        };
        self.seen = Some(self.recorded());
        recorded
    }

    /// Returns true once all chunks and passes are recorded.
    pub fn is_done(&self) -> bool {
        let program = self.program.as_ref();
        self.is_filled() && program.is_none_or(|run| lock(run).is_done())
    }

    /// Returns true once all field inputs are recorded, so that only passes of the grid program remain.
    pub fn is_filled(&self) -> bool {
        let mut sources = self.sources.iter().flatten();
        sources.all(|source| lock(source).remaining.is_done())
    }

    /// Returns true for a grid program, from whose grid the samples are then resampled.
    pub fn has_program(&self) -> bool {
        self.program.is_some()
    }

    /// Returns the number of completed evaluations and grid runs. The cost of an invocation may differ between them.
    pub fn completed_stages(&self) -> usize {
        let stages = self.sources.iter().flatten().map(|source| {
            let source = lock(source);
            let inner = source.run.as_ref().map_or(0, |run| run.completed_stages());
            inner + usize::from(source.remaining.is_done())
        });
        stages.sum::<usize>() + usize::from(self.is_done())
    }

    /// Returns the passes recorded so far, and all passes. A function that fills a field input counts as one.
    pub fn passes(&self) -> [usize; 2] {
        let own = self.program.as_ref();
        let own = own.map_or([0, 0], |run| lock(run).passes());
        let sources = self.sources.iter().flatten();
        let sources = sources.map(|source| lock(source).passes());
        sources.fold(own, |sum, passes| [sum[0] + passes[0], sum[1] + passes[1]])
    }

    /// Records the resampling of a grid, in its state after the passes recorded so far, into `field`, which covers a
    /// region of a view. Does nothing without a grid program.
    pub fn resample(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        grid: SampleGrid,
        region: Region,
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) {
        if let Some(run) = &self.program {
            lock(run).resample(gpu, encoder, grid, region, field, timestamps);
        }
    }
}

fn has_others<T>(part: &Shared<T>) -> bool {
    Arc::strong_count(part) > 1
}

impl SourceRun {
    fn start(
        gpu: &Gpu,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: &EvaluateInputs,
        previous: Option<Shared<Self>>,
        shared: &SharedRuns,
    ) -> Result<Shared<Self>, GpuError> {
        let is_same = |run: &Self| run.pipeline.is_same_stage(pipeline) && run.inputs == *inputs;
        if let Some(found) = shared.sources.find(previous.as_ref(), is_same) {
            return Ok(found);
        }
        let previous = unshared(previous);
        let previous = previous.filter(|previous| previous.pipeline.is_same_stage(pipeline));
        let (run, field) = match previous {
            Some(previous) => (previous.run.map(|run| *run), Some(previous.field)),
            None => (None, None),
        };
        let size = inputs.grid.size;
        let field =
            match field.filter(|field| field.size() == size && field.fits(&pipeline.generator)) {
                Some(field) => field,
                None => FieldTexture::of_generator(gpu, size, &pipeline.generator)?,
            };
        let run = Run::start(gpu, pipeline, inputs, run, shared)?;
        Ok(shared.sources.add(Self {
            pipeline: Arc::clone(pipeline),
            inputs: inputs.clone(),
            run: run.map(Box::new),
            field,
            remaining: Chunks::new(size),
            recorded_chunks: 0,
        }))
    }

    fn advance(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        max_invocations: u64,
        timestamps: Option<&TimestampQuery>,
    ) -> u64 {
        if let Some(run) = self.run.as_mut().filter(|run| !run.is_done()) {
            return run.advance(gpu, encoder, max_invocations, timestamps);
        }
        let region = self.inputs.grid.region();
        let count = |region: Region| region.size.map(u64::from).iter().product();
        if let Some(run) = self.run.as_ref().filter(|run| run.has_program()) {
            run.resample(gpu, encoder, self.inputs.grid, region, &self.field, timestamps);
            self.remaining.next_chunk(u64::MAX);
            self.recorded_chunks += 1;
            return count(region);
        }
        let Some(chunk) = self.remaining.next_chunk(max_invocations) else {
            return 0;
        };
        self.recorded_chunks += 1;
        let inputs = &self.inputs.with_fields(self.run.as_deref());
        let placed = (region, chunk);
        self.pipeline.evaluate_chunk(gpu, encoder, inputs, placed, &self.field, timestamps);
        count(chunk)
    }

    fn passes(&self) -> [usize; 2] {
        let done = usize::from(self.remaining.is_done());
        match &self.run {
            Some(run) if run.has_program() => run.passes(),
            Some(run) => {
                let [recorded, all] = run.passes();
                [recorded + done, all + 1]
            }
            None => [done, 1],
        }
    }
}
