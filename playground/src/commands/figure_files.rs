//! Files of a figure: PNG, SVG and PDF, each with its manifest.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use noise_playground::capture::{AtomicFile, CaptureFile, FileSet, Manifest};
use noise_playground::field::files::Format;

use crate::sheets::Figure;

/// Temporary files, which get their final names with all others of their set.
pub(crate) struct FigureFiles(Vec<FigureFile>);

enum FigureFile {
    Png(CaptureFile),
    Svg(AtomicFile),
    Pdf(AtomicFile),
}

impl FigureFiles {
    /// The extension selects the format. An existing file is not replaced until the set is committed.
    pub(crate) fn create(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let files = paths.iter().map(|path| FigureFile::create(path));
        Ok(Self(files.collect::<anyhow::Result<_>>()?))
    }

    /// Returns true if the extension is one of a figure.
    pub(crate) fn can_hold(path: &Path) -> bool {
        matches!(extension(path).as_str(), "png" | "svg" | "pdf")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes all files and adds them to `set`. `scale` is in pixels per point of a PNG, `title` that of a PDF.
    pub(crate) fn write(
        self,
        figure: &Figure,
        scale: f32,
        title: &str,
        manifest: &Manifest,
        set: &mut FileSet,
    ) -> anyhow::Result<()> {
        for file in self.0 {
            match file {
                FigureFile::Png(mut file) => {
                    let canvas = figure.to_canvas(scale)?;
                    file.write_picture(canvas.size, canvas.pixels, manifest)?;
                    set.add(file)?;
                }
                FigureFile::Svg(mut file) => {
                    write(&mut file, figure.to_svg(&manifest.to_svg())?.as_bytes())?;
                    set.add(file)?;
                }
                FigureFile::Pdf(mut file) => {
                    write(&mut file, &figure.to_pdf(title, &manifest.to_json())?)?;
                    set.add(file)?;
                }
            }
        }
        Ok(())
    }
}

impl FigureFile {
    fn create(path: &Path) -> anyhow::Result<Self> {
        Ok(match extension(path).as_str() {
            "png" => Self::Png(CaptureFile::create(path, Format::Png)?),
            "svg" => Self::Svg(AtomicFile::create(path)?),
            "pdf" => Self::Pdf(AtomicFile::create(path)?),
            _ => bail!("-o {path:?}: a figure is written as .png, .svg or .pdf"),
        })
    }
}

pub(super) fn write(file: &mut AtomicFile, bytes: &[u8]) -> anyhow::Result<()> {
    let written = file.file().write_all(bytes);
    written.with_context(|| format!("cannot write {:?}", file.path()))
}

pub(super) fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}
