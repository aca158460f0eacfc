//! Renders the tiles of a picture one after another, joins them to full-width strips, and sends the strips to the
//! writer threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use noise_playground::capture::Strip;
use noise_playground::gpu::{EvaluatePipeline, Gpu, GpuError, PendingPicture};

use super::tile_row::TileRow;
use super::tiling::Tile;
use super::{ProgressFn, wait};
use crate::process::error::CommandError;

/// Senders of a picture's strips, one per writer thread.
pub(super) type Writers = Vec<SyncSender<Arc<Strip>>>;

/// The tiles of a picture that are rendered, joined to full-width strips, and sent to the writer threads.
pub(super) struct Strips<'a> {
    pub(super) gpu: &'a Gpu,
    pub(super) pipeline: &'a EvaluatePipeline,
    /// All tiles of the picture, row by row from the top.
    pub(super) tiles: Vec<Tile>,
    /// Width of the picture in samples.
    pub(super) width: u32,
    /// Fraction of the render job's work, 0 to 1, that is done before the first tile is rendered.
    pub(super) started: f64,
}

impl Strips<'_> {
    /// Renders all tiles, each submitted by `submit`, and sends each full-width strip to every writer. Returns the
    /// index of the first writer that failed, or `None`, and the last row of tiles with the counts of non-finite values
    /// and of rays at the step limit.
    pub(super) fn render(
        self,
        mut submit: impl FnMut(Tile) -> Result<PendingPicture, GpuError>,
        writers: &Writers,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(Option<usize>, TileRow), CommandError> {
        let (mut done, total) = (0, self.tiles.len());
        let mut pending = VecDeque::new();
        let mut row = TileRow::default();
        for tile in self.tiles.into_iter().map(Some).chain([None]) {
            if let Some(tile) = tile {
                pending.push_back((tile, submit(tile)?));
            }
            // One tile stays pending while the next is evaluated.
            let max_pending = usize::from(tile.is_some());
            while pending.len() > max_pending
                && let Some((tile, picture)) = pending.pop_front()
            {
                row.add(tile, wait(self.gpu, self.pipeline, picture)?);
                let strip = row.take_full(self.width);
                if let Some(failed) = strip.and_then(|strip| send(strip, writers)) {
                    return Ok((Some(failed), row));
                }
                done += 1;
                let fraction = f64::from(done) / total as f64;
                progress(self.started + (1.0 - self.started) * fraction)?;
            }
        }
        Ok((None, row))
    }
}

/// Sends a strip to every writer thread. Returns the index of the first writer that failed, or `None`.
fn send(strip: Strip, writers: &Writers) -> Option<usize> {
    let strip = Arc::new(strip);
    let has_failed = |writer: &SyncSender<_>| writer.send(Arc::clone(&strip)).is_err();
    writers.iter().position(has_failed)
}
