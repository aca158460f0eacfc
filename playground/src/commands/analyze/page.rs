//! The page of an analysis in PNG and SVG files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use noise_playground::capture::AtomicFile;

use crate::sheets::{Canvas, PageSubject, analysis_page};

const PIXELS_PER_POINT: f32 = 2.0;

enum PageFormat {
    Png,
    Svg,
}

/// Temporary files, which get their final names once all of them are written.
pub(crate) struct PageFiles(Vec<(AtomicFile, PageFormat)>);

impl PageFiles {
    /// The extension selects the format. An existing file is not replaced until all files are written.
    pub(crate) fn create(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut files = Vec::new();
        for (index, path) in paths.iter().enumerate() {
            if paths[..index].contains(path) {
                bail!("-o {path:?} is given twice");
            }
            files.push((AtomicFile::create(path)?, format(path)?));
        }
        Ok(Self(files))
    }

    /// Draws the page once, with the curves of `against`, and writes it to all files.
    pub(crate) fn write(
        self,
        subject: PageSubject<'_>,
        against: &[PageSubject<'_>],
    ) -> anyhow::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let page = analysis_page(subject, against);
        let mut written = Vec::new();
        for (mut file, format) in self.0 {
            let bytes = match format {
                PageFormat::Png => png(&page.to_canvas(PIXELS_PER_POINT)?)?,
                PageFormat::Svg => page.to_svg("")?.into_bytes(),
            };
            let path = file.path().to_owned();
            file.file().write_all(&bytes).with_context(|| format!("cannot write {path:?}"))?;
            written.push(file);
        }
        for file in written {
            file.commit()?;
        }
        Ok(())
    }
}

fn format(path: &Path) -> anyhow::Result<PageFormat> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("png") => Ok(PageFormat::Png),
        Some("svg") => Ok(PageFormat::Svg),
        _ => bail!(
            "-o {path:?}: the extension is neither .png nor .svg, nor .csv or .npy for numbers"
        ),
    }
}

fn png(canvas: &Canvas) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.size[0], canvas.size[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}
