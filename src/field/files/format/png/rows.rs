//! Writes the rows of a PNG, filtered and compressed on all processor cores.
//!
//! Rows are divided into groups, each of which becomes one block of the deflate stream and one chunk of the file. The
//! groups depend on the size of the picture alone, so the bytes of the file do not depend on the number of threads.

use std::io::{self, Write};

use png::{Encoder, chunk};
use rayon::prelude::*;

use crate::field::parallel::compute_while_writing;

/// Least number of bytes of a group, unless rows end before.
const GROUP_BYTES: usize = 1 << 18;

/// Number of bytes of rows that are collected before they are compressed.
const COLLECTED_BYTES: usize = 1 << 23;

/// Header of a zlib stream: deflate with the largest window.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x01];

/// Stored block without bytes, after its three bits of header and the padding up to the next byte.
const EMPTY_BLOCK: [u8; 4] = [0, 0, 0xff, 0xff];

/// In bytes.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) row: usize,
    pub(super) pixel: usize,
}

/// Writes strips, which consist of whole rows.
pub(super) fn write_rows<W: Write>(
    encoder: Encoder<'static, W>,
    layout: Layout,
    strips: impl Iterator<Item = Vec<u8>>,
) -> io::Result<()> {
    let mut writer = encoder.write_header()?;
    let mut checksum = Adler::default();
    let group = GROUP_BYTES.div_ceil(layout.row) * layout.row;
    writer.write_chunk(chunk::IDAT, &ZLIB_HEADER)?;
    let mut write = |blocks: Vec<Block>| -> io::Result<()> {
        for block in blocks {
            checksum = checksum.followed_by(&block);
            writer.write_chunk(chunk::IDAT, &block.bytes)?;
        }
        Ok(())
    };
    // The first row is the one before those that are not written yet: of the picture, one of zeros.
    let mut rows = vec![0; layout.row];
    let mut blocks = Vec::new();
    for strip in strips {
        rows.extend(strip);
        if rows.len() >= COLLECTED_BYTES {
            let whole = (rows.len() - layout.row) / group * group;
            let next = &rows[..layout.row + whole];
            let previous = std::mem::take(&mut blocks);
            let compress = || compressed(next, layout, group);
            let (compressed, written) = compute_while_writing(compress, || write(previous));
            written?;
            blocks = compressed;
            rows.drain(..whole);
        }
    }
    write(blocks)?;
    write(compressed(&rows, layout, group))?;
    let mut end = vec![1];
    end.extend(EMPTY_BLOCK);
    end.extend(
        [checksum.sums[1], checksum.sums[0]].map(|sum| (sum as u16).to_be_bytes()).as_flattened(),
    );
    writer.write_chunk(chunk::IDAT, &end)?;
    Ok(writer.finish()?)
}

/// Group of rows as blocks of a deflate stream that end with a whole byte.
struct Block {
    bytes: Vec<u8>,
    checksum: Adler,
    /// Number of bytes before the compression.
    length: usize,
}

/// The first row is not written.
fn compressed(rows: &[u8], layout: Layout, group: usize) -> Vec<Block> {
    let groups = (0..rows.len() - layout.row).into_par_iter().step_by(group);
    let blocks = groups.map_init(Filters::default, |filters, start| {
        let end = (start + layout.row + group).min(rows.len());
        Block::new(filters.apply(&rows[start..end], layout))
    });
    blocks.collect()
}

impl Block {
    fn new(filtered: &[u8]) -> Self {
        // A stream of a single block, which is said to be the last one.
        let mut bytes = fdeflate::compress_to_vec(filtered);
        bytes.drain(..ZLIB_HEADER.len());
        bytes[0] &= !1;
        let checksum = bytes.split_off(bytes.len() - 4);
        let [high, low] =
            [0, 2].map(|at| u32::from(checksum[at]) << 8 | u32::from(checksum[at + 1]));
        // The last code ends with a one, and zeros fill its byte. They begin the header of an empty block, and an
        // empty block ends with a whole byte.
        if bytes.last().is_some_and(|last| last.leading_zeros() < 3) {
            bytes.push(0);
        }
        bytes.extend(EMPTY_BLOCK);
        Self { bytes, checksum: Adler { sums: [low, high] }, length: filtered.len() }
    }
}

/// Adler-32, the checksum of zlib: the sum of all bytes plus 1, and the sum of these sums after each byte.
#[derive(Clone, Copy)]
struct Adler {
    sums: [u32; 2],
}

impl Default for Adler {
    fn default() -> Self {
        Self { sums: [1, 0] }
    }
}

impl Adler {
    const MODULUS: u64 = 65521;

    fn followed_by(self, block: &Block) -> Self {
        let [[low, high], [next_low, next_high]] =
            [self, block.checksum].map(|checksum| checksum.sums.map(u64::from));
        let before = low + Self::MODULUS - 1;
        let sums =
            [before + next_low, high + next_high + block.length as u64 % Self::MODULUS * before];
        Self { sums: sums.map(|sum| (sum % Self::MODULUS) as u32) }
    }
}

