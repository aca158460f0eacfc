//! Writes a capture: the rows of a picture or of data, its manifest and its mask.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter;
use std::path::Path;
use std::sync::Arc;

use super::atomic_file::{AtomicFile, CaptureError, STDOUT};
use super::embedded::sidecar;
use super::file_set::{FileSet, Output};
use super::manifest::Manifest;
use super::missing::MissingMask;
use super::samples::{self, SampleRecorder};
use crate::field::files::format::{Format, PictureHeader, Strip};
use crate::field::files::mask_path;

/// A capture that is being written, with a second file for the manifest if the format cannot hold it.
#[derive(Debug)]
pub struct CaptureFile {
    format: Format,
    file: AtomicFile,
    sidecar: Option<AtomicFile>,
    /// True if the format, or the program that reads it, has no missing samples.
    needs_mask: bool,
    mask: Option<AtomicFile>,
}

impl CaptureFile {
    /// Creates a capture for `path`. An existing file there stays until [`Self::commit`]. On the standard output,
    /// [`STDOUT`], a manifest that the format cannot hold is left out.
    ///
    /// # Errors
    /// Fails if files cannot be created in the folder.
    pub fn create(path: &Path, format: Format) -> Result<Self, CaptureError> {
        let needs_sidecar = format.info().manifest.is_none() && path != Path::new(STDOUT);
        let sidecar = needs_sidecar.then(|| AtomicFile::create(&sidecar(path)));
        Ok(Self {
            format,
            file: AtomicFile::create(path)?,
            sidecar: sidecar.transpose()?,
            needs_mask: format.is_scaled() && path != Path::new(STDOUT),
            mask: None,
        })
    }

    /// If samples are missing, writes a mask of them beside the file, as for formats of integers: a picture with the
    /// name of the file and `.mask.png`, black where a sample is NaN or infinite.
    #[must_use]
    pub fn with_mask(self) -> Self {
        Self { needs_mask: true, ..self }
    }

    /// Returns the path of the mask; `None` if no sample that was written is missing.
    pub fn mask_path(&self) -> Option<&Path> {
        self.mask.as_ref().map(AtomicFile::path)
    }

    /// Returns the file format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Writes all rows of the picture or data, and the manifest.
    ///
    /// # Errors
    /// Fails if the disk is full or cannot be written, or if there are fewer rows than the header states.
    pub fn write(
        &mut self,
        header: &PictureHeader,
        strips: impl Iterator<Item = Arc<Strip>>,
    ) -> Result<(), CaptureError> {
        let slices = header.slices.map_or(1, |slices| slices.count);
        let mut missing_rows = header.raster.size[1] * slices;
        let mut mask = self.needs_mask.then(|| MissingMask::new(self.file.path(), header));
        let mut masked = Ok(());
        let failed = |error| CaptureError::new(self.file.path(), error);
        let mut samples = SampleRecorder::new(self.format, header);
        let mut header = Cow::Borrowed(header);
        if let Some(samples) = &samples {
            let manifest = samples.manifest(&header.manifest).map_err(failed)?;
            header.to_mut().manifest = manifest;
        }
        let header = &*header;
        let mut counted = strips.inspect(|strip| {
            missing_rows = missing_rows.saturating_sub(strip.rows);
            if let Some(samples) = &mut samples {
                samples.add(header, strip);
            }
            if let (Some(mask), Ok(())) = (&mut mask, &masked) {
                masked = mask.add(strip, header.channels);
            }
        });
        let write = self.format.info().write;
        buffered(&mut self.file, |file| write(header, &mut counted, file))?;
        drop(counted);
        if missing_rows > 0 {
            let unfinished = io::Error::other("canceled");
            return Err(CaptureError::new(self.file.path(), unfinished));
        }
        let mask = masked.and_then(|()| mask.map(MissingMask::finish).transpose());
        let of_mask = |error| CaptureError::new(&mask_path(self.file.path()), error);
        self.mask = mask.map_err(of_mask)?.flatten();
        self.write_record(header, samples)
    }

    /// Writes the manifest, or completes the one in the file, with the hash of the samples.
    fn write_record(
        &mut self,
        header: &PictureHeader,
        samples: Option<SampleRecorder>,
    ) -> Result<(), CaptureError> {
        let path = self.file.path().to_owned();
        let failed = |error| CaptureError::new(&path, error);
        let texts = samples.map(SampleRecorder::finish).transpose().map_err(failed)?;
        if header.manifest.is_empty() {
            self.sidecar = None;
            return Ok(());
        }
        match (&mut self.sidecar, &texts) {
            (Some(sidecar), Some([old, new])) => {
                let manifest = header.manifest.replace(old, new);
                buffered(sidecar, |file| file.write_all(manifest.as_bytes()))
            }
            (Some(sidecar), None) => {
                buffered(sidecar, |file| file.write_all(header.manifest.as_bytes()))
            }
            (None, Some([old, new])) if self.format.info().manifest.is_some() => {
                samples::replace(self.file.file(), self.format, header, [old, new]).map_err(failed)
            }
            (None, _) => Ok(()),
        }
    }

