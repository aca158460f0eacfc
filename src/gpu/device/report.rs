//! Guard reports: a buffer with the number of the runaway loop in an evaluation, or 0. It starts with the reports of
//! the evaluations that fill field inputs.

use super::binding::{create_group, layout, storage};
use super::compute::{dispatch, stage};
use crate::gpu::Gpu;

const SOURCE: &str = include_str!("../../../shaders/host/merge_reports.wgsl");

#[derive(Debug)]
pub(crate) struct ReportMerge {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

impl ReportMerge {
    fn new(gpu: &Gpu) -> Self {
        let bindings = [(0, storage(true)), (1, storage(false))];
        let layout = layout(gpu, "ReportMerge::layout", &bindings);
        Self { pipeline: stage(gpu, SOURCE, "merge", &layout, &[]), layout }
    }

    fn record(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        other: &wgpu::Buffer,
        report: &wgpu::Buffer,
    ) {
        let buffers = (0..).zip([other, report]);
        let entries = buffers.map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        });
        let entries: Vec<_> = entries.collect();
        let group = create_group(gpu, "ReportMerge", &self.layout, &entries);
        dispatch(encoder, &self.pipeline, "merge", &[&group], [1, 1], None);
    }
}

/// Starts with the first runaway loop in `before`, the reports of the field inputs, or with 0. The queue writes the 0
/// before the next submission: a command would make evaluations wait for each other.
pub(crate) fn start_report(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    before: &[wgpu::Buffer],
    report: &wgpu::Buffer,
) {
    let Some((first, others)) = before.split_first() else {
        return gpu.queue.write_buffer(report, 0, &0_u32.to_le_bytes());
    };
    encoder.copy_buffer_to_buffer(first, 0, report, 0, None);
    for other in others {
        let merge = gpu.report_merge.get_or_init(|| ReportMerge::new(gpu));
        merge.record(gpu, encoder, other, report);
    }
}
