//! Presenting frames of the window: pictures below egui's panels.

use std::mem;

use egui::epaint::ClippedShape;
use egui_wgpu::ScreenDescriptor;
use noise_playground::field::grid::Region;
use noise_playground::gpu::{BlitPipeline, FieldTexture, Gpu, PictureTexture};

use super::last_frame::{FrameContents, LastFrame, clear};
use super::panel_rects::PixelRect;
use super::render_pass::start_pass;
use super::surface::Surface;
use super::{LaidOutFrame, Window};
use crate::process::save_timing::TimedStep;

/// Drawn below egui's panels.
pub(crate) struct Underlay<'a> {
    /// Where no picture or panel is drawn.
    pub(crate) background: egui::Color32,
    /// In drawing order.
    pub(crate) pictures: Vec<PlacedPicture<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPicture<'a> {
    pub(crate) picture: &'a PictureTexture,
    /// Coarse picture with newer pixels, only for pictures that are presented ahead of a full frame.
    pub(crate) coarse: Option<CoarsePicture<'a>>,
    /// Upper left corner in pixels of the window.
    pub(crate) origin: [u32; 2],
    /// Visible rectangle in pixels of the window: upper left corner, inclusive, and lower right corner, exclusive.
    pub(crate) clip: [[u32; 2]; 2],
}

/// Each texel covers `step` × `step` pixels, one of [`WINDOW_STEPS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoarsePicture<'a> {
    pub(crate) picture: &'a PictureTexture,
    /// With the guard report of its evaluation.
    pub(crate) field: &'a FieldTexture,
    pub(crate) step: u32,
}

/// Pixels along a side of each texel in coarse pictures that the window itself enlarges.
pub(crate) const WINDOW_STEPS: [u32; 3] = [2, 4, 8];

impl PlacedPicture<'_> {
    /// `size` is that of the window in pixels.
    fn visible_part(&self, size: [u32; 2]) -> Option<Region> {
        let origin = [0, 1].map(|axis| self.origin[axis].max(self.clip[0][axis]));
        let end = |axis: usize| {
            let end = self.origin[axis].saturating_add(self.picture.size()[axis]);
            end.min(self.clip[1][axis]).min(size[axis])
        };
        let size = [0, 1].map(|axis| end(axis).saturating_sub(origin[axis]));
        (size[0] > 0 && size[1] > 0).then_some(Region { origin, size })
    }

    /// `size` is that of the window in pixels.
    fn visible_rect(&self, size: [u32; 2]) -> Option<PixelRect> {
        let Region { origin, size } = self.visible_part(size)?;
        Some([origin, [0, 1].map(|axis| origin[axis] + size[axis])])
    }
}

impl Window {
    /// Draws panels over pictures, submits all commands, those in `encoder` first, and presents the frame. Returns
    /// `Ok(false)` if the surface was not ready: the commands were submitted, and another frame is needed. Fails if the
    /// surface is lost and cannot be created again.
    pub(crate) fn present(
        &mut self,
        mut frame: LaidOutFrame,
        mut encoder: wgpu::CommandEncoder,
        underlay: &Underlay<'_>,
    ) -> anyhow::Result<bool> {
        let _stage = TimedStep::start("present");
        let screen = ScreenDescriptor {
            size_in_pixels: self.surface.size(),
            pixels_per_point: self.egui.pixels_per_point(),
        };
        let uploads = self.upload(&frame, &mut encoder, &screen);
        let image = match (&mut self.surface, &self.last_frame) {
            (Surface::Swapchain(swapchain), None) => swapchain.acquire(&self.gpu)?,
            _ => None,
        };
        let contents = self.contents(mem::take(&mut frame.shapes), underlay);
        let target = self.render_target(&mut encoder, image.as_ref(), contents);
        let changes = match target {
            Some((texture, parts)) => {
                self.draw_pictures(&mut encoder, &texture, &underlay.pictures);
                let mut pass = start_pass(&mut encoder, &texture, wgpu::LoadOp::Load);
                self.draw_panels(&mut pass, frame.primitives, &screen, &parts);
                parts
            }
            None => Vec::new(),
        };
        if let (Surface::SharedMemory(memory), Some(last_frame)) =
            (&mut self.surface, &self.last_frame)
        {
            memory.record(&self.gpu, &mut encoder, &last_frame.texture, &changes);
        }
        let commands = uploads.into_iter().chain([encoder.finish()]);
        let submission = self.gpu.queue.submit(commands);
        let is_presented = self.show(image, submission)?;
        self.panel_rects = is_presented.then_some(frame.panel_rects);
        self.free(&mut frame.textures);
        Ok(is_presented)
    }

