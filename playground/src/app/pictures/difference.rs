//! Picture of the difference of two compared cells.

use noise_playground::RenderSettings;
use noise_playground::field::Channel;
use noise_playground::generator::Generator;
use noise_playground::gpu::{
    DifferenceField, DifferencePipeline, Gpu, GpuError, Ground, MeasuredRange, PendingReadback,
    PictureTargets, PictureTexture, ShadeInputs, request_range,
};
use noise_playground::view::shading::{Palette, Shading, ViewMode};

use super::PanePictures;
use super::pane_inputs::settings;
use crate::app::progressive::{ProgressivePicture, RayPicture, SharedPipelines};
use crate::workbench::{PaneId, Workbench};

/// Second field minus the reference's, 0 at the center of the palette; in a three-dimensional view, on its surface.
pub(super) struct DifferencePicture {
    pipeline: DifferencePipeline,
    difference: Option<DifferenceField>,
    /// Evaluations and channels from which the present difference was computed.
    sources: Option<Sources>,
    /// Number of differences computed so far.
    version: u64,
    /// Textures, with the version of the difference that they show; `None` in a three-dimensional view.
    flat: Option<(PictureTargets, u64)>,
    /// `None` for views from above.
    rays: Option<RayPicture>,
    /// True while rays remain to be traced.
    pub(super) is_refining: bool,
    range_readback: Option<PendingReadback>,
    /// True if the value range has changed since its last readback was requested.
    is_range_stale: bool,
}

/// Number of the evaluation and channel, each for the reference and the second cell.
type Sources = ([Option<u64>; 2], [Channel; 2]);

pub(super) struct DifferenceScene<'a> {
    pub(super) size: [u32; 2],
    /// Generator of the reference, whose surface is drawn.
    pub(super) generator: &'a Generator,
    pub(super) settings: RenderSettings,
}

impl PanePictures {
    /// Computes and draws the difference once both pictures are complete; drops it if it has no pane.
    pub(super) fn subtract(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let Some(size) = self.size_of(PaneId::Difference) else {
            self.difference = None;
            return;
        };
        if let Some(difference) = &mut self.difference {
            difference.is_refining = false;
        }
        let Some(Ok(compared)) = workbench.subtracted_pair() else {
            return;
        };
        let picture = |cell| self.pictures.get(&PaneId::Cell(cell))?.picture.as_ref();
        let [first, second] = compared.cells.map(picture);
        let are_complete = |(first, second): &(&ProgressivePicture, &ProgressivePicture)| {
            first.progress().is_none() && second.progress().is_none()
        };
        let reference = PaneId::Cell(compared.cells[0]);
        let pair = first.zip(second).filter(are_complete);
        let Some(((first, second), content)) = pair.zip(workbench.pane_content(reference)) else {
            return;
        };
        let settings = settings(workbench, &content, reference, size);
        let scene = settings.shading.mode.info().scene.map(|_| DifferenceScene {
            size,
            generator: &content.generator,
            settings,
        });
        let difference = self.difference.get_or_insert_with(|| DifferencePicture::new(gpu));
        let updated = difference.update(
            gpu,
            &mut self.shared,
            encoder,
            [first, second],
            compared.comparison.channels,
            scene,
        );
        if let Err(error) = updated {
            workbench.notify(error.to_string());
        }
    }
}

impl DifferencePicture {
    pub(super) fn new(gpu: &Gpu) -> Self {
        Self {
            pipeline: DifferencePipeline::new(gpu),
            difference: None,
            sources: None,
            version: 0,
            flat: None,
            rays: None,
            is_refining: false,
            range_readback: None,
            is_range_stale: false,
        }
    }

    pub(super) fn texture(&self) -> Option<&PictureTexture> {
        match &self.rays {
            Some(rays) => rays.texture(),
            None => self.flat.as_ref().map(|(targets, _)| &targets.picture),
        }
    }

