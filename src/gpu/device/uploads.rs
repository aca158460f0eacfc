//! Textures of the data files that fill field inputs of generators. Pipelines that read the same file share a texture.

use std::sync::{Arc, Mutex, Weak};

use super::binding::lock;
use crate::gpu::{FieldTexture, Gpu, GpuError};
use crate::source::{FileDigest, InputField};

#[derive(Debug, Default)]
pub(crate) struct FileTextures(Mutex<Vec<(Contents, Weak<FieldTexture>)>>);

#[derive(Debug, PartialEq)]
struct Contents {
    digest: FileDigest,
    size: [u32; 2],
    channels: u32,
}

impl Gpu {
    /// Uploads unless a pipeline already uses the texture, which is freed when the last pipeline drops it. Fails if the
    /// size exceeds the adapter's limit or its memory.
    pub(crate) fn file_texture(&self, read: &InputField) -> Result<Arc<FieldTexture>, GpuError> {
        let field = &read.file.field;
        let contents =
            Contents { digest: read.digest.clone(), size: field.size, channels: field.channels };
        // The lock makes other threads wait, so that none uploads the same file.
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
