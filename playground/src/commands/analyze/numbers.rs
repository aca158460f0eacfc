//! Files of `analyze` with numbers: curves as .csv, images as .npy.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use noise_playground::capture::AtomicFile;
use noise_playground::npy;

use super::further::Further;
use super::subject::Measured;
use crate::workbench::analysis::analysis_table;

/// Temporary files, which get their final names once all of them are written.
pub(super) struct NumberFiles {
    curves: Vec<AtomicFile>,
    images: Vec<AtomicFile>,
}

impl NumberFiles {
    /// An existing file is not replaced until all files are written.
    pub(super) fn create(curves: &[PathBuf], images: &[PathBuf]) -> anyhow::Result<Self> {
        let create = |paths: &[PathBuf]| -> anyhow::Result<Vec<AtomicFile>> {
            paths.iter().map(|path| Ok(AtomicFile::create(path)?)).collect()
        };
        Ok(Self { curves: create(curves)?, images: create(images)? })
    }

    pub(super) fn has_images(&self) -> bool {
        !self.images.is_empty()
    }

    /// Writes the curves of all fields, and the image of the first.
    pub(super) fn write(self, all: &[(Measured, Further)]) -> anyhow::Result<()> {
        let mut table = "plot,name,x,y\n".to_owned();
        for (measured, further) in all {
            let name = &measured.analysis.address;
            table += &analysis_table(name, &measured.analysis);
            further.add_to_table(name, &mut table);
        }
        let image = all.first().and_then(|(_, further)| further.image.as_ref());
        let mut bytes = Vec::new();
        if let Some(([width, height], values)) = image {
            npy::write_header_f64(&mut bytes, &[*height as u64, *width as u64])?;
            values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        let curves = self.curves.into_iter().map(|file| (file, table.as_bytes()));
        let images = self.images.into_iter().map(|file| (file, &bytes[..]));
        let mut written = Vec::new();
        for (mut file, bytes) in curves.chain(images) {
            let path = file.path().to_owned();
            file.file().write_all(bytes).with_context(|| format!("cannot write {path:?}"))?;
            written.push(file);
        }
        for file in written {
            file.commit()?;
        }
        Ok(())
    }
}
