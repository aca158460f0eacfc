//! Captures: picture and data files with a manifest from which they can be rendered again.
//!
//! What the manifest holds is in [`Manifest`]; the formats themselves are in [`field::files`](crate::field::files). A
//! [`CaptureFile`] is created before rendering, so that a path that cannot be written is reported at once. Rows are
//! written as [`Strip`](crate::field::files::Strip)s, from north to south; a picture does not have to fit in memory. The
//! file appears in its folder when it is complete and [committed](CaptureFile::commit).

mod atomic_file;
mod capture_file;
mod companions;
mod data_file;
mod detail;
mod embedded;
mod field_file;
mod file_set;
mod manifest;
mod missing;
mod pdf;
mod samples;
mod subject;
mod svg;
mod verified;

pub use atomic_file::{AtomicFile, CaptureError, STDOUT, remove_abandoned_files};
pub use capture_file::{CaptureFile, write_text};
pub use companions::{NOTES_LINE, companion_paths, notes_path};
pub use data_file::DataFileError;
pub use detail::PlanetLimit;
pub use embedded::ManifestError;
pub use field_file::SaveError;
pub use file_set::{FileSet, Output};
pub use manifest::{FigureStyle, MAX_CELLS, Manifest};
pub use subject::InvalidManifest;
