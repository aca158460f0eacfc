//! Destinations of a rendered picture's rows: a file, or memory.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use noise_playground::capture::{CaptureError, CaptureFile, Format, PictureHeader, Strip};
use noise_playground::grid::TileIndex;

use super::crop::cropped;

/// A destination of a rendered picture's rows, written by a thread of its own.
pub(super) enum Sink<'a> {
    /// A file, and the tile of the picture that it contains; `None` for the whole picture.
    File((&'a mut CaptureFile, Option<TileIndex>)),
    /// A buffer for pixels: red, green, blue and alpha bytes, rows from the top.
    Pixels(&'a mut Vec<u8>),
    /// A buffer for samples, interleaved by channel, rows from the top.
    Samples(&'a mut Vec<f32>),
}

impl Sink<'_> {
    /// Returns the format of the file, or for a buffer a file format that holds the same data.
    pub(super) fn format(&self) -> Format {
        match self {
            Self::File((output, _)) => output.format(),
            Self::Pixels(_) => Format::Png,
            Self::Samples(_) => Format::R32,
        }
    }

    /// Returns the tile of the picture that is written; `None` for the whole picture.
    pub(super) fn tile(&self) -> Option<TileIndex> {
        match self {
            Self::File((_, tile)) => *tile,
            Self::Pixels(_) | Self::Samples(_) => None,
        }
    }

    /// Writes all strips of a picture of this size as they arrive, or the part of them in the sink's tile.
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

/// Writes strips to a file as they arrive, and logs the times spent encoding them and waiting for them.
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