    /// Presents what `submission` draws on the last frame's texture or, without one, on `image`. Returns `Ok(false)` if
    /// the surface was not ready. Fails if the surface is lost and cannot be created again.
    fn show(
        &mut self,
        image: Option<wgpu::SurfaceTexture>,
        submission: wgpu::SubmissionIndex,
    ) -> anyhow::Result<bool> {
        let swapchain = match &mut self.surface {
            Surface::Swapchain(swapchain) => swapchain,
            Surface::SharedMemory(memory) => {
                let presented = memory.present(&self.gpu, submission);
                return presented.or_else(|error| self.use_swapchain(error));
            }
        };
        let image = match &self.last_frame {
            Some(last_frame) => swapchain.acquire_copy(&self.gpu, &last_frame.texture)?,
            None => image,
        };
        let Some(image) = image else {
            return Ok(false);
        };
        self.winit.pre_present_notify();
        self.gpu.queue.present(image);
        Ok(true)
    }

    /// Replaces shared memory after it failed: under X11 without its extension, the size of a frame is limited. Returns
    /// `Ok(false)`, since another frame is needed. Fails with `error` if there is no swapchain with the same format.
    fn use_swapchain(&mut self, error: anyhow::Error) -> anyhow::Result<bool> {
        tracing::debug!("frames are presented by a swapchain: {error:#}");
        let Some(surface) = Surface::swapchain(&self.gpu, &self.instance, &self.winit)
            .ok()
            .filter(|surface| surface.format() == self.surface.format())
        else {
            return Err(error);
        };
        self.surface = surface;
        self.last_frame = LastFrame::new(&self.gpu, &self.surface);
        Ok(false)
    }

    /// Uploads egui's textures and buffers. The returned commands must be submitted before those of the frame.
    fn upload(
        &mut self,
        frame: &LaidOutFrame,
        encoder: &mut wgpu::CommandEncoder,
        screen: &ScreenDescriptor,
    ) -> Vec<wgpu::CommandBuffer> {
        let Gpu { device, queue, .. } = &self.gpu;
        #[expect(clippy::iter_over_hash_type, reason = "each texture is updated by itself")]
        for (id, deltas) in &frame.textures.set {
            for delta in deltas {
                self.renderer.update_texture(device, queue, *id, delta);
            }
        }
        self.renderer.update_buffers(device, queue, encoder, &frame.primitives, screen)
    }

    fn free(&mut self, textures: &mut egui::TexturesDelta) {
        #[expect(clippy::iter_over_hash_type, reason = "each texture is freed by itself")]
        for id in &textures.free {
            self.renderer.free_texture(id);
        }
        textures.clear();
    }

    /// Presents the last frame with new pictures, before egui lays out the next one, so that the effect of a saved file
    /// is visible early. What covers the pictures stays; if all is covered, `encoder` is only submitted. Fails if the
    /// surface is lost and cannot be created again.
    pub(crate) fn present_pictures(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        pictures: &[PlacedPicture<'_>],
    ) -> anyhow::Result<()> {
        let _stage = TimedStep::start("present ahead");
        let clear = self.clear_parts(pictures);
        let Some(last_frame) = self.last_frame.as_mut().filter(|_| !clear.is_empty()) else {
            self.gpu.queue.submit([encoder.finish()]);
            return Ok(());
        };
        let changes = clear.iter().flat_map(|(_, parts)| parts).copied();
        last_frame.add_pictures(changes);
        let texture = last_frame.texture.clone();
        if let Surface::SharedMemory(memory) = &mut self.surface {
            let presented = memory.present_pictures(&self.gpu, encoder, &clear);
            return presented.or_else(|error| self.use_swapchain(error).map(drop));
        }
        let parts = clear.into_iter().flat_map(|(placed, parts)| {
            let parts = parts.into_iter();
            parts.map(move |clip| PlacedPicture { clip, ..placed })
        });
        self.draw_pictures(&mut encoder, &texture, &parts.collect::<Vec<_>>());
        self.gpu.queue.submit([encoder.finish()]);
        if let Surface::Swapchain(swapchain) = &mut self.surface
            && let Some(image) = swapchain.acquire_copy(&self.gpu, &texture)?
        {
            self.gpu.queue.present(image);
        }
        Ok(())
    }

    /// Omits pictures that egui covered completely; adds the rectangles in which each is visible.
    fn clear_parts<'a>(
        &self,
        pictures: &[PlacedPicture<'a>],
    ) -> Vec<(PlacedPicture<'a>, Vec<PixelRect>)> {
        let Some(panel_rects) = &self.panel_rects else {
            return Vec::new();
        };
        let size = self.surface.size();
        let parts = |placed: &PlacedPicture<'a>| {
            let parts = panel_rects.clear_parts(placed.visible_rect(size)?);
            (!parts.is_empty()).then_some((*placed, parts))
        };
        pictures.iter().filter_map(parts).collect()
    }

