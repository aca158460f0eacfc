//! Pipelines and textures that fill the field inputs of a generator.

use std::sync::Arc;

use super::super::{FieldTexture, Gpu};
use super::{BuildError, EvaluateInputs, EvaluatePipeline};
use crate::generator::{Generator, InputSource, LoopGuard};

/// The pipelines and textures that fill the field inputs of a generator, in the order of the inputs.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct InputPipelines(Vec<InputPipeline>);

#[derive(Clone, Debug)]
enum InputPipeline {
    /// A generator, which a [`Run`](super::Run) evaluates, and an empty texture that stands for its field until then.
    Generator(Arc<EvaluatePipeline>, Arc<FieldTexture>),
    /// The samples of a file, which pipelines share, or an empty texture if nothing fills the input.
    Texture(Arc<FieldTexture>),
}

impl InputPipelines {
    /// Builds the pipelines of all generators that fill field inputs, adds their loops to `guard`, and uploads the
    /// samples of data files that no other pipeline has.
    ///
    /// # Errors
    /// A shader does not compile, the driver rejects it, or a file cannot be read or exceeds the adapter's memory.
    pub(in crate::gpu) fn new(
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
                InputSource::File(..) | InputSource::Missing => {
                    let read = input.read_file().map_err(BuildError::Shader)?;
                    InputPipeline::Texture(match read {
                        Some(read) => gpu.file_texture(&read)?,
                        None => empty()?,
                    })
                }
            });
        }
        Ok(Self(pipelines))
    }

    /// Returns the pipeline of each generator that fills an input; `None` for other inputs.
    pub(super) fn generators(&self) -> impl Iterator<Item = Option<&Arc<EvaluatePipeline>>> {
        self.0.iter().map(|pipeline| match pipeline {
            InputPipeline::Generator(pipeline, _) => Some(pipeline),
            InputPipeline::Texture(_) => None,
        })
    }

    /// Returns the textures of all inputs. Those that a generator fills are empty unless the inputs have its field.
    pub(in crate::gpu) fn views(&self, inputs: &EvaluateInputs) -> Vec<wgpu::TextureView> {
        let filled = |index: usize| inputs.fields.textures.get(index)?.as_ref();
        let view = |(index, pipeline): (usize, &InputPipeline)| match pipeline {
            InputPipeline::Generator(_, empty) => filled(index).unwrap_or(empty).view.clone(),
            InputPipeline::Texture(texture) => texture.view.clone(),
        };
        self.0.iter().enumerate().map(view).collect()
    }
}
