//! The last frame, of which the next one replaces only the parts that differ.
//!
//! Software adapters take more time to draw egui's panels than all pictures; most frames change only a few widgets.

use egui::epaint::{ClippedShape, TextureId};
use egui::{Color32, Shape};
use noise_playground::gpu::Gpu;

use super::panel_rects::{PixelRect, pixels};
use super::render_pass::start_pass;
use super::surface::Surface;

/// If more parts differ, one contains all of them.
const MAX_PARTS: usize = 16;

/// Pixels that take about as long as the vertices of one more part: parts are merged if this adds fewer pixels.
const PART_PIXELS: u64 = 16_384;

pub(super) struct LastFrame {
    pub(super) texture: wgpu::Texture,
    /// In the color of the window's background, from which parts are cleared.
    background: wgpu::Texture,
    /// `None` before the first frame.
    contents: Option<FrameContents>,
}

/// All that the pixels depend on, except the pixels of pictures.
#[derive(Clone, Debug)]
pub(super) struct FrameContents {
    /// Where no picture or panel is drawn.
    pub(super) background: Color32,
    pub(super) pixels_per_point: f32,
    /// Visible rectangles, whose pixels may differ in each frame.
    pub(super) pictures: Vec<PixelRect>,
    /// Over the pictures, in order.
    pub(super) shapes: Vec<ClippedShape>,
}

impl LastFrame {
    /// Returns `None` if the surface does not support copies.
    pub(super) fn new(gpu: &Gpu, surface: &Surface) -> Option<Self> {
        let [width, height] = surface.size();
        let texture = |label, usage| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: surface.format(),
                usage: usage
                    | wgpu::TextureUsages::RENDER_ATTACHMENT
                    | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        };
        surface.can_copy().then(|| Self {
            texture: texture("LastFrame::texture", wgpu::TextureUsages::COPY_DST),
            background: texture("LastFrame::background", wgpu::TextureUsages::empty()),
            contents: None,
        })
    }

    /// Clears the parts in which `next` differs, and returns them: they do not overlap, and must be drawn.
    pub(super) fn clear_changes(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        next: FrameContents,
    ) -> Vec<PixelRect> {
        let size = self.texture.size();
        let whole = [[0, 0], [size.width, size.height]];
        let last = self.contents.as_ref().filter(|last| last.is_comparable(&next));
        let parts = match last {
            Some(last) => last.changes(&next, whole),
            None => {
                drop(start_pass(encoder, &self.background, clear(next.background)));
                vec![whole]
            }
        };
        for part in &parts {
            self.clear(encoder, *part);
        }
        self.contents = Some(next);
        parts
    }

    /// Pictures were presented after the frame: the next one differs there.
    pub(super) fn add_pictures(&mut self, pictures: impl Iterator<Item = PixelRect>) {
        if let Some(contents) = &mut self.contents {
            contents.pictures.extend(pictures);
        }
    }

    fn clear(&self, encoder: &mut wgpu::CommandEncoder, [min, max]: PixelRect) {
        let [from, to] = [&self.background, &self.texture].map(|texture| {
            let origin = wgpu::Origin3d { x: min[0], y: min[1], z: 0 };
            wgpu::TexelCopyTextureInfo { origin, ..texture.as_image_copy() }
        });
        let size = wgpu::Extent3d {
            width: max[0] - min[0],
            height: max[1] - min[1],
            depth_or_array_layers: 1,
        };
        encoder.copy_texture_to_texture(from, to, size);
    }
}

pub(super) fn clear(color: Color32) -> wgpu::LoadOp<wgpu::Color> {
    let [r, g, b, _] = color.to_array().map(|byte| f64::from(byte) / 255.0);
    wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 })
}

impl FrameContents {
    /// Returns true if single parts can be replaced by those of `next`.
    fn is_comparable(&self, next: &Self) -> bool {
        self.background == next.background && self.pixels_per_point == next.pixels_per_point
    }

    /// Returns the parts within `whole` that differ or show a picture. They do not overlap.
    fn changes(&self, next: &Self, whole: PixelRect) -> Vec<PixelRect> {
        let (last, next_shapes) = differing(&self.shapes, &next.shapes);
        let has_same_place = last.len() == next_shapes.len();
        let is_changed = |(index, shape): &(usize, &ClippedShape), others: &[ClippedShape]| {
            !(has_same_place && is_same(shape, &others[*index]))
        };
        let removed = last.iter().enumerate();
        let removed = removed.filter(|shape| is_changed(shape, next_shapes));
        let added = next_shapes.iter().enumerate();
        let added = added.filter(|shape| is_changed(shape, last));
        let drawn = removed
            .chain(added)
            .map(|(_, shape)| pixels(super::panel_rects::drawn(shape), self.pixels_per_point));
        let pictures = self.pictures.iter().chain(&next.pictures).copied();
        disjoint(drawn.chain(pictures), whole)
    }
}

/// Omits shapes that are the same at the start and at the end.
fn differing<'a>(
    last: &'a [ClippedShape],
    next: &'a [ClippedShape],
) -> (&'a [ClippedShape], &'a [ClippedShape]) {
    let pairs = last.iter().zip(next);
    let start = pairs.take_while(|(last, next)| is_same(last, next)).count();
    let (last, next) = (&last[start..], &next[start..]);
    let pairs = last.iter().rev().zip(next.iter().rev());
    let end = pairs.take_while(|(last, next)| is_same(last, next)).count();
    (&last[..last.len() - end], &next[..next.len() - end])
}

