//! A device, and the programs that are opened on it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::program::Program;
use crate::capture::{DataFileError, InvalidManifest, Manifest, ManifestError};
use crate::field::files::Format;
use crate::generator::{FindError, Generator, find_generator};
use crate::gpu::{Gpu, GpuError};
use crate::source::{ModulePath, SourceTree, builtin};
use crate::subject::Subject;
use crate::subject::render_settings::RenderSettings;

/// Width and height in pixels of the settings of a new program.
const SIDE: u32 = 512;

/// A graphics device on which shaders are opened. Clones share it.
///
/// ```
/// use noise_playground::{Playground, SampleGrid};
///
/// let playground = Playground::new()?;
/// let mut wave = playground.compile("fn wave(p: vec2f, gain: f32) -> f32 { return gain * p.x; }")?;
/// wave.set("gain", 2.0)?;
/// let field = wave.grid(SampleGrid { center: [0.0, 0.0], span: 4.0, size: [4, 1] })?;
/// assert_eq!(field.samples, [-3.0, -1.0, 1.0, 3.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playground {
    gpu: Gpu,
}

/// Reason why a shader or a capture cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file or its folder cannot be read.
    #[error("{0:?}: {1}")]
    File(PathBuf, io::Error),
    /// The shader has errors, or no such generator.
    #[error(transparent)]
    Generator(#[from] FindError),
    /// The capture cannot be read, or has no valid manifest of its samples.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The generator of the capture cannot be restored.
    #[error(transparent)]
    Capture(#[from] InvalidManifest),
    /// The data file cannot be read.
    #[error(transparent)]
    Data(#[from] DataFileError),
    /// The capture at this path shows several pictures.
    #[error("{0:?} shows several pictures, of which none can be chosen here")]
    Several(PathBuf),
}

impl Subject {
    /// Opens a capture with its values and settings, or a data file of another program. Data files of a capture are those
    /// with absolute paths.
    ///
    /// # Errors
    /// The file cannot be read, has no valid manifest, or shows several pictures.
    pub fn open(path: &Path, format: Format) -> Result<Self, OpenError> {
        let manifest = match Manifest::read(path, format) {
            Ok(manifest) => manifest,
            Err(error) => {
                return Ok(Self::of_data_file(path, error.data_size(path)?, &builtin::tree())?);
            }
        };
        let is_pair = manifest.compared_with.is_some() || !manifest.cells.is_empty();
        if is_pair || !manifest.vary.is_empty() {
            return Err(OpenError::Several(path.to_owned()));
        }
        let subject = Self::from_manifest(&manifest, &manifest.tree())?;
        Ok(subject.compiled().map_err(FindError::Invalid)?)
    }
}

impl Playground {
    /// Uses the device that all calls of the process share, which the first opens on the fastest adapter.
    ///
    /// # Errors
    /// There is no graphics device.
    pub fn new() -> Result<Self, GpuError> {
        Ok(Self { gpu: Gpu::shared()? })
    }

    /// Uses a device of the caller.
    pub fn on(gpu: Gpu) -> Self {
        Self { gpu }
    }

    /// Opens `FILE` or `FILE::FUNCTION` of a shader, `builtin:FILE` of an embedded one such as
    /// `builtin:generators/swiss.wgsl`, a capture or a data file as [`Subject::open`] does. Imports start from the nearest
    /// folder above the file in which they exist.
    ///
    /// # Errors
    /// The file cannot be read, it has errors or no such generator, or the capture has no valid manifest or shows several
    /// pictures.
    pub fn open(&self, address: impl AsRef<Path>) -> Result<Program, OpenError> {
        let path = address.as_ref();
        if let Some(format) = Format::of_capture(path) {
            return Ok(Program::new(self.gpu.clone(), Subject::open(path, format)?));
        }
        let text = path.to_string_lossy();
        let (file, function) = match text.rsplit_once("::") {
            Some((file, function)) => (Path::new(file), Some(function)),
            None => (path, None),
        };
        let unreadable = |error| OpenError::File(file.to_owned(), error);
        let embedded = file.to_str().and_then(|file| file.strip_prefix(builtin::PREFIX));
        let (tree, module) = match embedded {
            Some(embedded) => (builtin::tree(), ModulePath::new(embedded)),
            None => SourceTree::around(file).map_err(unreadable)?,
        };
        Ok(self.program(&find_generator(&tree, &module, function)?))
    }

    /// Compiles a text, which can import the built-in noises, and returns its main generator.
    ///
    /// # Errors
    /// The text has errors, whose file is called `main.wgsl`, or no generator.
    pub fn compile(&self, text: impl Into<String>) -> Result<Program, OpenError> {
        let tree: SourceTree = [("main.wgsl", text.into())].into_iter().collect();
        Ok(self.program(&find_generator(&tree, &ModulePath::new("main.wgsl"), None)?))
    }

    /// Returns the program of a compiled generator, with the values and settings that its file states.
    pub fn program(&self, generator: &Arc<Generator>) -> Program {
        let settings = RenderSettings::new(generator, SIDE);
        Program::new(self.gpu.clone(), Subject::new(generator, settings))
    }
}
