//! Writes captures as OpenEXR: 32-bit float scan lines with lossless ZIP compression, on all processor cores.

use std::fs::File;
use std::io::{self, BufReader};

use exr::block::writer::ChunksWriter as _;
use exr::block::{BlockIndex, UncompressedBlock};
use exr::compression::Compression;
use exr::error::Error;
use exr::math::Vec2;
use exr::meta::attribute::{AttributeValue, ChannelDescription, LineOrder, SampleType, Text};
use exr::meta::header::{Header, LayerAttributes};
use exr::meta::{BlockDescription, Headers, MetaData};

use rayon::prelude::*;

use super::info::{Content, FormatInfo, Output, ReadError, Strips};
use crate::capture::{PNG_KEYWORD, PictureHeader, STRIP_ROWS};
use crate::generator::Returns;

pub(super) static FORMAT: FormatInfo = FormatInfo {
    name: "EXR",
    extensions: &["exr"],
    help: "the field, 32-bit float, all channels: Y for one channel, R G B A for\n        colors, X Y Z W for others",
    content: Content::Samples,
    holds_volumes: false,
    manifest: Some(manifest),
    write,
};

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
    let [width, height] = header.raster.size.map(|count| count as usize);
    let names = channel_names(header);
    let rows = STRIP_ROWS as usize;
    let blocks = strips.flat_map(|strip| {
        let row = width * header.channels as usize;
        let blocks = strip.samples.par_chunks(row * rows);
        blocks.map(|samples| by_channel(samples, row, &names)).collect::<Vec<_>>()
    });
    let blocks = blocks.enumerate().map(|(index, data)| {
        let first_row = index * rows;
        let block = BlockIndex {
            layer: 0,
            pixel_position: Vec2(0, first_row),
            pixel_size: Vec2(width, rows.min(height - first_row)),
            level: Vec2(0, 0),
        };
        (index, UncompressedBlock { index: block, data })
    });
    let headers = Headers::from_elem(exr_header(header, &names), 1);
    let written = exr::block::write(file, headers, true, |meta, chunks| {
        match chunks.parallel_blocks_compressor(&meta) {
            Some(mut threads) => {
                for (index, block) in blocks {
                    threads.add_block_to_compression_queue(index, block)?;
                }
            }
            None => {
                let mut thread = chunks.sequential_blocks_compressor(&meta);
                for (index, block) in blocks {
                    thread.compress_block(index, block)?;
                }
            }
        }
        Ok(())
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

/// In each row of `row` numbers, channel by channel.
fn by_channel(samples: &[f32], row: usize, names: &[(&str, usize)]) -> Vec<u8> {
    if names.len() == 1 {
        return bytemuck::cast_slice(samples).to_vec();
    }
    let mut numbers: Vec<f32> = Vec::with_capacity(samples.len());
    for line in samples.chunks_exact(row) {
        for (_, channel) in names {
            numbers.extend(line.iter().skip(*channel).step_by(names.len()));
        }
    }
    bytemuck::cast_slice(&numbers).to_vec()
}
