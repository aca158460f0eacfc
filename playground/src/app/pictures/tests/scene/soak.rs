//! A soak test of the camera: random drags, edits and views end in the picture of a fresh render.

use super::*;

/// Pseudorandom numbers by Knuth's linear congruential generator of 64 bits, so that each run of the test is the same.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, count: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    /// Returns the next pseudorandom number, from -1 to 1.
    fn signed(&mut self) -> f64 {
        self.below(2001) as f64 / 1000.0 - 1.0
    }
}

struct Subject {
    /// A file whose first control is `gain`, and which has the number 1.7.
    text: &'static str,
    /// The file of `text`, changed so that one of its loops exceeds its budget.
    endless: &'static str,
    modes: [ViewMode; 4],
    samples: u32,
}

const TERRAIN: Subject = Subject {
    text: HILLS,
    endless: "fn height(p: vec2f, gain: f32) -> f32 { var x = p.x; loop { x += gain; } return x; }",
    modes: [ViewMode::Terrain, ViewMode::Relief, ViewMode::Terrain, ViewMode::Sky],
    samples: 128,
};

const VOLUME: &str = "fn density(p: vec3f, gain: f32) -> f32 { return 0.2 * gain * sin(1.7 * p.x) * cos(3.0 * p.y + p.z); }";
const ENDLESS_VOLUME: &str =
    "fn density(p: vec3f, gain: f32) -> f32 { var x = p.x; loop { x += gain; } return x; }";

const PLANET: Subject = Subject {
    text: VOLUME,
    endless: ENDLESS_VOLUME,
    modes: [ViewMode::Planet, ViewMode::Slice, ViewMode::Planet, ViewMode::Relief],
    samples: 48,
};

const SOLID: Subject = Subject {
    text: VOLUME,
    endless: ENDLESS_VOLUME,
    modes: [ViewMode::Solid, ViewMode::Slice, ViewMode::Solid, ViewMode::Texture],
    samples: 40,
};

impl Frames {
    fn of(subject: &Subject) -> Self {
        let mut frames = Self::new();
        frames.save(subject.text);
        let mut view = frames.workbench.view_mut();
        view.set_mode(subject.modes[0]);
        view.scene.samples = Some(subject.samples);
        drop(view);
        frames
    }

    /// Moves the camera, changes the view or a value, or saves other text, chosen by `random`.
    fn disturb(&mut self, subject: &Subject, random: &mut Lcg) {
        let id = self.workbench.document.selected;
        let point = [20.0 + 15.0 * random.signed(), 15.0 + 10.0 * random.signed()];
        let hit = self.workbench.position_at(id, point, self.size);
        let target = self.workbench.viewpoint(id).map(|view| view.target);
        let about = hit.map(|hit| hit.position).or(target);
        match (random.below(11), about) {
            (0..=2, Some(about)) => {
                let by = [90.0 * random.signed(), 30.0 * random.signed()];
                let motion = CameraMotion::Orbit { about, by };
                self.workbench.move_camera(id, motion);
            }
            (3 | 4, Some(toward)) => {
                let factor = (0.4 * random.signed()).exp();
                let motion = CameraMotion::Zoom { toward, factor };
                self.workbench.move_camera(id, motion);
            }
            (5, _) => {
                let mode = subject.modes[random.below(4) as usize];
                self.workbench.view_mut().set_mode(mode);
            }
            (6, _) => {
                let generator = self.workbench.shown().unwrap().clone();
                let values = self.workbench.values_mut().unwrap();
                values.set(&generator.controls()[0], random.signed().into());
            }
            (7, _) => {
                let digit = 1 + random.below(9);
                self.save_in_view(&subject.text.replace("1.7", &format!("1.{digit}")));
            }
            (8, _) => self.workbench.view_mut().scene.sea = Some(0.1 * random.signed()),
            (9, _) => {
                let axis = random.below(3) as usize;
                let limit = 2.0 * random.signed();
                self.workbench.view_mut().scene.clip = Some(Clip { axis, limit });
            }
            // A loop that runs away: the last picture stays.
            _ => {
                self.save_in_view(subject.endless);
                self.draw();
                self.save_in_view(subject.text);
            }
        }
    }

    fn save_in_view(&mut self, text: &str) {
        let mode = self.workbench.view().shading.mode;
        self.save(text);
        self.workbench.view_mut().shading.mode = mode;
    }
}

#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = status.split_whitespace().nth(1).unwrap().parse().unwrap();
    4096 * pages
}

/// `SOAK_CAMERA=2000 cargo test --workspace --bin playground soak_of_the_camera` also checks the memory.
fn soak(subject: &Subject) {
    let count = std::env::var("SOAK_CAMERA").ok();
    let count = count.map(|count| count.parse::<u64>().unwrap());
    let mut frames = Frames::of(subject);
    frames.visible_pixels();
    let mut random = Lcg(7);
    let total = count.unwrap_or(40);
    let mut early = 0;
    for number in 0..total {
        frames.disturb(subject, &mut random);
        frames.draw();
        if number == total / 4 {
            early = resident();
        }
    }
    frames.workbench.view_mut().set_mode(subject.modes[0]);
    let pixels = frames.visible_pixels();
    assert!(pixels == frames.rendered());
    if count.is_some() {
        let grown = resident().saturating_sub(early) >> 20;
        assert!(grown < 64, "{grown} MiB more");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn soak_of_the_camera_ends_in_a_fresh_render_of_terrain() {
    soak(&TERRAIN);
}

#[test]
#[cfg(target_os = "linux")]
fn soak_of_the_camera_ends_in_a_fresh_render_of_a_planet() {
    soak(&PLANET);
}

#[test]
#[cfg(target_os = "linux")]
fn soak_of_the_camera_ends_in_a_fresh_render_of_a_solid() {
    soak(&SOLID);
}
