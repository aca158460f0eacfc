//! Thumbnails of the history: the selected picture, read back once it is complete after a step.

use noise_playground::gpu::{Gpu, PendingTexels, PictureTexture, request_picture};

use crate::workbench::Workbench;
use crate::workbench::history::StateId;

#[derive(Default)]
pub(super) struct HistoryThumbnails {
    pending: Option<Pending>,
}

struct Pending {
    state: StateId,
    texels: PendingTexels,
    size: [usize; 2],
}

impl HistoryThumbnails {
    pub(super) fn is_reading(&self) -> bool {
        self.pending.is_some()
    }

    /// Does nothing while a readback is pending, or if there is no memory for one.
    pub(super) fn request(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        state: StateId,
        picture: &PictureTexture,
    ) {
        if self.pending.is_some() {
            return;
        }
        let texture = &picture.texture;
        let size = [texture.width(), texture.height()].map(|count| count as usize);
        let texels = request_picture(gpu, encoder, texture).ok();
        self.pending = texels.map(|texels| Pending { state, texels, size });
    }

    pub(super) fn receive(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        let Some(pending) = &self.pending else {
            return;
        };
        let Some(bytes) = pending.texels.try_take(gpu) else {
            return;
        };
        if let Some(bytes) = bytes {
            workbench.set_thumbnail(pending.state, &bytes, pending.size);
        }
        self.pending = None;
    }
}