#[derive(Default)]
struct Filters {
    /// Rows with a pixel of zeros on the left.
    above: Vec<u8>,
    current: Vec<u8>,
    candidates: [Vec<u8>; 4],
    filtered: Vec<u8>,
}

impl Filters {
    /// Returns each row after the first with the filter that leaves the smallest numbers, after its index.
    fn apply(&mut self, rows: &[u8], Layout { row, pixel }: Layout) -> &[u8] {
        self.filtered.clear();
        self.above.resize(pixel + row, 0);
        self.current.resize(pixel + row, 0);
        self.candidates.iter_mut().for_each(|candidate| candidate.resize(row, 0));
        self.current[pixel..].copy_from_slice(&rows[..row]);
        for next in rows[row..].chunks_exact(row) {
            std::mem::swap(&mut self.above, &mut self.current);
            self.current[pixel..].copy_from_slice(next);
            let [sub, up, average, paeth] = &mut self.candidates;
            let neighbors = Neighbors { above: &self.above, current: &self.current, pixel };
            neighbors.filter(sub, |left, _, _| left);
            neighbors.filter(up, |_, up, _| up);
            neighbors.filter(average, |left, up, _| (left & up) + ((left ^ up) >> 1));
            neighbors.filter(paeth, nearest_to_plane);
            let smallest = (1..).zip(&self.candidates).min_by_key(|(_, candidate)| size(candidate));
            if let Some((index, candidate)) = smallest {
                self.filtered.push(index);
                self.filtered.extend(candidate);
            }
        }
        &self.filtered
    }
}

struct Neighbors<'a> {
    above: &'a [u8],
    current: &'a [u8],
    pixel: usize,
}

impl Neighbors<'_> {
    fn filter(&self, output: &mut [u8], predict: impl Fn(u8, u8, u8) -> u8) {
        let left = self.current.iter().zip(self.above);
        let here = self.current[self.pixel..].iter().zip(&self.above[self.pixel..]);
        for ((output, (byte, up)), (left, corner)) in output.iter_mut().zip(here).zip(left) {
            *output = byte.wrapping_sub(predict(*left, *up, *corner));
        }
    }
}

fn nearest_to_plane(left: u8, up: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, up, corner].map(i16::from);
    let distances = [b - c, a - c, a + b - 2 * c].map(i16::abs);
    if distances[0] <= distances[1] && distances[0] <= distances[2] {
        left
    } else if distances[1] <= distances[2] {
        up
    } else {
        corner
    }
}

/// Sum of the distances from 0, as of numbers with a sign.
fn size(bytes: &[u8]) -> u64 {
    let sum = |bytes: &[u8]| {
        bytes.iter().map(|byte| u32::from((*byte as i8).unsigned_abs())).sum::<u32>()
    };
    bytes.chunks(1 << 16).map(|bytes| u64::from(sum(bytes))).sum()
}

#[cfg(test)]
mod tests {
    use png::{BitDepth, ColorType, Compression};

    use super::*;

    /// Numbers that need all filters: flat, sloped and rough parts.
    fn rows(bytes: usize) -> Vec<u8> {
        let byte = |index: usize| match index / 5000 % 3 {
            0 => 7,
            1 => (index / 3) as u8,
            _ => (index.wrapping_mul(0x9e37_79b9) >> 20) as u8,
        };
        (0..bytes).map(byte).collect()
    }

    fn written(size: [u32; 2], color: ColorType, pixel: usize, strip_rows: usize) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, size[0], size[1]);
        encoder.set_color(color);
        encoder.set_depth(BitDepth::Eight);
        let row = pixel * size[0] as usize;
        let rows = rows(row * size[1] as usize);
        let strips = rows.chunks(row * strip_rows).map(<[u8]>::to_vec);
        write_rows(encoder, Layout { row, pixel }, strips).unwrap();
        file
    }

    #[test]
    fn pictures_of_all_sizes_are_read_as_they_were() {
        // Many short blocks, whose last codes end at all bits of a byte, and groups of several rows.
        let sizes = (1..40).map(|width| [width, 7]).chain([[300, 2000], [70_000, 9]]);
        for [width, height] in sizes {
            let file = written([width, height], ColorType::Rgb, 3, 16);
            let mut reader = png::Decoder::new(io::Cursor::new(&file)).read_info().unwrap();
            let mut read = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut read).unwrap();
            assert!(read == rows(read.len()), "{width} x {height}");
            reader.finish().unwrap();
        }
    }

    #[test]
    fn bytes_do_not_depend_on_strips_and_threads() {
        let write = |threads: usize, strip_rows: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| written([1100, 2000], ColorType::Rgba, 4, strip_rows))
        };
        assert!(write(1, 2000) == write(5, 48));
    }

    #[test]
    fn file_is_as_small_as_that_of_a_single_stream() {
        let size = [512, 512];
        let file = written(size, ColorType::Grayscale, 1, 512);
        let mut other = Vec::new();
        let mut encoder = Encoder::new(&mut other, size[0], size[1]);
        encoder.set_compression(Compression::Fast);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&rows(512 * 512)).unwrap();
        writer.finish().unwrap();
        assert!(file.len() * 100 < other.len() * 103, "{} {}", file.len(), other.len());
    }
}
