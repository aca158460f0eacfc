//! Rows of texels in a buffer, whose ends are padded.

/// Layout of the rows of a copied rectangle in its buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaddedRows {
    /// Bytes of a row of the rectangle, without and with padding.
    pub(super) row: [u32; 2],
    /// Bytes of a texel in the texture, and the number of these that are used.
    pub(super) texel: [u32; 2],
    /// True if the first three bytes of a texel are blue, green and red.
    pub(super) is_bgra: bool,
}

impl PaddedRows {
    /// Returns rows without padding, and texels without unused bytes, red first.
    pub(super) fn without_padding(&self, bytes: &[u8]) -> Vec<u8> {
        let [row, padded] = self.row.map(|bytes| bytes as usize);
        let [stored, used] = self.texel.map(|bytes| bytes as usize);
        let mut packed = Vec::with_capacity(bytes.len() / padded * row / stored * used);
        for row in bytes.chunks_exact(padded).map(|padded| &padded[..row]) {
            if stored == used {
                packed.extend_from_slice(row);
            } else {
                row.chunks_exact(stored)
                    .for_each(|texel| packed.extend_from_slice(&texel[..used]));
            }
        }
        if self.is_bgra {
            packed
                .chunks_exact_mut(4)
                .for_each(|texel| texel.swap(0, 2));
        }
        packed
    }
}
