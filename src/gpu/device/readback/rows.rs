//! Removal of the padding that wgpu requires at the ends of rows when texels are copied to a buffer.

use bytemuck::Pod;

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
    /// The size of a texel must be a multiple of that of `T`.
    pub(super) fn without_padding<T: Pod>(&self, bytes: &[u8]) -> Vec<T> {
        let [row, padded] = self.row.map(|bytes| bytes as usize);
        let [stored, used] = self.texel.map(|bytes| bytes as usize / size_of::<T>());
        let count = bytes.len() / padded * row / size_of::<T>();
        let mut packed = Vec::with_capacity(count / stored * used);
        for row in bytes.chunks_exact(padded).map(|padded| bytemuck::cast_slice(&padded[..row])) {
            if stored == used {
                packed.extend_from_slice(row);
            } else {
                row.chunks_exact(stored).for_each(|texel| packed.extend_from_slice(&texel[..used]));
            }
        }
        if self.is_bgra {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut packed);
            bytes.chunks_exact_mut(4).for_each(|texel| texel.swap(0, 2));
        }
        packed
    }
}
