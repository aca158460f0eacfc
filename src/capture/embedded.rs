//! Reads the text of the manifest that is embedded in a capture.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use exr::meta::MetaData;
use exr::meta::attribute::{AttributeValue, Text};
use tiff::decoder::{Decoder, Limits};
use tiff::tags::Tag;

use super::format::Format;
use super::format_info::Embedding;
use super::{PNG_KEYWORD, nrrd, open, sidecar, svg};

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
    /// The manifest of the capture at this path is not valid, for this reason.
    #[error("invalid manifest in {0:?}: {1}")]
    Broken(PathBuf, String),
}

impl ManifestError {
    /// Returns true if there is no manifest, not even a damaged one: the file may be of another program.
    pub fn is_missing(&self) -> bool {
        !matches!(self, Self::Broken(..))
    }
}

/// Limit in bytes of a manifest, and of an allocation of the PNG decoder before it finds the manifest.
const MAX_BYTES: usize = 32 << 20;

/// `None` if there is no manifest in the capture or beside it.
pub(super) fn text(path: &Path, format: Format) -> Result<Option<String>, ManifestError> {
    let unreadable =
        |reason: String| ManifestError::Unreadable(path.to_owned(), format.name(), reason);
    let open = |path: &Path| open(path).map_err(|error| unreadable(error.to_string()));
    match format.info().embedding {
        Embedding::Png => {
            let chunk = png_chunk(open(path)?).map_err(|error| unreadable(error.to_string()))?;
            chunk.map(|chunk| unpacked(chunk, path)).transpose()
        }
        Embedding::Exr => exr_attribute(open(path)?).map_err(|error| unreadable(error.to_string())),
        Embedding::Nrrd => nrrd::manifest(open(path)?, MAX_BYTES as u64)
            .map_err(|error| unreadable(error.to_string())),
        Embedding::Tiff => {
            let text = tiff_tag(open(path)?).map_err(|error| unreadable(error.to_string()))?;
            Ok(text.filter(|text| names_this_program(text)))
        }
        Embedding::Sidecar => {
            open(path)?;
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
    }
}

/// Returns true for a manifest, even a damaged one. The description of a TIFF may be a text of another program, which
/// does not begin a string with the name of this one.
fn names_this_program(text: &str) -> bool {
    text.contains(concat!("\"", env!("CARGO_PKG_NAME"), " "))
}

pub(super) fn text_of_svg(path: &Path) -> Result<Option<String>, ManifestError> {
    let read = open(path).and_then(|file| svg::manifest(file, MAX_BYTES as u64));
    read.map_err(|error| ManifestError::Unreadable(path.to_owned(), "SVG", error.to_string()))
}

fn png_chunk(file: File) -> Result<Option<png::text_metadata::ITXtChunk>, png::DecodingError> {
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_limits(png::Limits { bytes: MAX_BYTES });
    let mut header = decoder.read_info()?;
    let is_ours = |chunk: &&png::text_metadata::ITXtChunk| chunk.keyword == PNG_KEYWORD;
    if !header.info().utf8_text.iter().any(|chunk| is_ours(&chunk)) {
        // Other programs may move text chunks after the pixels, so that the whole file has to be read.
        header.finish()?;
    }
    Ok(header.info().utf8_text.iter().find(is_ours).cloned())
}

fn unpacked(
    mut chunk: png::text_metadata::ITXtChunk,
    path: &Path,
) -> Result<String, ManifestError> {
    let text = chunk.decompress_text_with_limit(MAX_BYTES).and_then(|()| chunk.get_text());
    text.map_err(|error| ManifestError::Broken(path.to_owned(), error.to_string()))
}

fn exr_attribute(file: File) -> Result<Option<String>, exr::error::Error> {
    let meta = MetaData::read_from_buffered(BufReader::new(file), false)?;
    let attribute = meta.headers.first().and_then(|header| {
        let others = &header.own_attributes.other;
        others.get(&Text::from(PNG_KEYWORD)).cloned()
    });
    Ok(match attribute {
        Some(AttributeValue::Text(text)) => Some(text.to_string()),
        _ => None,
    })
}

fn tiff_tag(file: File) -> Result<Option<String>, tiff::TiffError> {
    let mut limits = Limits::default();
    limits.ifd_value_size = MAX_BYTES;
    let mut decoder = Decoder::new(BufReader::new(file))?.with_limits(limits);
    let value = decoder.find_tag(Tag::ImageDescription)?;
    value.map(tiff::decoder::ifd::Value::into_string).transpose()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tiff::encoder::{TiffEncoder, colortype::Gray8};

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
