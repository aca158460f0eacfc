//! What `compare -o` shows of two pictures.

use anyhow::bail;
use noise_playground::comparison::Difference;

use crate::render::batch::RenderedPicture;
use crate::render::canvas::Canvas;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// One beside the other.
    Side,
    /// The left half of the first, the right half of the second.
    Wipe,
    /// Second minus first.
    Difference,
}

impl Mode {
    pub(super) fn named(name: Option<&str>) -> anyhow::Result<Self> {
        Ok(match name {
            None | Some("side") => Self::Side,
            Some("wipe") => Self::Wipe,
            Some("difference") => Self::Difference,
            Some(other) => bail!("--mode: no {other:?}; there are side, wipe, difference"),
        })
    }

    /// Samples across and down its picture.
    pub(super) fn size(self, [width, height]: [u32; 2]) -> [u32; 2] {
        match self {
            Self::Side => [2 * width, height],
            Self::Wipe | Self::Difference => [width, height],
        }
    }
}

/// Two pictures beside each other.
pub(super) fn side(size: [u32; 2], [first, second]: [&RenderedPicture; 2]) -> Canvas {
    let mut canvas = Canvas::filled(Mode::Side.size(size), [0; 3]);
    canvas.put([0, 0], size[0], &first.rows.pixels);
    canvas.put([size[0], 0], size[0], &second.rows.pixels);
    canvas
}

/// The left half of one, the right half of the other.
pub(super) fn wipe(size: [u32; 2], [first, second]: [&RenderedPicture; 2]) -> Canvas {
    let row = 4 * size[0] as usize;
    let half = 4 * (size[0] / 2) as usize;
    let mut pixels = second.rows.pixels.clone();
    let rows = pixels.chunks_exact_mut(row);
    for (row, first) in rows.zip(first.rows.pixels.chunks_exact(row)) {
        row[..half].copy_from_slice(&first[..half]);
    }
    Canvas { size, pixels }
}

/// Returns the picture of a difference.
pub(super) fn difference(difference: &Difference) -> Canvas {
    Canvas {
        size: difference.field.size,
        pixels: difference.pixels(),
    }
}
