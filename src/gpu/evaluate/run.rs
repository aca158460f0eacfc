//! Runs: the work that precedes the evaluation of samples. Generators fill the field inputs, then a grid program runs its
//! passes. A run is recorded in one or more submissions.

use std::sync::Arc;

use super::super::{FieldTexture, Gpu, GpuError, GridRun, TimestampQuery};
use super::inputs::InputFields;
use super::{EvaluateInputs, EvaluatePipeline, InputPipelines, PipelineKind};
use crate::chunks::Chunks;
use crate::grid::{Region, SampleGrid};

/// The work that precedes the evaluation of samples with certain inputs.
#[derive(Debug)]
pub struct Run {
    /// Evaluations of the generators that fill the field inputs; `None` for an input that a file fills.
    sources: Vec<Option<SourceRun>>,
    program: Option<GridRun>,
    /// The guard report before the first source; `None` for an empty one.
    report: Option<wgpu::Buffer>,
}

/// The evaluation of one generator that fills a field input.
#[derive(Debug)]
struct SourceRun {
    pipeline: Arc<EvaluatePipeline>,
    inputs: EvaluateInputs,
    run: Option<Box<Run>>,
    field: FieldTexture,
    remaining: Chunks,
}

impl Run {
    /// Starts the run of a pipeline. See [`EvaluatePipeline::run`].
    pub(super) fn start(
        gpu: &Gpu,
        pipeline: &EvaluatePipeline,
        inputs: &EvaluateInputs,
        previous: Option<Self>,
    ) -> Result<Option<Self>, GpuError> {
        let mut previous = previous;
        let sources = (&pipeline.inputs, inputs);
        let (mut run, is_same) = Self::of_sources(gpu, sources, previous.as_mut())?;
        let program = previous.and_then(|run| run.program);
        if let (PipelineKind::Program(pipeline_of_run), Some(inputs_of_run)) =
            (&pipeline.kind, &inputs.program)
        {
            let fields = run.fields();
            let report = fields.report.clone();
            let inputs = EvaluateInputs {
                fields,
                ..inputs.clone()
            };
            let fields = (pipeline.inputs.views(&inputs), report);
            let previous = program.map(|program| (program, is_same));
            let inputs = (inputs_of_run, fields);
            run.program = Some(GridRun::start(gpu, pipeline_of_run, inputs, previous)?);
        }
        let is_needed = run.program.is_some() || run.sources.iter().any(Option::is_some);
        Ok(is_needed.then_some(run))
    }

    /// Starts the evaluation of all generators that fill inputs, with the sources of `previous`. Returns true if all of these
    /// are continued.
    pub(in crate::gpu) fn of_sources(
        gpu: &Gpu,
        (pipelines, inputs): (&InputPipelines, &EvaluateInputs),
        previous: Option<&mut Self>,
    ) -> Result<(Self, bool), GpuError> {
        let mut run = Self {
            sources: Vec::new(),
            program: None,
            report: inputs.fields.report.clone(),
        };
        let mut is_same = true;
        let previous = previous.map(|run| std::mem::take(&mut run.sources));
        let mut previous = previous.unwrap_or_default().into_iter();
        for (pipeline, inputs) in pipelines.generators().zip(&inputs.sources) {
            let previous = previous.next().flatten();
            let source = match pipeline.zip(inputs.as_deref()) {
                Some((pipeline, inputs)) => {
                    let mut inputs = inputs.clone();
                    inputs.fields.report = run.fields().report;
                    let (source, continued) = SourceRun::start(gpu, pipeline, inputs, previous)?;
                    is_same &= continued;
                    Some(source)
                }
                None => None,
            };
            run.sources.push(source);
        }
        Ok((run, is_same))
    }

    /// Returns the textures of the sources, and the guard report after them.
    pub(in crate::gpu) fn fields(&self) -> InputFields {
        let sources = self.sources.iter();
        let textures = sources.map(|source| Some(source.as_ref()?.field.clone()));
        let textures: Vec<Option<FieldTexture>> = textures.collect();
        let last = textures.iter().flatten().last();
        let last = last.map(|texture| texture.runaway.clone());
        InputFields {
            report: last.or_else(|| self.report.clone()),
            textures,
        }
    }

