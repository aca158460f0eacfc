//! The type [`FieldInput`]: a texture with `@field`.

use std::sync::Arc;

use super::Generator;
use crate::diagnostic::Diagnostic;
use crate::source::{InputField, InputFile, SourceLocation};

/// A texture with `@field` that a generator reads, and the source of its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldInput {
    /// Name of the texture and of its control.
    pub name: String,
    /// Location of the tag `@field`.
    pub location: SourceLocation,
    /// Generator or data file that the samples come from.
    pub source: InputSource,
    /// Bind group and binding of the texture in the author's text.
    pub(in crate::generator) author_binding: (u32, u32),
}

/// Source of the samples of a field input.
#[derive(Clone, Debug, PartialEq)]
pub enum InputSource {
    /// A generator in a file of the folder.
    Generator(Arc<Generator>),
    /// A data file, and the width and height in samples if the file does not state them.
    File(Arc<InputFile>, Option<[u32; 2]>),
    /// Nothing: the file of the generator was not compiled with a folder.
    Missing,
}

impl FieldInput {
    /// Reads the data file of the input, unless it was read before. Returns `None` if no data file fills the texture.
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
