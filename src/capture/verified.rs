//! Manifests count only for the samples that they were written with, since other programs copy or change files.

use std::path::Path;

use super::embedded::ManifestError;
use super::manifest::Manifest;
use super::samples::SampleRecord;
use crate::field::files::format::{Format, StoredSamples};
use crate::field::files::read_bytes;

impl Manifest {
    /// Reads the manifest in a capture or beside it, which need not be trusted: sizes and counts are limited, source
    /// texts must match their hashes, and outside files are refused, except data files with size and hash.
    ///
    /// # Errors
    /// Fails if the file does not have the format or a valid manifest, or holds other samples; pixels may differ.
    pub fn read(path: &Path, format: Format) -> Result<Self, ManifestError> {
        let manifest = Self::read_any(path, format)?;
        if manifest.describes(path, format) {
            return Ok(manifest);
        }
        let size = manifest.samples.as_ref().and_then(SampleRecord::size);
        Err(ManifestError::OtherSamples(path.to_owned(), size))
    }

    /// True if the file holds the samples of the manifest. Pictures do not record them, since they are rendered again
    /// whatever their pixels are. For files of older versions, size and place are compared as far as they are known.
    fn describes(&self, path: &Path, format: Format) -> bool {
        match &self.samples {
            Some(record) if record.is_too_large() => true,
            Some(record) => {
                let read = stored(path, format, &record.shape);
                read.is_some_and(|read| record.describes(&read))
            }
            None if format.is_png() => true,
            None => {
                let raster = self.written_raster(format);
                let read = raster.and_then(|raster| Some((raster, stored(path, format, &[])?)));
                read.is_none_or(|(raster, read)| read.may_be_on(&raster))
            }
        }
    }
}

fn stored(path: &Path, format: Format, shape: &[u64]) -> Option<StoredSamples> {
    (format.info().read)(&read_bytes(path).ok()?, shape).ok()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::sync::Arc;

    use super::*;
    use crate::capture::CaptureFile;
    use crate::capture::embedded::sidecar;
    use crate::capture::samples::replace;
    use crate::field::files::{FieldFile, Footprint, PictureHeader, Strip};
    use crate::field::grid::{Raster, SampleGrid};
    use crate::{RenderSettings, Subject, compile};

    const SIZE: [u32; 2] = [5, 3];

    fn manifest() -> Manifest {
        let generators = compile("fn height(p: vec2f) -> f32 { return p.x; }").unwrap();
        let grid = SampleGrid { center: [2.0, -1.0], span: 5.0, size: SIZE };
        let settings = RenderSettings { grid, ..RenderSettings::new(&generators[0], 5) };
        Subject::new(&generators[0], settings).manifest("any")
    }

    fn write(path: &Path, format: Format, factor: f32) -> PictureHeader {
        let manifest = manifest();
        let header = PictureHeader {
            raster: manifest.settings().grid.into(),
            manifest: manifest.to_json(),
            ..PictureHeader::of_size(SIZE)
        };
        let samples = (0..15).map(|index| match index {
            7 => f32::NAN,
            _ => factor * index as f32 / 15.0,
        });
        let strip = Strip { rows: SIZE[1], samples: samples.collect(), pixels: vec![9; 60] };
        let mut file = CaptureFile::create(path, format).unwrap();
        file.write(&header, std::iter::once(Arc::new(strip))).unwrap();
        file.commit().unwrap();
        header
    }

    fn formats() -> impl Iterator<Item = Format> {
        Format::ALL.into_iter().filter(|format| !format.holds_picture())
    }

    fn record(path: &Path, format: Format) -> String {
        Manifest::read(path, format).unwrap().samples.unwrap().member().unwrap()
    }

    #[test]
    fn manifest_counts_for_its_own_samples_only() {
        let folder = tempfile::tempdir().unwrap();
        for format in formats() {
            let path = |name: &str| folder.path().join(name).with_extension(format.extension());
            let [own, other] = [path("own"), path("other")];
            write(&own, format, 1.0);
            let header = write(&other, format, 0.5);
            let texts = [record(&other, format), record(&own, format)];
            let texts = texts.each_ref().map(String::as_str);
            if format.info().manifest.is_none() {
                fs::copy(sidecar(&own), sidecar(&other)).unwrap();
            } else {
                let mut file = OpenOptions::new().read(true).write(true).open(&other).unwrap();
                replace(&mut file, format, &header, texts).unwrap();
            }
            let error = Manifest::read(&other, format).unwrap_err();
            assert!(matches!(error, ManifestError::OtherSamples(..)), "{format:?}: {error}");
            assert!(error.is_missing() && Manifest::read_any(&other, format).is_ok());
        }
    }

    #[test]
    fn same_samples_in_another_form_keep_their_manifest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy");
        write(&path, Format::Npy, 1.0);
        let read = FieldFile::read(&path).unwrap().field;
        let save = |shape: &[u64], change: f64| {
            let mut bytes = Vec::new();
            crate::field::npy::write_header_f64(&mut bytes, shape).unwrap();
            let numbers = read.samples.iter().map(|sample| f64::from(*sample) + change);
            numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
            fs::write(&path, bytes).unwrap();
            Manifest::read(&path, Format::Npy).is_ok()
        };
        assert!(save(&[3, 5], 0.0));
        assert!(!save(&[3, 5], 1e-6));
        assert!(!save(&[5, 3], 0.0));
        fs::write(&path, "no array").unwrap();
        assert!(Manifest::read(&path, Format::Npy).is_err());
    }

    #[test]
    fn captures_of_older_versions_are_compared_by_size_and_place() {
        let folder = tempfile::tempdir().unwrap();
        let is_capture = |format: Format, header: &PictureHeader| {
            let path = folder.path().join("a").with_extension(format.extension());
            write(&path, format, 1.0);
            let raster = header.raster;
            let read = StoredSamples {
                shape: Some(vec![u64::from(raster.size[1]), u64::from(raster.size[0])]),
                place: (format == Format::Tiff).then(|| Footprint::of(None, &raster)),
                numbers: Vec::new(),
            };
            let written = manifest().written_raster(format).unwrap();
            assert!(manifest().describes(&path, format));
            read.may_be_on(&written)
        };
        let header = PictureHeader {
            raster: manifest().settings().grid.into(),
            ..PictureHeader::of_size(SIZE)
        };
        let moved = Raster { center: [3.0, -1.0], ..header.raster };
        let moved = PictureHeader { raster: moved, ..header.clone() };
        let larger = Raster { size: [6, 3], ..header.raster };
        let larger = PictureHeader { raster: larger, ..header.clone() };
        for format in [Format::Tiff, Format::Npy, Format::Exr] {
            assert!(is_capture(format, &header), "{format:?}");
            assert!(!is_capture(format, &larger), "{format:?}");
            assert_eq!(is_capture(format, &moved), format != Format::Tiff);
        }
    }
}
