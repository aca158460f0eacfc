//! Removal of the padding that wgpu requires at the ends of rows when texels are copied to a buffer.

#[derive(Clone, Copy, Debug)]
pub(super) struct PaddedRows {
    /// Bytes without padding, then with padding.
    pub(super) row: [u32; 2],
    /// Bytes in the texture, then without unused channels.
    pub(super) texel: [u32; 2],
    /// True if texels start with blue, green and red, in this order.
    pub(super) is_bgra: bool,
}

impl PaddedRows {
    pub(super) fn without_padding(&self, bytes: &[u8]) -> Vec<u8> {
        let [row, padded] = self.row.map(|bytes| bytes as usize);
        let [stored, used] = self.texel.map(|bytes| bytes as usize);
        let mut packed = Vec::with_capacity(bytes.len() / padded * row / stored * used);
        for row in bytes.chunks_exact(padded).map(|padded| &padded[..row]) {
            if stored == used {
                packed.extend_from_slice(row);
            } else {
                row.chunks_exact(stored).for_each(|texel| packed.extend_from_slice(&texel[..used]));
            }
        }
        if self.is_bgra {
            packed.chunks_exact_mut(4).for_each(|texel| texel.swap(0, 2));
        }
        packed
    }
}
