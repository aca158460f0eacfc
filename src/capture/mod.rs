//! Captures: picture and data files with a manifest from which they can be rendered again.
//!
//! A [`CaptureFile`] is created before rendering, so that a path that cannot be written is reported at once. Rows
//! are written as [`Strip`]s, from north to south; a picture does not have to fit in memory. The file appears in its
//! folder when it is complete and [committed](CaptureFile::commit).

mod atomic_file;
mod capture_file;
mod companions;
mod detail;
mod embedded;
mod file_set;
mod format;
mod header;
mod manifest;
mod missing;
mod pdf;
mod samples;
mod stored_samples;
mod strip;
mod subject;
mod svg;
mod verified;

use atomic_file::open;
pub use atomic_file::{AtomicFile, CaptureError, STDOUT, remove_abandoned_files};
pub use capture_file::{CaptureFile, write_text};
pub use companions::{NOTES_LINE, companion_paths, notes_path};
pub use detail::PlanetLimit;
pub use embedded::ManifestError;
pub use file_set::{FileSet, Output};
pub use format::{Content, Format};
use header::to_u16;
pub use header::{PictureHeader, Slices};
pub use manifest::{FigureStyle, MAX_CELLS, Manifest};
pub use strip::{STRIP_ROWS, Strip};
pub use subject::InvalidManifest;

/// Keyword of the PNG chunk, and name of the OpenEXR attribute, that hold the manifest of a capture.
const PNG_KEYWORD: &str = "playground";
