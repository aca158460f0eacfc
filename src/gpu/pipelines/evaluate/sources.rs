//! Pipelines and textures that fill the field inputs of a generator: samples of other generators or of data files.

use std::sync::Arc;

use super::{BuildError, EvaluateInputs, EvaluatePipeline};
use crate::generator::{Generator, InputSource, LoopGuard};
use crate::gpu::{FieldTexture, Gpu, GpuError};
use crate::source::InputFile;

/// For each field input of a generator (samples that it reads), the pipeline or the texture that fills it.
#[derive(Clone, Debug)]
pub(crate) struct InputPipelines(Vec<InputPipeline>);

#[derive(Clone, Debug)]
enum InputPipeline {
    /// Field input that another generator fills: its pipeline, which a [`Run`](super::Run) evaluates, and an empty
    /// texture that is bound until then.
    Generator(Arc<EvaluatePipeline>, Arc<FieldTexture>),
    /// Field input that a data file fills: a texture of the file's samples, shared between pipelines. The texture is
    /// empty if nothing fills the input.
    Texture(Arc<FieldTexture>),
}

impl InputPipelines {
    /// Builds the pipelines of all generators that fill field inputs, adds their loops to `guard`, and uploads the
    /// samples of data files that no other pipeline uses.
    ///
    /// # Errors
    /// Fails if a shader does not compile, if the driver rejects it, or if a file cannot be read or exceeds the
    /// adapter's memory.
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
                            let texture = gpu.file_texture(&read);
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

    /// Returns, for each field input, the pipeline of the generator that fills it; `None` if no generator does.
    pub(super) fn generators(&self) -> impl Iterator<Item = Option<&Arc<EvaluatePipeline>>> {
        self.0.iter().map(|pipeline| match pipeline {
            InputPipeline::Generator(pipeline, _) => Some(pipeline),
            InputPipeline::Texture(_) => None,
        })
    }

    /// Returns the texture of each field input. An input that a generator fills has an empty texture unless `inputs`
    /// has its field.
    pub(crate) fn views(&self, inputs: &EvaluateInputs) -> Vec<wgpu::TextureView> {
        let filled = |index: usize| inputs.fields.textures.get(index)?.as_ref();
        let view = |(index, pipeline): (usize, &InputPipeline)| match pipeline {
            InputPipeline::Generator(_, empty) => filled(index).unwrap_or(empty).view.clone(),
            InputPipeline::Texture(texture) => texture.view.clone(),
        };
        self.0.iter().enumerate().map(view).collect()
    }
}

/// Returns an error of creating the texture of a data file so that it names the file.
fn of_file(error: GpuError, file: &InputFile) -> GpuError {
    match error {
        GpuError::TooLarge {
            width,
            height,
            limit,
        } => GpuError::FileTooLarge {
            file: file.name.clone(),
            width,
            height,
            limit,
        },
        other => other,
    }
}
