//! Reads the text of the manifest that is embedded in a capture, or stands beside it.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{pdf, svg};
use crate::field::files::FieldFile;
use crate::field::files::format::Format;
use crate::field::files::format::info::{MAX_BYTES, ReadError, names_this_program, open};

/// Error while reading the manifest of a capture.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The capture cannot be read, or does not have the format of its extension: path, format, reason.
    #[error("cannot read {0:?} as a {1}: {2}")]
    Unreadable(PathBuf, &'static str, String),
    /// The capture at this path has no manifest.
    #[error(
        "{0:?} has no manifest: it was not written by this program, or another program has removed it"
    )]
    Missing(PathBuf),
    /// The file with the manifest of a data file, which would be at this path, does not exist.
    #[error("{0:?} is missing, which holds the manifest of the file beside it")]
    MissingSidecar(PathBuf),
    /// The manifest of the file at this path was written with other samples. Width and height if the format lacks them.
    #[error(
        "the manifest of {0:?} describes other samples: another program has changed, moved or replaced them"
    )]
    OtherSamples(PathBuf, Option<[u32; 2]>),
    /// The manifest of the capture at this path is not valid, for this reason.
    #[error("invalid manifest in {0:?}: {1}")]
    Broken(PathBuf, String),
}

impl ManifestError {
    /// Returns true if there is no manifest of these samples, not even a damaged one: the file may be of another program.
    pub fn is_missing(&self) -> bool {
        !matches!(self, Self::Broken(..))
    }

    /// Returns the size for [`Subject::of_data_file`](crate::Subject::of_data_file): a file without a manifest of its
    /// samples is one of another program.
    ///
    /// # Errors
    /// Returns this error if the file cannot be read as data.
    pub fn data_size(self, path: &Path) -> Result<Option<[u32; 2]>, Self> {
        let is_raw = FieldFile::is_raw(path);
        let size = match &self {
            Self::OtherSamples(_, size) => size.filter(|_| is_raw),
            _ => None,
        };
        let is_readable = FieldFile::is_supported(path) && is_raw == size.is_some();
        if self.is_missing() && is_readable { Ok(size) } else { Err(self) }
    }
}

/// `a.npy.json` for `a.npy`.
pub(super) fn sidecar(path: &Path) -> PathBuf {
    path.with_added_extension("json")
}

pub(super) fn text(path: &Path, format: Format) -> Result<Option<String>, ManifestError> {
    let unreadable =
        |reason: String| ManifestError::Unreadable(path.to_owned(), format.name(), reason);
    let open = |path: &Path| open(path).map_err(|error| unreadable(error.to_string()));
    let file = open(path)?;
    if let Some(read) = format.info().manifest {
        return read(file).map_err(|error| match error {
            ReadError::File(reason) => unreadable(reason),
            ReadError::Text(reason) => ManifestError::Broken(path.to_owned(), reason),
        });
    }
    let mut text = String::new();
    let sidecar = sidecar(path);
    if !sidecar.exists() {
        return Err(ManifestError::MissingSidecar(sidecar));
    }
    let mut limited = open(&sidecar)?.take(MAX_BYTES as u64);
    let read = limited.read_to_string(&mut text);
    read.map_err(|error| unreadable(error.to_string()))?;
    Ok(Some(text).filter(|text| names_this_program(text)))
}

/// Reads a PDF, or else an SVG.
pub(super) fn text_of_figure(path: &Path) -> Result<Option<String>, ManifestError> {
    let is_pdf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"));
    let name = if is_pdf { "PDF" } else { "SVG" };
    let read = if is_pdf { pdf::manifest } else { svg::manifest };
    let text = open(path).and_then(|file| read(file, MAX_BYTES as u64));
    text.map_err(|error| ManifestError::Unreadable(path.to_owned(), name, error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use tiff::encoder::{TiffEncoder, colortype::Gray8};
    use tiff::tags::Tag;

    use super::*;
    use crate::capture::Manifest;

    #[test]
    fn descriptions_of_other_programs_are_no_manifests() {
        let folder = tempfile::tempdir().unwrap();
        let error = |text: &str| {
            let [tif, npy] = ["a.tif", "a.npy"].map(|name| folder.path().join(name));
            let mut encoder = TiffEncoder::new(File::create(&tif).unwrap()).unwrap();
            let mut image = encoder.new_image::<Gray8>(1, 1).unwrap();
            let tags = image.encoder();
            tags.write_tag(Tag::ImageDescription, text).unwrap();
            image.write_data(&[0]).unwrap();
            fs::write(&npy, "").unwrap();
            fs::write(sidecar(&npy), text).unwrap();
            let paths = [(tif, Format::Tiff), (npy, Format::Npy)];
            paths.map(|(path, format)| Manifest::read(&path, format).unwrap_err())
        };
        for foreign in ["{\"shape\": [29, 37]}", "{}", "ImageJ=1.53", ""] {
            for error in error(foreign) {
                assert!(matches!(error, ManifestError::Missing(_)), "{error}");
            }
        }
        for error in error("{\"version\":1,\"program\":\"noise-playground 0.1.0\"") {
            assert!(matches!(error, ManifestError::Broken(..)), "{error}");
        }
    }
}
