//! Captures: pictures that carry what they were made from.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::control::{Control, Value, Values};
use crate::generator::Generator;
use crate::grid::SampleGrid;
use crate::link::Linked;
use crate::view::{ValueRange, View};

/// Keyword of the PNG chunk that holds the manifest.
pub const PNG_KEYWORD: &str = "playground";

/// What a picture was made from: enough to make the same bytes again on the same adapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Manifest {
    version: u32,
    program: String,
    adapter: String,
    address: String,
    modules: Vec<Module>,
    values: BTreeMap<String, Json>,
    view: Json,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Module {
    path: String,
    sha256: String,
    text: String,
}

/// Where and when a picture was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scene {
    /// The samples.
    pub grid: SampleGrid,
    /// Third coordinate of a slice.
    pub z: f64,
    /// Seconds.
    pub time: f64,
    /// How they became colours.
    pub view: View,
}

/// Why a capture was not written.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// The file, or its folder, takes no writing.
    #[error("cannot write {path:?}: {reason}")]
    Write {
        /// Where to.
        path: PathBuf,
        /// The system's words.
        reason: io::Error,
    },
    /// The picture does not encode.
    #[error("cannot encode {path:?}: {reason}")]
    Encode {
        /// Where to.
        path: PathBuf,
        /// The encoder's words.
        reason: png::EncodingError,
    },
}

impl Manifest {
    /// Notes a generator, its text and values, and how it was seen.
    pub fn new(
        adapter: &str,
        generator: &Generator,
        linked: &Linked,
        values: &Values,
        scene: &Scene,
    ) -> Self {
        let number_or_array = |value: &Value| match value.0.as_slice() {
            [one] => number(*one),
            all => all.iter().copied().map(number).collect(),
        };
        let entry =
            |control: &Control| (control.name.clone(), number_or_array(values.get(control)));
        let module = |source: &std::sync::Arc<crate::source::Source>| Module {
            path: source.path.to_string(),
            sha256: hex(&Sha256::digest(source.text.as_bytes())),
            text: source.text.clone(),
        };
        Self {
            version: 1,
            program: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(),
            adapter: adapter.to_owned(),
            address: generator.address.to_string(),
            modules: linked.sources.iter().map(module).collect(),
            values: generator.controls.iter().map(entry).collect(),
            view: scene.json(),
        }
    }

    /// The manifest as text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Scene {
    fn json(&self) -> Json {
        let Self {
            grid,
            z,
            time,
            view,
        } = self;
        let value_range = match view.value_range {
            ValueRange::Auto => json!("auto"),
            ValueRange::Fixed(min, max) => json!([number(min), number(max)]),
        };
        json!({
            "mode": view.mode, "size": grid.size, "center": grid.center.map(number), "span": number(grid.span),
            "z": number(*z), "time": number(*time), "channel": view.channel,
            "light": [number(view.light.azimuth), number(view.light.altitude)],
            "exaggeration": number(view.exaggeration), "palette": view.palette(),
            "value_range": value_range, "threshold": 0,
        })
    }
}

/// A number without a needless point: 8, not 8.0.
pub fn number(number: f64) -> Json {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        json!(number as i64)
    } else {
        json!(number)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes red, green, blue and alpha bytes, sRGB-encoded, as a PNG with its manifest. The file appears whole.
///
/// # Errors
/// The place takes no writing.
pub fn write_png(
    path: &Path,
    [width, height]: [u32; 2],
    pixels: &[u8],
    manifest: &Manifest,
) -> Result<(), CaptureError> {
    let encode_error = |reason| CaptureError::Encode {
        path: path.to_owned(),
        reason,
    };
    write_whole(path, |file| {
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder
            .add_itxt_chunk(PNG_KEYWORD.to_owned(), manifest.to_json())
            .map_err(encode_error)?;
        let mut writer = encoder.write_header().map_err(encode_error)?;
        let opaque: Vec<u8> = pixels
            .chunks_exact(4)
            .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        writer.write_image_data(&opaque).map_err(encode_error)?;
        writer.finish().map_err(encode_error)
    })
}

/// Writes beside the target and renames, so that the file appears whole or not at all.
fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), CaptureError>,
) -> Result<(), CaptureError> {
    let write_error = |reason| CaptureError::Write {
        path: path.to_owned(),
        reason,
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(write_error(io::Error::new(
            io::ErrorKind::NotFound,
            "its folder does not exist",
        )));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".playground-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut file = builder.tempfile_in(folder).map_err(write_error)?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    write(&mut buffered)?;
    buffered.flush().map_err(write_error)?;
    drop(buffered);
    if path.is_dir() {
        return Err(write_error(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder",
        )));
    }
    file.persist(path)
        .map_err(|error| write_error(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_failed_write_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        let failed = write_whole(&path, |file| {
            file.write_all(b"half").unwrap();
            Err(CaptureError::Write {
                path: path.clone(),
                reason: io::Error::other("no more"),
            })
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn folders_are_not_made() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(&folder.path().join("no/a.png"), |_| Ok(())).is_err());
        assert!(write_whole(folder.path(), |_| Ok(())).is_err());
    }
}
