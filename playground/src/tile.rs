//! A picture's textures, and the inputs they were made from: what did not change is not made again.

use std::sync::Arc;

use noise_playground::generator::{Generator, Returns};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, PictureTexture, RangeBuffer,
    RangePipeline, ShadeInputs, ShadePipeline, Stopwatch,
};
use noise_playground::view::{Channel, View};

/// The host's own pipelines, shared by all tiles.
pub(crate) struct Stages {
    pub(crate) range: RangePipeline,
    pub(crate) shade: ShadePipeline,
    /// Takes the time of evaluations, where the adapter has a clock.
    pub(crate) stopwatch: Option<Stopwatch>,
    /// How often tiles were evaluated.
    evaluations: u64,
}

impl Stages {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            range: RangePipeline::new(gpu),
            shade: ShadePipeline::new(gpu),
            stopwatch: Stopwatch::new(gpu),
            evaluations: 0,
        }
    }
}

/// One picture: the field, the values at its palette's ends, the colours.
pub(crate) struct Tile {
    pub(crate) field: FieldTexture,
    pub(crate) range: RangeBuffer,
    pub(crate) picture: PictureTexture,
    /// The colours that the generator's own file gives its relief.
    tints: Option<PictureTexture>,
    evaluated: Option<(Arc<EvaluatePipeline>, EvaluateInputs)>,
    /// The number of the evaluation that the field is from: no two have the same, whatever the tile. 0 for none.
    pub(crate) evaluation: u64,
    /// Whether `tints` are those of the field.
    painted: bool,
    /// The channel whose percentiles `range` holds.
    ranged: Option<Channel>,
    shaded: Option<ShadeInputs>,
}

/// What an update had to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) evaluated: bool,
    pub(crate) painted: bool,
    pub(crate) ranged: bool,
    pub(crate) shaded: bool,
}

impl Tile {
    /// A tile of so many samples of a generator, with nothing in it yet.
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2], generator: &Generator) -> Result<Self, GpuError> {
        let tints = generator.painted.then(|| PictureTexture::new(gpu, size));
        Ok(Self {
            field: FieldTexture::new(gpu, size, generator.channels)?,
            tints: tints.transpose()?,
            painted: false,
            range: RangeBuffer::new(gpu),
            picture: PictureTexture::new(gpu, size)?,
            evaluated: None,
            evaluation: 0,
            ranged: None,
            shaded: None,
        })
    }

    /// Whether its textures fit a picture of this size of a generator.
    pub(crate) fn fits(&self, size: [u32; 2], generator: &Generator) -> bool {
        let same_channels = self.field.channels == generator.channels;
        self.field.size() == size && same_channels && self.tints.is_some() == generator.painted
    }

    /// Whether there is a picture in it.
    pub(crate) fn is_filled(&self) -> bool {
        self.shaded.is_some()
    }

    /// Brings the picture up to date. Only what depends on a changed input is done.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        stages: &mut Stages,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
        view: &View,
    ) -> Work {
        let mut work = Work::default();
        let generator = &pipeline.generator;
        let region = inputs.grid.region();
        let is_color = generator.returns == Returns::Color;
        let shade = ShadeInputs::new(view, inputs.grid.spacing(), is_color);
        let same = self
            .evaluated
            .as_ref()
            .is_some_and(|(before, with)| Arc::ptr_eq(before, pipeline) && *with == inputs);
        if !same {
            pipeline.evaluate(
                gpu,
                encoder,
                &inputs,
                region,
                &self.field,
                stages.stopwatch.as_ref(),
            );
            self.evaluated = Some((Arc::clone(pipeline), inputs.clone()));
            stages.evaluations += 1;
            self.evaluation = stages.evaluations;
            self.painted = false;
            self.ranged = None;
            self.shaded = None;
            work.evaluated = true;
        }
        let tints = self
            .tints
            .as_ref()
            .filter(|_| generator.is_painted_in(view));
        if let Some(tints) = tints.filter(|_| !self.painted) {
            pipeline.paint(gpu, encoder, &inputs, region, &self.field, tints);
            self.painted = true;
            self.shaded = None;
            work.painted = true;
        }
        if generator.needs_percentiles(view) && self.ranged != Some(view.channel) {
            stages
                .range
                .run(gpu, encoder, &self.field, view.channel, &self.range);
            self.ranged = Some(view.channel);
            self.shaded = None;
            work.ranged = true;
        }
        if self.shaded != Some(shade) {
            stages.shade.shade(
                gpu,
                encoder,
                &shade,
                (&self.field, tints),
                &self.range,
                &self.picture,
            );
            self.shaded = Some(shade);
            work.shaded = true;
        }
        work
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::control::{HostInputs, Values};
    use noise_playground::generator::compile;
    use noise_playground::grid::SampleGrid;
    use noise_playground::source::{ModulePath, SourceTree};
    use noise_playground::view::{Light, Mode, Palette};

    use super::*;

    #[test]
    fn only_what_depends_on_a_change_is_done_again() {
        let gpu = Gpu::headless(None).unwrap();
        let text = "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * cos(p.y); }";
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let compiled = compile(&tree, tree.get(&ModulePath::new("a.wgsl")).unwrap());
        let generator = compiled.main().unwrap();
        let linked = compiled.linked.as_ref().unwrap();
        let pipeline = Arc::new(EvaluatePipeline::new(&gpu, linked, generator).unwrap());
        let grid = SampleGrid {
            center: [0.0, 0.0],
            span: 8.0,
            size: [1024, 1024],
        };
        let mut stages = Stages::new(&gpu);
        let mut tile = Tile::new(&gpu, grid.size, generator).unwrap();
        let mut update = |values: &Values, view: &View| {
            let inputs =
                EvaluateInputs::new(generator, values, grid, 0.0, &HostInputs::default()).unwrap();
            let mut encoder = gpu
                .device
                .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            let work = tile.update(&gpu, &mut stages, &mut encoder, &pipeline, inputs, view);
            gpu.queue.submit([encoder.finish()]);
            (work.evaluated, work.ranged, work.shaded)
        };
        let mut values = Values::default();
        let relief = View::default();
        assert_eq!(update(&values, &relief), (true, true, true));
        assert_eq!(update(&values, &relief), (false, false, false));

        let light = Light {
            azimuth: 200.0,
            altitude: 20.0,
        };
        let turned = View {
            light,
            exaggeration: 3.0,
            palette: Some(Palette::Vik),
            ..relief
        };
        assert_eq!(update(&values, &turned), (false, false, true));
        assert_eq!(
            update(
                &values,
                &View {
                    mode: Mode::Contour,
                    ..turned
                }
            ),
            (false, false, true)
        );

        values.set(&generator.controls[0], 0.25.into());
        assert_eq!(update(&values, &relief), (true, true, true));
    }
}
