//! Selection of the squares of a planet's faces to sample more finely: near the camera, where samples are far apart.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::{FRAC_PI_2, PI};

use super::{Pose, Viewpoint};
use crate::field::total::Total;
use crate::view::space::planet::{self, FACES, MAX_TILES, PlanetLayout, Tile, tangent};
use crate::view::space::vector::{dot, length, subtract};

/// Distance in pixels between neighboring samples above which a square is sampled more finely.
const MAX_PIXELS: f64 = 2.5;

/// In radians. Single precision cannot resolve closer samples.
const MIN_SPACING: f64 = 5e-7;

/// Smallest height above the ground, in radii, with which distances of samples are estimated.
const MIN_HEIGHT: f64 = 2e-4;

/// Assumed height of mountains beyond the horizon of the planet, in radii.
const RELIEF: f64 = 0.1;

/// Greatest height of ground assumed above a target inside of the planet, in radii, and as a fraction of the camera's.
const MAX_RISE: [f64; 2] = [0.15, 0.75];

/// Height of the camera in radii from which no higher ground is assumed: it makes hardly a difference.
const FAR: f64 = 0.5;

/// In radians, around the picture, since ground is higher or lower than the sphere that stands for it.
const MARGIN: f64 = 0.15;

impl Viewpoint {
    /// Returns the layout of a planet for a view of `size` pixels, by the camera alone. Squares with samples more than
    /// about two pixels apart are sampled more finely, the coarsest first, until there are `MAX_TILES`.
    ///
    /// Ground is approximated by a sphere, with the target's distance from the center as radius for a near camera, and
    /// 1 for a far one. A target inside of the planet does not tell the height of the ground: below a near camera, a
    /// second, higher sphere then counts too.
    #[must_use]
    pub fn near_layout(&self, faces: &PlanetLayout, size: [u32; 2]) -> PlanetLayout {
        let eyes = Eye::above_grounds(self, size);
        let mut queue: BinaryHeap<Candidate> = BinaryHeap::new();
        let mut near = Vec::new();
        let spacing = FRAC_PI_2 / f64::from(faces.cells);
        let add = |queue: &mut BinaryHeap<Candidate>, parent: Tile| {
            let spacing = spacing / f64::from(1_u32 << parent.depth);
            if 0.5 * spacing < MIN_SPACING {
                return;
            }
            let children = (0..4).map(|index| parent.child(index));
            let candidates = children.map(|tile| {
                let [pixels, other] = eyes.each_ref().map(|eye| eye.pixels(spacing, tile));
                (Total(pixels.max(other)), Reverse(tile))
            });
            queue.extend(candidates.filter(|(pixels, _)| pixels.0 > MAX_PIXELS));
        };
        (0..FACES.len() as u32).for_each(|face| add(&mut queue, Tile::of_face(face)));
        while near.len() < MAX_TILES - FACES.len()
            && let Some((_, Reverse(tile))) = queue.pop()
        {
            near.push(tile);
            add(&mut queue, tile);
        }
        faces.with_near(near)
    }
}

/// A square that may be sampled more finely, after the distance of its present samples in pixels.
type Candidate = (Total, Reverse<Tile>);

struct Eye {
    pose: Pose,
    /// Distance from the planet's center in radii. Next, the direction from there, and the height above the sphere.
    distance: f64,
    direction: [f64; 3],
    height: f64,
    radius: f64,
    /// Angle of a pixel in the middle of the picture, and from there to a corner, in radians.
    pixel: f64,
    half_angle: f64,
}

impl Eye {
    /// Above the lower and higher sphere for the ground, which differ if the target is inside and the camera near.
    fn above_grounds(viewpoint: &Viewpoint, size: [u32; 2]) -> [Self; 2] {
        let of_target = length(viewpoint.target);
        let missing = (1.0 - of_target).max(0.0);
        let radius = of_target + missing * viewpoint.camera.distance.min(1.0);
        let height = (length(viewpoint.pose().position) - radius).max(0.0);
        let [max, fraction] = MAX_RISE;
        let rise = if height < FAR { (2.0 * missing).min(max).min(fraction * height) } else { 0.0 };
        [radius, radius + rise].map(|radius| Self::new(viewpoint, radius, size))
    }

    fn new(viewpoint: &Viewpoint, radius: f64, [width, height]: [u32; 2]) -> Self {
        let pose = viewpoint.pose();
        let distance = length(pose.position).max(1e-9);
        let half_height = 0.5 * pose.height_at_one;
        let half_width = half_height * f64::from(width) / f64::from(height);
        Self {
            distance,
            direction: pose.position.map(|coordinate| coordinate / distance),
            height: (distance - radius).abs().max(MIN_HEIGHT),
            radius,
            pixel: pose.height_at_one / f64::from(height),
            half_angle: half_height.hypot(half_width).atan(),
            pose,
        }
    }

    /// In pixels, between neighboring samples that are `spacing` radians apart; 0 if not visible.
    fn pixels(&self, spacing: f64, tile: Tile) -> f64 {
        let (center, reach) = extent(tile);
        let angle = 2.0 * (0.5 * distance(center, self.direction)).min(1.0).asin();
        let nearest = (angle - reach).max(0.0);
        let chord = 2.0 * (0.5 * nearest).sin();
        let nearest = self.height.hypot(chord * (self.distance * self.radius).sqrt());
        if self.sees(center, reach) && angle - reach < self.horizon() {
            spacing * self.radius / (self.pixel * nearest)
        } else {
            0.0
        }
    }

