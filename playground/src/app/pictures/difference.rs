//! The picture of the difference of two cells.

use noise_playground::gpu::{
    DifferencePipeline, FieldTexture, Gpu, GpuError, MeasuredRange, PendingReadback,
    PictureTargets, PictureTexture, ShadeInputs, ValueRangeBuffer, request_range,
};
use noise_playground::shading::{Channel, Palette, Shading, ViewMode};

use crate::app::progressive::{ProgressivePicture, SharedPipelines};
use crate::workbench::{PaneId, Workbench};

/// The second of two pictures minus the first, in a palette whose center is 0.
pub(super) struct DifferencePicture {
    pipeline: DifferencePipeline,
    targets: Option<PictureTargets>,
    /// The sources of the present picture.
    sources: Option<Sources>,
    range_readback: Option<PendingReadback>,
    /// True if the range has changed since it was last requested.
    is_range_new: bool,
}

/// Evaluations and channels of the two pictures.
type Sources = ([u64; 2], [Channel; 2]);

impl DifferencePicture {
    pub(super) fn new(gpu: &Gpu) -> Self {
        Self {
            pipeline: DifferencePipeline::new(gpu),
            targets: None,
            sources: None,
            range_readback: None,
            is_range_new: false,
        }
    }

    /// Returns the pixels, once there are any.
    pub(super) fn texture(&self) -> Option<&PictureTexture> {
        let targets = self.targets.as_ref().filter(|_| self.sources.is_some())?;
        Some(&targets.picture)
    }

    /// Records the difference of two pictures, unless neither has changed.
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
            let sides = [(fields[0], channels[0]), (fields[1], channels[1])];
            self.record(gpu, shared, encoder, sides, &targets);
            self.sources = Some(sources);
            self.is_range_new = true;
        }
        if self.is_range_new && self.range_readback.is_none() {
            self.range_readback = Some(request_range(gpu, encoder, &targets.value_range));
            self.is_range_new = false;
        }
        self.targets = Some(targets);
        Ok(())
    }

    fn record(
        &self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        sides: [(&FieldTexture, Channel); 2],
        targets: &PictureTargets,
    ) {
        let host = &mut shared.host;
        let (field, range) = (&targets.field, &targets.value_range);
        let percentiles = host.value_range(gpu);
        self.pipeline
            .run(gpu, encoder, percentiles, sides, field, range);
        let shading = Shading {
            mode: ViewMode::Texture,
            palette: Some(Palette::Vik),
            ..Shading::default()
        };
        let inputs = ShadeInputs::new(&shading, 1.0, false);
        targets.shade(gpu, encoder, host, &inputs, false);
    }

    /// Starts mapping what was submitted.
    pub(super) fn submitted(&mut self) {
        let readbacks = self.range_readback.iter_mut();
        readbacks.for_each(PendingReadback::start_mapping);
    }

    /// Returns true while a readback is pending.
    pub(super) fn is_reading(&self) -> bool {
        self.range_readback.is_some()
    }

    /// Passes a value range that was read back to the workbench.
    pub(super) fn receive(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        let Some(bytes) = self
            .range_readback
            .as_ref()
            .and_then(|read| read.try_take(gpu))
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
