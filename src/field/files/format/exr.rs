//! Writes captures as OpenEXR: 32-bit float scan lines with lossless ZIP compression, on all processor cores.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader};
use std::mem;
use std::path::Path;

use exr::block::chunk::{Chunk, CompressedBlock, CompressedScanLineBlock};
use exr::block::writer::ChunksWriter as _;
use exr::compression::Compression;
use exr::error::Error;
use exr::meta::attribute::{AttributeValue, ChannelDescription, LineOrder, SampleType, Text};
use exr::meta::header::{Header, LayerAttributes};
use exr::meta::{BlockDescription, Headers, MetaData};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rayon::prelude::*;

use super::info::{Content, FormatInfo, Output, ReadError, Strips, open};
use super::stored_samples::StoredSamples;
use super::{PNG_KEYWORD, PictureHeader, STRIP_ROWS, raw};
use crate::field::Returns;
use crate::field::parallel::compute_while_writing;

pub(crate) static FORMAT: FormatInfo = FormatInfo {
    name: "EXR",
    extensions: &["exr"],
    help: "the field, 32-bit float, all channels: Y for one channel, R G B A for\n        colors, X Y Z W for others",
    content: Content::Samples,
    holds_volumes: false,
    is_whole: has_all_chunks,
    manifest: Some(manifest),
    write,
    stored: Some(raw::floats),
    read: |bytes, _| StoredSamples::of_field_file("exr", bytes),
};

/// The chunks are not decompressed.
fn has_all_chunks(path: &Path, _: u64) -> bool {
    let read = || -> exr::error::UnitResult {
        let file = exr::block::read(BufReader::new(open(path)?), false)?;
        file.all_chunks(false)?.try_for_each(|chunk| chunk.map(drop))
    };
    read().is_ok()
}

/// Levels of compression. The lowest is five times as fast as the next ones; the fractions of most noise are random
/// bytes, of which those save some percent more.
const FAST: u8 = 1;

/// For blocks that [`FAST`] shrinks by more than a tenth: constant or smooth.
const SMALL: u8 = 4;

fn manifest(file: File) -> Result<Option<String>, ReadError> {
    let meta = MetaData::read_from_buffered(BufReader::new(file), false);
    let headers = meta.map_err(ReadError::file)?.headers;
    let attributes = headers.first().map(|header| &header.own_attributes.other);
    Ok(match attributes.and_then(|others| others.get(&Text::from(PNG_KEYWORD))) {
        Some(AttributeValue::Text(text)) => Some(text.to_string()),
        _ => None,
    })
}

fn write(header: &PictureHeader, strips: &mut Strips<'_>, file: &mut Output<'_>) -> io::Result<()> {
    let names = channel_names(header);
    let row = header.raster.size[0] as usize * names.len();
    let headers = Headers::from_elem(exr_header(header, &names), 1);
    let written = exr::block::write(file, headers, true, |_, chunks| {
        let mut index = 0;
        let mut append = |blocks: Vec<Vec<u8>>| {
            for compressed_pixels_le in blocks {
                let y_coordinate = (index * STRIP_ROWS as usize) as i32;
                let block = CompressedScanLineBlock { y_coordinate, compressed_pixels_le };
                let compressed_block = CompressedBlock::ScanLine(block);
                chunks.write_chunk(index, Chunk { layer_index: 0, compressed_block })?;
                index += 1;
            }
            Ok(())
        };
        let mut blocks = Vec::new();
        for strip in strips {
            let previous = mem::take(&mut blocks);
            let compress = || compressed(&strip.samples, row, &names);
            let (compressed, appended) = compute_while_writing(compress, || append(previous));
            appended?;
            blocks = compressed;
        }
        append(blocks)
    });
    written.map_err(|error| match error {
        Error::Io(error) => error,
        other => io::Error::other(other.to_string()),
    })
}

fn exr_header(header: &PictureHeader, names: &[(&str, usize)]) -> Header {
    let channels = names
        .iter()
        .map(|(name, _)| ChannelDescription::new(Text::from(*name), SampleType::F32, false));
    let mut layer = LayerAttributes::default();
    if !header.manifest.is_empty() {
        let manifest = Text::from(header.ascii_manifest().as_str());
        layer.other.insert(Text::from(PNG_KEYWORD), AttributeValue::Text(manifest));
    }
    let size = header.raster.size.map(|count| count as usize);
    Header::new(Text::from("samples"), (size[0], size[1]), channels.collect())
        .with_encoding(Compression::ZIP16, BlockDescription::ScanLines, LineOrder::Increasing)
        .with_attributes(layer)
}

