//! Reads fields from OpenEXR and PNG images.

use exr::meta::MetaData;
use exr::prelude::{FlatSamples, ReadChannels as _, ReadLayers as _};

use super::{Bytes, RawField};

const CHANNEL_ORDER: [&str; 8] = ["R", "G", "B", "A", "X", "Y", "Z", "W"];

pub(super) fn read_exr(file: Bytes<'_>) -> Result<RawField, String> {
    check_exr(file.clone())?;
    let image = exr::prelude::read()
        .no_deep_data()
        .largest_resolution_level()
        .all_channels()
        .first_valid_layer()
        .all_attributes()
        .from_buffered(file)
        .map_err(|error| error.to_string())?;
    let layer = image.layer_data;
    let size = [layer.size.width(), layer.size.height()];
    let mut channels: Vec<_> = layer.channel_data.list.iter().collect();
    // The file lists channels sorted by name. Unknown names keep that order, after the known ones.
    channels.sort_by_key(|channel| {
        let name = channel.name.to_string();
        let order = CHANNEL_ORDER.iter().position(|known| *known == name);
        order.unwrap_or(CHANNEL_ORDER.len())
    });
    let channels: Vec<Vec<f32>> = channels
        .into_iter()
        .map(|channel| match &channel.sample_data {
            FlatSamples::F16(samples) => samples.iter().map(|sample| sample.to_f32()).collect(),
            FlatSamples::F32(samples) => samples.clone(),
            FlatSamples::U32(samples) => samples.iter().map(|sample| *sample as f32).collect(),
        })
        .collect();
    let count = size[0] * size[1];
    if channels.iter().any(|channel| channel.len() != count) {
        return Err("channels of different sizes".to_owned());
    }
    let samples = (0..count).flat_map(|index| channels.iter().map(move |channel| channel[index]));
    Ok(RawField { size, channels: channels.len(), samples: samples.collect() })
}

fn check_exr(file: Bytes<'_>) -> Result<(), String> {
    let file_bytes = super::length(&file);
    let meta = MetaData::read_from_buffered(file, false).map_err(|error| error.to_string())?;
    for header in &meta.headers {
        let size = [header.layer_size.width(), header.layer_size.height()];
        let channels = header.channels.list.iter();
        let bytes: usize = channels.map(|channel| channel.sample_type.bytes_per_sample()).sum();
        super::check_size(size, bytes as u64, file_bytes)?;
    }
    Ok(())
}

pub(super) fn read_png(file: Bytes<'_>) -> Result<RawField, String> {
    let file_bytes = super::length(&file);
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let (width, height) = reader.info().size();
    let size = [width as usize, height as usize];
    super::check_count(size)?;
    let bytes = reader.output_buffer_size().ok_or("the picture is too large")?;
    super::check_size(size, (bytes / (size[0] * size[1])) as u64, file_bytes)?;
    let mut buffer = vec![0; bytes];
    let frame = reader.next_frame(&mut buffer).map_err(|error| error.to_string())?;
    let bytes = &buffer[..frame.buffer_size()];
    let samples = if frame.bit_depth == png::BitDepth::Sixteen {
        let pairs = bytes.as_chunks::<2>().0.iter();
        pairs.map(|pair| f32::from(u16::from_be_bytes(*pair)) / 65535.0).collect()
    } else {
        bytes.iter().map(|byte| f32::from(*byte) / 255.0).collect()
    };
    Ok(RawField { size, channels: frame.color_type.samples(), samples })
}
