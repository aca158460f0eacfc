//! Textures of data files that fill field inputs. Pipelines that read the same file share its texture.

use std::sync::{Arc, Mutex, Weak};

use super::binding::lock;
use super::{FieldTexture, Gpu, GpuError};
use crate::source::{FileDigest, InputField};

/// The textures of data files that a pipeline has, by the contents of the files.
#[derive(Debug, Default)]
pub(super) struct FileTextures(Mutex<Vec<(Contents, Weak<FieldTexture>)>>);

/// Identifies the samples of a file: length and hash of its bytes, and the size and channels that they were read with.
#[derive(Debug, PartialEq)]
struct Contents {
    digest: FileDigest,
    size: [u32; 2],
    channels: u32,
}

impl Gpu {
    /// Returns the texture with the samples of a file. It is uploaded unless a pipeline has it; the last one that is
    /// dropped frees it.
    ///
    /// # Errors
    /// The size exceeds the adapter's limit or its memory.
    pub(super) fn file_texture(&self, read: &InputField) -> Result<Arc<FieldTexture>, GpuError> {
        let field = &read.file.field;
        let contents = Contents {
            digest: read.digest.clone(),
            size: field.size,
            channels: field.channels,
        };
        // Other threads wait, so that none uploads the same file.
        let mut textures = lock(&self.file_textures.0);
        textures.retain(|(_, texture)| texture.strong_count() > 0);
        let mut uploaded = textures.iter().filter(|(found, _)| *found == contents);
        if let Some(texture) = uploaded.find_map(|(_, texture)| texture.upgrade()) {
            return Ok(texture);
        }
        let texture = Arc::new(FieldTexture::of_field(self, field)?);
        textures.push((contents, Arc::downgrade(&texture)));
        Ok(texture)
    }
}
