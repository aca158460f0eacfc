//! Joins tiles to full-width strips, and sends these to the writer threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use crate::field::files::Strip;
use crate::gpu::{EvaluatePipeline, Gpu, GpuError, PendingPicture, PictureTile};

use super::tile_row::TileRow;
use super::{ProgressFn, wait};
use crate::render::RenderError;

pub(super) type Writers = Vec<SyncSender<Arc<Strip>>>;

pub(super) struct Strips<'a> {
    pub(super) gpu: &'a Gpu,
    pub(super) pipeline: &'a EvaluatePipeline,
    /// Row by row from the top.
    pub(super) tiles: Vec<PictureTile>,
    /// In samples.
    pub(super) width: u32,
    /// Fraction of the work, 0 to 1, before the first tile.
    pub(super) started: f64,
}

impl Strips<'_> {
    /// Sends each full-width strip to every writer. Returns the index of the first writer that failed, and the last row
    /// of tiles with its counts.
    pub(super) fn render(
        self,
        mut submit: impl FnMut(PictureTile) -> Result<PendingPicture, GpuError>,
        writers: &Writers,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(Option<usize>, TileRow), RenderError> {
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

/// Returns the index of the first writer that failed.
fn send(strip: Strip, writers: &Writers) -> Option<usize> {
    let strip = Arc::new(strip);
    let has_failed = |writer: &SyncSender<_>| writer.send(Arc::clone(&strip)).is_err();
    writers.iter().position(has_failed)
}
