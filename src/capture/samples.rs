//! Records of the samples in data files, as parts of their manifests.

use crate::field::files::{PictureHeader, Strip};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::field::files::format::{Format, StoredFn, StoredSamples};
use crate::field::files::{Footprint, MAX_SAMPLES};

/// Most bytes that formats write before the manifest.
const HEADER_BYTES: usize = 1 << 16;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SampleRecord {
    /// Slices of a volume, rows, columns, and channels if there are several. Its name in files is another one, since
    /// tifffile takes each description with a member `shape` for its own.
    #[serde(rename = "size")]
    pub(super) shape: Vec<u64>,
    /// `None` for formats without coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<Footprint>,
    /// SHA-256 of the little-endian numbers, in hexadecimal digits.
    sha256: String,
}

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
    pub(super) fn member(&self) -> io::Result<String> {
        Ok(format!("\"samples\":{}", serde_json::to_string(self)?))
    }

    /// Returns width and height of a plane with one channel.
    pub(super) fn size(&self) -> Option<[u32; 2]> {
        match self.shape[..] {
            [height, width] => Some([u32::try_from(width).ok()?, u32::try_from(height).ok()?]),
            _ => None,
        }
    }

    /// Files that are too large to be read as data are not compared.
    pub(super) fn is_too_large(&self) -> bool {
        let count = self.shape.iter().try_fold(1_u64, |count, side| count.checked_mul(*side));
        count.is_none_or(|count| count > MAX_SAMPLES)
    }

    pub(super) fn describes(&self, read: &StoredSamples) -> bool {
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