/// In alphabetical order, as OpenEXR requires, each with its index in a sample.
fn channel_names(header: &PictureHeader) -> Vec<(&'static str, usize)> {
    let names = match (header.returns, header.channels) {
        (Returns::Color, _) => ["R", "G", "B", "A"],
        (_, 1) => ["Y"; 4],
        _ => ["X", "Y", "Z", "W"],
    };
    let mut sorted: Vec<_> = names.into_iter().zip(0..header.channels as usize).collect();
    sorted.sort_unstable();
    sorted
}

/// Blocks of [`STRIP_ROWS`] rows of `row` numbers.
fn compressed(samples: &[f32], row: usize, names: &[(&str, usize)]) -> Vec<Vec<u8>> {
    let blocks = samples.par_chunks(row * STRIP_ROWS as usize);
    blocks.map(|samples| compressed_block(&by_channel(samples, row, names))).collect()
}

/// Bytes with even and with odd indices apart, each as its difference to the one before, as OpenEXR compresses them. A
/// block that does not become smaller is stored as it is.
fn compressed_block(numbers: &[f32]) -> Vec<u8> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut previous = 128_u8;
    let differences = [0, 1].into_iter().flat_map(|first| bytes.iter().skip(first).step_by(2));
    let differences: Vec<u8> = differences
        .map(|byte| byte.wrapping_sub(mem::replace(&mut previous, *byte)).wrapping_add(128))
        .collect();
    let mut block = compress_to_vec_zlib(&differences, FAST);
    if block.len() * 10 < bytes.len() * 9 {
        block = compress_to_vec_zlib(&differences, SMALL);
    }
    if block.len() < bytes.len() { block } else { bytes }
}

/// In each row of `row` numbers, channel by channel.
fn by_channel<'a>(samples: &'a [f32], row: usize, names: &[(&str, usize)]) -> Cow<'a, [f32]> {
    if names.len() == 1 {
        return samples.into();
    }
    let mut numbers = Vec::with_capacity(samples.len());
    for line in samples.chunks_exact(row) {
        for (_, channel) in names {
            numbers.extend(line.iter().skip(*channel).step_by(names.len()));
        }
    }
    numbers.into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::capture::CaptureFile;
    use crate::field::files::{FieldFile, Format, Strip};

    const SIZE: [u32; 2] = [67, 53];

    fn written(path: &Path, rows: u32) -> (Vec<f32>, Vec<u8>) {
        // Blocks of random fractions, of a slope, and of a constant.
        let sample = |index: u32| match index / (2 * SIZE[0] * STRIP_ROWS) % 3 {
            0 => f32::from_bits(0x3f80_0000 | index.wrapping_mul(0x9e37_79b9) >> 9),
            1 => index as f32,
            _ => f32::NEG_INFINITY,
        };
        let samples: Vec<f32> = (0..2 * SIZE[0] * SIZE[1]).map(sample).collect();
        let row = 2 * SIZE[0];
        let strips = samples.chunks((row * rows) as usize).map(|samples| {
            let rows = samples.len() as u32 / row;
            Arc::new(Strip { rows, samples: samples.to_vec(), pixels: Vec::new() })
        });
        let header = PictureHeader { channels: 2, ..PictureHeader::of_size(SIZE) };
        let mut file = CaptureFile::create(path, Format::Exr).unwrap();
        file.write(&header, strips).unwrap();
        file.commit().unwrap();
        (samples, std::fs::read(path).unwrap())
    }

    #[test]
    fn blocks_are_read_as_they_were_and_do_not_depend_on_strips() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.exr");
        let (samples, bytes) = written(&path, 16);
        assert_eq!(FieldFile::read(&path).unwrap().field.samples, samples);
        assert!(bytes.len() < samples.len() * 4 * 3 / 4);
        assert!(written(&path, 48).1 == bytes);
    }
}