    /// Computes the difference if fields changed and their positions agree, and draws it. Fails without memory.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        pictures: [&ProgressivePicture; 2],
        channels: [Channel; 2],
        scene: Option<DifferenceScene<'_>>,
    ) -> Result<(), GpuError> {
        let [first, second] = pictures.map(|picture| &picture.targets().field);
        let layouts = pictures.map(|picture| picture.evaluated().map(|inputs| inputs.planet()));
        if first.size() != second.size() || layouts[0] != layouts[1] {
            return Ok(());
        }
        let sources = (pictures.map(ProgressivePicture::evaluation), channels);
        let previous = self.difference.take();
        let difference = match previous.filter(|difference| difference.fits(first)) {
            Some(difference) => difference,
            None => {
                self.sources = None;
                DifferenceField::new(gpu, first)?
            }
        };
        if self.sources != Some(sources) {
            let operands = [(first, channels[0]), (second, channels[1])];
            let percentiles = shared.host.value_range(gpu);
            self.pipeline.run(gpu, encoder, percentiles, operands, &difference);
            self.sources = Some(sources);
            self.version += 1;
            self.is_range_stale = true;
        }
        if self.is_range_stale && self.range_readback.is_none() {
            self.range_readback = Some(request_range(gpu, encoder, &difference.range));
            self.is_range_stale = false;
        }
        let drawn = match scene {
            Some(scene) => self.trace(gpu, shared, encoder, pictures[0], &difference, &scene),
            None => self.shade(gpu, shared, encoder, &difference),
        };
        self.difference = Some(difference);
        drawn
    }

    /// Traces rays as far as the frame's time budget allows.
    fn trace(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        reference: &ProgressivePicture,
        difference: &DifferenceField,
        scene: &DifferenceScene<'_>,
    ) -> Result<(), GpuError> {
        let previous = self.texture().cloned();
        self.flat = None;
        let rays = match self.rays.take() {
            Some(rays) if rays.picture.size() == scene.size => rays,
            _ => RayPicture::new(gpu, encoder, scene.size, previous.as_ref())?,
        };
        let rays = self.rays.insert(rays);
        let settings =
            RenderSettings { shading: scene.settings.shading.of_difference(), ..scene.settings };
        let (data, shown) = ((reference, scene.generator), Some((difference, self.version)));
        rays.update(gpu, shared, encoder, data, &settings, shown)?;
        self.is_refining = !rays.is_complete();
        Ok(())
    }

    /// Does nothing if the present version is already shaded.
    fn shade(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        difference: &DifferenceField,
    ) -> Result<(), GpuError> {
        self.rays = None;
        let size = difference.field.size();
        let (targets, shaded) = match self.flat.take() {
            Some(flat) if flat.0.field.texture == difference.field.texture => flat,
            _ => {
                let (field, range) = (difference.field.clone(), difference.range.clone());
                (PictureTargets::of_field(gpu, field, range, size, false)?, 0)
            }
        };
        if shaded != self.version {
            let shading = Shading {
                mode: ViewMode::Texture,
                palette: Some(Palette::Vik),
                ..Shading::default()
            };
            let inputs = ShadeInputs::new(&shading, [1.0; 2], false);
            targets.shade(gpu, encoder, &mut shared.host, &inputs, Ground::default());
        }
        self.flat = Some((targets, self.version));
        Ok(())
    }

    /// Returns true while readbacks are pending or rays remain to be traced.
    pub(super) fn is_reading(&self) -> bool {
        let is_counting = self.rays.as_ref().is_some_and(RayPicture::is_reading);
        self.range_readback.is_some() || self.is_refining || is_counting
    }

    /// Passes value range and the number of rays that reached the step limit to the workbench.
    pub(super) fn receive(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        workbench: &mut Workbench,
    ) {
        let rays = self.rays.as_mut();
        let rays_at_limit = rays.and_then(|rays| rays.receive(gpu, &shared.timer));
        if let Some((rays_at_limit, [reference, _])) =
            rays_at_limit.zip(workbench.document.compared())
        {
            let measured = workbench.measurements_mut().entry(PaneId::Cell(reference));
            measured.rays_at_limit = rays_at_limit;
        }
        let readback = self.range_readback.as_ref();
        let Some(bytes) = readback.and_then(|readback| readback.try_take(gpu)) else {
            return;
        };
        self.range_readback = None;
        if let Some(range) = bytes.as_deref().and_then(MeasuredRange::read) {
            let measured = workbench.measurements_mut().entry(PaneId::Difference);
            measured.value_range = Some(range.ends.into());
        }
    }
}
