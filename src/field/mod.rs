//! Numbers on a grid: samples, where they lie, and the data files that hold them.
//!
//! A [`Field`] has H rows of W samples of 1 to 4 numbers, row 0 in the north. A [`SampleGrid`](grid::SampleGrid) says
//! where its samples lie in the world. [`files`] has the formats of data files and pictures, both readers and writers, with
//! the coordinates, units and holes of other programs; [`metrics`] compares two fields. Nothing here knows shaders or the
//! device.

mod channel;
pub mod files;
pub mod grid;
pub mod metrics;
pub(crate) mod named;
pub mod npy;
pub(crate) mod parallel;
mod returns;
mod samples;
pub(crate) mod total;

pub use channel::{Channel, RangeRule};
pub use returns::Returns;
pub(crate) use samples::percentile_ranks;
pub use samples::{Field, Histogram};
