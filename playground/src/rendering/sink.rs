//! Where the rows of a picture go: a file, or memory.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use noise_playground::capture::{CaptureError, CaptureFile, Format, PictureHeader, Strip};

/// What takes a picture's rows on a thread of its own.
pub(super) enum Sink<'a> {
    File(&'a mut CaptureFile),
    /// Red, green, blue and alpha bytes.
    Memory(&'a mut Vec<u8>),
    /// The raw result's numbers.
    Samples(&'a mut Vec<f32>),
}

impl Sink<'_> {
    /// What its rows have to hold.
    pub(super) fn format(&self) -> Format {
        match self {
            Self::File(output) => output.format(),
            Self::Memory(_) => Format::Png,
            Self::Samples(_) => Format::R32,
        }
    }

    /// Takes all rows that come.
    pub(super) fn take(
        self,
        head: &PictureHeader,
        strips: Receiver<Arc<Strip>>,
    ) -> Result<(), CaptureError> {
        match self {
            Self::File(output) => write_strips(output, head, strips),
            Self::Memory(pixels) => {
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

/// Writes what comes, and says how much of the time went into waiting for it.
fn write_strips(
    output: &mut CaptureFile,
    head: &PictureHeader,
    strips: Receiver<Arc<Strip>>,
) -> Result<(), CaptureError> {
    let begun = Instant::now();
    let mut waited = Duration::ZERO;
    let next = || {
        let asked = Instant::now();
        let strip = strips.recv().ok();
        waited += asked.elapsed();
        strip
    };
    output.write(head, std::iter::from_fn(next))?;
    let encoded = begun.elapsed().saturating_sub(waited);
    tracing::debug!(
        "{:?} encoded in {encoded:.2?}, waited {waited:.2?} for samples",
        output.format()
    );
    Ok(())
}
