//! Compiles annotated WGSL noise functions, evaluates them on the GPU, and shades the samples into pictures.
//!
//! A *generator* is a WGSL function of a position that returns a height, a density or a color. From its text to an
//! array:
//!
//! ```
//! use noise_playground::{SampleGrid, Subject, compile, evaluate};
//!
//! let generators = compile("fn height(position: vec2f) -> f32 { return sin(position.x) * position.y; }")?;
//! let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [256, 256] };
//! let samples = evaluate(&Subject::new(&generators[0], grid))?.samples;
//! # assert_eq!(samples.len(), 256 * 256);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From a folder of shaders to a PNG:
//!
//! ```no_run
//! use noise_playground::source::SourceTree;
//! use noise_playground::{RenderSettings, Subject, compile, render};
//!
//! let generators = compile(SourceTree::open("shaders")?)?;
//! for generator in &generators {
//!     let picture = render(&Subject::new(generator, RenderSettings::new(generator, 512)))?;
//!     picture.save(format!("{}.png", generator.address.function))?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The library has no window. Analyses and the compression of files use the threads of rayon's global pool, with the same
//! results for any number of them; no others are started. Shaders need not be trusted: loops, recursion, file sizes and
//! nesting are bounded before a shader runs.
//!
//! # How it works
//!
//! 1. [`compile()`] links each file of a [`source::SourceTree`] with its imports ([`link`]), parses and validates the
//!    text with naga, and returns the functions of a position as [`generator::Generator`]s. A file with passes over
//!    storage buffers is one generator, a [`generator::GridProgram`]. Errors are [`diagnostic::Diagnostic`]s with the
//!    location in the author's file.
//! 2. The members of the file's uniform struct and the further parameters of the function are [`control::Control`]s,
//!    shaped by tags in the author's comments. [`Values`] holds what the user has set. A [`Subject`] is a generator
//!    with its values and the settings of its picture.
//! 3. [`gpu::EvaluatePipeline`] wraps the generator in a compute shader that counts the iterations of all loops, and
//!    evaluates it into a float texture. A [`field::Field`] is the copy of that texture on the CPU.
//! 4. A [`shading::Shading`] (view mode, palette, light, value range) turns that texture into pixels. Changing
//!    the shading does not evaluate the generator again.
//! 5. [`analyze`] measures a field: statistics, power spectrum, isotropy, slopes, landforms.
//! 6. [`measure`] evaluates the twin of a generator in double precision: errors, gradient, periods. A
//!    [`generator::Tap`] is a value inside of a generator, which can be evaluated in place of its result, and
//!    [`generator::derive`] returns the generator of its exact derivatives.
//! 7. [`capture`] writes pixels or samples with a [`capture::Manifest`], from which the file can be rendered again.
//!
//! ```text
//! SourceTree ─ link ─▶ Linked ─ naga ─▶ Generator ─ wrap ─▶ EvaluatePipeline ─▶ FieldTexture ─▶ Field
//!      │                  │                 │                     ▲                  │
//!   outline ─── tags ────────────▶ Control, Values ────── EvaluateInputs     ValueRangePipeline
//!      └── Diagnostic: file, line and column                                         │
//!                                                      Shading ─ ShadePipeline ─▶ PictureTexture ─▶ PNG
//! ```
//!
//! # Modules
//!
//! Each layer uses only those below it, and no modules use each other in a circle:
//!
//! | layer | modules | contents |
//! | --- | --- | --- |
//! | text editors | [`assist`] | what text editors show about a shader: definitions, hovers, completions |
//! | calls | `render` | [`evaluate`], [`render()`] and [`trace`]: everything in one call each |
//! | measurements | [`measure`] | measurements that need the generator itself: precision, gradient, periods |
//! | device | [`gpu`] | pipelines and textures, for applications with a device of their own; the only layer that names wgpu |
//! | pictures | `render_settings`, `subject`, [`view_setting`], [`comparison`], [`derived`], [`sweep`], [`capture`], [`preset`] | what is shown of a generator, and the files that are written |
//! | generators | [`generator`], [`control`], `compile` | what shader files declare, and the values that the user sets |
//! | shader files | [`source`], `nesting`, `explain`, [`link`], `host_shaders` | shaders that are read, with the data files beside them, and joined with their imports |
//! | numbers | [`grid`], [`field`], [`field_file`], [`npy`], [`analysis`], [`metrics`], [`mesh`], [`planet`], [`camera`], [`scene`], [`shading`], `view_mode`, [`palette`], `quantity`, `parallel`, `total`, `vector` | positions, samples, colors |
//! | text | `lexer`, `outline`, [`syntax`], `directive`, `annotation`, `builtins`, `remainder`, `naga_blocks`, `location`, [`diagnostic`], [`suggest`], `features`, `named`, `printable` | words and declarations of a text, and what is said about them |
//!
//! Only [`source`], [`field_file`] and [`capture`] access files; [`gpu`] reads the available memory from the system. The
//! application in `playground/` is a package of its own.

pub mod analysis;
mod annotation;
pub mod assist;
mod builtins;
pub mod camera;
pub mod capture;
pub mod comparison;
mod compile;
pub mod control;
pub mod derived;
pub mod diagnostic;
mod directive;
mod explain;
mod features;
pub mod field;
pub mod field_file;
pub mod generator;
pub mod gpu;
pub mod grid;
mod host_shaders;
mod lexer;
pub mod link;
mod location;
pub mod measure;
pub mod mesh;
pub mod metrics;
mod naga_blocks;
mod named;
mod nesting;
pub mod npy;
mod outline;
pub mod palette;
mod parallel;
pub mod planet;
pub mod preset;
mod printable;
mod quantity;
mod remainder;
mod render;
mod render_settings;
pub mod scene;
pub mod shading;
pub mod source;
mod subject;
pub mod suggest;
pub mod sweep;
pub mod syntax;
mod total;
mod vector;
mod view_mode;
pub mod view_setting;

pub use analysis::analyze;
pub use compile::{CompileError, compile};
pub use control::Values;
pub use field::Field;
pub use grid::SampleGrid;
pub use printable::printable;
pub use render::{Picture, RenderError, evaluate, render, trace};
pub use render_settings::RenderSettings;
pub use subject::Subject;
