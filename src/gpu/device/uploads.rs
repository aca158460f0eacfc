//! Textures of the data files that fill field inputs of generators. Pipelines that read the same samples share a texture.

use std::sync::{Arc, Mutex, Weak};

use super::binding::lock;
use crate::gpu::{FieldTexture, Gpu, GpuError};
use crate::source::{InputField, InputKey};

#[derive(Debug, Default)]
pub(crate) struct FileTextures(Mutex<Vec<(TextureKey, Weak<FieldTexture>)>>);

/// The samples, and the bits of the factor that they are multiplied by.
type TextureKey = (InputKey, u64);

impl Gpu {
    /// Uploads the samples multiplied by `scale`, unless a pipeline already uses the texture, which is freed when the
    /// last pipeline drops it. Fails if the size exceeds the adapter's limit or its memory.
    pub(crate) fn file_texture(
        &self,
        read: &InputField,
        scale: f64,
    ) -> Result<Arc<FieldTexture>, GpuError> {
        let key = (read.key.clone(), scale.to_bits());
        // The lock makes other threads wait, so that none uploads the same file.
        let mut textures = lock(&self.file_textures.0);
        textures.retain(|(_, texture)| texture.strong_count() > 0);
        let mut uploaded = textures.iter().filter(|(found, _)| *found == key);
        if let Some(texture) = uploaded.find_map(|(_, texture)| texture.upgrade()) {
            return Ok(texture);
        }
        let scaled = (scale != 1.0).then(|| read.file.field.scaled(scale));
        let field = scaled.as_ref().unwrap_or(&read.file.field);
        let texture = Arc::new(FieldTexture::of_field(self, field)?);
        textures.push((key, Arc::downgrade(&texture)));
        Ok(texture)
    }
}
