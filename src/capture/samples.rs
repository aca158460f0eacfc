//! Records of the samples in data files. A manifest counts only for the samples that it was written with, since other
//! programs copy it to files of other samples, or change the numbers beside it.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::format::Format;
use super::{Manifest, ManifestError, PictureHeader, Strip};
use crate::field_file::{FieldFile, Footprint, MAX_SAMPLES, read_bytes};
use crate::grid::Raster;

/// Most bytes that formats write before the manifest.
const HEADER_BYTES: usize = 1 << 16;

/// Samples of a data file as its readers get them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SampleRecord {
    /// Slices of a volume, rows, columns, and channels if there are several. Its name in files is another one, since
    /// tifffile takes each description with a member `shape` for its own.
    #[serde(rename = "size")]
    shape: Vec<u64>,
    /// `None` for formats without coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<Footprint>,
    /// SHA-256 of the little-endian numbers, in hexadecimal digits.
    sha256: String,
}

/// Samples that were read from a file.
pub(super) struct StoredSamples {
    /// As in [`SampleRecord`]; `None` if the format does not state it.
    pub(super) shape: Option<Vec<u64>>,
    pub(super) place: Option<Footprint>,
    pub(super) numbers: Vec<f32>,
}

/// Converts a strip to the numbers that readers of its file get.
pub(super) type StoredFn = for<'a> fn(&PictureHeader, &'a Strip) -> Cow<'a, [f32]>;

/// Records samples while they are written.
pub(super) struct SampleRecorder {
    stored: StoredFn,
    record: SampleRecord,
    sha256: Sha256,
}

impl SampleRecorder {
    /// `None` for a picture, whose manifest describes how it is rendered again, and for a file without a manifest.
    pub(super) fn new(format: Format, header: &PictureHeader) -> Option<Self> {
        let stored = format.info().stored.filter(|_| header.manifest.len() > 2)?;
        let [width, height] = header.raster.size.map(u64::from);
        let one =
            Strip { rows: 1, samples: vec![0.0; header.channels as usize], pixels: Vec::new() };
        let channels = stored(header, &one).len() as u64;
        let slices = header.slices.map(|slices| u64::from(slices.count));
        let shape = slices.into_iter().chain([height, width]);
        Some(Self {
            stored,
            record: SampleRecord {
                shape: shape.chain((channels > 1).then_some(channels)).collect(),
                place: (format == Format::Tiff)
                    .then(|| Footprint::of(header.tags.as_ref(), &header.raster)),
                sha256: "0".repeat(64),
            },
            sha256: Sha256::new(),
        })
    }

    /// Adds the record, in which the hash is not known yet, to the JSON of a manifest.
    pub(super) fn manifest(&self, manifest: &str) -> io::Result<String> {
        let members = manifest.strip_suffix('}').unwrap_or(manifest);
        Ok(format!("{members},{}}}", self.record.member()?))
    }

    pub(super) fn add(&mut self, header: &PictureHeader, strip: &Strip) {
        self.sha256.update(bytes(&(self.stored)(header, strip)));
    }

    /// Returns the text of the record in the manifest, and the one with the hash.
    pub(super) fn finish(mut self) -> io::Result<[String; 2]> {
        let unknown = self.record.member()?;
        self.record.sha256 = format!("{:x}", self.sha256.finalize());
        Ok([unknown, self.record.member()?])
    }
}

/// NaN has many representations, which not all formats keep.
fn bytes(numbers: &[f32]) -> Vec<u8> {
    let number = |number: &f32| if number.is_nan() { f32::NAN } else { *number };
    numbers.iter().flat_map(|of| number(of).to_le_bytes()).collect()
}

impl SampleRecord {
    fn member(&self) -> io::Result<String> {
        Ok(format!("\"samples\":{}", serde_json::to_string(self)?))
    }

    /// Returns width and height of a plane with one channel.
    fn size(&self) -> Option<[u32; 2]> {
        match self.shape[..] {
            [height, width] => Some([u32::try_from(width).ok()?, u32::try_from(height).ok()?]),
            _ => None,
        }
    }

    /// Files that are too large to be read as data are not compared.
    fn is_too_large(&self) -> bool {
        let count = self.shape.iter().try_fold(1_u64, |count, side| count.checked_mul(*side));
        count.is_none_or(|count| count > MAX_SAMPLES)
    }

