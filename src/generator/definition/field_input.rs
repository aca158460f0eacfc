//! The type [`FieldInput`].

use std::sync::Arc;

use super::Generator;
use crate::source::{FileReading, InputField, InputFile, SourceLocation};
use crate::wgsl::diagnostic::Diagnostic;

/// A texture with `@field` that the shader reads, and the source of its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldInput {
    /// Name of the texture variable and of the control.
    pub name: String,
    /// Location of the tag `@field`.
    pub location: SourceLocation,
    /// Generator or data file that fills the texture.
    pub source: InputSource,
    /// Bind group and binding in the author's text.
    pub(in crate::generator) author_binding: (u32, u32),
}

/// Source of the samples of a field input.
#[derive(Clone, Debug, PartialEq)]
pub enum InputSource {
    /// Generator in a file of the shader folder.
    Generator(Arc<Generator>),
    /// Data file, and how it is read.
    File(Arc<InputFile>, FileReading),
    /// None: the file was compiled without a folder.
    Missing,
}

impl FieldInput {
    /// Reads the data file, unless it was read before; `None` for another source.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn read_file(&self) -> Result<Option<Arc<InputField>>, Box<Diagnostic>> {
        let InputSource::File(file, reading) = &self.source else {
            return Ok(None);
        };
        let read = file.read(*reading).map_err(|error| {
            let message = format!("`{}`: {error}", self.name);
            Box::new(Diagnostic::error(Some(self.location.clone()), message))
        });
        read.map(Some)
    }
}
