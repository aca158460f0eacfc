//! Compiles annotated WGSL noise functions, evaluates them on the GPU, and shades the samples into pictures.
//!
//! A *generator* is a WGSL function of a position that returns a height, a density or a color. From its text to arrays:
//!
//! ```
//! use noise_playground::{Playground, SampleGrid, analyze};
//!
//! let playground = Playground::new()?;
//! let mut height = playground.compile("fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * p.y; }")?;
//! height.set("gain", 0.5)?;
//! let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [256, 256] };
//! let field = height.grid(grid)?;
//! assert_eq!(field.samples.len(), 256 * 256);
//! let slopes = height.gradient()?.points(&[[0.0, 1.0]])?;
//! assert_eq!(slopes, [0.5, 0.0]);
//! println!("standard deviation {}", analyze(&field, grid).statistics.std);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From a file to a picture and a data file:
//!
//! ```no_run
//! # use noise_playground::{Playground, SampleGrid};
//! let swiss = Playground::new()?.open("shaders/generators/swiss.wgsl")?;
//! swiss.render([1024, 1024])?.save("swiss.png")?;
//! swiss.grid(SampleGrid { center: [0.0, 0.0], span: 8.0, size: [1024, 1024] })?.save("swiss.npy")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | call | result |
//! | --- | --- |
//! | [`Playground::new`], [`Playground::on`] | the shared device, or one of the caller |
//! | [`Playground::open`], [`Playground::compile`] | a [`Program`] of a file, a capture, a data file or a text |
//! | [`Program::set`] | the value of a control, by its name |
//! | [`Program::grid`], [`Program::points`], [`Program::volume`] | numbers on a plane, at positions, in slices |
//! | [`Program::gradient`] | the program of the exact gradient |
//! | [`Program::render`] | a [`Picture`], to be [saved](Picture::save) |
//! | [`Field::open`], [`Field::save`] | data files |
//! | [`analyze`], [`Program::measure`] | statistics of a field; also rounding errors, gradient and period |
//!
//! The library has no window. Analyses and the compression of files use the threads of rayon's global pool, with the same
//! results for any number of them; a [`render::RenderJob`] also writes each file on a thread of its own. Shaders need not
//! be trusted: loops, recursion, file sizes and nesting are bounded before a shader runs.
//!
//! # How it works
//!
//! 1. [`compile()`] links each file of a [`source::SourceTree`] with its imports ([`source::link`]), parses and
//!    validates the text with naga, and returns the functions of a position as [`generator::Generator`]s. A file with
//!    passes over storage buffers is one generator, a [`generator::GridProgram`]. Errors are
//!    [`wgsl::diagnostic::Diagnostic`]s with the location in the author's file.
//! 2. The members of the file's uniform struct and the further parameters of the function are
//!    [`generator::control::Control`]s, shaped by tags in the author's comments. [`Values`] holds what the user has
//!    set. A [`Subject`] is a generator with its values and the settings of its picture.
//! 3. [`gpu::EvaluatePipeline`] wraps the generator in a compute shader that counts the iterations of all loops, and
//!    evaluates it into a float texture. A [`field::Field`] is the copy of that texture on the CPU.
//! 4. A [`view::shading::Shading`] (view mode, palette, light, value range) turns that texture into pixels. Changing
//!    the shading does not evaluate the generator again.
//! 5. [`analyze`] measures a field: statistics, power spectrum, isotropy, slopes, landforms.
//! 6. [`gpu::measure`] evaluates the twin of a generator in double precision: errors, gradient, periods. A
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
//! # Folders
//!
//! Each folder of `src` is a layer, which uses only those below it; what it is for stands in its `mod.rs`. Modules of
//! one folder do not use each other in a circle.
//!
//! | layer | folders | contents |
//! | --- | --- | --- |
//! | text editors | [`assist`] | what text editors show about a shader: definitions, hovers, completions |
//! | calls | `render` | [`Playground`], [`Program`]; [`evaluate`], [`render()`], [`trace`]; tiles and volumes |
//! | device | [`gpu`] | pipelines and textures, for applications with a device; the only layer that names wgpu |
//! | files | [`capture`] | pictures and data that are written, and can be rendered again |
//! | pictures | [`subject`] | what is shown: a generator with its values and the settings of its picture |
//! | programs | [`generator`] | what shader files declare, and the rewrites of their programs |
//! | inputs | [`source`], [`view`], [`analysis`] | shader and data files; view modes, cameras; statistics of a field |
//! | words and numbers | [`wgsl`], [`field`] | declarations, tags and diagnostics; samples on a grid, and their files |
//!
//! Only [`source`], [`field::files`] and [`capture`] access files; [`gpu`] reads the available memory from the system. The
//! application in `playground/` is a package of its own.

pub mod analysis;
pub mod assist;
pub mod capture;
pub mod field;
pub mod generator;
pub mod gpu;
pub mod render;
pub mod source;
pub mod subject;
pub mod view;
pub mod wgsl;

pub use analysis::analyze;
pub use field::Field;
pub use field::grid::SampleGrid;
pub use generator::compile_files::{CompileError, compile};
pub use generator::control::Values;
pub use render::{OpenError, Picture, Playground, Program, RenderError, evaluate, render, trace};
pub use subject::Subject;
pub use subject::render_settings::RenderSettings;
pub use wgsl::printable::printable;
