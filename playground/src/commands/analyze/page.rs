//! The page of an analysis in PNG, SVG and PDF files.

use std::path::PathBuf;

use noise_playground::capture::Manifest;

use crate::commands::figure_files::FigureFiles;
use crate::sheets::{PageSubject, analysis_page};

const PIXELS_PER_POINT: f32 = 2.0;

/// Temporary files, which get their final names once all of them are written.
pub(crate) struct PageFiles(FigureFiles);

impl PageFiles {
    /// The extension selects the format. An existing file is not replaced until all files are written.
    pub(crate) fn create(paths: &[PathBuf]) -> anyhow::Result<Self> {
        FigureFiles::create(paths).map(Self)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Draws the page once, with the curves of `against`, and writes it to all files. `manifest` is that of the subject.
    pub(crate) fn write(
        self,
        subject: PageSubject<'_>,
        against: &[PageSubject<'_>],
        manifest: &Manifest,
    ) -> anyhow::Result<()> {
        let page = analysis_page(subject, against);
        self.0.write(&page, PIXELS_PER_POINT, &subject.analysis.address, manifest)
    }
}
