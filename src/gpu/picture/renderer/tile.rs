//! Tiles of a picture, and their evaluated numbers.

use crate::field::grid::Region;
use crate::gpu::FieldTexture;

/// A rectangle of a picture that is rendered at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureTile {
    /// Samples or pixels that the tile contributes.
    pub inner: Region,
    /// Samples that are evaluated for them: `inner`, and for views from above also the neighbors that shading reads.
    pub outer: Region,
}

impl PictureTile {
    /// Returns a whole picture.
    pub fn whole(region: Region) -> Self {
        Self { inner: region, outer: region }
    }

    /// Returns `inner` relative to the origin of `outer`.
    pub fn inner_in_outer(self) -> Region {
        Region {
            origin: [0, 1].map(|axis| self.inner.origin[axis] - self.outer.origin[axis]),
            size: self.inner.size,
        }
    }
}

/// Evaluated numbers of a tile. Clones share the memory.
#[derive(Clone, Debug)]
pub struct TileFields {
    /// Samples of [`PictureTile::outer`].
    pub field: FieldTexture,
    /// Numbers that are read back in place of the samples, of [`PictureTile::inner`].
    pub derived: Option<FieldTexture>,
}

impl TileFields {
    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        self.field.bytes() + self.derived.as_ref().map_or(0, FieldTexture::bytes)
    }

    /// Returns the numbers that are read back of a tile, and their rectangle.
    pub fn written(&self, tile: PictureTile) -> (&FieldTexture, Region) {
        match &self.derived {
            Some(derived) => (derived, tile.inner.at_origin()),
            None => (&self.field, tile.inner_in_outer()),
        }
    }
}
