//! Rectangles of a frame that egui's panels cover. The rest shows pictures, and can be drawn again without egui.

use egui::epaint::ClippedShape;
use egui::{Rect, Shape, Vec2};

/// Upper left corner, inclusive, and lower right corner, exclusive.
pub(super) type PixelRect = [[u32; 2]; 2];

#[derive(Debug)]
pub(super) struct PanelRects {
    /// In points and drawing order.
    drawn: Vec<Rect>,
    pixels_per_point: f32,
}

/// In points: egui may draw a picture's frame on its edge without covering it.
const EDGE: f32 = 1.0;

/// Largest number of rectangles into which the uncovered part of a picture is divided.
const MAX_PARTS: usize = 32;

impl PanelRects {
    pub(super) fn new(shapes: &[ClippedShape], pixels_per_point: f32) -> Self {
        let drawn = shapes.iter().map(drawn).filter(Rect::is_positive);
        Self { drawn: drawn.collect(), pixels_per_point }
    }

    /// Returns the part of `area` on which egui did not draw; empty if there would be more than [`MAX_PARTS`].
    pub(super) fn clear_parts(&self, area: PixelRect) -> Vec<PixelRect> {
        let [min, max] = area.map(|[x, y]| egui::pos2(x as f32, y as f32) / self.pixels_per_point);
        let inside = Rect::from_min_max(min, max).shrink(EDGE);
        let mut parts = vec![area];
        for drawn in self.drawn.iter().filter(|drawn| drawn.intersects(inside)) {
            let drawn = pixels(*drawn, self.pixels_per_point);
            parts = parts.into_iter().flat_map(|part| without(part, drawn)).collect();
            if parts.len() > MAX_PARTS {
                return Vec::new();
            }
        }
        parts
    }
}

/// In points; not positive if nothing is drawn.
pub(super) fn drawn(shape: &ClippedShape) -> Rect {
    let bounds = bounds(&shape.shape);
    (shape.transform_after_tessellation * bounds).intersect(shape.clip_rect)
}

/// egui's own bounds do not contain the background of selected text.
fn bounds(shape: &Shape) -> Rect {
    let visual = shape.visual_bounding_rect();
    match shape {
        Shape::Vec(shapes) => shapes.iter().map(bounds).fold(visual, Rect::union),
        Shape::Text(text) => visual.union(text.galley.rect.translate(text.pos.to_vec2())),
        _ => visual,
    }
}

/// Returns the touched pixels, with a margin of two for smooth edges and corners of thick lines.
pub(super) fn pixels(rect: Rect, pixels_per_point: f32) -> PixelRect {
    let rect = (rect * pixels_per_point).expand2(Vec2::splat(2.0));
    let [min, max] = [rect.min.floor(), rect.max.ceil()];
    [min, max].map(|at| [at.x.max(0.0) as u32, at.y.max(0.0) as u32])
}

/// Returns up to four rectangles.
fn without(part: PixelRect, removed: PixelRect) -> Vec<PixelRect> {
    let [[left, top], [right, bottom]] = part;
    let clamped = |axis: usize, at: u32| at.clamp(part[0][axis], part[1][axis].max(part[0][axis]));
    let [inner_left, inner_right] = removed.map(|at| clamped(0, at[0]));
    let [inner_top, inner_bottom] = removed.map(|at| clamped(1, at[1]));
    if inner_left >= inner_right || inner_top >= inner_bottom {
        return vec![part];
    }
    let around = [
        [[left, top], [right, inner_top]],
        [[left, inner_top], [inner_left, inner_bottom]],
        [[inner_right, inner_top], [right, inner_bottom]],
        [[left, inner_bottom], [right, bottom]],
    ];
    let is_positive = |[min, max]: &PixelRect| min[0] < max[0] && min[1] < max[1];
    around.into_iter().filter(is_positive).collect()
}

#[cfg(test)]
mod tests {
    use egui::{Color32, pos2};

    use super::*;

    fn panel_rects(rects: &[[f32; 4]]) -> PanelRects {
        let shape = |[left, top, right, bottom]: &[f32; 4]| {
            let rect = Rect::from_min_max(pos2(*left, *top), pos2(*right, *bottom));
            ClippedShape::new(Rect::EVERYTHING, Shape::rect_filled(rect, 0.0, Color32::WHITE))
        };
        let shapes: Vec<ClippedShape> = rects.iter().map(shape).collect();
        PanelRects::new(&shapes, 2.0)
    }

    /// Returns three numbers of pixels: those in exactly one rectangle, in several, and in none.
    fn counts(parts: &[PixelRect], size: u32) -> [usize; 3] {
        let mut counts = [0; 3];
        for at in 0..size * size {
            let [x, y] = [at % size, at / size];
            let has = |[min, max]: &&PixelRect| {
                (min[0]..max[0]).contains(&x) && (min[1]..max[1]).contains(&y)
            };
            match parts.iter().filter(has).count() {
                0 => counts[2] += 1,
                1 => counts[0] += 1,
                _ => counts[1] += 1,
            }
        }
        counts
    }

    #[test]
    fn parts_are_disjoint_and_leave_out_what_is_drawn() {
        let area = [[0, 0], [100, 100]];
        // A panel of 20 × 10 points with text on it covers 44 × 24 pixels with the margin.
        let drawn = panel_rects(&[[10.0, 30.0, 30.0, 40.0], [12.0, 32.0, 20.0, 38.0]]);
        assert_eq!(counts(&drawn.clear_parts(area), 100), [10_000 - 1056, 0, 1056]);
        let frame = panel_rects(&[[0.0, 0.0, 50.0, 0.5], [60.0, 0.0, 80.0, 50.0]]);
        assert_eq!(frame.clear_parts(area), [area], "the edge, and what is beside");
        assert_eq!(panel_rects(&[[-5.0, -5.0, 60.0, 60.0]]).clear_parts(area), [[[0; 2]; 2]; 0]);
    }

    #[test]
    fn many_parts_are_none() {
        let text: Vec<[f32; 4]> =
            (0..20).map(|at| [0.0, 6.0 * at as f32, 50.0, 6.0 * at as f32 + 1.0]).collect();
        let many: Vec<[f32; 4]> = text
            .iter()
            .flat_map(|[_, top, _, bottom]| {
                [[10.0, *top, 12.0, *bottom], [20.0, *top, 22.0, *bottom]]
            })
            .collect();
        assert_eq!(panel_rects(&many).clear_parts([[0, 0], [400, 400]]), [[[0; 2]; 2]; 0]);
    }
}
