//! Sources of field inputs, as authors and users name them: generators or data files whose samples a shader reads.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::ModulePath;
use crate::field::files::{FieldFile, Fill};

/// The name of the generator or data file whose samples a shader reads.
///
/// ```
/// use noise_playground::source::FieldSource;
///
/// let source = FieldSource::parse("generators/swiss.wgsl::height")?;
/// assert!(matches!(&source, FieldSource::Generator { function: Some(name), .. } if name == "height"));
/// assert_eq!(FieldSource::parse("heights.r16, 1025, 1025")?.to_string(), "heights.r16,1025,1025");
/// # Ok::<(), noise_playground::source::FieldSourceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FieldSource {
    /// A generator of the folder.
    Generator {
        /// File that declares the generator.
        file: ModulePath,
        /// Name of the function; `None` for the main generator.
        function: Option<String>,
    },
    /// A data file.
    File(FileSource),
}

/// Name of a data file, as authors and users write it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileSource {
    /// Path in the folder, or absolute path outside of the folder.
    pub path: String,
    /// Width and height in samples, for a format without them; `None` for other formats.
    pub size: Option<[u32; 2]>,
    /// Rule by which samples without data are filled; `None` to leave them NaN.
    pub fill: Option<Fill>,
    /// Length and hash that the file must have; `None` for any contents.
    pub digest: Option<FileDigest>,
}

/// Width and height in samples for a format without them, and the rule by which samples without data are filled.
pub type FileReading = (Option<[u32; 2]>, Option<Fill>);

/// Length and hashes of a data file and of the files beside it, by which changed contents are recognized.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileDigest {
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal digits.
    pub sha256: String,
    /// SHA-256 of each file beside it that is read with it, such as its mask, by what it appends to the name:
    /// `mask.png`. `None` if they are not known, as older versions and authors state them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<BTreeMap<String, String>>,
}

impl FileDigest {
    pub(crate) fn of(bytes: &[u8], beside: &[(&str, Vec<u8>)]) -> Self {
        let sha256 = |bytes: &[u8]| format!("{:x}", Sha256::digest(bytes));
        let beside = beside.iter().map(|(suffix, bytes)| ((*suffix).to_owned(), sha256(bytes)));
        Self { bytes: bytes.len() as u64, sha256: sha256(bytes), beside: Some(beside.collect()) }
    }

    /// Returns how the `found` contents of `file` differ, as a sentence without end; `None` if equal as far as known.
    pub fn difference(&self, file: &str, found: &Self) -> Option<String> {
        if (self.bytes, &self.sha256) != (found.bytes, &found.sha256) {
            return Some(format!(
                "{file:?} is not the file that was used: it has {}, not {}",
                found.summary(),
                self.summary()
            ));
        }
        let none = BTreeMap::new();
        let (expected, found) = (self.beside.as_ref()?, found.beside.as_ref().unwrap_or(&none));
        let mut suffixes = expected.keys().chain(found.keys());
        let suffix = suffixes.find(|suffix| expected.get(*suffix) != found.get(*suffix))?;
        let beside = format!("{file}.{suffix}");
        Some(match (expected.get(suffix), found.get(suffix)) {
            (Some(_), Some(_)) => format!("{beside:?} has changed since it was used"),
            (Some(_), None) => format!("{beside:?}, which was used, is missing"),
            _ => format!("{beside:?} is new, and was not used"),
        })
    }

    fn summary(&self) -> String {
        let start = self.sha256.get(..12).unwrap_or(&self.sha256);
        format!("{} bytes with the SHA-256 {start}\u{2026}", self.bytes)
    }
}

/// Reason why a text does not name the source of a field input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldSourceError {
    /// The extension is unknown.
    #[error("{0:?} is neither a shader nor a data file (.tif, .npy, .exr, .png, .r16, .r32)")]
    Extension(String),
    /// Width and height are missing, which the format does not contain.
    #[error("{0:?} needs its width and height in samples: {0},1025,1025")]
    MissingSize(String),
    /// Width and height are not two positive integers, or the format contains its own.
    #[error("{0:?} is not FILE or FILE,WIDTH,HEIGHT")]
    Size(String),
}

