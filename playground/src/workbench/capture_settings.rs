//! Settings of the capture dialog, and the progress of the running capture.

use noise_playground::capture::Format;
use noise_playground::control::Control;
use noise_playground::generator::Generator;
use noise_playground::sweep::AxisRange;

use super::sweep::is_sweepable;

/// Settings of the capture dialog, which the capture shortcut uses too.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureSettings {
    /// True while the dialog is open.
    pub(crate) is_open: bool,
    pub(crate) kind: CaptureKind,
    /// Format of cells and animations; the other kinds are PNG.
    pub(crate) format: Format,
    pub(crate) size: Size,
    /// Width and height in pixels for [`Size::Custom`].
    pub(crate) custom_size: [u32; 2],
    /// Animated control, its range and the number of frames; without a name if the generator has no scalar control.
    pub(crate) animation: AxisRange,
    /// Path of the folder of captures, as shown in the dialog.
    pub(crate) folder: String,
    /// Progress of the running capture; `None` if there is none or it takes only a short time.
    pub(crate) progress: Option<CaptureProgress>,
}

/// Content of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureKind {
    /// The picture or the field of the selected cell.
    Cell,
    /// All cells as they are arranged, with their captions.
    Comparison,
    /// The window with its panels.
    Window,
    /// Numbered frames of the selected cell, of one control over a range.
    Animation,
}

/// Size of a cell's picture in a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// The size on the screen.
    Screen,
    /// This width in pixels, with the aspect ratio on the screen.
    Width(u32),
    /// The width and height of [`CaptureSettings::custom_size`].
    Custom,
}

/// Progress of a running capture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CaptureProgress {
    /// File name of the captured generator, without extension.
    pub(crate) name: String,
    /// Finished fraction, 0 to 1.
    pub(crate) fraction: f64,
}

/// Formats in the dialog.
pub(crate) const FORMATS: [Format; 5] = [
    Format::Png,
    Format::Png16,
    Format::Exr,
    Format::Tiff,
    Format::Npy,
];

/// Largest number of frames of an animation: nearly three minutes at 60 frames per second.
pub(crate) const MAX_FRAMES: usize = 9999;

/// Largest width and height of a capture, in pixels.
pub(crate) const MAX_SIDE: u32 = 65_536;

impl Default for CaptureSettings {
    fn default() -> Self {
        Self {
            is_open: false,
            kind: CaptureKind::Cell,
            format: Format::Png,
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
    /// Returns the file format: the selected one, or PNG for kinds that have no other.
    pub(crate) fn format(&self) -> Format {
        match self.kind {
            CaptureKind::Cell | CaptureKind::Animation => self.format,
            CaptureKind::Comparison | CaptureKind::Window => Format::Png,
        }
    }

    /// Returns the width and height in pixels of the capture of a cell. The argument is its size on the screen in pixels.
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

    /// Animates the first scalar control of a generator, unless it has a control with the name of the animated one.
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

    /// Animates a control over its slider range or all its options.
    pub(crate) fn animate(&mut self, control: &Control) {
        self.animation = AxisRange::over(control, self.animation.count);
    }

    /// Describes the capture, for the tooltip of its button.
    pub(crate) fn summary(&self) -> String {
        let content = match self.kind {
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

/// Returns the visible controls of a single number, which can be animated.
pub(crate) fn animated_controls(generator: &Generator) -> impl Iterator<Item = &Control> {
    let controls = generator.controls.iter();
    controls.filter(|control| is_sweepable(control) && !control.hidden)
}

/// Returns the name of a format in the interface.
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
