//! Files of `analyze` with numbers: curves as .csv, images as .npy and .exr.

use std::path::{Path, PathBuf};

use noise_playground::capture::{AtomicFile, CaptureFile, FileSet};
use noise_playground::field::files::Format;
use noise_playground::field::npy;

use super::further::Further;
use super::subject::Measured;
use crate::commands::figure_files::{extension, write};
use crate::workbench::analysis::analysis_table;

/// Temporary files, which get their final names with all others of their set.
pub(super) struct NumberFiles {
    curves: Vec<AtomicFile>,
    images: Vec<ImageFile>,
}

enum ImageFile {
    /// Double precision.
    Npy(AtomicFile),
    /// Single precision.
    Exr(CaptureFile),
}

impl NumberFiles {
    /// An existing file is not replaced until the set is committed.
    pub(super) fn create(curves: &[PathBuf], images: &[PathBuf]) -> anyhow::Result<Self> {
        let curves = curves.iter().map(|path| Ok(AtomicFile::create(path)?));
        let images = images.iter().map(|path| ImageFile::create(path));
        Ok(Self {
            curves: curves.collect::<anyhow::Result<_>>()?,
            images: images.collect::<anyhow::Result<_>>()?,
        })
    }

    pub(super) fn has_images(&self) -> bool {
        !self.images.is_empty()
    }

    /// Writes the curves of all fields, and the image of the first, and adds the files to `set`.
    pub(super) fn write(
        self,
        all: &[(Measured, Further)],
        set: &mut FileSet,
    ) -> anyhow::Result<()> {
        let mut table = "plot,name,x,y\n".to_owned();
        for (measured, further) in all {
            let name = &measured.analysis.address;
            table += &analysis_table(name, &measured.analysis);
            further.add_to_table(name, &mut table);
        }
        for mut file in self.curves {
            write(&mut file, table.as_bytes())?;
            set.add(file)?;
        }
        let image = all.first().and_then(|(_, further)| further.image.as_ref());
        for mut file in self.images {
            if let Some((size, values)) = image {
                file.write(*size, values)?;
            }
            match file {
                ImageFile::Npy(file) => set.add(file)?,
                ImageFile::Exr(file) => set.add(file)?,
            }
        }
        Ok(())
    }
}

impl ImageFile {
    fn create(path: &Path) -> anyhow::Result<Self> {
        Ok(match extension(path).as_str() {
            "exr" => Self::Exr(CaptureFile::create(path, Format::Exr)?),
            _ => Self::Npy(AtomicFile::create(path)?),
        })
    }

    fn write(&mut self, size: [usize; 2], values: &[f64]) -> anyhow::Result<()> {
        match self {
            Self::Npy(file) => {
                let mut bytes = Vec::new();
                npy::write_header_f64(&mut bytes, &[size[1] as u64, size[0] as u64])?;
                values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
                write(file, &bytes)
            }
            Self::Exr(file) => {
                let samples = values.iter().map(|value| *value as f32).collect();
                Ok(file.write_numbers(size.map(|count| count as u32), samples)?)
            }
        }
    }
}
