//! Destinations of a picture's rows: a file, or a buffer in memory.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use crate::capture::{CaptureError, CaptureFile};
use crate::field::files::{Format, PictureHeader, Strip};
use crate::field::grid::TileIndex;

use super::crop::cropped;

pub(super) enum Sink<'a> {
    /// `None` for the whole picture.
    File((&'a mut CaptureFile, Option<TileIndex>)),
    /// Red, green, blue and alpha bytes, row by row from the top.
    Pixels(&'a mut Vec<u8>),
    /// Interleaved by channel, row by row from the top.
    Samples(&'a mut Vec<f32>),
}

impl Sink<'_> {
    /// For a buffer, returns a format with the same kind of data.
    pub(super) fn format(&self) -> Format {
        match self {
            Self::File((output, _)) => output.format(),
            Self::Pixels(_) => Format::Png,
            Self::Samples(_) => Format::R32,
        }
    }

    /// `None` for the whole picture.
    pub(super) fn tile(&self) -> Option<TileIndex> {
        match self {
            Self::File((_, tile)) => *tile,
            Self::Pixels(_) | Self::Samples(_) => None,
        }
    }

    /// Writes strips as they arrive, cropped to the tile. `size` is that of the whole picture.
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

/// Logs the time of encoding strips and of waiting for them.
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
