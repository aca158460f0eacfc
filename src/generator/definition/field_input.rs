//! The type [`FieldInput`]: a texture with `@field` that is filled with the samples of another generator or of a data
//! file.

use std::sync::Arc;

use super::Generator;
use crate::diagnostic::Diagnostic;
use crate::source::{InputField, InputFile, SourceLocation};

/// A field input of a generator: a texture with `@field` that the shader reads, and the source of its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldInput {
    /// Name of the texture variable, which is also the name of the field input's control.
    pub name: String,
    /// Location of the texture's tag `@field` in the WGSL file.
    pub location: SourceLocation,
    /// Generator or data file from which the texture is filled.
    pub source: InputSource,
    /// Bind group and binding of the texture in the author's WGSL text.
    pub(in crate::generator) author_binding: (u32, u32),
}

/// Source of the samples that fill a field input (texture with `@field`).
#[derive(Clone, Debug, PartialEq)]
pub enum InputSource {
    /// Generator, in a file of the shader folder, whose samples fill the texture.
    Generator(Arc<Generator>),
    /// Data file that fills the texture, and the file's width and height in samples if it does not state them.
    File(Arc<InputFile>, Option<[u32; 2]>),
    /// No source of samples for the texture, because the generator's file was compiled without a folder.
    Missing,
}

impl FieldInput {
    /// Reads the data file that fills the texture, unless it was read before. Returns `None` if the texture's source is
    /// not a data file.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn read_file(&self) -> Result<Option<Arc<InputField>>, Box<Diagnostic>> {
        let InputSource::File(file, size) = &self.source else {
            return Ok(None);
        };
        let read = file.read(*size).map_err(|error| {
            let message = format!("`{}`: {error}", self.name);
            Box::new(Diagnostic::error(Some(self.location.clone()), message))
        });
        read.map(Some)
    }
}
