//! The picture of two cells' difference.

use noise_playground::gpu::{
    DifferencePipeline, FieldTexture, Gpu, GpuError, MeasuredRange, PendingReadback,
    PictureTexture, ShadeInputs, ValueRangeBuffer, request_range,
};
use noise_playground::shading::{Channel, Palette, Shading, ViewMode};

use crate::progressive::{ProgressivePicture, SharedPipelines};
use crate::workbench::{PaneId, Workbench};

/// The second of two pictures less the first, through a palette whose middle is 0.
pub(super) struct DifferencePicture {
    pipeline: DifferencePipeline,
    textures: Option<Textures>,
    /// What it was made from last.
    made_from: Option<Sources>,
    range_read: Option<PendingReadback>,
    /// Whether the range is not the one that was read, or is being read.
    is_new: bool,
}

struct Textures {
    field: FieldTexture,
    range: ValueRangeBuffer,
    picture: PictureTexture,
}

/// The evaluations of the two, and the channels that they look at.
type Sources = ([u64; 2], [Channel; 2]);

impl DifferencePicture {
    pub(super) fn new(gpu: &Gpu) -> Self {
        Self {
            pipeline: DifferencePipeline::new(gpu),
            textures: None,
            made_from: None,
            range_read: None,
            is_new: false,
        }
    }

    /// Its colours, once there are any.
    pub(super) fn texture(&self) -> Option<&PictureTexture> {
        let textures = self
            .textures
            .as_ref()
            .filter(|_| self.made_from.is_some())?;
        Some(&textures.picture)
    }

    /// Records what has to be done so that it shows the difference of two tiles as they are now. If neither
    /// changed, that is nothing.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        stages: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        [first, second]: [&ProgressivePicture; 2],
        channels: [Channel; 2],
    ) -> Result<(), GpuError> {
        let size = first.field.size();
        if second.field.size() != size {
            return Ok(());
        }
        let sources = ([first.evaluation, second.evaluation], channels);
        let fits = |textures: &Textures| textures.field.size() == size;
        if !self.textures.as_ref().is_some_and(fits) {
            self.textures = Some(Textures::new(gpu, size)?);
            self.made_from = None;
        }
        if let Some(textures) = &self.textures
            && self.made_from != Some(sources)
        {
            let sides = [(&first.field, channels[0]), (&second.field, channels[1])];
            let Textures {
                field,
                range,
                picture,
            } = textures;
            self.pipeline
                .run(gpu, encoder, &stages.range, sides, field, range);
            let view = Shading {
                mode: ViewMode::Texture,
                palette: Some(Palette::Vik),
                ..Shading::default()
            };
            let inputs = ShadeInputs::new(&view, 1.0, false);
            stages
                .shade
                .shade(gpu, encoder, &inputs, (field, None), range, picture);
            self.made_from = Some(sources);
            self.is_new = true;
        }
        if let Some(textures) = self
            .textures
            .as_ref()
            .filter(|_| self.is_new && self.range_read.is_none())
        {
            self.range_read = Some(request_range(gpu, encoder, &textures.range));
            self.is_new = false;
        }
        Ok(())
    }

    /// Asks for the numbers whose copies were submitted.
    pub(super) fn submitted(&mut self) {
        self.range_read
            .iter_mut()
            .for_each(PendingReadback::start_mapping);
    }

    /// Whether numbers are on their way.
    pub(super) fn is_reading(&self) -> bool {
        self.range_read.is_some()
    }

    /// Takes in the values at the palette's ends.
    pub(super) fn receive(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        let Some(bytes) = self.range_read.as_ref().and_then(|read| read.try_take(gpu)) else {
            return;
        };
        self.range_read = None;
        if let Some(range) = bytes.as_deref().and_then(MeasuredRange::read) {
            let measured = workbench.measurements.entry(PaneId::Difference);
            measured.value_range = Some(range.ends.into());
        }
    }
}

impl Textures {
    fn new(gpu: &Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        Ok(Self {
            field: FieldTexture::new(gpu, size, 1)?,
            range: ValueRangeBuffer::new(gpu),
            picture: PictureTexture::new(gpu, size)?,
        })
    }
}
