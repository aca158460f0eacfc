//! Destinations of the rows of a rendered picture: a file, or a buffer in memory.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use noise_playground::capture::{CaptureError, CaptureFile, Format, PictureHeader, Strip};
use noise_playground::grid::TileIndex;

use super::crop::cropped;

/// A destination of the rows of a rendered picture, which a thread of its own writes.
pub(super) enum Sink<'a> {
    /// Destination of rows: an output file, with the tile of the picture that it contains; `None` for the whole
    /// picture.
    File((&'a mut CaptureFile, Option<TileIndex>)),
    /// Destination of rows: a buffer for pixels as red, green, blue and alpha bytes, row by row from the top.
    Pixels(&'a mut Vec<u8>),
    /// Destination of rows: a buffer for samples, interleaved by channel, row by row from the top.
    Samples(&'a mut Vec<f32>),
}

impl Sink<'_> {
    /// Returns the format of the output file; for a buffer, a file format that holds the same kind of data.
    pub(super) fn format(&self) -> Format {
        match self {
            Self::File((output, _)) => output.format(),
            Self::Pixels(_) => Format::Png,
            Self::Samples(_) => Format::R32,
        }
    }

    /// Returns the tile of the picture that this destination receives; `None` for the whole picture.
    pub(super) fn tile(&self) -> Option<TileIndex> {
        match self {
            Self::File((_, tile)) => *tile,
            Self::Pixels(_) | Self::Samples(_) => None,
        }
    }

    /// Writes the strips of a picture to this destination as they arrive, cropped to its tile. `size` is the width and
    /// height of the whole picture.
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

/// Writes strips to an output file as they arrive, and logs the time spent encoding them and the time spent waiting for
/// them.
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