    /// Records the next work: as much as has at most `max_invocations` invocations together, but at least one chunk or pass.
    /// Returns the number of invocations. Submit the encoder before the next call if the run is not [done](Self::is_done).
    pub fn advance(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        max_invocations: u64,
        timestamps: Option<&TimestampQuery>,
    ) -> u64 {
        let mut sources = self.sources.iter_mut().flatten();
        if let Some(source) = sources.find(|source| !source.remaining.is_done()) {
            return source.advance(gpu, encoder, max_invocations, timestamps);
        }
        let program = self.program.as_mut();
        program.map_or(0, |run| run.advance(encoder, max_invocations, timestamps))
    }

    /// Returns true once all work is recorded.
    pub fn is_done(&self) -> bool {
        self.is_filled() && self.program.as_ref().is_none_or(GridRun::is_done)
    }

    /// Returns true once the fields of all sources are recorded: what is left is the grid program itself.
    pub fn is_filled(&self) -> bool {
        let mut sources = self.sources.iter().flatten();
        sources.all(|source| source.remaining.is_done())
    }

    /// Returns true if samples are resampled from the grid of a program.
    pub fn has_program(&self) -> bool {
        self.program.is_some()
    }

    /// Returns the number of stages that are complete. Stages may differ in the cost of an invocation.
    pub fn completed_stages(&self) -> usize {
        let stages = self.sources.iter().flatten().map(|source| {
            let inner = source.run.as_ref().map_or(0, |run| run.completed_stages());
            inner + usize::from(source.remaining.is_done())
        });
        stages.sum::<usize>() + usize::from(self.is_done())
    }

    /// Returns the number of passes recorded so far, and the number of all passes. A function that fills an input counts as
    /// one pass.
    pub fn passes(&self) -> [usize; 2] {
        let own = self.program.as_ref().map_or([0, 0], GridRun::passes);
        let sources = self.sources.iter().flatten().map(SourceRun::passes);
        sources.fold(own, |sum, passes| [sum[0] + passes[0], sum[1] + passes[1]])
    }

    /// Records the resampling of the grid of a program, as the recorded passes leave it, into `field`: a region of a view.
    /// Does nothing without a program.
    pub fn resample(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        placed: (SampleGrid, Region),
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) {
        if let Some(run) = &mut self.program {
            run.resample(gpu, encoder, placed, field, timestamps);
        }
    }
}

impl SourceRun {
    /// Starts an evaluation, or continues the previous one if its inputs are equal; then the result is true.
    fn start(
        gpu: &Gpu,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
        previous: Option<Self>,
    ) -> Result<(Self, bool), GpuError> {
        let previous = previous.filter(|previous| Arc::ptr_eq(&previous.pipeline, pipeline));
        let (run, field) = match previous {
            Some(previous) if previous.inputs == inputs => return Ok((previous, true)),
            Some(previous) => (previous.run.map(|run| *run), Some(previous.field)),
            None => (None, None),
        };
        let size = inputs.grid.size;
        let field =
            match field.filter(|field| field.size() == size && field.fits(&pipeline.generator)) {
                Some(field) => field,
                None => FieldTexture::of_generator(gpu, size, &pipeline.generator)?,
            };
        let run = pipeline.run(gpu, &inputs, run)?;
        let started = Self {
            pipeline: Arc::clone(pipeline),
            inputs,
            run: run.map(Box::new),
            field,
            remaining: Chunks::new(size),
        };
        Ok((started, false))
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
        if let Some(run) = self.run.as_mut().filter(|run| run.has_program()) {
            let placed = (self.inputs.grid, region);
            run.resample(gpu, encoder, placed, &self.field, timestamps);
            self.remaining.next_chunk(u64::MAX);
            return count(region);
        }
        let Some(chunk) = self.remaining.next_chunk(max_invocations) else {
            return 0;
        };
        let inputs = &self.inputs.with_fields(self.run.as_deref());
        let placed = (region, chunk);
        self.pipeline
            .evaluate_chunk(gpu, encoder, inputs, placed, &self.field, timestamps);
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
