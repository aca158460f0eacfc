//! Settings of the capture dialog, and the progress of the running capture.

use noise_playground::field::files::Format;
use noise_playground::generator::Generator;
use noise_playground::generator::control::Control;
use noise_playground::subject::derived::{Derived, MaskError, Quantity};
use noise_playground::subject::sweep::AxisRange;

use super::format::capitalized;
use super::sweep::is_sweepable;

/// The shortcut for captures uses these too.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureSettings {
    pub(crate) kind: CaptureKind,
    /// For a cell or animation; other captures are always PNG.
    pub(crate) format: Format,
    /// What a file in a data format holds.
    pub(crate) data: CaptureData,
    /// Condition of [`CaptureData::Mask`] as typed: a WGSL expression such as `slope > 30`, true where the mask is 1.
    pub(crate) mask: String,
    pub(crate) size: Size,
    /// Width and height in pixels for [`Size::Custom`].
    pub(crate) custom_size: [u32; 2],
    /// Control, range and number of frames. The name is empty if nothing can be animated.
    pub(crate) animation: AxisRange,
    pub(crate) folder: String,
    /// `None` also for captures that take only a short time.
    pub(crate) progress: Option<CaptureProgress>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureKind {
    Cell,
    /// All cells with captions, as they are arranged.
    Comparison,
    Window,
    /// Numbered frames while one control, or the camera, moves over a range.
    Animation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureData {
    /// The generator's own values.
    Field,
    /// Computed from the values as heights, such as the slope.
    Quantity(Quantity),
    /// 1 where a condition on the values is true, 0 elsewhere.
    Mask,
}

impl CaptureData {
    /// In the order of the dialog.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let quantities = Quantity::ALL.into_iter().map(Self::Quantity);
        [Self::Field].into_iter().chain(quantities).chain([Self::Mask])
    }

    pub(crate) fn title(self) -> String {
        capitalized(match self {
            Self::Field => "values",
            Self::Quantity(quantity) => quantity.name(),
            Self::Mask => "mask",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// That of the picture on the screen.
    Screen,
    /// Width in pixels, with the aspect ratio of the picture on the screen.
    Width(u32),
    Custom,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureProgress {
    /// Generator's file name without extension.
    pub(crate) name: String,
    /// From 0 to 1.
    pub(crate) fraction: f64,
}

pub(crate) const FORMATS: [Format; 5] =
    [Format::Png, Format::Png16, Format::Exr, Format::Tiff, Format::Npy];

/// Name in [`CaptureSettings::animation`] that turns the camera instead of varying a control.
pub(crate) const CAMERA_TURN: &str = "camera.az";

/// Nearly three minutes at 60 frames per second.
pub(crate) const MAX_FRAMES: usize = 9999;

/// Limit of width and height, in pixels.
pub(crate) const MAX_SIDE: u32 = 65_536;

impl Default for CaptureSettings {
    fn default() -> Self {
        Self {
            kind: CaptureKind::Cell,
            format: Format::Png,
            data: CaptureData::Field,
            mask: "slope > 30".to_owned(),
            size: Size::Screen,
            custom_size: [1024, 1024],
            animation: AxisRange { count: 60, ..AxisRange::default() },
            folder: String::new(),
            progress: None,
        }
    }
}

impl CaptureSettings {
    /// Returns PNG for kinds of captures that have no other format.
    pub(crate) fn format(&self) -> Format {
        match self.kind {
            CaptureKind::Cell | CaptureKind::Animation => self.format,
            CaptureKind::Comparison | CaptureKind::Window => Format::Png,
        }
    }

    pub(crate) fn holds_data(&self) -> bool {
        !self.format().holds_picture()
    }

    /// Returns what a data file computes from the values, if anything. Fails for an invalid condition of the mask.
    pub(crate) fn derived(&self) -> Result<Option<Derived>, String> {
        Ok(match self.data {
            _ if !self.holds_data() => None,
            CaptureData::Field => None,
            CaptureData::Quantity(quantity) => Some(Derived::Quantity(quantity)),
            CaptureData::Mask => {
                let mask = self.mask.parse();
                let mask = mask.map_err(|error: MaskError| format!("mask: {error}"))?;
                Some(Derived::Mask(mask))
            }
        })
    }

    /// Returns width and height in pixels, given those of the picture on the screen.
    pub(crate) fn pixels(&self, screen: [u32; 2]) -> [u32; 2] {
        match self.size {
            Size::Screen => screen,
            Size::Width(width) => with_width(width, screen),
            Size::Custom => self.custom_size,
        }
    }

    /// Unless the generator has the animated control, selects its first of a single number, or else the camera.
    pub(crate) fn adapt_animation(&mut self, generator: &Generator, has_camera: bool) {
        let name = &self.animation.name;
        let is_there = animated_controls(generator).any(|control| control.name == *name);
        if is_there || (has_camera && name == CAMERA_TURN) {
            return;
        }
        match animated_controls(generator).next() {
            Some(control) => self.animate(control),
            None if has_camera => self.animate_camera(),
            None => self.animation.name.clear(),
        }
    }

    /// Returns what the frames vary. Fails for a turn of the camera without one, since all frames would be equal.
    pub(crate) fn animated_range(&self, has_camera: bool) -> Result<AxisRange, &'static str> {
        if self.animation.name == CAMERA_TURN && !has_camera {
            Err("this view has no camera to turn: choose a control in the capture dialog")
        } else {
            Ok(self.animation.clone())
        }
    }

    /// Animates a full turn. The last frame is one step before the first, so that the frames can be repeated.
    pub(crate) fn animate_camera(&mut self) {
        let count = self.animation.count.max(1);
        self.animation = AxisRange {
            name: CAMERA_TURN.to_owned(),
            from: 0.0,
            to: full_turn(count),
            count,
            spacing: None,
        };
    }

    /// Keeps a full turn of the camera complete.
    pub(crate) fn set_frames(&mut self, count: usize) {
        let AxisRange { name, from, to, .. } = &self.animation;
        let is_turn = name == CAMERA_TURN && *to == from + full_turn(self.animation.count);
        self.animation.count = count;
        if is_turn {
            self.animation.to = self.animation.from + full_turn(count);
        }
    }

    /// Varies a control over its slider range or through all options.
    pub(crate) fn animate(&mut self, control: &Control) {
        self.animation = AxisRange::over(control, self.animation.count);
    }

    /// Describes the file to be saved, for the tooltip of the capture button.
    pub(crate) fn summary(&self) -> String {
        let content = match self.kind {
            CaptureKind::Cell if self.holds_data() => match self.data {
                CaptureData::Field => "the values",
                CaptureData::Quantity(quantity) => quantity.name(),
                CaptureData::Mask => "the mask",
            },
            CaptureKind::Cell => "the picture",
            CaptureKind::Comparison => "all cells",
            CaptureKind::Window => "the window",
            CaptureKind::Animation => return format!("Render {} frames", self.animation.count),
        };
        let size = match self.size {
            _ if self.kind == CaptureKind::Window => String::new(),
            Size::Screen => String::new(),
            Size::Width(width) => format!(", {width} pixels wide"),
            Size::Custom => {
                format!(", {} \u{d7} {} pixels", self.custom_size[0], self.custom_size[1])
            }
        };
        format!("Save {content} as {}{size}", title(self.format()))
    }
}

/// Returns the pixels of a picture `width` pixels wide with the aspect ratio of the one on the screen.
pub(crate) fn with_width(width: u32, screen: [u32; 2]) -> [u32; 2] {
    let aspect = f64::from(screen[1]) / f64::from(screen[0].max(1));
    let height = (f64::from(width) * aspect).round();
    [width, (height as u32).clamp(1, MAX_SIDE)]
}

/// Returns the azimuth of the last of `count` frames, in degrees from the first.
fn full_turn(count: usize) -> f64 {
    360.0 - 360.0 / count.max(1) as f64
}

/// Returns visible controls of a single number.
pub(crate) fn animated_controls(generator: &Generator) -> impl Iterator<Item = &Control> {
    let controls = generator.controls().iter();
    controls.filter(|control| is_sweepable(control) && !control.hidden)
}

pub(crate) fn title(format: Format) -> &'static str {
    match format {
        Format::Png16 => "16-bit PNG",
        Format::Npy => "npy",
        other => other.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_turn_of_the_camera_ends_before_it_starts_again() {
        let text = "fn height(p: vec2f) -> f32 { return p.x; }";
        let generator = &noise_playground::compile(text).unwrap()[0];
        let mut settings = CaptureSettings::default();
        settings.adapt_animation(generator, false);
        assert_eq!(settings.animation.name, "", "nothing to animate");
        settings.adapt_animation(generator, true);
        let range = |settings: &CaptureSettings| {
            let AxisRange { from, to, count, .. } = settings.animation;
            (from, to, count)
        };
        assert_eq!(settings.animation.name, CAMERA_TURN);
        assert_eq!(range(&settings), (0.0, 354.0, 60));
        settings.set_frames(120);
        assert_eq!(range(&settings), (0.0, 357.0, 120));
        settings.animation.to = 90.0;
        settings.set_frames(10);
        assert_eq!(range(&settings), (0.0, 90.0, 10), "a range of the user stays");
    }

    #[test]
    fn turn_of_the_camera_needs_a_camera() {
        let mut settings = CaptureSettings::default();
        settings.animate_camera();
        assert!(settings.animated_range(true).is_ok());
        let refused = settings.animated_range(false).unwrap_err();
        assert!(refused.contains("no camera"), "{refused}");
        settings.animation.name = "gain".to_owned();
        assert!(settings.animated_range(false).is_ok());
    }

    #[test]
    fn chosen_width_keeps_the_aspect_ratio_of_the_screen() {
        let mut settings = CaptureSettings::default();
        assert_eq!(settings.pixels([760, 570]), [760, 570]);
        settings.size = Size::Width(2048);
        assert_eq!(settings.pixels([760, 570]), [2048, 1536]);
        assert_eq!(settings.pixels([1, 1000])[1], MAX_SIDE);
        settings.size = Size::Custom;
        assert_eq!(settings.pixels([760, 570]), [1024, 1024]);
    }
}
