//! Settings of the capture dialog (which pictures or data files are saved, and how), and the progress of the running
//! capture.

use noise_playground::capture::Format;
use noise_playground::control::Control;
use noise_playground::derived::{Derived, MaskError, Quantity};
use noise_playground::generator::Generator;
use noise_playground::sweep::AxisRange;

use super::sweep::is_sweepable;

/// Settings of the capture dialog, which the shortcut for captures also uses: content, format and size of the saved
/// file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureSettings {
    /// True while the capture dialog is open.
    pub(crate) is_open: bool,
    pub(crate) kind: CaptureKind,
    /// File format of a captured cell or animation; other kinds of captures are always PNG.
    pub(crate) format: Format,
    /// Selects the numbers that a data file contains (values, a derived quantity, or a mask), if `format` is a data
    /// format rather than a picture format.
    pub(crate) data: CaptureData,
    /// Condition of [`CaptureData::Mask`] as typed by the user: a WGSL expression such as `slope > 30`, which is true
    /// where the mask is 1.
    pub(crate) mask: String,
    pub(crate) size: Size,
    /// Width and height in pixels that are captured if the size of the capture is [`Size::Custom`].
    pub(crate) custom_size: [u32; 2],
    /// Control that an animation varies, its range and the number of frames. The name is empty if nothing can be
    /// animated.
    pub(crate) animation: AxisRange,
    /// Path of the folder into which captures are saved, as the capture dialog shows it.
    pub(crate) folder: String,
    /// Progress of the running capture; `None` while no capture is running, and for captures that take only a short
    /// time.
    pub(crate) progress: Option<CaptureProgress>,
}

/// What a capture shows: a cell, all cells, the window, or an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureKind {
    /// Capture of the picture or the field of the selected cell.
    Cell,
    /// Capture of all cells as they are arranged, with their captions.
    Comparison,
    /// Capture of the whole window, with its panels.
    Window,
    /// Capture of an animation: numbered frames of the selected cell while one control, or the camera, moves over a
    /// range.
    Animation,
}

/// The numbers that a capture contains if it is a data file rather than a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureData {
    /// Captured data: the generator's own values, not a quantity derived from them.
    Field,
    /// Captured data: a quantity that is computed from the values as heights of a terrain, such as the slope.
    Quantity(Quantity),
    /// Captured data: 1 where a condition on the values is true, 0 elsewhere.
    Mask,
}

impl CaptureData {
    /// Returns all kinds of data that a capture can contain, in the order of the capture dialog.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let quantities = Quantity::ALL.into_iter().map(Self::Quantity);
        [Self::Field]
            .into_iter()
            .chain(quantities)
            .chain([Self::Mask])
    }

    /// Returns the name of the captured data in the capture dialog.
    pub(crate) fn title(self) -> String {
        let name = match self {
            Self::Field => "values",
            Self::Quantity(quantity) => quantity.name(),
            Self::Mask => "mask",
        };
        let (first, rest) = name.split_at(1);
        first.to_uppercase() + rest
    }
}

/// Size of a cell's picture in a capture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Size of a capture: that of the picture on the screen.
    Screen,
    /// Size of a capture: this width in pixels, with the aspect ratio of the picture on the screen.
    Width(u32),
    /// Size of a capture: the width and height in [`CaptureSettings::custom_size`].
    Custom,
}

/// Progress of a running capture: its name and the finished fraction, for the status line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureProgress {
    /// File name of the generator that is being captured, without extension.
    pub(crate) name: String,
    /// Finished fraction of the running capture, 0 to 1.
    pub(crate) fraction: f64,
}

/// File formats that the capture dialog offers.
pub(crate) const FORMATS: [Format; 5] = [
    Format::Png,
    Format::Png16,
    Format::Exr,
    Format::Tiff,
    Format::Npy,
];

/// Special name in [`CaptureSettings::animation`] for an animation that turns the camera instead of varying a control.
pub(crate) const CAMERA_TURN: &str = "camera.az";

/// Maximum number of frames of an animation: nearly three minutes at 60 frames per second.
pub(crate) const MAX_FRAMES: usize = 9999;

/// Maximum width and height of a capture, in pixels.
pub(crate) const MAX_SIDE: u32 = 65_536;

