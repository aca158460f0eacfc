//! The picture of the difference of two cells.

use noise_playground::gpu::{
    DifferencePipeline, FieldTexture, Gpu, GpuError, Ground, MeasuredRange, PendingReadback,
    PictureTargets, PictureTexture, ShadeInputs, ValueRangeBuffer, request_range,
};
use noise_playground::shading::{Channel, Palette, Shading, ViewMode};

use crate::app::progressive::{ProgressivePicture, SharedPipelines};
use crate::workbench::{PaneId, Workbench};

/// Picture of the field of the second compared cell minus that of the reference. The center of its palette is 0.
pub(super) struct DifferencePicture {
    pipeline: DifferencePipeline,
    targets: Option<PictureTargets>,
    /// Evaluations and channels that the present picture was computed from; `None` without a picture.
    sources: Option<Sources>,
    range_readback: Option<PendingReadback>,
    /// True if the value range has changed since it was last requested.
    is_range_stale: bool,
}

/// For the reference and the second cell: number of the evaluation, and channel.
type Sources = ([u64; 2], [Channel; 2]);

impl DifferencePicture {
    pub(super) fn new(gpu: &Gpu) -> Self {
        Self {
            pipeline: DifferencePipeline::new(gpu),
            targets: None,
            sources: None,
            range_readback: None,
            is_range_stale: false,
        }
    }

    /// Returns the pixels of the difference; `None` before the first update.
    pub(super) fn texture(&self) -> Option<&PictureTexture> {
        let targets = self.targets.as_ref().filter(|_| self.sources.is_some())?;
        Some(&targets.picture)
    }

    /// Records the difference of two pictures, unless it is up to date. Does nothing while their sizes differ.
    ///
    /// # Errors
    /// The textures exceed the adapter's memory.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        [first, second]: [&ProgressivePicture; 2],
        channels: [Channel; 2],
    ) -> Result<(), GpuError> {
        let fields = [first, second].map(|picture| &picture.targets.field);
        if fields[0].size() != fields[1].size() {
            return Ok(());
        }
        let sources = ([first.evaluation, second.evaluation], channels);
        let targets = match self.targets.take() {
            Some(targets) if targets.field.size() == fields[0].size() => targets,
            _ => {
                self.sources = None;
                create_targets(gpu, fields[0].size())?
            }
        };
        if self.sources != Some(sources) {
            let operands = [(fields[0], channels[0]), (fields[1], channels[1])];
            self.record(gpu, shared, encoder, operands, &targets);
            self.sources = Some(sources);
            self.is_range_stale = true;
        }
        if self.is_range_stale && self.range_readback.is_none() {
            self.range_readback = Some(request_range(gpu, encoder, &targets.value_range));
            self.is_range_stale = false;
        }
        self.targets = Some(targets);
        Ok(())
    }

    fn record(
        &self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        operands: [(&FieldTexture, Channel); 2],
        targets: &PictureTargets,
    ) {
        let host = &mut shared.host;
        let (field, range) = (&targets.field, &targets.value_range);
        let percentiles = host.value_range(gpu);
        self.pipeline
            .run(gpu, encoder, percentiles, operands, field, range);
        let shading = Shading {
            mode: ViewMode::Texture,
            palette: Some(Palette::Vik),
            ..Shading::default()
        };
        let inputs = ShadeInputs::new(&shading, 1.0, false);
        targets.shade(gpu, encoder, host, &inputs, Ground::default());
    }

    /// Starts to map the submitted readback.
    pub(super) fn start_mapping(&mut self) {
        let readbacks = self.range_readback.iter_mut();
        readbacks.for_each(PendingReadback::start_mapping);
    }

    /// Returns true while a readback is pending.
    pub(super) fn is_reading(&self) -> bool {
        self.range_readback.is_some()
    }

    /// Passes the value range to the workbench once it was read back.
    pub(super) fn receive(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        let Some(bytes) = self
            .range_readback
            .as_ref()
            .and_then(|readback| readback.try_take(gpu))
        else {
            return;
        };
        self.range_readback = None;
        if let Some(range) = bytes.as_deref().and_then(MeasuredRange::read) {
            let measured = workbench.measurements.entry(PaneId::Difference);
            measured.value_range = Some(range.ends.into());
        }
    }
}

fn create_targets(gpu: &Gpu, size: [u32; 2]) -> Result<PictureTargets, GpuError> {
    let field = (FieldTexture::new(gpu, size, 1)?, ValueRangeBuffer::new(gpu));
    PictureTargets::of_field(gpu, field, size, false)
}
