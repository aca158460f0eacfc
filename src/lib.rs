//! From annotated WGSL noise functions to numbers and pixels. No window, no threads.
//!
//! A folder of WGSL is read as a [`source::SourceTree`]. Each file is [linked](link) with what it imports,
//! parsed and validated by naga, and reflected: every function of a position becomes a
//! [`generator::Generator`], and the members of its uniform struct and its further parameters become
//! [`control::Control`]s, shaped by the tags in the author's comments. On the GPU a generator is
//! *evaluated* by compute into a float texture, and that texture is *shaded* into colours by a
//! [`shading::Shading`]; turning the light shades again and evaluates nothing. A file whose passes fill a grid is a
//! generator too ([`generator::GridProgram`]), and a file's own `surface` may paint its relief. Every loop is
//! bounded before a shader runs.
//!
//! ```text
//! SourceTree ─ link ─▶ Linked ─ naga ─▶ Generator ─ wrap ─▶ EvaluatePipeline ─▶ FieldTexture ─▶ Field
//!      │                 │                 │                     ▲                  │
//!   outline ── annotation ──────────▶ Control, Values ── EvaluateInputs       RangePipeline
//!      └── Diagnostic: the author's file, line and column                           │
//!                                                           View ─ ShadeInputs ─▶ PictureTexture ─▶ PNG
//! ```
//!
//! Floors, each knowing only those below it:
//!
//! | floor | modules | never names |
//! | --- | --- | --- |
//! | GPU | [`gpu`] | files, threads, the window |
//! | domain | all others | wgpu |
//!
//! The application in `playground/` stands above both. Modules in reading order:
//! [`source`], [`diagnostic`], [`link`], [`control`], [`generator`], [`grid`], [`chunks`], [`shading`], [`palette`],
//! [`field`], [`metrics`], [`comparison`], [`sweep`], [`gpu`], [`capture`], [`preset`]. Only [`source`] reads shaders; [`capture`] writes files, and reads
//! what they carry.

mod annotation;
pub mod capture;
pub mod chunks;
pub mod comparison;
mod compile;
pub mod control;
pub mod diagnostic;
pub mod field;
pub mod generator;
pub mod gpu;
pub mod grid;
mod lexer;
pub mod link;
mod location;
pub mod metrics;
mod named;
mod nesting;
mod outline;
pub mod palette;
pub mod preset;
pub mod shading;
pub mod source;
mod stages;
pub mod sweep;
mod view_mode;

pub use compile::{CompileError, compile};
