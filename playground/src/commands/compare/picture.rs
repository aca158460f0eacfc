//! The picture of `playground compare -o`.

use crate::sheets::Canvas;
use noise_playground::render::{DifferencePixels, RenderedPicture};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The reference on the left and the second picture on the right.
    #[default]
    Side,
    /// The left half of the reference and the right half of the second picture.
    Wipe,
    /// The second field minus the reference, drawn in a palette.
    Difference,
}

impl Mode {
    pub(super) const ALL: [(&'static str, Self); 3] =
        [("side", Self::Side), ("wipe", Self::Wipe), ("difference", Self::Difference)];

    /// Draws pictures of `width` × `height` pixels, or those that `difference` returns.
    pub(super) fn draw<E>(
        self,
        [width, height]: [u32; 2],
        [reference, second]: [&RenderedPicture; 2],
        difference: impl FnOnce() -> Result<DifferencePixels, E>,
    ) -> Result<Canvas, E> {
        let canvas_width = if self == Self::Side { 2 * width } else { width };
        let mut canvas = Canvas::filled([canvas_width, height], [0; 3]);
        let (reference, second) = (&reference.rows.pixels, &second.rows.pixels);
        match self {
            Self::Side => {
                canvas.draw([0, 0], width, reference);
                canvas.draw([width, 0], width, second);
            }
            Self::Wipe => {
                canvas.draw([0, 0], width, reference);
                canvas.draw_from_column([0, 0], width, width / 2, second);
            }
            Self::Difference => canvas.draw([0, 0], width, &difference()?.pixels),
        }
        Ok(canvas)
    }
}