    fn sees(&self, center: [f64; 3], reach: f64) -> bool {
        let toward = [0, 1, 2].map(|axis| center[axis] * self.radius - self.pose.position[axis]);
        let away = length(toward);
        let size = reach * self.radius + 0.3 * self.height;
        let ahead = dot(toward, self.pose.forward) / away;
        let limit = self.half_angle + MARGIN + (size / away).min(1.0).asin();
        away < 2.0 * size || limit >= PI || ahead.clamp(-1.0, 1.0).acos() < limit
    }

    /// Angle at the planet's center, in radians, to the farthest ground that rises above the horizon.
    fn horizon(&self) -> f64 {
        let above = |height: f64| (1.0 / (1.0 + height)).acos();
        above(self.height / self.radius) + above(RELIEF)
    }
}

/// Direction of the center, and the largest angle from there to the corners in radians.
fn extent(tile: Tile) -> ([f64; 3], f64) {
    let [x, y] = tile.corner.map(f64::from);
    let center = direction(tile, [x + 0.5, y + 0.5]);
    let corners = [[x, y], [x + 1.0, y], [x, y + 1.0], [x + 1.0, y + 1.0]];
    let reach = corners.map(|corner| distance(center, direction(tile, corner)));
    let chord = reach.into_iter().fold(0.0, f64::max);
    (center, 2.0 * (0.5 * chord).asin())
}

/// `at` is counted in squares of that size from the lower left corner of the face.
fn direction(tile: Tile, at: [f64; 2]) -> [f64; 3] {
    planet::direction(FACES[tile.face as usize], at.map(|at| tangent(at, 1 << tile.depth)))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    length(subtract(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(camera: &str, target: [f64; 3], size: [u32; 2]) -> PlanetLayout {
        let viewpoint = Viewpoint { camera: camera.parse().unwrap(), target, unit: 1.0 };
        viewpoint.near_layout(&PlanetLayout::new(512), size)
    }

    fn near_count(layout: &PlanetLayout) -> usize {
        layout.tile_count() as usize - FACES.len()
    }

    #[test]
    fn samples_near_the_camera_are_about_two_pixels_apart() {
        let far = near("180,20,3.2,40", [0.0; 3], [1280, 720]);
        assert_eq!(far, PlanetLayout::new(512));
        let large = near("180,20,3.2,40", [0.0; 3], [3840, 2160]);
        assert!((6..20).contains(&near_count(&large)), "{}", near_count(&large));
        for distance in [0.1, 0.01, 0.001] {
            // From the south and above, at a target on the ground.
            let camera = format!("180,30,{distance},40");
            let layout = near(&camera, [0.0, -1.0, 0.0], [1280, 720]);
            let finest = layout.tiles().map(|tile| tile.depth).max().unwrap();
            let spacing = FRAC_PI_2 / 512.0 / f64::from(1 << finest);
            let pixel = distance * 2.0 * 20_f64.to_radians().tan() / 720.0;
            assert!(spacing / pixel < 2.6, "{distance}: {}", spacing / pixel);
            assert!(near_count(&layout) <= MAX_TILES - 6, "{}", near_count(&layout));
            let (index, _) = layout.on_tile([0.0, -1.0, 0.0]);
            assert_eq!(layout.tiles().nth(index as usize).unwrap().depth, finest);
        }
    }

    #[test]
    fn high_ground_is_sampled_for_a_camera_that_looks_at_the_center() {
        // The camera is 0.03 above ground that is 0.12 high.
        let layout = near("180,0,1.15,40", [0.0; 3], [1280, 720]);
        let pixel = 0.03 * 2.0 * 20_f64.to_radians().tan() / 720.0;
        let spacing = layout.spacing_at([0.0, -1.12, 0.0]);
        assert!(spacing / pixel < 4.0, "{}", spacing / pixel);
        // At the edge of the picture, ground at the radius 1 is sampled as before.
        let pixel = 0.15 * 2.0 * 20_f64.to_radians().tan() / 720.0;
        let spacing = layout.spacing_at([0.08, -1.0, 0.0]);
        assert!(spacing / pixel < 2.6, "{}", spacing / pixel);
        assert!(near_count(&layout) < MAX_TILES - 6);
    }

    #[test]
    fn squares_follow_the_larger_ones_around_them() {
        let layout = near("150,10,0.004,40", [0.6, -0.8, 0.0], [1280, 720]);
        let children = layout.children();
        assert_eq!(children.len(), layout.tile_count() as usize);
        let tiles: Vec<Tile> = layout.tiles().collect();
        let mut seen = vec![false; tiles.len()];
        for (index, of_tile) in children.iter().enumerate() {
            for (quarter, child) in (0..4).zip(of_tile).filter(|(_, child)| **child > 0) {
                assert_eq!(tiles[*child as usize], tiles[index].child(quarter));
                assert!(*child as usize > index);
                seen[*child as usize] = true;
            }
        }
        assert!(seen[6..].iter().all(|seen| *seen), "all are within another");
        // Samples of a square and of the one around it have the same positions.
        let last = tiles.len() as u32 - 1;
        let parent = children.iter().position(|of_tile| of_tile.contains(&last));
        let parent = parent.unwrap() as u32;
        let quarter = (0..4).find(|n| children[parent as usize][*n] == last);
        let quarter = quarter.unwrap() as u32;
        let corner = [quarter % 2 * 256 + 3, quarter / 2 * 256 + 5];
        let coarse = layout.position(layout.sample(parent, corner));
        let fine = layout.position(layout.sample(last, [6, 10]));
        assert!(distance(coarse, fine) < 1e-15);
        let (found, at) = layout.on_tile(layout.position(layout.sample(last, [100, 200])));
        assert_eq!(found, last);
        assert!((at[0] - 100.0).abs() < 1e-3 && (at[1] - 200.0).abs() < 1e-3, "{at:?}");
    }
}