impl Default for CaptureSettings {
    fn default() -> Self {
        Self {
            is_open: false,
            kind: CaptureKind::Cell,
            format: Format::Png,
            data: CaptureData::Field,
            mask: "slope > 30".to_owned(),
            size: Size::Screen,
            custom_size: [1024, 1024],
            animation: AxisRange {
                count: 60,
                ..AxisRange::default()
            },
            folder: String::new(),
            progress: None,
        }
    }
}

impl CaptureSettings {
    /// Returns the file format of the capture: the selected one, or PNG for kinds of captures that have no other.
    pub(crate) fn format(&self) -> Format {
        match self.kind {
            CaptureKind::Cell | CaptureKind::Animation => self.format,
            CaptureKind::Comparison | CaptureKind::Window => Format::Png,
        }
    }

    /// Returns true if the settings produce a data file with numbers rather than a picture.
    pub(crate) fn holds_data(&self) -> bool {
        !self.format().holds_picture()
    }

    /// Returns what a captured data file must compute from the generator's values, such as the slope; `None` for a
    /// picture, and if the values themselves are captured.
    ///
    /// # Errors
    ///
    /// The condition of the mask is not a valid expression.
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

    /// Returns width and height of a captured cell in pixels, given those of the cell's picture on the screen.
    pub(crate) fn pixels(&self, [width, height]: [u32; 2]) -> [u32; 2] {
        match self.size {
            Size::Screen => [width, height],
            Size::Width(chosen) => {
                let aspect = f64::from(height) / f64::from(width.max(1));
                let height = (f64::from(chosen) * aspect).round();
                [chosen, (height as u32).clamp(1, MAX_SIDE)]
            }
            Size::Custom => self.custom_size,
        }
    }

    /// Makes the animation's settings valid for a generator: if the generator lacks the animated control, selects its
    /// first control of a single number, or the camera if there is none. `has_camera` is true for a three-dimensional
    /// view.
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

    /// Returns the control or camera that the frames of an animation go over, with its range. `has_camera` is true for a
    /// three-dimensional view.
    ///
    /// # Errors
    ///
    /// The camera is to turn, but the view has none: all frames would be equal.
    pub(crate) fn animated_range(&self, has_camera: bool) -> Result<AxisRange, &'static str> {
        match self.animation.name == CAMERA_TURN && !has_camera {
            true => Err("this view has no camera to turn: choose a control in the capture dialog"),
            false => Ok(self.animation.clone()),
        }
    }

    /// Sets the captured animation to a full turn of the camera. The last frame is one step before the first, so that
    /// the frames can be repeated.
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

    /// Sets the number of frames of the captured animation. If the animation is a full turn of the camera, the turn
    /// remains complete.
    pub(crate) fn set_frames(&mut self, count: usize) {
        let AxisRange { name, from, to, .. } = &self.animation;
        let is_turn = name == CAMERA_TURN && *to == from + full_turn(self.animation.count);
        self.animation.count = count;
        if is_turn {
            self.animation.to = self.animation.from + full_turn(count);
        }
    }

    /// Sets the captured animation to vary a control, over its slider range or through all options.
    pub(crate) fn animate(&mut self, control: &Control) {
        self.animation = AxisRange::over(control, self.animation.count);
    }

    /// Returns a text that describes the file to be saved, for the tooltip of the capture button.
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
            Size::Custom => format!(
                ", {} \u{d7} {} pixels",
                self.custom_size[0], self.custom_size[1]
            ),
        };
        format!("Save {content} as {}{size}", title(self.format()))
    }
}

/// Returns the azimuth of the last of `count` frames of a full turn of the camera, in degrees from the first.
fn full_turn(count: usize) -> f64 {
    360.0 - 360.0 / count.max(1) as f64
}

/// Returns the generator's controls that an animation can vary: those that are visible and have a single number.
pub(crate) fn animated_controls(generator: &Generator) -> impl Iterator<Item = &Control> {
    let controls = generator.controls.iter();
    controls.filter(|control| is_sweepable(control) && !control.hidden)
}

/// Returns the name of a file format in the capture dialog.
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
            let AxisRange {
                from, to, count, ..
            } = settings.animation;
            (from, to, count)
        };
        assert_eq!(settings.animation.name, CAMERA_TURN);
        assert_eq!(range(&settings), (0.0, 354.0, 60));
        settings.set_frames(120);
        assert_eq!(range(&settings), (0.0, 357.0, 120));
        settings.animation.to = 90.0;
        settings.set_frames(10);
        assert_eq!(
            range(&settings),
            (0.0, 90.0, 10),
            "a range of the user stays"
        );
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