impl FieldSource {
    /// Parses `FILE`, `FILE::FUNCTION` or, for `.r16` and `.r32`, `FILE,WIDTH,HEIGHT`. A data file may end with a rule
    /// that fills samples without data: `FILE,nearest` or `FILE,smooth`.
    ///
    /// # Errors
    /// Fails if the text has not one of these forms.
    pub fn parse(text: &str) -> Result<Self, FieldSourceError> {
        let text = text.trim();
        let (file, function) = match text.rsplit_once("::") {
            Some((file, function)) => (file, Some(function.to_owned())),
            None => (text, None),
        };
        if super::is_shader(Path::new(file)) {
            let file = ModulePath::new(file.strip_prefix("./").unwrap_or(file));
            return Ok(Self::Generator { file, function });
        }
        Ok(Self::File(FileSource::parse(text)?))
    }

    /// Returns the file that is the source, or that declares its generator.
    pub fn path(&self) -> ModulePath {
        match self {
            Self::Generator { file, .. } => file.clone(),
            Self::File(file) => ModulePath::new(&file.path),
        }
    }

    /// Returns true if the file is not [inside](ModulePath::is_inside) of the folder.
    pub fn is_outside(&self) -> bool {
        !self.path().is_inside()
    }
}

impl FileSource {
    /// Returns what the samples depend on besides the contents of the file.
    pub fn reading(&self) -> FileReading {
        (self.size, self.fill)
    }

    fn parse(text: &str) -> Result<Self, FieldSourceError> {
        let last = text.rsplit_once(',');
        let filled = last.and_then(|(rest, name)| Some((rest, Fill::from_name(name.trim())?)));
        let (text, fill) = filled.map_or((text, None), |(rest, fill)| (rest.trim(), Some(fill)));
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let (path, size) = match parts[..] {
            [path, width, height] if FieldFile::is_raw(Path::new(path)) => {
                let side = |text: &str| text.parse().ok().filter(|side| *side > 0);
                let size = side(width).zip(side(height));
                let size = size.ok_or_else(|| FieldSourceError::Size(text.to_owned()))?;
                (path, Some(size.into()))
            }
            _ => (text, None),
        };
        let file = Path::new(path);
        if !FieldFile::is_supported(file) {
            return Err(FieldSourceError::Extension(path.to_owned()));
        }
        if FieldFile::is_raw(file) && size.is_none() {
            return Err(FieldSourceError::MissingSize(path.to_owned()));
        }
        Ok(Self {
            path: ModulePath::new(path.strip_prefix("./").unwrap_or(path)).to_string(),
            size,
            fill,
            digest: None,
        })
    }
}

impl fmt::Display for FieldSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generator { file, function: Some(function) } => write!(f, "{file}::{function}"),
            Self::Generator { file, .. } => file.fmt(f),
            Self::File(file) => file.fmt(f),
        }
    }
}

impl fmt::Display for FileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        if let Some([width, height]) = self.size {
            write!(f, ",{width},{height}")?;
        }
        self.fill.map_or(Ok(()), |fill| write!(f, ",{}", fill.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_a_generator_or_a_file() {
        let parsed = |text: &str| match FieldSource::parse(text) {
            Ok(source) => format!("{source} {}", source.is_outside()),
            Err(error) => error.to_string(),
        };
        assert_eq!(parsed("a/b.wgsl"), "a/b.wgsl false");
        assert_eq!(parsed("./b.wgsl::f"), "b.wgsl::f false");
        assert_eq!(parsed("dem/alps.tif"), "dem/alps.tif false");
        assert_eq!(parsed("/etc/alps.tif"), "/etc/alps.tif true");
        assert_eq!(parsed("a/../../alps.tif"), "a/../../alps.tif true");
        assert_eq!(parsed("x.r16,3,2"), "x.r16,3,2 false");
        assert_eq!(parsed("a,b.tif"), "a,b.tif false");
        assert_eq!(parsed("alps.tif, smooth"), "alps.tif,smooth false");
        assert_eq!(parsed("x.r16,3,2,nearest"), "x.r16,3,2,nearest false");
        assert_eq!(
            parsed("x.r32"),
            "\"x.r32\" needs its width and height in samples: x.r32,1025,1025"
        );
        assert_eq!(parsed("x.r16,0,2"), "\"x.r16,0,2\" is not FILE or FILE,WIDTH,HEIGHT");
        assert!(parsed("notes.txt").contains("neither a shader nor a data file"));
    }
}
