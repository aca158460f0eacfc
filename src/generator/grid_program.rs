//! Grid programs: generators made of compute passes that fill a whole grid, such as diamond-square and erosion.

use super::expression::Expression;

/// The tags `@grid`, `@pass` and `@dispatch` of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridProgram {
    /// In samples.
    pub(crate) columns: Expression,
    pub(crate) rows: GridRows,
    /// The result, then scratch buffers, all in bind group 1.
    pub(crate) buffers: Vec<GridBuffer>,
    pub(crate) passes: Vec<GridPass>,
}

/// In samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GridRows {
    /// As many as columns.
    Square,
    Number(Expression),
    /// In the proportions of the field input with this name. A data file also places the grid.
    OfField(String),
}

/// One element per sample, row by row from the north-west.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridBuffer {
    pub(crate) binding: u32,
    /// Distance between elements in bytes.
    pub(crate) stride: u32,
    pub(crate) read_only: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridPass {
    pub(crate) entry_point: String,
    /// In invocations.
    pub(crate) workgroup: [u32; 2],
    /// `None` is 1. Neighboring passes with the same expression repeat together.
    pub(crate) repeats: Option<Expression>,
    /// Number of workgroups in x and y; `None` for as many as cover the grid.
    pub(crate) dispatch: Option<[Expression; 2]>,
}