    /// Returns the texture to draw on, and its cleared parts: those that differ from the last frame or, on the surface
    /// itself, the whole. `None` if the surface is not ready.
    fn render_target(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        surface: Option<&wgpu::SurfaceTexture>,
        contents: FrameContents,
    ) -> Option<(wgpu::Texture, Vec<PixelRect>)> {
        if let Some(last_frame) = &mut self.last_frame {
            let parts = last_frame.clear_changes(encoder, contents);
            return Some((last_frame.texture.clone(), parts));
        }
        let texture = surface?.texture.clone();
        drop(start_pass(encoder, &texture, clear(contents.background)));
        let whole = [[0, 0], self.surface.size()];
        Some((texture, vec![whole]))
    }

    fn contents(&self, shapes: Vec<ClippedShape>, underlay: &Underlay<'_>) -> FrameContents {
        FrameContents {
            background: underlay.background,
            pixels_per_point: self.egui.pixels_per_point(),
            pictures: self.visible_rects(&underlay.pictures),
            shapes,
        }
    }

    fn visible_rects(&self, pictures: &[PlacedPicture<'_>]) -> Vec<PixelRect> {
        let size = self.surface.size();
        let visible = |placed: &PlacedPicture<'_>| placed.visible_rect(size);
        pictures.iter().filter_map(visible).collect()
    }

    /// The parts do not overlap.
    fn draw_panels(
        &self,
        pass: &mut wgpu::RenderPass<'static>,
        mut primitives: Vec<egui::ClippedPrimitive>,
        screen: &ScreenDescriptor,
        parts: &[PixelRect],
    ) {
        let clips: Vec<egui::Rect> = primitives.iter().map(|drawn| drawn.clip_rect).collect();
        for part in parts {
            let [min, max] = part.map(|[x, y]| egui::pos2(x as f32, y as f32));
            let part = egui::Rect::from_min_max(min, max) / screen.pixels_per_point;
            for (primitive, clip) in primitives.iter_mut().zip(&clips) {
                primitive.clip_rect = clip.intersect(part);
            }
            self.renderer.render(pass, &primitives, screen);
        }
    }

    /// Copies pictures, which takes a tenth of the time on software adapters, or draws them if they cannot be copied.
    fn draw_pictures(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::Texture,
        pictures: &[PlacedPicture<'_>],
    ) {
        let size = self.surface.size();
        let is_copied = target.usage().contains(wgpu::TextureUsages::COPY_DST)
            && target.format() == self.gpu.picture_format();
        let visible =
            pictures.iter().filter_map(|placed| Some((placed, placed.visible_part(size)?)));
        if is_copied {
            for (placed, part) in visible {
                let PlacedPicture { picture, origin, .. } = *placed;
                picture.copy_part(encoder, origin, part, target);
            }
            return;
        }
        let new = || BlitPipeline::new(&self.gpu, self.surface.format());
        let blit = self.blit.get_or_init(new);
        let mut pass = start_pass(encoder, target, wgpu::LoadOp::Load);
        for (placed, part) in visible {
            blit.blit(&self.gpu, &mut pass, placed.picture, placed.origin, part, size);
        }
    }
}
