//! A grid run: one execution of all passes of a grid program, recorded in one or more submissions.

mod output;
mod uniforms;

use std::sync::Arc;

use super::program::{ProgramInputs, ProgramPipeline, resampling};
use super::run_pool::{FieldVersions, RunPool, Shared, unshared};
use crate::field::grid::{Region, SampleGrid};
use crate::generator::{HOST_GROUP, RUNAWAY_BINDING, Schedule, ScheduledPass};
use crate::gpu::device::binding::{create_buffer, create_group, report_buffer};
use crate::gpu::device::report::start_report;
use crate::gpu::{FieldTexture, Gpu, GpuError, TimestampQuery};
use output::OutputBuffers;
use uniforms::IterationUniforms;

/// Once all passes are recorded, the grid can be resampled for any view.
#[derive(Debug)]
pub(crate) struct GridRun {
    pipeline: Arc<ProgramPipeline>,
    inputs: ProgramInputs,
    /// First the one with the result.
    buffers: Vec<wgpu::Buffer>,
    /// `None` if no taps are stored.
    output: Option<OutputBuffers>,
    runaway: wgpu::Buffer,
    uniforms: IterationUniforms,
    groups: BindGroups,
    /// True once the commands that clear the buffers are recorded.
    is_cleared: bool,
    recorded_passes: usize,
    fields: Vec<wgpu::TextureView>,
    /// A grid run with other evaluations must start again.
    versions: FieldVersions,
    reports: Vec<wgpu::Buffer>,
}

pub(crate) struct RunInputs<'a> {
    pub(crate) program: &'a ProgramInputs,
    pub(crate) fields: Vec<wgpu::TextureView>,
    /// Runs with equal ones read equal samples.
    pub(crate) versions: FieldVersions,
    pub(crate) reports: Vec<wgpu::Buffer>,
}

#[derive(Debug)]
struct BindGroups {
    grid: wgpu::BindGroup,
    host: wgpu::BindGroup,
}

impl GridRun {
    /// Returns `previous` or the run of another picture, unchanged, if pipeline, inputs and contents of the field
    /// inputs are equal. Reuses the buffers of `previous` if only pipeline and grid size are.
    pub(crate) fn start(
        gpu: &Gpu,
        pipeline: &Arc<ProgramPipeline>,
        inputs: RunInputs<'_>,
        previous: Option<Shared<Self>>,
        shared: &RunPool<Self>,
    ) -> Result<Shared<Self>, GpuError> {
        let is_same = |run: &Self| {
            run.pipeline.is_same(pipeline)
                && run.inputs == *inputs.program
                && run.versions == inputs.versions
        };
        if let Some(found) = shared.find(previous.as_ref(), is_same) {
            return Ok(found);
        }
        let started = Self::start_alone(gpu, pipeline, inputs, unshared(previous))?;
        Ok(shared.add(started))
    }

    /// Not shared with other pictures. Reuses the buffers of `previous` if pipeline and grid size are equal.
    pub(crate) fn start_alone(
        gpu: &Gpu,
        pipeline: &Arc<ProgramPipeline>,
        inputs: RunInputs<'_>,
        previous: Option<Self>,
    ) -> Result<Self, GpuError> {
        let size = inputs.program.schedule.size;
        let previous = previous.filter(|previous| {
            previous.pipeline.is_same(pipeline)
                && previous.inputs.schedule.size == size
                && previous.fields == inputs.fields
        });
        if previous.is_none() {
            check_buffers(gpu, pipeline, size)?;
        }
        let label = format!("the buffers of a grid of {} x {}", size[0], size[1]);
        gpu.with_error_scope(&label, || match previous {
            Some(previous) => previous.restarted(gpu, inputs),
            None => Self::new(gpu, pipeline, inputs),
        })
    }

    fn new(gpu: &Gpu, pipeline: &Arc<ProgramPipeline>, inputs: RunInputs<'_>) -> Self {
        let RunInputs { program, fields, versions, reports } = inputs;
        let buffers = create_grid_buffers(gpu, pipeline, program.schedule.size);
        let output = OutputBuffers::new(gpu, pipeline.output, program);
        let runaway = report_buffer(gpu);
        Self {
            pipeline: Arc::clone(pipeline),
            inputs: program.clone(),
            uniforms: IterationUniforms::new(gpu, pipeline, program, &fields),
            groups: BindGroups::new(gpu, pipeline, &buffers, output.as_ref(), &runaway),
            buffers,
            output,
            runaway,
            is_cleared: false,
            recorded_passes: 0,
            fields,
            versions,
            reports,
        }
    }

    fn restarted(self, gpu: &Gpu, inputs: RunInputs<'_>) -> Self {
        let Self { pipeline, uniforms, .. } = &self;
        if let Some(output) = &self.output {
            output.select(gpu, inputs.program);
        }
        Self {
            uniforms: uniforms.rewritten(gpu, pipeline, inputs.program, &self.fields),
            inputs: inputs.program.clone(),
            is_cleared: false,
            recorded_passes: 0,
            versions: inputs.versions,
            reports: inputs.reports,
            ..self
        }
    }

