//! The type [`Strip`].

/// Each strip of a picture, except the last, has a multiple of this number of rows.
pub const STRIP_ROWS: u32 = 16;

/// Consecutive rows of a picture: [`STRIP_ROWS`] or a multiple, except in the last strip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// Number of rows.
    pub rows: u32,
    /// Rows · W · C numbers; empty if only the picture is written.
    pub samples: Vec<f32>,
    /// Red, green, blue and alpha bytes of rows · W pixels; empty if only samples are written.
    pub pixels: Vec<u8>,
}
