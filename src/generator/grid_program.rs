//! Grid programs: generators made of compute passes that fill a whole square grid, such as diamond-square and erosion.

use super::expression::Expression;

/// A grid program (generator made of compute passes over storage buffers), as the tags `@grid`, `@pass` and `@dispatch`
/// of a file declare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridProgram {
    /// Integer expression for the width and height of the grid program's square grid, in samples.
    pub(crate) side: Expression,
    /// Storage buffers of the grid program: the result, then scratch buffers, all in bind group 1.
    pub(crate) buffers: Vec<GridBuffer>,
    /// Compute passes of the grid program, in the order of the file.
    pub(crate) passes: Vec<GridPass>,
}

/// A storage buffer of a grid program, with one element per sample, row by row from the north-west.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridBuffer {
    /// Binding of the grid program's storage buffer in bind group 1.
    pub(crate) binding: u32,
    /// Distance between the elements of the grid program's storage buffer, in bytes.
    pub(crate) stride: u32,
    /// True if the shader declares the storage buffer as read-only, so that no pass can write to it.
    pub(crate) read_only: bool,
}

/// A pass of a grid program: a compute entry point with the tag `@pass`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridPass {
    /// Name of the compute entry point that is the pass.
    pub(crate) entry_point: String,
    /// Width and height of the pass's workgroup, in invocations.
    pub(crate) workgroup: [u32; 2],
    /// Expression for the number of times that the pass is repeated; `None` is 1. Neighboring passes with the same
    /// expression repeat together.
    pub(crate) repeats: Option<Expression>,
    /// Expressions for the number of the pass's workgroups in x and y; `None` for as many as cover the grid.
    pub(crate) dispatch: Option<[Expression; 2]>,
}