/// Shapes with a texture of their own may not draw the same pixels: its texels can change.
fn is_same(last: &ClippedShape, next: &ClippedShape) -> bool {
    last == next && !has_own_texture(&next.shape)
}

fn has_own_texture(shape: &Shape) -> bool {
    match shape {
        Shape::Vec(shapes) => shapes.iter().any(has_own_texture),
        Shape::Callback(_) => true,
        shape => shape.texture_id() != TextureId::default(),
    }
}

/// Returns rectangles that contain all of `rects` within `whole`, and do not overlap.
fn disjoint(rects: impl Iterator<Item = PixelRect>, whole: PixelRect) -> Vec<PixelRect> {
    let mut parts: Vec<PixelRect> = Vec::new();
    for rect in rects {
        let mut part = intersection(rect, whole);
        if is_empty(part) {
            continue;
        }
        while let Some(index) = parts.iter().position(|other| is_near(part, *other)) {
            part = union(part, parts.swap_remove(index));
        }
        parts.push(part);
    }
    if parts.len() > MAX_PARTS {
        parts.into_iter().reduce(union).into_iter().collect()
    } else {
        parts
    }
}

/// Returns true if two parts overlap, or are drawn faster as one.
fn is_near(one: PixelRect, other: PixelRect) -> bool {
    let separate = area(one) + area(other) + PART_PIXELS;
    !is_empty(intersection(one, other)) || area(union(one, other)) <= separate
}

fn area([min, max]: PixelRect) -> u64 {
    let [width, height] = [0, 1].map(|axis| u64::from(max[axis] - min[axis]));
    width * height
}

fn is_empty([min, max]: PixelRect) -> bool {
    min[0] >= max[0] || min[1] >= max[1]
}

fn intersection(one: PixelRect, other: PixelRect) -> PixelRect {
    [
        [0, 1].map(|axis| one[0][axis].max(other[0][axis])),
        [0, 1].map(|axis| one[1][axis].min(other[1][axis])),
    ]
}

fn union(one: PixelRect, other: PixelRect) -> PixelRect {
    [
        [0, 1].map(|axis| one[0][axis].min(other[0][axis])),
        [0, 1].map(|axis| one[1][axis].max(other[1][axis])),
    ]
}

#[cfg(test)]
mod tests {
    use egui::{Rect, pos2};

    use super::*;

    const WHOLE: PixelRect = [[0, 0], [1000, 800]];

    fn square(left: f32, top: f32, side: f32) -> ClippedShape {
        let rect = Rect::from_min_size(pos2(left, top), egui::Vec2::splat(side));
        ClippedShape::new(Rect::EVERYTHING, Shape::rect_filled(rect, 0.0, Color32::WHITE))
    }

    fn contents(shapes: &[ClippedShape], pictures: &[PixelRect]) -> FrameContents {
        FrameContents {
            background: Color32::BLACK,
            pixels_per_point: 1.0,
            pictures: pictures.to_vec(),
            shapes: shapes.to_vec(),
        }
    }

    #[test]
    fn equal_frames_differ_only_where_pictures_are() {
        let picture = [[100, 100], [300, 200]];
        let frame = contents(&[square(0.0, 0.0, 50.0)], &[picture]);
        assert_eq!(frame.changes(&frame, WHOLE), [picture]);
        assert_eq!(contents(&[], &[]).changes(&contents(&[], &[]), WHOLE), [[[0; 2]; 2]; 0]);
    }

    #[test]
    fn moved_shape_changes_its_old_and_new_place() {
        let [still, last, moved] =
            [square(0.0, 0.0, 900.0), square(10.0, 10.0, 20.0), square(500.0, 410.0, 20.0)];
        let parts =
            contents(&[still.clone(), last], &[]).changes(&contents(&[still, moved], &[]), WHOLE);
        assert_eq!(parts, [[[8, 8], [32, 32]], [[498, 408], [522, 432]]]);
    }

    #[test]
    fn inserted_shape_leaves_those_after_it_unchanged() {
        let [first, inserted, last] =
            [square(0.0, 0.0, 10.0), square(100.0, 0.0, 10.0), square(200.0, 0.0, 10.0)];
        let before = contents(&[first.clone(), last.clone()], &[]);
        let after = contents(&[first, inserted, last], &[]);
        assert_eq!(before.changes(&after, WHOLE), [[[98, 0], [112, 12]]]);
    }

    #[test]
    fn overlapping_changes_are_one_part_within_the_window() {
        let none = contents(&[], &[]);
        let some = contents(&[square(980.0, 780.0, 50.0), square(970.0, 790.0, 50.0)], &[]);
        assert_eq!(none.changes(&some, WHOLE), [[[968, 778], [1000, 800]]]);
        let many: Vec<ClippedShape> =
            (0..20).map(|at| square(40.0 * at as f32, 100.0, 10.0)).collect();
        let parts = none.changes(&contents(&many, &[]), WHOLE);
        assert_eq!(parts, [[[0, 98], [772, 112]]]);
    }

    #[test]
    fn shapes_with_textures_of_their_own_are_drawn_in_each_frame() {
        let image = Shape::image(
            TextureId::User(3),
            Rect::from_min_size(pos2(10.0, 10.0), egui::Vec2::splat(8.0)),
            Rect::ZERO,
            Color32::WHITE,
        );
        let frame = contents(&[ClippedShape::new(Rect::EVERYTHING, Shape::Vec(vec![image]))], &[]);
        assert_eq!(frame.changes(&frame, WHOLE), [[[8, 8], [20, 20]]]);
    }
}
