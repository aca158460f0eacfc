//! Grid programs: generators that fill a whole square grid in passes, such as diamond-square and erosion.

use super::expression::Expression;

/// A grid program as the tags `@grid`, `@pass` and `@dispatch` of a file declare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridProgram {
    /// Expression for the width and height of the square grid, in samples.
    pub(crate) side: Expression,
    /// The result, then scratch buffers; all in bind group 1.
    pub(crate) buffers: Vec<GridBuffer>,
    /// Passes in the order of the file.
    pub(crate) passes: Vec<GridPass>,
}

/// A storage buffer with one element per sample, row by row from the north-west.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridBuffer {
    /// Binding of the buffer in bind group 1.
    pub(crate) binding: u32,
    /// Distance between the elements of the buffer, in bytes.
    pub(crate) stride: u32,
    /// True if no pass can write to the buffer.
    pub(crate) read_only: bool,
}

/// A compute entry point with `@pass`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridPass {
    /// Name of the entry point.
    pub(crate) entry_point: String,
    /// Width and height of a workgroup, in invocations.
    pub(crate) workgroup: [u32; 2],
    /// Number of repeats; `None` is 1. Neighboring passes with the same expression repeat together.
    pub(crate) repeats: Option<Expression>,
    /// Number of workgroups in x and y; `None` to cover the grid.
    pub(crate) dispatch: Option<[Expression; 2]>,
}
