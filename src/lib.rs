//! From annotated WGSL noise functions to numbers and pixels.
pub mod diagnostic;
mod lexer;
pub mod link;
mod outline;
pub mod source;
