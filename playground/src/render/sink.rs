//! Destinations of a picture's rows: a file, or memory.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use noise_playground::capture::{CaptureError, CaptureFile, Format, PictureHeader, Strip};

/// A destination of a picture's rows, written by its own thread.
pub(super) enum Sink<'a> {
    File(&'a mut CaptureFile),
    /// Red, green, blue and alpha bytes.
    Pixels(&'a mut Vec<u8>),
    /// Samples, interleaved by channel.
    Samples(&'a mut Vec<f32>),
}

impl Sink<'_> {
    /// Returns a file format that needs the same data.
    pub(super) fn format(&self) -> Format {
        match self {
            Self::File(output) => output.format(),
            Self::Pixels(_) => Format::Png,
            Self::Samples(_) => Format::R32,
        }
    }

    /// Writes all received strips.
    pub(super) fn write(
        self,
        header: &PictureHeader,
        strips: Receiver<Arc<Strip>>,
    ) -> Result<(), CaptureError> {
        match self {
            Self::File(output) => write_strips(output, header, strips),
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
