//! Pipelines and textures that fill the field inputs of a generator.

use std::sync::Arc;

use super::{BuildError, EvaluateInputs, EvaluatePipeline};
use crate::generator::{Generator, InputSource, LoopGuard};
use crate::gpu::{FieldTexture, Gpu, GpuError};
use crate::source::InputFile;

#[derive(Clone, Debug)]
pub(crate) struct InputPipelines(Vec<InputPipeline>);

#[derive(Clone, Debug)]
enum InputPipeline {
    /// A generator's pipeline, which a [`Run`](super::Run) evaluates, and an empty texture that is bound until then.
    Generator(Arc<EvaluatePipeline>, Arc<FieldTexture>),
    /// Samples of a data file, shared between pipelines. The texture is empty if nothing fills the input.
    Texture(Arc<FieldTexture>),
}

impl InputPipelines {
    pub(crate) fn new(
        gpu: &Gpu,
        generator: &Generator,
        guard: &mut LoopGuard,
    ) -> Result<Self, BuildError> {
        let mut pipelines = Vec::new();
        for input in &generator.inputs {
            let empty = || FieldTexture::new(gpu, [1, 1], 1).map(Arc::new);
            pipelines.push(match &input.source {
                InputSource::Generator(source) => {
                    let pipeline = EvaluatePipeline::after(gpu, source, guard)?;
                    InputPipeline::Generator(Arc::new(pipeline), empty()?)
                }
                InputSource::File(file, _) => {
                    let read = input.read_file().map_err(BuildError::Shader)?;
                    InputPipeline::Texture(match read {
                        Some(read) => {
                            let scale = generator.file_scale(&read.file);
                            let texture = gpu.file_texture(&read, scale);
                            texture.map_err(|error| of_file(error, file))?
                        }
                        None => empty()?,
                    })
                }
                InputSource::Missing => InputPipeline::Texture(empty()?),
            });
        }
        Ok(Self(pipelines))
    }

    /// `None` for an input that no generator fills.
    pub(super) fn generators(&self) -> impl Iterator<Item = Option<&Arc<EvaluatePipeline>>> {
        self.0.iter().map(|pipeline| match pipeline {
            InputPipeline::Generator(pipeline, _) => Some(pipeline),
            InputPipeline::Texture(_) => None,
        })
    }

    /// An input that a generator fills has an empty texture unless `inputs` has its field.
    pub(crate) fn views(&self, inputs: &EvaluateInputs) -> Vec<wgpu::TextureView> {
        let filled = |index: usize| inputs.fields.textures.get(index)?.as_ref();
        let view = |(index, pipeline): (usize, &InputPipeline)| match pipeline {
            InputPipeline::Generator(_, empty) => filled(index).unwrap_or(empty).view.clone(),
            InputPipeline::Texture(texture) => texture.view.clone(),
        };
        self.0.iter().enumerate().map(view).collect()
    }
}

fn of_file(error: GpuError, file: &InputFile) -> GpuError {
    match error {
        GpuError::TooLarge { width, height, limit } => {
            GpuError::FileTooLarge { file: file.name.clone(), width, height, limit }
        }
        other => other,
    }
}
