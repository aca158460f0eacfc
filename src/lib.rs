//! From annotated WGSL noise functions to numbers and pixels.
mod annotation;
pub mod capture;
pub mod control;
pub mod diagnostic;
pub mod field;
pub mod generator;
pub mod gpu;
pub mod grid;
mod lexer;
pub mod link;
mod outline;
pub mod palette;
pub mod source;
pub mod view;
