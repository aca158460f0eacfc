//! Destinations of a picture's rows: a file, or memory.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use noise_playground::capture::{CaptureError, CaptureFile, Format, PictureHeader, Strip};
use noise_playground::grid::TileIndex;

use super::crop::cropped;

/// A destination of a picture's rows, written by its own thread.
pub(super) enum Sink<'a> {
    /// A file, and the tile of the picture in it; `None` for all of the picture.
    File((&'a mut CaptureFile, Option<TileIndex>)),
    /// Red, green, blue and alpha bytes.
    Pixels(&'a mut Vec<u8>),
    /// Samples, interleaved by channel.
    Samples(&'a mut Vec<f32>),
}

impl Sink<'_> {
    /// Returns a file format that needs the same data.
    pub(super) fn format(&self) -> Format {
        match self {
            Self::File((output, _)) => output.format(),
            Self::Pixels(_) => Format::Png,
            Self::Samples(_) => Format::R32,
        }
    }

    /// Returns the tile of the picture that is written; `None` for all of it.
    pub(super) fn tile(&self) -> Option<TileIndex> {
        match self {
            Self::File((_, tile)) => *tile,
            Self::Pixels(_) | Self::Samples(_) => None,
        }
    }

    /// Writes all received strips of a picture of this size, or its tile.
    pub(super) fn write(
        self,
        header: &PictureHeader,
        size: [u32; 2],
        strips: Receiver<Arc<Strip>>,
    ) -> Result<(), CaptureError> {
        match self {
            Self::File((output, tile)) => match tile.and_then(|tile| tile.region(size)) {
                Some(region) => {
                    let strips = cropped(strips.into_iter(), size[0], header.channels, region);
                    output.write(header, strips)
                }
                None => write_strips(output, header, strips),
            },
            Self::Pixels(pixels) => {
                for strip in strips {
                    pixels.extend_from_slice(&strip.pixels);
                }
                Ok(())
            }
            Self::Samples(samples) => {
                for strip in strips {
                    samples.extend_from_slice(&strip.samples);
                }
                Ok(())
            }
        }
    }
}

/// Writes all received strips to a file, and logs the times spent encoding them and waiting for them.
fn write_strips(
    output: &mut CaptureFile,
    header: &PictureHeader,
    strips: Receiver<Arc<Strip>>,
) -> Result<(), CaptureError> {
    let started = Instant::now();
    let mut waited = Duration::ZERO;
    let next = || {
        let wait_started = Instant::now();
        let strip = strips.recv().ok();
        waited += wait_started.elapsed();
        strip
    };
    output.write(header, std::iter::from_fn(next))?;
    let encoded = started.elapsed().saturating_sub(waited);
    tracing::debug!(
        "{:?} encoded in {encoded:.2?}, waited {waited:.2?} for strips",
        output.format()
    );
    Ok(())
}