    /// At most `max_invocations`, but at least one pass. Returns the number of invocations.
    pub(crate) fn advance(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        max_invocations: u64,
        timestamps: Option<&TimestampQuery>,
    ) -> u64 {
        self.clear(gpu, encoder);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("grid program"),
            timestamp_writes: timestamps.map(TimestampQuery::writes),
        });
        pass.set_bind_group(1, &self.groups.grid, &[]);
        pass.set_bind_group(HOST_GROUP, &self.groups.host, &[]);
        let mut invocations = 0_u64;
        for scheduled in self.inputs.schedule.passes().skip(self.recorded_passes) {
            let of_pass = self.invocations(&scheduled);
            if invocations > 0 && invocations.saturating_add(of_pass) > max_invocations {
                break;
            }
            invocations += of_pass;
            self.recorded_passes += 1;
            pass.set_pipeline(&self.pipeline.passes[scheduled.pass]);
            let offset = self.uniforms.offset(scheduled.iteration);
            pass.set_bind_group(0, &self.uniforms.group, &[offset]);
            pass.dispatch_workgroups(scheduled.workgroups[0], scheduled.workgroups[1], 1);
        }
        invocations
    }

    /// Samples that no pass writes are 0.
    fn clear(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) {
        if !std::mem::replace(&mut self.is_cleared, true) {
            let output = self.output.as_ref().map(|output| &output.values);
            let buffers = self.buffers.iter().chain(output);
            buffers.for_each(|buffer| encoder.clear_buffer(buffer, 0, None));
            start_report(gpu, encoder, &self.reports, &self.runaway);
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.recorded_passes == self.inputs.schedule.pass_count()
    }

    pub(crate) fn passes(&self) -> [usize; 2] {
        [self.recorded_passes, self.inputs.schedule.pass_count()]
    }

    /// Resamples the state after the passes recorded so far into `field`, which covers a region of a view.
    pub(crate) fn resample(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        view: SampleGrid,
        region: Region,
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) {
        self.clear(gpu, encoder);
        let output = self.output.as_ref().map(|output| &output.values);
        let Some(heights) = output.or(self.buffers.first()) else {
            return;
        };
        encoder.copy_buffer_to_buffer(&self.runaway, 0, &field.runaway, 0, None);
        let resampling = resampling(self.inputs.grid, view, region);
        self.pipeline.resample(gpu, encoder, resampling, heights, field, timestamps);
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        &self.inputs.schedule
    }

    pub(crate) fn report(&self) -> &wgpu::Buffer {
        &self.runaway
    }

    fn invocations(&self, scheduled: &ScheduledPass) -> u64 {
        let of_group = self.pipeline.program.passes[scheduled.pass].workgroup;
        let counts = scheduled.workgroups.iter().chain(&of_group);
        counts.map(|count| u64::from(*count)).product::<u64>().max(1)
    }
}

impl BindGroups {
    fn new(
        gpu: &Gpu,
        pipeline: &ProgramPipeline,
        buffers: &[wgpu::Buffer],
        output: Option<&OutputBuffers>,
        runaway: &wgpu::Buffer,
    ) -> Self {
        let declared = pipeline.program.buffers.iter();
        let grid: Vec<_> = declared
            .zip(buffers)
            .map(|(declared, buffer)| wgpu::BindGroupEntry {
                binding: declared.binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let mut host = vec![wgpu::BindGroupEntry {
            binding: RUNAWAY_BINDING,
            resource: runaway.as_entire_binding(),
        }];
        host.extend(output.into_iter().flat_map(OutputBuffers::entries));
        Self {
            grid: create_group(gpu, "GridRun::grid", &pipeline.grid_layout, &grid),
            host: create_group(gpu, "GridRun::host", &pipeline.host_layout, &host),
        }
    }
}

/// The largest buffer must be within the adapter's limit, and all must fit the memory that a software adapter uses.
fn check_buffers(gpu: &Gpu, pipeline: &ProgramPipeline, size: [u32; 2]) -> Result<(), GpuError> {
    let limits = gpu.device.limits();
    let limit = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    let samples: u64 = size.map(u64::from).iter().product();
    let of_tap = output::bytes(pipeline.output, size).div_ceil(samples);
    let buffers = pipeline.program.buffers.iter();
    let strides = buffers.map(|buffer| u64::from(buffer.stride));
    let (largest, all) = strides
        .fold((of_tap, of_tap), |(largest, all), stride| (largest.max(stride), all + stride));
    let fits = |bytes: u64, stride: u64| (bytes / stride).isqrt() as u32;
    if samples * largest > limit {
        return Err(GpuError::GridTooLarge {
            size,
            fits: fits(limit, largest),
            bytes: samples * largest,
            limit,
        });
    }
    gpu.check_memory(samples * all).map_err(|error| match error {
        GpuError::OutOfMemory { bytes, available } => GpuError::GridExceedsMemory {
            size,
            fits: fits(available, all).min(fits(limit, largest)),
            bytes,
            available,
        },
        other => other,
    })
}

fn create_grid_buffers(gpu: &Gpu, pipeline: &ProgramPipeline, size: [u32; 2]) -> Vec<wgpu::Buffer> {
    let samples: u64 = size.map(u64::from).iter().product();
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
    let declared = pipeline.program.buffers.iter();
    declared
        .map(|buffer| {
            let bytes = samples * u64::from(buffer.stride);
            create_buffer(gpu, "GridRun::buffer", bytes, usage)
        })
        .collect()
}

#[cfg(test)]
mod tests;
