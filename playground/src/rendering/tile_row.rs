//! Pieces of a picture that lie side by side, put together as rows.

use noise_playground::capture::Strip;
use noise_playground::gpu::{PendingTexels, f32s_from_bytes};

use super::RenderJob;
use super::tiled::PendingTile;
use crate::process::error::CommandError;

/// Pieces of a band that have come back, side by side.
#[derive(Default)]
pub(super) struct TileRow {
    across: u32,
    /// How many values of all pieces so far are NaN or infinite.
    pub(super) strange: u64,
    pieces: Vec<Strip>,
}

impl TileRow {
    /// Adds a piece, once it has come back. Fails if a loop ran away in it.
    pub(super) fn add(
        &mut self,
        job: &RenderJob<'_>,
        front: PendingTile,
    ) -> Result<(), CommandError> {
        job.check_loops((front.submission.clone(), Some(front.report)))?;
        let [width, rows] = front.piece.inner.size;
        let take = |texels: Option<PendingTexels>| match texels {
            Some(texels) => texels.wait(job.gpu, front.submission.clone()),
            None => Ok(Vec::new()),
        };
        self.across += width;
        let samples = f32s_from_bytes(&take(front.samples)?);
        self.strange += samples.iter().filter(|value| !value.is_finite()).count() as u64;
        self.pieces.push(Strip {
            rows,
            samples,
            pixels: take(front.pixels)?,
        });
        Ok(())
    }

    /// The band's rows, once its pieces fill the picture's width.
    pub(super) fn take_full(&mut self, width: u32) -> Option<Strip> {
        if self.across < width {
            return None;
        }
        self.across = 0;
        let mut pieces = std::mem::take(&mut self.pieces);
        if pieces.len() == 1 {
            return pieces.pop();
        }
        let mut strip = Strip {
            rows: pieces[0].rows,
            ..Strip::default()
        };
        for row in 0..strip.rows as usize {
            for piece in &pieces {
                let rows = piece.rows as usize;
                let part = |length: usize| row * (length / rows)..(row + 1) * (length / rows);
                strip
                    .samples
                    .extend_from_slice(&piece.samples[part(piece.samples.len())]);
                strip
                    .pixels
                    .extend_from_slice(&piece.pixels[part(piece.pixels.len())]);
            }
        }
        Some(strip)
    }
}