    /// Writes a picture in memory, red, green, blue and alpha bytes row by row, as [`Format::Png`].
    ///
    /// # Errors
    /// Fails if the disk is full or cannot be written.
    pub fn write_picture(
        &mut self,
        size: [u32; 2],
        pixels: Vec<u8>,
        manifest: &Manifest,
    ) -> Result<(), CaptureError> {
        self.write_picture_rows(size, iter::once(pixels), manifest)
    }

    /// Like [`Self::write_picture`], from rows that may still be made: [`STRIP_ROWS`](crate::field::files::STRIP_ROWS)
    /// or a multiple at a time, except at the end.
    ///
    /// # Errors
    /// Fails if the disk is full or cannot be written, or if rows are missing.
    pub fn write_picture_rows(
        &mut self,
        size: [u32; 2],
        rows: impl Iterator<Item = Vec<u8>>,
        manifest: &Manifest,
    ) -> Result<(), CaptureError> {
        let row_bytes = 4 * size[0] as usize;
        let strips = rows.map(|pixels| {
            let rows = (pixels.len() / row_bytes) as u32;
            Arc::new(Strip { rows, samples: Vec::new(), pixels })
        });
        let header = PictureHeader {
            dpi: manifest.figure_style.as_ref().and_then(|style| style.dpi),
            manifest: manifest.to_json(),
            ..PictureHeader::of_size(size)
        };
        self.write(&header, strips)
    }

    /// Writes numbers in memory row by row, as [`Format::Exr`] without a manifest.
    ///
    /// # Errors
    /// Fails if the disk is full or cannot be written.
    pub fn write_numbers(&mut self, size: [u32; 2], samples: Vec<f32>) -> Result<(), CaptureError> {
        let rows = Strip { rows: size[1], samples, pixels: Vec::new() };
        self.write(&PictureHeader::of_size(size), iter::once(Arc::new(rows)))
    }

    /// Returns the path that the capture has after [`Self::commit`].
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Changes that path. The folder must be the same as in [`Self::create`].
    pub fn rename(&mut self, path: &Path) {
        self.file.rename(path);
        if let Some(file) = &mut self.sidecar {
            file.rename(&sidecar(path));
        }
        if let Some(file) = &mut self.mask {
            file.rename(&mask_path(path));
        }
    }

    /// Moves the capture to its path, as the only file of a [`FileSet`].
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub fn commit(self) -> Result<(), CaptureError> {
        let mut set = FileSet::default();
        set.add(self)?;
        set.commit()
    }
}

impl From<CaptureFile> for Output {
    fn from(capture: CaptureFile) -> Self {
        let companions = [capture.sidecar, capture.mask].into_iter().flatten().collect();
        Self { file: capture.file, companions }
    }
}

/// Writes a text file atomically: it appears complete or not at all.
///
/// # Errors
/// Fails if the folder cannot be written or the disk is full.
pub fn write_text(path: &Path, text: &str) -> Result<(), CaptureError> {
    let mut file = AtomicFile::create(path)?;
    buffered(&mut file, |file| file.write_all(text.as_bytes()))?;
    file.commit()
}

fn buffered(
    file: &mut AtomicFile,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), CaptureError> {
    let mut buffer = BufWriter::with_capacity(1 << 20, file.file());
    let written = write(&mut buffer).and_then(|()| buffer.flush());
    drop(buffer.into_parts());
    written.map_err(|error| CaptureError::new(file.path(), error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn data_file_never_stands_without_its_own_manifest() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let path = folder.path().join("a.npy");
        let (manifest, moved) = (sidecar(&path), folder.path().join("b"));
        // The manifest, then the data file, cannot be moved to its path.
        for taken in [&manifest, &path] {
            let file = CaptureFile::create(&path, Format::Npy).unwrap();
            fs::create_dir(taken).unwrap();
            assert!(file.commit().is_err());
            assert_eq!(names(), [taken.file_name().unwrap()]);
            fs::remove_dir(taken).unwrap();
        }
        for content in ["1", "2"] {
            let mut file = CaptureFile::create(&path, Format::Npy).unwrap();
            file.file.file().write_all(content.as_bytes()).unwrap();
            let sidecar = file.sidecar.as_mut().unwrap();
            sidecar.file().write_all(content.as_bytes()).unwrap();
            file.commit().unwrap();
            for file in [&path, &manifest] {
                assert_eq!(fs::read_to_string(file).unwrap(), content);
            }
        }
        // Neither is there an earlier data file beside a new manifest.
        let file = CaptureFile::create(&path, Format::Npy).unwrap();
        fs::rename(&manifest, &moved).unwrap();
        fs::create_dir(&manifest).unwrap();
        assert!(file.commit().is_err());
        assert_eq!(names(), ["a.npy.json", "b"]);
    }
}
