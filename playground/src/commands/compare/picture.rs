//! Picture that `compare -o` writes.

use anyhow::bail;
use noise_playground::comparison::Difference;

use crate::render::batch::RenderedPicture;
use crate::sheets::Canvas;

/// What the picture shows: `--mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The reference, and the second picture to its right.
    Side,
    /// The left half of the reference and the right half of the second picture.
    Wipe,
    /// The second field minus the reference.
    Difference,
}

impl Mode {
    pub(super) fn from_name(name: Option<&str>) -> anyhow::Result<Self> {
        Ok(match name {
            None | Some("side") => Self::Side,
            Some("wipe") => Self::Wipe,
            Some("difference") => Self::Difference,
            Some(other) => bail!("--mode {other:?} is none of side, wipe, difference"),
        })
    }

    /// Draws two pictures of this size in pixels, or their difference.
    pub(super) fn draw(
        self,
        [width, height]: [u32; 2],
        [reference, second]: [&RenderedPicture; 2],
        difference: impl FnOnce() -> Difference,
    ) -> Canvas {
        let canvas_width = if self == Self::Side { 2 * width } else { width };
        let mut canvas = Canvas::filled([canvas_width, height], [0; 3]);
        let (reference, second) = (&reference.rows.pixels, &second.rows.pixels);
        match self {
            Self::Side => {
                canvas.put([0, 0], width, reference);
                canvas.put([width, 0], width, second);
            }
            Self::Wipe => {
                canvas.put([0, 0], width, reference);
                canvas.put_from([0, 0], width, width / 2, second);
            }
            Self::Difference => canvas.put([0, 0], width, &difference().pixels()),
        }
        canvas
    }
}