    fn describes(&self, read: &StoredSamples) -> bool {
        let has_place = match (&self.place, &read.place) {
            (Some(recorded), Some(found)) => recorded.is_near(found),
            // Formats without coordinates, and files of samples that are nowhere, state no place.
            _ => true,
        };
        let has_shape = read.shape.as_ref().is_none_or(|shape| *shape == self.shape);
        has_place && has_shape && {
            let hash = Sha256::digest(bytes(&read.numbers));
            format!("{hash:x}") == self.sha256
        }
    }
}

impl StoredSamples {
    /// Reads a format with width and height.
    pub(super) fn of_field_file(extension: &str, bytes: &[u8]) -> Result<Self, String> {
        let name = Path::new("samples").with_extension(extension);
        let file = FieldFile::of_bytes(&name, bytes, None).map_err(|error| error.to_string())?;
        let place = file.footprint();
        let [width, height] = file.field.size.map(u64::from);
        let channels = u64::from(file.field.channels);
        let shape = [height, width].into_iter().chain((channels > 1).then_some(channels));
        Ok(Self { shape: Some(shape.collect()), place, numbers: file.field.samples })
    }
}

impl StoredSamples {
    /// Compares size and place as far as they are known. Coordinates in degrees are no world coordinates.
    fn may_be_on(&self, raster: &Raster) -> bool {
        let [width, height] = raster.size.map(u64::from);
        let place = Footprint::of(None, raster);
        let is_there = |found: &Footprint| found.is_in_degrees() || found.is_at(&place);
        self.shape.as_ref().is_none_or(|shape| shape.starts_with(&[height, width]))
            && self.place.as_ref().is_none_or(is_there)
    }
}

impl Manifest {
    /// Reads the manifest in a capture or beside it. The file need not be trusted: sizes and counts are limited, source
    /// texts must match their hashes, and files outside of the folder are refused, except a data file with its size and
    /// hash.
    ///
    /// # Errors
    /// Fails if the file does not have the format, or has no valid manifest, or holds other samples than those that the
    /// manifest was written with. A picture may have other pixels.
    pub fn read(path: &Path, format: Format) -> Result<Self, ManifestError> {
        let manifest = Self::read_any(path, format)?;
        if manifest.describes(path, format) {
            return Ok(manifest);
        }
        let size = manifest.samples.as_ref().and_then(SampleRecord::size);
        Err(ManifestError::OtherSamples(path.to_owned(), size))
    }

    /// Returns true if the file holds the samples that the manifest was written with. Those of pictures do not record them,
    /// since pictures are rendered again whatever happened to their pixels. Those of older versions do not either; size and
    /// place are compared as far as they are known.
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

/// `None` if the samples cannot be read.
fn stored(path: &Path, format: Format, shape: &[u64]) -> Option<StoredSamples> {
    (format.info().read)(&read_bytes(path).ok()?, shape).ok()
}

/// Replaces a text of the manifest in a finished file by one of the same length.
pub(super) fn replace(
    file: &mut File,
    format: Format,
    header: &PictureHeader,
    [old, new]: [&str; 2],
) -> io::Result<()> {
    // Escapes make the manifest longer. Other parts of the header come before it.
    let limit = HEADER_BYTES + 6 * header.manifest.len();
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    (&*file).take(limit as u64).read_to_end(&mut head)?;
    let at = head.windows(old.len()).position(|text| text == old.as_bytes());
    let at = at.ok_or_else(|| io::Error::other("the manifest is not in the file"))?;
    head[at..at + new.len()].copy_from_slice(new.as_bytes());
    file.seek(SeekFrom::Start(at as u64))?;
    file.write_all(new.as_bytes())?;
    if let Some((position, sum)) = format.checksum(&head, at) {
        file.seek(SeekFrom::Start(position))?;
        file.write_all(&sum)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::sync::Arc;

    use super::*;
    use crate::capture::CaptureFile;
    use crate::capture::companions::sidecar;
    use crate::compile;
    use crate::grid::SampleGrid;
    use crate::{RenderSettings, Subject};

    const SIZE: [u32; 2] = [5, 3];

    fn manifest() -> Manifest {
        let generators = compile("fn height(p: vec2f) -> f32 { return p.x; }").unwrap();
        let grid = SampleGrid { center: [2.0, -1.0], span: 5.0, size: SIZE };
        let settings = RenderSettings { grid, ..RenderSettings::new(&generators[0], 5) };
        Subject::new(&generators[0], settings).manifest("any")
    }

    /// Writes a capture of `factor` times a ramp, with a missing sample.
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

    /// The text of the record in the manifest of a file.
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
            crate::npy::write_header_f64(&mut bytes, shape).unwrap();
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
