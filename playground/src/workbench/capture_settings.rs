//! What a person wants captured, and how far the capture under way is.

use noise_playground::capture::Format;
use noise_playground::control::Control;
use noise_playground::generator::Generator;
use noise_playground::sweep::AxisRange;

use super::sweep::can_be_swept;

/// The dialog's settings, which the capture key repeats.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureSettings {
    /// Whether the dialog is open.
    pub(crate) open: bool,
    pub(crate) what: CaptureKind,
    /// Of what is not always a PNG.
    pub(crate) format: Format,
    pub(crate) size: Size,
    /// Pixels across and down for [`Size::Own`].
    pub(crate) own: [u32; 2],
    /// The animated control; without a name if the generator has no scalar control.
    pub(crate) animation: AxisRange,
    /// Where captures go, as the person reads it.
    pub(crate) folder: String,
    /// The capture that takes long enough to be watched.
    pub(crate) under_way: Option<CaptureProgress>,
}

/// What is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureKind {
    /// The selected cell's picture or numbers.
    Cell,
    /// All cells as they are arranged, with their captions.
    Comparison,
    /// The window with its panels.
    Window,
    /// The selected cell over a range of one control: numbered frames for a video.
    Turntable,
}

/// How large a cell's picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// As on the screen.
    Screen,
    /// So many pixels across, in the shape that it has on the screen.
    Across(u32),
    /// As the person typed it.
    Own,
}

/// A capture that is being made.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureProgress {
    /// What it is called.
    pub(crate) name: String,
    /// How much of it is done, 0 to 1.
    pub(crate) share: f64,
}

/// Formats to choose from.
pub(crate) const FORMATS: [Format; 5] = [
    Format::Png,
    Format::Png16,
    Format::Exr,
    Format::Tiff,
    Format::Npy,
];

/// The most frames of a turntable: five minutes of a quick video.
pub(crate) const MOST_FRAMES: usize = 9999;

/// The largest picture that can be typed, each way.
pub(crate) const LARGEST_SIDE: u32 = 65_536;

impl Default for CaptureSettings {
    fn default() -> Self {
        Self {
            open: false,
            what: CaptureKind::Cell,
            format: Format::Png,
            size: Size::Screen,
            own: [1024, 1024],
            animation: AxisRange {
                count: 60,
                ..AxisRange::default()
            },
            folder: String::new(),
            under_way: None,
        }
    }
}

impl CaptureSettings {
    /// The format in force.
    pub(crate) fn format(&self) -> Format {
        match self.what {
            CaptureKind::Cell | CaptureKind::Turntable => self.format,
            CaptureKind::Comparison | CaptureKind::Window => Format::Png,
        }
    }

    /// Pixels of a cell that has so many on the screen.
    pub(crate) fn pixels(&self, [width, height]: [u32; 2]) -> [u32; 2] {
        match self.size {
            Size::Screen => [width, height],
            Size::Across(across) => {
                let shape = f64::from(height) / f64::from(width.max(1));
                let down = (f64::from(across) * shape).round();
                [across, (down as u32).clamp(1, LARGEST_SIDE)]
            }
            Size::Own => self.own,
        }
    }

    /// Animates the generator's first scalar control if it has none with the name of the animated one.
    pub(crate) fn adapt_animation(&mut self, generator: &Generator) {
        let name = &self.animation.name;
        if animated_controls(generator).any(|control| control.name == *name) {
            return;
        }
        match animated_controls(generator).next() {
            Some(control) => self.animate(control),
            None => self.animation.name.clear(),
        }
    }

    /// Animates a control over all that its slider or list offers.
    pub(crate) fn animate(&mut self, control: &Control) {
        self.animation = AxisRange::over(control, self.animation.count);
    }

    /// What the capture key does, in a sentence.
    pub(crate) fn summary(&self) -> String {
        let what = match self.what {
            CaptureKind::Cell => "the picture",
            CaptureKind::Comparison => "all cells",
            CaptureKind::Window => "the window",
            CaptureKind::Turntable => return format!("Make {} frames", self.animation.count),
        };
        let size = match self.size {
            _ if self.what == CaptureKind::Window => String::new(),
            Size::Screen => String::new(),
            Size::Across(across) => format!(", {across} pixels across"),
            Size::Own => format!(", {} \u{d7} {} pixels", self.own[0], self.own[1]),
        };
        format!("Save {what} as {}{size}", title(self.format()))
    }
}

/// Returns the controls that can be animated: those of a single number.
pub(crate) fn animated_controls(generator: &Generator) -> impl Iterator<Item = &Control> {
    let controls = generator.controls.iter();
    controls.filter(|control| can_be_swept(control) && !control.hidden)
}

/// A format as people read it.
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
    fn a_larger_picture_has_the_shape_of_the_screen() {
        let mut capturing = CaptureSettings::default();
        assert_eq!(capturing.pixels([760, 570]), [760, 570]);
        capturing.size = Size::Across(2048);
        assert_eq!(capturing.pixels([760, 570]), [2048, 1536]);
        assert_eq!(capturing.pixels([1, 1000])[1], LARGEST_SIDE);
        capturing.size = Size::Own;
        assert_eq!(capturing.pixels([760, 570]), [1024, 1024]);
    }
}
